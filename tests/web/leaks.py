"""Finding a secret in what a server has sent, in whatever form it may be hidden."""

import base64
import json
import re
from collections.abc import Iterator
from urllib.parse import quote

from playwright.sync_api import Page, WebSocket

from sito.codes.code import CodeSpace
from sito.rules.rules import Rules


def forms(rules: Rules, secret: str) -> Iterator[str]:
    """Yields the forms of a secret: its text and its colors in all usual notations, as they are and encoded."""
    space = CodeSpace(rules)
    colors = space.parse(secret)
    symbols = [rules.symbols()[color] for color in colors]
    texts = {
        *(between.join(symbols) for between in ("", " ", ",", ", ", "-", "/", '","', '", "', "','", "', '")),
        *(between.join(map(str, colors)) for between in (",", ", ")),
        *(between.join(str(color + 1) for color in colors) for between in (",", ", ")),
    }
    if rules.colors <= 10:
        texts.add("".join(map(str, colors)))
    if rules.colors <= 9:
        texts.add("".join(str(color + 1) for color in colors))
    texts |= {text[::-1] for text in texts}
    for text in texts:
        for written in (text, text.lower()):
            raw = written.encode()
            yield written
            yield raw.hex()
            yield "".join(f"\\u{ord(letter):04x}" for letter in written)
            yield quote(written)
            yield "&#" + ";&#".join(str(ord(letter)) for letter in written)
            yield from based(raw)
    yield bytes(colors).hex()
    yield from based(bytes(colors))
    yield json.dumps(bytes(colors).decode("latin-1"))[1:-1]


def based(raw: bytes) -> Iterator[str]:
    """Yields what base64 makes of some bytes wherever they stand among others, and base32."""
    for before in range(3):
        padded = b"\0" * before + raw
        text = base64.b64encode(padded).decode().rstrip("=")
        # What the neighbors of the bytes would change is left out.
        middle = text[-(-before * 8 // 6) : len(padded) * 8 // 6]
        yield middle
        yield middle.replace("+", "-").replace("/", "_")
    yield base64.b32encode(raw).decode().rstrip("=")


_RANDOM_NAME = re.compile(r"\b(?=\d*[a-f])[\da-f]{8,}\b")
"""A name in hexadecimal, whose digits may be those of a secret by chance."""


def leaks(sent: str, rules: Rules, secret: str) -> list[str]:
    """Lists the forms of a secret that are in a text which a server has sent."""
    lowered = sent.lower()
    found = [form for form in forms(rules, secret) if len(form) >= 5 and form.lower() in lowered]
    number = CodeSpace(rules).number(secret)
    if number >= 10_000 and re.search(rf"(?<!\d){number}(?!\d)", _RANDOM_NAME.sub(" ", lowered)):
        found.append(str(number))
    return found


class Sent:
    """What the server has sent to a page: every frame of its websockets, and the page itself."""

    def __init__(self, page: Page, rules: Rules) -> None:
        self._frames: list[str] = []
        self._page, self._rules = page, rules
        page.on("websocket", self._watch)

    def _watch(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._frames.append(frame if isinstance(frame, str) else frame.hex()))

    def leaks(self, secret: str) -> list[str]:
        """Lists where a code is in what was sent."""
        page = self._page.context.request.get(self._page.url).text()
        return leaks("\n".join((*self._frames, page, self._page.content())), self._rules, secret)

    def frames_with(self, secret: str) -> int:
        return sum(bool(leaks(frame, self._rules, secret)) for frame in self._frames)
