"""The language of a request: what `Accept-Language` asks for, of those that Sito speaks."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sito.errors import InputError
from sito.show.i18n import find_language, language, languages

USUAL = "en"
_LONGEST = 1000  # characters of the header that are read


def choose_language(accepted: str) -> str:
    """Chooses a language by the header `Accept-Language`: of those that Sito speaks the one that is liked best.

    >>> choose_language("de, pl-PL;q=0.8, cs;q=0.9"), choose_language("de"), choose_language("")
    ('cs', 'en', 'en')
    """
    liked: list[tuple[float, str]] = []
    for part in accepted[:_LONGEST].split(","):
        tag, _, weight = part.partition(";")
        try:
            value = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            continue
        if tag.strip() and 0 < value <= 1:
            liked.append((value, tag.strip()))
    for _value, tag in sorted(liked, key=lambda each: -each[0]):
        if tag == "*":
            return USUAL
        try:
            return find_language(tag)
        except InputError:
            continue
    return USUAL


def language_of(scope: Scope) -> str:
    """Gives the language of a request."""
    return choose_language(Headers(scope=scope).get("accept-language", ""))


class SpokenLanguage:
    """Answers each request of the REST interface in its language, and says so."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app, self._prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] != "http" or not str(scope["path"]).removeprefix(scope.get("root_path", "")).startswith(
            self._prefix
        ):
            await self._app(scope, receive, send)
            return
        tag = language_of(scope)

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Language"] = tag
                headers.add_vary_header("Accept-Language")
            await send(message)

        with language(tag):
            await self._app(scope, receive, say)


NAMES = {"en": "English", "cs": "Čeština", "ja": "日本語", "pl": "Polski", "ru": "Русский"}


def language_names() -> dict[str, str]:
    """Gives each language that can be chosen, and its own name for itself.

    >>> language_names()["en"]
    'English'
    """
    return {tag: NAMES.get(tag, tag) for tag in languages()}
