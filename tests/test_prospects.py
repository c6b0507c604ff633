"""Holds prospects against the exact search in plain Python, and values of moments against those of all guesses."""

import random
from fractions import Fraction

import pytest

from sito import _native
from sito.advice.best_play import STRATEGIES
from sito.advice.prospects import Valuation
from sito.base.limits import Limits
from sito.codes.feedback import score
from sito.codes.hard_mode import allowed_guesses
from sito.errors import CodeError, InconsistentError
from sito.exact.problem import Problem
from sito.exact.reference import best_value
from sito.rules.rules import FeedbackKind, HardMode, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.words import WordList

WORDS = WordList.of(["TALE", "LATE", "TEAL", "TILE", "LIKE", "KILT", "TALK"], ["EEEE", "ALKI"])
SMALL = [
    *map(Rules.parse, ["3x3", "2x5", "3x3-black", "3x3-total", "3x3-position", "3x3-naive", "3x4-distinct", "1x9"]),
    Rules.of_words(WORDS, FeedbackKind.POSITION),
    Rules.of_words(WORDS, FeedbackKind.BLACK_WHITE),
    *map(Rules.parse, ["3x3-position-hard", "3x3-position-strict", "3x3-naive-hard", "3x3-consistent"]),
    Rules.of_words(WORDS, FeedbackKind.POSITION, hard=HardMode.HARD),
    Rules.of_words(WORDS, FeedbackKind.POSITION, hard=HardMode.CONSISTENT),
]


def moments(rules: Rules, seed: int, turns: int) -> list[Knowledge]:
    """The moments of a game with random guesses, from its start on."""
    rng = random.Random(seed)
    known = Knowledge(rules)
    secret = known.draw(rng)
    found = [known]
    for _ in range(turns):
        guess = rng.choice(list(allowed_guesses(rules, known.history)))
        if guess == secret:
            break
        known = known.after(guess, score(rules, guess, secret))
        found.append(known)
    return found


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_small_sets_are_valued_exactly(rules: Rules) -> None:
    for known in [moment for seed in range(3) for moment in moments(rules, seed, 3)]:
        found = Valuation(Limits()).of(known)
        assert found.exact
        assert (found.total,) == best_value(Problem(rules, history=known.history))
        assert found.expected == Fraction(found.total, len(known))


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_value_of_a_moment_is_that_of_its_best_guess(rules: Rules) -> None:
    known = moments(rules, 7, 1)[-1]
    values = Valuation(Limits())
    best = values.of(known)
    guesses = list(allowed_guesses(rules, known.history))
    each = [values.after(known, guess) for guess in guesses]
    assert best.total == min(after.total for after in each if after is not None)
    for guess, after in zip(guesses, each, strict=True):
        assert after.guess == guess
        if guess in known or len(known.cells(guess)) > 1:
            # the plain search cannot be asked about guesses that reveal nothing: they are never worth it
            assert (after.total,) == best_value(Problem(rules, history=known.history, first_guess=guess))


def test_a_whole_game_is_proven_where_that_is_quick() -> None:
    found = Valuation(Limits()).of(Knowledge("4x6"))
    assert (found.total, found.exact) == (5625, True)


def test_a_large_set_is_valued_by_the_best_tree() -> None:
    known = Knowledge("5x8").after("AABBC", "x")
    found = Valuation(Limits()).of(known)
    assert not found.exact
    trees = {name: StrategyTree.build(parse_strategy(name), known) for name in STRATEGIES}
    assert found.total == min(tree.total for tree in trees.values())
    assert (trees[found.source].total, trees[found.source].maximum) == (found.total, found.worst)
    assert trees[found.source].root.guess == found.guess


@pytest.mark.parametrize("turn", [("AABB?", "x?"), ("A?BBC", "xo"), ("AABBC", "?1")])
def test_after_a_noted_turn_a_large_set_is_valued_by_the_best_tree(turn: tuple[str, str]) -> None:
    known = Knowledge("5x8").after(*turn)
    found = Valuation(Limits()).of(known)
    trees = {name: StrategyTree.build(parse_strategy(name), known) for name in STRATEGIES}
    assert found.total == min(tree.total for tree in trees.values())
    assert (trees[found.source].maximum, trees[found.source].root.guess) == (found.worst, found.guess)


def test_after_a_noted_turn_a_game_of_many_guesses_is_valued_by_a_tree() -> None:
    known = Knowledge("6x10").after("00112?", "2?").after("334455", "2 1").after("667700", "1 1")
    found = Valuation(Limits()).of(known)
    assert found.total == StrategyTree.build(parse_strategy(found.source), known).total


def test_a_better_guess_lowers_the_value_of_its_moment() -> None:
    known = Knowledge("5x8").after("AABBC", "xxo")
    values = Valuation(Limits(work=1000))
    before = values.of(known)
    assert before is not None
    for ranked in known.rank("entropy", top=4):
        after = values.after(known, ranked.code)
        now = values.of(known)
        assert now.total <= min(before.total, after.total)
        if now.total == after.total < before.total:
            assert not now.exact


def test_no_time_gives_no_value_of_a_large_set() -> None:
    assert Valuation(Limits(seconds=0)).of(Knowledge("5x8")) is None
    assert Valuation(Limits(seconds=0)).after(Knowledge("5x8"), "AABBC") is None
    assert Valuation(Limits()).of(Knowledge("6x10")) is None


def test_what_cannot_be_valued_is_refused() -> None:
    known = Knowledge.of("4x6", [("AAAA", "-"), ("AAAA", "xxxx")])
    with pytest.raises(InconsistentError):
        Valuation().of(known)
    with pytest.raises(InconsistentError):
        Valuation().after(known, "AAAA")
    with pytest.raises(CodeError):
        Valuation().after(Knowledge("4x6"), "AAAAA")


def test_a_search_without_symmetry_ends_after_what_it_reads() -> None:
    known = Knowledge("10x3").after("BBABACCBBB", "xxxxoo").after("AAAACAABBB", "xxxxoooooo")
    rest = _native.rest_of_game(known.native)
    assert (rest.secret_count, rest.guess_count) == (64, 3**10)
    outcome = _native.solve_exact(rest, "total", memory=1 << 28, positions=400, counts_all=True)
    # Its positions alone are a dozen, and each takes a third of a second.
    assert (outcome.stopped, outcome.proven) == ("work", False)
    assert 400 <= outcome.positions < 600
    consistent = _native.rest_of_game(known.native, consistent=True)
    assert consistent.guess_count == 64


@pytest.mark.parametrize("rules", ["20x20", "8x8", "4x6-lies1"])
def test_a_guess_whose_cells_are_too_large_has_no_value(rules: str) -> None:
    known = Knowledge(rules)
    assert Valuation().work_after(known, known.first()) is None
    assert Valuation().after(known, known.first()) is None
