"""What is known about a water-jug problem: the best plans, a bound, or why there is no plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from sito.base import svg
from sito.base.limits import Stopped
from sito.errors import Fault
from sito.puzzles.jugs.pictures import strip_svg
from sito.puzzles.jugs.plan import JugPlan
from sito.puzzles.jugs.problem import Jugs
from sito.puzzles.watch import stopped_fault

# As text a plan is written up to so many states; in a notebook it is drawn up to so many actions.
_WRITTEN, _DRAWN = 100, 40


@dataclass(frozen=True, slots=True)
class JugProgress:
    """How far a search is: the number of states kept, and the least water and actions that a plan can still have.

    `water` is 0 unless the least water was asked for.
    """

    states: int
    water: int
    actions: int


@dataclass(frozen=True)
class JugAnswer:
    """What is known about a water-jug problem.

    `possible` is None only if the search was stopped before that was known; `proven` says whether the answer is
    final, either because `plan` is best or because there is none. If the search was stopped, `stopped` says why, and
    `plan` is the best plan known, if any. No plan draws less water or has fewer actions than `at_least`: (water,
    actions), water being 0 unless the least was asked for. `count` is the number of best plans if proven. `why` says
    why there is no plan; `states` is the number of states that a search kept.
    """

    jugs: Jugs
    least_water: bool
    method: Literal["reason", "closed form", "search"]
    possible: bool | None
    proven: bool
    plan: JugPlan | None = None
    at_least: tuple[int, int] = (0, 0)
    count: int = 0
    why: Fault | None = None
    states: int = 0
    stopped: Stopped | None = None
    _all: Callable[[], Iterator[JugPlan]] | None = field(default=None, repr=False, compare=False)

    def plans(self) -> Iterator[JugPlan]:
        """Yields all the best plans, lazily, always in the same order; none unless proven.

        An answer that has been pickled is without its search, and yields only the one plan.

        >>> from sito.puzzles.jugs.solver import solve_jugs
        >>> [plan.length for plan in solve_jugs("8 3", target=4).plans()]
        [10, 10]
        """
        if self._all is not None:
            return self._all()
        return iter((self.plan,)) if self.proven and self.plan is not None else iter(())

    @property
    def actions(self) -> int | None:
        """How many actions the plan has; None without one."""
        return None if self.plan is None else self.plan.length

    @property
    def water(self) -> int | None:
        """How much water the plan draws from the tap; None without one."""
        return None if self.plan is None else self.plan.water

    def __str__(self) -> str:
        if self.why is not None:
            return f"{self.jugs}: it cannot be done; {self.why}."
        known = "" if self.plan is None else f"{_counted(self.plan.length, 'action')}"
        if self.proven and self.plan is not None:
            known += ", the least water possible" if self.least_water else ", the fewest possible"
            known += f"; {_counted(self.count, 'such plan')}"
        else:
            known = f"the best plan known has {known}" if known else "no plan is known"
            water, actions = self.at_least
            known += f"; every plan draws at least {water}" if self.least_water else ""
            known += f"; every plan has at least {_counted(actions, 'action')}"
            known += f"; {stopped_fault(self.stopped)}" if self.stopped else ""
        drawn = f"; {self.plan.water} drawn from the tap" if self.plan is not None and self.jugs.tap else ""
        return f"{self.jugs}: {known}{drawn}.{self._states()}"

    def _states(self) -> str:
        """The states of the plan, the first of them if they are many."""
        if self.plan is None:
            return ""
        states = [f"({','.join(map(str, self.jugs.amounts(state)))})" for state in islice(self.plan.states(), _WRITTEN)]
        return "\n" + " ".join(states) + (" ..." if self.plan.length >= _WRITTEN else "")

    def _repr_svg_(self) -> str:
        """Draws the plan picture by picture, or the jugs at the start if there is no plan."""
        return strip_svg(self.jugs, () if self.plan is None else islice(self.plan.steps(), _DRAWN))

    def _repr_html_(self) -> str:
        return svg.figure(str(self).split("\n")[0], self._repr_svg_())

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_all": None}


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
