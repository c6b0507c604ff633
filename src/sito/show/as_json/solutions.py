"""What an exact search found, as an object of JSON."""

from __future__ import annotations

from typing import Any

from sito.codes.code import CodeSpace
from sito.exact.problem import Problem, Solution
from sito.playing.game import Transcript


def question_json(question: Problem) -> dict[str, Any]:
    """Gives what was asked as a value of JSON, without the first guess."""
    return {
        "rules": str(question.rules),
        "objective": question.objective.value,
        "depth": question.depth,
        "consistent": question.consistent,
        "after": str(Transcript(question.rules, question.history)) if question.history else None,
    }


def solution_json(question: Problem, solution: Solution, stopped: str | None, **more: Any) -> dict[str, Any]:
    """Gives a solution as a value of JSON; `stopped` is what ended the search early."""
    guesses = CodeSpace(question.rules, guesses=True)
    tree = solution.tree
    weights: dict[str, Any] = {}
    if question.rules.weights is not None:  # then totals count them
        means = {"mean": solution.mean, "least_mean": solution.least_mean}
        weights = {"weight": solution.weight, **{name: mean and float(mean) for name, mean in means.items()}}
    return {
        **question_json(question),
        "first": None if question.first_guess is None else guesses.text(question.first_guess),
        "lower": None if solution.lower is None else list(solution.lower),
        "upper": None if solution.upper is None else list(solution.upper),
        "proven": solution.proven,
        "stopped": stopped,
        "guess": None if tree is None else guesses.text(tree.first_guess),
        "codes": None if tree is None else tree.size,
        "total": None if tree is None else tree.total,
        "maximum": None if tree is None else tree.maximum,
        "histogram": None if tree is None else list(tree.histogram),
        **weights,
        "positions": solution.spent.positions,
        "memory": solution.spent.memory,
        **more,
    }
