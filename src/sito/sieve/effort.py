"""How much work it is to compare a guess with a code, by the rules."""

from __future__ import annotations

from sito.rules.rules import Allowed, Rules

_PAIR_BY_PAIR = 128  # quick comparisons take as long as one that is made alone
_WITH_LIES = 8  # as long as one where answers may be lies
_BY_ROWS = 2  # as long as one of one guess with many codes at once: of words, or of answers per position
_ROW_PEGS = 10  # of codes with so many pegs or fewer
_VECTOR_PEGS = 7


def effort(rules: Rules) -> int:
    """Returns how many comparisons of a few pegs take as long as one comparison of this game."""
    if is_by_rows(rules):
        return _BY_ROWS if rules.weights is None else 2 * _BY_ROWS
    is_counted_in_bits = rules.allowed is not Allowed.WORDS and not rules.feedback.marks_pegs
    if not is_counted_in_bits or rules.pegs > _VECTOR_PEGS:
        return _PAIR_BY_PAIR
    return _WITH_LIES if rules.lies else 1


def is_by_rows(rules: Rules) -> bool:
    """Tells whether one guess is compared with many codes at once, but not many guesses."""
    if rules.lies:
        return False
    if rules.feedback.marks_pegs:
        return rules.pegs <= _ROW_PEGS
    return rules.allowed is Allowed.WORDS and rules.weights is None
