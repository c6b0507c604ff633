"""Games that are cheap to prove: they show how values and costs grow with pegs and colors."""

from __future__ import annotations

from collections.abc import Iterator

from tests.exact_claims import CLAIMS, CLAIMS_WITH_LIES, LONG_CLAIMS_WITH_LIES, Claim

from sito.exact.problem import Objective, Problem

# For each number of pegs the most colors of which a proof takes less than about 20 Y.
TOTALS = {
    "": {2: 20, 3: 14, 4: 9, 5: 5, 6: 4, 7: 3, 8: 2},
    "-distinct": {2: 20, 3: 16, 4: 11, 5: 7, 6: 7},
    "-black": {2: 20, 3: 12, 4: 8, 5: 5, 6: 3, 7: 3, 8: 2},
    "-distinct-black": {2: 12, 3: 10, 4: 8, 5: 6, 6: 6},
    "-total": {2: 12, 3: 8, 4: 5, 5: 3, 6: 3, 7: 2},
    "-position": {2: 12, 3: 12, 4: 8, 5: 6, 6: 4},
}
WORST = {
    "": {2: 20, 3: 12, 4: 8, 5: 5, 6: 4, 7: 3, 8: 2},
    "-distinct": {2: 12, 3: 14, 4: 10, 5: 6, 6: 6},
    "-black": {2: 12, 3: 8, 4: 6, 5: 4, 6: 3, 7: 2},
}
CONSISTENT = {"": {2: 12, 3: 10, 4: 6, 5: 4, 6: 3}}


def _grid(kinds: dict[str, dict[int, int]]) -> Iterator[str]:
    """Lists the games of some kinds, those with the fewest codes first."""
    sizes = [
        (colors**pegs, f"{pegs}x{colors}{kind}")
        for kind, most in kinds.items()
        for pegs, colors_at_most in most.items()
        for colors in range(pegs if "distinct" in kind else 2, colors_at_most + 1)
    ]
    for _codes, rules in sorted(sizes):
        yield rules


def problems() -> Iterator[Problem]:
    """Lists the problems of all cheap games, and all that `make prove` proves; some twice."""
    yield from map(_problem, (*CLAIMS, *CLAIMS_WITH_LIES))
    for rules in _grid(TOTALS):
        yield Problem(rules)
    for rules in _grid(WORST):
        yield Problem(rules, Objective.WORST)
    for rules in _grid(CONSISTENT):
        yield Problem(rules, consistent=True)
    yield from map(_problem, LONG_CLAIMS_WITH_LIES)


def _problem(claim: Claim) -> Problem:
    return Problem(claim.rules, claim.objective, first_guess=claim.first, **claim.asked)
