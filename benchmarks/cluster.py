"""The exact search on many workers: the work that it does more than one process, and what many workers would gain.

    python -m benchmarks.cluster                  # positions with 1, 2 and 4 processes against a search in one process
    python -m benchmarks.cluster --simulate 4x9   # 1 to 1024 workers, whose jobs are done here one after the other
    python -m benchmarks.cluster --dask           # the same on a Dask cluster of this machine
    python -m benchmarks.cluster --kills 20       # kills workers and coordinators at random moments; `make prove`

The simulation runs the true coordinator. Each job is really done when it is handed out, by a worker with a table of
its own that knows what it was told and what it has found; its processor time is measured, and its report comes when
that time has passed on a simulated clock. What the coordinator itself takes passes on the same clock, and so does a
delay for each job.
"""

from __future__ import annotations

import argparse
import heapq
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from sito.base.limits import Limits
from sito.base.workers import Dask, Processes, Serial, Workers
from sito.errors import Fault
from sito.exact.cluster import Standing, solve_together
from sito.exact.cluster.crew import Crew, Lane
from sito.exact.cluster.jobs import Letter, Report, Setting
from sito.exact.cluster.lead import Asked, Lead
from sito.exact.cluster.together import Reached, pursue
from sito.exact.cluster.worker import search, tabulated
from sito.exact.problem import Problem
from sito.exact.solver import solve
from sito.strategies.tree.verify import verify

VALUES = {"4x8": 20471, "4x10-distinct": 26274, "4x9": 34666, "4x10": 55632, "5x6": 36721}
GAMES = ("4x8", "4x10-distinct", "4x9")
ON_DASK = ("4x8", "4x10-distinct")
DASK_WORKERS = 2
PROCESSES = (1, 2, 4)
MOST_WORK = 1.3
SIMULATED = (1, 16, 64, 256, 1024)
DELAY = 0.002
"""Seconds from the end of a job until its worker has the next one, beside what the coordinator takes."""
TABLE = 2 << 20
MEMORY = 3 << 30


def compare() -> None:
    """Counts the positions of a search with several processes; the value and the tree are checked."""
    print(f"{'game':>14} {'alone':>9}" + "".join(f"{count:>4} processes" for count in PROCESSES))
    for game in GAMES:
        alone = solve(game).spent.positions
        row = [f"{game:>14} {alone:>9}"]
        for count in PROCESSES:
            ratio = solve_checked(game, Processes(count)) / alone
            assert ratio <= MOST_WORK, (game, count, ratio)
            row.append(f"{ratio:>14.2f}")
        print("".join(row), flush=True)


def compare_on_dask() -> None:
    """Counts the positions of a search on a Dask cluster of this machine, whose workers have a thread each."""
    print(f"{'game':>14} {'alone':>9} {'Dask':>9}")
    for game in ON_DASK:
        alone = solve(game).spent.positions
        with dask_cluster() as cluster:
            positions = solve_checked(game, Dask(cluster.scheduler_address))
        print(f"{game:>14} {alone:>9} {positions:>9}  {positions / alone:.2f}", flush=True)
        assert positions <= MOST_WORK * alone, (game, positions / alone)


def solve_checked(game: str, workers: Workers, on_progress: Callable[[Standing], object] | None = None) -> int:
    """Solves a game on workers, checks the value and the tree, and gives the positions searched."""
    found = solve_together(game, workers, on_progress=on_progress)
    assert (found.proven, found.upper, found.lower) == (True, (VALUES[game],), (VALUES[game],))
    assert found.tree is not None
    histogram = verify(str(found.tree), found.rules)
    assert sum(place * codes for place, codes in enumerate(histogram, 1)) == VALUES[game]
    return found.spent.positions


