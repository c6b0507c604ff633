"""What a diagnosis says: changes of answers, repairs made of them, and which answers cannot stand together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from math import prod
from typing import Self

from sito.base.limits import Stopped
from sito.base.rows import Column, Rows, Tabular
from sito.codes.code import CodeSpace
from sito.codes.consistency import clash_at_sight
from sito.codes.feedback import Answer, Turn
from sito.errors import N_, NN_, Fault
from sito.native.game import Size, size_of
from sito.rules.rules import FeedbackKind, OwnAnswers, Rules


class Slip(StrEnum):
    """How an answer came to be wrong; the value is the name, as in JSON.

    A person who compares a guess with a code counts a peg too few or too many, mixes up the two kinds of pegs, or
    writes the right answer in the wrong row.
    """

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
"""How often, in about a hundred wrong answers, each slip is to blame.

The weights come from reason alone: nobody has counted the mistakes of people who play. `docs/wrong-answers.md` gives
the reasons.
"""
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
    if rules.feedback.marks_pegs:
        sentence = _POSITION_SENTENCES.get(slip, sentence)
    if rules.of_letters:
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
    if written.kind.marks_pegs:
        yield from _slips_of_marks(written.marks, true.marks)
    elif written.kind is FeedbackKind.TOTAL and written.total == true.total:
        yield Slip.NO_HIT
    elif isinstance(written.kind, OwnAnswers):
        return  # nobody knows how one is mistaken for another
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


_SHOWN = 5  # repairs, where a diagnosis is displayed
_NO_CLASH = "no answer contradicts the others"
_NOT_LOOKED_FOR = "on so large a board answers that contradict each other are not looked for"


@dataclass(frozen=True)
class Change:
    """One answer that may be wrong, and what it should be.

    `index` counts turns from 0, `turn` is as it was noted, `answer` is the right answer, and
    `slip` names the likeliest slip that turned it into the noted one.
    """

    index: int
    turn: Turn
    answer: Answer
    slip: Slip

    @property
    def weight(self) -> int:
        """How often, in about a hundred wrong answers, this slip is to blame."""
        return WEIGHTS[self.slip]

    def fault(self, rules: Rules) -> Fault:
        """Says in a sentence what the answer could be instead, and by which slip it may have become wrong.

        >>> from sito.playing.game import Transcript
        >>> from sito.playing.repairs import diagnose, wrong_answers
        >>> game = Transcript.parse("4x6 AABB:xx AABC:-")
        >>> print(diagnose(game).repairs[0].changes[0].fault(game.rules))
        answer 2, AABC:-, could be x: a peg was overlooked
        >>> print(wrong_answers(game, "DDBB")[0].verdict(game.rules))
        answer 2, AABC:-, should have been x; it seems that a peg was overlooked
        """
        plain = N_("answer {number}, {guess}:{answer}, could be {right}")
        explained = N_("answer {number}, {guess}:{answer}, could be {right}: {slip}")
        return self._fault(plain, explained, rules)

    def verdict(self, rules: Rules) -> Fault:
        """Says in a sentence what the answer should have been, when the secret is known."""
        plain = N_("answer {number}, {guess}:{answer}, should have been {right}")
        explained = N_("answer {number}, {guess}:{answer}, should have been {right}; it seems that {slip}")
        return self._fault(plain, explained, rules)

    def _fault(self, plain: str, explained: str, rules: Rules) -> Fault:
        values = {
            "number": self.index + 1,
            "guess": CodeSpace(rules, guesses=True).text(self.turn.guess),
            "answer": self.turn.answer,
            "right": self.answer,
        }
        if self.slip is Slip.OTHER:
            return Fault(plain, **values)
        return Fault(explained, **values, slip=slip_fault(self.slip, rules))


class Changes(tuple[Change, ...], Tabular[Change]):
    """The wrong answers of a game, as a tuple and as a table; `rules` are those of the game."""

    rules: Rules

    @classmethod
    def of(cls, rules: Rules, changes: Iterable[Change]) -> Self:
        """Makes it of the changes of a game with these rules."""
        made = cls(changes)
        made.rules = rules
        return made

    def _columns(self) -> tuple[Column[Change], ...]:
        guesses = CodeSpace(self.rules, guesses=True)
        return (
            Column("turn", lambda change: change.index + 1, "d"),
            Column("guess", lambda change: guesses.text(change.turn.guess)),
            Column("noted", lambda change: change.turn.answer),
            Column("answer", lambda change: change.answer),
            Column("slip", lambda change: change.slip),
        )

    def _rows(self) -> tuple[Change, ...]:
        return self


@dataclass(frozen=True)
class Repair:
    """Changes of answers after which some codes are possible, and after no part of these changes are they.

    `codes` counts these codes. `likelihood` is the product of the weights of the changes,
    each a share of 1; it only serves to compare repairs with equally many changes.
    """

    changes: tuple[Change, ...]
    codes: int
    likelihood: float

    @classmethod
    def of(cls, changes: tuple[Change, ...], codes: int) -> Repair:
        """Makes a repair; the likelihood follows from the slips of its changes."""
        return cls(changes, codes, prod(change.weight for change in changes) / WHOLE ** len(changes))

    def fault(self, rules: Rules) -> Fault:
        """Says in a sentence which answers could be what instead.

        >>> from sito.playing.game import Transcript
        >>> from sito.playing.repairs import diagnose
        >>> game = Transcript.parse("4x6 AABB:xx AABC:- CDEF:- DEFC:o")
        >>> print(diagnose(game).repairs[0].fault(game.rules))
        answer 2, AABC:-, could be x: a peg was overlooked; and answer 3, CDEF:-, could be o: a peg was overlooked
        """
        first, *others = (change.fault(rules) for change in self.changes)
        return reduce(lambda told, change: Fault("{first}; and {second}", first=told, second=change), others, first)


@dataclass(frozen=True, repr=False)
class Diagnosis(Rows[Repair]):
    """What may be wrong with a game.

    `rules` and `turns` are those of the game. `clash` is a smallest set of turns, counted from 0, that no code
    satisfies together; of several such sets the one with the earliest turns. It is empty if codes are possible. Where
    codes are sampled it is the set of all turns that some repair changes: these answers may be wrong. There, and on a
    vast board, one or two turns that clash are seen at once (`sito.codes.consistency.clash_at_sight`).
    `repairs` are ranked: fewest changes first, then the most likely, then those with most codes; of equal ones the one
    whose first change is in an earlier turn. `counts` tells how many repairs there are with one change, with two and so
    on, whether or not they are all listed. If a limit was reached, `stopped` names it: then repairs may be missing and
    their codes be more, and `clash` has all turns where a smallest set had not been found.

    Displayed it tells the clash and the first repairs; as a sequence and as a table it has the repairs.

    >>> from sito.playing.repairs import diagnose
    >>> print(diagnose("4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo", at_most=1))
    answers 1 (AABB:x), 2 (CCDD:xx) and 3 (EEFF:xx) cannot stand together
    1. answer 2, CCDD:xx, could be x: one peg too many was counted
    2. answer 1, AABB:x, could be -: one peg too many was counted
    3. answer 3, EEFF:xx, could be x: one peg too many was counted
    4. answer 3, EEFF:xx, could be o: the answer of the row above was written here
    5. answer 3, EEFF:xx, could be -: the answer of the row above was written here
    6 repairs in all
    """

    rules: Rules
    turns: tuple[Turn, ...]
    clash: tuple[int, ...]
    repairs: tuple[Repair, ...]
    counts: tuple[int, ...]
    stopped: Stopped | None = None

    def __str__(self) -> str:
        if not self.clash:
            return self.note
        repairs = [f"{self.total} repairs in all"] if self.total > _SHOWN else []
        return "\n".join([*map(str, self.faults(_SHOWN)), *repairs])

    def _columns(self) -> tuple[Column[Repair], ...]:
        return (
            Column("repair", lambda repair: repair.fault(self.rules)),
            Column("codes", lambda repair: repair.codes, "d"),
            Column("likelihood", lambda repair: repair.likelihood, ".6f"),
            Column("turns", lambda repair: [change.index + 1 for change in repair.changes], heading=""),
            Column("answers", lambda repair: [str(change.answer) for change in repair.changes], heading=""),
            Column("slips", lambda repair: [change.slip for change in repair.changes], heading=""),
        )

    def _rows(self) -> tuple[Repair, ...]:
        return self.repairs

    @property
    def note(self) -> str:
        """What cannot stand together."""
        if self.clash:
            return str(self.clash_fault())
        return _NOT_LOOKED_FOR if size_of(self.rules) is Size.VAST else _NO_CLASH

    def __repr__(self) -> str:
        return f"<Diagnosis for {self.rules}: clash {self.clash}, {self.total} repairs>"

    @property
    def total(self) -> int:
        """How many repairs there are."""
        return sum(self.counts)

    def clash_fault(self) -> Fault:
        """Says in a sentence which answers cannot stand together."""
        space = CodeSpace(self.rules, guesses=True)
        named = [
            f"{index + 1} ({space.text(self.turns[index].guess)}:{self.turns[index].answer})" for index in self.clash
        ]
        if size_of(self.rules) is Size.SAMPLED and self.clash != clash_at_sight(self.rules, self.turns):
            suspects = NN_("this answer may be wrong: {answers}", "these answers may be wrong: {answers}")
            return Fault(*suspects, count=len(named), answers=", ".join(named))
        if len(named) == 1:
            return Fault("no code agrees with answer {answer}", answer=named[0])
        return Fault(
            "answers {answers} and {last} cannot stand together", answers=", ".join(named[:-1]), last=named[-1]
        )

    def faults(self, most: int) -> tuple[Fault, ...]:
        """Says in sentences which answers cannot stand together, and up to `most` repairs; nothing if all can."""
        if not self.clash:
            return ()
        if self.repairs or not self.counts:
            return (self.clash_fault(), *self.repair_faults(0, most))
        if size_of(self.rules) is Size.SAMPLED:
            most_kept = NN_(
                "no code was found that agrees with all answers but {count}; more of them may be wrong",
                "no code was found that agrees with all answers but {count}; more of them may be wrong",
            )
            return (self.clash_fault(), Fault(*most_kept, count=len(self.counts)))
        many = NN_(
            "more than {count} answer is wrong: no change of so few would do",
            "more than {count} answers are wrong: no change of so few would do",
        )
        return (self.clash_fault(), Fault(*many, count=len(self.counts)))

    def repair_faults(self, start: int, stop: int) -> tuple[Fault, ...]:
        """Says in numbered sentences what the repairs from place `start`, from 0, up to `stop` change."""
        return tuple(
            Fault("{number}. {repair}", number=number, repair=repair.fault(self.rules))
            for number, repair in enumerate(self.repairs[start:stop], start + 1)
        )
