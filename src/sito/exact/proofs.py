"""Keeps proven results of the exact search in the store, so that nothing has to be proven twice."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from sito._native import VERSION
from sito.base.store import Store
from sito.codes.code import CodeSpace
from sito.errors import InputError, TreeError
from sito.exact.first.worth import FirstGuess
from sito.exact.problem import Problem, Solution, Spent, Value
from sito.strategies.tree.strategy_tree import StrategyTree


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proven about the best strategy for a game after a history.

    `objective` and `guesses` (which guesses are allowed) are texts that the caller defines, `history` is written as
    in a transcript, and `rules` is the text of the rules with the digest of any word list. The optimum is at least
    `lower` and at most `upper`, which `tree` achieves; `upper` is None if no strategy is known. `version` is that of
    the Sito that found the result last.
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
    """Returns what is proven, or None."""
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


_BITS = {"worst": 8, "fewest": 23, "total": 32}
"""Room for each part of a value in one whole number, which orders values as they are compared."""
_NONE = (1 << 63) - 1
"""A lower bound that says that no strategy keeps to the depth."""


def recall_firsts(store: Store, problem: Problem) -> list[FirstGuess]:
    """Lists what is known of first guesses, as `every_first` takes it: what it kept, and what `solve` proved."""
    rules, objective, kind, history = _first_key(problem, "")
    found = store.rows(
        "SELECT guesses, lower, upper FROM proof WHERE rules = ? AND objective = ? AND history = ?"
        " AND substr(guesses, 1, ?) = ?",
        (rules, objective, history, len(kind), kind),
    )
    guesses = CodeSpace(problem.rules, guesses=True)
    parts = problem.objective.names
    rows = []
    for text, lower, upper in found:
        try:
            guess = guesses.parse(text[len(kind) :])
        except InputError:
            continue  # another Sito wrote it in another way
        bounds = (None if bound is None or bound == _NONE else _unpacked(bound, parts) for bound in (lower, upper))
        rows.append(FirstGuess(guess, *bounds))
    return rows


def keep_first(store: Store, problem: Problem, row: FirstGuess) -> None:
    """Keeps what is known of a first guess, together with what was known before."""
    guess = CodeSpace(problem.rules, guesses=True).text(row.guess)
    parts = problem.objective.names
    lower = _NONE if row.lower is None else _packed(row.lower, parts)
    upper = None if row.upper is None else _packed(row.upper, parts)
    keep_proof(store, Proof(*_first_key(problem, guess), lower, upper, None, VERSION))


def _first_key(problem: Problem, guess: str) -> tuple[str, str, str, str]:
    """The key of a proof after a first guess; that of a value of several parts is not mixed with that of its first."""
    rules, objective, kind, history = _key(problem)
    return rules, objective + " parts" * (len(problem.objective.names) > 1), f"{kind} first {guess}", history


def _packed(value: Value, parts: Sequence[str]) -> int:
    """Writes the parts of a value one behind the other; a greater part than there is room for counts as the greatest.

    >>> _packed((5, 5626), ("worst", "total")) == (5 << 32) + 5626, _packed((5625,), ("total",))
    (True, 5625)
    """
    number = 0
    for part, name in zip(value, parts, strict=True):
        number = (number << _BITS[name]) + min(part, (1 << _BITS[name]) - 1)
    return number


def _unpacked(number: int, parts: Sequence[str]) -> Value:
    value = []
    for name in reversed(parts):
        value.append(number & ((1 << _BITS[name]) - 1))
        number >>= _BITS[name]
    return tuple(reversed(value))


def _key(problem: Problem) -> tuple[str, str, str, str]:
    guesses = CodeSpace(problem.rules, guesses=True)
    depth = "" if problem.depth is None else f" depth {problem.depth}"
    first = "" if problem.first_guess is None else f" first {guesses.text(problem.first_guess)}"
    kind = "possible" if problem.consistent else "any"
    history = " ".join(f"{guesses.text(guess)}:{answer}" for guess, answer in problem.history)
    return problem.rules.key, problem.objective.value + depth, kind + first, history
