"""Tournaments: strategies compared over every secret of a game, or over a sample of them."""

from sito.tournament.comparison import compare
from sito.tournament.table import Table

__all__ = ["Table", "compare"]
