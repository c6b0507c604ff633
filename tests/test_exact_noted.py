"""The exact search after turns of which a part is unknown, against plain Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.base.store import Store
from sito.codes.code import CodeSpace
from sito.codes.feedback import Turn, score
from sito.errors import InconsistentError, InputError
from sito.exact.problem import Objective, Problem
from sito.exact.proofs import keep, recall
from sito.exact.reference import best_value
from sito.exact.solver import solve
from sito.exact.start import history_numbers, possible_numbers
from sito.rules.rules import FeedbackKind, Rules
from sito.strategies.tree.verify import verify
from sito.words.words import WordList

from .noted import noted_turns

WORDS = WordList.of(["TALE", "LATE", "TEAL", "TILE", "LIKE"], ["EEEE", "ALKI"], name="short")
SIZES = ["2x5", "3x3", "2x4-distinct", "3x4-distinct", "3x3-distinct"]
GAMES = [Rules.parse(f"{size}-{kind}") for size in SIZES for kind in FeedbackKind]
GAMES += [Rules.of_words(WORDS, kind) for kind in FeedbackKind]


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    rules = draw(st.sampled_from(GAMES))
    secret = CodeSpace(rules)[draw(st.integers(0, CodeSpace(rules).size - 1))]
    history = [draw(noted_turns(rules, secret)) for _ in range(draw(st.integers(1, 2)))]
    objective = draw(st.sampled_from([Objective.TOTAL, Objective.WORST, Objective.WORST_TOTAL]))
    return Problem(rules, objective, history=history, consistent=draw(st.booleans()))


@given(problems())
def test_native_agrees_with_plain_python(problem: Problem) -> None:
    solution = solve(problem)
    assert solution.proven
    assert solution.upper == solution.lower == best_value(problem)
    assert verify(str(solution.tree)) == solution.tree.histogram
    assert solution.tree.histogram
    assert solution.objective.values(solution.tree.histogram) == solution.upper


@pytest.mark.parametrize("pattern", ["C?FF", "??FF", "A?AA", "?B?B", "????", "AB?D"])
@pytest.mark.parametrize("answer", ["x", "oo", "-", "1?", "?2"])
@pytest.mark.parametrize("rules", ["4x6", "4x6-distinct"])
def test_symmetry_is_that_of_the_noted_guess(rules: str, pattern: str, answer: str) -> None:
    """Colors that no code can have any more must not make an unknown peg like a known one."""
    if "distinct" in rules and any(pattern.count(color) > 1 for color in set(pattern) - {"?"}):
        return
    history = f"{pattern}:{answer} AABB:- CCDD:xo" if rules == "4x6" else f"{pattern}:{answer} ABCD:oo"
    problem = Problem(rules, "total", history=history)
    try:
        solution = solve(problem)
    except InconsistentError:
        with pytest.raises(InconsistentError):
            best_value(problem)
        return
    by_first_guess = min(
        solve(Problem(rules, "total", history=history, first_guess=guess)).upper or ()
        for guess in _guesses_of_note(rules)
    )
    assert solution.proven
    assert solution.upper <= by_first_guess
    assert verify(str(solution.tree))


def _guesses_of_note(rules: str) -> list[str]:
    texts = ["EFAC", "ACEF", "FEEC", "AEEF", "FACE", "ABCE", "CDEF", "EEEF"]
    return [text for text in texts if text in CodeSpace(rules)]


def test_the_history_is_given_as_codes_that_it_may_be() -> None:
    problem = Problem("3x4", history="A?C:x ABC:xo")
    assert history_numbers(problem) == [(2, 0), (6, 0), (10, 0), (14, 0), (6, 4)]
    assert possible_numbers(problem) is not None
    problem = Problem("3x4-distinct", history="A??:x")
    space = CodeSpace("3x4-distinct")
    assert [space.text(space[number]) for number, _ in history_numbers(problem)] == ["ABC", "ACD", "ADB"]
    words = Rules.of_words(WORDS)
    assert len(history_numbers(Problem(words, history=[("T?LE", "xx")]))) == 1
    assert possible_numbers(Problem("4x6", history="CBFF:o")) is None


def test_what_agrees_with_nothing_is_refused() -> None:
    with pytest.raises(InconsistentError):
        solve(Problem("2x3", history="A?:- B?:- C?:-"))
    with pytest.raises(InputError, match="does not agree with the answers so far"):
        Problem("2x3", history="A?:0?", first_guess="AA", consistent=True)


def test_proofs_are_kept_by_the_text_of_the_history() -> None:
    problem = Problem("3x4", history="A?C:1? ABB:?")
    solution = solve(problem)
    with Store(":memory:") as store:
        keep(store, solution)
        kept = recall(store, problem)
        assert kept.tree == solution.tree
        assert recall(store, Problem("3x4", history="A?C:1?")) is None
        assert recall(store, Problem("3x4", history="ABC:1? ABB:?")) is None


def test_a_secret_agrees_with_every_turn_that_it_is_noted_for() -> None:
    rules = Rules.parse("4x6")
    secret = CodeSpace(rules).parse("EABE")
    answer = score(rules, "CBFF", secret)
    for guess, told in (("CBFF", "?"), ("C?FF", str(answer)), ("????", "?"), ("CBFF", f"{answer.black}?")):
        assert Turn.read(guess, told, CodeSpace(rules)).agrees(rules, secret)


@pytest.mark.parametrize("history", ["?A?:? C??:3", "??A:3 ?A?:3", "?CB:? ??A:3"])
def test_codes_that_a_noted_guess_may_have_been_are_still_guessed(history: str) -> None:
    """By a total all arrangements of three colors are alike, so the search must not take all of them for guessed."""
    problem = Problem("3x3-distinct-total", "worst-total", history=history)
    solution = solve(problem)
    assert solution.proven
    assert solution.upper == best_value(problem)


def test_a_turn_that_tells_nothing_breaks_no_symmetry() -> None:
    assert history_numbers(Problem("4x6", history="C?FF:? ABCD:? AABB:xo")) == history_numbers(
        Problem("4x6", history="AABB:xo")
    )
