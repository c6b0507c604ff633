"""What an objective makes least, one quantity after the other, as the search in one process does it."""

from __future__ import annotations

from dataclasses import dataclass, field

from sito.exact.cluster.lead import Aim, Lead
from sito.exact.cluster.open_tree import INFINITE
from sito.exact.problem import Objective

_DEEPEST = 253  # no tree is made with more guesses one after the other
HANDED_OUT = (Objective.TOTAL, Objective.WORST, Objective.WORST_TOTAL, Objective.TOTAL_WORST, Objective.WORST_FEWEST)
"""The objectives whose searches consist of positions that can be handed out."""


@dataclass(slots=True)
class Reached:
    """The values that no strategy beats, as far as they are known, and how many of them are proven."""

    lower: list[int] = field(default_factory=list)
    proven: int = 0


def pursue(lead: Lead, reached: Reached) -> None:
    """Makes the quantities of the objective least; what is reached is noted, for something may end the search.

    Where no strategy keeps to the depth, all values are infinite.
    """
    names = lead.problem.objective.names
    lead.begin()
    for place, name in enumerate(names):
        earlier = reached.lower[:place]
        match (name, earlier):
            case ("total", []):
                value = _total(lead, lead.depth)
            case ("total", [worst]):
                value = _total(lead, worst)
            case ("worst", []):
                value = _worst(lead, reached)
            case ("worst", [total]):
                value = _worst_of_total(lead, total, reached)
            case _:
                value = _fewest(lead, earlier[0])
        reached.lower[place:] = [value]
        reached.proven = place + 1
        if value >= INFINITE:
            return


def _total(lead: Lead, depth: int | None) -> int:
    best = lead.best
    known = best is not None and (depth is None or len(best.histogram) <= depth)
    total = best.total if best is not None and known else INFINITE
    return lead.least(Aim("total", total, depth))


def _worst(lead: Lead, reached: Reached) -> int:
    limit = min(lead.depth or _DEEPEST, _DEEPEST)
    for depth in range(max(1, lead.at_once["worst"]), limit + 1):
        reached.lower = [depth]
        if lead.best is not None and len(lead.best.histogram) == depth:
            return depth
        # No secret needs the guess after the last one allowed: this is a tree of this depth.
        if lead.least(Aim("worst", 1, depth + 1, at_last_guess=True)) == 0:
            return depth
    return INFINITE


def _worst_of_total(lead: Lead, total: int, reached: Reached) -> int:
    worst = _DEEPEST if lead.best is None else len(lead.best.histogram)
    for depth in range(1, worst):
        reached.lower = [total, depth]
        if lead.least(Aim("worst", total + 1, depth)) == total:
            return depth
    return worst


def _fewest(lead: Lead, worst: int) -> int:
    best = lead.best
    fewest = best.histogram[-1] if best is not None and len(best.histogram) == worst else INFINITE
    return max(1, lead.least(Aim("fewest", fewest, worst, at_last_guess=True)))
