"""How much anybody may ask of the games: how many, how large, how long they are kept."""

from __future__ import annotations

from dataclasses import dataclass

from sito.rules.rules import Rules
from sito.web.tasks import reading
from sito.web.tasks.reading import WordTexts
from sito.web.work import Work
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


def read_rules(text: str | None, words: WordList | WordTexts | None, limits: GameLimits) -> Rules:
    """Reads the rules of a new game; without a text they are the usual ones.

    The words of a word game are given, or they are a list that comes with Sito. Raises `InputError`, and
    `LimitError` for games that are too large for this service.

    >>> read_rules("4x10", None, GameLimits()).pegs, read_rules("words:x", ["bear", "seal"], GameLimits()).pegs
    (4, 4)
    """
    work = Work(codes=limits.codes)
    if text is None:
        text = USUAL_RULES
    if not isinstance(words, WordList):
        return reading.read_rules(work, text, words)
    rules = Rules.parse(text, words)
    reading.check_size(work, rules)
    return rules
