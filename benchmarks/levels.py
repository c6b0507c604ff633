"""The levels of the computer on the common games: how many guesses each needs, and that each beats the one before.

    python -m benchmarks.levels

4x6 and 4x10-distinct are played with every code, 5x8 with forty codes that are drawn with a seed.
Levels that draw at random do so with the seed 0. Asserts the totals that docs/levels.md lists.
"""

from __future__ import annotations

import random

from sito.advice.levels import LEVELS
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import Strategy
from sito.strategies.tree.strategy_tree import StrategyTree

DRAWN = {"5x8": 40}
"""Of a larger game, how many codes are drawn."""
_SEED = 2026

TOTALS = {
    "4x6": (9924, 7471, 6044, 5801, 5722, 5625),
    "4x10-distinct": (34302, 28024, 27568, 27139, 26424, 26274),
    "5x8": (418, 300, 232, 231, 219, 216),
}
"""The guesses of each level for all the codes of a game that are played."""


def total(strategy: Strategy, rules: str) -> tuple[int, int]:
    """Plays a game with all its codes, or those that are drawn; returns the guesses and the number of codes."""
    known = Knowledge(rules)
    if rules not in DRAWN:
        tree = StrategyTree.build(strategy, known, 0)
        return tree.total, tree.size
    rng = random.Random(_SEED)
    secrets = [known.draw(rng) for _ in range(DRAWN[rules])]
    games = (play(Transcript(rules), StrategyBreaker(strategy, 0), SecretKeeper(rules, code)) for code in secrets)
    return sum(len(game) for game in games), len(secrets)


def main() -> None:
    for rules, totals in TOTALS.items():
        found = []
        for level, expected in zip(LEVELS, totals, strict=True):
            guesses, codes = total(level.player(), rules)
            print(f"{rules:16}{level.name:10}{guesses:>8}{guesses / codes:>10.4f}", flush=True)
            assert guesses == expected, (rules, level.name, guesses)
            found.append(guesses)
        assert found == sorted(found, reverse=True), rules
        assert len(set(found)) == len(found), rules


if __name__ == "__main__":
    main()
