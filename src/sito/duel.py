"""A duel: both sides hide a code and guess in turn; fewer guesses win, equal is a tie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from sito.game import Codebreaker, Codemaker, Transcript, play
from sito.rules import Rules


class Outcome(StrEnum):
    """How a duel stands."""

    OPEN = "open"
    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Duel:
    """Two games side by side: `first` holds the guesses of the side that begins, `second` those of the other.

    >>> first = Transcript.parse("4x10 1234:oo 1622:xxxx")
    >>> Duel(first, Transcript.parse("4x10 6112:xoo 1622:xxxx")).outcome
    <Outcome.TIE: 'tie'>
    """

    first: Transcript
    second: Transcript

    @classmethod
    def of(cls, rules: Rules) -> Duel:
        """Gives a duel before its first guess."""
        return cls(Transcript(rules), Transcript(rules))

    @property
    def outcome(self) -> Outcome:
        """Who has won; the side that does not begin may still draw level in the same round."""
        first, second = self.first, self.second
        if first.won and second.won and len(first) == len(second):
            return Outcome.TIE
        if first.won and len(second) >= len(first):
            return Outcome.FIRST
        if second.won:
            return Outcome.SECOND
        return Outcome.OPEN

    @property
    def first_is_next(self) -> bool:
        """Whether the side that begins is to guess."""
        return len(self.first) <= len(self.second)


def play_duel(
    duel: Duel,
    first: tuple[Codebreaker, Codemaker],
    second: tuple[Codebreaker, Codemaker],
    *,
    on_turn: Callable[[Duel], None] = lambda duel: None,
) -> Duel:
    """Plays a duel on to its end.

    A side is its codebreaker and its codemaker: the first side's breaker guesses the code
    that the second side's maker keeps, and the other way round. `on_turn` is told of the
    duel after each guess and each correction.

    >>> from sito.game import SecretKeeper, StrategyBreaker
    >>> from sito.strategy import parse_strategy
    >>> rules = Rules.parse("4x6")
    >>> breaker = StrategyBreaker(parse_strategy("first-consistent"), seed=0)
    >>> sides = [(breaker, SecretKeeper(rules, text)) for text in ("ABCD", "FEDC")]
    >>> duel = play_duel(Duel.of(rules), *sides)
    >>> duel.outcome, len(duel.first), len(duel.second)
    (<Outcome.SECOND: 'second'>, 4, 4)
    """
    while duel.outcome is Outcome.OPEN:
        if duel.first_is_next:
            duel = _guess(duel, "first", first[0], second[1], on_turn)
        else:
            duel = _guess(duel, "second", second[0], first[1], on_turn)
    return duel


def _guess(
    duel: Duel,
    side: Literal["first", "second"],
    breaker: Codebreaker,
    maker: Codemaker,
    on_turn: Callable[[Duel], None],
) -> Duel:
    """Lets one side guess once, or more often if its opponent takes answers back."""
    game: Transcript = getattr(duel, side)
    after = play(game, breaker, maker, rounds=len(game) + 1, on_turn=lambda game: on_turn(_with(duel, side, game)))
    return _with(duel, side, after)


def _with(duel: Duel, side: Literal["first", "second"], game: Transcript) -> Duel:
    return Duel(game, duel.second) if side == "first" else Duel(duel.first, game)
