"""Bounds of websockets: how many one address has open, and how many messages one sends."""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sito.web.guard.buckets import Bucket
from sito.web.settings import Settings

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
