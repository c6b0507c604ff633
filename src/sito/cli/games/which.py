"""Which games are meant: their names on the command line, completed by the shell, and the options that choose some."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any

from sito.cli.games.kinds import KINDS
from sito.cli.games.views import Entry, read_unfinished
from sito.cli.options import read_rules
from sito.cli.output import message
from sito.cli.parameters import Argument
from sito.cli.play.saved import open_store, records
from sito.errors import N_, Fault, InputError, StoreError
from sito.games.finished import Record
from sito.games.kinds import GAME_KINDS
from sito.games.store import Ended, GameStore, Row
from sito.operations.operation import Ask, Named
from sito.show.i18n import error_text


def complete_game(_incomplete: str, _given: Mapping[str, Any]) -> Named:
    """Lists the names of games, those that are not finished first."""
    with suppress(StoreError), open_store() as store:
        return _names(*reversed(store.unfinished()), *reversed(store.ended()))
    return []


def complete_unfinished(_incomplete: str, _given: Mapping[str, Any]) -> Named:
    """Lists the names of games that can be resumed."""
    with suppress(StoreError), open_store() as store:
        return _names(*reversed(store.unfinished()))
    return []


def _names(*games: Row | Ended) -> Named:
    return [(game.name, "") for game in games]


def _complete_kind(_incomplete: str, _given: Mapping[str, Any]) -> Named:
    return [(kind, "") for kind in KINDS]


NameArgument = Annotated[str, Argument(N_("The name of a game, as in play-7."), complete=complete_game)]
KindOption = Annotated[
    str | None, Ask(Fault(N_("Only games of one kind: {kinds}."), kinds=", ".join(KINDS)), complete=_complete_kind)
]


@dataclass(frozen=True, kw_only=True)
class WhichGames:
    """Which games are meant."""

    kind: KindOption = None
    rules: Annotated[
        str | None,
        Ask(N_("Only games by these rules: a name or a text such as 4x6."), short="-r"),
    ] = None
    last: Annotated[int | None, Ask(N_("Only so many, the newest."), 1)] = None

    def kinds(self) -> tuple[str, ...]:
        """Gives the kinds that are meant. Raises `InputError`."""
        if self.kind is None:
            return GAME_KINDS if self.rules is not None else tuple(KINDS)
        if self.kind not in KINDS:
            wrong = N_("there is no kind of games {kind!r}; there are {kinds}")
            raise InputError(Fault(wrong, kind=self.kind[:80], kinds=", ".join(KINDS)))
        return (self.kind,)

    def records(self, store: GameStore) -> list[Record]:
        """Reads the finished games that are meant, the oldest first. Raises `InputError`."""
        key = None if self.rules is None else read_rules(self.rules).key
        return [
            record
            for record in records(store, self.kinds())
            if key is None or (record.games and record.games[0].game.rules.key == key)
        ]

    def unfinished(self, store: GameStore) -> list[Entry]:
        """Reads the games that are meant and not finished, the one that was played last at the end."""
        key = None if self.rules is None else read_rules(self.rules).key
        found = []
        for row in store.unfinished(self.kinds()):
            try:
                game = read_unfinished(store, row)
            except InputError as error:
                message(error_text(error))
                continue
            if game is not None and (key is None or (game.games and game.games[0].rules.key == key)):
                found.append(game.entry)
        return found
