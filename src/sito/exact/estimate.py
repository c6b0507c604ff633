"""How much of a search is left: an estimate, and never a bound.

Of the guesses at a point of the game the first take the most work, for their bounds are the farthest from the best
cost. So where `n` guesses are to be settled, the last ones of them that are left, a share `x`, are taken to need
`x ** e` of the work. A cell is taken to need work in proportion to the square of its size. The shares of the guesses
and cells that lead to what is searched now, each within the one before it, give the settled share of the whole; with
what was spent, that tells what is left. This is the weighted backtrack estimator (Kilby, Slaney, Thiébaux and Walsh,
Estimating search tree size, AAAI 2006; the idea is Knuth's, Estimating the efficiency of backtrack programs,
Mathematics of Computation 29, 1975).

The exponents are those between which searches of known length lie; `docs/notebook.md` says how well that did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sito.exact.problem import Progress, SearchStep

Range = tuple[float, float]
"""The least and the greatest of what is likely."""
SLOW, FAST = 2, 6
"""How the work of guesses falls: the exponents of what the later ones need, at least and at most."""
_EARLY = 4
"""The first part of the time, of so many, does not count for the pace: what a checkpoint knows passes quickly."""


def settled_share(steps: Sequence[SearchStep], exponent: float) -> float:
    """Returns the settled share of the work, from 0 to 1, as the guesses that are being tried tell it."""
    settled, open_now = 0.0, 1.0
    for step in steps:
        guesses = max(step.guesses, step.settled + 1)  # those beyond the best cost are not counted
        left, after = ((1 - count / guesses) ** exponent for count in (step.settled, step.settled + 1))
        settled += open_now * (1 - left)
        open_now *= left - after
        if step.cell is not None:
            settled += open_now * step.cell.settled_squares / step.cell.squares
            open_now *= step.cell.codes**2 / step.cell.squares
    return min(settled, 1.0)  # rounding may make it more


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is likely to be left of a search.

    `settled` is the share of the work that is done, in this run or before, and `first` the same of the first guess
    that is being searched. `speed` is the number of positions in a second, and `seconds` the time that is left at the
    pace of this run.
    """

    settled: Range
    first: Range
    speed: float
    seconds: Range

    @property
    def positions(self) -> Range:
        """How many positions are left."""
        return self.speed * self.seconds[0], self.speed * self.seconds[1]


@dataclass(frozen=True, slots=True)
class _Mark:
    """How far a search was so many seconds after the first mark."""

    seconds: float
    positions: int
    settled: Range


class Estimator:
    """Watches one search by its progress, and estimates what is left of it."""

    def __init__(self) -> None:
        self._begun = 0.0
        self._marks: list[_Mark] = []
        self.latest: Estimate | None = None
        """What was estimated last, if the search still tells enough for an estimate."""

    def note(self, progress: Progress, seconds: float) -> Estimate | None:
        """Takes the progress after so many seconds of any clock, and returns the latest estimate, if there is one."""
        if progress.stage != "total" or not progress.steps:
            self._marks.clear()
            self.latest = None
            return None
        if not self._marks:
            self._begun = seconds
        now = _Mark(seconds - self._begun, progress.positions, _shares(progress.steps))
        if not self._marks or now.seconds >= 2 * self._marks[-1].seconds:
            self._marks.append(now)
        while len(self._marks) > 1 and self._marks[1].seconds <= now.seconds / _EARLY:
            del self._marks[0]
        since = self._marks[0]
        gained = [share - before for share, before in zip(now.settled, since.settled, strict=True)]
        if now.seconds > since.seconds and min(gained) > 0:
            spent = now.seconds - since.seconds
            left = [(1 - share) / gain * spent for share, gain in zip(now.settled, gained, strict=True)]
            first = replace(progress.steps[0], settled=0, guesses=1)
            self.latest = Estimate(
                settled=now.settled,
                first=_shares((first, *progress.steps[1:])),
                speed=(now.positions - since.positions) / spent,
                seconds=(min(left), max(left)),
            )
        return self.latest


def _shares(steps: Sequence[SearchStep]) -> Range:
    return settled_share(steps, SLOW), settled_share(steps, FAST)
