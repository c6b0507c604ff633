"""How much anybody may ask of the games: how many, how large, how long they are kept."""

from __future__ import annotations

from dataclasses import dataclass

from sito.operations.questions import check_size
from sito.operations.work import Work
from sito.rules.rules import Rules
from sito.words.small import built_in
from sito.words.words import WordList

USUAL_RULES = "mastermind"


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


def read_rules(text: str | None, words: WordList | None, limits: GameLimits) -> Rules:
    """Reads the rules of a new game; without a text they are the usual ones.

    The words of a word game are given, or they are a list that comes with Sito. Raises `InputError`, and
    `LimitError` for games that are too large for this service.

    >>> read_rules("4x10", None, GameLimits()).pegs
    4
    """
    rules = Rules.parse(USUAL_RULES if text is None else text, words or built_in)
    check_size(Work(codes=limits.codes), rules)
    return rules
