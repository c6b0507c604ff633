"""Limits of long computations, and why they stopped; searches, rankings, tournaments and puzzles share them.

Every long computation takes a `Limits` value, a progress callback and `on_interrupt`. Its
result has a field `stopped`, which is None if the computation was finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from sys import float_info
from typing import Literal

from sito.errors import N_, Fault, InputError, whole_number_faults

OnInterrupt = Literal["raise", "return"]
"""What Ctrl-C does to long work: it raises `KeyboardInterrupt`, or ends it with the best so far."""


def check_on_interrupt(value: OnInterrupt) -> None:
    """Raises `InputError` unless the value is "raise" or "return"."""
    if value not in ("raise", "return"):
        raise InputError.said("on_interrupt is {value!r}; it must be 'raise' or 'return'", value=value)


def check_callback(name: str, value: object) -> None:
    """Raises `InputError` for a callback that is given and cannot be called."""
    if value is not None and not callable(value):
        raise InputError.said("{name} is {value!r}; it must be a function", name=name, value=value)


def check_run(limits: object, on_interrupt: OnInterrupt = "raise", **callbacks: object) -> None:
    """Raises `InputError` for what long work cannot be given: limits, the wish about Ctrl-C, and callbacks by name."""
    check_on_interrupt(on_interrupt)
    check_limits(limits)
    for name, value in callbacks.items():
        check_callback(name, value)


def check_from_one(name: str, value: object) -> None:
    """Raises `InputError` unless the value is a whole number from 1 on."""
    InputError.check(whole_number_faults(name, value, 5, 1))


def check_limits(value: object) -> None:
    """Raises `InputError` for limits that are no `Limits` value."""
    if not isinstance(value, Limits):
        raise InputError.said("limits is {value!r}; give a Limits value, as in Limits(seconds=5)", value=value)


class Stopped(StrEnum):
    """Why a long computation ended before it was finished.

    >>> Stopped("time") is Stopped.TIME
    True
    """

    TIME = "time"
    WORK = "work"
    MEMORY = "memory"
    ASKED = "asked"
    """A callback asked for it."""
    INTERRUPT = "interrupt"
    """Ctrl-C was pressed."""
    WORKERS = "workers"
    """The workers died again and again, or cannot be reached any more."""


_WHY = {
    Stopped.TIME: N_("the time was over"),
    Stopped.WORK: N_("the work allowed was done"),
    Stopped.MEMORY: N_("the memory allowed was full"),
    Stopped.ASKED: N_("it was asked to stop"),
    Stopped.INTERRUPT: N_("it was interrupted"),
    Stopped.WORKERS: N_("its workers were gone"),
}


def why_stopped(stopped: Stopped) -> Fault:
    """Says what ended a computation, as a part of a sentence."""
    return Fault(_WHY[stopped])


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a computation; when it reaches one, it ends with the best that it has found so far.

    `seconds` is wall-clock time. `work` counts the steps of the computation, so that it ends at the same place on
    every machine: positions in an exact search, units of about 0.1 milliseconds in an advice, comparisons of a guess
    with a code in a ranking, games in a tournament. `memory` is in bytes. `stop` is called about ten times a second
    and ends the computation by returning a true value. Raises `InputError` that lists every fault.

    >>> Limits(seconds=0.5)
    Limits(seconds=0.5, work=None, memory=None, stop=None)
    >>> Limits(seconds=-1, memory=0)
    Traceback (most recent call last):
    sito.errors.InputError: seconds is -1; it must be a number from 0 on, as in seconds=5
    memory is 0; it must be a whole number from 1 on, as in memory=1000000
    """

    seconds: float | None = None
    work: int | None = None
    memory: int | None = None
    stop: Callable[[], object] | None = None

    def __post_init__(self) -> None:
        InputError.check(self._faults())

    def _faults(self) -> Iterator[Fault]:
        seconds = self.seconds
        if seconds is not None:
            is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
            if not is_number or not 0 <= seconds <= inf or (seconds < inf and seconds > float_info.max):
                wrong = N_("{name} is {value!r}; it must be a number from 0 on, as in {name}={example}")
                yield Fault(wrong, name="seconds", value=seconds, example=5)
        for name, value, least, example in (("work", self.work, 0, 100_000), ("memory", self.memory, 1, 1_000_000)):
            if value is not None:
                yield from whole_number_faults(name, value, example, least)
        if self.stop is not None and not callable(self.stop):
            wrong = N_("{name} is {value!r}; it must be a function that is called without arguments")
            yield Fault(wrong, name="stop", value=self.stop)


def limits_of(limits: Limits, seconds: float | None) -> Limits:
    """Adds the argument `seconds` of a function to its `limits`; of two times the shorter one holds.

    Raises `InputError` for limits that are none, and for a number of seconds that is none.

    >>> limits_of(Limits(seconds=2, work=5), 1)
    Limits(seconds=1, work=5, memory=None, stop=None)
    """
    check_limits(limits)
    if seconds is None:
        return limits
    alone = Limits(seconds=seconds)  # checked before it is compared
    is_shorter = limits.seconds is not None and limits.seconds <= seconds
    return limits if is_shorter else replace(limits, seconds=alone.seconds)
