"""Solves water jugs: reasons first, then the closed form for two jugs, then native search.

>>> answer = solve_jugs("8 5", target=4)
>>> answer.plan.length, answer.count, answer.method
(10, 1, 'closed form')
>>> answer = solve_jugs("12 8 5", target=6, least_water=True)
>>> answer.plan.water, answer.plan.length, answer.method
(11, 7, 'search')
>>> print(solve_jugs("6 3", target=4).why)
every amount that can be measured is a multiple of 3, the greatest common divisor of the capacities; 4 is not
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import Literal, TypeAlias

from sito._native import JugProblem, JugSearch
from sito.base import svg
from sito.base.limits import Limits, OnInterrupt, Stopped, limits_of, why_stopped
from sito.base.rows import Column, Listed
from sito.errors import Fault, PuzzleError
from sito.native.errors import native_errors
from sito.native.run import NativeWatch
from sito.puzzles.jugs.pictures import strip_svg
from sito.puzzles.jugs.plan import Action, Amounts, JugPlan, Step, jug_name
from sito.puzzles.jugs.problem import EndState, InJug, Jugs, Together
from sito.puzzles.jugs.reasons import surely_possible, why_not
from sito.puzzles.jugs.two_jugs import best_two_jug_plans, has_closed_form
from sito.puzzles.search import StatesLimit, cheapest_plans, count_cheapest, count_shortest, levels, shortest_plans
from sito.puzzles.watch import SearchStopped, Watch

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


PlanRow: TypeAlias = tuple[int, int, Action | None, Amounts]
"""The number of a plan, from 1; that of a step, from 0 for the start; the action, and the state that it leads to."""


@dataclass(frozen=True)
class JugAnswer(Listed[PlanRow]):
    """What is known about a water-jug problem.

    `possible` is None only if the search was stopped before that was known; `proven` says whether the answer is
    final, either because `plan` is best or because there is none. If the search was stopped, `stopped` says why, and
    `plan` is the best plan known, if any. No plan draws less water or has fewer actions than `at_least`: (water,
    actions), water being 0 unless the least was asked for. `count` is the number of best plans if proven. `why` says
    why there is no plan; `states` is the number of states that a search kept. As a table it has all the best plans, or
    the best one that is known, state by state.

    >>> for row in solve_jugs("3 2", target=1).to_dicts():
    ...     print(row["plan"], row["step"], row["action"], row["A"], row["B"])
    1 0 None 0 0
    1 1 fill A 3 0
    1 2 pour A→B 1 2
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

    def _columns(self) -> tuple[Column[PlanRow], ...]:
        jugs = len(self.jugs.capacities)

        def amount(jug: int) -> Column[PlanRow]:
            return Column(jug_name(jug) if jug < jugs else "supply", lambda row: row[3][jug], "d")

        return (
            Column("plan", lambda row: row[0], "d"),
            Column("step", lambda row: row[1], "d"),
            Column("action", lambda row: row[2] and str(row[2]), nothing=""),
            *map(amount, range(jugs if self.jugs.supply is None else jugs + 1)),
        )

    def _rows(self) -> Iterator[PlanRow]:
        plans = self.plans() if self.proven else filter(None, (self.plan,))
        for number, plan in enumerate(plans, 1):
            yield number, 0, None, plan.start
            for place, step in enumerate(plan.steps(), 1):
                yield number, place, step.action, step.state

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
            known += f"; not finished: {why_stopped(self.stopped)}" if self.stopped else ""
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


MAX_STATES = 20_000_000
MAX_BYTES = 2 << 30
# If jugs and supply hold more than this, the plain search replaces the native one, which has 64-bit words.
NATIVE_WATER = 1 << 62
MAX_PLAIN_STATES = 200_000
# The plain search reports its progress after every so many states.
_LOOK_EVERY = 1000


