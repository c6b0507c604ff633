"""The options --play and --resume of puzzles, and which other options go with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from sito.cli.parameters import parameters_of
from sito.errors import N_, Fault, InputError
from sito.operations.operation import Ask


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """Whether a person solves the puzzle, and whether a saved one is taken up."""

    HEADING = N_("By hand")

    play: Annotated[bool, Ask(N_("Solve it yourself, step by step, with help where you want it."))] = False
    resume: Annotated[bool, Ask(N_("Go on with the saved puzzle."))] = False

    @property
    def by_hand(self) -> bool:
        """Whether a person solves it."""
        return self.play or self.resume

    def check(self, *, problem: object, others: tuple[object, ...]) -> None:
        """Sees that there are no options that a puzzle by hand cannot have; all of these are dataclasses of options.

        Raises `InputError` with every one of them.
        """
        faults = [
            Fault(N_("--play is for solving the puzzle yourself; leave out {option}"), option=option)
            for options in others
            for option in _given(options)
        ]
        if self.resume:
            faults += [
                Fault(N_("--resume goes on with the saved puzzle as it is; leave out {option}"), option=option)
                for option in _given(problem)
            ]
        InputError.check(faults)


def _given(options: Any) -> Iterator[str]:
    """Yields the names of the options that have another value than without them."""
    for each in parameters_of(type(options)):
        if getattr(options, each.field) != each.default:
            # Of two, as in --tap/--no-tap, the second one stands for the value that is not the default.
            yield each.metavar if each.is_argument else each.name.rpartition("/")[2]
