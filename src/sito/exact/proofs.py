"""Proven results of the exact search in the store, so that nothing is proven twice."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass

from sito._native import VERSION
from sito.code import Code, CodeSpace
from sito.errors import TreeError
from sito.exact.solver import Objective, Solution, Spent
from sito.feedback import Feedback
from sito.rules import Rules
from sito.store import Proof, Store
from sito.tree.strategy_tree import StrategyTree


@dataclass(frozen=True)
class Question:
    """What was asked of the exact search, as far as the answer depends on it."""

    rules: Rules
    objective: Objective = Objective.TOTAL
    depth: int | None = None
    consistent: bool = False
    history: tuple[tuple[Code, Feedback], ...] = ()
    first_guess: Code | None = None

    def recall(self, store: Store) -> Solution | None:
        """Finds the proven answer, or None; a tree that cannot be read any more counts for nothing."""
        proof = store.proof(*self._key())
        if proof is None or not proof.proven or proof.tree is None:
            return None
        try:
            tree = StrategyTree.parse(gzip.decompress(proof.tree).decode())
        except (TreeError, ValueError, OSError, EOFError):
            return None
        values = self.objective.values(tree.histogram)
        if tree.rules.key != self.rules.key or values[0] != proof.lower:
            return None
        return Solution(self.rules, self.objective, values, values, True, tree, Spent(0, 0))

    def keep(self, store: Store, solution: Solution) -> None:
        """Keeps a proven answer that has a tree."""
        if solution.proven and solution.upper is not None and solution.tree is not None:
            value = solution.upper[0]
            tree = gzip.compress(str(solution.tree).encode(), mtime=0)
            store.add_proof(Proof(*self._key(), value, value, tree, VERSION))

    def _key(self) -> tuple[str, str, str, str]:
        guesses = CodeSpace(self.rules, guesses=True)
        depth = "" if self.depth is None else f" depth {self.depth}"
        first = "" if self.first_guess is None else f" first {guesses.text(self.first_guess)}"
        kind = "consistent" if self.consistent else "any"
        return self.rules.key, self.objective.value + depth, kind + first, _history_text(guesses, self.history)


def _history_text(guesses: CodeSpace, history: Sequence[tuple[Code, Feedback]]) -> str:
    return " ".join(f"{guesses.text(guess)}:{answer}" for guess, answer in history)
