"""How long `sito --help` takes, against `python -c pass`: medians of ten, taken in turn.

    python -m benchmarks.startup

The design allows a ratio of 8.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 10
ALLOWED = 8.0


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    bare = [sys.executable, "-c", "pass"]
    help_ = [sys.executable, "-c", "import sys; from sito.cli import main; sys.exit(main(['--help']))"]
    seconds(help_)  # compiles what is not compiled yet
    pairs = [(seconds(bare), seconds(help_)) for _ in range(ROUNDS)]
    base, ours = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(
        f"python -c pass {base * 1e3:.1f} ms, sito --help {ours * 1e3:.1f} ms, ratio {ours / base:.2f} of {ALLOWED:g}"
    )
    assert ours / base <= ALLOWED


if __name__ == "__main__":
    main()
