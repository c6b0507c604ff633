"""The head of a request as it comes from the network: so many bytes, within so much time."""

from __future__ import annotations

from asyncio import Protocol, TimerHandle, Transport
from typing import Any

HEAD_BYTES = 32_768
HEAD_SECONDS = 15.0


def http_protocol() -> type[Protocol] | str:
    """Gives the protocol for uvicorn, which itself would wait forever for the head of a request, however long.

    Without httptools it is uvicorn's slower one, which has a limit of size.
    """
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        return "h11"

    class BoundedProtocol(HttpToolsProtocol):
        """Closes connections whose heads are too long, or come too slowly."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._in_head = True
            self._head_bytes = 0
            self._head_timer: TimerHandle | None = None

        def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._await_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self._end_head()
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
