"""Proving best strategies from an empty table, matrix and tree included, on one thread and on two.

    python -m benchmarks.exact          # least totals of the games of seconds, and the worst of 4x10-distinct
    python -m benchmarks.exact --long   # also 4x9, 5x6, 4x10, 5x7, and who needs a seventh guess in 4x10-distinct

Every value is checked, and so is the number of positions that one thread searches. The column
"allowed" is what the design allows, in Y.
"""

from __future__ import annotations

import argparse
import resource
import time
from dataclasses import dataclass

from benchmarks import yardstick
from sito.exact.problem import Objective, Solution
from sito.exact.solver import solve
from sito.rules.rules import Rules

RUNS = 3


@dataclass(frozen=True)
class Case:
    """A game, its value, the positions of one thread, and what is allowed on one thread and on two, in Y."""

    game: str
    value: tuple[int, ...]
    positions: int
    one: float | None
    two: float | None
    objective: Objective = Objective.TOTAL


CASES = [
    Case("4x6", (5625,), 467, 0.03, 0.03),
    Case("5x5", (13496,), 721, 0.3, 0.2),
    Case("4x7", (11228,), 2991, 0.35, 0.22),
    Case("4x8", (20471,), 6645, 1.8, 1.1),
    Case("6x4", (17281,), 2188, 2, 1.2),
    Case("4x10-distinct", (26274,), 7955, 3, 1.8),
    Case("4x10-distinct", (7,), 1774, None, None, Objective.WORST),
]
LONG = [
    Case("4x9", (34666,), 0, None, 2),
    Case("5x6", (36721,), 0, None, 10),
    Case("4x10", (55632,), 0, None, 20),
    Case("5x7", (85645,), 0, None, 130),
    Case("4x10-distinct", (7, 50, 26450), 0, None, None, Objective.WORST_FEWEST_TOTAL),
]


def fastest(case: Case, threads: int, runs: int) -> float:
    """Solves a few times, checks the value, and gives the shortest time in seconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        solution = solve(Rules.parse(case.game), case.objective, threads=threads)
        times.append(time.perf_counter() - start)
        check(case, threads, solution)
    return min(times)


def check(case: Case, threads: int, solution: Solution) -> None:
    assert solution.proven
    assert solution.lower == solution.upper == case.value
    assert solution.tree is not None
    assert case.objective.values(solution.tree.histogram) == case.value
    assert threads > 1 or not case.positions or solution.spent.positions == case.positions


def allowed(most: float | None) -> str:
    return f"{'' if most is None else most:>9}"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exact")
    parser.add_argument("--long", action="store_true", help="also the games of minutes")
    long = parser.parse_args(arguments).long
    unit = yardstick.seconds()
    print(f"{'game':15}{'least':>30}{'1 thread, Y':>13}{'allowed':>9}{'2 threads, Y':>14}{'allowed':>9}")
    for case in [*CASES, *(LONG if long else [])]:
        runs = RUNS if case in CASES else 1
        least = f"{case.objective.value} {', '.join(map(str, case.value))}"
        one = f"{fastest(case, 1, runs) / unit:13.3f}{allowed(case.one)}" if case in CASES else " " * 22
        print(f"{case.game:15}{least:>30}{one}{fastest(case, 2, runs) / unit:14.3f}{allowed(case.two)}", flush=True)
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
