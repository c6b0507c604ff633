"""Sito plays, solves, studies and proves code-breaking games and two search puzzles."""

from sito._native import VERSION as __version__

__all__ = ["__version__"]
