"""What the service of games refuses, besides moves that cannot be read."""

from __future__ import annotations

from sito.errors import N_, Fault, InputError, SitoError
from sito.games.errors import OutOfTurn


class NotYours(SitoError):
    """There is no such game, or it is somebody else's; which of the two is not told. HTTP 404."""


class Stale(OutOfTurn):
    """The game has gone on since the version that the move was made for. HTTP 409."""


class KeyUsed(InputError):
    """The key of a move was used before, for another move. HTTP 422."""


class TooMany(SitoError):
    """There is no room for one more game now. HTTP 429."""


def not_yours() -> NotYours:
    """Makes the error of a game that is not found.

    >>> print(not_yours())
    there is no such game, or it is not yours
    """
    return NotYours(Fault(N_("there is no such game, or it is not yours")))
