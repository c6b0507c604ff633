"""Problems of peg solitaire: a board, a start and a finish; and solutions in the notation of the founding system.

A problem is a `Puzzle` of `sito.puzzles.search`: its states are positions, its moves are runs of jumps by one peg,
the holes that the peg stands on from first to last. So the readable searches can find the fewest moves, and the tests
compare the native core with them.

>>> from sito.puzzles.search import breadth_first
>>> breadth_first(Problem.parse("triangle-4", start="1", finish="any")).moves
((6, 1), (0, 3), (8, 6, 1), (5, 0, 3, 5), (9, 2))
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from sito.errors import N_, Fault, PuzzleError, gathered
from sito.puzzles.pegs.boards import PEGS, Board, Jump, drawn_start
from sito.puzzles.pegs.notation import Run
from sito.puzzles.pegs.pictures import problem_svg


@dataclass(frozen=True, repr=False)
class Problem:
    """A board, a position to start from and the finishes; without finishes, the goal is as few pegs as possible.

    The finishes are in ascending order and have equally many pegs. Raises `PuzzleError`
    for a start without pegs and for positions outside the board.
    """

    board: Board
    start: int
    finishes: tuple[int, ...]

    def __post_init__(self) -> None:
        faults = []
        if any(not 0 < position <= self.board.full for position in (self.start, *self.finishes)):
            faults.append(
                Fault("a position needs at least one peg, and none outside the board {board}", board=self.board)
            )
        if len({finish.bit_count() for finish in self.finishes}) > 1:
            faults.append(Fault("the finishes must have equally many pegs"))
        PuzzleError.check(faults)

    @classmethod
    def parse(cls, board: str | Board, start: str = "", finish: str = "", jumps: str = "") -> Problem:
        """Reads a problem.

        `start` is the hole that is empty at first, by number or name, or a drawn position; without it what the
        `board` shows if it is drawn with pegs and empty holes, or the centre, or the first hole where there is none.
        `finish` is `any` (one peg, wherever), `same` (one peg where the start had its empty hole), `fewest`, a hole
        by number or name, or a drawn position; without it `same`, or `any` where the start does not have one empty
        hole. `jumps` are those of a board that is a text, as for `Board.parse`.

        Raises `PuzzleError` with all that is wrong.
        """
        if isinstance(board, str):
            start = start if start.strip() else drawn_start(board)
            board = Board.parse(board, jumps)
        faults: list[Fault] = []
        position, vacancy = 0, None
        with gathered(faults):
            position, vacancy = _read_start(board, start)
        with gathered(faults):
            finishes = _read_finish(board, finish, vacancy)
        PuzzleError.check(faults)
        return cls(board, position, finishes)

    @property
    def vacancy(self) -> int | None:
        """The empty hole at the start, if there is one only."""
        empty = self.board.full ^ self.start
        return empty.bit_length() - 1 if empty.bit_count() == 1 else None

    @property
    def finish_text(self) -> str:
        """The finish as `parse` reads it."""
        singles = tuple(1 << hole for hole in range(self.board.holes))
        if not self.finishes:
            return "fewest"
        if self.finishes == singles:
            return "any"
        if len(self.finishes) == 1 and self.finishes[0].bit_count() == 1:
            return str(self.finishes[0].bit_length() - 1)
        return " or ".join(self.board.draw(finish).replace("\n", "/") for finish in self.finishes)

    @property
    def start_text(self) -> str:
        """The start as `parse` reads it."""
        vacancy = self.vacancy
        return str(vacancy) if vacancy is not None else self.board.draw(self.start).replace("\n", "/")

    def __str__(self) -> str:
        return f"{self.board}, {self.start_text} -> {self.finish_text}"

    def __repr__(self) -> str:
        return f"<Problem {self}>"

    def _repr_svg_(self) -> str:
        """Draws the start and, where it is one position, the finish."""
        return problem_svg(self)

    @cached_property
    def _from(self) -> tuple[tuple[Jump, ...], ...]:
        return tuple(tuple(jump for jump in self.board.jumps if jump[0] == hole) for hole in range(self.board.holes))

    def jumps(self, state: int) -> Iterator[Jump]:
        """Yields the jumps that can be made in a position."""
        return (jump for jump in self.board.jumps if is_legal(state, jump))

    def moves(self, state: int) -> Iterator[Run]:
        """Yields the runs of jumps that one peg can make in a position."""
        for hole in range(self.board.holes):
            yield from self._runs(state, (hole,))

    def _runs(self, state: int, run: Run) -> Iterator[Run]:
        for jump in self._from[run[-1]]:
            if is_legal(state, jump):
                longer = (*run, jump[2])
                yield longer
                yield from self._runs(state ^ mask(jump), longer)

    def apply(self, state: int, move: Run) -> int:
        """Returns the position after a run of jumps. Raises `PuzzleError` if it cannot be made."""
        for start, end in itertools.pairwise(move):
            for jump in self._from[start]:
                if jump[2] == end and is_legal(state, jump):
                    state ^= mask(jump)
                    break
            else:
                message = N_("there is no jump from {start} to {end} in this position: {position}")
                drawing = self.board.draw(state).replace("\n", "/")
                raise PuzzleError.said(message, start=start, end=end, position=drawing)
        return state

    def solved(self, state: int) -> bool:
        """Whether a position is a finish; never if the goal is as few pegs as possible, which no position can show."""
        return state in self.finishes

    def positions(self, solution: Iterable[Run]) -> list[int]:
        """Returns the positions of a solution: the start and that after each move. Raises `PuzzleError`."""
        positions = [self.start]
        for move in solution:
            positions.append(self.apply(positions[-1], move))
        return positions


def mask(jump: Jump) -> int:
    """The three holes of a jump as bits; `position ^ mask(jump)` makes it."""
    return 1 << jump[0] | 1 << jump[1] | 1 << jump[2]


def is_legal(position: int, jump: Jump) -> bool:
    """Whether a jump can be made."""
    return position & mask(jump) == 1 << jump[0] | 1 << jump[1]


def _is_drawing(board: Board, text: str) -> bool:
    """Whether a text is a position rather than a hole: neither a number nor a word other than of symbols for holes."""
    word = re.sub(r"[\s-]", "", text)
    if word.isdigit():
        return len(word) == board.holes > 2
    return len(word) > 2 and (not word.isalpha() or not word.strip(PEGS))


def _read_start(board: Board, text: str) -> tuple[int, int | None]:
    if _is_drawing(board, text):
        position = board.parse_position(text)
        if not position:
            raise PuzzleError.said("the start has no peg; an example: {example}", example=board.draw(board.full ^ 1))
        empty = board.full ^ position
        return position, empty.bit_length() - 1 if empty.bit_count() == 1 else None
    vacancy = board.hole(text) if text.strip() else dict(board.marks).get("centre", 0)
    return board.full ^ 1 << vacancy, vacancy


def _read_finish(board: Board, text: str, vacancy: int | None) -> tuple[int, ...]:
    word = text.strip().lower() or ("any" if vacancy is None else "same")
    if word == "any":
        return tuple(1 << hole for hole in range(board.holes))
    if word == "fewest":
        return ()
    if word == "same":
        if vacancy is None:
            raise PuzzleError.said("the finish 'same' needs a start with one empty hole; give the hole")
        return (1 << vacancy,)
    if _is_drawing(board, text):
        position = board.parse_position(text)
        if not position:
            raise PuzzleError.said("the finish has no peg; the last peg stays on the board")
        return (position,)
    return (1 << board.hole(text),)
