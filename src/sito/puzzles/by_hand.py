"""Puzzles that a person solves by hand: the steps so far, the steps that are possible, and what can still come of it.

>>> from sito.puzzles.search import _Doctest
>>> puzzle = _Doctest()
>>> hand = ByHand(puzzle).after(1)
>>> hand.position, hand.legal_steps(), hand.solved
(1, (2,), False)
>>> hand.after(2).solved, hand.undone() == ByHand(puzzle)
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeAlias

from sito.base.limits import Stopped
from sito.errors import Fault, PuzzleError
from sito.puzzles.search import Move, Puzzle, State


@dataclass(frozen=True)
class ByHand(Generic[State, Move]):
    """A puzzle and the steps that were taken on it. Raises `PuzzleError` for a step that cannot be taken."""

    puzzle: Puzzle[State, Move]
    steps: tuple[Move, ...] = ()
    _states: tuple[State, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        states = list(self._states[: len(self.steps) + 1]) or [self.puzzle.start]
        for step in self.steps[len(states) - 1 :]:
            states.append(self._next(states[-1], step))
        object.__setattr__(self, "_states", tuple(states))

    def _next(self, state: State, step: Move) -> State:
        """Gives the state after a step. Raises `PuzzleError` if the step cannot be taken."""
        if step not in self.puzzle.moves(state):
            raise PuzzleError(no_step(step))
        return self.puzzle.apply(state, step)

    @property
    def states(self) -> tuple[State, ...]:
        """The start, and the state after each step."""
        return self._states

    @property
    def position(self) -> State:
        """How the puzzle stands now."""
        return self._states[-1]

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.puzzle.solved(self.position)

    @property
    def length(self) -> int:
        """How much the steps so far count, where fewest is best: each counts one."""
        return len(self.steps)

    def legal_steps(self) -> tuple[Move, ...]:
        """Lists the steps that can be taken now."""
        return tuple(self.puzzle.moves(self.position))

    def after(self, step: Move) -> Self:
        """Takes a step. Raises `PuzzleError` if it cannot be taken."""
        return type(self)(self.puzzle, (*self.steps, step), self._states)

    def undone(self, count: int = 1) -> Self:
        """Takes the last steps back. Raises `PuzzleError` if there are not so many, or `count` is not 1 or more."""
        if not isinstance(count, int) or count < 1:
            raise PuzzleError.said("{count} steps cannot be taken back; give 1 or more", count=count)
        if count > len(self.steps):
            none = Fault("there is no step to take back")
            fewer = Fault(
                "only {count} step was taken; no more can be taken back",
                "only {count} steps were taken; no more can be taken back",
                count=len(self.steps),
            )
            raise PuzzleError(fewer if self.steps else none)
        return type(self)(self.puzzle, self.steps[: len(self.steps) - count], self._states)


def no_step(step: object) -> Fault:
    """Says that something is no step that can be taken."""
    return Fault("the step {step} cannot be taken here", step=step)


AnyHand: TypeAlias = ByHand[Any, Any]


@dataclass(frozen=True)
class Outlook(Generic[Move]):
    """What is known of the way from a position to the end of a puzzle.

    `possible` is None while it is not known whether there is a way. Every way counts
    `at_least` so much, and one counts `at_most` so much, if one is known; if these are the
    same, it is the least there is. `why` says why there is no way, and `stopped` what ended
    the search early. `plan()` yields the steps of the best way known, none without one.
    """

    possible: bool | None
    at_least: int = 0
    at_most: int | None = None
    why: Fault | None = None
    stopped: Stopped | None = None
    plan: Callable[[], Iterator[Move]] = field(default=lambda: iter(()), repr=False, compare=False)

    @property
    def fewest(self) -> int | None:
        """The least that a way from here counts; None if there is none or it is not known."""
        return self.at_most if self.at_most == self.at_least else None

    @property
    def hint(self) -> Move | None:
        """The first step of the best way known; None without one."""
        return next(self.plan(), None)


AnyOutlook: TypeAlias = Outlook[Any]
