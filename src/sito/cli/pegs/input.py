"""What `sito pegs` is asked: its options, in groups, and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from sito.cli.names import complete_board
from sito.cli.parameters import Argument, Option
from sito.errors import N_, Fault, PuzzleError
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem


@dataclass(frozen=True, kw_only=True)
class ProblemOptions:
    """The board, the start and the finish."""

    HEADING = N_("Puzzle")

    board: Annotated[
        str | None,
        Argument(
            metavar="BOARD",
            help=N_(
                "english, french, diamond, wiegleb, asymmetric, hoppers, triangle-N, square-N; a drawing with o for a "
                "hole, - for none and / after each row; or a number of holes, with a list of --jumps."
            ),
            complete=complete_board,
        ),
    ] = None
    jumps: Annotated[
        str,
        Option(
            "--jumps",
            "-j",
            metavar="JUMPS",
            help=N_("Of a drawing: orthogonal, diagonal, orthogonal+diagonal, triangular, or a list: 0-1-2,2-1-0."),
        ),
    ] = ""
    start: Annotated[
        str,
        Option(
            "--start",
            "-s",
            metavar="START",
            help=N_("The hole that is empty at first, by number or name, or a drawing: o is a peg, . an empty hole."),
        ),
    ] = ""
    finish: Annotated[
        str,
        Option(
            "--finish",
            "-f",
            metavar="FINISH",
            help=N_("The hole of the last peg, same, any, fewest (as few pegs as can be), or a drawing."),
        ),
    ] = ""
    first: Annotated[str, Option("--first", metavar="FROM,TO", help=N_("The first jump must be this."))] = ""

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

    every: Annotated[bool, Option("--all", "-a", help=N_("All solutions with the fewest moves."))] = False
    longer: Annotated[bool, Option("--longer", help=N_("With --all: those with more moves, too."))] = False
    up_to_symmetry: Annotated[
        bool,
        Option(
            "--up-to-symmetry",
            help=N_("With --all: one of those that the symmetries of the problem make of each other."),
        ),
    ] = False
    limit: Annotated[
        int | None, Option("--limit", "-n", min=0, metavar="NUMBER", help=N_("With --all: at most so many."))
    ] = None
    count: Annotated[
        bool, Option("--count", "-c", help=N_("How many solutions, games and positions there are, exactly."))
    ] = False
    levels: Annotated[bool, Option("--levels", help=N_("How many positions have how many pegs."))] = False
    hint: Annotated[bool, Option("--hint", help=N_("Only the next move of a shortest solution."))] = False
    stuck: Annotated[bool, Option("--stuck", help=N_("The shortest way to get stuck instead."))] = False
    why: Annotated[
        bool, Option("--why", help=N_("If there is no solution, look for a pagoda function that shows it, too."))
    ] = False
    check: Annotated[
        str | None, Option("--check", metavar="SOLUTION", help=N_("Check a solution instead of finding one."))
    ] = None


@dataclass(frozen=True, kw_only=True)
class CheckpointOptions:
    """Where a long search is kept."""

    HEADING = N_("Files")

    checkpoint: Annotated[
        Path | None,
        Option("--checkpoint", metavar="FOLDER", help=N_("Keep the search there, and go on with what is there.")),
    ] = None
