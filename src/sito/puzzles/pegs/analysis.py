"""Every question about a problem of peg solitaire: the fewest moves, all solutions, exact counts.

The search is native. It goes level by level, through positions with equally many pegs, from
the start and back from the finish, up to symmetry. Where the two sides have met, the
positions that can be reached and can still win answer the rest by dynamic programming
(Beasley 1985; Bell, *Solving Triangular Peg Solitaire*, 2008; G. I. Bell, OEIS A112737).

>>> analysis = Analysis(Problem.parse("hoppers"))
>>> analysis.fewest(), analysis.shortest_count(), analysis.solutions_count(), analysis.games()
(7, 72, 5664, 109664)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TypeVar

from sito import _native
from sito.base.limits import Limits, OnInterrupt, Stopped, limits_of
from sito.errors import N_, PuzzleError
from sito.native.errors import native_errors
from sito.native.run import NativeWatch
from sito.puzzles.pegs.answer import Answer, Exhausted, LosingJump
from sito.puzzles.pegs.boards import Board, Jump
from sito.puzzles.pegs.notation import Run, Solution
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.pegs.proofs import least_moves, quick_proof
from sito.puzzles.pegs.symmetry import image, moved
from sito.puzzles.watch import SearchStopped, Watch

DEFAULT_MEMORY = 2 << 30

# How many positions of each level are sampled to look for a solution when a search was stopped, and the seconds for it,
# because somebody waits. There is time for the larger samples only if memory was the limit.
_QUICK_SAMPLES = ((1 << 11, None), (1 << 13, 0.15), (1 << 15, 0.25))
_LARGE_SAMPLES = (1 << 17, 1 << 20)
_MOST_MEMORY = (1 << 63) - 1

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Level:
    """How many positions have so many pegs: `classes` counts them up to symmetry, `positions` all of them."""

    pegs: int
    classes: int
    positions: int


@dataclass(frozen=True, slots=True)
class PegProgress:
    """How far a search is: the levels that are finished, and the positions finished in the level at work."""

    levels: int
    positions: int


class Analysis:
    """Everything that can be computed about a problem; each answer is computed when it is first asked for.

    `limits.memory` limits the stored levels (2 GiB by default), `limits.work` the positions searched, which are
    counted whenever a level is finished. `on_progress` is called about ten times a second with the progress. Every
    method but `solve` raises `SearchStopped`, a `LimitError`, when a limit is reached, or when `on_progress` or
    `limits.stop` returns a true value; then `stopped` says which. What was found is kept, and calling the same method
    again continues from there. Ctrl-C raises `KeyboardInterrupt`, or `SearchStopped` with `on_interrupt="return"`.

    The time of `limits.seconds` begins when the analysis is made and holds for all
    questions together; it begins again when `limits` is assigned.

    Three groups of symmetries play a part. The *symmetries of the board* keep its jumps. Among them, the *symmetries
    of the start* keep the position at the start, too: levels searched from the start are counted up to these, and
    levels searched back from the finish up to those that keep the finish. The *symmetries of the problem*
    (`symmetries`) keep both: winning positions and solutions are counted up to these.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        limits: Limits = Limits(),
        on_progress: Callable[[PegProgress], object] | None = None,
        on_interrupt: OnInterrupt = "raise",
    ) -> None:
        self.problem = problem
        self.on_level: Callable[[], None] = lambda: None
        """Called after each level that was searched."""
        self._on_progress, self._on_interrupt = on_progress, on_interrupt
        self._watch = Watch(limits, on_progress, on_interrupt)
        # Progress reports use this, because the search itself cannot be asked while it is running.
        self._levels = 1
        board = problem.board
        memory = min(limits.memory or DEFAULT_MEMORY, _MOST_MEMORY)
        with native_errors():
            self._search = _native.PegSearch(
                board.holes, board.jumps, board.symmetries, problem.start, problem.finishes, memory
            )
        self._levels = self._search.level_count

    @property
    def limits(self) -> Limits:
        """The limits of all questions together; assign new ones to give new time and work. The memory stays."""
        return self._watch.limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self._watch = Watch(limits, self._on_progress, self._on_interrupt)

    @property
    def stopped(self) -> Stopped | None:
        """What ended the last search early; None if nothing did."""
        return self._watch.stopped

    def meet(self) -> None:
        """Searches from both sides until they meet; for as few pegs as possible, until nothing new can be reached."""
        if self.problem.finishes:
            while not self._search.is_met:
                self._step(self._search.step)
        else:
            self.reach()

    def reach(self) -> None:
        """Searches everything that can be reached from the start."""
        while not self._search.is_exhausted:
            self._step(self._search.step_forward)

    def _step(self, step: Callable[[NativeWatch[int]], str | None]) -> None:
        if self.limits.work is not None and self.positions_searched >= self.limits.work:
            raise self._watch.ended(Stopped.WORK)
        self._made(lambda watch: (True, step(watch)))
        self._levels = self._search.level_count
        self.on_level()

    def _made(self, work: Callable[[NativeWatch[int]], tuple[T | None, str | None]]) -> T:
        """Runs a native computation under the limits, and returns its result."""
        with self._watch.interruptible():
            made, word = work(NativeWatch(self._watch.deadline.seconds, self._look))
            self._watch.stop_at(word)
        if made is None:
            raise self._watch.ended()
        return made

    def _look(self, positions: int) -> bool:
        return self._watch.asks_to_stop(PegProgress(self._levels, positions))

    @cached_property
    def _winning(self) -> _native.PegWinning:
        self.meet()
        finishes = None if self.problem.finishes else self.finishes
        return self._made(partial(self._search.winning, finishes))

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

    def fewest(self, first: Jump | str | None = None) -> int | None:
        """Returns the fewest moves, or the fewest of solutions that begin with a jump; None if there is no solution.

        Raises `PuzzleError` for a first jump that cannot be made.
        """
        first = self._checked(first)
        if self._is_lost(first):
            return None
        return self._winning.fewest(self.problem.start, first)

    def fewest_from(self, position: int, first: Jump | None = None) -> int | None:
        """Returns the same for a position that can be reached from the start, where `first` can be made."""
        return self._winning.fewest(position, first)

    def _is_lost(self, first: Jump | None) -> bool:
        """Whether a jump leaves a start that is a finish; then nothing wins, for all finishes have as many pegs."""
        return first is not None and self.problem.start in self.finishes

    def solve(self, first: Jump | str | None = None) -> Answer:
        """Returns the fewest moves with a solution, or why there is none; bounds when stopped.

        With `first`, only solutions that begin with this jump count. Raises `PuzzleError`
        for a first jump that cannot be made, and no `LimitError`.
        """
        problem, first = self.problem, self._checked(first)
        try:
            with self._watch.interruptible():
                return self._solved(first)
        except SearchStopped:
            solution = self._sampled_solution(first) if problem.finishes else None
            upper = None if solution is None else len(solution)
            return Answer(problem, least_moves(problem), upper, solution, stopped=self.stopped)

    def _solved(self, first: Jump | None) -> Answer:
        problem = self.problem
        if (proof := quick_proof(problem)) is not None:
            return Answer(problem, None, None, None, proof)
        if first is not None and problem.start in problem.finishes:
            return Answer(problem, None, None, None, LosingJump(first))
        fewest = self.fewest(first)
        if fewest is None:
            found = Exhausted(self.positions_searched) if first is None or not self.is_solvable else LosingJump(first)
            return Answer(problem, None, None, None, found)
        return Answer(
            problem,
            fewest,
            fewest,
            next(self.solutions(first)),
            _count=lambda: self.shortest_count(first),
            _solutions=lambda: self.solutions(first),
        )

    def _sampled_solution(self, first: Jump | None) -> Solution | None:
        """Finds a good solution in samples of the levels that were not searched; larger samples find better ones."""
        best: Solution | None = None
        stopped = self.stopped
        try:
            for width, allowed in _QUICK_SAMPLES:  # in a time of their own, for that of the limits is over
                own = NativeWatch[int](allowed)
                best = self._better(best, first, self._made(lambda *_, w=width, own=own: self._search.sample(w, own)))
            for width in _LARGE_SAMPLES if stopped is Stopped.MEMORY else ():
                best = self._better(best, first, self._made(partial(self._search.sample, width)))
        except SearchStopped:
            pass  # the best of the smaller samples will do
        self._watch.stopped = stopped
        return best

    def _better(self, best: Solution | None, first: Jump | None, sample: _native.PegWinning) -> Solution | None:
        found = next(sample.solutions(first and (first[0], first[2])), None)
        if found is not None and (best is None or len(found) < len(best)):
            return tuple(map(tuple, found))
        return best

    @property
    def positions_searched(self) -> int:
        """How many positions have been searched: from the start up to its symmetries, from the finish up to its."""
        return sum(level.classes for level in (*self.searched(), *self.searched_back()))

    def shortest_count(self, first: Jump | str | None = None) -> int:
        """Returns how many jump sequences win in the fewest moves (exact); symmetric ones count separately."""
        first = self._checked(first)
        if self._is_lost(first):
            return 0
        return self._winning.shortest(self.problem.start, first)

    def solutions_count(self) -> int:
        """Returns how many jump sequences win (exact); symmetric ones count separately."""
        return self._made(self._winning.solutions_count)

    def games(self) -> int:
        """Returns how many jump sequences lead to a position with no jumps left, won or not (exact)."""
        self.reach()
        return self._made(self._search.games)

    def solutions(
        self, first: Jump | str | None = None, *, every: bool = False, up_to_symmetry: bool = False
    ) -> Iterator[Solution]:
        """Yields the solutions with the fewest moves, or `every` one, in ascending order of their holes.

        With `first`, only those that begin with this jump. With `up_to_symmetry`, only the first of each class of
        solutions that the symmetries of the problem map onto each other.
        """
        first = self._checked(first)
        if self._is_lost(first):
            return
        kept = self.symmetries[1:] if up_to_symmetry else ()
        for found in self._winning.solutions(first and (first[0], first[2]), every):
            solution = tuple(map(tuple, found))
            if all(solution <= moved(solution, symmetry) for symmetry in kept):
                yield solution

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the problem: those of the board that keep start and finish, the identity first."""
        finishes = frozenset(self.finishes)
        start = frozenset([self.problem.start])
        return tuple(
            symmetry
            for symmetry in self.problem.board.symmetries
            if all(frozenset(image(p, symmetry) for p in kept) == kept for kept in (start, finishes))
        )

    def reachable(self) -> tuple[Level, ...]:
        """Returns the positions that can be reached, most pegs first; classes by the symmetries of the start."""
        self.reach()
        return self.searched()

    def searched(self) -> tuple[Level, ...]:
        """Returns the levels that have been searched from the start so far; classes by the start's symmetries."""
        return tuple(Level(*sizes) for sizes in self._search.forward_sizes)

    def searched_back(self) -> tuple[Level, ...]:
        """Returns the levels that have been searched back from the finish; classes by the finish's symmetries.

        None if the levels from the start serve for both, as where the finish is the complement of the start.
        """
        return tuple(Level(*sizes) for sizes in self._search.backward_sizes or ())

    def winning(self) -> tuple[Level, ...]:
        """Returns the positions that can be reached and can still win, level by level, most pegs first.

        Their classes are by the symmetries of the problem.
        """
        return tuple(Level(*sizes) for sizes in self._winning.sizes)

    def hint(self) -> Run | None:
        """Returns the first move of a shortest solution; None if there is no solution."""
        first = next(self.solutions(), None)
        return first[0] if first else None

    def shortest_stuck(self) -> Solution | None:
        """Returns moves that get stuck before any finish, with the fewest jumps, then moves; None if there are none."""
        # If the goal is as few pegs as possible, a position with so few is a finish, and not stuck.
        problem = Problem(self.problem.board, self.problem.start, self.finishes)
        other = Analysis(problem, limits=self.limits)
        other._watch = self._watch
        while not (stuck := other._search.stuck()):
            if other._search.is_exhausted:
                return None
            other._step(other._search.step_forward)
        winning = other._made(partial(other._search.winning, stuck))
        return tuple(map(tuple, next(winning.solutions())))

    def first_jump(self, first: object) -> Jump:
        """Reads the first jump, such as `0,6`, and checks that it can be made. Raises `PuzzleError`."""
        jumps = {f"{jump[0]},{jump[2]}": jump for jump in self.problem.jumps(self.problem.start)}
        for text, jump in jumps.items():
            if first == jump or (isinstance(first, str) and first.replace(" ", "").strip("()") == text):
                return jump
        known = ", ".join(jumps) or "-"
        raise PuzzleError.said("{text!r} is no first jump here; these are: {jumps}", text=first, jumps=known)

    def _checked(self, first: object) -> Jump | None:
        return None if first is None else self.first_jump(first)

    def dump(self, known: int = 0, known_back: int = 0) -> tuple[list[bytes], list[bytes]]:
        """Returns the levels searched from both sides, without the first so many of each, for a checkpoint."""
        return self._search.dump(False, 1 + known), self._search.dump(True, 1 + known_back)

    def restore(self, forward: list[bytes], backward: list[bytes]) -> None:
        """Continues from the levels that an analysis of the same problem dumped. Raises `PuzzleError` if damaged."""
        with native_errors():
            self._search.restore(forward, backward)
        self._levels = self._search.level_count


