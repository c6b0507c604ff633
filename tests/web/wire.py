"""A page without a browser: what its websocket carries, honest or forged."""

from __future__ import annotations

import html
import json
import re
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class Wire:
    """One page of one person; it is closed with the context."""

    def __init__(self, address: str, path: str, tab: str | None = None) -> None:
        self.text = httpx.get(address + path, timeout=None).text
        found = re.search(r"client_id\W{1,12}([0-9a-f-]{36})", self.text)
        elements = re.search(r"String\.raw`(.*?)`", self.text, re.DOTALL)
        self.id = found[1]
        self.elements: dict[str, Any] = json.loads(html.unescape(elements[1]))
        names = f"client_id={self.id}&tab_id={tab or uuid.uuid4()}&document_id={uuid.uuid4()}"
        query = f"EIO=4&transport=websocket&implicit_handshake=true&next_message_id=0&{names}"
        self._place = f"{address.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?{query}"
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._socket = self._open.enter_context(
            connect(self._place, max_size=None, open_timeout=None, ping_timeout=None)
        )
        self._socket.recv()
        self._socket.send("40")
        self.welcome = str(self._socket.recv())
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def listeners(self, event: str = "") -> Iterator[tuple[int, str]]:
        """Names what can be heard: elements, and their listeners."""
        for number, element in self.elements.items():
            for listener in element.get("events", ()):
                if event in ("", listener["type"]):
                    yield int(number), listener["listener_id"]

    def raw(self, text: str | bytes) -> None:
        """Sends a message as it is."""
        self._socket.send(text)

    def send(self, name: str, message: object) -> None:
        """Sends a message of a kind."""
        self.raw("42" + json.dumps([name, message]))

    def event(self, element: int, listener: str, *brought: object, of: str | None = None) -> None:
        """Sends an event, of another page if that is named."""
        given = [json.dumps(one) for one in brought]
        self.send("event", {"client_id": of or self.id, "id": element, "listener_id": listener, "args": given})

    def until(self, part: str) -> list[str]:
        """Gives the messages that come, to the first that has this part, or to the end of the connection."""
        messages = [""]
        with suppress(ConnectionClosed):
            while not messages[1:] or (part not in messages[-1] and messages[-1] != "1"):  # which ends the connection
                messages.append(str(self._socket.recv()))
        return messages[1:]

    def settled(self) -> list[str]:
        """Gives what comes until something honest that is done now is answered: all before it has been looked at."""
        button = next(number for number, element in self.elements.items() if "settings-button" in json.dumps(element))
        listener = next(listener for number, listener in self.listeners("click") if str(number) == button)
        self.event(int(button), listener)
        return self.until("sito_dialog")
