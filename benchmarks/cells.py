"""Counting cells without a stored matrix: one guess against all codes of a game, one thread.

    python -m benchmarks.cells

The loop is `crates/core/benches/cells.rs`, which checks the cells against the plain
scorer and the paths against each other. The column Y says how many times the pairs per
second of the yardstick this is.
"""

from __future__ import annotations

import subprocess

from benchmarks import yardstick

REQUIRED = {"4x6": 20.0, "4x10-distinct": 20.0, "5x8": 14.0, "6x10": 14.0, "10x4": 3.0}


def main() -> None:
    command = ["cargo", "bench", "--quiet", "--package", "sito-core", "--bench", "cells"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    print(f"{'game':14}{'path':10}{'codes':>9}{'guesses':>9}{'G pairs/s':>11}{'Y':>7}{'required':>10}")
    for line in output.splitlines():
        game, path, guesses, codes, pairs, seconds = line.split()
        rate = int(pairs) / float(seconds)
        times = rate / yardstick.pairs_per_second()
        print(f"{game:14}{path:10}{codes:>9}{guesses:>9}{rate / 1e9:>11.2f}{times:>7.1f}{REQUIRED[game]:>10.0f}")


if __name__ == "__main__":
    main()