@contextmanager
def dask_cluster() -> Iterator[Any]:
    """A cluster of this machine, whose workers are processes of one thread each."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=DASK_WORKERS, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster


class Simulated(Crew[Asked]):
    """Workers that do their jobs here, one after the other, on a clock of their own."""

    def __init__(self, setting: Setting, count: int) -> None:
        super().__init__(Serial(), setting, lambda: False)
        native = tabulated(setting)
        assert native is not None
        self._games = [native.forgetful(TABLE if count > 1 else TABLE << 6) for _ in range(count)]
        self._known = [0] * count
        self._idle = list(range(count))
        self.lanes[0].slots = count
        self._ends: list[tuple[float, int, int, Asked, Report]] = []
        self.clock = self.busy = self.leading = 0.0
        self.facts = 0
        self._mark = time.process_time()

    def _lead(self) -> None:
        """Lets pass what the coordinator took since the last time."""
        passed = time.process_time() - self._mark
        self.clock += passed
        self.leading += passed
        self._mark = time.process_time()

    def running(self) -> int:
        return len(self._ends)

    def idle_lane(self) -> Lane[Asked] | None:
        if not self._idle:
            return None
        self.lanes[0]._knows = {"next": (self._known[self._idle[-1]], 0)}
        return self.lanes[0]

    @contextmanager
    def at_work(self) -> Iterator[None]:
        yield

    def hand_out(self, lane: Lane[Asked], what: Asked, letter: Letter) -> None:
        self._lead()
        place = self._idle.pop()
        game = self._games[place]
        game.learn(letter.facts)
        self.facts += len(letter.facts)
        self._known[place] = letter.stop
        begun = time.process_time()
        shown, (stopped, positions, facts) = search(game, letter.job, self._setting)
        seconds = time.process_time() - begun
        report = Report(shown, stopped, positions, seconds, game.memory, facts, str(place), letter.stop)
        self.busy += seconds
        heapq.heappush(self._ends, (self.clock + seconds + DELAY, letter.stop + len(self._ends), place, what, report))
        self._mark = time.process_time()

    def has_news(self) -> bool:
        self._lead()
        return bool(self._ends) and self._ends[0][0] <= self.clock

    def wait(self, ask: Callable[[], object], fault: Callable[[], Fault]) -> tuple[Asked, Report] | list[Asked]:
        self._lead()
        end, _, place, what, report = heapq.heappop(self._ends)
        self.clock = max(self.clock, end)
        self._idle.append(place)
        return what, report


def simulate(game: str, counts: tuple[int, ...]) -> None:
    """Shows what so many workers would gain."""
    print(
        f"{game}: workers, seconds, speedup, positions against one worker, jobs, workers busy, coordinator, MB of facts"
    )
    first: tuple[float, int] | None = None
    for count in counts:
        lead = Lead(Problem(game), Serial(), Limits(memory=MEMORY), 1, None)
        crew = Simulated(lead.crew._setting, count)
        lead.crew = crew
        pursue(lead, Reached())
        assert lead.best is not None
        assert lead.best.total == VALUES.get(game, lead.best.total)
        first = first or (crew.clock, lead.positions)
        print(
            f"{count:>5} {crew.clock:>9.2f} {first[0] / crew.clock:>8.1f} {lead.positions / first[1]:>6.2f} "
            f"{lead.jobs:>7} {crew.busy / crew.clock / count:>6.0%} {crew.leading / crew.clock:>6.0%} "
            f"{crew.facts / 1e6:>8.1f}",
            flush=True,
        )


Crowd = tuple[Workers, Callable[[], Sequence[int | None]]]
"""Workers, and what gives the numbers of their processes that may be killed now."""


@contextmanager
def processes() -> Iterator[Crowd]:
    """Processes of this machine."""
    yield Processes(2), lambda: [child.pid for child in multiprocessing.active_children()]


@contextmanager
def dask_workers() -> Iterator[Crowd]:
    """The workers of a Dask cluster, whose nannies start others for those that die; not while they begin, though."""
    from distributed import Client

    with dask_cluster() as cluster, Client(cluster) as client:

        def living() -> list[int | None]:
            all_there = len(client.nthreads()) == DASK_WORKERS
            return [nanny.pid for nanny in cluster.workers.values()] if all_there else []

        yield Dask(cluster.scheduler_address), living


def kill_workers(game: str, kills: int, seed: int, crowd: Callable[[], AbstractContextManager[Crowd]]) -> None:
    """Kills workers at random moments; each search must end with the value."""
    chance = random.Random(seed)
    killed = runs = 0
    while killed < kills:
        jobs = chance.randrange(2, 20)
        with crowd() as (workers, living):

            def kill(standing: Standing, living: Callable[[], Sequence[int | None]] = living) -> None:
                nonlocal killed, jobs
                if killed == kills or standing.jobs < jobs:
                    return
                if victims := [process for process in living() if process]:
                    os.kill(chance.choice(victims), signal.SIGKILL)
                    killed += 1
                    jobs = standing.jobs + chance.randrange(8, 60)

            solve_checked(game, workers, kill)
        runs += 1
        print(
            f"{game}, {type(workers).__name__}: {VALUES[game]}; {killed} workers killed in {runs} searches", flush=True
        )


def kill_coordinator(game: str, kills: int, seed: int) -> None:
    """Kills the coordinator at random moments and lets it go on from its checkpoint, until it ends with the value."""
    chance = random.Random(seed)
    command = [
        sys.executable,
        "-c",
        "import sito.cli.solve.search as s; s.SAVE_SECONDS = 0.3\n"
        "from sito.cli import main\n"
        "if __name__ == '__main__': main()\n",
        *("solve", game, "--executor", "processes:2", "--fresh", "--quiet", "--checkpoint"),
    ]
    killed = runs = 0
    while killed < kills:
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"SITO_DATA_DIR": folder, "LANGUAGE": "en"}
            while True:
                child = subprocess.Popen(
                    [*command, str(Path(folder) / "checkpoint")],
                    env=environment,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                )
                try:
                    told, _ = child.communicate(timeout=chance.uniform(2.0, 10.0))
                    break
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
                    killed += 1
            assert told.startswith(f"Proven best: total {VALUES[game]}."), told
            runs += 1
    print(
        f"{game}: the coordinator killed {killed} times in {runs} searches (seed {seed}), and each time {VALUES[game]}"
    )


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster")
    parser.add_argument("--simulate", metavar="GAME")
    parser.add_argument("--workers", type=int, nargs="+", default=SIMULATED)
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--kills", type=int, metavar="NUMBER")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    asked = parser.parse_args(arguments)
    if asked.simulate:
        simulate(asked.simulate, tuple(asked.workers))
    elif asked.kills and asked.dask:
        kill_workers("4x8", asked.kills, asked.seed, dask_workers)
    elif asked.dask:
        compare_on_dask()
    elif asked.kills:
        kill_workers("4x8", asked.kills, asked.seed, processes)
        kill_coordinator("4x8", max(1, asked.kills // 4), asked.seed)
    else:
        compare()


if __name__ == "__main__":
    main()
