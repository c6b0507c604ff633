"""Reads a water-jug problem from the words of a command line, and tells all that is wrong with it at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from sito.base.files import check_writable
from sito.cli.parameters import Argument, Option
from sito.cli.watch import MOST_PACE
from sito.errors import N_, Fault, PuzzleError
from sito.puzzles.jugs.plan import Amounts, jug_name
from sito.puzzles.jugs.problem import MAX_DIGITS, MAX_JUGS, EndState, Goal, InAny, InJug, Jugs, Together
from sito.puzzles.jugs.solver import MAX_STATES

# Stands in for a capacity that cannot be read, so that the rest can be checked without faults that follow from it.
_ANY_CAPACITY = 10**MAX_DIGITS - 1


@dataclass(frozen=True, kw_only=True)
class JugOptions:
    """The jugs, and what is to be measured."""

    HEADING = N_("Puzzle")

    capacities: Annotated[list[str] | None, Argument(metavar="CAPACITY", help=N_("What each jug holds."))] = None
    target: Annotated[str | None, Option("--target", "-t", metavar="AMOUNT", help=N_("What to measure."))] = None
    where: Annotated[
        str,
        Option(
            "--in",
            metavar="WHERE",
            help=N_("Where to have it: any (one jug), together (all jugs), or a jug by letter or capacity."),
        ),
    ] = "any"
    end: Annotated[
        str | None, Option("--end", metavar="AMOUNTS", help=N_("An amount for each jug instead: 4,4,0."))
    ] = None
    start: Annotated[
        str | None, Option("--start", metavar="AMOUNTS", help=N_("An amount for each jug: 8,0,0. Without it: 0."))
    ] = None
    tap: Annotated[bool, Option("--tap/--no-tap", help=N_("Whether jugs can be filled at a tap."))] = True
    drain: Annotated[bool, Option("--drain/--no-drain", help=N_("Whether jugs can be emptied."))] = True
    decant: Annotated[bool, Option("--decant", help=N_("No tap and no drain: pour from jug to jug only."))] = False
    supply: Annotated[
        str | None, Option("--supply", metavar="AMOUNT", help=N_("How much water the tap has in all."))
    ] = None

    def read(self) -> Jugs:
        """Makes the problem. Raises `PuzzleError` with every fault."""
        if not self.capacities:
            missing = N_("{name} is missing; write it as in: {example}")
            raise PuzzleError(Fault(missing, name="CAPACITY", example="sito jugs 8 5 --target 4"))
        return read_jugs(
            self.capacities,
            target=self.target,
            where=self.where,
            end=self.end,
            start=self.start,
            tap=self.tap and not self.decant,
            drain=self.drain and not self.decant,
            supply=self.supply,
        )


@dataclass(frozen=True, kw_only=True)
class EffortOptions:
    """What is to be made least, and how much may be searched for it."""

    HEADING = N_("Search")

    least_water: Annotated[
        bool, Option("--least-water", help=N_("The least water first, then the fewest actions."))
    ] = False
    max_states: Annotated[
        int, Option("--max-states", min=1, metavar="NUMBER", help=N_("How many states to keep at most."))
    ] = MAX_STATES


class View(StrEnum):
    """How a plan is written."""

    STEPS = "steps"
    TABLE = "table"
    LINE = "line"


@dataclass(frozen=True, kw_only=True)
class ViewOptions:
    """Which plans are shown, and how."""

    HEADING = N_("Output")

    every: Annotated[bool, Option("--all", "-a", help=N_("All the best plans, not one."))] = False
    show: Annotated[int, Option("--show", min=0, metavar="NUMBER", help=N_("How many actions to show."))] = 100
    view: Annotated[View, Option("--view", help=N_("How to write a plan."))] = View.STEPS
    animated: Annotated[
        bool, Option("--animate", help=N_("Show the jugs in motion; with --svg, draw a moving picture."))
    ] = False
    pace: Annotated[
        float,
        Option("--pace", min=0, max=MOST_PACE, metavar="SECONDS", help=N_("How long a step of the animation takes.")),
    ] = 1.0
    svg: Annotated[Path | None, Option("--svg", metavar="FILE", help=N_("Draw the plan into an SVG file."))] = None

    def check(self) -> None:
        """Sees before the work that the picture can be written. Raises `InputError`."""
        if self.svg is not None:
            check_writable(self.svg)


def read_jugs(
    capacities: Sequence[str],
    *,
    target: str | None = None,
    where: str = "any",
    end: str | None = None,
    start: str | None = None,
    tap: bool = True,
    drain: bool = True,
    supply: str | None = None,
) -> Jugs:
    """Makes the problem; raises `PuzzleError` with every fault.

    >>> read_jugs(["8", "5"], target="4", where="b").goal
    InJug(jug=1, target=4)
    >>> read_jugs(["8", "x"], target="-1")
    Traceback (most recent call last):
    sito.errors.PuzzleError: 'x' is no whole number; give a capacity, for example 8
    a target of -1 was given; it must be 0 or more, for example 4
    """
    faults = [
        Fault(N_("there is no option {option}; 'sito jugs --help' lists those there are"), option=_short(text))
        for text in capacities
        if text.startswith("--")
    ]
    capacities = [text for text in capacities if not text.startswith("--")]
    if len(capacities) > MAX_JUGS:
        sizes: Amounts = (_ANY_CAPACITY,) * len(capacities)
    else:
        sizes = tuple(
            _number(text, N_("'{text}' is no whole number; give a capacity, for example 8"), _ANY_CAPACITY, faults)
            for text in capacities
        )
    initial = _numbers(start, N_("'{text}' is no start; give an amount for each jug, for example 8,0,0"), faults)
    goal = _goal(sizes, target, where, end, faults)
    drawn = None
    if supply is not None:
        drawn = _number(supply, N_("'{text}' is no whole number; give a supply, for example 20"), 1, faults)
    try:
        problem = Jugs(sizes, initial or (0,) * len(sizes), goal or InAny(1), tap, drain, drawn)
    except PuzzleError as error:
        raise PuzzleError(*faults, *error.faults) from None
    PuzzleError.check(faults)
    return problem


def _goal(sizes: Amounts, target: str | None, where: str, end: str | None, faults: list[Fault]) -> Goal | None:
    if (target is None) == (end is None):
        faults.append(Fault(N_("give either a target, for example --target 4, or an end, for example --end 4,4,0")))
    amount = 1
    if target is not None:
        amount = _number(target, N_("'{text}' is no whole number; give a target, for example 4"), 1, faults)
    if end is not None:
        amounts = _numbers(end, N_("'{text}' is no end; give an amount for each jug, for example 4,4,0"), faults)
        return None if amounts is None else EndState(amounts)
    match where.lower():
        case "any":
            return InAny(amount)
        case "together":
            return Together(amount)
        case _:
            jug = _jug(sizes, where, faults)
            return InAny(amount) if jug is None else InJug(jug, amount)


def _jug(sizes: Amounts, where: str, faults: list[Fault]) -> int | None:
    """The jug of this letter, or the only one of this capacity."""
    if len(sizes) > MAX_JUGS:
        return None
    names = [jug_name(jug) for jug in range(len(sizes))]
    if where.upper() in names:
        return names.index(where.upper())
    found = [jug for jug, size in enumerate(sizes) if str(size) == where]
    if len(found) == 1:
        return found[0]
    if found:
        message = N_("there are {count} jugs of {where}; say which by its letter, {first} to {last}")
    else:
        message = N_("there is no jug '{where}'; give any, together, a letter {first} to {last}, or a capacity")
    faults.append(Fault(message, count=len(found), where=where, first=names[0], last=names[-1]))
    return None


def _number(text: str, wrong: str, instead: int, faults: list[Fault]) -> int:
    if not re.fullmatch(r"[+-]?[0-9]+", text.strip(), re.ASCII):
        faults.append(Fault(wrong, text=_short(text)))
        return instead
    # Longer numbers are refused by the problem as well; there is no need to read them whole.
    return int(text.strip()[: MAX_DIGITS + 2])


def _numbers(text: str | None, wrong: str, faults: list[Fault]) -> Amounts | None:
    """The amounts of a text such as 8,0,0; None if there is no text, or if it cannot be read."""
    if text is None:
        return None
    words = text.strip().strip("()").replace(",", " ").split()
    if not words or not all(re.fullmatch(r"[+-]?[0-9]+", word, re.ASCII) for word in words):
        faults.append(Fault(wrong, text=_short(text)))
        return None
    return tuple(int(word[: MAX_DIGITS + 2]) for word in words)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
