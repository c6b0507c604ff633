"""The odds of duels: exact chances against all pairs of secrets played, and what was found is recorded."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito.atlas import solved_games
from sito.codes.code import CodeSpace
from sito.errors import InputError, LimitError, StrategyError
from sito.exact.solver import solve
from sito.odds import Distribution, Odds, distribution_of, duel_odds, measured_distribution
from sito.playing.duel import Duel, Order, Outcome, play_duel
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.words import WordList

ONE_PLY = ["minimax", "expected-size", "entropy", "most-parts"]
ROOT = Path(__file__).parent.parent
FOUND: dict[str, Any] = json.loads((ROOT / "tests" / "data" / "duels.json").read_text(encoding="utf-8"))
SMALL = ["2x3", "2x4", "3x3-distinct", "2x4-black", "2x3-total", "2x4-position"]


def odds_of(texts: list[str]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, texts))


@pytest.mark.parametrize("rules", SMALL)
@pytest.mark.parametrize("order", Order)
def test_odds_against_every_pair_of_secrets(rules: str, order: Order) -> None:
    game = Rules.parse(rules)
    breakers = [StrategyBreaker(parse_strategy(text), seed=0) for text in ("entropy", "first-consistent")]
    outcomes = []
    for mine, theirs in product(CodeSpace(game), repeat=2):
        sides = [(breakers[0], SecretKeeper(game, mine)), (breakers[1], SecretKeeper(game, theirs))]
        outcomes.append(play_duel(Duel.of(game, order), *sides).outcome)
    counted = [
        Fraction(outcomes.count(outcome), len(outcomes)) for outcome in (Outcome.FIRST, Outcome.TIE, Outcome.SECOND)
    ]
    odds = duel_odds(game, "entropy", "first-consistent", order is Order.ALTERNATING)
    assert [odds.win, odds.tie, odds.loss] == counted


@pytest.mark.parametrize("text", ["entropy", "first-consistent"])
def test_the_chances_of_a_tree_are_those_of_all_games_played(text: str) -> None:
    rules = Rules.parse("4x6")
    lengths = [len(play(rules, text, secret)) for secret in CodeSpace(rules)]
    chances = tuple(Fraction(lengths.count(guesses), len(lengths)) for guesses in range(1, max(lengths) + 1))
    assert distribution_of(rules, text).chances == chances


def test_odds_of_words() -> None:
    words = WordList.of(["late", "tale", "teal", "tall", "seal", "sale"], ["ales", "lets"])
    for rules in (Rules.of_words(words), Rules.parse(f"words-position:{words}", words)):
        lengths = [[len(play(rules, text, secret)) for secret in CodeSpace(rules)] for text in ("entropy", "minimax")]
        wins = sum(mine < theirs for mine, theirs in product(*lengths))
        assert duel_odds(rules, "entropy", "minimax").win == Fraction(wins, 36)


@pytest.mark.parametrize("rules", ["2x2", "2x3", "3x2", "3x3-distinct"])
def test_the_chances_of_random_draws_are_those_of_a_plain_recursion(rules: str) -> None:
    def found(knowledge: Knowledge) -> dict[int, Fraction]:
        """How many codes are found by 1, 2, 3 ... guesses on average."""
        counts = {1: Fraction(1)}
        for guess in knowledge:
            for answer in knowledge.cells(guess):
                if not answer.wins:
                    for guesses, count in found(knowledge.after(guess, answer)).items():
                        counts[guesses + 1] = counts.get(guesses + 1, Fraction(0)) + count / len(knowledge)
        return counts

    knowledge = Knowledge(rules)
    counts = found(knowledge)
    expected = tuple(counts[guesses] / len(knowledge) for guesses in range(1, max(counts) + 1))
    assert distribution_of(rules, "random-consistent").chances == expected


def test_measured_chances_come_close_to_the_exact_ones() -> None:
    exact = distribution_of("3x4", "random-consistent")
    measured = measured_distribution("3x4", "random-consistent", games=6400, seed=1)
    assert (measured.games, measured.is_exact, exact.is_exact) == (6400, False, True)
    odds, true = duel_odds("3x4", measured, "entropy"), duel_odds("3x4", exact, "entropy")
    assert true.margin == 0 < odds.margin < 0.02
    for chance, other in ((odds.win, true.win), (odds.tie, true.tie), (odds.loss, true.loss)):
        assert abs(chance - other) < 2 * odds.margin


def test_the_margin_is_that_of_independent_samples() -> None:
    coin = Distribution.of_histogram("1x2", (50, 50), "coin", games=100)
    sure = Distribution.of_histogram("1x2", (1,), "sure")
    assert duel_odds("1x2", sure, coin).margin == pytest.approx(1.959964 * math.sqrt(0.25 / 99))


chances = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)


@settings(max_examples=60)
@given(chances, chances)
def test_odds_of_any_two_sides(mine: list[int], theirs: list[int]) -> None:
    first, second = (Distribution.of_histogram("4x6", counts) for counts in (mine, theirs))
    pairs = [(a, b) for a, n in enumerate(mine) for b, m in enumerate(theirs) for _ in range(n * m)]
    odds = duel_odds("4x6", first, second)
    assert odds.win == Fraction(sum(a < b for a, b in pairs), len(pairs))
    assert odds.loss == Fraction(sum(a > b for a, b in pairs), len(pairs))
    assert odds.win + odds.tie + odds.loss == 1
    assert duel_odds("4x6", second, first) == Odds(odds.loss, odds.tie, odds.win, odds.margin)
    alternating = duel_odds("4x6", first, second, alternating=True)
    assert (alternating.win, alternating.tie, alternating.loss) == (odds.win + odds.tie, 0, odds.loss)
    assert 2 * odds.points == 1 + odds.win - odds.loss


def test_what_has_no_odds_is_refused() -> None:
    with pytest.raises(StrategyError, match="draws at random"):
        distribution_of("4x6", "uniform-probe")
    for rules in ("4x6", "3x6"):
        with pytest.raises(LimitError, match=f"too many sets of codes on {rules}"):
            distribution_of(rules, "random-consistent")
    with pytest.raises(InputError, match="games without lies"):
        duel_odds("4x6-lies1", "entropy", "entropy")
    tree = StrategyTree.build(parse_strategy("entropy"), Knowledge("3x4"))
    with pytest.raises(InputError, match="plays 3x4, not 4x6"):
        duel_odds("4x6", "entropy", tree)
    with pytest.raises(InputError, match="plays 3x4, not 4x6"):
        duel_odds("4x6", "entropy", distribution_of("3x4", tree))
    part = StrategyTree.build(parse_strategy("entropy"), Knowledge("3x4").after("AAB", "x"))
    with pytest.raises(InputError, match="of the 64 codes"):
        distribution_of("3x4", part)
    with pytest.raises(InputError, match="add up to 1/2"):
        Distribution(Rules.parse("3x4"), "half", (Fraction(1, 2),))
    with pytest.raises(InputError, match="finds no code"):
        Distribution.of_histogram("3x4", (0, 0))
    with pytest.raises(InputError, match="from 2 on"):
        measured_distribution("3x4", "random-consistent", games=1)
    with pytest.raises(StrategyError, match="no side of a duel"):
        distribution_of("3x4", cast("str", 5))


def strategies_of(rules: str) -> dict[str, StrategyTree]:
    """The four strategies that look one answer ahead, first-consistent, and the atlas' tree of the least total."""
    knowledge = Knowledge(rules)
    trees = {text: StrategyTree.build(parse_strategy(text), knowledge) for text in ["first-consistent", *ONE_PLY]}
    (game,) = solved_games(rules, exactly=True)
    optimal = StrategyTree.load(ROOT / str(game.tree.file))
    assert solve(rules).upper == (optimal.total,)
    return {**trees, "optimal": optimal}


