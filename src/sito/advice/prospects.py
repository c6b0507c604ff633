"""Prospects: how many more guesses a game will need, from a moment on or after a guess, as `best_play` finds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sito.advice.best_play import Budget, Prospect, best_play, sum_of_cells, tree_work
from sito.base.deadline import Deadline
from sito.base.limits import Limits, check_limits
from sito.codes.code import Code, CodeOrText
from sito.codes.feedback import Turn
from sito.exact.solver import made_by
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge, check_knowledge


class Valuation:
    """Values many moments and guesses in one consistent way, each at most once.

    The value of a moment is never greater than that of any guess valued there before: if a
    guess turns out better than what had been found, the moment takes its value. To value a whole
    game, begin with its last turn; then each value contains those of the later turns.

    The limits hold for each value anew. `limits.work` counts units of about 0.1 milliseconds on a server of 2026.
    Without it the work is bounded as well, to `USUAL_WORK`. So unless a limit of time ends it, what is found does not
    depend on the speed of the machine.
    """

    def __init__(self, limits: Limits = Limits()) -> None:
        check_limits(limits)
        self._limits = limits
        self.spent = 0
        """The work that all values have taken, in units of about 0.1 milliseconds."""
        self._kept: dict[tuple[Rules, tuple[Turn, ...]], Prospect] = {}
        self._guessed: dict[tuple[Rules, tuple[Turn, ...]], Prospect] = {}

    def of(self, knowledge: Knowledge, limits: Limits | None = None) -> Prospect | None:
        """Values a moment, within these limits or the usual ones. Raises `InconsistentError` if no code is possible."""
        check_knowledge(knowledge)
        knowledge.check_any_left()
        return self._value(knowledge, Budget.of(limits or self._limits))

    def after(self, knowledge: Knowledge, guess: CodeOrText, limits: Limits | None = None) -> Prospect | None:
        """Values a guess at a moment. Raises `InconsistentError` if no code is possible, `CodeError`."""
        check_knowledge(knowledge)
        code = knowledge.guesses.read(guess)
        knowledge.check_any_left()
        budget = Budget.of(limits or self._limits)
        cells = self._cells(knowledge, code)
        spare = -1 if cells is None else budget.work - sum(work for _, work in cells)
        if cells is None or spare < 0:
            return None
        found = sum_of_cells(knowledge, code, self._cell_values(cells, budget.deadline, spare))
        if found is not None:
            self._note(knowledge, found)
        return found

    def work_after(self, knowledge: Knowledge, code: Code) -> int | None:
        """Returns about how much work it is at least to value a guess, its cells included; None if it is too much."""
        cells = self._cells(knowledge, code)
        return None if cells is None else sum(2 * work for _, work in cells)

    @staticmethod
    def _cells(knowledge: Knowledge, code: Code) -> list[tuple[Knowledge, int]] | None:
        """Lists the cells of a guess, smallest first, with the work for the tree of each; None if too much."""
        if tree_work(knowledge) is None:
            return None  # the cells of so large a set would take long
        cells = sorted(knowledge.cells(code).items(), key=lambda cell: (cell[1], cell[0].number))
        found: list[tuple[Knowledge, int]] = []
        for answer, _ in cells:
            if not answer.wins:
                after = knowledge.after_turn(Turn(code, answer))
                work = tree_work(after)
                if work is None:
                    return None
                found.append((after, work))
        return found

    def _cell_values(
        self, cells: list[tuple[Knowledge, int]], deadline: Deadline, spare: int
    ) -> Iterator[Prospect | None]:
        """Values cells. Each has its tree, and shares `spare` with the others for proofs."""
        for place, (after, work) in enumerate(cells):
            share = spare // (len(cells) - place)
            own = Budget(deadline, work + share)
            yield self._value(after, own)
            spare -= max(0, share - own.work)

    def _note(self, knowledge: Knowledge, found: Prospect) -> None:
        """Notes the value of a guess: its moment is worth no more than it."""
        key = knowledge.rules, knowledge.history
        # That a guess is valued exactly does not prove that no other guess is better.
        found = replace(found, source=made_by(False)) if found.exact else found
        for known in (self._kept, self._guessed):
            if key in known and found.total < known[key].total:
                known[key] = found
        self._guessed.setdefault(key, found)

    def _value(self, knowledge: Knowledge, budget: Budget) -> Prospect | None:
        key = knowledge.rules, knowledge.history
        if key in self._kept:
            return self._kept[key]
        before = budget.work
        value = best_play(knowledge, budget)
        self.spent += before - budget.work
        if value is None:
            return None
        guessed = self._guessed.get(key)
        self._kept[key] = found = value if guessed is None or value.total <= guessed.total else guessed
        return found
