"""Totals over many reviews, and where guesses are lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sito.errors import N_, Fault, InputError
from sito.reviews.values import Mark, Review, accuracy, check_review


@dataclass(frozen=True, slots=True)
class TurnLoss:
    """What the guesses with one number lose: `guesses` of them were judged, and lose `loss` guesses in all.

    `number` counts from 1: the first guess of each game, the second, and so on.
    """

    number: int
    guesses: int
    loss: Fraction

    @property
    def mean(self) -> Fraction:
        """The loss of such a guess on average."""
        return self.loss / self.guesses


@dataclass(frozen=True)
class Totals:
    """Totals over the reviews of games with the same rules.

    `guesses` counts the reviewed guesses of all games, and `guesses_to_win` those of the games
    that were won. `loss` and `luck` are sums, in guesses. `accuracy` is that of all judged
    guesses together, from 0 to 100. `exact` says whether every loss and all luck is proven.
    """

    games: int
    won: int
    guesses: int
    guesses_to_win: int
    loss: Fraction
    luck: Fraction
    accuracy: Fraction | None
    marks: dict[Mark, int]
    by_turn: tuple[TurnLoss, ...]
    exact: bool

    @property
    def mean_guesses(self) -> Fraction | None:
        """The number of guesses of a game that was won, on average; None if none was."""
        return Fraction(self.guesses_to_win, self.won) if self.won else None

    @property
    def mean_loss(self) -> Fraction | None:
        """The guesses that were lost in a game, on average; None without games."""
        return self.loss / self.games if self.games else None

    @property
    def mean_luck(self) -> Fraction | None:
        """The luck of a game, on average; None without games."""
        return self.luck / self.games if self.games else None

    @property
    def costliest_turn(self) -> TurnLoss | None:
        """The number of the guess that loses most in all games together; None if nothing is lost."""
        worst = max(self.by_turn, key=lambda turn: turn.loss, default=None)
        return None if worst is None or not worst.loss else worst


def add_up(reviews: Iterable[Review]) -> Totals:
    """Adds reviews up. Raises `InputError` for what are not reviews."""
    if not isinstance(reviews, Iterable) or isinstance(reviews, str | bytes | Mapping):
        wrong = N_("{value!r}, of type {type}, is not a list of reviews; give one as in {example}")
        example = "add_up([review('4x6 CBFF:o EAAB:xxo')])"
        raise InputError(Fault(wrong, value=reviews, type=type(reviews).__name__, example=example))
    listed = list(reviews)
    for each in listed:
        check_review(each)
    judged = [(guess.number, guess.loss) for each in listed for guess in each if guess.loss is not None]
    losses = [loss for _number, loss in judged]
    counts = Counter(number for number, _loss in judged)
    won = [each for each in listed if each.game.winning_turn is not None]
    marks: Counter[Mark] = Counter()
    for each in listed:
        marks.update(each.marks)
    return Totals(
        games=len(listed),
        won=len(won),
        guesses=sum(map(len, listed)),
        guesses_to_win=sum(map(len, won)),
        loss=sum(losses, Fraction(0)),
        luck=sum((each.luck for each in listed), Fraction(0)),
        accuracy=accuracy(losses),
        marks={mark: marks[mark] for mark in Mark},
        by_turn=tuple(
            TurnLoss(number, counts[number], sum((loss for place, loss in judged if place == number), Fraction(0)))
            for number in sorted(counts)
        ),
        exact=all(each.exact for each in listed),
    )
