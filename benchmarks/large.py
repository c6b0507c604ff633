"""Plays games that are too large for comparing all guesses, by the search on a sample of the possible codes.

`python -m benchmarks.large [GAME ...]` prints the mean number of guesses of so many games with published seeds, its
standard error, and the time of a game in Y. The secrets are those that `random.Random(1)` draws, one after the other;
each guess is `Knowledge.search(top=1)`. Every game is asserted to end with its secret.
"""

from __future__ import annotations

import random
import sys
from statistics import fmean, stdev
from time import perf_counter

from benchmarks import yardstick
from sito.codes.code import Code
from sito.codes.feedback import Turn, score
from sito.sieve.knowledge import Knowledge

GAMES = {
    "6x9": 2000,
    "7x10": 2000,
    "7x6": 2000,
    "8x12": 2000,
    "9x6": 2000,
    "10x6": 2000,
    "10x10": 500,
    "12x12": 500,
    "16x6": 500,
    "16x16": 100,
}
_KEPT_TURNS = 2  # guesses after so few turns are remembered, for many games share them


def play(start: Knowledge, secret: Code, remembered: dict[tuple[Turn, ...], Code]) -> int:
    """Plays a game by searches; returns the number of guesses."""
    known = start
    while True:
        guess = remembered.get(known.history) or known.search(top=1)[0].code
        if len(known.history) < _KEPT_TURNS:
            remembered[known.history] = guess
        known = known.after(guess, score(start.rules, guess, secret))
        if guess == secret:
            return len(known.history)


def main(names: list[str]) -> None:
    """Plays the games of these names, or all."""
    unit = yardstick.seconds()
    print(f"1 Y is {unit:.2f} s")
    for name in names or GAMES:
        start, rng = Knowledge(name), random.Random(1)
        remembered: dict[tuple[Turn, ...], Code] = {}
        begun = perf_counter()
        counts = [play(start, start.secrets.draw(rng), remembered) for _ in range(GAMES[name])]
        took = (perf_counter() - begun) / len(counts) / unit
        error = stdev(counts) / len(counts) ** 0.5
        print(
            f"{name:7} {len(counts):5} games  {fmean(counts):.3f} +- {error:.3f} guesses  {took:.3f} Y a game",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
