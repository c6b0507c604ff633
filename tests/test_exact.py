"""The exact search: against plain Python on random small games, against the known values, cut short, on threads."""

from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito.base.limits import Limits, Stopped
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score
from sito.errors import InconsistentError, InputError, LimitError
from sito.exact.problem import Objective, Problem, Progress, Solution
from sito.exact.reference import best_value
from sito.exact.solver import solve
from sito.rules.rules import FeedbackKind, Rules
from sito.strategies.tree.verify import verify
from sito.words.words import WordList
from tests.exact_claims import CLAIMS, Claim

# Plain Python looks at every set of codes where answers tell little.
SMALLEST = ["1x1", "1x4", "2x2", "2x3", "3x2", "2x4-distinct"]
SIZES = {
    FeedbackKind.BLACK_WHITE: [*SMALLEST, "2x4", "4x2", "3x3", "3x4-distinct", "4x4-distinct"],
    FeedbackKind.BLACK: [*SMALLEST, "2x4", "4x2", "3x3"],
    FeedbackKind.TOTAL: [*SMALLEST, "2x4", "3x3-distinct", "2x5-distinct"],
    FeedbackKind.POSITION: [*SMALLEST, "2x4", "4x2", "3x3", "3x4-distinct", "4x4-distinct"],
    FeedbackKind.NAIVE: [*SMALLEST, "2x4", "4x2", "3x3", "3x4-distinct"],
}
MANY = 300


def check(solution: Solution, history: tuple[tuple[Code, Feedback], ...] = (), consistent: bool = False) -> None:
    """Checks that a solution's tree is whole, follows the rules asked for, and is worth what is claimed."""
    assert solution.tree.history == history
    histogram = verify(str(solution.tree), solution.rules)
    assert histogram == solution.tree.histogram
    assert solution.objective.values(histogram) == solution.upper
    assert solution.lower <= solution.upper
    assert not solution.proven or solution.lower == solution.upper
    if consistent:
        secrets = CodeSpace(solution.rules)
        path: list[tuple[Code, Feedback]] = []
        guesses: list[Code] = []
        for depth, answer, node in solution.tree.walk():
            del path[max(0, depth - 1) :], guesses[depth:]
            if answer is not None:
                path.append((guesses[-1], answer))
            guesses.append(node.guess)
            assert node.guess in secrets
            assert all(score(solution.rules, old, node.guess) == told for old, told in (*history, *path))


@dataclass(frozen=True)
class Case:
    rules: Rules
    objective: Objective
    asked: dict[str, Any]

    def problem(self, rules: Rules, **more: Any) -> Problem:
        return Problem(rules, self.objective, **self.asked, **more)


@st.composite
def word_rules(draw: st.DrawFn, kind: FeedbackKind) -> Rules:
    pegs = draw(st.integers(1, 3))
    words = draw(st.sets(st.text("ABCD", min_size=pegs, max_size=pegs), min_size=1, max_size=9))
    guesses = sorted(words)
    secrets = guesses[: draw(st.integers(1, len(guesses)))]
    return Rules.of_words(WordList.of(secrets, guesses), kind)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    kind = draw(st.sampled_from(FeedbackKind))
    if draw(st.booleans()):
        rules = Rules.parse(f"{draw(st.sampled_from(SIZES[kind]))}-{kind}")
    else:
        rules = draw(word_rules(kind))
    secrets, guesses = CodeSpace.both(rules)
    secret = secrets[draw(st.integers(0, len(secrets) - 1))]
    numbers = st.integers(0, len(guesses) - 1)
    made = [guesses[number] for number in draw(st.lists(numbers, max_size=2))]
    history = tuple((guess, score(rules, guess, secret)) for guess in made)
    asked: dict[str, Any] = {"history": history, "consistent": draw(st.booleans())}
    if draw(st.booleans()):
        asked["depth"] = draw(st.integers(1, 6))
    if draw(st.integers(0, 3)) == 0:
        first = guesses[draw(numbers)]
        agrees = first in secrets and all(score(rules, guess, first) == told for guess, told in history)
        if agrees or not asked["consistent"]:
            asked["first_guess"] = first
    return Case(rules, draw(st.sampled_from(Objective)), asked)


