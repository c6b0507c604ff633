"""The options --play and --resume of puzzles, and which other options go with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sito.cli.parameters import given
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
            for option in given(options)
        ]
        if self.resume:
            faults += [
                Fault(N_("--resume goes on with the saved puzzle as it is; leave out {option}"), option=option)
                for option in given(problem)
            ]
        InputError.check(faults)
