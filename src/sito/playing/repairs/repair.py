"""What a diagnosis says: changes of answers, repairs made of them, and which answers cannot stand together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from sito.base.limits import Stopped
from sito.codes.code import CodeSpace
from sito.codes.feedback import Answer, Turn
from sito.errors import N_, NN_, Fault
from sito.playing.repairs.slips import WEIGHTS, WHOLE, Slip, slip_fault
from sito.rules.rules import Rules

_SHOWN = 5  # repairs, where a diagnosis is displayed


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
        return cls(
            changes, codes, reduce(lambda product, change: product * change.weight, changes, 1) / WHOLE ** len(changes)
        )

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
class Diagnosis:
    """What may be wrong with a game.

    `clash` is a smallest set of turns, counted from 0, that no code satisfies together; of several such sets the one
    with the earliest turns. It is empty if codes are possible. `repairs` are ranked: fewest changes first, then the
    most likely, then those with most codes; of equal ones the one whose first change is in an earlier turn. `counts`
    tells how many repairs there are with one change, with two and so on, whether or not they are all listed. If a
    limit was reached, `stopped` names it: then repairs may be missing and their codes be more, and `clash` has all
    turns where a smallest set had not been found.

    Displayed it tells the clash and the first repairs.

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
            return "no answer contradicts the others"
        repairs = [f"{self.total} repairs in all"] if self.total > _SHOWN else []
        return "\n".join([*map(str, self.faults(_SHOWN)), *repairs])

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
        if len(named) == 1:
            return Fault("no code agrees with answer {answer}", answer=named[0])
        return Fault(
            "answers {answers} and {last} cannot stand together", answers=", ".join(named[:-1]), last=named[-1]
        )

    def faults(self, most: int) -> tuple[Fault, ...]:
        """Says in sentences which answers cannot stand together, and up to so many repairs."""
        if self.repairs:
            return (self.clash_fault(), *self.repair_faults(0, most))
        many = NN_(
            "more than {count} answer is wrong: no change of so few would do",
            "more than {count} answers are wrong: no change of so few would do",
        )
        return (self.clash_fault(), Fault(*many, count=len(self.counts)))

    def repair_faults(self, start: int, stop: int) -> tuple[Fault, ...]:
        """Says in numbered sentences what the repairs from one place to another change; places count from 0."""
        return tuple(
            Fault("{number}. {repair}", number=number, repair=repair.fault(self.rules))
            for number, repair in enumerate(self.repairs[start:stop], start + 1)
        )