@given(case=cases(), threads=st.sampled_from([1, 1, 2]))
@settings(max_examples=MANY)
def test_native_agrees_with_plain_python(case: Case, threads: int) -> None:
    problem = case.problem(case.rules)
    solution = solve(problem, threads=threads)
    expected = best_value(problem)
    assert solution.proven
    assert solution.stopped is None
    assert solution.lower == solution.upper == expected
    if expected is None:
        assert solution.tree is None
    else:
        check(solution, case.asked["history"], case.asked["consistent"])
        assert case.asked.get("first_guess") in (None, solution.tree.root.guess)


@given(data=st.data(), kind=st.sampled_from(FeedbackKind), objective=st.sampled_from(Objective))
@settings(max_examples=MANY)
def test_consistent_guesses_may_themselves_be_the_secret(
    data: st.DataObject, kind: FeedbackKind, objective: Objective
) -> None:
    pegs = data.draw(st.integers(2, 3))
    guesses = sorted(data.draw(st.sets(st.text("ABCD", min_size=pegs, max_size=pegs), min_size=4, max_size=12)))
    secrets = data.draw(st.sets(st.sampled_from(guesses), min_size=2, max_size=8))
    rules = Rules.of_words(WordList.of(secrets, guesses), kind)
    secret, first = (CodeSpace(rules, guesses=True).parse(data.draw(st.sampled_from(sorted(secrets)))) for _ in "ab")
    history = ((first, score(rules, first, secret)),) if data.draw(st.booleans()) else ()
    problem = Problem(rules, objective, history=history, consistent=True)
    solution = solve(problem)
    assert solution.proven
    assert solution.upper == best_value(problem)
    check(solution, history, consistent=True)


@given(case=cases(), positions=st.integers(0, 30), width=st.sampled_from([None, 1, 3]))
@settings(max_examples=MANY)
def test_what_is_cut_short_has_honest_bounds(case: Case, positions: int, width: int | None) -> None:
    problem = case.problem(case.rules, width=width)
    solution = solve(problem, limits=Limits(work=positions))
    expected = best_value(problem)
    assert solution.stopped in ((None,) if solution.proven else (None, Stopped.WORK))
    if expected is None:
        assert solution.upper is None
    else:
        assert solution.lower <= expected
        if solution.upper is not None:
            assert expected <= solution.upper
            check(solution, case.asked["history"], case.asked["consistent"])
        assert not solution.proven or solution.upper == expected


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_known_values_are_proven(claim: Claim) -> None:
    claim.prove()


def test_every_known_value_is_a_claim() -> None:
    assert len(CLAIMS) == 76


@pytest.mark.parametrize("objective", Objective)
def test_threads_change_no_value(objective: Objective) -> None:
    rules = Rules.parse("3x6")
    one, two = (solve(rules, objective, threads=threads) for threads in (1, 2))
    assert one.proven
    assert (two.proven, two.lower, two.upper) == (True, one.lower, one.upper)


def test_progress_tells_of_both_bounds_and_can_end_the_search() -> None:
    told: list[Progress] = []

    def watch(progress: Progress) -> bool:
        told.append(progress)
        return progress.upper is not None

    solution = solve(Rules.parse("5x6"), on_progress=watch)
    assert told
    assert told[-1].lower <= (told[-1].upper or told[-1].lower)
    assert not solution.proven
    assert solution.stopped is Stopped.ASKED
    check(solution)


def test_progress_tells_how_far_the_search_is_inside_a_first_guess() -> None:
    told: list[Progress] = []
    solution = solve(Rules.parse("4x7"), on_progress=told.append)
    steps = [progress.steps for progress in told if progress.steps]
    bounds = [progress.lower for progress in told if progress.stage == "total"]
    assert steps
    assert bounds == sorted(bounds)
    for first, *_others in steps:
        assert first.settled <= first.guesses
        assert first.cell is None or first.cell.settled < first.cell.cells
    for one, two in ((step, after) for line in steps for step, after in pairwise(line)):
        assert one.cell is not None  # the second guess is made after an answer to the first
        assert two.cell is None or two.cell.codes < one.cell.codes
    assert solution.proven


def test_a_search_begins_with_a_tree() -> None:
    best = solve(Rules.parse("4x4")).tree
    again = solve(Rules.parse("4x4"), start=best)
    assert (again.proven, again.tree) == (True, best)
    cut_short = solve(Rules.parse("4x4"), start=best, limits=Limits(work=1))
    assert cut_short.upper == (best.total,)