def solve_pegs(
    problem: Problem | Board | str,
    *,
    start: str | int | None = None,
    finish: str | int | None = None,
    first: Jump | str | None = None,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_progress: Callable[[PegProgress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Answer:
    """Finds the fewest moves from the start to the finish, with a solution, or says why there is none.

    `problem` is a board as `Board.parse` reads it, with `start` and `finish` as `Problem.parse` reads them (a number
    is a hole), or a `Problem` that has both. With `first`, a jump such as `"0,6"`, only solutions that begin with it
    count.

    The `limits`, and `seconds` as one more of them, end the work early; `limits.work` counts positions.
    `on_progress` is told how far the work is, and ends it by a true answer. Ctrl-C raises `KeyboardInterrupt`, or with
    `on_interrupt="return"` ends the work, too. Then the result has bounds, and `stopped` says what ended it. Raises
    `PuzzleError` that lists every fault of the problem.

    >>> answer = solve_pegs("hoppers", first="0,6")
    >>> answer.moves, answer.count, answer.text
    (7, 18, '(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)')
    >>> solve_pegs("square-5").reason.holds()
    True
    """
    if isinstance(problem, Problem):
        if start is not None or finish is not None:
            raise PuzzleError.said("a Problem has its own start and finish; leave start= and finish= out")
    elif isinstance(problem, Board | str):
        problem = Problem.parse(problem, _text(start), _text(finish))
    else:
        message = N_("{value!r} is no problem; give a Problem, a Board or the text of a board, such as 'hoppers'")
        raise PuzzleError.said(message, value=problem)
    within = limits_of(limits, seconds)
    return Analysis(problem, limits=within, on_progress=on_progress, on_interrupt=on_interrupt).solve(first)


def _text(place: str | int | None) -> str:
    if place is None:
        return ""
    if isinstance(place, str) or (isinstance(place, int) and not isinstance(place, bool)):
        return str(place)
    message = N_("{value!r} is no start or finish; give a hole, such as 16 or 'centre', or a position as text")
    raise PuzzleError.said(message, value=place)
