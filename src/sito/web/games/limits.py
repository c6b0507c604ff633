"""How much anybody may ask of the games: how many, how large, how long they are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sito.code import CodeSpace
from sito.errors import N_, NN_, Fault, InputError
from sito.rules import Rules
from sito.words import WordList

USUAL_RULES = "mastermind"
_LONGEST_RULES = 200  # characters


@dataclass(frozen=True, kw_only=True)
class GameLimits:
    """The limits of the games of one service."""

    games: int = 100_000
    """Games that are kept."""
    share: int = 100
    """Games of one person that are kept; the oldest make room."""
    codes: int = 20_000_000
    """Codes that the rules of a game may have."""
    words: int = 20_000
    """Words that the list of a word game may have."""
    keep_seconds: float = 90 * 86_400.0
    """Seconds after which a game that nobody has touched is removed."""
    cached: int = 2_000
    """Games that are held ready in memory."""
    listeners: int = 50
    """Listeners to one game."""
    quick_seconds: float = 2.0
    """Seconds that a search may take while a person waits for it."""


def read_rules(text: str | None, words: WordList | Iterable[str] | None, limits: GameLimits) -> Rules:
    """Reads the rules of a new game; the words of a word game are given. Raises `InputError` with every fault.

    >>> read_rules("4x10", None, GameLimits()).pegs
    4
    >>> read_rules("16x64", None, GameLimits())
    Traceback (most recent call last):
    sito.errors.InputError: the game 16x64 has 79228162514264337593543950336 codes; up to 20000000 are allowed here, as in 6x10
    """
    if text is not None and len(text) > _LONGEST_RULES:
        long = N_("the rules have {count} characters; up to {most} are allowed, as in 4x10-distinct")
        raise InputError(Fault(long, count=len(text), most=_LONGEST_RULES))
    listed = None if words is None else _read_words(words, limits)
    rules = Rules.parse(USUAL_RULES if text is None else text, listed)
    InputError.check(_faults(rules, limits))
    return rules


def _read_words(words: WordList | Iterable[str], limits: GameLimits) -> WordList:
    if isinstance(words, WordList):
        count = len(words.guesses)
    else:
        words = list(words)
        count = len(words)
    if count > limits.words:
        many = NN_(
            "the list has {count} word; up to {most} are allowed here",
            "the list has {count} words; up to {most} are allowed here",
        )
        raise InputError(Fault(*many, count=count, most=limits.words))
    return words if isinstance(words, WordList) else WordList.of(words)


def _faults(rules: Rules, limits: GameLimits) -> Iterator[Fault]:
    size = CodeSpace(rules).size
    if size > limits.codes:
        large = N_("the game {rules} has {codes} codes; up to {most} are allowed here, as in {example}")
        yield Fault(large, rules=str(rules), codes=size, most=limits.codes, example="6x10")
