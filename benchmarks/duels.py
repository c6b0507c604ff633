"""Duels: the odds of all strategies against each other, best responses, and strategies that nobody beats.

python -m benchmarks.duels           # works out and asserts what is recorded for 4x6 and 4x10-distinct
python -m benchmarks.duels --long    # the larger games, too: half an hour on one thread
python -m benchmarks.duels --write   # with either: records it in tests/data/duels.json, and writes
                                     # docs/tables/duels.md and the trees that nobody beats
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks import yardstick
from sito.atlas import solved_games
from sito.codes.code import CodeSpace
from sito.errors import StrategyError
from sito.exact.prices import least_prices
from sito.odds import Aim, Distribution, Odds, best_response, distribution_of, duel_odds, measured_distribution
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data" / "duels.json"
TABLES = ROOT / "docs" / "tables"
BUILT = ["first-consistent", "first-consistent:founding", "minimax", "expected-size", "entropy", "most-parts"]
DRAWING = {
    **dict.fromkeys(("random-consistent", "distinct-first", "uniform-probe", "color-by-color"), 20_000),
    "color-by-color-narrowing": 1296,
}
"""Strategies that draw at random, whose chances are measured, and in how many games at least."""
OPPONENTS = ["first-consistent", "minimax", "expected-size", "entropy", "most-parts"]
TABLED = {"4x6": False, "4x10-distinct": False, "5x8": True, "4x10": True}
"""The games of the tables, and whether they take long."""
ANSWERED = ("4x6", "4x10-distinct")
"""The games of which the best responses to all strategies are proven."""
UNBEATABLE = {
    **{"3x6": False, "4x5": False, "4x6": False, "4x7": False, "4x10-distinct": False},
    **{"4x8": True, "5x5": True, "6x4": True, "4x9": True, "5x7-distinct": True},
}
"""The games of which a strategy is found that nobody beats, and whether that takes long."""
ALTERNATED = ("3x6", "4x5", "4x6", "4x7", "4x10-distinct")
KEPT = ("4x6", "4x10-distinct")
"""The games of which the unbeatable trees are kept in docs/tables."""
MOST_ROUNDS = 20
HEAD = """# Duels between all strategies

Made by `python -m benchmarks.duels --long --write`; [duels](../duels.md) says what the tables mean.

Each number is what the strategy of the row gains against that of the column: points in percent, a win counting one
and a tie one half. In alternating duels the strategy of the row begins, and the number is how often it wins. Numbers
with ≈ are measured in games, all others are exact; the fractions are in `tests/data/duels.json`."""
RESPONSES = """
## Best responses

What no strategy surpasses against an opponent, proven: the share of the points, of the duels won, or of the duels not
lost, in percent and as a fraction, and how many codes the response finds with 1, 2, 3 … guesses.

| game | opponent | aim | percent | exactly | codes |
|---|---|---|---:|---|---|"""
UNBEATABLE_HEAD = """
## Strategies that nobody beats

For each game a tree of the least total, and the tree to which the best response is itself; the last columns are the
points that it gains against the tree of the least total.

| game | tree | total | codes found with 1, 2, 3 … guesses | percent | exactly |
|---|---|---:|---|---:|---|"""
ALTERNATING_HEAD = """
## Alternating duels between two who play perfectly

Each of the two trees is the best response to the other: how often the side that begins wins, and the codes found with
1, 2, 3 … guesses.

