"""Keeps proven results of the exact search in the store, so that nothing has to be proven twice."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from sito._native import VERSION
from sito.code import Code, CodeSpace
from sito.errors import TreeError
from sito.exact.problem import Problem, Solution, Spent
from sito.feedback import Answer
from sito.store import Store
from sito.tree.strategy_tree import StrategyTree


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proven about the best strategy for a game after a history.

    `objective` and `guesses` (which guesses are allowed) are texts that the caller defines,
    `history` is written as in a transcript, and `rules` is the text of the rules with the
    digest of any word list. The optimum is at least `lower` and at most `upper`, which `tree`
    achieves; `upper` is None if no strategy is known. `version` is that of the Sito that
    found the result last.
    """

    rules: str
    objective: str
    guesses: str
    history: str
    lower: int
    upper: int | None
    tree: bytes | None
    version: str

    @property
    def proven(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper


def keep_proof(store: Store, proof: Proof) -> None:
    """Combines a proof with what was known before: keeps the greater lower and the smaller upper bound."""
    store.change(
        """
        INSERT INTO proof VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET
            lower = max(lower, excluded.lower),
            tree = CASE WHEN excluded.upper < coalesce(upper, excluded.upper + 1)
                OR (tree IS NULL AND excluded.upper = upper) THEN excluded.tree ELSE tree END,
            upper = min(coalesce(upper, excluded.upper), coalesce(excluded.upper, upper)),
            version = excluded.version
        """,
        astuple(proof),
    )


def kept_proof(store: Store, rules: str, objective: str, guesses: str, history: str) -> Proof | None:
    """Returns what is proven, or None.

    >>> with Store(":memory:") as store:
    ...     keep_proof(store, Proof("4x6", "total", "any", "", 5600, 5700, None, "1.0"))
    ...     keep_proof(store, Proof("4x6", "total", "any", "", 5620, None, None, "1.1"))
    ...     kept = kept_proof(store, "4x6", "total", "any", "")
    ...     kept.lower, kept.upper
    (5620, 5700)
    """
    row = store.row(
        "SELECT * FROM proof WHERE rules = ? AND objective = ? AND guesses = ? AND history = ?",
        (rules, objective, guesses, history),
    )
    return Proof(*row) if row else None


def recall(store: Store, problem: Problem) -> Solution | None:
    """Returns the proven solution of a problem, or None if there is none with a tree that can still be read.

    A proof covers all strategies, so the width of the problem does not matter.
    """
    proof = kept_proof(store, *_key(problem))
    if proof is None or not proof.proven or proof.tree is None:
        return None
    try:
        tree = StrategyTree.parse(gzip.decompress(proof.tree).decode())
    except (TreeError, ValueError, OSError, EOFError):
        return None
    values = problem.objective.values(tree.histogram, tree.weighed)
    if tree.rules.key != problem.rules.key or values[0] != proof.lower:
        return None
    return Solution(problem, values, values, True, tree, Spent(0, 0))


def keep(store: Store, solution: Solution) -> None:
    """Keeps a proven solution that has a tree."""
    if solution.proven and solution.upper is not None and solution.tree is not None:
        value = solution.upper[0]
        tree = gzip.compress(str(solution.tree).encode(), mtime=0)
        keep_proof(store, Proof(*_key(solution.problem), value, value, tree, VERSION))


def _key(problem: Problem) -> tuple[str, str, str, str]:
    guesses = CodeSpace(problem.rules, guesses=True)
    depth = "" if problem.depth is None else f" depth {problem.depth}"
    first = "" if problem.first_guess is None else f" first {guesses.text(problem.first_guess)}"
    kind = "possible" if problem.consistent else "any"
    return (
        problem.rules.key,
        problem.objective.value + depth,
        kind + first,
        _history_text(guesses, problem.history),
    )


def _history_text(guesses: CodeSpace, history: Sequence[tuple[Code, Answer]]) -> str:
    return " ".join(f"{guesses.text(guess)}:{answer}" for guess, answer in history)
