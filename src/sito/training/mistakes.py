"""Exercises from games that somebody has played: the positions where a guess cost more than it should."""

from __future__ import annotations

from collections.abc import Iterator

from sito.reviews import Mark, Review
from sito.training.exercise import Exercise, ExerciseKind

_MISTAKES = (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
"""The marks of guesses that are to be found better."""


def mistakes(review: Review) -> Iterator[Exercise]:
    """Yields the positions of a reviewed game in which the guess had one of these marks; the best guess is asked for.

    >>> from sito.reviews import review
    >>> [str(each) for each in mistakes(review("3x4 AAB:xx AAB:xx AAD:xxx"))]
    ['best-guess 3x4 AAB:xx']
    """
    for guess in review:
        if guess.mark in _MISTAKES:
            yield Exercise(ExerciseKind.BEST_GUESS, review.game.shortened(guess.number - 1))
