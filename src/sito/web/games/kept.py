"""A game with what is known of it besides its moves: whose it is, which version, when it was touched."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from sito.games.boards import BoardsGame
from sito.games.duel import DuelGame
from sito.games.fields import SavedFields
from sito.games.keep import KeepGame
from sito.games.play import PlayGame
from sito.games.store import Row
from sito.web.games.errors import not_yours

AnyGame = PlayGame | KeepGame | DuelGame | BoardsGame
_KINDS: dict[str, type[AnyGame]] = {"play": PlayGame, "keep": KeepGame, "duel": DuelGame, "boards": BoardsGame}
KIND_OF: dict[type[AnyGame], str] = {game: kind for kind, game in _KINDS.items()}


def _read(row: Row) -> AnyGame:
    read: Callable[[SavedFields], AnyGame] = _KINDS[row.kind].read
    return row.read(read)


@dataclass(frozen=True)
class Kept:
    """One version of a game."""

    id: str
    kind: str
    owner: str
    guest: str | None
    code: str | None
    version: int
    begun: float
    touched: float
    game: AnyGame
    number: int | None = None
    """That of a game of the person whose folder this is."""

    def seat(self, person: str) -> int | None:
        """Gives the seat of a person: 1 for whoever began it, 2 for whoever joined; None for others."""
        return 1 if person == self.owner else 2 if person == self.guest else None

    def next(self, game: AnyGame, now: float, guest: str | None = None) -> Kept:
        """Gives the next version."""
        return replace(self, game=game, version=self.version + 1, touched=now, guest=guest or self.guest)

    def row(self) -> Row:
        """Gives it as the file has it."""
        words, text = self.game.rules.words, json.dumps(self.game.saved())
        head = (self.id, self.kind, self.owner, self.guest, self.code, self.version, self.game.over)
        return Row(*head, self.begun, self.touched, words.digest if words else None, text, self.number, words)

    @classmethod
    def of(cls, row: Row) -> Kept:
        """Makes it again. Raises `InputError` for what is damaged, `NotYours` for a puzzle, which the page has not."""
        if row.kind not in _KINDS:
            raise not_yours()
        head = (row.id, row.kind, row.owner, row.guest, row.code, row.version)
        return cls(*head, row.begun, row.touched, _read(row), row.number)
