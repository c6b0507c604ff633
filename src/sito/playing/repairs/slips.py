"""The slips by which people note a wrong answer, and how likely each is.

A person who compares a guess with a code counts a peg too few or too many, mixes up the two
kinds of pegs, or writes the right answer in the wrong row. Each slip has a weight, which says
how often in about a hundred wrong answers it is to blame. The weights come from reason alone:
nobody has counted the mistakes of people who play. `docs/wrong-answers.md` gives the reasons.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from sito.codes.feedback import Answer
from sito.errors import N_, Fault
from sito.rules.rules import FeedbackKind, Rules


class Slip(StrEnum):
    """How an answer came to be wrong; the value is the name, as in JSON."""

    MIXED_UP = "mixed-up"
    """One mark of one kind was written for one of the other: an x for an o, a green for a yellow."""
    OVERLOOKED = "overlooked"
    """One peg was not counted."""
    TOO_MANY = "too-many"
    """One peg too many was counted."""
    NO_HIT = "no-hit"
    """With totals, the hit was written as a mere count, or a mere count as the hit."""
    SWAPPED = "swapped"
    """The numbers of both kinds of pegs were written in the wrong order, or all green and yellow marks swapped."""
    ROW_ABOVE = "row-above"
    """The answer of the row above was written."""
    REVERSED = "reversed"
    """The marks were written from right to left."""
    ROW_BELOW = "row-below"
    """The answer of the row below was written."""
    LEFT_EMPTY = "left-empty"
    """Nothing was written, which means that no peg is right."""
    OTHER = "other"
    """Anything else."""


WEIGHTS = {
    Slip.MIXED_UP: 30,
    Slip.OVERLOOKED: 25,
    Slip.NO_HIT: 25,
    Slip.TOO_MANY: 12,
    Slip.SWAPPED: 10,
    Slip.ROW_ABOVE: 8,
    Slip.REVERSED: 6,
    Slip.ROW_BELOW: 4,
    Slip.LEFT_EMPTY: 3,
    Slip.OTHER: 1,
}
"""How often, in about a hundred wrong answers, each slip is to blame."""
WHOLE = 100

_SENTENCES = {
    Slip.MIXED_UP: N_("an x and an o were mixed up"),
    Slip.OVERLOOKED: N_("a peg was overlooked"),
    Slip.TOO_MANY: N_("one peg too many was counted"),
    Slip.NO_HIT: N_("the mark of the hit was forgotten, or written where it does not belong"),
    Slip.SWAPPED: N_("the numbers of x and o were swapped"),
    Slip.ROW_ABOVE: N_("the answer of the row above was written here"),
    Slip.REVERSED: N_("the marks were written from right to left"),
    Slip.ROW_BELOW: N_("the answer of the row below was written here"),
    Slip.LEFT_EMPTY: N_("the answer was left empty"),
    Slip.OTHER: N_("some other mistake"),
}
_POSITION_SENTENCES = {
    Slip.MIXED_UP: N_("a green and a yellow mark were mixed up"),
    Slip.SWAPPED: N_("green and yellow were swapped"),
}
_WORD_SENTENCES = {
    Slip.OVERLOOKED: N_("a letter was overlooked"),
    Slip.TOO_MANY: N_("one letter too many was counted"),
}


def slip_fault(slip: Slip, rules: Rules) -> Fault:
    """Says in words what a slip is, as a part of a sentence that can be translated."""
    sentence = _SENTENCES[slip]
    if rules.feedback is FeedbackKind.POSITION:
        sentence = _POSITION_SENTENCES.get(slip, sentence)
    if rules.words is not None:
        sentence = _WORD_SENTENCES.get(slip, sentence)
    return Fault(sentence)


def likeliest_slip(written: Answer, true: Answer, above: Answer | None = None, below: Answer | None = None) -> Slip:
    """Gives the likeliest slip by which somebody who should have written `true` has `written` something else.

    `above` and `below` are the answers that were written in the rows next to it, None where
    there is no row. Where a part of the answer is unknown, only what is known is compared.
    """
    if true.wins:  # nobody overlooks that the own code was guessed
        return Slip.NO_HIT if Slip.NO_HIT in _slips(written, true) else Slip.OTHER
    found = set(_slips(written, true))
    if written == above:
        found.add(Slip.ROW_ABOVE)
    if written == below:
        found.add(Slip.ROW_BELOW)
    return max(found, key=lambda slip: WEIGHTS[slip], default=Slip.OTHER)


def _slips(written: Answer, true: Answer) -> Iterator[Slip]:
    """Yields the slips that turn one answer into another, those of neighboring rows left out."""
    if written.kind is FeedbackKind.POSITION:
        yield from _slips_of_marks(written.marks, true.marks)
    elif written.kind is FeedbackKind.TOTAL and written.total == true.total:
        yield Slip.NO_HIT
    elif written.kind is FeedbackKind.TOTAL:
        yield from _slips_of_counts((written.total, None), (true.total, None))
    else:
        yield from _slips_of_counts((written.black, written.white), (true.black, true.white))


def _slips_of_counts(written: tuple[int | None, int | None], true: tuple[int | None, int | None]) -> Iterator[Slip]:
    known = [(count, other) for count, other in zip(written, true, strict=True) if None not in (count, other)]
    missing = [(right_count or 0) - (count or 0) for count, right_count in known]
    if sorted(missing) == [-1, 1]:
        yield Slip.MIXED_UP
    if sum(missing) == 1 and sum(map(abs, missing)) == 1:
        yield Slip.OVERLOOKED
    if sum(missing) == -1 and sum(map(abs, missing)) == 1:
        yield Slip.TOO_MANY
    if len(known) == 2 and written == true[::-1]:
        yield Slip.SWAPPED
    if written == (0, 0):
        yield Slip.LEFT_EMPTY


_OTHER_MARK = {2: 1, 1: 2, 0: 0, None: None}


def _slips_of_marks(written: tuple[int | None, ...], true: tuple[int | None, ...]) -> Iterator[Slip]:
    known = [(mark, right) for mark, right in zip(written, true, strict=True) if None not in (mark, right)]
    different = [(mark, right) for mark, right in known if mark != right]
    if len(different) == 1:
        ((mark, right),) = different
        yield Slip.OVERLOOKED if mark == 0 else Slip.TOO_MANY if right == 0 else Slip.MIXED_UP
    if all(_OTHER_MARK[mark] == right for mark, right in known):
        yield Slip.SWAPPED
    if written[::-1] == true:
        yield Slip.REVERSED
