"""Reads the body of a request before anything else is done with it: so many bytes, within so much time."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.types import Message, Receive

_BODIES_BYTES = 200_000_000
"""How many bytes the bodies of all requests that are being read may have together."""


class TooLarge(Exception):
    """The body has more bytes than are allowed."""


class TooSlow(Exception):
    """The body did not come in time."""


class TooMany(Exception):
    """The bodies of all requests together are too large now."""


class Gone(Exception):
    """The client has gone before the end of the body."""


class Bodies:
    """Reads bodies, and knows how much memory they take together."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._held = 0

    async def read(self, headers: Headers, receive: Receive) -> bytes | None:
        """Reads a body to its end; None if there is none. Raises `TooLarge`, `TooSlow`, `TooMany` and `Gone`."""
        length = headers.get("content-length")
        if length is None and "transfer-encoding" not in headers:
            return None
        if length is not None and (not length.isdecimal() or int(length[:20]) > self._most):
            raise TooLarge
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Gone
                    part = message.get("body", b"")
                    size += len(part)
                    self._held += len(part)
                    if size > self._most:
                        raise TooLarge
                    if self._held > _BODIES_BYTES:
                        raise TooMany
                    parts.append(part)
                    if not message.get("more_body", False):
                        return b"".join(parts)
        except TimeoutError:
            raise TooSlow from None
        finally:
            self._held -= size


def replay(body: bytes, receive: Receive) -> Receive:
    """Gives the body once, and then what else there is to receive."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
