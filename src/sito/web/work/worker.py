"""What runs in a process of the pool: it takes tasks from its standard input, one after the other.

It ends when the service closes that input, also because it was killed. It imports what its
tasks need and no more.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO

from sito.base.limits import Limits
from sito.errors import LimitError, SitoError
from sito.operations.work import Work
from sito.show.i18n import language
from sito.web.work.faults import TOO_LARGE, TOO_MUCH_MEMORY, portable

if TYPE_CHECKING:
    from asyncio import StreamReader

_LENGTH = struct.Struct("!Q")
RESULT_BYTES = 8_000_000
_BETWEEN_PROGRESS = 0.1


def pack(message: object) -> bytes:
    """Gives the bytes of a message.

    >>> len(pack(None))
    12
    """
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def read(stream: BinaryIO) -> Any:
    """Reads a message. Raises `EOFError` where the other side has gone.

    >>> from io import BytesIO
    >>> read(BytesIO(pack(["a", 1])))
    ['a', 1]
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return pickle.loads(body)


async def receive(stream: StreamReader) -> tuple[Any, int]:
    """Waits for a message, and gives it with its length. Raises `EOFError` where the other side has gone."""
    (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    return pickle.loads(await stream.readexactly(length)), length


class _Talk:
    """Speaks with the service: a thread of its own listens, so that work can be stopped while it is done."""

    def __init__(self, heard: BinaryIO, said: BinaryIO) -> None:
        self._heard, self._said = heard, said
        self._lock = threading.Lock()
        self._stopped: set[int] = set()
        self.tasks: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                kind, *rest = read(self._heard)
                if kind == "stop":
                    self._stopped.add(rest[0])
                else:
                    self.tasks.put(tuple(rest))
        except BaseException:
            os._exit(0)  # the service has gone, or speaks another language

    def say(self, *message: object) -> None:
        self.send(pack(message))

    def send(self, packed: bytes) -> None:
        try:
            with self._lock:
                self._said.write(packed)
                self._said.flush()
        except OSError:
            os._exit(0)

    def is_stopped(self, number: int) -> bool:
        return number in self._stopped

    def forget(self, number: int) -> None:
        self._stopped = {other for other in self._stopped if other > number}


def main(memory: int, niceness: int) -> None:
    """Serves until the standard input is closed."""
    heard, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints goes to the log, not among the messages
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    _limit(memory, niceness)
    talk = _Talk(heard, said)
    talk.say("ready")
    while True:
        number, module, name, arguments, seconds, tag, codes = talk.tasks.get()
        work = Work(Limits(seconds, stop=_stop(talk, number)), _progress(talk, number), codes, memory // 2)
        talk.send(_do(number, module, name, arguments, work, tag))
        talk.forget(number)


def _stop(talk: _Talk, number: int) -> Callable[[], bool]:
    return lambda: talk.is_stopped(number)


def _limit(memory: int, niceness: int) -> None:
    """Lets the system refuse more memory than that, and give the processor to others first."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError):
        os.nice(niceness)
    # Linux counts as data all that is private and can be written, also what the native core maps for itself.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    with suppress(OSError, ValueError):
        resource.setrlimit(kind, (memory, memory))
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _peak() -> int:
    """Tells how much memory this process has taken at most, in bytes."""
    if sys.platform == "win32":
        return 0
    with suppress(OSError, StopIteration, ValueError), open("/proc/self/status", encoding="ascii") as status:
        # Not by getrusage, which counts what the process was before it became Python.
        return 1024 * int(next(line for line in status if line.startswith("VmHWM:")).split()[1])
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _progress(talk: _Talk, number: int) -> Callable[[Any], object]:
    """Makes the function by which a task tells how far it is."""
    told = 0.0

    def progress(value: Any) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= _BETWEEN_PROGRESS:
            told = now
            packed = pack(("progress", number, value))
            if len(packed) <= RESULT_BYTES:
                talk.send(packed)

    return progress


def _do(number: int, module: str, name: str, arguments: dict[str, object], work: Work, tag: str) -> bytes:
    """Does one task, and gives the message about its end."""
    try:
        with language(tag):
            task = getattr(import_module(module), name)
            result = task(work=work, **arguments)
        packed = pack(("done", number, result, _peak()))
    except SitoError as error:
        return pack(("failed", number, portable(error), _peak()))
    except MemoryError:
        return pack(("failed", number, LimitError(TOO_MUCH_MEMORY), _peak()))
    except BaseException:
        return pack(("broke", number, traceback.format_exc(), _peak()))
    if len(packed) > RESULT_BYTES:
        return pack(("failed", number, LimitError(TOO_LARGE), _peak()))
    return packed
