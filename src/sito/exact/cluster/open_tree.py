"""The open positions of the first guesses, as a tree: a position costs what its best guess costs, a guess what all of
its cells cost together. It says which positions matter next, and takes what searches of them have shown.

A position that a worker could not finish in its time is opened: its guesses are evaluated on their own. A guess that
could not be finished is opened in turn: its cells are positions. So the tree grows only where the work is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from sito import _native
from sito.exact.cluster.jobs import Job, Keys, Kind, Path, Question, Shown

INFINITE = 1 << 28
"""A cost that no strategy reaches."""
NO_GUESS = (1 << 32) - 1

_AHEAD = 1.0
"""How needless it is to try further guesses before the first one of a position is settled."""
_BESIDE = 0.5
"""How needless it is to search a cell before the smaller ones, which may settle the guess on their own."""
_LATER = 0.001
"""Breaks ties in favour of what comes first."""
_LEAST_GUESSES, _MOST_GUESSES = 4, 64
"""So many guesses are evaluated in one job, where there are so many: most of them take next to no time."""


class Spot:
    """A position. `cost` is what it costs, if that is known; `upper` what the best of its guesses costs so far.

    Opened it has as `branches` the guesses that may still be the best, of `count` at first; all `others` cost at least
    as much as that says.
    """

    __slots__ = (
        "branches",
        "cost",
        "count",
        "guess",
        "keys",
        "led",
        "lower",
        "others",
        "path",
        "running",
        "seen",
        "size",
        "upper",
    )

    def __init__(self, path: Path, size: int, lower: int = 0, keys: Keys | None = None) -> None:
        self.path, self.size, self.lower, self.keys = path, size, lower, keys
        self.cost: int | None = None
        self.guess: int | None = None
        self.upper = INFINITE
        self.branches: list[Branch] | None = None
        self.others = INFINITE
        self.count = 0
        self.running = False
        self.led = False
        self.seen = -1

    def is_settled(self, budget: int) -> bool:
        """Whether it is known what it costs, or that it costs at least the budget."""
        return self.cost is not None or self.lower >= budget

    def open(self, guesses: list[tuple[int, int]], others: int) -> None:
        """Opens it: from now on its guesses, given with their bounds, are evaluated on their own."""
        self.branches = [Branch(guess, bound) for bound, guess in guesses]
        self.count, self.others = len(guesses), others

    def close(self) -> None:
        """Forgets its guesses, which are no longer needed."""
        self.branches = None


class Branch:
    """A guess at a position; `fixed` is what it costs apart from its open `cells`, of which there were `count`."""

    __slots__ = ("cells", "cost", "count", "fixed", "guess", "lower", "running")

    def __init__(self, guess: int, lower: int) -> None:
        self.guess, self.lower = guess, lower
        self.cost: int | None = None
        self.fixed = self.count = 0
        self.cells: list[Spot] | None = None
        self.running = False

    def total(self) -> int:
        """What it costs at least, by what is known of its cells."""
        return self.fixed + sum(cell.lower for cell in self.cells or ())


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """A part of the tree that a worker is asked for: a whole position, or some of its guesses."""

    spot: Spot
    budget: int
    branches: tuple[Branch, ...] = ()

    def can_begin(self) -> bool:
        """Whether it is still to be done, and nobody is at it."""
        if self.branches:
            return all(one.lower < self.budget and not one.running and one.cells is None for one in self.branches)
        return not self.spot.running and self.spot.branches is None and not self.spot.is_settled(self.budget)

    def job(self, question: Question, positions: int | None) -> Job:
        """Makes the job of it."""
        kind: Kind = "guesses" if self.branches else "cost"
        return Job(kind, question, tuple(branch.guess for branch in self.branches), positions)


class OpenTree:
    """The tree; `depth` is the most guesses that any code may need, and what is learned is written in the book."""

    def __init__(
        self, book: _native.FactBook, root: Spot, *, depth: int | None = None, at_last_guess: bool = False
    ) -> None:
        self.book, self.root = book, root
        self._depth, self._at_last_guess = depth, at_last_guess
        self._running: set[bytes] = set()

    def question(self, task: Task) -> Question:
        """What a worker is asked."""
        return task.spot.path, self._depth, self._at_last_guess, task.budget

    def wanted(self, budget: int, slots: int) -> list[tuple[float, int, Task]]:
        """The tasks that can be begun now, each with how needless it may prove and its place in the order."""
        tasks: list[tuple[float, int, Task]] = []
        self._visit(self.root, budget, 0.0, _Wanted(tasks, count(), slots))
        tasks.sort(key=lambda one: one[:2])
        return tasks

    def begin(self, task: Task) -> None:
        """Notes that a task is being worked on."""
        for one in task.branches or (task.spot,):
            one.running = True
        if not task.branches:
            self._running.update(_names(task.spot))

    def give_up(self, task: Task) -> None:
        """Notes that a task is not worked on any more."""
        for one in task.branches or (task.spot,):
            one.running = False
        if not task.branches:
            self._running.difference_update(_names(task.spot))

    def learn(self, task: Task, shown: Shown) -> None:
        """Takes what a worker has shown."""
        self.give_up(task)
        spot = task.spot
        if not task.branches:
            spot.lower = max(spot.lower, shown.lower)
            if shown.cost is not None:
                spot.cost = spot.lower = shown.cost
                spot.guess = shown.guess
            elif shown.order is not None and not spot.is_settled(task.budget):
                spot.open(shown.order.guesses, shown.order.others)
            if spot.branches is None:
                self._conclude(spot)
            return
        best = task.budget
        for branch, cost in zip(task.branches, shown.costs, strict=False):
            branch.lower = max(branch.lower, cost)
            if cost < best:
                best = branch.cost = cost
                self._improve(spot, branch, cost)
        if shown.cells is not None:
            branch = task.branches[len(shown.costs)]
            branch.lower = max(branch.lower, shown.lower)
            branch.cells = [
                Spot((*spot.path, (branch.guess, cell.answer)), cell.size, cell.lower, cell.keys)
                for cell in shown.cells
            ]
            branch.fixed = shown.lower - sum(cell.lower for cell in branch.cells)
            branch.count = len(branch.cells)

    def _improve(self, spot: Spot, branch: Branch, cost: int) -> None:
        if cost < spot.upper:
            spot.upper, spot.guess = cost, branch.guess

    def _visit(self, spot: Spot, budget: int, needless: float, wanted: _Wanted) -> None:
        self._look_up(spot)
        if spot.is_settled(budget):
            spot.close()
        elif spot.branches is not None:
            self._visit_branches(spot, spot.branches, budget, needless, wanted)
        elif not spot.running and self._running.isdisjoint(_names(spot)):
            wanted.add(needless, Task(spot, budget))

    def _visit_branches(
        self, spot: Spot, branches: list[Branch], budget: int, needless: float, wanted: _Wanted
    ) -> None:
        best = min(budget, spot.upper)
        mark = len(wanted.tasks)
        first = branches[0] if branches else None
        waiting: list[tuple[Branch, float]] = []
        still_open: list[Branch] = []
        for place, branch in enumerate(branches):
            if branch.cost is None and branch.lower < best:
                more = 0.0 if not still_open else (0.0 if spot.led else _AHEAD) + _LATER * (place + 1)
                if branch.cells is not None:
                    self._visit_cells(spot, branch, branch.cells, best, needless + more, wanted)
                    best = min(best, spot.upper)
                elif not branch.running:
                    waiting.append((branch, needless + more))
            if branch.cost is None and branch.lower < best:
                still_open.append(branch)
            else:  # settled for good, for what is to be beaten never rises
                spot.others = min(spot.others, branch.lower)
                spot.led = spot.led or branch is first
        spot.branches = still_open
        spot.lower = max(spot.lower, min(min((branch.lower for branch in still_open), default=INFINITE), spot.others))
        if not still_open:
            # Where no guess is left that may cost less, the best one is what the position costs.
            if spot.upper < budget:
                spot.cost = spot.lower = spot.upper
            del wanted.tasks[mark:]
            spot.close()
            self._conclude(spot)
            return
        self._want_guesses(spot, [one for one in waiting if one[0].lower < best], best, wanted)

    def _want_guesses(self, spot: Spot, waiting: list[tuple[Branch, float]], best: int, wanted: _Wanted) -> None:
        """Groups guesses that are to be evaluated: the first one alone, the others in handfuls."""
        if not waiting:
            return
        start = 0
        if not spot.led:
            wanted.add(waiting[0][1], Task(spot, best, (waiting[0][0],)))
            start = 1
        size = max(_LEAST_GUESSES, min(_MOST_GUESSES, (len(waiting) - start) // (2 * wanted.slots)))
        for first in range(start, len(waiting), size):
            if first >= start + size * wanted.slots:
                break
            some = waiting[first : first + size]
            wanted.add(some[0][1], Task(spot, best, tuple(branch for branch, _ in some)))

    def _visit_cells(
        self, spot: Spot, branch: Branch, cells: list[Spot], best: int, needless: float, wanted: _Wanted
    ) -> None:
        # A guess that is to be the best needs all of its cells; one that is to be ruled out perhaps only some.
        step = _LATER if not spot.led and spot.upper >= INFINITE else _BESIDE
        mark = len(wanted.tasks)
        for cell in cells:
            self._look_up(cell)
        total = branch.total()
        still_open: list[Spot] = []
        for place, cell in enumerate(cells):
            if total >= best:
                still_open += cells[place:]
                break
            if cell.cost is None:
                before = cell.lower
                self._visit(cell, best - (total - before), needless + step * len(still_open), wanted)
                total += cell.lower - before
            if cell.cost is None:
                still_open.append(cell)
            else:
                branch.fixed += cell.cost
        branch.cells = still_open
        branch.lower = max(branch.lower, min(total, INFINITE))
        if total >= best:
            branch.cells = None
        elif not still_open:
            branch.cost, branch.cells = total, None
            self._improve(spot, branch, total)
        else:
            return
        del wanted.tasks[mark:]

    def _look_up(self, spot: Spot) -> None:
        """Takes from the book what was learned about a position elsewhere."""
        if spot.cost is not None or spot.keys is None or spot.seen == len(self.book):
            return
        spot.seen = len(self.book)
        for key in spot.keys:
            fact = None if key is None else self.book.get(key)
            if fact is None:
                continue
            lower, upper, guess = fact
            spot.lower = max(spot.lower, lower)
            if lower >= upper:
                spot.cost = spot.lower = upper
                if key == spot.keys[0] and guess != NO_GUESS:
                    spot.guess = guess

    def _conclude(self, spot: Spot) -> None:
        """Writes into the book what is known of a position."""
        if spot.keys is None:
            return
        own, form = spot.keys
        lower = min(spot.lower, INFINITE)
        upper = INFINITE if spot.cost is None else lower
        guess = NO_GUESS if spot.guess is None or spot.cost is None else spot.guess
        facts = own + b"".join(number.to_bytes(4, "little") for number in (lower, upper, guess))
        if form is not None:  # the guess has another name there
            facts += form + b"".join(number.to_bytes(4, "little") for number in (lower, upper, NO_GUESS))
        self.book.learn(facts)


@dataclass(slots=True)
class _Wanted:
    tasks: list[tuple[float, int, Task]]
    places: Iterator[int]
    slots: int

    def add(self, needless: float, task: Task) -> None:
        self.tasks.append((needless, next(self.places), task))


def _names(spot: Spot) -> tuple[bytes, ...]:
    """The names by which two positions are seen to be alike."""
    return () if spot.keys is None else (spot.keys[1] or spot.keys[0],)


Saved = list[Any]
"""What is open below a position, as a list of JSON."""


def saved(spot: Spot) -> list[object]:
    """Gives a position and all that is open below it as JSON."""
    branches = None if spot.branches is None else [_saved_branch(branch) for branch in spot.branches]
    return [spot.lower, spot.cost, spot.guess, spot.upper, spot.others, spot.led, spot.count, branches]


def _saved_branch(branch: Branch) -> list[object]:
    cells = None
    if branch.cells is not None:
        cells = [[cell.path[-1][1], cell.size, _text(cell.keys), saved(cell)] for cell in branch.cells]
    return [branch.guess, branch.lower, branch.cost, branch.fixed, branch.count, cells]


def restored(path: Path, size: int, keys: Keys | None, about: Saved) -> Spot:
    """Makes a position of what `saved` gave. Raises one of Python's errors for values for anything else."""
    lower, cost, guess, upper, others, led, count, branches = about
    spot = Spot(path, size, int(lower), keys)
    spot.cost, spot.guess, spot.upper, spot.others, spot.led = cost, guess, int(upper), int(others), bool(led)
    spot.count = int(count)
    spot.branches = None if branches is None else [_restored_branch(path, branch) for branch in branches]
    return spot


def _restored_branch(path: Path, about: Saved) -> Branch:
    guess, lower, cost, fixed, count, cells = about
    branch = Branch(int(guess), int(lower))
    branch.cost, branch.fixed, branch.count = cost, int(fixed), int(count)
    if cells is not None:
        branch.cells = [
            restored((*path, (branch.guess, int(answer))), int(size), _keys(keys), cell)
            for answer, size, keys, cell in cells
        ]
    return branch


def _text(keys: Keys | None) -> list[str | None] | None:
    return None if keys is None else [None if key is None else key.hex() for key in keys]


def _keys(text: list[str | None] | None) -> Keys | None:
    if text is None:
        return None
    own, form = text
    return bytes.fromhex(own or ""), None if form is None else bytes.fromhex(form)
