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


def halve(start: Knowledge, secret: Code) -> int:
    """Plays a game by `halving`; returns the number of guesses."""
    known = start
    while not known.history or not known.history[-1].answer.wins:
        guess = Halving().choose(known, random.Random(0))
        known = known.after(guess, score(start.rules, guess, secret))
    assert known.history[-1].guess == secret
    return len(known.history)


def bits_per_guess(games: int, seed: int) -> list[float]:
    """Plays a game on each of so many boards; returns how many bits of its secret a guess found."""
    rng, found = random.Random(seed), []
    for _ in range(games):
        start = Knowledge(f"{rng.randint(5, 16)}x{rng.randint(5, 20)}")
        found.append(log2(start.secrets.size) / play(start, start.secrets.draw(rng), {}))
    return found


def spread(numbers: list[int] | list[float]) -> str:
    return f"{len(numbers):5} games  {fmean(numbers):.3f} +- {stdev(numbers) / len(numbers) ** 0.5:.3f}"


def main(names: list[str]) -> None:
    """Plays the games of these names, or all."""
    unit = yardstick.seconds()
    print(f"1 Y is {unit:.2f} s")
    for name in names or [*GAMES, "boards", *VAST]:
        begun = process_time()
        if name == "boards":
            games, said = BOARDS, f"{spread(bits_per_guess(BOARDS, 2))} bits per guess"
        elif name in VAST:
            start, rng, games = Knowledge(name), random.Random(1), VAST[name]
            counts = [halve(start, start.secrets.draw(rng)) for _ in range(games)]
            bits, most = log2(start.secrets.size) / fmean(counts), most_guesses(name)
            assert max(counts) <= most
            said = f"{spread(counts)} guesses  {max(counts)} of {most} at most  {bits:.2f} bits per guess"
        else:
            start, rng = Knowledge(name), random.Random(1)
            remembered: dict[tuple[Turn, ...], Code] = {}
            games = GAMES[name]
            counts = [play(start, start.secrets.draw(rng), remembered) for _ in range(games)]
            said = f"{spread(counts)} guesses  {log2(start.secrets.size) / fmean(counts):.2f} bits per guess"
        took = (process_time() - begun) / games / unit
        print(f"{name:16} {said}  {took:.3f} Y a game", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
