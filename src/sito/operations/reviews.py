"""The review of a game: what each guess cost, and what luck each answer was."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from sito.codes.code import CodeSpace
from sito.errors import N_
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import OfGame
from sito.operations.work import Work
from sito.reviews import Expectation, Mark, Review, ReviewedGuess, review_svg
from sito.reviews import review as review_game
from sito.show.i18n import _
from sito.show.in_words.reviews import mark_text, review_sentences
from sito.words.words import readable_name

Secret = (
    Annotated[str, Ask(N_("The code of the game, if it is known."), most=200, example="AABB", metavar="CODE")] | None
)


@dataclass(frozen=True)
class ReviewQuestion(OfGame):
    """A game that is to be reviewed."""

    secret: Secret = None
    picture: Annotated[bool, Ask("Whether the curve of the game is asked for, too, as SVG.")] = False


def twice(name: str, value: Fraction | None) -> dict[str, float | str | None]:
    """Gives a number twice: as a float, and exactly, as the text of a fraction."""
    if value is None:
        return {name: None, f"{name}_fraction": None}
    return {name: float(value), f"{name}_fraction": str(value)}


@dataclass(frozen=True)
class ToldExpectation(Value):
    """How many further guesses are expected of the best play."""

    guesses: float | None
    guesses_fraction: str | None
    """The same exactly."""
    source: str

    @classmethod
    def of(cls, value: Expectation | None) -> ToldExpectation | None:
        """Tells an expectation."""
        return None if value is None else cls.told(value, **twice("guesses", value.guesses))


@dataclass(frozen=True)
class ToldGuess(Value):
    """A guess of a game, and what is to be said of it."""

    number: int
    guess: str
    answer: str
    before: int
    """How many codes were possible before the guess."""
    left: int
    """How many are possible after its answer."""
    expected_before: ToldExpectation | None
    expected_chosen: ToldExpectation | None
    expected_after: ToldExpectation | None
    loss: float | None
    """The guesses that the choice cost on average."""
    loss_fraction: str | None
    loss_proven: bool
    luck: float | None
    """The guesses that the answer saved against the average answer."""
    luck_fraction: str | None
    luck_proven: bool
    mark: Mark | None
    better: str | None
    """A better guess, if there is one."""
    possible: bool | None
    contradicts: list[int]
    repeats: int | None

    @classmethod
    def of(cls, guess: ReviewedGuess) -> ToldGuess:
        """Tells a reviewed guess."""
        return cls.told(
            guess,
            guess=guess.text,
            answer=str(guess.answer),
            before=guess.left_before,
            left=guess.left_after,
            expected_before=ToldExpectation.of(guess.before),
            expected_chosen=ToldExpectation.of(guess.chosen),
            expected_after=ToldExpectation.of(guess.after),
            **twice("loss", guess.loss),
            loss_proven=guess.loss_is_exact,
            **twice("luck", guess.luck),
            luck_proven=guess.luck_is_exact,
        )


@dataclass(frozen=True)
class ReviewAnswer(Value):
    """The review of a game: numbers as floats, and beside them the exact fractions as texts."""

    game: str
    rules: str
    won: int | None
    secret: str | None
    proven: bool
    start: ToldExpectation | None
    end: ToldExpectation | None
    loss: float | None
    loss_fraction: str | None
    luck: float | None
    luck_fraction: str | None
    accuracy: float | None
    """The share of the guesses that were not lost, from 0 to 100."""
    accuracy_fraction: str | None
    marks: dict[str, int]
    guesses_after_win: int
    guesses: list[ToldGuess]
    sentences: list[str]
    """What the numbers do not say, and how they add up."""
    svg: str | None = None
    """The curve of the game as a picture, if it is asked for."""

    @classmethod
    def of(cls, review: Review, svg: str | None = None) -> ReviewAnswer:
        """Tells a review in the reader's language."""
        return cls.told(
            review,
            game=str(review.game),
            rules=str(review.game.rules),
            won=review.game.winning_turn,
            secret=None if review.secret is None else CodeSpace(review.game.rules).text(review.secret),
            proven=review.exact,
            start=ToldExpectation.of(review.start),
            end=ToldExpectation.of(review.end),
            **twice("loss", review.loss),
            **twice("luck", review.luck),
            **twice("accuracy", review.accuracy),
            marks={mark.value: count for mark, count in review.marks.items()},
            guesses=[ToldGuess.of(guess) for guess in review],
            sentences=list(review_sentences(review)),
            svg=svg,
        )


@operation(job=True)
def review(asked: ReviewQuestion, work: Work) -> ReviewAnswer:
    """Reviews a game: what each guess cost, and what luck each answer was. A job has more time for it."""
    game = asked.read(work, sampled=True)

    def tell(done: int) -> None:
        work.progress({"guesses": done, "all": len(game)})

    found = review_game(game, asked.secret, limits=work.limits, on_progress=tell)
    if not asked.picture:
        return ReviewAnswer.of(found)
    title = _("Guesses still to go in {game}").format(game=readable_name(found.game.rules.short))
    return ReviewAnswer.of(found, review_svg(found, title, mark_text, _("start")))
