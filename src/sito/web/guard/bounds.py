"""How much one client may ask for, and send: requests, heads, bodies and websockets."""

from __future__ import annotations

import asyncio
import time
from asyncio import Protocol, TimerHandle, Transport
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sito.errors import N_, NN_, Fault
from sito.web.settings import Settings, listed
from sito.web.work.faults import Busy

_MOST_CLIENTS = 50_000


class Bucket:
    """A bucket of tokens that is filled steadily; every action takes some.

    >>> clock = iter([0, 0, 0, 0.5]).__next__
    >>> bucket = Bucket(rate=2, burst=2, clock=clock)
    >>> bucket.take(), bucket.take(), bucket.take()
    (0.0, 0.0, 0.0)
    """

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self, tokens: float = 1) -> float:
        """Takes tokens, if there are enough, and gives 0; else takes none and gives the seconds until there are."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= tokens:
            self._left -= tokens
            return 0.0
        return (tokens - self._left) / self._rate

    @property
    def is_full(self) -> bool:
        """Whether so much time has gone by that nothing of it need be remembered."""
        return self._left + (self._clock() - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for each client; those that are full again are forgotten.

    >>> buckets = Buckets(rate=0.001, burst=1)
    >>> buckets.take("ada"), buckets.take("bob"), buckets.take("ada") > 900
    (0.0, 0.0, True)
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str, tokens: float = 1) -> float:
        """Takes tokens of a client; gives 0, or the seconds until there are enough. No rate is no limit."""
        if not self._rate:
            return 0.0
        bucket = self._buckets.get(client)
        if bucket is None:
            if len(self._buckets) >= _MOST_CLIENTS:
                self._forget()
            bucket = self._buckets[client] = Bucket(self._rate, self._burst)
        return bucket.take(min(tokens, self._burst))

    def _forget(self) -> None:
        kept = {client: bucket for client, bucket in self._buckets.items() if not bucket.is_full}
        # Where so many clients are busy at a time, the older half is forgiven, for memory is bounded.
        self._buckets = kept if len(kept) < _MOST_CLIENTS else dict(list(kept.items())[_MOST_CLIENTS // 2 :])


_CLOSED = {"Connection": "close"}
_BODIES_BYTES = 200_000_000
"""How many bytes the bodies of all requests that are being read may have together."""


class Refused(Exception):
    """A request is not let through: the status and the kind of the problem, and what is said of it."""

    def __init__(self, status: int, kind: str, fault: Fault, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(kind)
        self.status, self.kind, self.fault, self.headers = status, kind, fault, headers


class Gone(Exception):
    """The client has gone before the end of the body."""


class Bodies:
    """Reads bodies, and knows how much memory they take together."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._held = 0

    async def read(self, headers: Headers, receive: Receive) -> bytes | None:
        """Reads a body to its end; None if there is none. Raises `Refused`, `Busy` and `Gone`."""
        length = headers.get("content-length")
        if length is None and "transfer-encoding" not in headers:
            return None
        if length is not None and (not length.isdecimal() or int(length[:20]) > self._most):
            raise self._too_large()
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
                        raise self._too_large()
                    if self._held > _BODIES_BYTES:
                        raise Busy
                    parts.append(part)
                    if not message.get("more_body", False):
                        return b"".join(parts)
        except TimeoutError:
            slow = N_("the body of the request did not come within {seconds:g} seconds")
            raise Refused(408, "body-time", Fault(slow, seconds=self._seconds), _CLOSED) from None
        finally:
            self._held -= size

    def _too_large(self) -> Refused:
        large = NN_(
            "the body of the request is too large; {count} byte is allowed",
            "the body of the request is too large; {count} bytes are allowed",
        )
        return Refused(413, "body-size", Fault(*large, count=self._most), _CLOSED)


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


HEAD_BYTES = 32_768
HEAD_SECONDS = 15.0


def http_protocol(settings: Settings) -> type[Protocol] | str:
    """Gives the protocol for uvicorn, which itself would wait forever for the head of a request, however long.

    One address may have so many connections; that of a proxy, which speaks for many, any number.

    Without httptools it is uvicorn's slower one, which has a limit of size.
    """
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        return "h11"

    connections: Counter[str] = Counter()
    proxies = listed(settings.proxies)

    class BoundedProtocol(HttpToolsProtocol):
        """Closes connections whose heads are too long, or come too slowly, and those that are too many."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._in_head = True
            self._head_bytes = 0
            self._head_timer: TimerHandle | None = None

        def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._await_head()
            self._peer = str((transport.get_extra_info("peername") or [""])[0])
            connections[self._peer] += 1
            if connections[self._peer] > settings.connections and self._peer not in proxies:
                transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            self._end_head()
            connections[self._peer] -= 1
            if not connections[self._peer]:
                del connections[self._peer]
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._in_head:
                self._head_bytes += len(data)
                if self._head_timer is None:
                    self._await_head()
            super().data_received(data)
            if self._in_head and self._head_bytes > HEAD_BYTES:
                self.transport.close()

        def on_headers_complete(self) -> None:
            self._in_head = False
            self._end_head()
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._in_head, self._head_bytes = True, 0
            super().on_message_complete()

        def _await_head(self) -> None:
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

        def _end_head(self) -> None:
            if self._head_timer is not None:
                self._head_timer.cancel()
                self._head_timer = None

    return BoundedProtocol


POLICY_VIOLATION = 1008
TRY_LATER = 1013


class Sockets:
    """The websockets that are open."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many are open."""
        return self._open.total()

    async def serve(self, app: ASGIApp, client: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one websocket, or refuses it."""
        if self._open[client] >= self._settings.sockets:
            await refuse(receive, send, TRY_LATER)
            return
        self._open[client] += 1
        try:
            await app(scope, *self._bounded(receive, send))
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    def _bounded(self, receive: Receive, send: Send) -> tuple[Receive, Send]:
        """Ends a websocket that sends more than it may, and hears nothing more of one that does not read its answers.

        Pages send texts only: bytes would be gathered in memory until the last of many parts has come.
        """
        bucket = Bucket(self._settings.socket_rate, self._settings.socket_burst)
        most = self._settings.socket_bytes
        sending = asyncio.Lock()

        async def send_waiting(message: Message) -> None:
            async with sending:
                await send(message)

        async def receive_bounded() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            text = message.get("text")
            if bucket.take() or text is None or len(text) > most:
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
                return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
            async with sending:
                return message

        return receive_bounded, send_waiting


async def refuse(receive: Receive, send: Send, code: int) -> None:
    """Closes a websocket before it is open; the client sees status 403."""
    await receive()
    await send({"type": "websocket.close", "code": code})
