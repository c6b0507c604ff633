"""Counting the codes that are left: at once where the sieve takes no time worth waiting for, else in the pool."""

from __future__ import annotations

from dataclasses import dataclass

from sito.codes.code import CodeSpace
from sito.errors import LimitError
from sito.native.game import Size, size_of
from sito.playing.game import Transcript
from sito.playing.inconsistent import leaves_code
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge

FEW = 24
"""So many possible codes are listed."""
AT_ONCE = 1 << 20
"""Games of up to so many codes are sieved in the process that serves; a step takes a millisecond or two."""


@dataclass(frozen=True)
class Counted:
    """How many codes are left, and which, if they are few."""

    left: int
    codes: tuple[str, ...]

    @classmethod
    def of(cls, knowledge: Knowledge) -> Counted:
        """Counts what is possible."""
        left = knowledge.left
        codes = map(knowledge.secrets.text, knowledge[:]) if left <= FEW else ()
        return cls(left, tuple(codes))


def is_counted(rules: Rules) -> bool:
    """Tells whether the codes that are left in a game can be counted, which those of a vast board cannot."""
    return size_of(rules) is not Size.VAST


def is_quick(rules: Rules) -> bool:
    """Tells whether the sieve of a game is so quick that nobody is kept waiting."""
    return is_counted(rules) and (rules.words is not None or CodeSpace(rules).size <= AT_ONCE)


def counted_at_first(rules: Rules) -> Counted:
    """Counts the codes before the first guess, which needs no sieve."""
    space = CodeSpace(rules)
    return Counted(space.size, tuple(map(space.text, space)) if space.size <= FEW else ())


def count_left(game: Transcript) -> Counted | None:
    """Counts the codes that are left after a game; None if it is too large for the sieve, and some code may be left."""
    if not is_counted(game.rules):
        return None if leaves_code(game.knowledge) else Counted(0, ())
    try:
        return Counted.of(game.knowledge)
    except LimitError:
        return None
