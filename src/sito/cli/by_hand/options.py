"""The options --play and --resume of puzzles, and which other options go with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Annotated, Any

from sito.cli.parameters import Option, apart, parameters_of
from sito.errors import N_, Fault, InputError


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """Whether a person solves the puzzle, and whether a saved one is taken up."""

    HEADING = N_("By hand")

    play: Annotated[
        bool, Option("--play", help=N_("Solve it yourself, step by step, with help where you want it."))
    ] = False
    resume: Annotated[bool, Option("--resume", help=N_("Go on with the saved puzzle."))] = False

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
    hints = parameters_of(type(options))
    for field in fields(options):
        if getattr(options, field.name) != field.default:
            _kind, _many, about = apart(hints[field.name])
            # Of two, as in --tap/--no-tap, the second one stands for the value that is not the default.
            yield about.name.rpartition("/")[2] if isinstance(about, Option) else about.metavar
