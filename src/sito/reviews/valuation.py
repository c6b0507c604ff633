"""The values that a review is made of: proven where that is quick, else those of the best trees that are found."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from sito.advice.best_play import EXACT, STRATEGIES, Prospect, joined_source
from sito.advice.prospects import Valuation
from sito.base.deadline import Deadline
from sito.base.limits import Limits
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Turn
from sito.errors import LimitError
from sito.exact.problem import Problem
from sito.exact.solver import solve
from sito.reviews.values import Expectation
from sito.rules.rules import Allowed, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.partition import Partition

_SHARE = 0.5
"""The share of the time that is left for one search. The first guesses come last, and take the longest."""
_WHOLE_ANSWERS = 1 << 25
"""The most answers, one for each guess and each code, of a game that is searched as a whole: it is tabulated."""
_FEW_CODES = 512
"""A moment with more codes is valued by trees alone, for a search of it would not be proven soon."""
_CELL_CODES = 32
"""A cell with more codes is valued by trees alone if it is one of a moment with many codes."""

_MANY_WORDS = 1 << 22
"""More answers than this, one for each guess and each word, take long for trees."""


def expectation_of(found: Prospect | None) -> Expectation | None:
    """Gives the number of guesses that is expected of some play; None if none was found."""
    return None if found is None else Expectation(found.expected, found.source)


def better_of(values: Iterable[Prospect | None]) -> Prospect | None:
    """Gives the value with the fewest guesses, and of equal ones one that is proven; None if there is none."""
    found = [value for value in values if value is not None]
    return min(found, key=lambda value: (value.total, value.source != EXACT), default=None)


class Values:
    """Values the moments of one game and the guesses that were made there, within limits for all of them together.

    A game of moderate size is searched from each moment on. In larger ones, a moment and the
    guesses made there are valued in the same way, by the cells that each guess makes, so that
    none of them seems better only because it was looked at more closely.
    """

    def __init__(self, limits: Limits) -> None:
        self._deadline = Deadline(limits)
        self._found = Valuation()
        self._valued: dict[tuple[tuple[Turn, ...], Code], Prospect | None] = {}

    def of(self, known: Knowledge) -> Prospect | None:
        """Values a moment: the best play from here on. None if nothing is found within the limits."""
        if known.rules.lies:
            return None
        solved = self._solved(known)
        if solved is not None:
            return solved
        if len(known) <= _FEW_CODES:
            return self._found.of(known, self._left())
        return better_of(self._by_cells(known, guess) for guess in self._candidates(known))

    def after(self, known: Knowledge, guess: Code) -> Prospect | None:
        """Values a guess: this guess next, and then the best play. None if nothing is found within the limits."""
        if known.rules.lies:
            return None
        solved = self._solved(known, guess)
        if solved is not None:
            return solved
        if len(known) <= _FEW_CODES:
            return self._found.after(known, guess, self._left())
        return self._by_cells(known, guess)

    def _left(self) -> Limits:
        return self._deadline.left(_SHARE)

    def _solved(self, known: Knowledge, guess: Code | None = None) -> Prospect | None:
        """Searches the game from here on, with its history, whose symmetry makes the search quick if it has any.

        None if the game is too large to be tabulated, or has no symmetry, or if the time is over before the proof.
        """
        is_symmetric = known.rules.allowed is not Allowed.WORDS
        if not is_symmetric or known.guesses.size * known.secrets.size > _WHOLE_ANSWERS:
            return None
        problem = Problem(known.rules, history=known.history, first_guess=guess)
        found = solve(problem, limits=self._left())
        if not found.proven or found.tree is None or found.upper is None:
            return None
        return Prospect(found.upper[0], len(known), found.tree.maximum, EXACT, found.tree.root.guess, known.weight)

    def _candidates(self, known: Knowledge) -> list[Code]:
        """Gives the guesses that the strategies would make; none if too many codes are possible for them."""
        rng = Random(0)  # these strategies draw nothing
        try:
            chosen = [Partition(name).choose(known, rng, self._left()) for name in _strategies(known.rules)]
        except LimitError:
            return []
        return list(dict.fromkeys(chosen))

    def _by_cells(self, known: Knowledge, guess: Code) -> Prospect | None:
        """Values a guess by the cells that it makes: the sum of what each of them takes, and of this guess."""
        key = known.history, guess
        if key not in self._valued:
            self._valued[key] = self._sum_of_cells(known, guess)
        return self._valued[key]

    def _sum_of_cells(self, known: Knowledge, guess: Code) -> Prospect | None:
        total, worst = known.weight, 1
        sources: set[str] = set()
        for answer in known.cells(guess):
            if answer.wins:
                continue
            found = self._cell(known.after_turn(Turn(guess, answer)))
            if found is None:
                return None
            total += found.total
            worst = max(worst, 1 + found.worst)
            sources.add(found.source)
        return Prospect(total, len(known), worst, joined_source(sources), guess, known.weight)

    def _cell(self, cell: Knowledge) -> Prospect | None:
        """Values a cell; None if the time is over."""
        if self._deadline.is_over:
            return None
        if len(cell) <= _CELL_CODES:
            return self._found.of(cell, self._left())
        try:
            trees = [self._by_tree(cell, name) for name in _strategies(cell.rules)]
        except LimitError:  # too many codes, or the time is over
            return None
        return min(trees, key=lambda found: (found.total, found.source))

    def _by_tree(self, cell: Knowledge, name: str) -> Prospect:
        tree = Partition(name).build_tree(cell, on_progress=lambda _codes: self._deadline.is_over)
        return Prospect(tree.total, len(cell), tree.maximum, name, tree.root.guess, cell.weight)


def _strategies(rules: Rules) -> tuple[str, ...]:
    """Names the strategies whose trees are compared: one where trees take long, because words have no symmetry."""
    answers = CodeSpace(rules).size * CodeSpace(rules, guesses=True).size
    return STRATEGIES[:1] if rules.allowed is Allowed.WORDS and answers > _MANY_WORDS else STRATEGIES
