"""The atlas of solved games: what is proven of each, how it was found, and what is open."""

from sito.atlas.data import solved_games as solved_games
from sito.atlas.record import SolvedGame as SolvedGame

__all__ = ["SolvedGame", "solved_games"]
