"""Exact searches for games with lies, a hard mode or weights: what they can be asked, and where they begin."""

from __future__ import annotations

from collections.abc import Iterator

from sito.codes.code import CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.hard_mode import allowed_guesses
from sito.errors import N_, Fault, InputError
from sito.exact.problem import Objective, Problem
from sito.rules.rules import HardMode, Rules

MOST_SECRETS = 1 << 16
"""The secrets of games that the search tabulates; it refuses larger ones."""
_OBJECTIVES = (Objective.TOTAL, Objective.WORST, Objective.WORST_TOTAL, Objective.TOTAL_WORST)


def is_consistent_alone(rules: Rules) -> bool:
    """Tells whether a hard mode says no more than that each guess may be the code, as `Problem.consistent` does.

    >>> is_consistent_alone(Rules.parse("4x6-consistent")), is_consistent_alone(Rules.parse("4x6-position-hard"))
    (True, False)
    """
    return rules.hard is HardMode.CONSISTENT and rules.words is None


def has_own_search(rules: Rules) -> bool:
    """Tells whether the search of the game is the one for hard modes and weights."""
    return rules.weights is not None or (rules.hard is not None and not is_consistent_alone(rules))


def check_own_search(problem: Problem, *, journal: bool = False, split: bool = False) -> None:
    """Raises `InputError` for what the searches with lies, hard modes and weights do not do.

    >>> check_own_search(Problem("3x3-position", "worst-fewest"))
    >>> check_own_search(Problem("3x3-position-hard", "worst-fewest"))
    Traceback (most recent call last):
    sito.errors.InputError: in hard mode, or with weights, the search does not take worst-fewest; leave it out
    """
    if problem.rules.lies:
        InputError.check(_faults_with_lies(problem, journal, split))
    if has_own_search(problem.rules):
        InputError.check(_faults(problem, journal, split))


_REFUSED = N_("in hard mode, or with weights, the search does not take {name}; leave it out")


def check_usual_search(rules: Rules, name: str) -> None:
    """Raises `InputError` for games with a hard mode or weights, where something is asked that they do not know."""
    if rules.hard is not None or rules.weights is not None:
        raise InputError(Fault(_REFUSED, name=name))


def _faults(problem: Problem, journal: bool, split: bool) -> Iterator[Fault]:
    if problem.objective not in _OBJECTIVES:
        yield Fault(_REFUSED, name=problem.objective.value)
    if problem.rules.lies:
        yield Fault(_REFUSED, name=f"lies{problem.rules.lies}")
    if journal:
        yield Fault(_REFUSED, name="journal")
    if split:
        yield Fault(_REFUSED, name="executor")


def allowed_numbers(problem: Problem) -> list[int] | None:
    """Lists the numbers of the guesses that the hard mode allows after the history; None if all are allowed."""
    if not problem.history or problem.rules.hard is None or is_consistent_alone(problem.rules):
        return None
    if CodeSpace(problem.rules).size > MOST_SECRETS:
        return []
    guesses = CodeSpace(problem.rules, guesses=True)
    return list(map(guesses.number, allowed_guesses(problem.rules, problem.history)))


def _faults_with_lies(problem: Problem, journal: bool, split: bool) -> Iterator[Fault]:
    if problem.objective not in _OBJECTIVES[:3]:
        unknown = N_("with lies the search does not minimise {objective}; choose total, worst or worst-total")
        yield Fault(unknown, objective=problem.objective.value)
    if problem.width is not None:
        yield Fault("with lies the search tries every guess; leave out {name}", name="width")
    if journal:
        yield Fault("a search with lies keeps no journal and no checkpoint; leave them out")
    if split:
        yield Fault("a search with lies is not split by its first guess; leave out the workers")


def possible_with_spare_lies(problem: Problem) -> list[tuple[int, int]]:
    """Lists the numbers of the codes that are possible, each with the lies that may still be told about it."""
    told = (count_lies_told(problem.rules, problem.history, code) for code in CodeSpace(problem.rules))
    return [(number, problem.rules.lies - lies) for number, lies in enumerate(told) if lies is not None]
