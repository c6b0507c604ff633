"""The values that a review is made of: proven where that is quick, else those of the best trees that are found."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sito.code import Code
from sito.deadline import Deadline
from sito.exact.problem import Problem
from sito.exact.solver import solve
from sito.knowledge import Knowledge
from sito.limits import Limits
from sito.prospects import Prospect, Valuation
from sito.review.values import EXACT, Expectation
from sito.rules import Allowed

_SHARE = 0.5
"""The share of the time that is left for one value. The first guesses come last, and take the longest."""
_WHOLE_ANSWERS = 1 << 25
"""The most answers, one for each guess and each code, of a game that is searched as a whole: it is tabulated."""


@dataclass(frozen=True, slots=True)
class Valued:
    """An expectation, and the guess with which the play that it stands for goes on."""

    expectation: Expectation
    guess: Code

    @property
    def key(self) -> tuple[object, bool]:
        """Orders values: the fewest guesses first, and of equal ones those that are proven."""
        return self.expectation.guesses, not self.expectation.exact


class Values:
    """Values the moments of one game and the guesses that were made there, within limits for all of them together.

    Value the moments from the last to the first. Then a moment that cannot be proven is worth
    no less than the best of what was found there and later.
    """

    def __init__(self, limits: Limits) -> None:
        self._deadline = Deadline(limits)
        self._found = Valuation()

    def of(self, known: Knowledge) -> Valued | None:
        """Values a moment: the best play from here on. None if nothing is found within the limits."""
        return self._solved(known) or _valued(self._found.of(known, self._left()))

    def after(self, known: Knowledge, guess: Code) -> Valued | None:
        """Values a guess: this guess next, and then the best play. None if nothing is found within the limits."""
        return self._solved(known, guess) or _valued(self._found.after(known, guess, self._left()))

    def _left(self) -> Limits:
        return self._deadline.left(_SHARE)

    def _solved(self, known: Knowledge, guess: Code | None = None) -> Valued | None:
        """Searches the game from here on, with its history, whose symmetry makes the search quick.

        None if the game is too large to be tabulated, or has no symmetry, or if the time is over before the proof.
        """
        rules = known.rules
        is_symmetric = rules.allowed is not Allowed.WORDS and all(turn.is_exact for turn in known.history)
        if not is_symmetric or rules.lies or known.guesses.size * known.secrets.size > _WHOLE_ANSWERS:
            return None
        problem = Problem(rules, history=known.history, first_guess=guess)
        found = solve(problem, limits=self._left())
        if not found.proven or found.tree is None or found.upper is None:
            return None
        return Valued(Expectation(Fraction(found.upper[0], len(known)), EXACT), found.tree.root.guess)


def _valued(found: Prospect | None) -> Valued | None:
    return None if found is None else Valued(Expectation(found.expected, found.source), found.guess)
