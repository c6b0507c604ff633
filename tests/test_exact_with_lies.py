"""The exact search for games with lies: against plain Python on tiny games, cut short, and what it refuses."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito.base.limits import Limits, Stopped
from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, feedback_count, score
from sito.codes.notations import nobody_gives
from sito.errors import InconsistentError, InputError
from sito.exact.problem import Objective, Problem, Progress
from sito.exact.reference import best_value
from sito.exact.solver import Journal, solve
from sito.rules.rules import FeedbackKind, Rules
from sito.words.words import WordList
from tests.exact_claims import CLAIMS_WITH_LIES, Claim
from tests.test_exact import check

OBJECTIVES = [Objective.TOTAL, Objective.WORST, Objective.WORST_TOTAL]
TINY = {
    FeedbackKind.BLACK_WHITE: ["1x1", "1x3", "2x2", "2x3", "3x2", "2x3-distinct", "3x3-distinct"],
    FeedbackKind.BLACK: ["1x4", "2x2", "2x3", "3x2"],
    FeedbackKind.TOTAL: ["1x3", "2x2", "2x3", "3x3-distinct"],
    FeedbackKind.POSITION: ["1x3", "2x2", "3x2", "2x3-distinct"],
    FeedbackKind.NAIVE: ["1x3", "2x2", "3x2"],
}
# Plain Python takes its time where answers tell little and lies are many.
GAMES = [f"{size}-{kind}-lies1" for kind, sizes in TINY.items() for size in sizes]
GAMES += [f"{size}-{kind}-lies2" for kind, sizes in TINY.items() for size in sizes[:2]]
FEW = 40


@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_native_agrees_with_plain_python(game: str, objective: Objective) -> None:
    problem = Problem(game, objective)
    solution = solve(problem)
    assert solution.proven
    assert solution.lower == solution.upper == best_value(problem)
    check(solution)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    kind = draw(st.sampled_from(FeedbackKind))
    lies = draw(st.integers(1, 2))
    if draw(st.booleans()):
        sizes = TINY[kind] if lies == 1 else TINY[kind][:2]
        rules = Rules.parse(f"{draw(st.sampled_from(sizes))}-{kind}-lies{lies}")
    else:
        words = sorted(draw(st.sets(st.text("ABC", min_size=2, max_size=2), min_size=1, max_size=8 - 2 * lies)))
        hidden = words[: draw(st.integers(1, len(words)))]
        rules = Rules.of_words(WordList.of(hidden, words), kind, lies=lies)
    secrets, guesses = CodeSpace.both(rules)
    secret = secrets[draw(st.integers(0, len(secrets) - 1))]
    others = [guess for guess in guesses if guess != secret]
    history = []
    for number in range(draw(st.integers(0, 3)) if others else 0):
        guess = draw(st.sampled_from(others))
        answer = score(rules, guess, secret)
        if number < lies and draw(st.booleans()):
            false = range(feedback_count(rules) - 1)
            number = draw(st.sampled_from([n for n in false if not nobody_gives(kind, rules.pegs, n)]))
            answer = Feedback.of(rules, number)
        history.append((guess, answer))
    asked: dict[str, Any] = {}
    if draw(st.booleans()):
        asked["depth"] = draw(st.integers(1, 6))
    if draw(st.integers(0, 3)) == 0:
        asked["first_guess"] = draw(st.sampled_from(list(guesses)))
    else:
        asked["consistent"] = draw(st.booleans())
    return Problem(rules, draw(st.sampled_from(OBJECTIVES)), history=history, **asked)


@given(problem=problems())
@settings(max_examples=FEW)
def test_native_agrees_with_plain_python_anywhere(problem: Problem) -> None:
    expected = best_value(problem)
    solution = solve(problem)
    assert solution.proven
    assert solution.lower == solution.upper == expected
    if expected is not None:
        check(solution, problem.history)
        assert problem.first_guess in (None, solution.tree.root.guess)


@pytest.mark.parametrize("history", ["AA:--", "BB:--"])
@pytest.mark.parametrize("objective", ["worst", "worst-total"])
def test_the_last_code_but_one_may_be_hit_though_a_lie_is_left_for_it(history: str, objective: str) -> None:
    """A code weighs the same under a true and a false answer when one more guess is left, and is still ruled out."""
    problem = Problem("2x3-position-lies1", objective, history=history)
    assert solve(problem).upper == best_value(problem)


@given(problem=problems(), positions=st.integers(0, 20))
@settings(max_examples=FEW)
def test_what_is_cut_short_has_honest_bounds(problem: Problem, positions: int) -> None:
    solution = solve(problem, limits=Limits(work=positions))
    expected = best_value(problem)
    assert solution.stopped in ((None,) if solution.proven else (Stopped.WORK,))
    if expected is None:
        assert solution.upper is None
    else:
        assert solution.lower <= expected
        if solution.upper is not None:
            assert expected <= solution.upper
            check(solution, problem.history)


@pytest.mark.parametrize("claim", CLAIMS_WITH_LIES, ids=str)
def test_known_values(claim: Claim) -> None:
    claim.prove()


def test_the_search_tells_how_far_it_is_and_can_be_stopped() -> None:
    seen: list[Progress] = []

    def stop(progress: Progress) -> bool:
        seen.append(progress)
        return True

    stopped = solve("3x6-lies1", on_progress=stop)
    assert stopped.stopped in (None, Stopped.ASKED)
    assert stopped.proven or seen
    at_once = solve("4x6-lies1", "worst", seconds=0)
    assert at_once.stopped is Stopped.TIME
    assert at_once.lower == (6,)
    assert not at_once.proven


def test_consistent_guesses_may_themselves_be_the_secret() -> None:
    solution = solve(Problem("3x3-lies1", "worst", consistent=True))
    assert solution.proven
    assert all(node.wins for _, _, node in solution.tree.walk())
    check(solution)


def test_two_faults_are_told_together() -> None:
    with pytest.raises(InputError) as error:
        solve(Problem("2x3-lies1", "worst-fewest", width=3), journal=Journal())
    assert len(error.value.faults) == 3


def test_a_history_that_leaves_nothing() -> None:
    with pytest.raises(InconsistentError):
        solve(Problem("1x2-lies1", history="A:- B:-"))
