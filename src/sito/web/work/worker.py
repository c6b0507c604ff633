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
from functools import partial
from importlib import import_module
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

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


class Order(NamedTuple):
    """What a process is told to do. Where its `number` comes alone later, it is to stop that."""

    number: int
    module: str
    name: str
    arguments: dict[str, object]
    seconds: float
    language: str
    codes: int
    """How many codes the rules of a game may have."""


class _Talk:
    """Speaks with the service: a thread of its own listens, so that work can be stopped while it is done."""

    def __init__(self, heard: BinaryIO, said: BinaryIO) -> None:
        self._heard, self._said = heard, said
        self._lock = threading.Lock()
        self._stopped: set[int] = set()
        self.tasks: SimpleQueue[Order] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                message = read(self._heard)
                if isinstance(message, Order):
                    self.tasks.put(message)
                else:
                    self._stopped.add(message)
        except BaseException:
            os._exit(0)  # the service has gone, or speaks another language

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
    talk.send(pack("ready"))
    while True:
        order = talk.tasks.get()
        limits = Limits(order.seconds, stop=partial(talk.is_stopped, order.number))
        work = Work(limits, _progress(talk, order.number), order.codes, memory // 2)
        talk.send(_do(order, work))
        talk.forget(order.number)


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


def _progress(talk: _Talk, number: int) -> Callable[[object], object]:
    """Makes the function by which a task tells how far it is."""
    told = 0.0

    def progress(value: object) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= _BETWEEN_PROGRESS:
            told = now
            packed = pack(("progress", number, value))
            if len(packed) <= RESULT_BYTES:
                talk.send(packed)

    return progress


def _do(order: Order, work: Work) -> bytes:
    """Does one task, and gives the message about its end."""

    def told(kind: str, value: object) -> bytes:
        return pack((kind, order.number, value, _peak()))

    try:
        with language(order.language):
            task = getattr(import_module(order.module), order.name)
            packed = told("done", task(work=work, **order.arguments))
    except SitoError as error:
        return told("failed", portable(error))
    except MemoryError:
        return told("failed", LimitError(TOO_MUCH_MEMORY))
    except BaseException:
        return told("broke", traceback.format_exc())
    return packed if len(packed) <= RESULT_BYTES else told("failed", LimitError(TOO_LARGE))
