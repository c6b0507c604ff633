"""The exact search for games with lies: what it can be asked, and where it begins."""

from __future__ import annotations

from collections.abc import Iterator

from sito.codes.code import CodeSpace
from sito.codes.consistency import count_lies_told
from sito.errors import N_, Fault, InputError
from sito.exact.problem import Objective, Problem

_OBJECTIVES = (Objective.TOTAL, Objective.WORST, Objective.WORST_TOTAL)


def check_with_lies(problem: Problem, *, journal: bool = False, split: bool = False) -> None:
    """Raises `InputError` for what the search with lies does not do; returns if the rules allow no lies.

    >>> check_with_lies(Problem("4x6", "worst-fewest"))
    >>> check_with_lies(Problem("4x6-lies1", "worst-fewest"))
    Traceback (most recent call last):
    sito.errors.InputError: with lies the search does not minimise worst-fewest; choose total, worst or worst-total
    """
    if problem.rules.lies:
        InputError.check(_faults(problem, journal, split))


def _faults(problem: Problem, journal: bool, split: bool) -> Iterator[Fault]:
    if problem.objective not in _OBJECTIVES:
        unknown = N_("with lies the search does not minimise {objective}; choose total, worst or worst-total")
        yield Fault(unknown, objective=problem.objective.value)
    if problem.width is not None:
        yield Fault("with lies the search tries every guess; leave out {name}", name="width")
    if journal:
        yield Fault("a search with lies keeps no journal and no checkpoint; leave them out")
    if split:
        yield Fault("a search with lies is not split by its first guess; leave out the workers")


def possible_with_spare_lies(problem: Problem) -> list[tuple[int, int]]:
    """Lists the numbers of the codes that are possible, each with the lies that may still be told about it.

    >>> possible_with_spare_lies(Problem("1x3-lies1", history="A:-"))
    [(1, 1), (2, 1)]
    """
    told = (count_lies_told(problem.rules, problem.history, code) for code in CodeSpace(problem.rules))
    return [(number, problem.rules.lies - lies) for number, lies in enumerate(told) if lies is not None]
