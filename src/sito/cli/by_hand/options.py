"""The options --play and --resume of puzzles, and which other options go with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from sito.base.limits import Limits
from sito.cli.parameters import given
from sito.errors import N_, Fault, InputError
from sito.operations.operation import Ask

if TYPE_CHECKING:
    from sito.cli.by_hand.loop import AnyStand


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

    def run(
        self, kind: str, begin: Callable[[], AnyStand], limits: Limits, problem: object, others: tuple[object, ...]
    ) -> int:
        """Lets a person solve a puzzle, and returns the exit code; the last two are dataclasses of options.

        Raises `InputError` with every option that a puzzle by hand cannot have.
        """
        from sito.cli.by_hand.loop import solve_by_hand
        from sito.cli.play.kinds import go_on
        from sito.cli.play.saved import SavedGame

        self._check(problem, others)
        if self.resume:
            return go_on(kind, None, limits)
        stand = begin()
        return solve_by_hand(SavedGame.new(kind), stand, limits)

    def _check(self, problem: object, others: tuple[object, ...]) -> None:
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
