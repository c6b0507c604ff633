"""How many guesses the adversarial codemaker makes each strategy need, and how long its answers take.

    python -m benchmarks.makers

Each count is asserted; `docs/playing.md` has the table. "knowing" is the codemaker that is told the strategy.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import yardstick
from sito.exact import solve
from sito.makers import AdversarialMaker
from sito.playing.game import play
from sito.strategies.strategy import Strategy, parse_strategy
from sito.strategies.tree import StrategyTree

FEWEST = Path(__file__).parent.parent / "docs" / "tables" / "4x10-distinct-fewest.tree.gz"
COUNTS: dict[str, dict[str, tuple[int, int]]] = {
    "4x6": {
        "minimax": (5, 5),
        "expected-size": (5, 6),
        "entropy": (6, 6),
        "most-parts": (6, 6),
        "tree:total": (5, 6),
        "tree:worst": (5, 5),
    },
    "4x10-distinct": {
        "minimax": (7, 7),
        "expected-size": (7, 7),
        "entropy": (7, 8),
        "most-parts": (7, 8),
        "tree:total": (7, 7),
        "tree:worst": (7, 7),
    },
}
"""For each game and strategy: the guesses against a codemaker that does not know the strategy, and one that does."""


def trees(rules: str) -> dict[str, StrategyTree]:
    """Gives the trees with the least total, and with the least worst case and fewest codes that need it."""
    worst = solve(rules, "worst-fewest-total").tree if rules == "4x6" else StrategyTree.load(FEWEST)
    total = solve(rules).tree
    assert total is not None
    assert worst is not None
    return {"total": total, "worst": worst}


def strategies(rules: str) -> Iterator[tuple[str, Strategy]]:
    """Gives the strategies of a game by their names in the table."""
    best = trees(rules)
    for name in COUNTS[rules]:
        yield name, parse_strategy(name, best)


def main() -> None:
    unit = yardstick.seconds()
    print(f"{'game':15}{'strategy':15}{'guesses':>8}{'an answer, Y':>14}{'knowing':>9}")
    for rules, counts in COUNTS.items():
        for name, strategy in strategies(rules):
            maker = AdversarialMaker(rules)
            game = play(rules, strategy, maker)
            start = time.perf_counter()
            for turns, (guess, answer) in enumerate(game.turns):
                assert maker.answer(game.shortened(turns), guess) == answer
            each = (time.perf_counter() - start) / len(game) / unit
            knowing = play(rules, strategy, AdversarialMaker(rules, against=strategy))
            assert (len(game), len(knowing)) == counts[name], name
            print(f"{rules:15}{name:15}{len(game):>8}{each:>14.3f}{len(knowing):>9}")


if __name__ == "__main__":
    main()
