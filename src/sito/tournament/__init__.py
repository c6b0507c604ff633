"""Tournaments: strategies compared over every secret of a game, or over a sample of them."""

from sito.tournament.comparison import compare
from sito.tournament.many import ManyGames, play_many
from sito.tournament.table import Table

__all__ = ["ManyGames", "Table", "compare", "play_many"]
