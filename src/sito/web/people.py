"""What is remembered of a person, who is nobody but the cookie of a browser: language, theme and the like."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from http.cookies import CookieError, SimpleCookie
from typing import Any, ClassVar

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sito.base.store import Store
from sito.errors import N_, Fault, InputError
from sito.show.i18n import languages

THEMES = ("auto", "light", "dark")
SYMBOLS = ("letters", "digits", "shapes")
_MOST_PEOPLE = 100_000
_PRUNED_EVERY = 100


@dataclass(frozen=True)
class Preferences:
    """What a person has chosen for the page; `language` None follows the browser."""

    language: str | None = None
    theme: str = "auto"
    symbols: str = "letters"
    """What pegs carry besides their color."""
    count: bool = True
    """Whether a game shows how many codes are left."""
    motion: bool = True
    """Whether things may move; where the browser asks for less, nothing moves all the same."""
    timed: bool = False
    """Whether a game shows how long it has been played."""
    colored: bool = True
    """Whether the keys of letters show what is known of them."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Names them, in the order of the columns of the file."""
        return tuple(preference.name for preference in fields(cls))


def new_person() -> str:
    """Makes the name of a new person: 128 random bits that nobody can guess.

    >>> len(new_person())
    32
    """
    return secrets.token_hex(16)


def is_person(text: str) -> bool:
    """Tells whether a text can be the name of a person.

    >>> is_person(new_person()), is_person("../etc")
    (True, False)
    """
    return len(text) == 32 and set(text) <= set("0123456789abcdef")


class PeopleStore(Store):
    """The file of people."""

    file_name: ClassVar[str] = "people.sqlite3"
    application_id: ClassVar[int] = int.from_bytes(b"SiPe")
    migrations: ClassVar[Sequence[str]] = (
        """
        CREATE TABLE person (
            person TEXT PRIMARY KEY,
            language TEXT,
            theme TEXT NOT NULL,
            symbols TEXT NOT NULL,
            count INTEGER NOT NULL,
            motion INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX person_changed ON person (changed)
        """,
        """
        ALTER TABLE person ADD COLUMN timed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE person ADD COLUMN colored INTEGER NOT NULL DEFAULT 1
        """,
    )


class People:
    """The preferences of everybody; a person who never chose anything takes no room.

    >>> people = People(PeopleStore(":memory:"))
    >>> people.remember("ada", theme="dark").theme, people.preferences("ada").theme, people.preferences("bob").theme
    ('dark', 'dark', 'auto')
    >>> people.close()
    """

    def __init__(self, store: PeopleStore, most: int = _MOST_PEOPLE) -> None:
        self._store = store
        self._most = most
        self._changes = 0

    def preferences(self, person: str) -> Preferences:
        """Gives what a person has chosen. Raises `StoreError`."""
        row = self._store.row(f"SELECT {', '.join(Preferences.names())} FROM person WHERE person = ?", [person])
        if row is None:
            return Preferences()
        texts = len(fields(Preferences)) - len(_SWITCHES)
        return Preferences(*row[:texts], *map(bool, row[texts:]))

    def remember(self, person: str, **changes: Any) -> Preferences:
        """Changes what a person has chosen, and gives all of it. Raises `InputError` with every fault, `StoreError`."""
        InputError.check(_faults(changes))
        with self._store.transaction():
            now = replace(self.preferences(person), **changes)
            values = [person, *(getattr(now, name) for name in Preferences.names())]
            # The time of a change only orders them: it counts up, and needs no clock.
            later = "(SELECT coalesce(max(changed), 0) + 1 FROM person)"
            columns, places = ", ".join(Preferences.names()), ", ".join("?" * len(values))
            self._store.change(
                f"INSERT OR REPLACE INTO person (person, {columns}, changed) VALUES ({places}, {later})", values
            )
            self._changes += 1
            if self._changes % _PRUNED_EVERY == 1:
                oldest = "SELECT person FROM person ORDER BY changed DESC LIMIT -1 OFFSET ?"
                self._store.change(f"DELETE FROM person WHERE person IN ({oldest})", [self._most])
        return now

    def adopt(self, person: str, me: str) -> None:
        """Gives somebody what another person has chosen, unless they have chosen themselves. Raises `StoreError`."""
        if person != me and self.preferences(me) == Preferences():
            self.remember(me, **asdict(self.preferences(person)))

    def close(self) -> None:
        """Closes the file."""
        self._store.close()


_SWITCHES = ("count", "motion", "timed", "colored")


def _faults(changes: Mapping[str, object]) -> Iterator[Fault]:
    known = Preferences.names()
    choices = {"theme": THEMES, "symbols": SYMBOLS, **dict.fromkeys(_SWITCHES, (True, False))}
    wrong = N_("{name} is {value!r}; it must be one of {names}")
    for name, value in changes.items():
        allowed = choices.get(name, (value,))
        if name not in known:
            yield Fault(wrong, name="preference", value=name, names=", ".join(known))
        elif not any(value == one and type(value) is type(one) for one in allowed):
            yield Fault(wrong, name=name, value=value, names=", ".join(map(str, allowed)))
        elif name == "language" and value is not None and value not in languages():
            unknown = N_("there is no language '{language}'; choose one of: {languages}")
            yield Fault(unknown, language=value, languages=", ".join(languages()))


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
