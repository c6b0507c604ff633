"""The coordinator of an exact search: it hands out the positions that matter, and gathers what workers show of them."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from sito import _native
from sito.base.deadline import Deadline, time_of_day
from sito.base.limits import Limits, Stopped
from sito.base.workers import Workers, workers_died
from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback
from sito.errors import Fault
from sito.exact.cluster.crew import Crew, Lane, WorkersGoneError
from sito.exact.cluster.jobs import Job, Kind, Letter, Report, Setting
from sito.exact.cluster.open_tree import INFINITE, OpenTree, Spot, Task, restored, saved
from sito.exact.problem import Problem, Progress
from sito.exact.solver import depth_of, made_by, memory_of
from sito.exact.start import least_at_once
from sito.strategies.tree.strategy_tree import StrategyTree

_GUESSES, _CELLS = 3, 3


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A guess with its cells, or a cell with its guesses: so many are settled `of` all, and it costs at least `lower`.

    `level` is 0 for first guesses, 1 for their cells and so on; `codes` is the number of codes of a cell.
    """

    level: int
    name: str
    codes: int | None
    settled: int
    of: int
    lower: int

    def __str__(self) -> str:
        """Writes it without words, as in `AABC  9/13  5601` or `xo 182  40/412  790`."""
        name = self.name if self.codes is None else f"{self.name} {self.codes}"
        return f"{'  ' * (self.level + 1)}{name}  {self.settled}/{self.of}  {self.lower}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a search on many workers stands: `progress` as for any search, and the jobs done and being done."""

    progress: Progress
    jobs: int
    running: int
    open: tuple[OpenLine, ...]


def open_lines(root: Spot, budget: int, guesses: CodeSpace) -> Iterator[OpenLine]:
    """Yields lines about the first guesses that are open, and about the largest open cells of each."""
    shown = 0
    for branch in root.branches or ():
        if branch.cells is None or branch.cost is not None or branch.lower >= budget or shown == _GUESSES:
            continue
        shown += 1
        done = branch.count - len(branch.cells)
        yield OpenLine(0, guesses.text(guesses[branch.guess]), None, done, branch.count, branch.lower)
        open_cells = [cell for cell in branch.cells if cell.cost is None and cell.branches is not None]
        for cell in sorted(open_cells, key=lambda cell: -cell.size)[:_CELLS]:
            answer = Feedback.of(guesses.rules, cell.path[-1][1])
            settled = cell.count - len(cell.branches or ())
            yield OpenLine(1, str(answer), cell.size, settled, cell.count, cell.lower)


LEAST_SLICE = 300
"""Positions that a job may always search: with fewer, handing it out would take longer than the search."""
_SLICES = 16
"""Until now all jobs together have searched at least so many times as much for each worker as one of them may."""
_SLICE_SECONDS = 30.0
"""No job shall take longer: when a worker dies or the run is stopped, a job is what is lost."""
_FACTS_AT_ONCE = 1 << 15
"""So many facts go with one job at most: less than a megabyte."""
_FACT_BYTES = 28
_TELL_SECONDS = 0.1
COUNT_SECONDS = 2.0
"""So often the slots of the workers are counted again."""
DESERTED_SECONDS = 60.0
"""So long a search waits for workers of a cluster that has none left."""
_LOOKS = 4
"""While all workers report once, so many looks at the whole tree are taken, or as many as there are workers."""
_MOST_NEEDLESS = 1.2
"""A worker rather waits than does what is more likely to prove needless; see `open_tree`."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is made least: `stage` names it; costs of `budget` and more do not matter.

    `depth` is the most guesses that any code may need; `at_last_guess` counts the codes that need the last of them.
    """

    stage: str
    budget: int
    depth: int | None = None
    at_last_guess: bool = False


@dataclass(frozen=True, slots=True)
class ToPlant:
    """A tree that is to be made: the first one of all, or that of a value that was found."""

    first: bool


def _named(aim: Aim) -> list[object]:
    return [aim.stage, aim.at_last_guess, aim.depth]


Asked = Task | ToPlant
"""What a worker is asked for."""


class Ended(Exception):  # it is no error
    """Something has stopped the search."""

    def __init__(self, reason: Stopped) -> None:
        super().__init__(reason)
        self.reason = reason


