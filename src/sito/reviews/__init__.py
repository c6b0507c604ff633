"""Reviews of games: what each guess cost against the best one, and what luck there was with each answer."""

from sito.reviews.picture import review_svg
from sito.reviews.reviewer import review
from sito.reviews.values import THRESHOLDS, Expectation, Mark, Review, ReviewedGuess, Totals, TurnLoss, accuracy, add_up

__all__ = [
    "THRESHOLDS",
    "Expectation",
    "Mark",
    "Review",
    "ReviewedGuess",
    "Totals",
    "TurnLoss",
    "accuracy",
    "add_up",
    "review",
    "review_svg",
]
