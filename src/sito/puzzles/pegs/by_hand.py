"""Peg solitaire by hand: jumps as a person writes them, and whether the finish can still be reached.

A step is a run of jumps by one peg. Where a step goes on with the peg that jumped last, both
are one move, and the fewest moves from a position depend on which peg that was.

>>> hand = PegsByHand(Problem.parse("hoppers")).after("0 6").after("9,3")
>>> hand.length, PegGuide().outlook(hand).fewest
(2, 5)
>>> PegGuide().outlook(hand.after((2, 6, 0))).possible
False
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Self

from sito.base.limits import Limits, Stopped
from sito.errors import N_, Fault, PuzzleError, SitoError
from sito.puzzles.by_hand import ByHand, Outlook, no_step, short
from sito.puzzles.pegs.analysis import Analysis, PegProgress
from sito.puzzles.pegs.answer import Answer
from sito.puzzles.pegs.boards import Board, Jump
from sito.puzzles.pegs.notation import Run, Solution
from sito.puzzles.pegs.problem import Problem, is_legal, mask
from sito.puzzles.pegs.proofs import pagoda_proof

# Solutions are sampled after a search that was stopped, which takes up to so long beyond the limit.
_SAMPLING = 0.4
MEMORY = 1 << 30
"""Bytes that a search from a position may take, unless the limits say otherwise."""
_MOST_RUNS = 100


class PegsByHand(ByHand[int, Run]):
    """A problem of peg solitaire and the runs of jumps so far."""

    puzzle: Problem

    @classmethod
    def begin(cls, problem: Problem, limits: Limits = Limits()) -> Self:
        """Begins a problem; if its goal is as few pegs as possible, finds out first how few these are.

        Raises `SearchStopped`, a `LimitError`, if that takes more than the limits allow.
        """
        if not problem.finishes:
            finishes = Analysis(problem, limits=limits).finishes
            problem = Problem(problem.board, problem.start, tuple(sorted(finishes)))
        return cls(problem)

    def after(self, step: Run | str) -> Self:
        """Takes a run of jumps, or one written as `read_runs` reads it. Raises `PuzzleError` if it cannot be made."""
        return self.after_all(step) if isinstance(step, str) else super().after(step)

    def after_all(self, runs: str | Solution) -> Self:
        """Takes several runs one after the other. Raises `PuzzleError` if one of them cannot be made."""
        hand = self
        for run in read_runs(runs, self.puzzle.board) if isinstance(runs, str) else runs:
            hand = super(PegsByHand, hand).after(run)
        return hand

    def _next(self, state: int, step: Run) -> int:
        if not isinstance(step, tuple) or not all(isinstance(hole, int) for hole in step):
            raise PuzzleError(no_step(step))
        if len(step) < 2:
            raise PuzzleError.said("a jump needs the hole that it begins at and the one that it ends at")
        for start, end in pairwise(step):
            fault = why_no_jump(self.puzzle, state, start, end)
            if fault is not None:
                raise PuzzleError(fault)
            state = self.puzzle.apply(state, (start, end))
        return state

    @property
    def moves(self) -> Solution:
        """The moves so far: steps by the same peg one after the other are one."""
        moves: list[Run] = []
        for step in self.steps:
            if moves and moves[-1][-1] == step[0]:
                moves[-1] += step[1:]
            else:
                moves.append(step)
        return tuple(moves)

    @property
    def length(self) -> int:
        """How many moves the steps so far are."""
        return len(self.moves)

    @property
    def last(self) -> int | None:
        """The hole of the peg that jumped last; going on with it adds no move."""
        return self.steps[-1][-1] if self.steps else None

    def jumps(self) -> tuple[Jump, ...]:
        """Lists the single jumps that can be made now, as from, over, to."""
        return tuple(self.puzzle.jumps(self.position))


class PegGuide:
    """Says what can still come of positions; a search that was finished answers for all positions after its start."""

    def __init__(self) -> None:
        self._analysis: Analysis | None = None
        self._finished = False
        self._on_progress: Callable[[PegProgress], object] = lambda progress: None

    def outlook(
        self,
        hand: PegsByHand,
        limits: Limits = Limits(),
        on_progress: Callable[[PegProgress], object] = lambda progress: None,
    ) -> Outlook[Run]:
        """Says whether the finish can be reached from here, and in how many moves; within the limits.

        `limits.seconds` is for the search and the samples that stand in for it together, so
        that somebody who waits for it does not wait much longer. Asked again about the same
        position, the search goes on where it was stopped. `on_progress` is that of `Analysis`.
        """
        if hand.solved:
            return Outlook(True, 0, 0)
        if not hand.jumps():
            return Outlook(False, why=Fault("no peg can jump"))
        self._on_progress = on_progress
        # What only takes time to begin with is left out of it: a stopped search is followed by samples.
        seconds = limits.seconds
        search = Limits(
            None if seconds is None else max(seconds - _SAMPLING, seconds / 2),
            limits.work,
            limits.memory or MEMORY,
            limits.stop,
        )
        if not (self._finished and self._analysis and self._analysis.problem.start in self._states(hand)):
            answer = self._search(hand, search)
            if answer.reason is not None:
                return Outlook(False, why=answer.why)
            if not self._finished:
                return _unfinished(hand, answer)
        return self._exact(hand, self._analysis)

    def _states(self, hand: PegsByHand) -> tuple[int, ...]:
        return hand.states if self._analysis and self._analysis.problem.finishes == hand.puzzle.finishes else ()

    def _search(self, hand: PegsByHand, limits: Limits) -> Answer:
        """Searches from the position, or goes on with the search from it."""
        problem = Problem(hand.puzzle.board, hand.position, hand.puzzle.finishes)
        if self._analysis is None or self._analysis.problem != problem:
            self._finished = False
            self._analysis = Analysis(problem, limits=limits, on_progress=lambda progress: self._on_progress(progress))
        else:
            self._analysis.limits = limits
        answer = self._analysis.solve()
        self._finished = answer.proven and answer.solution is not None
        return answer

    def _exact(self, hand: PegsByHand, analysis: Analysis | None) -> Outlook[Run]:
        if analysis is None:
            raise AssertionError("a finished search is kept")
        fewest = _fewest(analysis, hand.puzzle, hand.position, hand.last)
        if fewest is None:
            why = N_("everything that can come of this position was searched, and none of it finishes")
            return Outlook(False, why=Fault(why))
        plan = partial(_best_runs, analysis, hand.puzzle, hand.position, hand.last)
        return Outlook(True, fewest, fewest, plan=plan)


def _unfinished(hand: PegsByHand, answer: Answer) -> Outlook[Run]:
    """Says what is known after a search that was stopped: bounds, or a pagoda function that rules the finish out."""
    solution = answer.solution
    if solution is None and answer.stopped is not Stopped.INTERRUPT and _weighs_too_little(answer.problem):
        why = N_("a pagoda function gives the finish more weight than the position, and no jump adds weight")
        return Outlook(False, why=Fault(why))
    goes_on = any(jump[0] == hand.last for jump in hand.jumps())
    least = max((answer.lower or 0) - goes_on, 0)
    if solution is None:
        return Outlook(None, least, stopped=answer.stopped)
    most = len(solution) - (solution[0][0] == hand.last)
    return Outlook(True, min(least, most), most, stopped=answer.stopped, plan=lambda: iter(solution))


def _weighs_too_little(problem: Problem) -> bool:
    try:
        return pagoda_proof(problem) is not None
    except SitoError:  # without SciPy
        return False


def _fewest(analysis: Analysis, problem: Problem, position: int, last: int | None) -> int | None:
    """The fewest moves from a position, where going on with the peg that jumped last adds none."""
    if position in problem.finishes:
        return 0
    return min((moves for moves, _jump in _choices(analysis, problem, position, last)), default=None)


def _choices(analysis: Analysis, problem: Problem, position: int, last: int | None) -> Iterator[tuple[int, Jump]]:
    """Yields the jumps that can lead to a finish, each with the fewest moves that it is the beginning of."""
    for jump in problem.jumps(position):
        moves = analysis.fewest_from(position, jump)
        if moves is not None:
            yield moves - (jump[0] == last), jump


def _best_runs(analysis: Analysis, problem: Problem, position: int, last: int | None) -> Iterator[Run]:
    """Yields the runs of a way with the fewest moves; the first may go on with the peg that jumped last."""
    run: Run = ()
    while position not in problem.finishes:
        # With equally many moves, the peg that is jumping goes on.
        _moves, (start, over, end) = min(
            _choices(analysis, problem, position, last), key=lambda choice: (choice[0], choice[1][0] != last, choice[1])
        )
        if run and start == last:
            run = (*run, end)
        else:
            if run:
                yield run
            run = (start, end)
        position ^= mask((start, over, end))
        last = end
    if run:
        yield run


def read_runs(text: str, board: Board) -> Solution:
    """Reads runs of jumps: `9 3`, `9,3`, `9-3`, `2,0,6`, or several as plans have them, `(0,6)(9,3)`.

    Raises `PuzzleError`, also for a hole that the board does not have.

    >>> board = Board.parse("hoppers")
    >>> read_runs("9 3", board), read_runs("(0,6)(2,0,6)", board)
    (((9, 3),), ((0, 6), (2, 0, 6)))
    """
    parts = re.findall(r"\(([^()]*)\)", text) if "(" in text else [text]
    outside = re.sub(r"\([^()]*\)", "", text).strip() if "(" in text else ""
    runs = [tuple(re.split(r"\s*(?:,|-|>|→|\s)\s*", part.strip())) for part in parts]
    good = all(len(run) > 1 and all(re.fullmatch("[0-9]{1,3}", hole, re.ASCII) for hole in run) for run in runs)
    if outside or not good or not 1 <= len(runs) <= _MOST_RUNS:
        wrong = N_("'{text}' is no jump: write the hole of the peg and the hole that it jumps to, as in 9 3 or 2,0,6")
        raise PuzzleError.said(wrong, text=short(text))
    missing = [hole for run in runs for hole in run if int(hole) >= board.holes]
    if missing:
        wrong = N_("there is no hole {hole}; the holes are 0 to {last}")
        raise PuzzleError.said(wrong, hole=missing[0], last=board.holes - 1)
    return tuple(tuple(map(int, run)) for run in runs)


def why_no_jump(problem: Problem, position: int, start: int, end: int) -> Fault | None:
    """Says why there is no jump from one hole to another in a position; None if there is one."""
    jumps = [jump for jump in problem.board.jumps if jump[0] == start]
    ways = [jump for jump in jumps if jump[2] == end]
    if any(is_legal(position, jump) for jump in ways):
        return None
    if not position >> start & 1:
        return Fault("there is no peg in hole {hole}", hole=start)
    if not ways:
        targets = ", ".join(str(jump[2]) for jump in jumps if is_legal(position, jump))
        if targets:
            wrong = N_("no peg jumps from hole {start} to hole {end}; from hole {start} it may jump to {targets}")
            return Fault(wrong, start=start, end=end, targets=targets)
        wrong = N_("no peg jumps from hole {start} to hole {end}; the peg in hole {start} cannot jump now")
        return Fault(wrong, start=start, end=end)
    if position >> end & 1:
        return Fault("there is a peg in hole {hole} already", hole=end)
    wrong = N_("there is no peg in hole {over} to jump over from hole {start} to hole {end}")
    return Fault(wrong, over=ways[0][1], start=start, end=end)
