"""The guard: every request and every websocket passes here first."""

from __future__ import annotations

import asyncio
import math
import re
import secrets
from collections.abc import Callable
from contextlib import nullcontext
from weakref import WeakValueDictionary

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sito.errors import N_, NN_, Fault
from sito.show.i18n import fault_text, language
from sito.web.guard.bounds import POLICY_VIOLATION, Bodies, Buckets, Gone, Refused, Sockets, refuse, replay
from sito.web.guard.origins import changes_something, is_called_rightly, is_from_here, is_here, protect
from sito.web.people import person_of
from sito.web.problems import problem, problem_of
from sito.web.settings import Settings, listed
from sito.web.speech import language_of
from sito.web.work.faults import Busy
from sito.web.work.pool import client_now

# Files that never change and cost next to nothing; a page asks for forty of them when it is first opened.
_CHEAP = re.compile(r"/(_nicegui/[^/]+/(static|components|libraries|resources|esm)|static)/|/(healthz|favicon\.ico)$")
_FOREIGN = N_("this was sent by a page of another site; open Sito itself, or let its owner allow that site")
_PAGE_TOKENS = 4
"""A page costs more than a request of a program: it is kept until its browser has come, or has not."""
_TOKEN_BYTES = 20_000
"""So many bytes of a body cost as much as a request: a game may come with a list of words, which is kept."""
_MOST_PAGES = 1000
"""Pages that are kept for all browsers together."""
_PAGES_AT_ONCE = 2
"""All pages are made in one thread. Those that one client asks for wait for each other, so that others come between."""


class Guard:
    """Bounds sizes, times and rates, refuses what other sites send, and adds the headers of security."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        sockets: Sockets,
        pages: Callable[[], int],
        class_at: Callable[[str, str | None], str | None],
    ) -> None:
        self._app, self._settings, self._pages, self._class_at = app, settings, pages, class_at
        self._buckets = Buckets(settings.rate, settings.burst)
        self._bodies = Bodies(settings.body_bytes, settings.body_seconds)
        self._origins = listed(settings.origins)
        self._hosts = listed(settings.hosts)
        self._only_here = is_here(settings.host)
        self._sockets = sockets
        self._making: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request or websocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        client = self._client(scope)
        token = client_now.set(client)
        try:
            if scope["type"] == "websocket":
                await self._websocket(client, scope, receive, send)
            else:
                await self._request(client, scope, receive, send)
        finally:
            client_now.reset(token)

    def _client(self, scope: Scope) -> str:
        """Names whose requests are counted together: those of an address, and those of a class there."""
        address = scope["client"][0] if scope.get("client") else ""
        at = self._class_at(_path(scope), person_of(Headers(scope=scope)))
        return address if at is None else f"{address} {at}"

    async def _websocket(self, client: str, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not (self._is_called(headers) and is_from_here(headers, self._origins)) or self._buckets.take(client):
            await refuse(receive, send, POLICY_VIOLATION)
            return
        await self._sockets.serve(self._app, client, scope, receive, send)

    async def _request(self, client: str, scope: Scope, receive: Receive, send: Send) -> None:
        nonce = secrets.token_urlsafe(16)
        scope.setdefault("state", {})["nonce"] = nonce

        async def send_protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                protect(MutableHeaders(scope=message), nonce)
            await send(message)

        try:
            self._check(client, scope)
            read = await self._bodies.read(Headers(scope=scope), receive)
        except Gone:
            return
        except (Refused, Busy) as error:
            with language(language_of(scope)):  # nothing else has looked at the request yet
                refused = _problem(error)
            await refused(scope, receive, send_protected)
        else:
            async with self._turn(client) if _is_page(_path(scope)) else nullcontext():
                await self._app(scope, receive if read is None else replay(read, receive), send_protected)

    def _turn(self, client: str) -> asyncio.Semaphore:
        """Gives what a client's pages wait for."""
        turn = self._making.get(client)
        if turn is None:
            turn = self._making[client] = asyncio.Semaphore(_PAGES_AT_ONCE)
        return turn

    def _check(self, client: str, scope: Scope) -> None:
        """Raises `Refused` or `Busy` for a request that is not let through."""
        path, headers = _path(scope), Headers(scope=scope)
        is_socket = path.startswith("/_nicegui_ws/")  # without websockets, it is read by requests that change nothing
        if path != "/healthz" and not self._is_called(headers):
            raise Refused(421, "host", Fault(_FOREIGN))
        if (is_socket or changes_something(scope["method"])) and not is_from_here(headers, self._origins):
            raise Refused(403, "origin", Fault(_FOREIGN))
        if _CHEAP.match(path):
            return
        is_page = _is_page(path)
        length = headers.get("content-length", "0")
        size = int(length[:9]) if length.isdecimal() else 0
        wait = math.ceil(self._buckets.take(client, (_PAGE_TOKENS if is_page else 1) + size // _TOKEN_BYTES))
        if wait:
            asked = NN_(
                "you have asked for too much at a time; go on in {count} second",
                "you have asked for too much at a time; go on in {count} seconds",
            )
            raise Refused(429, "rate", Fault(*asked, count=wait), {"Retry-After": str(wait)})
        if is_page and self._pages() >= _MOST_PAGES:
            raise Busy

    def _is_called(self, headers: Headers) -> bool:
        return is_called_rightly(headers.get("host", ""), self._hosts, only_here=self._only_here)


def _path(scope: Scope) -> str:
    return str(scope["path"]).removeprefix(scope.get("root_path", ""))


def _is_page(path: str) -> bool:
    """Tells whether a page is made, whatever the method: even one that says that there is none."""
    return not (_CHEAP.match(path) or path.startswith(("/api/", "/_nicegui")) or path == "/metrics")


def _problem(error: Refused | Busy) -> Response:
    if isinstance(error, Busy):
        return problem_of(error)
    text = fault_text(error.fault)
    return problem(error.status, error.kind, [text], error.headers, faults=[text])
