"""A game with what is known of it besides its moves: whose it is, which version, when it was touched."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol, Self

from sito.rules.rules import Rules
from sito.web.games.boards_playing import BoardsGame
from sito.web.games.duelling import DuelGame
from sito.web.games.keeping import KeepGame
from sito.web.games.playing import PlayGame
from sito.web.games.store import Row
from sito.words.words import WordList


class Game(Protocol):
    """What the games of all kinds have in common."""

    @property
    def over(self) -> bool:
        """Whether it is over."""
        ...

    @property
    def rules(self) -> Rules:
        """Its rules."""
        ...

    def saved(self) -> dict[str, Any]:
        """Gives it as a JSON value, without the words of a word game."""
        ...

    @classmethod
    def load(cls, value: dict[str, Any], words: WordList | None) -> Self:
        """Makes it again from what `saved` gave."""
        ...


AnyGame = PlayGame | KeepGame | DuelGame | BoardsGame
_KINDS: dict[str, type[AnyGame]] = {"play": PlayGame, "keep": KeepGame, "duel": DuelGame, "boards": BoardsGame}


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

    def seat(self, person: str) -> int | None:
        """Gives the seat of a person: 1 for whoever began it, 2 for whoever joined; None for others."""
        return 1 if person == self.owner else 2 if person == self.guest else None

    def next(self, game: AnyGame, now: float, guest: str | None = None) -> Kept:
        """Gives the next version."""
        return replace(self, game=game, version=self.version + 1, touched=now, guest=guest or self.guest)

    def row(self) -> Row:
        """Gives it as the file has it."""
        words = self.game.rules.words
        head = (self.id, self.kind, self.owner, self.guest, self.code, self.version, self.game.over)
        return Row(*head, self.begun, self.touched, words.digest if words else None, self.game.saved())

    @classmethod
    def of(cls, row: Row, words: WordList | None) -> Kept:
        """Makes it again."""
        game = _KINDS[row.kind].load(row.value, words)
        head = (row.id, row.kind, row.owner, row.guest, row.code, row.version)
        return cls(*head, row.begun, row.touched, game)
