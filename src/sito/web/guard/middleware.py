"""The guard: every request and every websocket passes here first."""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sito.errors import N_, NN_, Fault
from sito.show.i18n import fault_text, language
from sito.web.guard.bounds import (
    POLICY_VIOLATION,
    Bodies,
    Buckets,
    Gone,
    Sockets,
    TooLarge,
    TooMany,
    TooSlow,
    refuse,
    replay,
)
from sito.web.guard.origins import changes_something, is_called_rightly, is_from_here, is_here, protect
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
_MOST_PAGES = 1000
"""Pages that are kept for all browsers together."""


class Guard:
    """Bounds sizes, times and rates, refuses what other sites send, and adds the headers of security."""

    def __init__(self, app: ASGIApp, settings: Settings, sockets: Sockets, pages: Callable[[], int]) -> None:
        self._app, self._settings, self._pages = app, settings, pages
        self._buckets = Buckets(settings.rate, settings.burst)
        self._bodies = Bodies(settings.body_bytes, settings.body_seconds)
        self._origins = listed(settings.origins)
        self._hosts = listed(settings.hosts)
        self._only_here = is_here(settings.host)
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request or websocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        client = scope["client"][0] if scope.get("client") else ""
        token = client_now.set(client)
        try:
            if scope["type"] == "websocket":
                await self._websocket(client, scope, receive, send)
            else:
                await self._request(client, scope, receive, send)
        finally:
            client_now.reset(token)

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

        refused = self._refusal(client, scope)
        if refused is None:
            try:
                read = await self._bodies.read(Headers(scope=scope), receive)
            except Gone:
                return
            except (TooLarge, TooSlow, TooMany) as error:
                refused = self._body_refusal(scope, error)
            else:
                await self._app(scope, receive if read is None else replay(read, receive), send_protected)
                return
        await refused(scope, receive, send_protected)

    def _refusal(self, client: str, scope: Scope) -> Response | None:
        path = str(scope["path"]).removeprefix(scope.get("root_path", ""))
        headers = Headers(scope=scope)
        is_socket = path.startswith("/_nicegui_ws/")  # without websockets, it is read by requests that change nothing
        if path != "/healthz" and not self._is_called(headers):
            return _problem(scope, 421, "host", Fault(_FOREIGN))
        if (is_socket or changes_something(scope["method"])) and not is_from_here(headers, self._origins):
            return _problem(scope, 403, "origin", Fault(_FOREIGN))
        if _CHEAP.match(path):
            return None
        # Whatever the method: a page is made even to say that there is none.
        is_page = not path.startswith(("/api/", "/_nicegui")) and path != "/metrics"
        wait = math.ceil(self._buckets.take(client, _PAGE_TOKENS if is_page else 1))
        if wait:
            asked = Fault(
                *NN_(
                    "you have asked for too much at a time; go on in {count} second",
                    "you have asked for too much at a time; go on in {count} seconds",
                ),
                count=wait,
            )
            return _problem(scope, 429, "rate", asked, {"Retry-After": str(wait)})
        if is_page and self._pages() >= _MOST_PAGES:
            return _busy(scope)
        return None

    def _is_called(self, headers: Headers) -> bool:
        return is_called_rightly(headers.get("host", ""), self._hosts, only_here=self._only_here)

    def _body_refusal(self, scope: Scope, error: Exception) -> Response:
        gone = {"Connection": "close"}
        if isinstance(error, TooLarge):
            large = Fault(
                *NN_(
                    "the body of the request is too large; {count} byte is allowed",
                    "the body of the request is too large; {count} bytes are allowed",
                ),
                count=self._settings.body_bytes,
            )
            return _problem(scope, 413, "body-size", large, gone)
        if isinstance(error, TooSlow):
            slow = N_("the body of the request did not come within {seconds:g} seconds")
            return _problem(scope, 408, "body-time", Fault(slow, seconds=self._settings.body_seconds), gone)
        return _busy(scope)


def _problem(scope: Scope, status: int, kind: str, fault: Fault, headers: dict[str, str] | None = None) -> Response:
    """Makes an answer in the language of the request, which nothing else has looked at yet."""
    with language(language_of(scope)):
        text = fault_text(fault)
        return problem(status, kind, [text], headers, faults=[text])


def _busy(scope: Scope) -> Response:
    with language(language_of(scope)):
        return problem_of(Busy())
