"""Plays games that are too large for comparing all guesses, by the search on a sample of the codes, or by halving.

`python -m benchmarks.large [GAME ...]` prints the mean number of guesses of so many games with published seeds, its
standard error, how many bits of the secret a guess found, and the processor time of a game in Y. The secrets are those
that `random.Random(1)` draws, one after the other; each guess is `Knowledge.search(top=1)`. Every game is asserted to
end with its secret.

`boards` stands for a game on each of 200 boards of 5 to 16 pegs and 5 to 20 colors, drawn by `random.Random(2)`: the
setting of TopCoder's Marathon Match 2 (2006), which had up to 100 pegs, for bits of the secret per guess.

The games of VAST are played by `halving`. No game is to take more guesses than its bound, which is printed with the
most that one took.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from math import log2
from statistics import fmean, stdev
from time import process_time

from benchmarks import yardstick
from sito.codes.code import Code
from sito.codes.feedback import Turn, score
from sito.sieve.knowledge import Knowledge
from sito.strategies.halving import Halving, most_guesses

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
    "20x20": 60,
}
VAST = {
    "32x32": 100,
    "64x64": 50,
    "100x100": 30,
    "100x6": 100,
    "64x64-distinct": 30,
    "30x80": 50,
    "100x100-distinct": 10,
}
BOARDS = 200
_KEPT_TURNS = 2  # guesses after so few turns are remembered, for many games share them


def play(start: Knowledge, secret: Code, choose: Callable[[Knowledge], Code]) -> int:
    """Plays a game; returns the number of guesses."""
    known = start
    while not known.history or not known.history[-1].answer.wins:
        guess = choose(known)
        known = known.after(guess, score(start.rules, guess, secret))
    assert known.history[-1].guess == secret
    return len(known.history)


def halve(known: Knowledge) -> Code:
    return Halving().choose(known, random.Random(0))


class Search:
    """Chooses by searches, and remembers the first guesses."""

    def __init__(self) -> None:
        self._remembered: dict[tuple[Turn, ...], Code] = {}

    def __call__(self, known: Knowledge) -> Code:
        guess = self._remembered.get(known.history) or known.search(top=1)[0].code
        if len(known.history) < _KEPT_TURNS:
            self._remembered[known.history] = guess
        return guess


def bits_per_guess(games: int, seed: int) -> list[float]:
    """Plays a game on each of so many boards; returns how many bits of its secret a guess found."""
    rng, found = random.Random(seed), []
    for _ in range(games):
        start = Knowledge(f"{rng.randint(5, 16)}x{rng.randint(5, 20)}")
        found.append(log2(start.secrets.size) / play(start, start.secrets.draw(rng), Search()))
    return found


def spread(numbers: list[int] | list[float]) -> str:
    return f"{len(numbers):5} games  {fmean(numbers):.3f} +- {stdev(numbers) / len(numbers) ** 0.5:.3f}"


def main(names: list[str]) -> None:
    """Plays the games of these names, or all."""
    unit = yardstick.seconds()
    print(f"1 Y is {unit:.2f} s")
    for name in names or [*GAMES, "boards", *VAST]:
        begun = process_time()
        games = {**GAMES, **VAST, "boards": BOARDS}[name]
        if name == "boards":
            said = f"{spread(bits_per_guess(games, 2))} bits per guess"
        else:
            start, rng = Knowledge(name), random.Random(1)
            choose = halve if name in VAST else Search()
            counts = [play(start, start.secrets.draw(rng), choose) for _ in range(games)]
            said = f"{spread(counts)} guesses  {log2(start.secrets.size) / fmean(counts):.2f} bits per guess"
            if name in VAST:
                assert max(counts) <= most_guesses(name)
                said += f"  {max(counts)} of {most_guesses(name)} at most"
        took = (process_time() - begun) / games / unit
        print(f"{name:16} {said}  {took:.3f} Y a game", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
