"""What no strategy beats, as the number of the answers alone shows before anything is searched."""

from __future__ import annotations

from sito.codes.code import CodeSpace
from sito.codes.feedback import feedback_count
from sito.exact.problem import Problem
from sito.sieve.knowledge import Knowledge


def least_at_once(problem: Problem) -> dict[str, int]:
    """Bounds the total and the worst case: each guess finds one code for each series of answers that leads to it.

    >>> least_at_once(Problem("4x6"))
    {'total': 4957, 'worst': 4}
    """
    known = Knowledge(problem.rules)
    for turn in problem.history:
        known = known.after_turn(turn)
    codes = len(known) if problem.history else CodeSpace(problem.rules).size
    total = worst = 0
    found = 1
    while codes > 0:
        worst += 1
        total += worst * min(found, codes)
        codes -= found
        found *= max(1, feedback_count(problem.rules) - 1)
    return {"total": total, "worst": worst}
