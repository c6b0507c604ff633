"""Water jugs: measure an amount with jugs, a tap and a drain, and nothing else.

A state is the amounts in the jugs, in the order of their capacities. With a limited
supply, what is left of it follows as one more number. Amounts are whole numbers.

>>> jugs = Jugs((8, 5), goal=InAny(4))
>>> [str(action) for action in jugs.moves((8, 2))]
['fill B', 'empty A', 'empty B', 'pour A→B']
>>> jugs.apply((8, 2), Action(0, 1))
(5, 5)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import ClassVar, Literal, SupportsIndex

from sito.errors import N_, NN_, Fault, PuzzleError
from sito.puzzles.by_hand import short
from sito.puzzles.jugs.pictures import strip_svg
from sito.puzzles.jugs.plan import Action, Amounts, jug_name

MAX_JUGS = 100
MAX_DIGITS = 100


NO_ONE_GOAL = Fault(N_("give either a target, such as 4, or an end, such as (4, 4, 0)"))
"""Of a problem with both goals, or with none."""


@dataclass(frozen=True, slots=True)
class InAny:
    """Asks for the target in any one jug."""

    target: int
    where: ClassVar[Literal["any"]] = "any"

    def met(self, amounts: Amounts) -> bool:
        """Whether these amounts are an end that was asked for."""
        return self.target in amounts

    def __str__(self) -> str:
        return f"{self.target} in any jug"


@dataclass(frozen=True, slots=True)
class InJug:
    """Asks for the target in one jug, by number from 0."""

    jug: int
    target: int

    @property
    def where(self) -> str:
        """The jug, as `Jugs.parse` reads it."""
        return jug_name(self.jug)

    def met(self, amounts: Amounts) -> bool:
        """Whether these amounts are an end that was asked for."""
        return amounts[self.jug] == self.target

    def __str__(self) -> str:
        return f"{self.target} in jug {self.where}"


@dataclass(frozen=True, slots=True)
class Together:
    """Asks for the target in all jugs together."""

    target: int
    where: ClassVar[Literal["together"]] = "together"

    def met(self, amounts: Amounts) -> bool:
        """Whether these amounts are an end that was asked for."""
        return sum(amounts) == self.target

    def __str__(self) -> str:
        return f"{self.target} in all jugs together"


@dataclass(frozen=True, slots=True)
class EndState:
    """Asks for exactly these amounts, jug by jug."""

    amounts: Amounts

    def __post_init__(self) -> None:
        amounts = _numbers(self.amounts, N_("{value!r} is no end; give an amount for each jug, such as (4, 4, 0)"))
        object.__setattr__(self, "amounts", amounts)

    def met(self, amounts: Amounts) -> bool:
        """Whether these amounts are an end that was asked for."""
        return amounts == self.amounts

    def __str__(self) -> str:
        return f"the amounts {','.join(map(str, self.amounts))}"


Goal = InAny | InJug | Together | EndState


@dataclass(frozen=True)
class Jugs:
    """A water-jug problem; it is a `sito.puzzles.search.Puzzle`.

    `capacities` has 1 to 100 whole numbers from 1; `initial` the amounts at the start (0 in each jug if not given);
    `goal` what is asked for. The tap fills a jug to the brim; the drain empties it. A `supply` limits what the tap
    gives in all: it runs until the jug is full or the supply is used up, and what goes down the drain does not come
    back. Without tap and drain, water is only poured from jug to jug (decanting).

    Raises `PuzzleError` that lists every fault of the problem.

    >>> from sito.puzzles.search import breadth_first
    >>> breadth_first(Jugs((5, 3), goal=InAny(4))).states
    ((0, 0), (5, 0), (2, 3), (2, 0), (0, 2), (5, 2), (4, 3))
    >>> len(breadth_first(Jugs((8, 5, 3), (8, 0, 0), goal=EndState((4, 4, 0)), tap=False, drain=False)))
    7
    """

    capacities: Amounts
    initial: Amounts = ()
    goal: Goal = InAny(1)
    tap: bool = True
    drain: bool = True
    supply: int | None = None

    def __post_init__(self) -> None:
        capacities = _numbers(self.capacities, N_("{value!r} are no capacities; give a whole number for each jug"))
        initial = _numbers(self.initial, N_("{value!r} is no start; give an amount for each jug, such as (8, 0, 0)"))
        object.__setattr__(self, "capacities", capacities)
        object.__setattr__(self, "initial", initial or (0,) * len(capacities))
        object.__setattr__(self, "tap", bool(self.tap))
        object.__setattr__(self, "drain", bool(self.drain))
        PuzzleError.check(self._faults())

    @classmethod
    def parse(
        cls,
        capacities: str | Iterable[int | str],
        target: int | str | None = None,
        *,
        where: str | None = "any",
        end: str | Iterable[int] | None = None,
        start: str | Iterable[int] | None = None,
        tap: bool = True,
        drain: bool = True,
        supply: int | str | None = None,
    ) -> Jugs:
        """Makes a problem from text or numbers; amounts as text are written `"8 5"` or `"8,5"`.

        `capacities` are those of the jugs, `start` is what they hold at first (nothing if left out). `tap` and `drain`
        say whether there are these, `supply` what the tap gives in all (None for any amount).

        Give a `target`, and with `where` in which jug to have it: `"any"`, `"together"` (all jugs), a jug's letter or
        its capacity; or give the `end`, an amount for each jug. Raises `PuzzleError` with all that is wrong.

        >>> print(Jugs.parse("8 5", 4))
        jugs A 8, B 5; 4 in any jug
        >>> print(Jugs.parse((8, 5, 3), end="4,4,0", start="8,0,0", tap=False, drain=False))
        jugs A 8, B 5, C 3; the amounts 4,4,0
        >>> Jugs.parse(["8", "x"], "-1")
        Traceback (most recent call last):
        sito.errors.PuzzleError: 'x' is no whole number; give a capacity, for example 8
        a target of -1 was given; it must be 0 or more, for example 4
        """
        faults: list[Fault] = []
        wrong = N_("{value!r} are no capacities; give a whole number for each jug, for example '8 5'")
        sizes = _read(capacities, wrong, faults)
        initial = _read(start, N_("{value!r} is no start; give an amount for each jug, for example '8,0,0'"), faults)
        read = len(faults)
        ends = _read(end, N_("{value!r} is no end; give an amount for each jug, such as '4,4,0'"), faults)
        goal: Goal = EndState(ends) if ends or (end is not None and len(faults) == read) else InAny(1)
        if (target is None) == (end is None):
            faults.append(NO_ONE_GOAL)
        amount = _number(target, N_("'{text}' is no whole number; give a target, for example 4"), 1, faults)
        if target is not None and end is None:
            goal = _goal(sizes, amount, "any" if where is None else str(where).lower(), faults)
        drawn = _number(supply, N_("'{text}' is no whole number; give a supply, for example 20"), 1, faults)
        if not sizes:
            PuzzleError.check(faults)
        try:
            problem = cls(sizes, initial, goal, tap, drain, None if supply is None else drawn)
        except PuzzleError as error:
            raise PuzzleError(*faults, *error.faults) from None
        PuzzleError.check(faults)
        return problem

    def __str__(self) -> str:
        """The problem in words: the jugs with what they hold, and the goal."""
        jugs = ", ".join(f"{jug_name(jug)} {capacity}" for jug, capacity in enumerate(self.capacities))
        return f"jugs {jugs}; {self.goal}"

    def _repr_svg_(self) -> str:
        return strip_svg(self, ())

    @cached_property
    def start(self) -> Amounts:
        """The state to start from."""
        return self.initial if self.supply is None else (*self.initial, self.supply)

    def amounts(self, state: Amounts) -> Amounts:
        """The amounts in the jugs: `state` without what is left of the supply."""
        return state[: len(self.capacities)]

    def moves(self, state: Amounts) -> Iterator[Action]:
        """Yields the actions that change `state`: fill, empty, pour, each by number of jug."""
        jugs = range(len(self.capacities))
        room = [capacity > amount for capacity, amount in zip(self.capacities, state, strict=False)]
        if self.tap and (self.supply is None or state[-1] > 0):
            yield from (Action(None, jug) for jug in jugs if room[jug])
        if self.drain:
            yield from (Action(jug, None) for jug in jugs if state[jug])
        for source in jugs:
            if state[source]:
                yield from (Action(source, target) for target in jugs if target != source and room[target])

    def apply(self, state: Amounts, move: Action) -> Amounts:
        """The state after an action, `move`, that is allowed in `state`."""
        after = list(state)
        if move.target is None:
            after[move.source or 0] = 0
            return tuple(after)
        amount = self.capacities[move.target] - state[move.target]
        if move.source is not None:
            amount = min(amount, state[move.source])
            after[move.source] -= amount
        elif self.supply is not None:
            amount = min(amount, state[-1])
            after[-1] -= amount
        after[move.target] += amount
        return tuple(after)

    def solved(self, state: Amounts) -> bool:
        """Whether the goal is met in `state`, the amounts in the jugs."""
        return self.goal.met(self.amounts(state))

    def water(self, state: Amounts, move: Action) -> int:
        """How much water an action, `move`, draws from the tap in `state`; the cost for `cheapest_plans`.

        >>> Jugs((8, 5), goal=InAny(4)).water((3, 0), Action(None, 0))
        5
        """
        if move.source is not None or move.target is None:
            return 0
        return self.apply(state, move)[move.target] - state[move.target]

    def _faults(self) -> Iterator[Fault]:
        if not 1 <= len(self.capacities) <= MAX_JUGS:
            many = NN_(
                "{count} jug was given; 1 to {limit} are allowed, for example 8 5",
                "{count} jugs were given; 1 to {limit} are allowed, for example 8 5",
            )
            yield Fault(*many, count=len(self.capacities), limit=MAX_JUGS)
        if len(self.capacities) <= MAX_JUGS:  # otherwise there could be a million faults
            yield from self._amount_faults()
        if not isinstance(self.goal, Goal):
            yield Fault("{value!r} is no goal; give one such as InAny(4)", value=self.goal)
            return
        if not isinstance(self.goal, EndState):
            yield from _whole(
                (self.goal.target,), 0, N_("a target of {value} was given; it must be 0 or more, for example 4")
            )
        if isinstance(self.goal, InJug) and not 0 <= self.goal.jug < len(self.capacities):
            yield Fault(
                "there is no jug number {jug}; with {count} jug, 0 to {last} are allowed",
                "there is no jug number {jug}; with {count} jugs, 0 to {last} are allowed",
                jug=self.goal.jug,
                count=len(self.capacities),
                last=len(self.capacities) - 1,
            )
        if self.supply is not None:
            yield from _whole(
                (self.supply,), 1, N_("a supply of {value} was given; it must be 1 or more, for example 20")
            )
            if not self.tap:
                yield Fault("a supply of water needs a tap to draw it; allow the tap or leave the supply out")

    def _amount_faults(self) -> Iterator[Fault]:
        yield from _whole(
            self.capacities, 1, N_("a capacity of {value} was given; a jug holds 1 or more, for example 8")
        )
        yield from self._state_faults(
            self.initial,
            NN_(
                "the start has {count} amount; give one for each jug, {jugs} in all, for example {example}",
                "the start has {count} amounts; give one for each jug, {jugs} in all, for example {example}",
            ),
        )
        if isinstance(self.goal, EndState):
            yield from self._state_faults(
                self.goal.amounts,
                NN_(
                    "the end has {count} amount; give one for each jug, {jugs} in all, for example {example}",
                    "the end has {count} amounts; give one for each jug, {jugs} in all, for example {example}",
                ),
            )

    def _state_faults(self, amounts: Amounts, wrong_count: tuple[str, str]) -> Iterator[Fault]:
        if len(amounts) != len(self.capacities):
            example = ",".join(map(str, self.capacities[:1] + (0,) * min(len(self.capacities) - 1, 4)))
            yield Fault(*wrong_count, count=len(amounts), jugs=len(self.capacities), example=example)
        yield from _whole(amounts, 0, N_("an amount of {value} was given; it must be 0 or more, for example 3"))
        for jug, (amount, capacity) in enumerate(zip(amounts, self.capacities, strict=False)):
            if amount > capacity > 0:
                yield Fault(
                    "an amount of {amount} was given for jug {jug}, which holds {capacity}",
                    amount=amount,
                    jug=jug_name(jug),
                    capacity=capacity,
                )


def _numbers(values: Iterable[SupportsIndex], wrong: str) -> Amounts:
    """Converts whole numbers of any type, such as NumPy's; raises `PuzzleError` for anything else."""
    try:
        return tuple(index(value) for value in values)
    except TypeError:
        raise PuzzleError.said(wrong, value=values) from None