@pytest.mark.parametrize("rules", ["4x6", "4x10-distinct"])
def test_the_recorded_odds(rules: str) -> None:
    """Shows 6 of the issue: entropy against first-consistent, and optimal against the four one-ply strategies."""
    trees = strategies_of(rules)
    recorded = FOUND["games"][rules]["odds"]
    for first, second in [("entropy", "first-consistent"), *(("optimal", text) for text in ONE_PLY)]:
        odds = duel_odds(rules, trees[first], trees[second])
        assert (odds.win, odds.tie, odds.loss) == odds_of(recorded[f"{first} - {second}"])
        pairs = sum(
            (mine < theirs) * n * m
            for mine, n in enumerate(trees[first].histogram)
            for theirs, m in enumerate(trees[second].histogram)
        )
        assert odds.win == Fraction(pairs, CodeSpace(Rules.parse(rules)).size ** 2)


def test_an_alternating_duel_ends_with_the_first_hit() -> None:
    rules = Rules.parse("4x6")
    hit = Transcript.parse("4x6 AABB:xx ABCD:xxxx")
    open_game = Transcript.parse("4x6 AABB:xx")
    assert Duel(hit, open_game).outcome is Outcome.OPEN
    assert Duel(hit, open_game, Order.ALTERNATING).outcome is Outcome.FIRST
    assert Duel(open_game.after("AABC", "o"), hit, Order.ALTERNATING).outcome is Outcome.SECOND
    assert Duel(hit, hit).outcome is Outcome.TIE
    assert Duel(hit, hit, Order.ALTERNATING).outcome is Outcome.FIRST
    assert Duel.of(rules, Order.ALTERNATING).outcome is Outcome.OPEN


def test_odds_as_a_value() -> None:
    odds = Odds(Fraction(1, 2), Fraction(1, 6), Fraction(1, 3))
    assert odds.points == Fraction(7, 12)
    assert odds.points + Odds(odds.loss, odds.tie, odds.win).points == 1
