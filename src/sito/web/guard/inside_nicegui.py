"""What is reached of NiceGUI's inside, because nothing public does it; elsewhere are public names alone.

Its template gets the nonces of our policy. Texts stand in elements of any tag. And what comes over the websockets is
checked before NiceGUI sees it: it trusts its own script at the other end, but anybody can send what that script never
would. Messages without the parts they need would fill the log with tracebacks, one kind of them writes into the log
what a visitor likes, and the long name of a tab would be kept for good. And it looks at a method once, not for every
element: a quarter of the time in which a page is made went there, and all pages are made in one thread.
"""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Self
from urllib.parse import parse_qsl

from jinja2 import BaseLoader, Environment
from nicegui.element import Element

NONCE = "{{ request.state.nonce }}"
_SCRIPT = re.compile(r"<script\b(?![^>]*\bnonce=)")


def with_nonces(template: str) -> str:
    """Puts the nonce into the scripts of a template.

    >>> with_nonces('<script type="module">1</script>')
    '<script nonce="{{ request.state.nonce }}" type="module">1</script>'
    """
    return _SCRIPT.sub(f'<script nonce="{NONCE}"', template)


def add_nonces() -> None:
    """Changes NiceGUI's template; once in a process is enough."""
    from nicegui.client import templates

    loader = templates.env.loader
    if loader is not None and not isinstance(loader, _Loader):
        templates.env.loader = _Loader(loader)
        if templates.env.cache is not None:
            templates.env.cache.clear()


class _Loader(BaseLoader):
    """Loads templates as another loader does, with nonces."""

    def __init__(self, other: BaseLoader) -> None:
        self._other = other

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, file, is_current = self._other.get_source(environment, template)
        return with_nonces(source), file, is_current


def remember_methods() -> None:
    """Lets NiceGUI remember which methods take arguments; once in a process is enough."""
    from nicegui import helpers

    look = helpers.expects_arguments
    if hasattr(look, "__wrapped__"):
        return
    known: dict[object, bool] = {}

    @wraps(look)
    def expects_arguments(handler: Callable[..., object]) -> bool:
        method = getattr(handler, "__func__", None)
        if method is None:
            return look(handler)
        if method not in known:
            known[method] = look(handler)
        return known[method]

    helpers.expects_arguments = expects_arguments  # type: ignore[assignment]


class WithText(Element):
    """An element of HTML with a text of its own; NiceGUI's own labels are of one tag each."""

    def __init__(self, tag: str, text: str = "") -> None:
        super().__init__(tag)
        self._text = text or None

    @property
    def text(self) -> str:
        """The text that it shows."""
        return self._text or ""

    def set_text(self, text: str) -> Self:
        """Shows another text."""
        if text != self.text:
            self._text = text
            self.update()
        return self


log = logging.getLogger("sito.web.page")

_LONGEST_NAME = 100
_MOST = 10**15
_NAMES = frozenset({"client_id", "tab_id", "old_tab_id", "document_id", "next_message_id"})
_OF_A_PAGE = ("event", "ack", "javascript_response", "log")
_UNHEARD = ("javascript_response", "log")
"""The page asks for no results of scripts, and the log is not for visitors to write in."""
_Hears = Callable[..., Awaitable[object]]
_CONNECT, _DISCONNECT, _EVENT = "0", "1", "2"
_MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def names_are_short(named: Mapping[str, object]) -> bool:
    """Tells whether the names that a browser gives to its page and tab are short enough to be kept.

    >>> names_are_short({"client_id": "9b1d", "next_message_id": 7, "old_tab_id": None})
    True
    >>> names_are_short({"tab_id": ["1"]}), names_are_short({"tab_id": "1" * 1000})
    (False, False)
    """
    given = [named[name] for name in _NAMES if named.get(name) is not None]
    return all(
        len(name) <= _LONGEST_NAME if isinstance(name, str) else isinstance(name, int) and abs(name) < _MOST
        for name in given
    )


def check_messages() -> None:
    """Puts the checks before NiceGUI's handlers; once in a process is enough."""
    from nicegui import core

    sio = core.sio
    handlers = sio.handlers["/"]
    if getattr(handlers["event"], "is_checked", False):
        return
    for name in ("connect", "handshake"):
        sio.on(name, _checked(handlers[name], _introduces))
    for name in _OF_A_PAGE:
        unheard = name in _UNHEARD
        sio.on(name, _checked(handlers[name], _nothing if unheard else _is_of))
    sio.eio.on("message", _texts_only(sio.eio.handlers["message"], sio.eio.disconnect))
    core.app.storage._create_tab_storage = _keep_no_tab  # type: ignore[method-assign]


def _introduces(sid: str, message: object) -> bool:
    """Tells whether a browser names its page and tab as NiceGUI's script does."""
    if not isinstance(message, dict):
        return False
    return names_are_short(message) and names_are_short(dict(parse_qsl(message.get("QUERY_STRING") or "")))


def _nothing(sid: str, message: object) -> bool:
    return False


def _is_of(sid: str, message: object) -> bool:
    """Tells whether a message is for the page whose websocket brings it."""
    from nicegui import core

    return isinstance(message, dict) and message["client_id"] in core.sio.rooms(sid)


def _checked(handler: Callable[..., object], is_right: Callable[[str, object], bool]) -> Callable[..., object]:
    """Lets a handler have what is right; the rest is as if it had not come."""

    async def heard(sid: str, *arguments: object) -> object:
        try:
            if not is_right(sid, arguments[0]):
                return False
            done = handler(sid, *arguments)
            return await done if inspect.isawaitable(done) else done
        except _MALFORMED as error:
            log.debug("a message of a page was malformed", exc_info=error)
            return False

    heard.is_checked = True  # type: ignore[attr-defined]
    return heard


def _texts_only(handler: _Hears, end: _Hears) -> _Hears:
    """Ends connections that send anything but what NiceGUI's script does: to connect, to disconnect, and events.

    Bytes would be gathered in memory until the last of many parts has come.
    """

    async def heard(sid: str, data: object) -> None:
        try:
            if isinstance(data, str) and data[:1] in (_CONNECT, _DISCONNECT, _EVENT):
                await handler(sid, data)
                return
        except _MALFORMED as error:
            log.debug("a message of a page was malformed", exc_info=error)
        await end(sid)

    return heard


async def _keep_no_tab(tab_id: str, old_tab_id: str | None = None) -> None:
    """Keeps nothing of a tab; NiceGUI would keep a dictionary for each tab that there ever was."""
