"""What a review consists of: expectations, reviewed guesses, and the review of a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from sito.advice.best_play import EXACT
from sito.base.rows import Column, Rows
from sito.codes.code import Code
from sito.codes.feedback import Answer
from sito.errors import N_, InputError
from sito.playing.game import Transcript


class Mark(StrEnum):
    """How good a guess is, the best mark first, by its loss: the guesses that it costs on average beside the best one.

    A loss lies between 0 and 1, for whoever ignores the answer has lost one guess and no more.

    >>> Mark.of(Fraction(0)), Mark.of(Fraction(1, 3)), Mark.of(Fraction(1))
    (<Mark.BEST: 'best'>, <Mark.INACCURACY: 'inaccuracy'>, <Mark.BLUNDER: 'blunder'>)
    """

    BEST = "best"
    """It loses nothing."""
    EXCELLENT = "excellent"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @classmethod
    def of(cls, loss: Fraction) -> Mark:
        """Gives the mark for a loss, which is a number of guesses from 0 on."""
        if not loss:
            return cls.BEST
        return next((mark for mark, bound in THRESHOLDS.items() if loss < bound), cls.BLUNDER)


# Three losses come up again and again near the end of a game: 1/3 for the slips among three codes, 1/2 for those among
# two, and 1 for a guess that tells nothing. Each of them has a mark of its own.
THRESHOLDS = {
    Mark.EXCELLENT: Fraction(1, 20),
    Mark.GOOD: Fraction(3, 20),
    Mark.INACCURACY: Fraction(7, 20),
    Mark.MISTAKE: Fraction(3, 4),
}
"""The loss, in guesses, below which a guess still has the mark. A guess that loses more is a blunder."""


def accuracy(losses: Sequence[Fraction]) -> Fraction | None:
    """Gives the share of guesses that were not lost, from 0 to 100; None if there are no guesses to judge.

    It is 100 times (guesses - sum of the losses) / guesses.
    """
    if not losses:
        return None
    return 100 * (len(losses) - sum(losses, Fraction(0))) / len(losses)


OVER = "over"
"""The source of the expectation after the game is won: there is nothing more to guess."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """How many further guesses are expected, the one that hits the code included.

    `guesses` is the mean over all codes that are possible. `source` is "exact" if no strategy
    does better, "over" if the game is won, and else the text of the strategy whose tree it
    comes from; then the best play may need fewer guesses.

    >>> Expectation(Fraction(5625, 1296), "exact").exact
    True
    """

    guesses: Fraction
    source: str

    @property
    def exact(self) -> bool:
        """Whether it is proven that no strategy does better."""
        return self.source in (EXACT, OVER)


@dataclass(frozen=True, slots=True)
class ReviewedGuess:
    """A guess of a game and what is to be said of it; numbers of guesses count from 1.

    `left_before` and `left_after` are how many codes were possible before the guess and after its answer. `before` is
    what was expected of the best play before the guess, `chosen` what was expected with this guess next and the best
    play from then on (this guess counts), and `after` what is expected of the best play after the answer. They are
    None where no strategy could be followed to its end within the limits.

    `loss` is `chosen` less `before`: what the choice cost. `luck` is `chosen` less one guess
    and `after`: what the answer saved against the average answer to this guess; it is negative
    for bad luck. `better` is the best guess that was found if it loses less than this one.

    `possible` says whether the guess could have been the code; it is None for a guess with unknown pegs, which is not
    judged either. If it could not, `contradicts` has the numbers of the earlier answers that it does not agree with.
    `repeats` is the number of the earlier turn with the same guess.
    """

    number: int
    guess: Code
    text: str
    answer: Answer
    left_before: int
    left_after: int
    before: Expectation | None
    chosen: Expectation | None
    after: Expectation | None
    better: str | None
    possible: bool | None
    contradicts: tuple[int, ...]
    repeats: int | None

    @property
    def loss(self) -> Fraction | None:
        """The guesses that the choice cost on average; 0 or more, None if it could not be judged."""
        if self.before is None or self.chosen is None:
            return None
        return self.chosen.guesses - self.before.guesses

    @property
    def luck(self) -> Fraction | None:
        """The guesses that the answer saved against the average answer; None if it could not be judged."""
        if self.chosen is None or self.after is None:
            return None
        return self.chosen.guesses - 1 - self.after.guesses

    @property
    def loss_is_exact(self) -> bool:
        """Whether the loss is proven."""
        return all(value is not None and value.exact for value in (self.before, self.chosen))

    @property
    def luck_is_exact(self) -> bool:
        """Whether the luck is proven."""
        return all(value is not None and value.exact for value in (self.chosen, self.after))

    @property
    def mark(self) -> Mark | None:
        """The mark for the loss; None if the guess could not be judged."""
        loss = self.loss
        return None if loss is None else Mark.of(loss)


@dataclass(frozen=True)
class Review(Rows[ReviewedGuess]):
    """The review of a game, a sequence of its reviewed guesses.

    `secret` is the code of the game, if it is known. The guesses after the one that hit the code are not reviewed;
    `guesses_after_win` counts them. For every game whose guesses could all be judged, `start.guesses` plus the sum of
    the losses less the sum of the luck is the number of guesses plus `end.guesses`.

    >>> from sito.reviews import review
    >>> seen = review("3x4 AAB:xx AAC:xx AAD:xxx")
    >>> [(guess.mark.value, str(guess.loss), str(guess.luck)) for guess in seen]
    [('best', '0', '-11/96'), ('good', '1/9', '-1/18'), ('best', '0', '1/2')]
    >>> seen.start.guesses + seen.loss - seen.luck == len(seen) + seen.end.guesses
    True
    >>> print(seen)
    #  guess  answer  before  left   loss    luck  mark
    1  AAB    xx          64     9  0.000  -0.115  best
    2  AAC    xx           9     2  0.111  -0.056  good
    3  AAD    xxx          2     1  0.000   0.500  best
    """

    game: Transcript
    guesses: tuple[ReviewedGuess, ...]
    start: Expectation | None
    """What was expected of the best play before the first guess."""
    end: Expectation | None
    """What is expected of the best play after the last guess; 0 if the game is won."""
    guesses_after_win: int = 0
    secret: Code | None = None
    """The code, if somebody told it or a guess hit it."""

    def _columns(self) -> tuple[Column[ReviewedGuess], ...]:
        return (
            Column("number", lambda guess: guess.number, "d", heading="#"),
            Column("guess", lambda guess: guess.text),
            Column("answer", lambda guess: guess.answer),
            Column("before", lambda guess: guess.left_before, "d"),
            Column("left", lambda guess: guess.left_after, "d"),
            Column("loss", lambda guess: guess.loss, ".3f", nothing="?"),
            Column("luck", lambda guess: guess.luck, ".3f", nothing="?"),
            Column("mark", lambda guess: guess.mark, nothing="?"),
            Column("better", lambda guess: guess.better, heading=""),
        )

    def _rows(self) -> tuple[ReviewedGuess, ...]:
        return self.guesses

    @property
    def judged(self) -> tuple[ReviewedGuess, ...]:
        """The guesses that have a mark."""
        return tuple(guess for guess in self.guesses if guess.loss is not None)

    @property
    def loss(self) -> Fraction:
        """The sum of the losses of the judged guesses."""
        return sum((guess.loss for guess in self.guesses if guess.loss is not None), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """The sum of the luck of the guesses of which it is known; negative for bad luck."""
        return sum((guess.luck for guess in self.guesses if guess.luck is not None), Fraction(0))

    @property
    def accuracy(self) -> Fraction | None:
        """The share of the judged guesses that were not lost, from 0 to 100; None if no guess was judged."""
        return accuracy([guess.loss for guess in self.guesses if guess.loss is not None])

    @property
    def marks(self) -> dict[Mark, int]:
        """How many guesses have each mark, the best mark first."""
        counts = Counter(guess.mark for guess in self.guesses)
        return {mark: counts[mark] for mark in Mark}

    @property
    def exact(self) -> bool:
        """Whether all losses and all luck are proven."""
        return all(guess.loss_is_exact and guess.luck_is_exact for guess in self.guesses)


def check_review(value: object) -> None:
    """Raises `InputError` for what is given as the review of a game and is none, such as a text."""
    if not isinstance(value, Review):
        wrong = N_("{value!r}, of type {type}, is not a review; give one as in {example}")
        example = "review('4x6 CBFF:o EAAB:xxo')"
        raise InputError.said(wrong, value=value, type=type(value).__name__, example=example)


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
        raise InputError.said(wrong, value=reviews, type=type(reviews).__name__, example=example)
    listed = list(reviews)
    for each in listed:
        check_review(each)
    judged = [(guess.number, guess.loss) for each in listed for guess in each if guess.loss is not None]
    losses = [loss for _number, loss in judged]
    counts = Counter(number for number, _loss in judged)
    won = [each for each in listed if each.game.winning_turn is not None]
    marks = Counter(guess.mark for each in listed for guess in each)
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
