"""Peg solitaire, every board and every question: the fewest moves, all solutions, exact counts.

The search is native. It goes by levels of positions with equally many pegs, from the start
and back from the finish, up to the symmetries that keep both; where they have met, the
positions that can be reached and still win answer the rest by dynamic programming
(Beasley 1985; Bell, *Solving Triangular Peg Solitaire*, 2008; G. I. Bell, OEIS A112737).

>>> analysis = Analysis(Problem.parse("hoppers"))
>>> analysis.fewest(), analysis.shortest_count(), analysis.solutions_count(), analysis.games()
(7, 72, 5664, 109664)
>>> solution_text(next(analysis.solutions()))
'(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from sito import _native
from sito.errors import N_, Fault, LimitError, PuzzleError
from sito.limits import Limits
from sito.native_errors import native_errors
from sito.native_run import NativeRun
from sito.puzzles.pegs.boards import Board, Jump
from sito.puzzles.pegs.bounds import least_moves
from sito.puzzles.pegs.problem import Problem, Run, Solution, parse_solution, solution_text
from sito.puzzles.pegs.proofs import Proof, quick_proof

__all__ = ["Analysis", "Board", "Level", "Problem", "Solution", "parse_solution", "solution_text"]

T = TypeVar("T")
Watch = Callable[[int], object]
"""Called every so often with the positions finished in the level at work; returns true to stop."""

DEFAULT_MEMORY = 2 << 30

# Positions of each level in the samples that look for a solution when a search was cut short.
_SAMPLES = (1 << 15, 1 << 17, 1 << 20)


@dataclass(frozen=True, slots=True)
class Level:
    """How many positions of a kind have so many pegs: up to symmetry, and in all."""

    pegs: int
    classes: int
    positions: int


@dataclass(frozen=True, slots=True)
class Exhausted:
    """A search has looked at everything that could have shown a way: so many positions, up to symmetry."""

    positions: int


@dataclass(frozen=True, slots=True)
class LosingJump:
    """There are solutions, and none begins with this jump."""

    jump: Jump


Reason = Proof | Exhausted | LosingJump


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of the fewest moves: a lower bound, and an upper bound with a solution that has as many moves.

    `reason` says why there is no solution; `stopped` why the search ended early, if it did.
    """

    problem: Problem
    lower: int | None
    upper: int | None
    solution: Solution | None
    reason: Reason | None = None
    stopped: Fault | None = None

    @property
    def is_solvable(self) -> bool | None:
        """Whether there is a solution; None if that is not known."""
        return True if self.solution is not None else False if self.reason is not None else None

    @property
    def proven(self) -> bool:
        """Whether nothing is left open: the bounds meet, or there is no solution."""
        return self.reason is not None or (self.lower is not None and self.lower == self.upper)


