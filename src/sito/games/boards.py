"""A game on several boards in which a person guesses: the value that is kept of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar

from sito.advice.boards import BoardsPlay, board_faults
from sito.codes.code import CodeSpace
from sito.errors import InputError
from sito.games.errors import check_open
from sito.games.fields import SavedFields, as_fields
from sito.games.finished import FinishedGame
from sito.games.play import MOST_GUESSES, which_faults
from sito.playing.numbered import daily_number
from sito.playing.rounds import most_rounds
from sito.rules.rules import Rules

MOST_BOARDS = 8
"""The most boards of a game that the page keeps."""


@dataclass(frozen=True)
class BoardsGame:
    """How a game on several boards stands, with all that it needs to go on."""

    play: BoardsPlay
    number: int | None = None
    day: str | None = None
    again: bool = False
    given_up: bool = False
    round: ClassVar[int] = 1

    @classmethod
    def new(
        cls, rules: Rules, boards: int, *, limit: int | None, number: int | None, day: date | None, seed: int
    ) -> BoardsGame:
        """Begins a game; `limit` 0 is none, and None the usual one. Raises `InputError`."""
        InputError.check(which_faults(limit, number, day))
        which = daily_number(day) if day is not None else number
        InputError.check(board_faults(boards, MOST_BOARDS))
        play = BoardsPlay.begin(rules, boards, limit, seed, which)
        return cls(play, which, None if day is None else day.isoformat())

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.play.rules

    @property
    def over(self) -> bool:
        """Whether nothing more can be guessed."""
        return self.given_up or self.play.over or len(self.play.guesses) >= most_rounds(self.rules, MOST_GUESSES)

    def after(self, text: str) -> BoardsGame:
        """Gives the game after one more guess. Raises `CodeError`, or `OutOfTurn` if the game is over."""
        check_open(self.over)
        return replace(self, play=self.play.after(CodeSpace(self.rules, guesses=True).parse(text)))

    def surrendered(self) -> BoardsGame:
        """Gives the game given up. Raises `OutOfTurn` if it is over."""
        check_open(self.over)
        return replace(self, given_up=True)

    def finished(self) -> tuple[FinishedGame, ...]:
        """Gives what is kept of it at its end, a game for each board."""
        space = CodeSpace(self.rules)
        how = {"rounds": self.play.limit, "given_up": self.given_up}
        which = {"number": self.number, "daily": self.day, "again": self.again}
        return tuple(
            FinishedGame.of_human(game, space.text(secret), **how, **which)
            for game, secret in zip(self.play.games, self.play.secrets, strict=True)
        )

    def saved(self) -> dict[str, object]:
        """Gives it as a JSON value, without the words of a word game."""
        secrets, guesses = CodeSpace(self.rules), CodeSpace(self.rules, guesses=True)
        return {
            "rules": str(self.rules),
            "secrets": [secrets.text(code) for code in self.play.secrets],
            "guesses": [guesses.text(code) for code in self.play.guesses],
            "limit": self.play.limit,
            **as_fields(self, "play"),
        }

    @classmethod
    def read(cls, fields: SavedFields) -> BoardsGame:
        """Reads what `saved` gave. Raises `InputError`."""
        rules = fields.game("rules").rules
        secrets = tuple(map(CodeSpace(rules).parse, fields.texts("secrets")))
        InputError.check(board_faults(len(secrets)))
        guesses = tuple(map(CodeSpace(rules, guesses=True).parse, fields.texts("guesses")))
        return cls(
            BoardsPlay(rules, secrets, guesses, fields.limit()),
            fields.number_or_none("number", least=0),
            fields.day_or_none("day"),
            fields.yes("again"),
            fields.yes("given_up"),
        )
