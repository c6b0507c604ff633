"""Peg solitaire: the English board's central game, whole and its fewest moves alone, and partial starts.

    python -m benchmarks.pegs

Each part checks its counts. Times are of the wall clock on the threads that RAYON_NUM_THREADS
says, 2 without it, in Y of this machine.
"""

from __future__ import annotations

import os
import random
import resource
import time
from collections.abc import Callable

os.environ.setdefault("RAYON_NUM_THREADS", "2")  # before the native core is loaded

from benchmarks import yardstick
from sito.puzzles.pegs.analysis import Analysis
from sito.puzzles.pegs.problem import Problem, mask

CENTRE = 1 << 16
PARTIAL_PEGS = 25
PARTIAL_STARTS = 5


def fewest_moves() -> None:
    """The fewest moves with one solution."""
    analysis = Analysis(Problem.parse("english"))
    answer = analysis.solve()
    assert answer.proven
    assert answer.solution is not None
    assert len(answer.solution) == 18


def everything() -> None:
    """Every number that is known of the central game."""
    analysis = Analysis(Problem.parse("english"))
    assert analysis.fewest() == 18
    assert analysis.shortest_count() == 7488
    assert analysis.solutions_count() == 40861647040079968
    assert analysis.games() == 577116156815309849672
    assert sum(level.positions for level in analysis.reachable()) == 187636299
    assert sum(level.classes for level in analysis.reachable()) == 23475688
    assert sum(level.classes for level in analysis.winning()) == 1679072


def partial_start(rng: random.Random) -> int:
    """Draws a start with a solution by taking jumps back from the finish."""
    problem = Problem.parse("english")
    while True:
        position = CENTRE
        while position.bit_count() < PARTIAL_PEGS:
            back = [jump for jump in problem.board.jumps if position & mask(jump) == 1 << jump[2]]
            if not back:
                break
            position ^= mask(rng.choice(back))
        if position.bit_count() == PARTIAL_PEGS:
            return position


def timed(work: Callable[[], None]) -> float:
    """Times a piece of work, in Y."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) / yardstick.seconds()


def main() -> None:
    print(f"{'problem':34}{'Y':>7}{'required':>10}")
    print(f"{'english, fewest moves':34}{timed(fewest_moves):>7.1f}{8:>10}", flush=True)
    rng = random.Random(2026)
    board = Problem.parse("english").board
    for _ in range(PARTIAL_STARTS):
        problem = Problem(board, partial_start(rng), (CENTRE,))
        fewest: list[int | None] = []
        taken = timed(lambda problem=problem, fewest=fewest: fewest.append(Analysis(problem).fewest()))
        name = f"english, {PARTIAL_PEGS} pegs, {fewest[0]} moves"
        print(f"{name:34}{taken:>7.1f}{8:>10}", flush=True)
    print(f"{'english, every number':34}{timed(everything):>7.1f}{15:>10}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"peak memory {peak:.2f} GiB, required 2")
    assert peak <= 2


if __name__ == "__main__":
    main()
