"""How much anybody may ask of the games: how many, how large, how long they are kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class GameLimits:
    """The limits of the games of one service."""

    games: int = 100_000
    """Games that are kept."""
    share: int = 100
    """Games of one person that are kept; the oldest make room."""
    codes: int = 20_000_000
    """Codes that the rules of a game may have."""
    keep_seconds: float = 90 * 86_400.0
    """Seconds after which a game that nobody has touched is removed."""
    cached: int = 2_000
    """Games that are held ready in memory."""
    listeners: int = 50
    """Listeners to one game."""
    quick_seconds: float = 2.0
    """Seconds that a search may take while a person waits for it."""
