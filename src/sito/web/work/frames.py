"""Messages between the service and its processes: pickled, behind their length. Only the service's own come here."""

from __future__ import annotations

import pickle
import struct
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from asyncio import StreamReader

_LENGTH = struct.Struct("!Q")


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
