"""What the native answers are worth beside short programs of one's own: one pair in plain Python, a matrix in numpy.

    python -m benchmarks.scores

All ways are timed in turn, in one process; the least times of many rounds are told, and all must give the same answers.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

from benchmarks import yardstick
from sito import CodeSpace, feedback_matrix, score
from sito.codes.code import Code

ROUNDS = 40
PAIRS = 20_000


def pair_in_python(guess: tuple[int, ...], secret: tuple[int, ...]) -> tuple[int, int]:
    """Counts black and white pegs as people write it."""
    black = sum(mine == other for mine, other in zip(guess, secret, strict=True))
    total = sum(min(guess.count(color), secret.count(color)) for color in set(guess))
    return black, total - black


def matrix_in_numpy(codes: np.ndarray) -> np.ndarray:
    """Counts black and white pegs of all pairs as people write it, and numbers the answers as Sito does."""
    black = (codes[:, None, :] == codes[None, :, :]).sum(axis=2)
    counts = np.array([(codes == color).sum(axis=1) for color in range(codes.max() + 1)])
    total = np.minimum(counts[:, :, None], counts[:, None, :]).sum(axis=0)
    return total * (total + 1) // 2 + black


def least(*ways: Callable[[], object]) -> list[float]:
    """Times some ways in turn, and gives the least seconds of each."""
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(ROUNDS):
        for way, taken in zip(ways, times, strict=True):
            begun = perf_counter()
            way()
            taken.append(perf_counter() - begun)
    return list(map(min, times))


def main() -> None:
    guess, secret = Code([0, 0, 1, 2]), Code([0, 1, 2, 3])
    answer = score("4x6", guess, secret)
    assert (answer.black, answer.white) == pair_in_python(guess, secret)
    codes = CodeSpace("4x6").to_numpy()
    assert np.array_equal(feedback_matrix("4x6"), matrix_in_numpy(codes))

    def repeated(pair: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            for _ in range(PAIRS):
                pair()

        return run

    plain, native = least(
        repeated(lambda: pair_in_python(guess, secret)), repeated(lambda: score("4x6", guess, secret))
    )
    slow, quick = least(lambda: matrix_in_numpy(codes), lambda: feedback_matrix("4x6"))
    print(f"a pair of 4x6    {native / PAIRS * 1e6:8.2f} us   in plain Python {plain / PAIRS * 1e6:8.2f} us")
    print(f"all pairs of 4x6 {quick * 1e3:8.2f} ms   in numpy        {slow * 1e3:8.2f} ms")
    yardstick.main()


if __name__ == "__main__":
    main()
