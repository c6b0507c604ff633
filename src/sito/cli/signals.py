"""What ends the program from outside: signals become an exit, so that everything open is closed on the way."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP


@contextmanager
def ending_by_signals() -> Iterator[None]:
    """Lets SIGTERM and SIGHUP raise `SystemExit` with 128 and the signal's number, as shells count it.

    Without this they end the process on the spot: the cursor that an animation hides stays
    hidden, and half-written files stay behind. A second signal does end it on the spot. A
    signal that is ignored or handled already, as after `nohup`, is left as it is.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _exit)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _exit(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)
