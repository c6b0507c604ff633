"""Reviews of games: what each guess cost against the best one, and what luck there was with each answer."""

from sito.review.marks import THRESHOLDS, Mark, accuracy
from sito.review.picture import review_svg
from sito.review.reviewer import USUAL_SECONDS, review
from sito.review.totals import Totals, TurnLoss, add_up
from sito.review.values import Expectation, Review, ReviewedGuess

__all__ = [
    "THRESHOLDS",
    "USUAL_SECONDS",
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
