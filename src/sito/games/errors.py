"""What games refuse, besides moves that cannot be read."""

from __future__ import annotations

from sito.errors import SitoError


class OutOfTurn(SitoError):
    """The move cannot be made as the game stands: it is over, or it is the other's turn."""


def check_open(over: bool) -> None:
    """Raises `OutOfTurn` if a game is over."""
    if over:
        raise OutOfTurn.said("this game is over")
