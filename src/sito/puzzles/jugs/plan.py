"""Plans for water jugs: a list of steps, or a walk around the circle of two jugs.

Take two jugs, A of capacity a and B of capacity b, with tap and drain. Every action leaves a jug empty or full. For
each total of water there are two states with a jug empty or full: the one with as much as possible in A (call it E),
and the one with as much as possible in B (call it P). A corner is a state in which both jugs are empty or full. From
a state in which one jug is empty or full and the other is not, only two actions do not end in a corner:

    forward:   E → P  pour A→B,    P → E  fill A if the total is below b, else empty B
    backward:  P → E  pour B→A,    E → P  fill B if the total is below a, else empty A

Two steps forward add a to the total, modulo a + b, because -b is a modulo a + b; backward undoes them. So every plan
is a walk around a circle, and its state after n steps is known without taking the steps before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from sito.base.rows import Column, Listed

Amounts = tuple[int, ...]


def jug_name(jug: int) -> str:
    """Names the jug of this number, from 0: A to Z, then AA, AB and so on.

    >>> [jug_name(jug) for jug in (0, 25, 26, 99)]
    ['A', 'Z', 'AA', 'CV']
    """
    name = ""
    jug += 1
    while jug:
        jug, letter = divmod(jug - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


class Action(NamedTuple):
    """One pour from `source` to `target`, by number of jug; None is the tap, or the drain.

    >>> [str(action) for action in (Action(None, 0), Action(1, None), Action(0, 2))]
    ['fill A', 'empty B', 'pour A→C']
    """

    source: int | None
    target: int | None

    def __str__(self) -> str:
        if self.target is None:
            return f"empty {jug_name(self.source or 0)}"
        if self.source is None:
            return f"fill {jug_name(self.target)}"
        return f"pour {jug_name(self.source)}→{jug_name(self.target)}"


class Step(NamedTuple):
    """An action and the state that it leads to."""

    action: Action
    state: Amounts


POUR_FORWARD, FILL_A, EMPTY_B = Action(0, 1), Action(None, 0), Action(1, None)
POUR_BACKWARD, FILL_B, EMPTY_A = Action(1, 0), Action(None, 1), Action(0, None)


@dataclass(frozen=True, slots=True)
class Walk:
    """`length` steps around the circle of two jugs, from `start`, forward or backward.

    `start` must have a jug empty or full; corners must not lie between start and end.

    >>> walk = Walk((8, 5), (0, 5), forward=False, length=9)
    >>> [step.state for step in walk.steps()][-3:]
    [(7, 0), (7, 5), (8, 4)]
    >>> walk.end, walk.water
    ((8, 4), 15)
    """

    capacities: tuple[int, int]
    start: tuple[int, int]
    forward: bool
    length: int

    def _pours_first(self) -> bool:
        """Whether the first step is a pour; pours and steps at the tap or drain alternate."""
        (a, b), (x, y) = self.capacities, self.start
        return (y == 0 or x == a) if self.forward else (x == 0 or y == b)

    def _turns(self, steps: int) -> int:
        """How many of the first `steps` steps are at the tap or the drain."""
        return steps // 2 if self._pours_first() else (steps + 1) // 2

    def state(self, steps: int) -> tuple[int, int]:
        """The state after so many steps, at once."""
        a, b = self.capacities
        turns = self._turns(steps)
        total = (sum(self.start) + (a if self.forward else b) * turns) % (a + b)
        poured = (steps + self._pours_first()) % 2 == 0
        if steps == 0:
            return self.start
        if poured == self.forward:  # all that fits in B
            return (total - b, b) if total >= b else (0, total)
        return (a, total - a) if total >= a else (total, 0)

    @property
    def end(self) -> tuple[int, int]:
        """The state after the last step."""
        return self.state(self.length)

    @property
    def water(self) -> int:
        """How much water the walk draws from the tap."""
        a, b = self.capacities
        filled, emptied = (a, b) if self.forward else (b, a)
        fills = (sum(self.end) - sum(self.start) + emptied * self._turns(self.length)) // (a + b)
        return filled * fills

    def steps(self) -> Iterator[Step]:
        """Yields the steps one by one."""
        (a, b), (x, y) = self.capacities, self.start
        pour = self._pours_first()
        for _ in range(self.length):
            total = x + y
            if self.forward:
                if pour:
                    action, x, y = POUR_FORWARD, total - min(total, b), min(total, b)
                elif total < b:
                    action, x = FILL_A, a
                else:
                    action, y = EMPTY_B, 0
            elif pour:
                action, x, y = POUR_BACKWARD, min(total, a), total - min(total, a)
            elif total < a:
                action, y = FILL_B, b
            else:
                action, x = EMPTY_A, 0
            yield Step(action, (x, y))
            pour = not pour


@dataclass(frozen=True, slots=True)
class JugPlan(Listed[Step]):
    """A plan: a list of steps, then perhaps a walk around the circle of two jugs, listed when it is asked for.

    `start` is the state at the start; `drawn` the water that the listed steps draw from the tap. With `places` the
    steps and the walk are those of these two jugs, by number, while all others keep what they have. As a table it has
    the steps.
    """

    start: Amounts
    listed: tuple[Step, ...]
    drawn: int
    walk: Walk | None = None
    places: tuple[int, int] | None = None

    def _columns(self) -> tuple[Column[Step], ...]:
        return Column("action", lambda step: str(step.action)), Column("state", lambda step: step.state)

    def _rows(self) -> Iterator[Step]:
        return self.steps()

    def cost(self, *, least_water: bool) -> tuple[int, int]:
        """The water that counts, and the number of actions: of two plans the one of the lower cost is better."""
        return (self.water if least_water else 0, self.length)

    @property
    def length(self) -> int:
        """The number of actions; it may be too large for `len`."""
        return len(self.listed) + (self.walk.length if self.walk else 0)

    @property
    def water(self) -> int:
        """How much water the plan draws from the tap."""
        return self.drawn + (self.walk.water if self.walk else 0)

    @property
    def end(self) -> Amounts:
        """The last state."""
        if self.walk:
            return self._whole(self.walk.end)
        return self._whole(self.listed[-1].state) if self.listed else self.start

    def _whole(self, state: Amounts) -> Amounts:
        if self.places is None:
            return state
        amounts = list(self.start)
        for place, amount in zip(self.places, state, strict=True):
            amounts[place] = amount
        return tuple(amounts)

    def steps(self) -> Iterator[Step]:
        """Yields the steps, lazily."""
        for action, state in chain(self.listed, self.walk.steps() if self.walk else ()):
            if self.places is not None:
                action = Action(*(None if jug is None else self.places[jug] for jug in action))
            yield Step(action, self._whole(state))

    def states(self) -> Iterator[Amounts]:
        """Yields the start and the state after each step, lazily."""
        yield self.start
        for step in self.steps():
            yield step.state