def test_the_tree_to_begin_with_is_the_result_where_answers_are_not_tabulated() -> None:
    rules, limits = Rules.parse("4x6-position"), Limits(memory=500_000, work=0)
    best = solve(rules).tree
    alone = solve(rules, limits=limits)
    assert alone.upper > (best.total,)
    begun = solve(rules, limits=limits, start=best)
    assert (begun.lower, begun.upper, begun.proven) == (alone.lower, (best.total,), False)
    assert begun.tree.root == best.root


@pytest.mark.parametrize(
    "problem",
    [
        Problem("4x4", depth=3),
        Problem("4x4", consistent=True),
        Problem("4x4", first_guess="AAAA"),
        Problem("4x4", history=[("AABB", "xx")]),
        Problem("4x5"),
        Problem("4x4-lies1"),
    ],
    ids=str,
)
def test_a_tree_that_is_no_strategy_for_the_problem_is_refused(problem: Problem) -> None:
    tree = solve(Rules.parse("4x4")).tree
    with pytest.raises(InputError):
        solve(problem, start=tree)


def test_less_memory_gives_the_same_value() -> None:
    rules = Rules.parse("4x6")
    for memory in (2_000_000, 3_000_000):
        solution = solve(rules, limits=Limits(memory=memory))
        assert (solution.proven, solution.upper) == (True, (5625,))
        assert solution.spent.memory <= memory


def test_limits_are_refused_in_words() -> None:
    with pytest.raises(InputError, match="threads is 0"):
        solve("4x6", threads=0)
    with pytest.raises(InputError, match="depth is 0; it must be a whole number from 1 on") as raised:
        Problem("4x6", depth=0, width=-1)
    assert len(raised.value.faults) == 2
    with pytest.raises(LimitError, match="too large"):
        solve(Rules.parse("9x9"))
    with pytest.raises(LimitError, match="give more memory"):
        solve(Rules.parse("4x6"), limits=Limits(memory=1000))
    rules = Rules.parse("2x2")
    impossible = [(Code([0, 0]), Feedback.of(rules, 0)), (Code([1, 1]), Feedback.of(rules, 0))]
    with pytest.raises(InconsistentError, match="no code of 2x2"):
        solve(Problem(rules, history=impossible))


@pytest.mark.parametrize("objective", Objective)
def test_a_narrow_search_from_any_first_guess_is_no_proof(objective: Objective) -> None:
    rules = Rules.parse("4x5")
    first = CodeSpace(rules).parse("EDCC")
    best = solve(Problem(rules, objective, first_guess=first))
    for width in (1, 2, 4):
        narrow = solve(Problem(rules, objective, first_guess=first, width=width))
        check(narrow)
        assert narrow.lower <= best.upper
        assert not narrow.proven or narrow.upper == best.upper


def test_a_game_that_is_won_has_one_code_left() -> None:
    rules = Rules.parse("2x2-total")
    secret = Code([0, 1])
    for objective in Objective:
        for width, work in product((None, 1), (None, 0)):
            problem = Problem(rules, objective, history=[(secret, score(rules, secret, secret))], width=width)
            solution = solve(problem, limits=Limits(work=work))
            assert solution.lower == solution.upper == objective.values((1,))


def test_a_narrow_search_for_the_fewest_goes_on_after_its_first_guesses() -> None:
    rules = Rules.parse("4x5")
    found = [solve(Problem(rules, Objective.WORST_FEWEST, width=width)).upper or () for width in (1, 2, 4, 8)]
    assert found == sorted(found, reverse=True)
    assert found[0] < (5, 93)
    assert found[-1] >= (5, 68)


def test_a_consistent_tree_is_as_good_as_its_proof() -> None:
    rules = Rules.parse("3x5-black")
    history = [(Code([0, 2, 2]), Feedback.of(rules, 1))]
    for objective in Objective:
        solution = solve(Problem(rules, objective, history=history, consistent=True))
        assert solution.proven
        check(solution, tuple(history), consistent=True)
    whole = solve(Problem("3x3-total", "worst", depth=8, first_guess="AAB", consistent=True))
    assert (whole.proven, whole.upper) == (True, (7,))
