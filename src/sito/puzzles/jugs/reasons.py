"""Reasons why an amount cannot be measured, found without a search.

Each reason rules out all plans at once; `why_not` gives the first that applies. For two jugs with an unlimited tap
and a drain the list is complete: if no reason applies, there is a plan (the tests compare this with a search). For
more jugs, or with less water, only a search can tell.

The reason from divisors: let g be the greatest common divisor of the capacities. A pour either empties its source or
fills its target. Modulo g a full jug counts as 0, like an empty one, and so the other jug then has the sum of both
amounts. Therefore the amount in a jug is, modulo g, the sum of some of the amounts at the start, and so is the amount
in several jugs together.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from sito.errors import Fault
from sito.puzzles.jugs.plan import jug_name
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs, Together

# Sums of starting amounts are looked at up to this many; beyond, this reason is not used.
MAX_SUMS = 10_000


def why_not(jugs: Jugs) -> Fault | None:
    """Returns a reason why the goal cannot be reached, or None if no reason is known without search.

    >>> print(why_not(Jugs((6, 4), goal=InAny(3))))
    every amount that can be measured is a multiple of 2, the greatest common divisor of the capacities; 3 is not
    >>> print(why_not(Jugs((6, 4), goal=InAny(7))))
    the largest jug holds 6, less than 7
    >>> why_not(Jugs((6, 4), (3, 0), goal=InAny(1))) is None
    True
    """
    if jugs.goal.met(jugs.initial):
        return None
    return next(_reasons(jugs), None)


def surely_possible(jugs: Jugs) -> bool:
    """Tells whether theory alone says that there is a plan, for any number of jugs.

    With an unlimited tap and a drain, the largest jug can be filled from the others and emptied when it is full,
    which gives every multiple of the greatest common divisor (Bezout); from there it is poured into the jug that was
    asked for, or others are filled up for a target together.
    """
    if not jugs.tap or not jugs.drain or jugs.supply is not None or isinstance(jugs.goal, EndState):
        return False
    return why_not(jugs) is None and jugs.goal.target % gcd(*jugs.capacities) == 0


def _reasons(jugs: Jugs) -> Iterator[Fault]:
    yield from _size(jugs)
    yield from _water(jugs)
    yield from _full_or_empty(jugs)
    yield from _divisor(jugs)


def _size(jugs: Jugs) -> Iterator[Fault]:
    largest, together = max(jugs.capacities), sum(jugs.capacities)
    match jugs.goal:
        case InAny(target) if target > largest:
            yield Fault("the largest jug holds {largest}, less than {target}", largest=largest, target=target)
        case InJug(jug, target) if target > jugs.capacities[jug]:
            yield Fault(
                "jug {jug} holds {capacity}, less than {target}",
                jug=jug_name(jug),
                capacity=jugs.capacities[jug],
                target=target,
            )
        case Together(target) if target > together:
            yield Fault("all jugs together hold {together}, less than {target}", together=together, target=target)


def _water(jugs: Jugs) -> Iterator[Fault]:
    there = sum(jugs.initial)
    needed = jugs.goal.target if not isinstance(jugs.goal, EndState) else sum(jugs.goal.amounts)
    if not jugs.tap and needed > there:
        yield Fault(
            "there is no tap, and the jugs have {there} at the start, less than {needed}", there=there, needed=needed
        )
    if jugs.supply is not None and needed > there + jugs.supply:
        yield Fault(
            "the jugs at the start and the supply have {there} together, less than {needed}",
            there=there + jugs.supply,
            needed=needed,
        )
    if not jugs.drain and needed < there and isinstance(jugs.goal, Together | EndState):
        yield Fault(
            "there is no drain, and the jugs have {there} at the start, more than {needed}", there=there, needed=needed
        )


def _full_or_empty(jugs: Jugs) -> Iterator[Fault]:
    if isinstance(jugs.goal, EndState) and jugs.supply is None:
        pairs = zip(jugs.goal.amounts, jugs.capacities, strict=True)
        if not any(amount in (0, capacity) for amount, capacity in pairs):
            yield Fault("every action leaves a jug empty or full, and at the end that was asked for none is")


def _divisor(jugs: Jugs) -> Iterator[Fault]:
    divisor = gcd(*jugs.capacities)
    sums = _sums(jugs, divisor)
    if sums is None:
        return
    match jugs.goal:
        case EndState(amounts):
            needed = [*amounts, sum(amounts)]
        case goal:
            needed = [goal.target]
    for amount in needed:
        if amount % divisor in sums:
            continue
        if sums == {0}:
            yield Fault(
                "every amount that can be measured is a multiple of {divisor}, the greatest common divisor of the "
                "capacities; {amount} is not",
                divisor=divisor,
                amount=amount,
            )
        else:
            yield Fault(
                "divided by {divisor}, the greatest common divisor of the capacities, every amount that can be "
                "measured leaves the rest of a sum of amounts at the start, that is {rests}; {amount} leaves {rest}",
                divisor=divisor,
                rests=", ".join(map(str, sorted(sums))),
                amount=amount,
                rest=amount % divisor,
            )


def _sums(jugs: Jugs, divisor: int) -> set[int] | None:
    """The sums of some of the starting amounts (the supply is one of them), modulo the divisor; None if too many."""
    sums = {0}
    for amount in jugs.start:
        sums |= {(total + amount) % divisor for total in sums}
        if len(sums) > MAX_SUMS:
            return None
    return sums
