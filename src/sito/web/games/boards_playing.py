"""A game on several boards in which a person guesses: the value that is kept of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sito.advice.boards import BoardsPlay
from sito.codes.code import CodeSpace
from sito.errors import N_, Fault, InputError
from sito.playing.game import Transcript
from sito.playing.numbered import daily_number
from sito.rules.rules import Rules
from sito.show.sharing import share_boards
from sito.web.games.counting import is_quick
from sito.web.games.errors import OutOfTurn
from sito.web.games.playing import MOST_GUESSES
from sito.web.games.states import BoardsState, BoardView
from sito.web.games.views import Beholder, rules_view, turn_views
from sito.words.words import WordList

MOST_BOARDS = 8
"""The most boards of a game that the service keeps."""


@dataclass(frozen=True)
class BoardsGame:
    """How a game on several boards stands, with all that it needs to go on."""

    play: BoardsPlay
    number: int | None = None
    day: str | None = None
    given_up: bool = False

    @classmethod
    def new(
        cls, rules: Rules, boards: int, *, limit: int | None, number: int | None, day: date | None, seed: int
    ) -> BoardsGame:
        """Begins a game; `limit` 0 is none, and None the usual one. Raises `InputError`."""
        if limit is not None and not 0 <= limit <= MOST_GUESSES:
            wrong = N_("{name} is {value!r}; it must be a whole number from {least} to {most}")
            raise InputError(Fault(wrong, name="guesses", value=limit, least=0, most=MOST_GUESSES))
        if number is not None and day is not None:
            raise InputError(Fault(N_("the day and the number each say which game is played; leave out one of them")))
        which = daily_number(day) if day is not None else number
        if not 1 <= boards <= MOST_BOARDS:
            wrong = N_("boards are {count!r}; give a whole number from 1 to {most}, as in {example}")
            raise InputError(Fault(wrong, count=boards, most=MOST_BOARDS, example=4))
        play = BoardsPlay.begin(rules, boards, limit, seed, which)
        return cls(play, which, None if day is None else day.isoformat())

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.play.rules

    @property
    def over(self) -> bool:
        """Whether nothing more can be guessed."""
        return self.given_up or self.play.over or len(self.play.guesses) >= MOST_GUESSES

    def after(self, text: str) -> BoardsGame:
        """Gives the game after one more guess. Raises `CodeError`, or `OutOfTurn` if the game is over."""
        self._check_open()
        return replace(self, play=self.play.after(CodeSpace(self.rules, guesses=True).parse(text)))

    def surrendered(self) -> BoardsGame:
        """Gives the game given up. Raises `OutOfTurn` if it is over."""
        self._check_open()
        return replace(self, given_up=True)

    def _check_open(self) -> None:
        if self.over:
            raise OutOfTurn(Fault(N_("this game is over")))

    def state(self, beholder: Beholder) -> BoardsState:
        """Makes what is shown of it; the codes of boards that are not solved are in it at the end alone."""
        over, games, space = self.over, self.play.games, CodeSpace(self.rules)
        counts = is_quick(self.rules)
        boards = tuple(
            BoardView(
                number=place,
                turns=turn_views(game, [None] * len(game)),
                solved=game.won,
                left=len(game.knowledge) if counts and not game.won else None,
                secret=space.text(secret) if over or game.won else None,
            )
            for place, (game, secret) in enumerate(zip(games, self.play.secrets, strict=True), 1)
        )
        return BoardsState(
            id=beholder.id,
            version=beholder.version,
            rules=rules_view(self.rules),
            boards=boards,
            made=len(self.play.guesses),
            guesses=self.play.limit,
            number=self.number,
            day=self.day,
            over=over,
            won=self.play.won,
            given_up=self.given_up,
            share=self._share(games, in_words=False) if over else None,
            share_words=self._share(games, in_words=True) if over else None,
        )

    def _share(self, games: tuple[Transcript, ...], *, in_words: bool) -> str:
        number = None if self.day else self.number
        return share_boards(games, number=number, day=self.day, rounds=self.play.limit, in_words=in_words)

    def saved(self) -> dict[str, Any]:
        """Gives it as a JSON value, without the words of a word game."""
        secrets, guesses = CodeSpace(self.rules), CodeSpace(self.rules, guesses=True)
        return {
            "rules": str(self.rules),
            "secrets": [secrets.text(code) for code in self.play.secrets],
            "guesses": [guesses.text(code) for code in self.play.guesses],
            "limit": self.play.limit,
            "number": self.number,
            "day": self.day,
            "given_up": self.given_up,
        }

    @classmethod
    def load(cls, value: dict[str, Any], words: WordList | None) -> BoardsGame:
        """Makes it again from what `saved` gave."""
        rules = Rules.parse(value["rules"], words)
        secrets = tuple(map(CodeSpace(rules).parse, value["secrets"]))
        guesses = tuple(map(CodeSpace(rules, guesses=True).parse, value["guesses"]))
        play = BoardsPlay(rules, secrets, guesses, value["limit"])
        return cls(play, value["number"], value["day"], value["given_up"])
