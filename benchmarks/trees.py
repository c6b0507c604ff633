"""Building whole strategy trees natively, statistics included, on one thread and on two.

    python -m benchmarks.trees

The column "allowed" is what the design allows on two threads, in Y.
"""

from __future__ import annotations

import resource
import time

from benchmarks import word_lists, yardstick
from sito import _native
from sito.native.game import native_rules

RUNS = 5
CASES: dict[tuple[int, int, str], tuple[float, dict[str, int]]] = {
    (4, 6, "any"): (0.03, {"minimax": 5801, "expected-size": 5696, "entropy": 5722, "most-parts": 5668}),
    (4, 10, "distinct"): (0.03, {"minimax": 27139, "expected-size": 26551, "entropy": 26424, "most-parts": 26751}),
    (5, 8, "any"): (0.8, {"minimax": 183966, "expected-size": 180287, "entropy": 179863, "most-parts": 181834}),
    (6, 6, "any"): (1.2, {"most-parts": 244470}),
    (9, 3, "any"): (0.8, {"entropy": 94416}),
}
"""Rules, the time allowed, and the total of guesses over all codes by metric."""
WORDLE = 0.5, {"minimax": 8272, "expected-size": 8059, "entropy": 8020, "most-parts": 7949}
"""The same for the original lists of Wordle, 2,315 words and 12,972 guesses, where they are."""


def fastest(rules: _native.Rules, metric: str, threads: int, total: int) -> float:
    """Builds the tree a few times, checks the total, and gives the shortest time in seconds."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        tree, _, _ = _native.build_tree(_native.Knowledge(rules), [], metric, threads=threads)
        times.append(time.perf_counter() - start)
        assert tree is not None
        _, histogram = tree
        assert sum(histogram) == rules.secret_count
        assert sum(guesses * count for guesses, count in enumerate(histogram, 1)) == total
    return min(times)


def main() -> None:
    unit = yardstick.seconds()
    games = {
        f"{pegs}x{colors}" + ("" if allowed == "any" else f"-{allowed}"): (
            _native.Rules(pegs, colors, allowed, "black-white"),
            *asked,
        )
        for (pegs, colors, allowed), asked in CASES.items()
    }
    if word_lists.are_here():
        games["wordle"] = native_rules(word_lists.wordle()), *WORDLE
    print(f"{'game':15}{'metric':15}{'total':>8}{'1 thread, Y':>13}{'2 threads, Y':>14}{'allowed':>9}")
    for name, (rules, limit, totals) in games.items():
        for metric, total in totals.items():
            one, two = (fastest(rules, metric, threads, total) / unit for threads in (1, 2))
            print(f"{name:15}{metric:15}{total:>8}{one:>13.4f}{two:>14.4f}{limit:>9.2f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {peak} MB, of 300 allowed")
    assert peak <= 300


if __name__ == "__main__":
    main()
