"""An exercise: a position, what is to be found there, and the one check of what somebody has found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Self

from sito.advice.best_play import Prospect
from sito.advice.prospects import Valuation
from sito.base.limits import Limits
from sito.codes.code import Code, CodeSpace
from sito.codes.hard_mode import check_allowed
from sito.errors import N_, NN_, Fault, InputError, LimitError, RulesError
from sito.playing.game import Transcript, check_consistent
from sito.playing.repairs import Change, diagnose
from sito.reviews.reviewer import Values, secret_faults
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.words.words import Words

FEW = 10
"""A position of `best-guess` that is made has at most so many best guesses."""
MOST_GUESSES = 1 << 17
"""Where more codes may be guessed they are not compared."""
_VALUED = 200
"""Where more guesses may be best ones they are not valued."""
_COUNTED = 64
"""Where more codes are possible the best guesses are not counted."""


class ExerciseKind(StrEnum):
    """What is to be found."""

    ONE_LEFT = "one-left"
    """The only code that agrees with all the answers."""
    AT_MOST = "at-most"
    """A guess that leaves at most so many codes, whatever the answer."""
    WRONG_ANSWER = "wrong-answer"
    """The turn whose answer is wrong."""
    BEST_GUESS = "best-guess"
    """A guess after which the fewest further guesses are expected."""


def check_truthful(rules: Rules) -> None:
    """Raises `RulesError` for rules with lies: there answers tell less, and guesses cost what nobody knows."""
    if rules.lies:
        raise RulesError.said("exercises are for games without lies; leave them out, as in 4x6")


@dataclass(frozen=True)
class Verdict:
    """Whether an attempt is right, and why.

    `loss` is how many guesses more are expected than after the best guess, where that is asked; `proven` says whether
    this number, and what is right, is.
    """

    right: bool
    reason: Fault
    loss: Fraction | None = None
    proven: bool = True


@dataclass(frozen=True)
class Exercise:
    """What is to be found after the turns of a game; `most` is how many codes `at-most` may leave.

    `Exercise.parse(str(exercise)) == exercise` for all but word games, whose words must be passed as well.

    >>> exercise = Exercise.parse("best-guess 4x6 CBFF:o EAAB:xxo")
    >>> print(exercise.check("AADB").reason)
    AADB is a best guess: 2.333 further guesses are expected, and no guess does with fewer
    >>> exercise.check("EABE").loss, exercise.solutions()
    (Fraction(2, 15), ('AADB', 'ADAB', 'DAEB', 'DEAB', 'EABD'))
    """

    kind: ExerciseKind
    game: Transcript
    most: int | None = None

    @classmethod
    def parse(cls, text: str, words: Words | None = None) -> Self:
        """Reads the text: the kind, with `:` and the number of codes for `at-most`, and the game.

        Raises `InputError` for what cannot be read; whether there is something to be found, `check_sense` says.
        """
        head, _blank, game = text.strip().partition(" ")
        name, colon, number = head.partition(":")
        if name not in list(ExerciseKind) or bool(colon) != (name == ExerciseKind.AT_MOST):
            wrong = N_("{text!r} is no kind of exercise; it must be one of: {names}, and at-most with a number")
            raise InputError.said(wrong, text=head[:40], names=", ".join(ExerciseKind))
        if colon and not (number.isdecimal() and number.isascii() and len(number) < 10 and int(number)):
            raise InputError.said("{text!r} is no number of codes; write one as in at-most:12", text=number[:40])
        return cls(ExerciseKind(name), Transcript.parse(game, words), int(number) if colon else None)

    def __str__(self) -> str:
        number = "" if self.most is None else f":{self.most}"
        return f"{self.kind}{number} {self.game}"

    @property
    def known(self) -> Knowledge:
        """What is known after the game. Raises `InconsistentError` if no code is possible."""
        return check_consistent(self.game)

    def check_sense(self, limits: Limits = Limits()) -> None:
        """Raises `InputError` if there is not something to be found, or not a single thing where one is asked for.

        Raises `InconsistentError` if no code is possible where one must be, and `LimitError`.
        """
        if self.kind is ExerciseKind.WRONG_ANSWER:
            self._wrong(limits)
        elif self.kind is ExerciseKind.AT_MOST:
            self._leaving_few(limits)
        else:
            self._check_moment()

    def _check_moment(self) -> None:
        """Raises `InputError` if there is nothing to guess, or not one code where it is asked for."""
        check_truthful(self.game.rules)
        count = len(self.known)
        if self.kind is ExerciseKind.ONE_LEFT and count != 1:
            many = NN_(
                "{count} code is possible, and not exactly one", "{count} codes are possible, and not exactly one"
            )
            raise InputError.said(*many, count=count)
        if self.game.won:
            raise InputError.said("the game is won; there is nothing more to guess")

    def _leaving_few(self, limits: Limits) -> tuple[str, ...]:
        """Lists the first guesses that leave no more codes than asked for. Raises `InputError` if none is found."""
        self._check_moment()
        ranked = self.known.rank("minimax", top=FEW, limits=limits)
        found = tuple(guess.text for guess in ranked if guess.worst <= (self.most or 0))
        if not found:
            error = InputError if ranked.stopped is None else LimitError
            raise error.said("no guess is found that leaves at most {most}, whatever the answer", most=self.most)
        return found

    def _wrong(self, limits: Limits) -> Change:
        """Gives the likeliest change of the wrong answer. Raises `InputError` unless one turn alone can be wrong."""
        check_truthful(self.game.rules)
        found = diagnose(self.game, at_most=1, limits=limits)
        if found.stopped is not None:
            raise LimitError.said("the wrong answer is not found within the limits")
        changes = [repair.changes[0] for repair in found.repairs]
        if len({change.index for change in changes}) != 1:
            raise InputError.said("it is not one answer alone that can be the wrong one")
        return changes[0]

    def read(self, attempt: str) -> Code | int:
        """Reads an attempt: a guess, or the number of a turn. Raises `InputError`."""
        if self.kind is not ExerciseKind.WRONG_ANSWER:
            code = CodeSpace(self.game.rules, guesses=True).parse(attempt)
            if self.kind is not ExerciseKind.ONE_LEFT:
                check_allowed(self.game, code)
            return code
        text, turns = attempt.strip(), len(self.game)
        if not (text.isdecimal() and len(text) < 10 and 1 <= int(text) <= turns):
            wrong = N_("{text!r} is not the number of a turn; write one from 1 to {most}")
            raise InputError.said(wrong, text=text[:40], most=turns)
        return int(text)

    def check(self, attempt: str, *, limits: Limits = Limits()) -> Verdict:
        """Says whether an attempt is right. The work is counted; the `limits` may end it early.

        Raises what `check_sense` raises, `InputError` for what is no attempt, and `LimitError` if a guess could not be
        valued within the limits.
        """
        read = self.read(attempt)
        if not isinstance(read, Code):
            return self._check_turn(read, limits)
        self.check_sense(limits)
        text = self.known.guesses.text(read)
        if self.kind is ExerciseKind.ONE_LEFT:
            for fault in secret_faults(self.game, read):
                return Verdict(False, fault)
            if read in self.known:
                return Verdict(True, Fault("{guess} agrees with all the answers", guess=text))
            return Verdict(False, Fault("{guess} may be guessed, but is never the code", guess=text))
        return (
            self._check_most(read, text) if self.kind is ExerciseKind.AT_MOST else self._check_best(read, text, limits)
        )

    def _check_turn(self, number: int, limits: Limits) -> Verdict:
        wrong = self._wrong(limits)
        if number == wrong.index + 1:
            return Verdict(True, wrong.fault(self.game.rules))
        other = N_("whatever the answer to guess {number} is, the other answers contradict each other")
        return Verdict(False, Fault(other, number=number))

    def _check_most(self, guess: Code, text: str) -> Verdict:
        answer, left = max(self.known.cells(guess).items(), key=lambda cell: cell[1])
        if left <= (self.most or 0):
            kept = N_("{guess} leaves at most {left}, whatever the answer")
            return Verdict(True, Fault(kept, guess=text, left=left))
        return Verdict(
            False, Fault("{guess} leaves {left} if the answer is {answer}", guess=text, left=left, answer=answer)
        )

    def _check_best(self, guess: Code, text: str, limits: Limits) -> Verdict:
        _best, before, chosen = Values(limits).judge(self.known, guess)
        if before is None or chosen is None:
            raise LimitError.said("no best guess is found within the limits")
        loss, proven = chosen.guesses - before.guesses, before.exact and chosen.exact
        numbers = {"guess": text, "expected": f"{float(chosen.guesses):.3f}", "best": f"{float(before.guesses):.3f}"}
        if not loss:
            best = N_("{guess} is a best guess: {expected} further guesses are expected, and no guess does with fewer")
            found = N_("{guess} is as good as the best guess that was found: {expected} further guesses are expected")
            return Verdict(True, Fault(best if proven else found, **numbers), loss, proven)
        costs = N_(
            "with {guess} {expected} further guesses are expected, with the best guess {best}: the loss is {loss}"
        )
        about = N_("with {guess} about {expected} further guesses are expected, with a better one {best}")
        told = Fault(costs, **numbers, loss=str(loss)) if proven else Fault(about, **numbers)
        return Verdict(False, told, loss, proven)

    def solutions(self, *, limits: Limits = Limits()) -> tuple[str, ...]:
        """Gives what is right, as texts, in ascending order; of many guesses the first `FEW`.

        Of the best guesses it is one alone where there are more, or too many to look at. Raises what `check` raises.
        """
        if self.kind is ExerciseKind.WRONG_ANSWER:
            return (str(self._wrong(limits).index + 1),)
        if self.kind is ExerciseKind.AT_MOST:
            return self._leaving_few(limits)
        self._check_moment()
        text = self.known.guesses.text
        if self.kind is ExerciseKind.ONE_LEFT:
            return (text(self.known.first()),)
        best = Values(limits).of(self.known)
        if best is None:
            raise LimitError.said("no best guess is found within the limits")
        found = best_guesses(self.known, best) if len(self.known) <= _COUNTED else []
        return tuple(map(text, found or [best.guess]))


def best_guesses(known: Knowledge, best: Prospect) -> list[Code]:
    """Lists the guesses that are as good as the best play, which is proven, where all codes are equally likely.

    The list is empty where more than `FEW` are, or where more than `_VALUED` may be.
    """
    if not best.exact or known.guesses.size > MOST_GUESSES or known.rules.weights is not None:
        return []
    # One code is hit, one of each other cell takes a guess more, and all others take three or more.
    least = 3 * len(known) - best.total
    ranked = known.rank("most-parts", top=min(known.guesses.size, 4 * _VALUED))
    may_be = [guess for guess in ranked if guess.possible + guess.cells >= least]
    values, found = Valuation(), list[Code]()
    for guess in may_be if len(may_be) <= _VALUED else ():
        value = values.after(known, guess.code)
        if value is not None and value.exact and value.total == best.total:
            found.append(guess.code)
        if len(found) > FEW:
            return []
    return sorted(found)
