"""Solves water jugs: reasons first, then the closed form for two jugs, then native search.

>>> answer = solve_jugs(Jugs((8, 5), goal=InAny(4)))
>>> answer.plan.length, answer.count, answer.method
(10, 1, 'closed form')
>>> answer = solve_jugs(Jugs((12, 8, 5), goal=InAny(6)), least_water=True)
>>> answer.plan.water, answer.plan.length, answer.method
(11, 7, 'search')
>>> print(solve_jugs(Jugs((6, 3), goal=InAny(4))).why)
every amount that can be measured is a multiple of 3, the greatest common divisor of the capacities; 4 is not
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from sito._native import JugProblem, JugSearch
from sito.errors import NN_, Fault, LimitError
from sito.limits import Limits
from sito.native_errors import native_errors
from sito.native_run import NativeRun
from sito.puzzles.jugs.plan import AmongOthers, JugPlan, Step
from sito.puzzles.jugs.problem import Action, EndState, InAny, InJug, Jugs, Together
from sito.puzzles.jugs.reasons import surely_possible, why_not
from sito.puzzles.jugs.two_jugs import best_two_jug_plans, has_closed_form
from sito.puzzles.search import cheapest_plans, count_cheapest, count_shortest, levels, shortest_plans

MAX_STATES = 20_000_000
MAX_BYTES = 2 << 30
# Beyond this many in all jugs and the supply the native search, with its 64-bit words, gives way to the plain one.
NATIVE_WATER = 1 << 62
MAX_PLAIN_STATES = 200_000

# Is told the states kept and the least water and actions that a plan could have; False ends the search.
Progress = Callable[[int, int, int], bool]
AnyPlan = JugPlan | AmongOthers


@dataclass(frozen=True)
class JugAnswer:
    """What is known about a water-jug problem.

    `possible` is None only if the search was cut before it was known; `proven` says
    whether the answer is final: `plan` is best, or there is none. If the search was cut,
    `plan` is the best plan known, if any. No plan draws less water or has fewer actions
    than `at_least`: (water, actions), water being 0 unless the least was asked for.
    `count` is the number of best plans if proven. `why` tells why there is none;
    `states` how many states a search kept.
    """

    jugs: Jugs
    least_water: bool
    method: Literal["reason", "closed form", "search"]
    possible: bool | None
    proven: bool
    plan: AnyPlan | None = None
    at_least: tuple[int, int] = (0, 0)
    count: int = 0
    why: Fault | None = None
    states: int = 0
    _all: Callable[[], Iterator[JugPlan]] = lambda: iter(())

    def plans(self) -> Iterator[JugPlan]:
        """Yields all the best plans, lazily, always in the same order; none unless proven.

        >>> [plan.length for plan in solve_jugs(Jugs((8, 3), goal=InAny(4))).plans()]
        [10, 10]
        """
        return self._all()


def solve_jugs(
    jugs: Jugs, *, least_water: bool = False, max_states: int = MAX_STATES, on_progress: Progress | None = None
) -> JugAnswer:
    """Finds the fewest actions, or the least water and then the fewest actions; how many such plans; and all of them.

    Two jugs with tap and drain are solved at once, whatever their size. Other problems
    are searched, keeping up to `max_states` states (fewer if they would take more than
    2 GiB): a search that is cut gives a bound and the best plan that two of the jugs give.
    """
    reason = why_not(jugs)
    if reason is not None:
        return JugAnswer(jugs, least_water, "reason", possible=False, proven=True, why=reason)
    if has_closed_form(jugs):
        plans = best_two_jug_plans(jugs, least_water=least_water)
        cost = _cost(plans[0], least_water)
        return JugAnswer(
            jugs,
            least_water,
            "closed form",
            possible=True,
            proven=True,
            plan=plans[0],
            at_least=cost,
            count=len(plans),
            _all=lambda: iter(plans),
        )
    if sum(jugs.capacities) + (jugs.supply or 0) < NATIVE_WATER:
        return _native(jugs, least_water, max_states, on_progress)
    return _plain(jugs, least_water, min(max_states, MAX_PLAIN_STATES))


def _cost(plan: AnyPlan, least_water: bool) -> tuple[int, int]:
    return (plan.water if least_water else 0, plan.length)


def _native(jugs: Jugs, least_water: bool, max_states: int, on_progress: Progress | None) -> JugAnswer:
    problem = native_problem(jugs, least_water=least_water)
    stops = None if on_progress is None else lambda told: not on_progress(*told)
    run = NativeRun(Limits(), stops)
    found = problem.search(min(max_states, MAX_BYTES // problem.bytes_per_state), watch=run.watch)
    run.stopped(found.stopped)
    if found.outcome == "impossible":
        return _exhausted(jugs, least_water, found.states)
    if found.outcome == "cut":
        return _cut(jugs, least_water, found.states, found.cost or (0, 0))
    return JugAnswer(
        jugs,
        least_water,
        "search",
        possible=True,
        proven=True,
        plan=next(_follow(jugs, found)),
        at_least=found.cost or (0, 0),
        count=found.plans,
        states=found.states,
        _all=lambda: _follow(jugs, found),
    )


def native_problem(jugs: Jugs, *, least_water: bool = False) -> JugProblem:
    """Gives the problem to the native core; raises `PuzzleError` if jugs and supply hold 2^62 or more."""
    with native_errors():
        return _native_problem(jugs, least_water)


def _native_problem(jugs: Jugs, least_water: bool) -> JugProblem:
    rules = {"tap": jugs.tap, "drain": jugs.drain, "least_water": least_water}
    capacities, start = list(jugs.capacities), list(jugs.start)
    match jugs.goal:
        case InAny(target):
            return JugProblem(capacities, start, "any", [target], **rules)
        case InJug(jug, target):
            return JugProblem(capacities, start, "jug", [jug, target], **rules)
        case Together(target):
            return JugProblem(capacities, start, "together", [target], **rules)
        case EndState(amounts):
            return JugProblem(capacities, start, "end", list(amounts), **rules)


def _follow(jugs: Jugs, found: JugSearch) -> Iterator[JugPlan]:
    """Yields the plans of a search, depth first."""
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


def _plain(jugs: Jugs, least_water: bool, max_states: int) -> JugAnswer:
    def plans() -> Iterator[JugPlan]:
        found = cheapest_plans(jugs, jugs.water) if least_water else shortest_plans(jugs)
        return (_listed(jugs, tuple(map(Step, plan.moves, plan.states[1:]))) for plan in found)

    try:
        if least_water:
            count = count_cheapest(jugs, jugs.water, max_states=max_states)
        else:
            count = count_shortest(jugs, max_states=max_states)
    except LimitError as error:
        bound = error.faults[0].values["bound"]
        assert isinstance(bound, int)
        return _cut(jugs, least_water, max_states, (0, 0 if least_water else bound))
    if not count:
        return _exhausted(jugs, least_water, sum(map(len, levels(jugs))))
    plan = next(plans())
    return JugAnswer(
        jugs,
        least_water,
        "search",
        possible=True,
        proven=True,
        plan=plan,
        at_least=_cost(plan, least_water),
        count=count,
        _all=plans,
    )


def _exhausted(jugs: Jugs, least_water: bool, states: int) -> JugAnswer:
    why = Fault(
        *NN_(
            "only {count} state can be reached, and it is not the goal",
            "all {count} states that can be reached were searched, and the goal is not among them",
        ),
        count=states,
    )
    return JugAnswer(jugs, least_water, "search", possible=False, proven=True, why=why, states=states)


def _cut(jugs: Jugs, least_water: bool, states: int, at_least: tuple[int, int]) -> JugAnswer:
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
    )


def best_plan_of_two_jugs(jugs: Jugs, *, least_water: bool = False) -> AmongOthers | None:
    """Finds the best plan that uses two of the jugs only: a bound from above, at once, for any number of jugs.

    None if no two of the jugs do it, or if the tap or the drain is missing or limited.

    >>> best_plan_of_two_jugs(Jugs((12, 8, 5), goal=InAny(6))).length
    6
    """
    best: AmongOthers | None = None
    for places in combinations(range(len(jugs.capacities)), 2):
        pair = _pair(jugs, places)
        if pair is None or not has_closed_form(pair) or why_not(pair):
            continue
        plan = AmongOthers(best_two_jug_plans(pair, least_water=least_water)[0], jugs.initial, places)
        if best is None or _cost(plan, least_water) < _cost(best, least_water):
            best = plan
    return best


def _pair(jugs: Jugs, places: tuple[int, int]) -> Jugs | None:
    """The problem for two of the jugs while the others keep what they have; None if it makes no sense."""
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
    return Jugs(
        (jugs.capacities[first], jugs.capacities[second]),
        (jugs.initial[first], jugs.initial[second]),
        goal,
        jugs.tap,
        jugs.drain,
        jugs.supply,
    )
