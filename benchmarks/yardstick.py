"""How long one Y takes on this machine.

python -m benchmarks.yardstick
"""

from __future__ import annotations

import functools
import subprocess
import tempfile
from pathlib import Path

RUNS = 3
CHECKSUM = "30244769568"
PAIRS = 156_204_288
SOURCE = Path(__file__).with_name("yardstick.c")


@functools.cache
def seconds() -> float:
    """Compiles the yardstick with `cc -O2` and takes the fastest of a few runs."""
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "yardstick")
        subprocess.run(["cc", "-O2", "-o", program, str(SOURCE)], check=True)
        times = []
        for _ in range(RUNS):
            output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
            checksum, pairs, time = output.split()
            assert (checksum, int(pairs)) == (CHECKSUM, PAIRS)
            times.append(float(time))
    return min(times)


def pairs_per_second() -> float:
    """How many pairs of a guess and a code the yardstick scores in a second."""
    return PAIRS / seconds()


def main() -> None:
    print(f"1 Y = {seconds():.3f} s, {pairs_per_second() / 1e6:.0f} M pairs/s")


if __name__ == "__main__":
    main()
