"""Signals from outside: those that end the program become an exit, and none of ours comes into the middle of a drawing.

A handler of Python runs between any two steps of the main thread. What it raises, or writes to
the terminal, would come into the middle of what is just being drawn, and the cursor would stay
hidden. So the handlers of this package carry out what they want by `when_whole`: at once, or,
within `signals_wait`, at its end.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import ClassVar

HUNG_UP = 129
"""The exit code for a terminal that is gone: 128 and the number of SIGHUP, also where there is no such signal."""
_ENDING = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP


class _Whole:
    """How many things that must be whole the main thread is in the middle of, and what waits for their end."""

    depth = 0
    waiting: ClassVar[list[Callable[[], None]]] = []


def begin_whole() -> None:
    """Lets signals wait until as many `end_whole` have come; does nothing outside the main thread."""
    if threading.current_thread() is threading.main_thread():
        _Whole.depth += 1


def end_whole() -> None:
    """Ends what `begin_whole` has begun, and carries out what has waited, which may raise."""
    if threading.current_thread() is threading.main_thread():
        _Whole.depth -= 1
        while not _Whole.depth and _Whole.waiting:
            _Whole.waiting.pop(0)()


@contextmanager
def signals_wait() -> Iterator[None]:
    """Lets signals wait until what is done here, which must not take long, is whole.

    >>> with signals_wait():
    ...     when_whole(lambda: print("a signal"))
    ...     print("drawn")
    drawn
    a signal
    """
    begin_whole()
    try:
        yield
    finally:
        end_whole()


def when_whole(act: Callable[[], None]) -> None:
    """Does what a signal asks for: now, or, once, when what the main thread is in the middle of is whole."""
    if not _Whole.depth:
        act()
    elif act not in _Whole.waiting:
        _Whole.waiting.append(act)


def interrupt(number: int = signal.SIGINT, frame: FrameType | None = None) -> None:
    """Raises `KeyboardInterrupt`, as Python does for Ctrl-C, when what is being drawn is whole."""
    when_whole(_raise_interrupt)


@contextmanager
def ending_by_signals() -> Iterator[None]:
    """Lets SIGTERM and SIGHUP raise `SystemExit` with 128 and the signal's number, as shells count it.

    Without this they end the process on the spot: the cursor that an animation hides stays
    hidden, and half-written files stay behind. A second SIGTERM does end it on the spot. A
    signal that is ignored or handled already, as after `nohup`, is left as it is. Ctrl-C
    raises `KeyboardInterrupt` as ever, but not in the middle of a drawing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _exit)
    ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ctrl_c:
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        for number in ours:
            if signal.getsignal(number) is _exit:
                signal.signal(number, signal.SIG_DFL)
        if ctrl_c and signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def ignore_hang_up() -> None:
    """Lets SIGHUP do nothing any more, for what it tells is known; it often comes twice, from shell and system."""
    number = getattr(signal, "SIGHUP", None)
    if number is not None and signal.getsignal(number) is _exit:
        signal.signal(number, signal.SIG_IGN)


def _exit(number: int, frame: FrameType | None) -> None:
    if number == HUNG_UP - 128:
        ignore_hang_up()
    else:
        signal.signal(number, signal.SIG_DFL)
    when_whole(lambda: _raise_exit(number))


def _raise_exit(number: int) -> None:
    raise SystemExit(128 + number)


def _raise_interrupt() -> None:
    raise KeyboardInterrupt
