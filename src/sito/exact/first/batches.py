"""Batches of first guesses, and what a worker does with one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sito.base.deadline import seconds_until
from sito.base.limits import Limits, Stopped
from sito.codes.code import CodeSpace
from sito.exact.first.rows import Rows
from sito.exact.first.search import FirstSearch, Shown
from sito.exact.first.worth import Value
from sito.exact.kept import Kept
from sito.exact.problem import Problem
from sito.rules.rules import Rules

_PAIRS = 1 << 28
"""How many pairs of a guess and a secret the games of one batch have together: some seconds of work."""
_MOST = 64
_LEAST_BATCHES = 16


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

    def make() -> FirstSearch | Stopped:
        within = replace(limits, seconds=seconds_until(end))
        return FirstSearch.prepare(problem, within, memory=limits.memory, threads=threads)

    with _KEPT.game((problem, limits.memory), make) as search:
        if isinstance(search, Stopped):
            return Done((), 0, search)
        shown: list[Shown] = []
        left = limits.work
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
        return Done(tuple(shown), search.memory, None)


_KEPT: Kept[tuple[Problem, int | None], FirstSearch] = Kept(30.0)
