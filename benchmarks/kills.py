"""Kills players of saved games at random moments, and proves that nothing of a game is lost.

python -m benchmarks.kills         # a thousand kills, some minutes; `make prove` runs it
python -m benchmarks.kills 100 7   # so many kills, with this seed of the moments
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.kills import kill

KILLS = 1000


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns() % 10**6
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        count = kill(times, Path(folder), seed)
    assert count.kills == times
    # So many kills must have come while games were played, or they prove nothing.
    assert count.shown > times
    assert count.ended > times // 100
    assert count.before < times // 2 + 50
    seconds = time.perf_counter() - begun
    print(
        f"{count.kills} kills (seed {seed}) in {seconds:.0f} s: {count.before} before a turn was shown, "
        f"{count.shown} turns shown and all kept, {count.unseen} kept before they were shown, "
        f"{count.ended} games brought to their end, nothing lost"
    )


if __name__ == "__main__":
    main()
