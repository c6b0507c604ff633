"""The odds of duels: exact chances between two strategies, and the best response to an opponent."""

from sito.odds.distribution import Distribution, Side, distribution_of, measured_distribution
from sito.odds.response import Aim, Odds, Response, best_response, duel_odds

__all__ = [
    "Aim",
    "Distribution",
    "Odds",
    "Response",
    "Side",
    "best_response",
    "distribution_of",
    "duel_odds",
    "measured_distribution",
]
