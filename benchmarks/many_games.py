"""Ten thousand games at once beside a short program of one's own in numpy, and what a game of a tree takes.

    python -m benchmarks.many_games

Both play the same secrets of 4x6 with `entropy`, and think about each position once. They are timed in
turn, in one process, from nothing; the least times are told, in milliseconds and in Y. All must need the same guesses:
equal scores are told apart in the same way. The game of a tree is all 1,296 games by `play_many`, divided by their
number, of a tree that has been played before; and a game by `tree.guesses`.
"""

from __future__ import annotations

import random
from time import perf_counter

import numpy as np

from benchmarks import yardstick
from benchmarks.scores import matrix_in_numpy
from sito import CodeSpace, Knowledge, StrategyTree, parse_strategy, play_many

ROUNDS = 5
GAMES = 10_000
TOTAL = 44_207
"""The guesses of these games."""


def games_in_numpy(codes: np.ndarray, secrets: list[int]) -> list[int]:
    """Plays games of black and white pegs as people write it: the guess of each position is found once."""
    answers = matrix_in_numpy(codes)
    kinds, win = int(answers.max()) + 1, int(answers.max())

    def choose(possible: np.ndarray) -> int:
        if len(possible) <= 2:
            return int(possible[0])
        rows = answers[:, possible] + np.arange(len(codes))[:, None] * kinds
        sizes = np.bincount(rows.ravel(), minlength=len(codes) * kinds).reshape(-1, kinds)
        score = (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1)
        score[possible] -= 1e-6  # of equal scores, a guess that may be the code
        return int(np.flatnonzero(score <= score.min() + 1e-9)[0])

    everything = np.arange(len(codes))
    moments = {(): (choose(everything), everything)}  # the guess and the possible codes, by the answers so far
    lengths = []
    for secret in secrets:
        position: tuple[int, ...] = ()
        while not position or position[-1] != win:
            guess, possible = moments[position]
            position += (int(answers[guess, secret]),)
            if position not in moments and position[-1] != win:
                left = possible[answers[guess, possible] == position[-1]]
                moments[position] = choose(left), left
        lengths.append(len(position))
    return lengths


def main() -> None:
    space = CodeSpace("4x6")
    codes = space.to_numpy()
    every, rng = list(space), random.Random(1)
    secrets = [rng.randrange(len(space)) for _ in range(GAMES)]
    rows, texts = codes[secrets], [space.text(space[number]) for number in secrets]
    tree = StrategyTree.build(parse_strategy("entropy"), Knowledge("4x6"))
    assert play_many("4x6", tree).total == 5722
    taken: dict[str, list[float]] = {"numpy": [], "rows of an array": [], "texts": [], "tree": [], "guesses": []}
    for _ in range(ROUNDS):
        for name, times in taken.items():
            begun = perf_counter()
            if name == "numpy":
                lengths = games_in_numpy(codes, secrets)
            elif name == "tree":
                assert play_many("4x6", tree).total == 5722
            elif name == "guesses":
                assert sum(len(tree.guesses(code)) for code in every) == 5722
            else:
                games = play_many("4x6", "entropy", texts if name == "texts" else rows)
                assert (games.total, games.lengths) == (TOTAL, tuple(lengths))
            times.append(perf_counter() - begun)
    least = {name: min(times) for name, times in taken.items()}
    unit = yardstick.seconds()
    for name in ("numpy", "rows of an array", "texts"):
        faster = least["numpy"] / least[name]
        print(f"{GAMES} games, {name:17}{least[name] * 1e3:8.1f} ms {least[name] / unit:8.4f} Y {faster:6.1f} times")
    for name in ("tree", "guesses"):
        print(f"a game of a tree, {name:8}{least[name] / len(space) * 1e6:8.2f} us")


if __name__ == "__main__":
    main()
