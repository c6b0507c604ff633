"""A duel: both sides hide a code and guess in turn; fewer guesses win, or the first hit does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from sito.playing.game import Codebreaker, Codemaker, Transcript, play
from sito.rules.rules import Rules


class Outcome(StrEnum):
    """How a duel stands."""

    OPEN = "open"
    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


class Order(StrEnum):
    """When a duel is decided, which is in what order the guesses of a round count."""

    SIMULTANEOUS = "simultaneous"
    """Both sides guess in every round, as if at the same time: fewer guesses win, and equal is a tie."""
    ALTERNATING = "alternating"
    """The sides take turns and the first hit wins: there is no last guess for the other side, and no tie."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two games side by side: `first` holds the guesses of the side that begins, `second` those of the other.

    In the order `simultaneous` the side that does not begin still has its guess in the last
    round; in the order `alternating` the duel ends with the first hit.

    >>> first = Transcript.parse("4x10 1234:oo 1622:xxxx")
    >>> Duel(first, Transcript.parse("4x10 6112:xoo 1622:xxxx")).outcome
    <Outcome.TIE: 'tie'>
    >>> Duel(first, Transcript.parse("4x10 6112:xoo"), Order.ALTERNATING).outcome
    <Outcome.FIRST: 'first'>
    """

    first: Transcript
    second: Transcript
    order: Order = Order.SIMULTANEOUS

    @classmethod
    def of(cls, rules: Rules, order: Order = Order.SIMULTANEOUS) -> Duel:
        """Gives a duel before its first guess."""
        return cls(Transcript(rules), Transcript(rules), order)

    @property
    def outcome(self) -> Outcome:
        """Who has won, if the duel is over."""
        first, second = self.first, self.second
        if self.order is Order.ALTERNATING:
            if first.won and (not second.won or len(first) <= len(second)):
                return Outcome.FIRST
            return Outcome.SECOND if second.won else Outcome.OPEN
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

    def going_on(self, game: Transcript) -> Duel:
        """Gives the duel with the game of the side that is to guess as it is after its guess."""
        return replace(self, first=game) if self.first_is_next else replace(self, second=game)


def play_duel(
    duel: Duel,
    first: tuple[Codebreaker, Codemaker],
    second: tuple[Codebreaker, Codemaker],
    *,
    on_turn: Callable[[Duel], None] = lambda duel: None,
) -> Duel:
    """Plays a duel on to its end.

    A side is its codebreaker and its codemaker: the first side's breaker guesses the code that the second side's
    maker keeps, and the other way round. A side guesses more than once if its opponent takes answers back. `on_turn` is
    told of the duel after each guess and each correction.
    """
    while duel.outcome is Outcome.OPEN:
        if duel.first_is_next:
            game, (breaker, _), (_, maker) = duel.first, first, second
        else:
            game, (breaker, _), (_, maker) = duel.second, second, first

        def told(game: Transcript, before: Duel = duel) -> None:
            on_turn(before.going_on(game))

        duel = duel.going_on(play(game, breaker, maker, rounds=len(game) + 1, on_turn=told))
    return duel
