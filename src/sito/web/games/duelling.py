"""A duel: the value that is kept of it, and what each move makes of it. The service compares, so answers are true."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, score
from sito.codes.hard_mode import check_hard
from sito.errors import N_, Fault, InputError
from sito.playing.duel import Duel, Order, Outcome
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.web.games.errors import OutOfTurn
from sito.web.games.states import DuelState
from sito.web.games.tasks import player_of
from sito.web.games.views import Beholder, rules_view, turn_views
from sito.words.words import WordList

MOST_GUESSES = 100
"""A duel in which nobody has hit after so many guesses of each side is a tie."""

Stage = Literal["waiting", "secrets", "you", "other", "over"]
Sides = tuple[Any, Any]


@dataclass(frozen=True)
class DuelGame:
    """How a duel stands. What both sides have is in pairs, that of seat 1 first; `first` is the seat that begins."""

    duel: Duel
    level: str | None
    """The level of the computer, which has seat 2; None if a person has it."""
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
        if order not in list(Order):
            wrong = N_("{name} is {value!r}; it must be one of: {allowed}")
            raise InputError(Fault(wrong, name="order", value=str(order)[:40], allowed=", ".join(Order)))
        if level is not None:
            player_of(level, hard=hard)
            level = level.strip().lower()
        game = cls(Duel.of(rules, Order(order)), level, hard, counted, seed, first, level is not None)
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
        return 0 if min(len(self.duel.first), len(self.duel.second)) >= MOST_GUESSES else None

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
            raise OutOfTurn(Fault(N_("this duel has two players already")))
        return replace(self, joined=True)

    def hidden(self, seat: int, text: str | None) -> DuelGame:
        """Gives the duel with the code of a seat hidden; without a text it is drawn.

        Raises `CodeError`, or `OutOfTurn` if both are hidden already.
        """
        if self.over or None not in self.secrets:
            raise OutOfTurn(Fault(N_("the codes are hidden already")))
        space = CodeSpace(self.rules)
        rng = random.Random(f"duel/{self.seed}/{self.round}/{seat}")
        code = space.draw(rng) if text is None else space.parse(text)
        return replace(self, secrets=_with(self.secrets, seat, space.text(code)))

    def check_turn(self, seat: int) -> None:
        """Raises `OutOfTurn` unless it is the turn of a seat."""
        if self.over:
            raise OutOfTurn(Fault(N_("this game is over")))
        if not self.joined:
            raise OutOfTurn(Fault(N_("nobody has joined this duel yet")))
        if None in self.secrets:
            raise OutOfTurn(Fault(N_("both codes must be hidden before the first guess")))
        if self.next != seat:
            raise OutOfTurn(Fault(N_("it is the turn of the other side")))

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

    def surrendered(self, seat: int) -> DuelGame:
        """Gives the duel given up by a seat, so that the other wins. Raises `OutOfTurn`."""
        if self.over:
            raise OutOfTurn(Fault(N_("this game is over")))
        if not self.joined:
            raise OutOfTurn(Fault(N_("nobody has joined this duel yet")))
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
            raise OutOfTurn(Fault(N_("this duel is not over")))
        asked: tuple[bool, bool] = _with(self.rematch, seat, True)
        if self.level is not None:
            asked = (True, True)
        if not all(asked):
            return replace(self, rematch=asked)
        new = DuelGame(
            Duel.of(self.rules, self.duel.order),
            self.level,
            self.hard,
            self.counted,
            self.seed,
            3 - self.first,
            joined=True,
            wins=self.wins,
            ties=self.ties,
            round=self.round + 1,
        )
        return new if self.level is None else new.hidden(2, None)

    def _stage(self, seat: int) -> Stage:
        if self.over:
            return "over"
        if not self.joined:
            return "waiting"
        if self.next is None:
            return "secrets"
        return "you" if self.next == seat else "other"

    def _left(self, seat: int) -> int | None:
        if not self.counted:
            return None
        lefts = self.lefts[seat - 1]
        return lefts[-1] if lefts else rules_view(self.rules).codes

    def state(self, beholder: Beholder) -> DuelState:
        """Makes what a seat is shown of it; the code of the other is in it at the end alone."""
        seat, other = beholder.seat, 3 - beholder.seat
        winner = self.winner
        outcome: Literal["open", "won", "lost", "tie"] = "open"
        if winner is not None:
            outcome = "tie" if winner == 0 else "won" if winner == seat else "lost"
        given_up: Literal["you", "other"] | None = None
        if self.given_up is not None:
            given_up = "you" if self.given_up == seat else "other"
        return DuelState(
            id=beholder.id,
            version=beholder.version,
            rules=rules_view(self.rules),
            against="person" if self.level is None else "computer",
            level=self.level,
            hard=self.hard,
            order=self.duel.order.value,
            seat=1 if seat == 1 else 2,
            begins=self.first == seat,
            code=beholder.code if seat == 1 and self.level is None else None,
            joined=self.joined,
            ready=self.secrets[seat - 1] is not None,
            other_ready=self.secrets[other - 1] is not None,
            stage=self._stage(seat),
            yours=turn_views(self.game_of(seat), self.lefts[seat - 1]),
            theirs=turn_views(self.game_of(other), self.lefts[other - 1]),
            left=self._left(seat),
            other_left=self._left(other),
            over=winner is not None,
            outcome=outcome,
            given_up=given_up,
            secret=self.secrets[seat - 1],
            other_secret=self.secrets[other - 1] if winner is not None else None,
            present=beholder.present or self.level is not None,
            seen=beholder.seen,
            round=self.round,
            won=self.wins[seat - 1],
            lost=self.wins[other - 1],
            tied=self.ties,
            rematch=self.rematch[seat - 1],
            other_rematch=self.rematch[other - 1],
        )

    def saved(self) -> dict[str, Any]:
        """Gives it as a JSON value, without the words of a word game."""
        return {
            "games": [str(self.duel.first), str(self.duel.second)],
            "order": self.duel.order.value,
            "level": self.level,
            "hard": self.hard,
            "counted": self.counted,
            "seed": self.seed,
            "first": self.first,
            "joined": self.joined,
            "secrets": self.secrets,
            "lefts": self.lefts,
            "given_up": self.given_up,
            "rematch": self.rematch,
            "wins": self.wins,
            "ties": self.ties,
            "round": self.round,
        }

    @classmethod
    def load(cls, value: dict[str, Any], words: WordList | None) -> DuelGame:
        """Makes it again from what `saved` gave."""
        kept = dict(value)
        first, second = (Transcript.parse(text, words) for text in kept.pop("games"))
        duel = Duel(first, second, Order(kept.pop("order")))
        one, other = kept.pop("lefts")
        pairs: dict[str, Any] = {name: tuple(kept.pop(name)) for name in ("secrets", "rematch", "wins")}
        return cls(**kept, **pairs, duel=duel, lefts=(tuple(one), tuple(other)))


def _with(pair: Sides, seat: int, value: Any) -> Any:
    """Gives a pair with the part of a seat replaced."""
    return (value, pair[1]) if seat == 1 else (pair[0], value)