class Lead:
    """One run of a coordinator: the crew, the book of facts, and the tree of what is open.

    `settled` are the aims that were reached before, so that a checkpoint tells what the open tree belongs to.
    """

    def __init__(
        self,
        problem: Problem,
        workers: Workers,
        limits: Limits,
        threads: int,
        on_progress: Callable[[Standing], object] | None,
    ) -> None:
        self.problem, self._limits, self._on_progress = problem, limits, on_progress
        self._guesses = CodeSpace(problem.rules, guesses=True)
        self._first = None if problem.first_guess is None else self._guesses.number(problem.first_guess)
        self._time = Deadline(limits)
        end = time_of_day(limits.seconds)
        setting = Setting(replace(problem, first_guess=None), memory_of(limits), threads, end, uuid.uuid4().hex)
        self.crew: Crew[Asked] = Crew(workers, setting, lambda: self._time.is_over)
        self.book = _native.FactBook()
        self.best: StrategyTree | None = None
        self._best_text: str | None = None
        self.depth = depth_of(problem)
        self.aim = Aim("preparing", INFINITE, self.depth)
        self._root = Spot((), 0)
        self._tree = OpenTree(self.book, self._root)
        self._wanted: list[tuple[float, int, Task]] = []
        self._news = 1
        self._restored: dict[str, Any] | None = None
        self._planted = INFINITE
        self._planting = False
        self.positions = self.memory = self.jobs = 0
        self.at_once = least_at_once(problem)
        self.lower = self.at_once["total"]
        self._seconds = self._next_told = 0.0
        self._next_count = time.monotonic() + COUNT_SECONDS
        self._deserted: float | None = None

    # What can be seen from outside

    @property
    def root_lower(self) -> int:
        """What the present aim costs at least."""
        return self._root.lower

    def standing(self) -> Standing:
        """How the search stands."""
        root, upper = self._root, self._upper()
        branches = root.branches or []
        settled = root.count - len(branches)
        guess = root.guess if root.guess is not None else next((one.guess for one in branches), None)
        progress = Progress(
            self.aim.stage,
            max(root.lower, self.lower if self.aim.stage == "total" else 0),
            None if upper >= INFINITE else upper,
            None if guess is None else self._guesses[guess],
            self.positions,
            self.memory,
            settled,
            root.count,
        )
        return Standing(progress, self.jobs, self.crew.running(), tuple(open_lines(root, upper, self._guesses)))

    def open(self) -> dict[str, object]:
        """What is open, as JSON."""
        if self._restored is not None:  # the search ends before it has come to what was open
            return {**self._restored, "tree": self._best_text}
        aim, question = _named(self.aim), self._question()
        return {"aim": aim, "question": question, "root": saved(self._root), "tree": self._best_text}

    def _question(self) -> list[str | None]:
        """What is asked beside the rules: the turns before it and the first guess. What is open belongs to it alone."""
        text, first = self._guesses.text, self.problem.first_guess
        turns = " ".join(f"{text(turn.guess)}:{turn.answer}" for turn in self.problem.history)
        return [turns, None if first is None else text(first)]

    def go_on(self, facts: bytes, open_tree: dict[str, Any] | None, best: StrategyTree | None) -> None:
        """Takes on what an earlier run has learned, and its best tree.

        Raises one of Python's errors for values if what was open is not as `open` gives it.
        """
        if open_tree is not None:
            restored((), 0, None, open_tree["root"])
            if open_tree.get("question") == self._question():
                self._restored = open_tree
                if open_tree.get("aim") == _named(Aim("total", INFINITE, self.depth)):
                    self.lower = max(self.lower, int(open_tree["root"][0]))
        self.book.learn(facts)
        if best is not None:
            self.improve(best)

    # The search

    def begin(self) -> None:
        """Has a first tree made."""
        self._plant(first=True)
        while self.crew.running():
            self._take()

    def least(self, aim: Aim) -> int:
        """Finds what an aim costs, if that is below its budget; else a lower bound, at least the budget.

        Raises `Ended` when something stops it.
        """
        self.aim, self._planted, self._planting = aim, aim.budget, False
        self._root = self._begin_root(aim)
        self._tree = OpenTree(self.book, self._root, depth=aim.depth, at_last_guess=aim.at_last_guess)
        self._wanted, self._news = [], 1
        while True:
            self._hand_out()
            if not self.crew.running():
                return self._root.lower if self._root.cost is None else self._root.cost
            self._take()
            while self.crew.has_news():  # the next jobs are chosen once for all of it
                self._take()

    def _begin_root(self, aim: Aim) -> Spot:
        about, self._restored = self._restored, None
        root = Spot((), 0)
        if about is not None and about.get("aim") == _named(aim):
            root = restored((), 0, None, about["root"])
        elif self._first is not None:
            root.open([(0, self._first)], INFINITE)
        if not aim.at_last_guess:
            root.lower = max(root.lower, self.at_once["total"])
        return root

    def _upper(self) -> int:
        root = self._root
        return min(self.aim.budget, root.upper, INFINITE if root.cost is None else root.cost)

    def _hand_out(self) -> None:
        """Gives idle workers what matters most, as long as it is not too likely to prove needless."""
        if self.crew.idle_lane() is None:
            return
        while (lane := self.crew.idle_lane()) is not None:
            task = self._next_task()  # it may see that all is settled
            if self._upper() < self._planted and not self._planting:
                self._plant(first=False)
                lane = self.crew.idle_lane()
            if task is None or lane is None:
                self._news += task is not None
                return
            self._tree.begin(task)
            self._send(lane, task, task.job(self._tree.question(task), self._slice()))

    def _next_task(self) -> Task | None:
        """What matters most and can be begun; many workers share a look at the tree, for that takes a while."""
        while True:
            if self._news >= max(1, self.crew.slots // _LOOKS) or (self._news and not self._wanted):
                self._wanted = self._tree.wanted(self._upper(), self.crew.slots)
                self._wanted.reverse()
                self._news = 0
            if not self._wanted:
                return None
            needless, _, task = self._wanted.pop()
            if needless > _MOST_NEEDLESS and self.crew.running():
                self._wanted.clear()
            elif task.can_begin():
                return task

    def _plant(self, *, first: bool) -> None:
        lane = self.crew.idle_lane()
        assert lane is not None
        aim, guess = self.aim, self._first if first else self._root.guess
        kind: Kind = "first tree" if first else "tree"
        if not first:
            self._planting = True
            self._planted = self._upper()
        question = ((), aim.depth, aim.at_last_guess, INFINITE)
        self._send(lane, ToPlant(first), Job(kind, question, () if guess is None else (guess,)))

    def _slice(self) -> int:
        """The most positions of a job: one that is cut short repeats some of its work, so it must be small."""
        wanted = max(LEAST_SLICE, self.positions // (_SLICES * self.crew.slots))
        if self._seconds > 1.0:
            wanted = min(wanted, max(LEAST_SLICE, int(_SLICE_SECONDS * self.positions / self._seconds)))
        if self._limits.work is not None:
            wanted = min(wanted, max(0, self._limits.work - self.positions))
        return wanted

    def _send(self, lane: Lane[Asked], task: Asked, job: Job) -> None:
        start = lane.known
        facts = self.book.since(start, _FACTS_AT_ONCE)
        self.jobs += 1
        self.crew.hand_out(lane, task, Letter(job, start, start + len(facts) // _FACT_BYTES, facts))

    def _take(self) -> None:
        """Takes the next report, or hands out again what was lost with a worker."""
        news = self.crew.wait(self._ask, self._lost)
        self._news += 1
        if isinstance(news, list):
            for task in news:
                if isinstance(task, Task):
                    self._tree.give_up(task)
                elif task.first:
                    self._plant(first=True)
                else:
                    self._planting, self._planted = False, INFINITE
            return
        task, report = news
        self.positions += report.positions
        self.memory = max(self.memory, report.memory)
        self._seconds += report.seconds
        self.book.learn(report.facts)
        if isinstance(task, Task):
            self._tree.learn(task, report.shown)
        else:
            self._keep(task, report)
        if report.stopped == Stopped.INTERRUPT:
            raise KeyboardInterrupt
        if report.stopped in (Stopped.TIME, Stopped.ASKED):
            raise Ended(self._time.stopped or Stopped.ASKED)
        work = self._limits.work
        if work is not None and self.positions >= work and not self._root.is_settled(self._upper()):
            raise Ended(Stopped.WORK)

    def _keep(self, task: ToPlant, report: Report) -> None:
        """Keeps a tree that was made, if it is better than the best so far."""
        if task.first:
            self.lower = max(self.lower, report.shown.lower)
        else:
            self._planting = False
        if report.shown.tree is None:
            return
        tree = StrategyTree.from_native(self.problem, *report.shown.tree, made_by(False))
        depth = self.problem.depth
        if depth is None or len(tree.histogram) <= depth:
            self.improve(tree)

    def improve(self, tree: StrategyTree) -> None:
        """Keeps a tree for the problem as the best so far, if it is better."""
        values = self.problem.objective.values
        if self.best is None or values(tree.histogram) < values(self.best.histogram):
            self.best, self._best_text = tree, str(tree)

    # Limits

    def _ask(self) -> None:
        if (stopped := self._time.stopped) is not None:
            raise Ended(stopped)
        if time.monotonic() >= self._next_count:
            self._count_workers()
        if self._on_progress is not None and time.monotonic() >= self._next_told:
            self._next_told = time.monotonic() + _TELL_SECONDS
            if self._on_progress(self.standing()):
                raise Ended(Stopped.ASKED)

    def _count_workers(self) -> None:
        """Counts the slots of the workers. Raises `WorkersGoneError` when a cluster has had none for long."""
        self.crew.count_slots()
        now = time.monotonic()
        self._next_count = now + COUNT_SECONDS
        missing = self.crew.missing
        if missing is None:
            self._deserted = None
        elif self._deserted is None:
            self._deserted = now
        elif now - self._deserted >= DESERTED_SECONDS:
            raise WorkersGoneError(missing)

    def _lost(self) -> Fault:
        return workers_died(self.crew.deaths, str(self.problem.rules))
