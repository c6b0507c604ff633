"""What the vectors of a processor are worth: the same searches with the better instructions forbidden, in turn.

    python -m benchmarks.processors

Each search proves the same value on one thread after as many positions at every level; a level that the processor lacks
is as quick as the best that it has. Times are medians of processor time.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys

GAMES = {"4x7": 11_228, "4x8": 20_471, "4x10-distinct": 26_274, "5x5": 13_496, "6x4": 17_281}
LEVELS = ("portable", "avx2", "avx512")
TIMES = 7

_SEARCH = """
import sys, time
from sito import solve
start = time.process_time()
found = solve(sys.argv[1], threads=1)
assert found.proven
print(time.process_time() - start, *found.upper, found.spent.positions)
"""


def search(game: str, level: str) -> tuple[float, int, int]:
    """Gives seconds of processor time, the value and the positions of a search at a level."""
    done = subprocess.run(
        [sys.executable, "-c", _SEARCH, game],
        env=os.environ | {"SITO_SIMD": level},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    seconds, value, positions = done.stdout.split()
    return float(seconds), int(value), int(positions)


def main() -> None:
    print(f"{'game':15}", *(f"{level:>10}" for level in LEVELS), f"{'positions':>10}")
    for game, value in GAMES.items():
        seconds: dict[str, list[float]] = {level: [] for level in LEVELS}
        positions = set()
        for _time in range(TIMES):
            for level in LEVELS:
                taken, found, searched = search(game, level)
                assert found == value, (game, level, found)
                seconds[level].append(taken)
                positions.add(searched)
        assert len(positions) == 1, (game, positions)
        medians = (f"{statistics.median(seconds[level]):10.3f}" for level in LEVELS)
        print(f"{game:15}", *medians, f"{positions.pop():10}", flush=True)


if __name__ == "__main__":
    main()