| game | percent | exactly | the side that begins | the other |
|---|---:|---|---|---|"""


@cache
def optimal(rules: str) -> StrategyTree:
    """The tree of the least total that the atlas keeps, or the best known: of several such trees always the same."""
    (game,) = solved_games(rules, exactly=True)
    assert game.tree is not None
    assert game.tree.file is not None
    return StrategyTree.load(ROOT / game.tree.file)


def built(rules: str) -> Iterator[Distribution]:
    """How many guesses the strategies need that never draw at random."""
    for text in BUILT:
        yield distribution_of(rules, text)
    (game,) = solved_games(rules, exactly=True)
    yield Distribution.of_histogram(rules, game.histogram, "optimal" if game.proven else "best-known")
    if rules in KEPT:
        yield Distribution.of_histogram(rules, unbeatable(rules)[-1].histogram, "unbeatable")


def measured(rules: str) -> Iterator[Distribution]:
    """How many guesses the strategies need that draw at random, measured."""
    for text, games in DRAWING.items():
        try:
            parse_strategy(text).choose(Knowledge(rules), random.Random(0))
        except StrategyError:
            continue  # it does not play these rules
        yield measured_distribution(rules, text, games)


@cache
def unbeatable(rules: str) -> list[StrategyTree]:
    """Trees of which each is the best response to the one before it; to the last one it is the last one itself."""
    trees = [optimal(rules)]
    while True:
        response = best_response(rules, trees[-1])
        assert response.proven
        assert response.tree is not None
        if response.upper == Fraction(1, 2):
            return trees
        trees.append(response.tree)
        assert len(trees) < MOST_ROUNDS


def perfect_alternation(rules: str) -> tuple[StrategyTree, StrategyTree, Fraction]:
    """Trees for the two sides of an alternating duel, each the best response to the other; how often the first wins."""
    first = optimal(rules)
    for _ in range(MOST_ROUNDS):
        second = best_response(rules, first, Aim.WIN)
        assert second.proven
        assert second.tree is not None
        answer = best_response(rules, second.tree, Aim.NOT_LOSE)
        assert answer.proven
        assert answer.tree is not None
        if answer.upper == 1 - second.upper:
            return first, second.tree, answer.upper
        first = answer.tree
    raise AssertionError(f"{rules}: the best responses go on and on")


def has_least_total(rules: str) -> bool:
    """Whether a strategy of the least total gains half of the points against the one that nobody beats.

    It would be the cheapest of all if every guess costs a little, beside the points that are lost.
    """
    trees = unbeatable(rules)
    prices = Aim.POINTS.prices(Distribution.of_histogram(rules, trees[-1].histogram))
    later = range(len(prices) + MOST_ROUNDS)
    cheapest = least_prices(rules, [prices[min(made, len(prices) - 1)] + made + 1 for made in later])
    assert cheapest.proven
    assert cheapest.upper is not None
    least = trees[0].total + prices[-1] * trees[0].size // 2
    assert cheapest.upper >= least
    return cheapest.upper == least


def fractions(odds: Odds) -> list[str]:
    return [str(odds.win), str(odds.tie), str(odds.loss)]


def whole(side: Distribution) -> list[int]:
    """The number of codes, or games, that took 1, 2, 3 ... guesses."""
    size = CodeSpace(side.rules).size if side.games is None else side.games
    return [int(chance * size) for chance in side.chances]


def record_game(rules: str, *, plays: bool) -> dict[str, Any]:
    exact, drawn = list(built(rules)), list(measured(rules) if plays else ())
    odds = {
        f"{first.strategy} - {second.strategy}": fractions(duel_odds(rules, first, second))
        for first, second in combinations(reversed(exact), 2)
    }
    return {
        "guesses": {side.strategy: whole(side) for side in exact},
        "measured": {side.strategy: whole(side) for side in drawn},
        "odds": odds,
    }


def record_responses(rules: str) -> Iterator[dict[str, Any]]:
    opponents = [distribution_of(rules, text) for text in OPPONENTS]
    opponents.append(Distribution.of_histogram(rules, optimal(rules).histogram, "optimal"))
    for opponent in opponents:
        for aim in Aim:
            start = time.process_time()
            response = best_response(rules, opponent, aim)
            spent = (time.process_time() - start) / yardstick.seconds()
            assert response.proven
            assert response.tree is not None
            assert list(verify(str(response.tree), rules)) == list(response.tree.histogram)
            print(f"{rules:14} {opponent.strategy:17} {aim:9} {float(response.upper):.6f} {spent:8.2f} Y", flush=True)
            yield {
                "rules": rules,
                "opponent": opponent.strategy,
                "guesses": whole(opponent),
                "aim": aim.value,
                "gain": str(response.upper),
                "response": list(response.tree.histogram),
                "positions": response.spent.positions,
            }


def record(*, long: bool, plays: bool) -> dict[str, Any]:
    """Works everything out; `plays` says whether games are played to measure the strategies that draw at random."""
    found: dict[str, Any] = {"games": {}, "responses": [], "unbeatable": {}, "alternating": {}}
    for rules in (rules for rules, slow in TABLED.items() if long or not slow):
        found["games"][rules] = record_game(rules, plays=plays)
        print(f"{rules:14} odds of {len(found['games'][rules]['guesses'])} strategies", flush=True)
    for rules in ANSWERED:
        found["responses"] += record_responses(rules)
    for rules in (rules for rules, slow in UNBEATABLE.items() if long or not slow):
        start = time.process_time()
        trees = [list(tree.histogram) for tree in unbeatable(rules)]
        found["unbeatable"][rules] = {"trees": trees, "has least total": has_least_total(rules)}
        spent = (time.process_time() - start) / yardstick.seconds()
        print(f"{rules:14} unbeatable {trees[-1]} {spent:8.2f} Y", flush=True)
    for rules in ALTERNATED:
        first, second, value = perfect_alternation(rules)
        sides = {"first": list(first.histogram), "second": list(second.histogram)}
        found["alternating"][rules] = {**sides, "first wins": str(value)}
        print(f"{rules:14} alternating, the first wins {float(value):.6f}", flush=True)
    return found


def check(found: dict[str, Any], recorded: dict[str, Any]) -> None:
    """Everything that was worked out is what is recorded; what was measured is not measured again."""
    for rules, game in found["games"].items():
        for kind in ("guesses", "odds"):
            assert game[kind] == recorded["games"][rules][kind], rules
    assert found["responses"] == recorded["responses"]
    for kind in ("unbeatable", "alternating"):
        assert found[kind].items() <= recorded[kind].items(), kind


def table_lines(recorded: dict[str, Any]) -> Iterator[str]:
    """Writes docs/tables/duels.md."""
    yield HEAD
    for rules, game in recorded["games"].items():
        sides = [Distribution.of_histogram(rules, counts, name) for name, counts in game["guesses"].items()]
        for name, counts in game["measured"].items():
            sides.append(Distribution.of_histogram(rules, counts, name, sum(counts)))
        sides.sort(key=lambda side: side.mean)
        for alternating in (False, True):
            yield f"\n## {rules}, {'alternating' if alternating else 'simultaneous'}\n"
            yield "| | mean | " + " | ".join(f"`{side.strategy}`" for side in sides) + " |"
            yield "|---|---:|" + "---:|" * len(sides)
            for first in sides:
                row = [duel_odds(rules, first, second, alternating) for second in sides]
                about = "" if first.is_exact else "≈ "
                cells = [f"{'' if not odds.margin else '≈ '}{100 * float(odds.points):.2f}" for odds in row]
                yield f"| `{first.strategy}` | {about}{float(first.mean):.4f} | " + " | ".join(cells) + " |"
    yield RESPONSES
    for case in recorded["responses"]:
        counts = " ".join(map(str, case["response"]))
        gain = f"{100 * float(Fraction(case['gain'])):.4f}"
        yield f"| {case['rules']} | `{case['opponent']}` | {case['aim']} | {gain} | {case['gain']} | {counts} |"
    yield UNBEATABLE_HEAD
    for rules, case in recorded["unbeatable"].items():
        trees = case["trees"]
        for name, counts in (("optimal", trees[0]), ("unbeatable", trees[-1])):
            total = sum(guesses * count for guesses, count in enumerate(counts, 1))
            gain = duel_odds(rules, *(Distribution.of_histogram(rules, side) for side in (counts, trees[0]))).points
            shown = " ".join(map(str, counts))
            yield f"| {rules} | {name} | {total} | {shown} | {100 * float(gain):.4f} | {gain} |"
    yield ALTERNATING_HEAD
    for rules, case in recorded["alternating"].items():
        first, second = (" ".join(map(str, case[side])) for side in ("first", "second"))
        value = Fraction(case["first wins"])
        yield f"| {rules} | {100 * float(value):.4f} | {value} | {first} | {second} |"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.duels")
    parser.add_argument("--long", action="store_true", help="the larger games, too")
    parser.add_argument("--write", action="store_true", help="records what was found")
    asked = parser.parse_args(arguments)
    found = record(long=asked.long, plays=asked.write)
    if not asked.write:
        check(found, json.loads(DATA.read_text(encoding="utf-8")))
        return
    if DATA.exists():  # what takes long stays as it was recorded
        recorded = json.loads(DATA.read_text(encoding="utf-8"))
        for kind in ("games", "unbeatable", "alternating"):
            found[kind] = {**recorded[kind], **found[kind]}
    DATA.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (TABLES / "duels.md").write_text("\n".join(table_lines(found)) + "\n", encoding="utf-8")
    for rules in KEPT:
        unbeatable(rules)[-1].save(TABLES / f"{rules}-duel.tree.gz")


if __name__ == "__main__":
    main()