def solve_jugs(
    jugs: Jugs | str | Iterable[int],
    target: int | None = None,
    *,
    where: str = "any",
    end: str | Iterable[int] | None = None,
    start: str | Iterable[int] = (),
    tap: bool = True,
    drain: bool = True,
    supply: int | None = None,
    least_water: bool = False,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_progress: Callable[[JugProgress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> JugAnswer:
    """Finds the plans with the fewest actions, or with the least water and then the fewest actions, and their number.

    `jugs` are the capacities, as text or as numbers, with a `target` or an `end` and the other arguments of
    `Jugs.parse`: `where` the target is to stand, the water at the `start`, whether there are a `tap` and a `drain`,
    and the `supply` of the tap; or a `Jugs` value, which has all of these. With `least_water` plans are best that
    draw the least. Two jugs with tap and drain are solved at once, whatever their size. Other problems are searched.

    The `limits`, and `seconds` as one more of them, end the work early; `limits.work` counts states that are kept (20
    million by default), `limits.memory` the bytes that they may take (2 GiB by default). `on_progress` is told how far
    the work is, and ends it by a true answer. Ctrl-C raises `KeyboardInterrupt`, or with `on_interrupt="return"` ends
    the work, too. Then the result has a bound and the best plan that uses two of the jugs only, and `stopped` says
    what ended it. Raises `PuzzleError` that lists every fault of the problem.

    >>> print(solve_jugs("5 3", target=4))
    jugs A 5, B 3; 4 in any jug: 6 actions, the fewest possible; 1 such plan; 10 drawn from the tap.
    (0,0) (5,0) (2,3) (2,0) (0,2) (5,2) (4,3)
    """
    if isinstance(jugs, Jugs):
        if (target, end, start, supply, where) != (None, None, (), None, "any") or not (tap and drain):
            raise PuzzleError.said("a Jugs value has its own goal, start, tap and drain; leave them out")
    else:
        jugs = Jugs.parse(jugs, target, where=where, end=end, start=start, tap=tap, drain=drain, supply=supply)
    watch = Watch(limits_of(limits, seconds), on_progress, on_interrupt)
    reason = why_not(jugs)
    if reason is not None:
        return JugAnswer(jugs, least_water, "reason", possible=False, proven=True, why=reason)
    if has_closed_form(jugs):
        plans = best_two_jug_plans(jugs, least_water=least_water)
        return _solved(jugs, least_water, lambda: iter(plans), len(plans), method="closed form")
    if sum(jugs.capacities) + (jugs.supply or 0) < NATIVE_WATER:
        return _native(jugs, least_water, watch)
    return _plain(jugs, least_water, watch)


def _solved(
    jugs: Jugs,
    least_water: bool,
    plans: Callable[[], Iterator[JugPlan]],
    count: int,
    states: int = 0,
    method: Literal["closed form", "search"] = "search",
) -> JugAnswer:
    plan = next(plans())
    at_least = plan.cost(least_water=least_water)
    return JugAnswer(jugs, least_water, method, True, True, plan, at_least, count, None, states, _all=plans)


def _native(jugs: Jugs, least_water: bool, watch: Watch[JugProgress]) -> JugAnswer:
    problem = native_problem(jugs, least_water=least_water)
    most = MAX_STATES if watch.limits.work is None else watch.limits.work
    fits = (MAX_BYTES if watch.limits.memory is None else watch.limits.memory) // problem.bytes_per_state
    latest = JugProgress(0, 0, 0)

    def look(numbers: tuple[int, int, int]) -> bool:
        nonlocal latest
        latest = JugProgress(*numbers)
        return watch.asks_to_stop(latest)

    try:
        with watch.interruptible():
            found = problem.search(min(most, fits), NativeWatch(watch.deadline.seconds, look))
            if found.stopped == "interrupt":
                watch.stop_at(found.stopped)
    except SearchStopped as stop:
        return _unfinished(jugs, least_water, latest.states, (latest.water, latest.actions), stop.stopped)
    if found.outcome == "impossible":
        return _exhausted(jugs, least_water, found.states)
    if found.outcome == "cut":
        # The core reports `memory` when it keeps as many states as it may.
        full = Stopped.WORK if most <= fits else Stopped.MEMORY
        stopped = Stopped.TIME if found.stopped == "time" else watch.stopped or full
        return _unfinished(jugs, least_water, found.states, found.cost or (0, 0), stopped)
    return _solved(jugs, least_water, lambda: _follow(jugs, found), found.plans, found.states)


def native_problem(jugs: Jugs, *, least_water: bool = False) -> JugProblem:
    """Converts the problem to a native one; raises `PuzzleError` if jugs and supply hold 2^62 or more."""
    goal: Literal["any", "jug", "together", "end"]
    match jugs.goal:
        case InJug(jug, target):
            goal, numbers = "jug", [jug, target]
        case EndState(amounts):
            goal, numbers = "end", list(amounts)
        case other:
            goal, numbers = other.where, [other.target]
    rules = {"tap": jugs.tap, "drain": jugs.drain, "least_water": least_water}
    with native_errors():
        return JugProblem(list(jugs.capacities), list(jugs.start), goal, numbers, **rules)


def _follow(jugs: Jugs, found: JugSearch) -> Iterator[JugPlan]:
    if jugs.solved(jugs.start):
        yield JugPlan(jugs.start, (), 0)
        return
    path: list[Step] = []
    turns = [iter(found.steps(list(jugs.start)))]
    while turns:
        step = next(turns[-1], None)
        if step is None:
            turns.pop()
            if path:
                path.pop()
            continue
        source, target, state = step
        path.append(Step(Action(source, target), tuple(state)))
        onward = found.steps(state)
        if onward:
            turns.append(iter(onward))
        else:
            yield _listed(jugs, tuple(path))
            path.pop()


def _listed(jugs: Jugs, steps: tuple[Step, ...]) -> JugPlan:
    before = [jugs.start, *(step.state for step in steps)]
    drawn = sum(jugs.water(state, step.action) for state, step in zip(before, steps, strict=False))
    return JugPlan(jugs.start, steps, drawn)


class _Watched:
    """A problem whose search is watched: it reports progress as its states are visited."""

    def __init__(self, jugs: Jugs, watch: Watch[JugProgress]) -> None:
        self.start = jugs.start
        self.apply, self.solved, self.water = jugs.apply, jugs.solved, jugs.water
        self.states = 0
        self._jugs, self._watch = jugs, watch

    def moves(self, state: Amounts) -> Iterator[Action]:
        self.states += 1
        if self.states % _LOOK_EVERY == 0:
            self._watch.check(JugProgress(self.states, 0, 0))
        return self._jugs.moves(state)


def _plain(jugs: Jugs, least_water: bool, watch: Watch[JugProgress]) -> JugAnswer:
    def plans() -> Iterator[JugPlan]:
        found = cheapest_plans(jugs, jugs.water) if least_water else shortest_plans(jugs)
        return (_listed(jugs, tuple(map(Step, plan.moves, plan.states[1:]))) for plan in found)

    most = MAX_PLAIN_STATES if watch.limits.work is None else min(watch.limits.work, MAX_PLAIN_STATES)
    watched = _Watched(jugs, watch)
    try:
        with watch.interruptible():
            if least_water:
                count = count_cheapest(watched, jugs.water, max_states=most)
            else:
                count = count_shortest(watched, max_states=most)
    except SearchStopped as stop:
        return _unfinished(jugs, least_water, watched.states, (0, 0), stop.stopped)
    except RuntimeError as error:  # made of what a callback raised, for generators let no StopIteration through
        raise (error.__cause__ if isinstance(error.__cause__, StopIteration) else error) from None
    except StatesLimit as limit:
        return _unfinished(jugs, least_water, most, (0, 0 if least_water else limit.bound), Stopped.WORK)
    if not count:
        return _exhausted(jugs, least_water, sum(map(len, levels(jugs))))
    return _solved(jugs, least_water, plans, count)


def _exhausted(jugs: Jugs, least_water: bool, states: int) -> JugAnswer:
    why = Fault(
        "only {count} state can be reached, and it is not the goal",
        "all {count} states that can be reached were searched, and the goal is not among them",
        count=states,
    )
    return JugAnswer(jugs, least_water, "search", possible=False, proven=True, why=why, states=states)


def _unfinished(jugs: Jugs, least_water: bool, states: int, at_least: tuple[int, int], stopped: Stopped) -> JugAnswer:
    known = best_plan_of_two_jugs(jugs, least_water=least_water)
    return JugAnswer(
        jugs,
        least_water,
        "search",
        possible=True if known or surely_possible(jugs) else None,
        proven=False,
        plan=known,
        at_least=at_least,
        states=states,
        stopped=stopped,
    )


def best_plan_of_two_jugs(jugs: Jugs, *, least_water: bool = False) -> JugPlan | None:
    """Finds the best plan that uses two of the jugs only: a quick upper bound, for any number of jugs.

    None if no two of the jugs can reach the goal, or if the tap or the drain is missing or limited.
    """
    best: JugPlan | None = None
    for places in combinations(range(len(jugs.capacities)), 2):
        pair = _pair(jugs, places)
        if pair is None or not has_closed_form(pair) or why_not(pair):
            continue
        plan = replace(best_two_jug_plans(pair, least_water=least_water)[0], start=jugs.initial, places=places)
        if best is None or plan.cost(least_water=least_water) < best.cost(least_water=least_water):
            best = plan
    return best


def _pair(jugs: Jugs, places: tuple[int, int]) -> Jugs | None:
    """The problem for two of the jugs while the others keep what they have; None if there is no such problem."""
    others = [amount for jug, amount in enumerate(jugs.initial) if jug not in places]
    goal = jugs.goal
    match jugs.goal:
        case InJug(jug, target):
            if jug not in places:
                return None
            goal = InJug(places.index(jug), target)
        case Together(target):
            if target <= sum(others):
                return None
            goal = Together(target - sum(others))
        case EndState(amounts):
            if others != [amount for jug, amount in enumerate(amounts) if jug not in places]:
                return None
            goal = EndState((amounts[places[0]], amounts[places[1]]))
    first, second = places
    capacities, initial = ((each[first], each[second]) for each in (jugs.capacities, jugs.initial))
    return replace(jugs, capacities=capacities, initial=initial, goal=goal)
