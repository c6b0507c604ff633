"""Proven results of the exact search in the store, so that nothing is proven twice."""

from __future__ import annotations

import gzip
from collections.abc import Sequence

from sito._native import VERSION
from sito.code import Code, CodeSpace
from sito.errors import TreeError
from sito.exact.checkpoint import rules_name
from sito.exact.problem import Problem, Solution, Spent
from sito.feedback import Feedback
from sito.store import Proof, Store
from sito.tree.strategy_tree import StrategyTree


def recall(store: Store, problem: Problem) -> Solution | None:
    """Finds the proven answer to a problem, or None; a tree that cannot be read any more counts for nothing.

    What was proven is the best of all strategies, so the width of the problem does not matter.
    """
    proof = store.proof(*_key(problem))
    if proof is None or not proof.proven or proof.tree is None:
        return None
    try:
        tree = StrategyTree.parse(gzip.decompress(proof.tree).decode())
    except (TreeError, ValueError, OSError, EOFError):
        return None
    values = problem.objective.values(tree.histogram)
    if tree.rules != problem.rules or values[0] != proof.lower:
        return None
    return Solution(problem, values, values, True, tree, Spent(0, 0))


def keep(store: Store, solution: Solution) -> None:
    """Keeps a proven answer that has a tree."""
    if solution.proven and solution.upper is not None and solution.tree is not None:
        value = solution.upper[0]
        tree = gzip.compress(str(solution.tree).encode(), mtime=0)
        store.add_proof(Proof(*_key(solution.problem), value, value, tree, VERSION))


def _key(problem: Problem) -> tuple[str, str, str, str]:
    guesses = CodeSpace(problem.rules, guesses=True)
    depth = "" if problem.depth is None else f" depth {problem.depth}"
    first = "" if problem.first_guess is None else f" first {guesses.text(problem.first_guess)}"
    kind = "possible" if problem.consistent else "any"
    return (
        rules_name(problem.rules),
        problem.objective.value + depth,
        kind + first,
        _history_text(guesses, problem.history),
    )


def _history_text(guesses: CodeSpace, history: Sequence[tuple[Code, Feedback]]) -> str:
    return " ".join(f"{guesses.text(guess)}:{answer}" for guess, answer in history)