class Analysis:
    """What can be said of a problem; each answer is worked out when it is first asked for.

    `memory` limits the stored levels, in bytes. `watch` is called some twenty times a
    second while the native search runs. Every method raises `LimitError` when `watch`
    returns true or the memory does not suffice; what was found stays, and the same method
    called again goes on from there.
    """

    def __init__(self, problem: Problem, *, memory: int = DEFAULT_MEMORY, watch: Watch | None = None) -> None:
        self.problem = problem
        self._run = NativeRun(Limits(), watch)
        self.on_level: Callable[[], None] = lambda: None
        """Called after each level that was searched."""
        board = problem.board
        with native_errors():
            self._search = _native.PegSearch(
                board.holes, board.jumps, board.symmetries, problem.start, problem.finishes, memory
            )

    def meet(self) -> None:
        """Searches from both sides until they meet; for as few pegs as can be, until there is nowhere to go."""
        if self.problem.finishes:
            while not self._search.is_met:
                self._check(self._search.step(watch=self._run.watch))
        else:
            self.reach()

    def reach(self) -> None:
        """Searches everything that can be reached from the start."""
        while not self._search.is_exhausted:
            self._check(self._search.step_forward(watch=self._run.watch))

    def _check(self, stop: str | None) -> None:
        if stop == "memory":
            raise LimitError(Fault(N_("the next level of positions does not fit into the memory allowed")))
        if self._run.stopped(stop) is not None:
            raise _stopped()
        self.on_level()

    def _made(self, made: tuple[T | None, str | None]) -> T:
        """Gives what was made. Raises `LimitError` if it was not finished, and `KeyboardInterrupt` for Ctrl-C."""
        result, word = made
        self._run.stopped(word)
        if result is None:
            raise _stopped()
        return result

    @cached_property
    def _winning(self) -> _native.PegWinning:
        self.meet()
        finishes = None if self.problem.finishes else self.finishes
        return self._made(self._search.winning(finishes, watch=self._run.watch))

    @cached_property
    def finishes(self) -> tuple[int, ...]:
        """The positions that finish: those of the problem, or those with as few pegs as can be."""
        if self.problem.finishes:
            return self.problem.finishes
        self.reach()
        return tuple(self._search.last_positions())

    @property
    def is_solvable(self) -> bool:
        """Whether the finish can be reached."""
        return self.fewest() is not None

    def fewest(self, first: Jump | None = None) -> int | None:
        """Returns the fewest moves, perhaps with the first jump given; None if that does not win."""
        return self._winning.fewest(self.problem.start, first)

    def solve(self, first: Jump | None = None) -> Answer:
        """Returns the fewest moves with a solution, or why there is none; when stopped, bounds.

        Raises no `LimitError`.
        """
        problem = self.problem
        if (proof := quick_proof(problem)) is not None:
            return Answer(problem, None, None, None, proof)
        try:
            fewest = self.fewest(first)
        except LimitError as error:
            solution = self._sampled_solution(first) if problem.finishes else None
            upper = None if solution is None else len(solution)
            return Answer(problem, least_moves(problem), upper, solution, stopped=error.faults[0])
        if fewest is None and first is not None and self.is_solvable:
            return Answer(problem, None, None, None, LosingJump(first))
        if fewest is None:
            return Answer(problem, None, None, None, Exhausted(self.positions_searched))
        return Answer(problem, fewest, fewest, next(self.solutions(first)))

    def _sampled_solution(self, first: Jump | None) -> Solution | None:
        """Finds a good solution among samples of the levels that were not searched; larger samples find better ones."""
        best: Solution | None = None
        for width in _SAMPLES:
            # The first takes moments and is made whatever the watch says; a search that was stopped has no time left.
            watch = None if width == _SAMPLES[0] else self._run.watch
            winning, stop = self._search.sample(width, watch=watch)
            self._run.stopped(stop)
            if winning is None:
                break
            found = next(winning.solutions(None if first is None else (first[0], first[2])), None)
            if found is not None and (best is None or len(found) < len(best)):
                best = tuple(map(tuple, found))
        return best

    @property
    def positions_searched(self) -> int:
        """How many positions have been searched, from the start and from the finish, up to symmetry."""
        return sum(level.classes for level in (*self.searched(), *self.searched_back()))

    def shortest_count(self, first: Jump | None = None) -> int:
        """Returns how many jump sequences win in the fewest moves (exact), not divided by symmetry."""
        return self._winning.shortest(self.problem.start, first)

    def solutions_count(self) -> int:
        """Returns how many jump sequences win (exact), not divided by symmetry."""
        return self._made(self._winning.solutions_count(watch=self._run.watch))

    def games(self) -> int:
        """Returns how many jump sequences lead to a position with no jumps left, won or not (exact)."""
        self.reach()
        return self._made(self._search.games(watch=self._run.watch))

    def solutions(
        self, first: Jump | None = None, *, every: bool = False, up_to_symmetry: bool = False
    ) -> Iterator[Solution]:
        """Yields the solutions with the fewest moves, or `every` one, in ascending order of their holes.

        With `up_to_symmetry` only the first of those that the symmetries of the board,
        those which keep start and finish, make of each other.
        """
        kept = self.symmetries[1:] if up_to_symmetry else ()
        for found in self._winning.solutions(None if first is None else (first[0], first[2]), every):
            solution = tuple(map(tuple, found))
            if all(solution <= _moved(solution, symmetry) for symmetry in kept):
                yield solution

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the board that keep start and finish, the identity first."""
        finishes = frozenset(self.finishes)
        start = frozenset([self.problem.start])
        return tuple(
            symmetry
            for symmetry in self.problem.board.symmetries
            if all(frozenset(_image(p, symmetry) for p in kept) == kept for kept in (start, finishes))
        )

    def reachable(self) -> tuple[Level, ...]:
        """Returns the positions that can be reached, level by level, most pegs first."""
        self.reach()
        return self.searched()

    def searched(self) -> tuple[Level, ...]:
        """Returns the levels that have been searched from the start so far."""
        return tuple(Level(*sizes) for sizes in self._search.forward_sizes)

    @property
    def levels_searched(self) -> int:
        """How many levels have been searched, from the start and from the finish."""
        return self._search.level_count

    def searched_back(self) -> tuple[Level, ...]:
        """Returns the levels that have been searched back from the finish; none if those of the start serve."""
        return tuple(Level(*sizes) for sizes in self._search.backward_sizes or ())

    def winning(self) -> tuple[Level, ...]:
        """Returns the positions that can be reached and can still win, level by level, most pegs first."""
        return tuple(Level(*sizes) for sizes in self._winning.sizes)

    def hint(self) -> Run | None:
        """Returns the first move of a shortest solution; None if there is no solution."""
        first = next(self.solutions(), None)
        return first[0] if first else None

    def shortest_stuck(self) -> Solution | None:
        """Returns moves that get stuck, short of the finish, in the fewest jumps and then moves; None if none do."""
        search = Analysis(self.problem)._search
        while not (stuck := search.stuck()):
            if search.is_exhausted:
                return None
            self._check(search.step_forward(watch=self._run.watch))
        winning = self._made(search.winning(stuck, watch=self._run.watch))
        return tuple(map(tuple, next(winning.solutions())))

    def first_jump(self, text: str) -> Jump:
        """Reads the first jump, such as `0,6`, and checks that it can be made. Raises `PuzzleError`.

        >>> Analysis(Problem.parse("hoppers")).first_jump("0,6")
        (0, 3, 6)
        """
        possible = list(self.problem.jumps(self.problem.start))
        for jump in possible:
            if text.replace(" ", "").strip("()") == f"{jump[0]},{jump[2]}":
                return jump
        jumps = ", ".join(f"{start},{end}" for start, _over, end in possible)
        raise PuzzleError(Fault(N_("{text!r} is no first jump here; these are: {jumps}"), text=text, jumps=jumps))

    def dump(self, known: int = 0, known_back: int = 0) -> tuple[list[bytes], list[bytes]]:
        """Returns the levels searched from the start and from the finish, past the first so many, for a checkpoint."""
        return self._search.dump(False, 1 + known), self._search.dump(True, 1 + known_back)

    def restore(self, forward: list[bytes], backward: list[bytes]) -> None:
        """Goes on from the levels that an analysis of the same problem dumped. Raises `PuzzleError` if damaged."""
        with native_errors():
            self._search.restore(forward, backward)


def _stopped() -> LimitError:
    return LimitError(Fault(N_("the search was stopped before it was finished")))


def _image(position: int, symmetry: tuple[int, ...]) -> int:
    return sum(1 << image for hole, image in enumerate(symmetry) if position >> hole & 1)


def _moved(solution: Solution, symmetry: tuple[int, ...]) -> Solution:
    return tuple(tuple(symmetry[hole] for hole in run) for run in solution)
