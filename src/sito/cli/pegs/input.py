"""What `sito pegs` is asked: its options, in groups, and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from sito.cli.parameters import Argument
from sito.errors import N_, Fault, PuzzleError
from sito.operations.operation import Ask
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem


@dataclass(frozen=True, kw_only=True)
class ProblemOptions:
    """The board, the start and the finish."""

    HEADING = N_("Puzzle")

    board: Annotated[
        str | None,
        Argument(
            N_(
                "english, french, diamond, wiegleb, asymmetric, hoppers, triangle-N, square-N; a drawing with o for a "
                "hole, - for none and / after each row; or a number of holes, with a list of --jumps."
            )
        ),
    ] = None
    jumps: Annotated[
        str,
        Ask(
            N_("Of a drawing: orthogonal, diagonal, orthogonal+diagonal, triangular, or a list: 0-1-2,2-1-0."),
            short="-j",
        ),
    ] = ""
    start: Annotated[
        str,
        Ask(
            N_("The hole that is empty at first, by number or name, or a drawing: o is a peg, . an empty hole."),
            short="-s",
        ),
    ] = ""
    finish: Annotated[
        str, Ask(N_("The hole of the last peg, same, any, fewest (as few pegs as can be), or a drawing."), short="-f")
    ] = ""
    first: Annotated[str, Ask(N_("The first jump must be this."), metavar="FROM,TO")] = ""

    def read(self) -> Problem:
        """Reads the problem. Raises `PuzzleError`."""
        if self.board is None:
            missing = N_("{name} is missing; write it as in: {example}")
            raise PuzzleError(Fault(missing, name="BOARD", example="sito pegs hoppers"))
        return Problem.parse(Board.parse(self.board, self.jumps), self.start, self.finish)


@dataclass(frozen=True, kw_only=True)
class AnswerOptions:
    """What is asked about the problem."""

    HEADING = N_("Goal")

    every: Annotated[bool, Ask(N_("All solutions with the fewest moves."), name="--all", short="-a")] = False
    longer: Annotated[bool, Ask(N_("With --all: those with more moves, too."))] = False
    up_to_symmetry: Annotated[
        bool, Ask(N_("With --all: one of those that the symmetries of the problem make of each other."))
    ] = False
    limit: Annotated[int | None, Ask(N_("With --all: at most so many."), 0, short="-n")] = None
    count: Annotated[bool, Ask(N_("How many solutions, games and positions there are, exactly."), short="-c")] = False
    levels: Annotated[bool, Ask(N_("How many positions have how many pegs."))] = False
    hint: Annotated[bool, Ask(N_("Only the next move of a shortest solution."))] = False
    stuck: Annotated[bool, Ask(N_("The shortest way to get stuck instead."))] = False
    why: Annotated[bool, Ask(N_("If there is no solution, look for a pagoda function that shows it, too."))] = False
    check: Annotated[str | None, Ask(N_("Check a solution instead of finding one."), metavar="SOLUTION")] = None


@dataclass(frozen=True, kw_only=True)
class CheckpointOptions:
    """Where a long search is kept."""

    HEADING = N_("Files")

    checkpoint: Annotated[
        Path | None, Ask(N_("Keep the search there, and go on with what is there."), metavar="FOLDER")
    ] = None
