"""How many guesses the founding strategies need, over all secrets: the tables of docs/founding-strategies.md.

`python -m benchmarks.color_by_color` takes a few minutes, most of them for
`color-by-color-narrowing` on 5x8.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean, stdev

from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.strategy_tree import StrategyTree

SEEDS = range(20)
PROMISE = 10
PROMISED_GAMES = ("4x6", "5x6", "5x8")
COMPARED_GAMES = ("4x6", "4x10", "4x10-distinct", "5x8")
CONSISTENT = ("first-consistent", "random-consistent", "distinct-first")


def trees(strategy: str, rules: str) -> list[StrategyTree]:
    """Plays all secrets, with each seed if the strategy draws."""
    chosen, known = parse_strategy(strategy), Knowledge(Rules.parse(rules))
    seeds: Iterable[int] = SEEDS[:1] if chosen.deterministic else SEEDS
    played = [StrategyTree.build(chosen, known, seed) for seed in seeds]
    assert all(tree.size == len(known) for tree in played)
    return played


def row(strategy: str, rules: str) -> list[StrategyTree]:
    played = trees(strategy, rules)
    means = [tree.mean for tree in played]
    spread = f"{stdev(means):.3f}" if len(means) > 1 else "-"
    late = sum(sum(tree.histogram[PROMISE:]) for tree in played) / sum(tree.size for tree in played)
    worst = max(tree.maximum for tree in played)
    print(f"{rules:<14} {strategy:<26} {fmean(means):6.3f} {spread:>6} {worst:3} {100 * late:7.3f} %", flush=True)
    return played


def main() -> None:
    print(f"{'rules':<14} {'strategy':<26} {'mean':>6} {'stdev':>6} max  over {PROMISE}")
    for rules in PROMISED_GAMES:
        row("color-by-color", rules)
        narrowing = row("color-by-color-narrowing", rules)
        assert max(tree.maximum for tree in narrowing) <= PROMISE
    for rules in COMPARED_GAMES:
        for strategy in CONSISTENT:
            row(strategy, rules)
    row("uniform-probe", "4x10")


if __name__ == "__main__":
    main()
