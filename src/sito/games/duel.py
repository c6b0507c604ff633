"""A duel: the value that is kept of it, and what each move makes of it.

Whoever has told their code has it compared, and the answers are true. At a terminal a person may keep it, and answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, Self, TypeVar

from sito.advice.levels import player_of
from sito.codes.code import CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import Feedback, score
from sito.codes.hard_mode import check_hard
from sito.errors import N_, Fault, InputError
from sito.games.counting import is_counted
from sito.games.errors import OutOfTurn, check_open
from sito.games.fields import SavedFields, as_fields
from sito.games.finished import FinishedGame
from sito.games.keep import read_strategy_text
from sito.native.game import native_rules
from sito.playing.duel import Duel, Order, Outcome
from sito.playing.game import Transcript
from sito.playing.rounds import most_rounds
from sito.rules.rules import Rules

MOST_GUESSES = 100
"""A duel in which nobody has hit after so many guesses of each side is a tie, if its board is not vast."""

Stage = Literal["waiting", "secrets", "you", "other", "over"]
Part = TypeVar("Part")


@dataclass(frozen=True)
class DuelGame:
    """How a duel stands. What both sides have is in pairs, that of seat 1 first; `first` is the seat that begins."""

    duel: Duel
    strategy: str | None
    """The text of the strategy of the computer, which has seat 2; None if a person has it."""
    hard: bool
    counted: bool
    seed: int
    first: int
    joined: bool
    secrets: tuple[str | None, str | None] = (None, None)
    lefts: tuple[tuple[int | None, ...], tuple[int | None, ...]] = ((), ())
    given_up: int | None = None
    rematch: tuple[bool, bool] = (False, False)
    wins: tuple[int, int] = (0, 0)
    ties: int = 0
    round: int = 1

    @classmethod
    def new(
        cls, rules: Rules, level: str | None, *, order: str, hard: bool, counted: bool, first: int, seed: int
    ) -> DuelGame:
        """Begins a duel; without a level against a person, who has still to join. Raises `InputError`."""
        InputError.check(unknown("order", order, *Order))
        strategy = None if level is None else str(player_of(level, hard=hard))
        if strategy is not None and hard:
            native_rules(rules)  # refuses a vast board, which no strategy plays in hard mode
        counted = counted and is_counted(rules)
        game = cls(Duel.of(rules, Order(order)), strategy, hard, counted, seed, first, level is not None)
        return game if level is None else game.hidden(2, None)

    @property
    def rules(self) -> Rules:
        """The rules of both games."""
        return self.duel.first.rules

    def game_of(self, seat: int) -> Transcript:
        """Gives the game in which a seat guesses."""
        return self.duel.first if seat == self.first else self.duel.second

    @property
    def winner(self) -> int | None:
        """The seat that has won; 0 for a tie, None while the duel goes on."""
        if self.given_up is not None:
            return 3 - self.given_up
        match self.duel.outcome:
            case Outcome.FIRST:
                return self.first
            case Outcome.SECOND:
                return 3 - self.first
            case Outcome.TIE:
                return 0
        most = most_rounds(self.rules, MOST_GUESSES)
        return 0 if min(len(self.duel.first), len(self.duel.second)) >= most else None

    @property
    def over(self) -> bool:
        """Whether it is decided."""
        return self.winner is not None

    @property
    def next(self) -> int | None:
        """The seat that is to guess; None if nobody is."""
        if self.over or not self.joined or None in self.secrets:
            return None
        return self.first if self.duel.first_is_next else 3 - self.first

    def entered(self) -> DuelGame:
        """Gives the duel with seat 2 taken. Raises `OutOfTurn` if it is."""
        if self.joined:
            raise OutOfTurn.said("this duel has two players already")
        return replace(self, joined=True)

    def hidden(self, seat: int, text: str | None) -> DuelGame:
        """Gives the duel with the code of a seat hidden; without a text it is drawn.

        Raises `CodeError`, `InputError` for a code that contradicts answers that its side has given, or `OutOfTurn`
        if both are hidden already.
        """
        if self.over or None not in self.secrets:
            raise OutOfTurn.said("the codes are hidden already")
        space = CodeSpace(self.rules)
        rng = random.Random(f"duel/{self.seed}/{self.round}/{seat}")
        answered = self.game_of(3 - seat)
        code = space.draw(rng) if text is None else space.parse(text)
        if text is None and answered.turns:
            code = rng.choice(answered.knowledge[:1000])
        if count_lies_told(self.rules, answered.turns, code) is None:
            wrong = N_("your answers so far are not those that the code {code} gives")
            raise InputError.said(wrong, code=space.text(code))
        return replace(self, secrets=_with(self.secrets, seat, space.text(code)))

    def check_turn(self, seat: int) -> None:
        """Raises `OutOfTurn` unless it is the turn of a seat."""
        check_open(self.over)
        if not self.joined:
            raise OutOfTurn.said("nobody has joined this duel yet")
        if None in self.secrets:
            raise OutOfTurn.said("both codes must be hidden before the first guess")
        if self.next != seat:
            raise OutOfTurn.said("it is the turn of the other side")

    def guessed(self, seat: int, text: str) -> DuelGame:
        """Gives the duel after a guess of a seat; it is to be counted.

        Raises `CodeError`, `HardModeError`, or `OutOfTurn` if it is not its turn.
        """
        self.check_turn(seat)
        game = self.game_of(seat)
        code = CodeSpace(self.rules, guesses=True).parse(text)
        if self.hard:
            check_hard(game, code)
        secret = CodeSpace(self.rules).parse(self.secrets[2 - seat] or "")
        answer: Feedback = score(self.rules, code, secret)
        after = game.after(code, answer)
        duel = replace(self.duel, first=after) if seat == self.first else replace(self.duel, second=after)
        lefts = _with(self.lefts, seat, (*self.lefts[seat - 1], None))
        return replace(self, duel=duel, lefts=lefts)._decided()

    def counted_now(self, seat: int, left: int | None) -> DuelGame:
        """Gives the duel with the codes counted that are left for a seat after its last guess."""
        return replace(self, lefts=_with(self.lefts, seat, (*self.lefts[seat - 1][:-1], left)))

    def played(self, duel: Duel) -> DuelGame:
        """Gives it with the duel as it was played on elsewhere; what is left is to be counted."""
        after = replace(self, duel=duel)
        return replace(after, lefts=(after._padded(1), after._padded(2)))

    def _padded(self, seat: int) -> tuple[int | None, ...]:
        known, turns = self.lefts[seat - 1], len(self.game_of(seat))
        return (*known[:turns], *[None] * (turns - len(known)))

    def surrendered(self, seat: int) -> DuelGame:
        """Gives the duel given up by a seat, so that the other wins. Raises `OutOfTurn`."""
        check_open(self.over)
        if not self.joined:
            raise OutOfTurn.said("nobody has joined this duel yet")
        return replace(self, given_up=seat)._decided()

    def _decided(self) -> Self:
        winner = self.winner
        if winner is None:
            return self
        if winner == 0:
            return replace(self, ties=self.ties + 1)
        return replace(self, wins=_with(self.wins, winner, self.wins[winner - 1] + 1))

    def asked_again(self, seat: int) -> DuelGame:
        """Gives the duel with another one asked for by a seat; if both want it, it begins, and the other side first.

        The computer always wants it. Raises `OutOfTurn` if this one is not over.
        """
        if not self.over:
            raise OutOfTurn.said("this duel is not over")
        asked = _with(self.rematch, seat, True)
        if self.strategy is not None:
            asked = (True, True)
        if not all(asked):
            return replace(self, rematch=asked)
        new = DuelGame(
            Duel.of(self.rules, self.duel.order),
            self.strategy,
            self.hard,
            self.counted,
            self.seed,
            3 - self.first,
            joined=True,
            wins=self.wins,
            ties=self.ties,
            round=self.round + 1,
        )
        return new if self.strategy is None else new.hidden(2, None)

    def stage(self, seat: int) -> Stage:
        """Tells what happens next, as a seat sees it."""
        if self.over:
            return "over"
        if not self.joined:
            return "waiting"
        if self.next is None:
            return "secrets"
        return "you" if self.next == seat else "other"

    def finished(self) -> tuple[FinishedGame, ...]:
        """Gives what is kept of it at its end: the game in which the person of seat 1 guesses, and the other."""
        how: dict[str, object] = {"hard": self.hard, "given_up": self.given_up == 1}
        if self.duel.order is not Order.SIMULTANEOUS:
            how["order"] = self.duel.order.value
        mine = FinishedGame.of_human(self.game_of(1), self.secrets[1], **how)
        if self.strategy is None:
            return (mine, FinishedGame.of_human(self.game_of(2), self.secrets[0], **how))
        return (mine, FinishedGame.of_computer(self.game_of(2), self.strategy, self.secrets[0], **how))

    def saved(self) -> dict[str, object]:
        """Gives it as a JSON value, without the words of a word game."""
        games = [str(self.duel.first), str(self.duel.second)]
        return {"games": games, "order": self.duel.order.value, **as_fields(self, "duel")}

    @classmethod
    def read(cls, fields: SavedFields) -> DuelGame:
        """Reads what `saved` gave. Raises `InputError`."""
        order, first = fields.choice("order", tuple(Order)), fields.number("first")
        games, hard = fields.games("games"), fields.yes("hard")
        InputError.check([*unknown("first", first, 1, 2), *_faults(games)])
        secrets = fields.pair("secrets", str, None)
        known = CodeSpace(games[0].rules)
        one, other = (fields.numbers("lefts", len(games[0]), seat) for seat in (0, 1))
        against_person = fields.values.get("strategy", fields.values.get("level")) is None
        read = cls(
            Duel(games[0], games[1], Order(order)),
            None if against_person else read_strategy_text(fields, hard=hard),
            hard,
            fields.yes("counted", usual=True),
            fields.number("seed"),
            first,
            fields.yes("joined", usual=True),
            (_known(known, secrets[0]), _known(known, secrets[1])),
            lefts=(one, other),
            given_up=fields.number_or_none("given_up", least=1),
            rematch=fields.pair("rematch", bool, usual=False),
            wins=fields.pair("wins", int, usual=0),
            ties=fields.number("ties", usual=0),
            round=fields.number("round", usual=1),
        )
        return read.played(read.duel)


def _known(space: CodeSpace, secret: str | None) -> str | None:
    return None if secret is None else space.text(space.parse(secret))


def unknown(name: str, value: object, *allowed: object) -> Iterator[Fault]:
    """Finds whether a value is none of those that are allowed."""
    if value not in allowed:
        wrong = N_("{name} is {value!r}; it must be one of: {allowed}")
        yield Fault(wrong, name=name, value=str(value)[:40], allowed=", ".join(map(str, allowed)))


def _faults(games: tuple[Transcript, ...]) -> Iterator[Fault]:
    if len(games) != 2 or games[0].rules != games[1].rules:
        yield Fault("its two games have different rules")
    elif len(games[0]) - len(games[1]) not in (0, 1):
        yield Fault("its two games have {first} and {second} turns", first=len(games[0]), second=len(games[1]))


def _with(pair: tuple[Part, Part], seat: int, value: Part) -> tuple[Part, Part]:
    """Gives a pair with the part of a seat replaced."""
    return (value, pair[1]) if seat == 1 else (pair[0], value)