def _read(values: str | Iterable[int | str] | None, wrong: str, faults: list[Fault]) -> Amounts:
    """Reads amounts: text with commas or spaces between numbers, or numbers, each of which may be text."""
    if values is None:
        return ()
    if isinstance(values, str):
        words = values.strip().strip("()").replace(",", " ").split()
        if words and all(map(_WHOLE.fullmatch, words)):
            return tuple(_number(word, wrong, 0, faults) for word in words)
        faults.append(Fault(wrong, value=short(values)))
        return ()
    number = N_("'{text}' is no whole number; give a capacity, for example 8")
    try:
        most = 10**MAX_DIGITS - 1  # stands for a capacity that cannot be read, so that the others can be checked
        return tuple(_number(each, number, most, faults) if isinstance(each, str) else index(each) for each in values)
    except TypeError:
        faults.append(Fault(wrong, value=values))
        return ()


_WHOLE = re.compile(r"[+-]?[0-9]+", re.ASCII)


def _number(value: int | str | None, wrong: str, instead: int, faults: list[Fault]) -> int:
    """Reads a whole number; of one that is missing or cannot be read another one stands in its place."""
    if isinstance(value, str) and not _WHOLE.fullmatch(value.strip()):
        faults.append(Fault(wrong, text=short(value)))
        return instead
    if isinstance(value, str):  # longer numbers are too large for any problem; there is no need to convert them
        return int(value.strip()[: MAX_DIGITS + 2])
    return instead if value is None else value


