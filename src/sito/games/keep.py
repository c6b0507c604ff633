"""A game in which a person keeps the code: the value that is kept of it, and what each move makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from sito.advice.levels import player_of
from sito.codes.code import CodeSpace
from sito.codes.feedback import read_noted
from sito.errors import N_, InputError
from sito.games.counting import Counted
from sito.games.errors import OutOfTurn, check_open
from sito.games.fields import JsonObject, SavedFields, as_fields
from sito.games.finished import FinishedGame
from sito.games.play import limit_faults
from sito.playing.game import Transcript
from sito.playing.repairs import Change, Repair, Slip, wrong_answers
from sito.playing.rounds import most_rounds, usual_rounds
from sito.rules.rules import Rules

MOST_GUESSES = 60
"""A game without a limit ends after so many guesses here, on a vast board later; wrong answers are found among 64."""


@dataclass(frozen=True)
class KeepGame:
    """How a game stands, with all that it needs to go on.

    `guess` waits for an answer; it is None while answers contradict each other, at the end, and until it is chosen.
    `written` has the answers as they were first given; `strategy` is the text of the computer's.
    """

    game: Transcript
    written: Transcript
    strategy: str
    limit: int | None
    hard: bool
    seed: int
    guess: str | None = None
    lefts: tuple[int | None, ...] = ()
    left: int | None = None
    codes: tuple[str, ...] = ()
    conflict: JsonObject | None = None
    given_up: bool = False
    round: ClassVar[int] = 1
    told: str | None = None
    """The code that the person told at the end."""

    @classmethod
    def new(cls, rules: Rules, level: str, *, hard: bool, limit: int | None, seed: int) -> KeepGame:
        """Begins a game; `limit` 0 is none, and None the usual one. Raises `InputError`."""
        strategy = str(player_of(level, hard=hard))
        InputError.check(limit_faults(limit, MOST_GUESSES))
        most = usual_rounds(rules) if limit is None else limit or None
        return cls(Transcript(rules), Transcript(rules), strategy, most, hard, seed)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @property
    def ended(self) -> bool:
        """Whether the computer does not guess again, as far as the answers tell."""
        return self.game.won or self.given_up or len(self.game) >= (self.limit or most_rounds(self.rules, MOST_GUESSES))

    @property
    def over(self) -> bool:
        """Whether it is over; it is not while answers contradict each other, unless it was given up."""
        return self.given_up or (self.conflict is None and self.ended)

    def answered(self, text: str) -> KeepGame:
        """Gives the game with the guess answered; it is to be counted. Raises `FeedbackError`, `OutOfTurn`."""
        check_open(self.over)
        if self.guess is None:
            raise OutOfTurn.said("the answers contradict each other; mend them first")
        answer = read_noted(text, self.rules)
        game = self.game.after(self.guess, answer)
        first = Transcript(self.rules, (*self.written.turns[: len(self.game)], game.turns[-1]))
        return replace(self, game=game, written=first, lefts=(*self.lefts, None), guess=None)

    def played(self, game: Transcript, written: Transcript) -> KeepGame:
        """Gives it with the game as it was played on elsewhere; the next guess is to be chosen."""
        return replace(self._mended(game), written=written)

    def corrected(self, turn: int, text: str) -> KeepGame:
        """Gives the game with another answer to a turn, counted from 1. Raises `FeedbackError`, `InputError`."""
        check_open(self.given_up)
        if not 1 <= turn <= len(self.game):
            none = N_("there is no answer {turn} to correct; there are {count}")
            raise InputError.said(none, turn=turn, count=len(self.game))
        return self._mended(self.game.corrected(turn - 1, read_noted(text, self.rules)))

    def repaired(self, index: int) -> KeepGame:
        """Gives the game with a repair made of those that were offered. Raises `OutOfTurn`, `InputError`."""
        if self.conflict is None or self.given_up:
            raise OutOfTurn.said("no answer contradicts the others; there is nothing to mend")
        repairs = self.conflict["repairs"]
        if not 0 <= index < len(repairs):
            raise InputError.said("there is no repair {index}; there are {count}", index=index, count=len(repairs))
        changes = tuple(
            Change(place, self.game.turns[place], read_noted(answer, self.rules), Slip(slip))
            for place, answer, slip in repairs[index]["changes"]
        )
        return self._mended(self.game.repaired(Repair.of(changes, repairs[index]["codes"])))

    def _mended(self, game: Transcript) -> KeepGame:
        return replace(self, game=game, lefts=(), guess=None, conflict=None, told=None)

    def shortened(self) -> KeepGame:
        """Gives the game without its last answer, whose guess waits again. Raises `OutOfTurn`."""
        check_open(self.given_up)
        if not self.game.turns:
            raise OutOfTurn.said("there is no answer to take back")
        guess = CodeSpace(self.rules, guesses=True).text(self.game.turns[-1].guess)
        shorter = replace(self, game=self.game.shortened(-1), lefts=self.lefts[:-1])
        return replace(shorter, guess=guess, conflict=None, told=None)

    def surrendered(self) -> KeepGame:
        """Gives the game given up. Raises `OutOfTurn` if it is over."""
        check_open(self.over)
        return replace(self, given_up=True, guess=None, conflict=None)

    def revealed(self, text: str) -> KeepGame:
        """Gives the game with the code that the person tells at its end. Raises `CodeError`, `OutOfTurn`."""
        if not self.over or self.game.won:
            raise OutOfTurn.said("the code is told at the end of a game in which it was not found")
        space = CodeSpace(self.rules)
        return replace(self, told=space.text(space.parse(text)))

    def counted(self, lefts: Iterable[int | None], found: Counted | None) -> KeepGame:
        """Gives the game with the codes counted: after each of its turns, and now."""
        left, codes = (None, ()) if found is None else (found.left, found.codes)
        return replace(self, lefts=tuple(lefts), left=left, codes=codes)

    @property
    def secret(self) -> str | None:
        """The code, if it is known at the end."""
        if self.over and self.game.won:
            return CodeSpace(self.rules).text(self.game.turns[-1].guess)
        return self.told

    def wrong(self) -> tuple[Change, ...]:
        """Names the answers that were wrong as they were first given, once the code is known."""
        if self.secret is None:
            return ()
        kept = self.written.turns[: len(self.game)]
        return wrong_answers(Transcript(self.rules, (*kept, *self.game.turns[len(kept) :])), self.secret)

    def finished(self) -> tuple[FinishedGame, ...]:
        """Gives what is kept of it at its end."""
        how = {"rounds": self.limit, "hard": self.hard, "given_up": self.given_up}
        return (FinishedGame.of_computer(self.game, self.strategy, self.secret, **how),)

    def saved(self) -> dict[str, object]:
        """Gives it as a JSON value, without the words of a word game."""
        return {**as_fields(self), "game": str(self.game), "written": str(self.written)}

    @classmethod
    def read(cls, fields: SavedFields) -> KeepGame:
        """Reads what `saved` gave. Raises `InputError`."""
        game, hard = fields.game("game"), fields.yes("hard")
        written = fields.game("written") if "written" in fields.values else game
        guess, told = fields.text_or_none("guess"), fields.text_or_none("told")
        if guess is not None:
            guess = CodeSpace(game.rules, guesses=True).text(CodeSpace(game.rules, guesses=True).parse(guess))
        return cls(
            game,
            written,
            read_strategy_text(fields, hard=hard),
            fields.limit(),
            hard,
            fields.number("seed"),
            guess=guess,
            lefts=fields.numbers("lefts", most=len(game)),
            left=fields.number_or_none("left", least=0),
            codes=fields.texts("codes", usual=()),
            conflict=fields.object_or_none("conflict"),
            given_up=fields.yes("given_up"),
            told=None if told is None else CodeSpace(game.rules).text(CodeSpace(game.rules).parse(told)),
        )


def read_strategy_text(fields: SavedFields, *, hard: bool) -> str:
    """Reads the computer's strategy; an earlier page kept its level. Raises `InputError`."""
    level = fields.text_or_none("level")
    return fields.text("strategy") if level is None else str(player_of(level, hard=hard))
