"""A review in words: the marks, the numbers as people read them, and what a table of them does not say."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sito.advice.best_play import sources_of
from sito.codes.code import CodeSpace
from sito.errors import N_
from sito.reviews import Expectation, Mark, Review, ReviewedGuess
from sito.show.i18n import _, join_sentences, ngettext

MARKS = {
    Mark.BEST: N_("best"),
    Mark.EXCELLENT: N_("excellent"),
    Mark.GOOD: N_("good"),
    Mark.INACCURACY: N_("inaccuracy"),
    Mark.MISTAKE: N_("mistake"),
    Mark.BLUNDER: N_("blunder"),
}
UNKNOWN = "?"
"""Stands where a number is not known."""
_ABOUT = "~"


def mark_text(mark: Mark) -> str:
    """Gives the word for a mark in the reader's language."""
    return _(MARKS[mark])


def expectation_text(value: Expectation | None) -> str:
    """Writes an expected number of guesses; a tilde says that it is not proven.

    >>> from sito.reviews import Expectation
    >>> expectation_text(Expectation(Fraction(5625, 1296), "exact"))
    '4.34'
    """
    return UNKNOWN if value is None else decimals(value.guesses, proven=value.exact)


def decimals(value: Fraction, *, proven: bool = True) -> str:
    """Writes a number of guesses with two decimals, whole numbers without; a tilde says that it is not proven."""
    return ("" if proven else _ABOUT) + (f"{float(value):.2f}" if value.denominator > 1 else str(value))


def signed(value: Fraction, *, proven: bool = True) -> str:
    """Writes a number of guesses with its sign, as `decimals` does without."""
    sign = "" if proven else _ABOUT
    return sign + (f"{float(value):+.2f}" if value.denominator > 1 else f"{value.numerator:+}" if value else "0")


def review_sentences(review: Review) -> Iterator[str]:
    """Says what the table does not: the better guesses, guesses that could not be the code, and how it all adds up."""
    for guess in review:
        told = list(_about(review, guess))
        if told:
            start = _("Guess {number}, {guess}:").format(number=guess.number, guess=guess.text)
            yield f"{start} {join_sentences(*told)}"
    if review.guesses_after_win:
        yield ngettext(
            "{count} guess after the code was hit is not reviewed.",
            "{count} guesses after the code was hit are not reviewed.",
            review.guesses_after_win,
        ).format(count=review.guesses_after_win)
    yield from _sources(review)
    yield from _sum(review)


def _about(review: Review, guess: ReviewedGuess) -> Iterator[str]:
    if guess.better is not None and guess.loss is not None:
        yield _("{better} is better by {loss}.").format(
            better=guess.better, loss=decimals(guess.loss, proven=guess.loss_is_exact)
        )
    if guess.repeats is not None:
        yield _("It is the same as guess {number}.").format(number=guess.repeats)
    if guess.possible is not False:
        return
    if not guess.contradicts:
        yield _("It could not have been the code.")
        return
    space = CodeSpace(review.game.rules, guesses=True)
    turns = [review.game.turns[number - 1] for number in guess.contradicts]
    answers = ", ".join(f"{space.text(turn.guess)}:{turn.answer}" for turn in turns)
    yield ngettext(
        "It could not have been the code: the answer {answers} contradicts it.",
        "It could not have been the code: the answers {answers} contradict it.",
        len(turns),
    ).format(answers=answers)


def _sources(review: Review) -> Iterator[str]:
    """Says whose trees the numbers with a tilde come from."""
    values = [review.start, *(value for guess in review for value in (guess.chosen, guess.after))]
    sources = sorted({name for value in values if value and not value.exact for name in sources_of(value.source)})
    if sources:
        yield _("Numbers with ~ are not proven: they come from the best tree that was found ({sources}).").format(
            sources=", ".join(sources)
        )
    if None in values and review.game.rules.lies:
        yield _("Where the codemaker may lie, guesses have no marks: what is expected depends on when it lies.")
    elif None in values:
        yield _("A question mark stands where nothing can be said within the limits, or about unknown pegs.")


def _sum(review: Review) -> Iterator[str]:
    if review.start is None or review.end is None or len(review.judged) < len(review):
        return
    if review.luck >= 0:  # it saves guesses
        sentence = _("{start} expected + {loss} lost - {luck} luck")
    else:
        sentence = _("{start} expected + {loss} lost + {luck} bad luck")
    begun = sentence.format(
        start=expectation_text(review.start), loss=decimals(review.loss), luck=decimals(abs(review.luck))
    )
    count = len(review)
    if review.game.winning_turn is None:
        made = ngettext("{count} guess", "{count} guesses", count).format(count=count)
        rest = _("{end} still expected").format(end=expectation_text(review.end))
        yield f"{begun} = {made} + {rest}"
    else:
        yield f"{begun} = " + ngettext("{count} guess", "{count} guesses", count).format(count=count)
    if review.accuracy is not None:
        yield _("accuracy: {accuracy} of 100").format(accuracy=f"{float(review.accuracy):.0f}")
