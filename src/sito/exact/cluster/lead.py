"""The coordinator of an exact search on many workers: it hands out the positions that matter and gathers what they show."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace

from sito import _native
from sito.code import CodeSpace
from sito.errors import N_, Fault, InputError, SitoError
from sito.exact.cluster.crew import Crew, Lane
from sito.exact.cluster.jobs import Job, Letter, Report, Setting
from sito.exact.cluster.open_tree import INFINITE, OpenTree, Spot, Task
from sito.exact.own_search import check_own_search
from sito.exact.problem import Objective, Problem, Solution, Spent
from sito.exact.solver import DEFAULT_MEMORY, made_by
from sito.exact.with_lies import check_with_lies
from sito.limits import Limits, OnInterrupt, Stopped, check_callback, check_limits, check_on_interrupt
from sito.rules import Allowed, Rules
from sito.tree.strategy_tree import StrategyTree
from sito.workers import ATTEMPTS, Serial, Workers

_LEAST_SLICE = 300
_SLICES = 16
_SLICE_SECONDS = 30.0
_FACTS_AT_ONCE = 1 << 15
_MOST_NEEDLESS = 2.2
_ROOT = Job("first tree", ((), None, False, INFINITE))


@dataclass(frozen=True, slots=True)
class _TreeTask:
    """The tree of a first guess that was found to be the best so far; None asks for a first tree."""

    guess: int | None


_Anything = Task | _TreeTask


class _Stop(Exception):
    def __init__(self, reason: Stopped) -> None:
        self.reason = reason


class Lead:
    """One run of a coordinator."""

    def __init__(
        self,
        problem: Problem,
        workers: Workers,
        limits: Limits,
        threads: int,
        on_progress: Callable[[Lead], object] | None = None,
    ) -> None:
        self._problem, self._limits = problem, limits
        self._guesses = CodeSpace(problem.rules, guesses=True)
        self._end = None if limits.seconds is None else time.monotonic() + limits.seconds
        end = None if limits.seconds is None else time.time() + limits.seconds
        memory = min(DEFAULT_MEMORY if limits.memory is None else limits.memory, (1 << 63) - 1)
        setting = Setting(replace(problem, first_guess=None), memory, threads, end, uuid.uuid4().hex)
        self.crew: Crew[_Anything] = Crew(workers, setting, self._is_over)
        self.book = _native.FactBook()
        self.first = None if problem.first_guess is None else self._guesses.number(problem.first_guess)
        self.root = Spot((), 0)
        self.tree = OpenTree(self.book, self.root, depth=problem.depth)
        self.best: StrategyTree | None = None
        self.positions = self.memory = self.jobs = 0
        self._seconds = 0.0
        self._trees: set[int | None] = set()
        self._on_progress = on_progress
        self.stopped: Stopped | None = None

    @property
    def upper(self) -> int:
        """The total of the best tree that is known to exist."""
        return min(self.root.upper, INFINITE if self.root.cost is None else self.root.cost, self._best_total())

    def _best_total(self) -> int:
        return INFINITE if self.best is None else self.best.total

    def _is_over(self) -> bool:
        return (self._end is not None and time.monotonic() >= self._end) or bool(
            self._limits.stop is not None and self._limits.stop()
        )

    def _ask(self) -> None:
        if self._end is not None and time.monotonic() >= self._end:
            raise _Stop(Stopped.TIME)
        if self._limits.stop is not None and self._limits.stop():
            raise _Stop(Stopped.ASKED)
        if self._on_progress is not None and self._on_progress(self):
            raise _Stop(Stopped.ASKED)

    def run(self) -> None:
        """Searches until the root is settled, or something stops it."""
        try:
            with self.crew.at_work():
                self._make_tree(None)
                while self.crew.running():
                    self._take()
                if self.first is not None and self.root.branches is None:
                    self.root.open([(0, self.first)], INFINITE)
                    self.root.keys = None
                while True:
                    self._hand_out()
                    if not self.crew.running():
                        break
                    self._take()
        except _Stop as stop:
            self.stopped = stop.reason

    def _hand_out(self) -> None:
        """Gives idle workers what matters most, as long as it is not too likely to prove needless."""
        if self.crew.idle_lane() is None:
            return
        wanted = self.tree.wanted(self.upper, self.crew.slots)
        wanted.reverse()
        while (lane := self.crew.idle_lane()) is not None:
            if (guess := self._planted_next()) is not None:
                self._make_tree(guess)
                continue
            if not wanted:
                return
            needless, _, task = wanted.pop()
            if needless > _MOST_NEEDLESS and self.crew.running():
                return
            if task.spot.running or any(branch.running for branch in task.branches):
                continue
            self.tree.begin(task)
            self._send(lane, task, task.job(self.tree.question(task), self._slice()))

    def _planted_next(self) -> int | None:
        """The first guess whose tree is better than the best one, unless it is already asked for."""
        root = self.root
        found = min(root.upper, INFINITE if root.cost is None else root.cost)
        return root.guess if found < self._best_total() and root.guess not in self._trees else None

    def _make_tree(self, guess: int | None) -> None:
        lane = self.crew.idle_lane()
        assert lane is not None
        self._trees.add(guess)
        guesses = () if guess is None else (guess,)
        if guess is None and self.first is not None:
            guesses = (self.first,)
        kind = "first tree" if guess is None else "tree"
        self._send(lane, _TreeTask(guess), Job(kind, ((), self._problem.depth, False, INFINITE), guesses))

    def _slice(self) -> int:
        """The most positions of a job: a job that is cut short repeats some of its work, so it must be small."""
        wanted = max(_LEAST_SLICE, self.positions // (_SLICES * self.crew.slots))
        if self._seconds > 1.0:
            wanted = min(wanted, max(_LEAST_SLICE, int(_SLICE_SECONDS * self.positions / self._seconds)))
        if self._limits.work is not None:
            wanted = min(wanted, max(0, self._limits.work - self.positions))
        return wanted

    def _send(self, lane: Lane[_Anything], task: _Anything, job: Job) -> None:
        start = lane.known
        facts = self.book.since(start, _FACTS_AT_ONCE)
        stop = start + len(facts) // 28
        self.jobs += 1
        self.crew.hand_out(lane, task, Letter(job, start, stop, facts))

    def _take(self) -> None:
        news = self.crew.wait(self._ask, self._lost)
        if isinstance(news, list):
            for task in news:
                if isinstance(task, Task):
                    self.tree.give_up(task)
                else:
                    self._trees.discard(task.guess)
                    if task.guess is None:
                        self._make_tree(None)
            return
        task, report = news
        self.positions += report.positions
        self.memory = max(self.memory, report.memory)
        self._seconds += report.seconds
        self.book.learn(report.facts)
        if isinstance(task, Task):
            self.tree.learn(task, report.shown)
        else:
            self._plant(report, task)
        if report.stopped == "interrupt":
            raise KeyboardInterrupt
        if report.stopped in ("time", "asked"):
            self._ask()
        if self._limits.work is not None and self.positions >= self._limits.work and not self._is_settled():
            raise _Stop(Stopped.WORK)

    def _is_settled(self) -> bool:
        return self.root.is_settled(self.upper)

    def _plant(self, report: Report, task: _TreeTask) -> None:
        if task.guess is None:
            self.root.keys = report.shown.keys
        if report.shown.tree is None:
            return
        tree = StrategyTree.from_native(self._problem, *report.shown.tree, made_by(False))
        if self._problem.depth is None or tree.worst <= self._problem.depth:
            if self.best is None or tree.total < self.best.total:
                self.best = tree

    def _lost(self) -> Fault:
        return Fault(
            N_("the workers died {times} times in a row in the search of {rules}; they may lack memory"),
            times=ATTEMPTS,
            rules=str(self._problem.rules),
        )

    def solution(self) -> Solution:
        """What is known by now."""
        upper = None if self.best is None else (self.best.total,)
        lower = min(self.root.lower, self._best_total())
        if self.root.is_settled(self.upper):
            lower = min(self.upper, self._best_total()) if upper is not None else lower
        proven = (upper == (lower,)) if upper is not None else lower >= INFINITE
        tree = self.best
        if tree is not None:
            tree = StrategyTree(tree.rules, tree.root, made_by(proven), tree.history)
        stopped = self.stopped if not proven or self.stopped is Stopped.INTERRUPT else None
        return Solution(
            self._problem,
            None if lower >= INFINITE else (lower,),
            upper,
            proven,
            tree,
            Spent(self.positions, self.memory),
            stopped,
        )


def solve_together(
    problem: Problem | Rules | str,
    workers: Workers | None = None,
    *,
    limits: Limits | None = None,
    threads: int = 1,
    on_progress: Callable[[Lead], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Solution:
    """Solves a game on many workers that share what they learn; the value is that of `solve`.

    >>> solve_together("3x4").upper
    (206,)
    """
    whole = problem if isinstance(problem, Problem) else Problem(problem)
    allowed = limits or Limits()
    check_limits(allowed)
    check_callback("on_progress", on_progress)
    check_on_interrupt(on_interrupt)
    check_with_lies(whole, split=True)
    check_own_search(whole, split=True)
    lead = Lead(whole, workers or Serial(), allowed, threads, on_progress)
    try:
        lead.run()
    except KeyboardInterrupt:
        if on_interrupt == "raise":
            raise
        lead.stopped = Stopped.INTERRUPT
    return lead.solution()
