"""Best responses: the native search of prices against plain Python, cut short, and what was found on common games."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito.base.limits import Limits, Stopped
from sito.codes.code import CodeSpace
from sito.errors import InputError, LimitError
from sito.exact.prices import PriceSolution, least_prices
from sito.exact.problem import Progress
from sito.exact.reference import least_prices as plainly
from sito.exact.solver import solve
from sito.odds import Aim, Distribution, best_response, duel_odds
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify
from sito.words.words import WordList

DOCS = Path(__file__).parent.parent / "docs"
FOUND: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "duels.json").read_text(encoding="utf-8"))
SMALL = [
    *["1x1", "1x4", "2x2", "2x3", "3x2", "2x4-distinct", "2x4", "4x2", "3x3", "3x4-distinct", "4x4-distinct", "2x5"],
    *[
        "2x4-black",
        "3x3-black",
        "4x2-black",
        "2x4-total",
        "3x3-distinct-total",
        "2x4-position",
        "3x3-position",
        "3x3-naive",
    ],
]
prices = st.lists(st.sampled_from([0, 0, 1, 2, 5, 20, 1000]), min_size=1, max_size=9).map(
    lambda rises: [sum(rises[: index + 1]) for index in range(len(rises))]
)


def cost(histogram: tuple[int, ...], prices: list[int] | tuple[int, ...]) -> int:
    return sum(count * prices[min(index, len(prices) - 1)] for index, count in enumerate(histogram))


def check(solution: PriceSolution) -> None:
    """Checks that the tree is whole and costs what is claimed."""
    histogram = verify(str(solution.tree), solution.rules)
    assert histogram == solution.tree.histogram
    assert cost(histogram, solution.prices) == solution.upper
    assert solution.lower <= solution.upper
    assert not solution.proven or (solution.lower == solution.upper and solution.stopped is None)


@pytest.mark.parametrize("rules", SMALL)
@settings(max_examples=12, deadline=None)
@given(prices)
def test_the_native_search_agrees_with_plain_python(rules: str, prices: list[int]) -> None:
    solution = least_prices(rules, prices)
    check(solution)
    assert solution.proven
    assert solution.upper == plainly(Rules.parse(rules), prices)


@settings(max_examples=10, deadline=None)
@given(prices, st.sets(st.sampled_from(["late", "tale", "teal", "tall", "seal", "sale", "east", "seat"]), min_size=2))
def test_words_too(prices: list[int], words: set[str]) -> None:
    rules = Rules.of_words(WordList.of(sorted(words)))
    solution = least_prices(rules, prices)
    check(solution)
    assert solution.proven
    assert solution.upper == plainly(rules, prices)


@pytest.mark.parametrize("rules", ["4x5", "5x4", "4x6", "5x5-distinct", "4x6-black"])
def test_prices_that_rise_evenly_are_the_total(rules: str) -> None:
    size = CodeSpace(Rules.parse(rules)).size
    solution = least_prices(rules, range(1, min(size, 200) + 1))
    check(solution)
    assert solution.proven
    assert (solution.upper,) == solve(rules).upper


@settings(max_examples=15, deadline=None)
@given(prices, st.integers(1, 3), st.integers(0, 40))
def test_bounds_hold_in_narrow_searches_and_in_those_that_are_stopped(
    prices: list[int], width: int, positions: int
) -> None:
    true = least_prices("3x4", prices)
    narrow = least_prices("3x4", prices, width=width)
    stopped = least_prices("3x4", prices, limits=Limits(work=positions))
    for solution in (narrow, stopped):
        check(solution)
        assert solution.lower <= true.upper <= solution.upper
    assert stopped.stopped in (None, Stopped.WORK)


def test_a_search_that_is_stopped_gives_the_best_so_far() -> None:
    asked: list[Progress] = []
    response = best_response("4x10-distinct", "entropy", on_progress=lambda told: len(asked) > 2 or asked.append(told))
    assert (response.stopped, response.proven) == (Stopped.ASKED, False)
    assert response.lower == response.odds.points <= response.upper
    assert verify(str(response.tree), response.rules) == response.tree.histogram
    at_once = best_response(
        "4x10-distinct", (entropy := Distribution.of_histogram("4x10-distinct", (1, 9))), limits=Limits(seconds=0)
    )
    assert at_once.stopped is Stopped.TIME
    assert at_once.opponent is entropy
    if at_once.lower is not None:
        assert at_once.lower <= at_once.upper


@pytest.mark.parametrize("aim", Aim)
def test_no_strategy_gains_more_on_small_games(aim: Aim) -> None:
    """The gain is that of the odds, and plain Python finds no other strategy that gains more."""
    for rules in ("2x4", "3x3", "3x4-distinct"):
        response = best_response(rules, "first-consistent", aim)
        assert response.tree is not None
        odds = response.odds
        gain = {Aim.POINTS: odds.points, Aim.WIN: odds.win, Aim.NOT_LOSE: odds.win + odds.tie}[aim]
        assert gain == response.lower == response.upper
        prices = aim.prices(response.opponent)
        least = plainly(Rules.parse(rules), prices)
        assert gain == 1 - Fraction(least, prices[-1] * CodeSpace(response.rules).size)


def test_aims_are_those_of_the_sides_of_an_alternating_duel() -> None:
    second = best_response("3x5", "entropy", "win")
    first = best_response("3x5", "entropy", "not-lose")
    assert duel_odds("3x5", "entropy", second.tree, alternating=True).loss == second.upper
    assert duel_odds("3x5", first.tree, "entropy", alternating=True).win == first.upper


def test_what_cannot_be_answered_is_refused() -> None:
    with pytest.raises(InputError, match="there is no aim 'peace'; there are points, win, not-lose"):
        best_response("4x6", "entropy", "peace")
    for rules, prices, more, said in (
        ("4x6", [2, 1], {}, "the prices fall"),
        ("4x6", [], {}, "there are no prices"),
        ("4x6", [0, 0.5], {}, "no whole number"),
        ("4x6", [1, 2], {"width": 0}, "width is 0"),
        ("4x6-lies1", [1, 2], {}, "without lies"),
        ("4x6", [0, 1 << 27], {}, "more than a search can add up"),
        ("4x6", [0, 1 << 40], {}, "too high"),
        ("8x8", [0, 1], {}, "too large"),
    ):
        kind = LimitError if rules == "8x8" or prices[-1:] > [2] else InputError
        with pytest.raises(kind, match=said):
            least_prices(rules, prices, **more)


@pytest.mark.parametrize(
    "case", FOUND["responses"], ids=lambda case: f"{case['rules']} {case['opponent']} {case['aim']}"
)
def test_the_recorded_responses(case: dict[str, Any]) -> None:
    """The best responses on 4x6 are proven anew; `make prove` does it for the larger games."""
    rules, aim = case["rules"], case["aim"]
    opponent = Distribution.of_histogram(rules, case["guesses"], case["opponent"])
    gain = Fraction(case["gain"])
    tree = Distribution.of_histogram(rules, case["response"])
    odds = duel_odds(rules, tree, opponent)
    assert gain == {"points": odds.points, "win": odds.win, "not-lose": odds.win + odds.tie}[aim]
    if rules != "4x6":
        return
    response = best_response(rules, opponent, aim)
    assert response.proven
    assert response.upper == gain


@pytest.mark.parametrize("rules", ["3x6", "4x5", "4x6"])
def test_strategies_that_nobody_beats(rules: str) -> None:
    """The best response to each of these gains half of the points: nobody gains more against it."""
    recorded = FOUND["unbeatable"][rules]
    strongest = Distribution.of_histogram(rules, recorded["trees"][-1])
    response = best_response(rules, strongest)
    assert response.proven
    assert response.upper == Fraction(1, 2)
    # A guess more costs a little, too, so a strategy of the least total that gains half would be the cheapest.
    prices = Aim.POINTS.prices(strongest)
    size = CodeSpace(response.rules).size
    extended = [prices[min(made, len(prices) - 1)] + made + 1 for made in range(len(prices) + 12)]
    cheapest = least_prices(rules, extended)
    (least_total,) = solve(rules).upper or ()
    assert cheapest.proven
    half = prices[-1] * size // 2
    assert cheapest.upper >= least_total + half
    assert recorded["has least total"] is (cheapest.upper == least_total + half)


def test_the_least_average_is_not_the_strongest() -> None:
    """As Tanaka (1996) found for 4x10-distinct: on 4x6 each strategy of the least total loses to another one."""
    assert not FOUND["unbeatable"]["4x6"]["has least total"]
    assert not FOUND["unbeatable"]["4x10-distinct"]["has least total"]


@pytest.mark.parametrize("rules", ["4x6", "4x10-distinct"])
def test_the_trees_that_nobody_beats(rules: str) -> None:
    tree = StrategyTree.load(DOCS / "tables" / f"{rules}-duel.tree.gz")
    assert list(verify(str(tree), rules)) == FOUND["unbeatable"][rules]["trees"][-1] == list(tree.histogram)


@pytest.mark.parametrize("rules", ["3x6", "4x5", "4x6"])
def test_perfect_play_in_alternating_duels(rules: str) -> None:
    recorded = FOUND["alternating"][rules]
    first, second = (Distribution.of_histogram(rules, recorded[side]) for side in ("first", "second"))
    value = Fraction(recorded["first wins"])
    assert duel_odds(rules, first, second, alternating=True).win == value
    assert best_response(rules, second, "not-lose").upper == value
    assert best_response(rules, first, "win").upper == 1 - value
