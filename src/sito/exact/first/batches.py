"""Batches of first guesses, and what a worker does with one."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sito.base.deadline import seconds_until
from sito.base.limits import Limits, Stopped
from sito.codes.code import CodeSpace
from sito.exact.first.rows import Rows
from sito.exact.first.search import FirstSearch, Shown
from sito.exact.first.worth import Value
from sito.exact.problem import Problem
from sito.rules.rules import Rules

_PAIRS = 1 << 28
"""How many pairs of a guess and a secret the games of one batch have together: some seconds of work."""
_MOST = 64
_LEAST_BATCHES = 16
_IDLE_SECONDS = 30.0
"""How long a worker keeps the tables of a game for its next batch."""


@dataclass(frozen=True, slots=True)
class Batch:
    """First guesses by number, the values of strategies that are known, and the values that are to be beaten."""

    numbers: tuple[int, ...]
    uppers: tuple[Value | None, ...]
    goals: tuple[Value | None, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """What a worker has shown of the first guesses of a batch, in their order; fewer if it was stopped."""

    shown: tuple[Shown, ...]
    memory: int
    stopped: Stopped | None


def batches(rules: Rules, numbers: Sequence[int], rows: Rows, below: Value | None) -> Iterator[Batch]:
    """Divides first guesses, the most promising first, into batches that take some seconds."""
    pairs = CodeSpace(rules).size * CodeSpace(rules, guesses=True).size
    size = max(1, min(_MOST, _PAIRS // pairs, len(numbers) // _LEAST_BATCHES))
    for start in range(0, len(numbers), size):
        some = tuple(numbers[start : start + size])
        uppers = tuple(rows.rows[number].upper for number in some)
        yield Batch(some, uppers, tuple(rows.goal(number, below) for number in some))


def prove_batch(problem: Problem, batch: Batch, end: float | None, limits: Limits, threads: int) -> Done:
    """Proves first guesses until a time of day, for a worker may come to them late."""
    search = _KEPT.take(problem, end, limits, threads)
    if isinstance(search, Stopped):
        return Done((), 0, search)
    shown: list[Shown] = []
    left = limits.work
    try:
        for number, upper, goal in zip(batch.numbers, batch.uppers, batch.goals, strict=True):
            one = search.prove(
                number,
                replace(limits, seconds=seconds_until(end), work=left, memory=None),
                upper=upper,
                below=goal,
                threads=threads,
            )
            shown.append(one)
            if one.stopped is not None:
                return Done(tuple(shown), search.memory, one.stopped)
            left = None if left is None else max(0, left - one.positions)
    finally:
        _KEPT.give_back(problem, limits.memory, search)
    return Done(tuple(shown), search.memory, None)


class _Kept:
    """The tables of the game that a worker searched last, for as long as the next batch may need them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._search: tuple[Problem, int | None, FirstSearch] | None = None
        self._timer: threading.Timer | None = None

    def take(self, problem: Problem, end: float | None, limits: Limits, threads: int) -> FirstSearch | Stopped:
        """Takes the tables of this problem, or makes them; no other thread gets them until they are given back."""
        with self._lock:
            kept, self._search = self._search, None
        if kept is not None and kept[:2] == (problem, limits.memory):
            return kept[2]
        return FirstSearch.prepare(
            problem, replace(limits, seconds=seconds_until(end)), memory=limits.memory, threads=threads
        )

    def give_back(self, problem: Problem, memory: int | None, search: FirstSearch) -> None:
        """Keeps the tables for a while."""
        timer = threading.Timer(_IDLE_SECONDS, self._forget, (search,))
        timer.daemon = True
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._search, self._timer = (problem, memory, search), timer
        timer.start()

    def _forget(self, search: FirstSearch) -> None:
        with self._lock:
            if self._search is not None and self._search[2] is search:
                self._search = None


_KEPT = _Kept()
