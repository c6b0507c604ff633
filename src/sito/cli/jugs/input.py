"""Reads a water-jug problem from the words of a command line, and tells all that is wrong with it at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from sito.base.files import check_writable
from sito.cli.parameters import Argument
from sito.cli.watch import MOST_PACE
from sito.errors import N_, Fault, PuzzleError
from sito.operations.operation import Ask
from sito.puzzles.jugs.problem import Jugs
from sito.puzzles.jugs.solver import MAX_STATES


@dataclass(frozen=True, kw_only=True)
class JugOptions:
    """The jugs, and what is to be measured."""

    HEADING = N_("Puzzle")

    capacities: Annotated[list[str] | None, Argument(N_("What each jug holds."), metavar="CAPACITY")] = None
    target: Annotated[str | None, Ask(N_("What to measure."), short="-t", metavar="AMOUNT")] = None
    where: Annotated[
        str,
        Ask(N_("Where to have it: any (one jug), together (all jugs), or a jug by letter or capacity."), name="--in"),
    ] = "any"
    end: Annotated[str | None, Ask(N_("An amount for each jug instead: 4,4,0."), metavar="AMOUNTS")] = None
    start: Annotated[str | None, Ask(N_("An amount for each jug: 8,0,0. Without it: 0."), metavar="AMOUNTS")] = None
    tap: Annotated[bool, Ask(N_("Whether jugs can be filled at a tap."))] = True
    drain: Annotated[bool, Ask(N_("Whether jugs can be emptied."))] = True
    decant: Annotated[bool, Ask(N_("No tap and no drain: pour from jug to jug only."))] = False
    supply: Annotated[str | None, Ask(N_("How much water the tap has in all."), metavar="AMOUNT")] = None

    def read(self) -> Jugs:
        """Makes the problem. Raises `PuzzleError` with every fault."""
        if not self.capacities:
            missing = N_("{name} is missing; write it as in: {example}")
            raise PuzzleError(Fault(missing, name="CAPACITY", example="sito jugs 8 5 --target 4"))
        faults = [
            Fault(N_("there is no option {option}; 'sito jugs --help' lists those there are"), option=text[:40])
            for text in self.capacities
            if text.startswith("--")
        ]
        PuzzleError.check(faults)
        return Jugs.parse(
            self.capacities,
            self.target,
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

    least_water: Annotated[bool, Ask(N_("The least water first, then the fewest actions."))] = False
    max_states: Annotated[int, Ask(N_("How many states to keep at most."), 1)] = MAX_STATES


class View(StrEnum):
    """How a plan is written."""

    STEPS = "steps"
    TABLE = "table"
    LINE = "line"


@dataclass(frozen=True, kw_only=True)
class ViewOptions:
    """Which plans are shown, and how."""

    HEADING = N_("Output")

    every: Annotated[bool, Ask(N_("All the best plans, not one."), name="--all", short="-a")] = False
    show: Annotated[int, Ask(N_("How many actions to show."), 0)] = 100
    view: Annotated[View, Ask(N_("How to write a plan."))] = View.STEPS
    animated: Annotated[
        bool, Ask(N_("Show the jugs in motion; with --svg, draw a moving picture."), name="--animate")
    ] = False
    pace: Annotated[float, Ask(N_("How long a step of the animation takes."), 0, MOST_PACE, metavar="SECONDS")] = 1.0
    svg: Annotated[Path | None, Ask(N_("Draw the plan into an SVG file."))] = None

    def check(self) -> None:
        """Sees before the work that the picture can be written. Raises `InputError`."""
        if self.svg is not None:
            check_writable(self.svg)
