"""A game in which a person keeps the code: the value that is kept of it, and what each move makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sito.codes.code import CodeSpace
from sito.codes.feedback import read_noted
from sito.errors import N_, Fault, InputError
from sito.playing.game import Transcript
from sito.playing.repairs import Change, Repair, Slip, wrong_answers
from sito.playing.rounds import usual_rounds
from sito.rules.rules import Rules
from sito.show.i18n import fault_text
from sito.web.games.counting import Counted
from sito.web.games.errors import OutOfTurn
from sito.web.games.states import ChangeView, ConflictView, KeepState, RepairView
from sito.web.games.tasks import player_of
from sito.web.games.told import texts
from sito.web.games.views import Beholder, rules_view, turn_views
from sito.words.words import WordList

MOST_GUESSES = 60
"""A game without a limit ends after so many guesses; wrong answers are found among up to 64."""


@dataclass(frozen=True)
class KeepGame:
    """How a game stands, with all that it needs to go on.

    `guess` waits for an answer; it is None while answers contradict each other, and at the end.
    `written` has the answers as they were first given.
    """

    game: Transcript
    written: Transcript
    level: str
    limit: int | None
    hard: bool
    seed: int
    guess: str | None = None
    lefts: tuple[int | None, ...] = ()
    left: int | None = None
    codes: tuple[str, ...] = ()
    conflict: dict[str, Any] | None = None
    given_up: bool = False
    told: str | None = None
    """The code that the person told at the end."""

    @classmethod
    def new(cls, rules: Rules, level: str, *, hard: bool, limit: int | None, seed: int) -> KeepGame:
        """Begins a game; `limit` 0 is none, and None the usual one. Raises `InputError`."""
        player_of(level, hard=hard)
        if limit is not None and not 0 <= limit <= MOST_GUESSES:
            wrong = N_("{name} is {value!r}; it must be a whole number from {least} to {most}")
            raise InputError(Fault(wrong, name="guesses", value=limit, least=0, most=MOST_GUESSES))
        most = usual_rounds(rules) if limit is None else limit or None
        return cls(Transcript(rules), Transcript(rules), level.strip().lower(), most, hard, seed)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @property
    def ended(self) -> bool:
        """Whether the computer does not guess again, as far as the answers tell."""
        return self.game.won or self.given_up or len(self.game) >= (self.limit or MOST_GUESSES)

    @property
    def over(self) -> bool:
        """Whether it is over; it is not while answers contradict each other, unless it was given up."""
        return self.given_up or (self.conflict is None and self.ended)

    def answered(self, text: str) -> KeepGame:
        """Gives the game with the guess answered; it is to be counted. Raises `FeedbackError`, `OutOfTurn`."""
        self.check_open()
        if self.guess is None:
            raise OutOfTurn(Fault(N_("the answers contradict each other; mend them first")))
        answer = read_noted(text, self.rules)
        game = self.game.after(self.guess, answer)
        first = Transcript(self.rules, (*self.written.turns[: len(self.game)], game.turns[-1]))
        return replace(self, game=game, written=first, lefts=(*self.lefts, None), guess=None)

    def check_open(self) -> None:
        """Raises `OutOfTurn` if the game is over."""
        if self.over:
            raise OutOfTurn(Fault(N_("this game is over")))

    def corrected(self, turn: int, text: str) -> KeepGame:
        """Gives the game with another answer to a turn, counted from 1. Raises `FeedbackError`, `InputError`."""
        if self.given_up:
            raise OutOfTurn(Fault(N_("this game is over")))
        if not 1 <= turn <= len(self.game):
            none = N_("there is no answer {turn} to correct; there are {count}")
            raise InputError(Fault(none, turn=turn, count=len(self.game)))
        return self._mended(self.game.corrected(turn - 1, read_noted(text, self.rules)))

    def repaired(self, index: int) -> KeepGame:
        """Gives the game with a repair made of those that were offered. Raises `OutOfTurn`, `InputError`."""
        if self.conflict is None or self.given_up:
            raise OutOfTurn(Fault(N_("no answer contradicts the others; there is nothing to mend")))
        repairs = self.conflict["repairs"]
        if not 0 <= index < len(repairs):
            none = N_("there is no repair {index}; there are {count}")
            raise InputError(Fault(none, index=index, count=len(repairs)))
        changes = tuple(
            Change(place, self.game.turns[place], read_noted(answer, self.rules), Slip(slip))
            for place, answer, slip in repairs[index]["changes"]
        )
        return self._mended(self.game.repaired(Repair.of(changes, repairs[index]["codes"])))

    def _mended(self, game: Transcript) -> KeepGame:
        return replace(self, game=game, lefts=(), guess=None, conflict=None, told=None)

    def shortened(self) -> KeepGame:
        """Gives the game without its last answer, whose guess waits again. Raises `OutOfTurn`."""
        if self.given_up:
            raise OutOfTurn(Fault(N_("this game is over")))
        if not self.game.turns:
            raise OutOfTurn(Fault(N_("there is no answer to take back")))
        guess = CodeSpace(self.rules, guesses=True).text(self.game.turns[-1].guess)
        shorter = replace(self, game=self.game.shortened(-1), lefts=self.lefts[:-1])
        return replace(shorter, guess=guess, conflict=None, told=None)

    def surrendered(self) -> KeepGame:
        """Gives the game given up. Raises `OutOfTurn` if it is over."""
        self.check_open()
        return replace(self, given_up=True, guess=None, conflict=None)

    def revealed(self, text: str) -> KeepGame:
        """Gives the game with the code that the person tells at its end. Raises `CodeError`, `OutOfTurn`."""
        if not self.over or self.game.won:
            raise OutOfTurn(Fault(N_("the code is told at the end of a game in which it was not found")))
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

    def state(self, beholder: Beholder) -> KeepState:
        """Makes what is shown of it."""
        wrong = self._wrong()
        colors = () if self.guess is None else tuple(CodeSpace(self.rules, guesses=True).parse(self.guess))
        return KeepState(
            id=beholder.id,
            version=beholder.version,
            rules=rules_view(self.rules),
            level=self.level,
            hard=self.hard,
            guesses=self.limit,
            turns=turn_views(self.game, self.lefts),
            guess=self.guess,
            colors=colors,
            left=self.left,
            codes=self.codes,
            conflict=self._conflict(),
            over=self.over,
            won=self.over and self.game.won,
            given_up=self.given_up,
            secret=self.secret,
            wrong=tuple(_change(change) for change in wrong),
            verdicts=tuple(fault_text(change.verdict(self.rules)) for change in wrong),
        )

    def _wrong(self) -> tuple[Change, ...]:
        """Names the answers that were wrong as they were first given, once the code is known."""
        if self.secret is None:
            return ()
        kept = self.written.turns[: len(self.game)]
        return wrong_answers(Transcript(self.rules, (*kept, *self.game.turns[len(kept) :])), self.secret)

    def _conflict(self) -> ConflictView | None:
        if self.conflict is None:
            return None
        repairs = []
        for index, repair in enumerate(self.conflict["repairs"]):
            changes = tuple(
                ChangeView(place + 1, str(self.game.turns[place].answer), right)
                for place, right, _slip in repair["changes"]
            )
            (sentence,) = texts([repair["fault"]])
            repairs.append(RepairView(index, changes, repair["codes"], sentence))
        clash, total = tuple(self.conflict["clash"]), self.conflict["total"]
        return ConflictView(texts(self.conflict["faults"]), clash, tuple(repairs), total)

    def saved(self) -> dict[str, Any]:
        """Gives it as a JSON value, without the words of a word game."""
        return {
            "game": str(self.game),
            "written": str(self.written),
            "level": self.level,
            "limit": self.limit,
            "hard": self.hard,
            "seed": self.seed,
            "guess": self.guess,
            "lefts": self.lefts,
            "left": self.left,
            "codes": self.codes,
            "conflict": self.conflict,
            "given_up": self.given_up,
            "told": self.told,
        }

    @classmethod
    def load(cls, value: dict[str, Any], words: WordList | None) -> KeepGame:
        """Makes it again from what `saved` gave."""
        game, written = (Transcript.parse(value[name], words) for name in ("game", "written"))
        lists = {name: tuple(value[name]) for name in ("lefts", "codes")}
        return cls(**{**value, **lists, "game": game, "written": written})


def _change(change: Change) -> ChangeView:
    return ChangeView(change.index + 1, str(change.turn.answer), str(change.answer))
