"""Two jugs of any size at once: the closed form, by Euclid's extended algorithm in both directions.

`sito.puzzles.jugs.plan` explains why every plan is a walk around a circle, on which each action at the tap or the
drain adds a to the total of water, modulo a + b. The number of steps to a given total is therefore the solution of a
linear congruence. It takes one modular inverse, which Euclid's extended algorithm gives. The other thing a plan can
do is to go to a corner, where both jugs are empty or full; that takes two actions at most, and they draw the least
water that any way to the corner could draw. So a best plan has no, one or two actions and then one walk. This module
compares all such plans, and those that cost least are all the best plans there are.

The theory is old: M. C. K. Tweedie, "A graphical method of solving Tartaglian measuring
puzzles", Mathematical Gazette 23 (1939), pp. 278-282; for the congruence see any text on
linear Diophantine equations. The tests compare the results with plain search.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from sito.puzzles.jugs.plan import Amounts, JugPlan, Step, Walk
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs, Together

Pair = tuple[int, int]
# No more than two actions lead to any corner, on the best way.
REACH = 2


def has_closed_form(jugs: Jugs) -> bool:
    """Tells whether the closed form applies: two jugs, an unlimited tap and a drain."""
    return len(jugs.capacities) == 2 and jugs.tap and jugs.drain and jugs.supply is None


def best_two_jug_plans(jugs: Jugs, *, least_water: bool = False) -> list[JugPlan]:
    """Returns all plans with the fewest actions, or with the least water and then the fewest actions; [] if none exist.

    Takes a fraction of a millisecond for capacities of any size. The problem must have a
    closed form (`has_closed_form`).
    """
    best: dict[JugPlan, None] = {}
    least: tuple[int, int] | None = None
    for plan in _candidates(jugs, least_water):
        cost = plan.cost(least_water=least_water)
        if least is None or cost < least:
            best, least = {}, cost
        if cost == least:
            best[plan] = None
    return list(best)


def _candidates(jugs: Jugs, least_water: bool) -> Iterator[JugPlan]:
    """Yields plans among which all the best are; the same plan always in the same form."""
    short = list(_short_plans(jugs))
    yield from (plan for plan in short if jugs.solved(plan.end))
    goals = list(_goals(jugs))
    for plan in _ways_to_the_circle(jugs, short, least_water):
        for goal in goals:
            for walk in _walks(jugs, plan.end, goal):
                if plan.length + walk.length > REACH:  # the shorter ones are among the short plans
                    yield JugPlan(plan.start, plan.listed, plan.drawn, walk)


def _short_plans(jugs: Jugs) -> Iterator[JugPlan]:
    """Yields all plans of up to two actions, wherever they end."""
    level = [JugPlan(jugs.start, (), 0)]
    for left in range(REACH, -1, -1):
        yield from level
        level = [
            JugPlan(
                plan.start,
                (*plan.listed, Step(action, jugs.apply(plan.end, action))),
                plan.drawn + jugs.water(plan.end, action),
            )
            for plan in level
            if left
            for action in jugs.moves(plan.end)
        ]


def _ways_to_the_circle(jugs: Jugs, short: list[JugPlan], least_water: bool) -> Iterator[JugPlan]:
    """Yields the plans from which a best plan can go on as one walk without corners.

    A best plan that meets corners is split at the last of them; one that meets none walks
    from the start, or, if no jug is empty or full there, from any state one action away.
    """
    at_corner: dict[Amounts, list[JugPlan]] = {}
    for plan in short:
        if _is_corner(jugs, plan.end):
            at_corner.setdefault(plan.end, []).append(plan)
        elif plan.length == (0 if _on_circle(jugs, jugs.start) else 1) and not _is_corner(jugs, jugs.start):
            yield plan
    for plans in at_corner.values():
        least = min(plan.cost(least_water=least_water) for plan in plans)
        yield from (plan for plan in plans if plan.cost(least_water=least_water) == least)


def _is_corner(jugs: Jugs, state: Amounts) -> bool:
    return all(amount in (0, capacity) for amount, capacity in zip(state, jugs.capacities, strict=True))


def _on_circle(jugs: Jugs, state: Amounts) -> bool:
    return any(amount in (0, capacity) for amount, capacity in zip(state, jugs.capacities, strict=True))


def _goals(jugs: Jugs) -> Iterator[Pair]:
    """Yields the goals that are no corner and have a jug empty or full.

    Goals with one jug full and the other anything need no walk: a full jug is two actions away, with the least water.
    """
    a, b = jugs.capacities
    match jugs.goal:
        case InAny(target):
            ends = [(target, 0), (target, b), (0, target), (a, target)]
        case InJug(0, target):
            ends = [(target, 0), (target, b)]
        case InJug(_, target):
            ends = [(0, target), (a, target)]
        case Together(target):
            ends = [(min(target, a), target - min(target, a)), (target - min(target, b), min(target, b))]
        case EndState(amounts):
            ends = [(amounts[0], amounts[1])]
    for x, y in ends:
        if x <= a and y <= b and _on_circle(jugs, (x, y)) and not _is_corner(jugs, (x, y)):
            yield x, y


def _walks(jugs: Jugs, start: Amounts, goal: Pair) -> Iterator[Walk]:
    """Yields the walks from `start` to `goal` that meet no corner on the way, at most one in each direction."""
    a, b = jugs.capacities
    here = (start[0], start[1])
    divisor = gcd(a, b)
    if here in ((0, 0), (a, b)) or (sum(goal) - sum(here)) % divisor:
        return  # no walk leaves these corners; totals on a circle differ by multiples of the divisor
    around = 2 * (a + b) // divisor
    forward = (_place(a, b, goal) - _place(a, b, here)) % around
    if sum(here) % divisor:  # a circle without corners
        yield Walk((a, b), here, True, forward)
        yield Walk((a, b), here, False, around - forward)
    elif _place(a, b, here) < _place(a, b, goal):
        yield Walk((a, b), here, True, forward)
    else:
        yield Walk((a, b), here, False, around - forward)


def _place(a: int, b: int, state: Pair) -> int:
    """The place of a state on its circle, counted forward.

    On the circle through the corners, (a, 0) is at place 2 and (0, b) at the last place;
    all places between them are no corners.
    """
    divisor = gcd(a, b)
    size = (a + b) // divisor
    turns = sum(state) // divisor * pow(a // divisor, -1, size) % size
    all_in_b = state[0] == 0 or state[1] == b
    return 2 * turns + all_in_b
