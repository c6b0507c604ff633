"""Water jugs: the native search over all states that three and four jugs can reach, and the closed form for two.

    python -m benchmarks.jugs

The counts are asserted: of states, of best plans, and of actions.
"""

from __future__ import annotations

import time

from benchmarks import yardstick
from sito.puzzles.jugs.problem import EndState, Goal, InAny, Jugs
from sito.puzzles.jugs.solver import native_problem, solve_jugs

# jugs, goal, states kept, actions (0: impossible), digits of the number of plans
SEARCHES: list[tuple[tuple[int, ...], Goal, int, int, int]] = [
    ((1009, 997, 991), EndState((1, 1, 1)), 5_987_840, 0, 1),
    ((1009, 997, 991), InAny(500), 799_438, 333, 60),
    ((71, 67, 61, 59), EndState((1, 1, 1, 1)), 2_135_520, 0, 1),
]
TWO_JUGS = Jugs((1_000_000_007, 998_244_353), goal=InAny(123_456_789))
TIMES = 1000


def main() -> None:
    print(f"{'jugs':20}{'states':>10}{'actions':>9}{'s':>8}{'Y':>7}{'states/s':>12}")
    for capacities, goal, states, actions, digits in SEARCHES:
        start = time.process_time()
        found = native_problem(Jugs(capacities, goal=goal)).search(20_000_000)
        seconds = time.process_time() - start
        assert found.states == states
        assert (found.cost or (0, 0))[1] == actions
        assert len(str(found.plans)) == digits
        name = " ".join(map(str, capacities))
        in_y = seconds / yardstick.seconds()
        print(f"{name:20}{states:>10}{actions:>9}{seconds:>8.2f}{in_y:>7.2f}{states / seconds:>12.3g}")
    start = time.process_time()
    for _ in range(TIMES):
        plan = solve_jugs(TWO_JUGS).plan
        assert plan is not None
        assert plan.length == 1_835_780_744
    print(f"two jugs of 10^9, closed form: {(time.process_time() - start) / TIMES * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