def _goal(sizes: Amounts, target: int, where: str, faults: list[Fault]) -> Goal:
    """The goal to have the target in any jug, in all together, or in the jug of a letter or a capacity."""
    if where in ("any", "together"):
        return InAny(target) if where == "any" else Together(target)
    names = [jug_name(jug) for jug in range(min(len(sizes), MAX_JUGS))]
    found = [jug for jug, name in enumerate(names) if where.upper() == name]
    found = found or [jug for jug, size in enumerate(sizes) if where == str(size)]
    if len(found) == 1:
        return InJug(found[0], target)
    message = N_("there is no jug '{where}'; give any, together, a letter {first} to {last}, or a capacity")
    if found:
        message = N_("there are {count} jugs of {where}; say which by its letter, {first} to {last}")
    if names:
        faults.append(Fault(message, count=len(found), where=short(where.upper()), first=names[0], last=names[-1]))
    return InAny(target)


def _whole(values: Amounts, least: int, too_small: str) -> Iterator[Fault]:
    limit = 10**MAX_DIGITS
    for value in values:
        if not isinstance(value, int):
            yield Fault("{value!r} is no whole number; give one such as 4", value=value)
    for value in dict.fromkeys(value for value in values if isinstance(value, int)):
        if value < least:
            yield Fault(too_small, value=value)
        elif value >= limit:
            yield Fault("a number is too long; up to {digits} digits are allowed", digits=MAX_DIGITS)
