"""Gives every browser a name of its own, in a cookie, by which its games and preferences are found again."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sito.web.people import is_person, new_person

COOKIE = "sito_person"
_SECONDS = 365 * 24 * 3600
MINE = "/mine/"
"""The address that makes a browser that of the person whose folder the games lie in ends with a key."""
_NOT_FOR = ("/_nicegui/", "/healthz", "/metrics", MINE)  # what browsers cache must not set cookies


class PersonCookie:
    """Puts the person into `request.state.person`, and sends the cookie to a browser that has none."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request or websocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        known = person_of(Headers(scope=scope))
        person = known or new_person()
        scope.setdefault("state", {})["person"] = person
        path = str(scope["path"]).removeprefix(scope.get("root_path", ""))

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and known is None and not path.startswith(_NOT_FOR):
                cookie = cookie_of(person, scope.get("root_path", "") or "/", scope["scheme"] in ("https", "wss"))
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def cookie_of(person: str, below: str, secure: bool) -> str:
    """Writes the cookie of a person, for the pages below a path."""
    only = "; Secure" if secure else ""
    return f"{COOKIE}={person}; Path={below}; Max-Age={_SECONDS}; HttpOnly; SameSite=Lax{only}"


def person_of(headers: Headers) -> str | None:
    """Finds the person in the cookies of a request; None if there is none, or nonsense.

    >>> person_of(Headers({"cookie": "sito_person=me"})) is None
    True
    """
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None and is_person(morsel.value) else None
