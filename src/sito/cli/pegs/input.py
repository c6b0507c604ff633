"""What `sito pegs` is asked: its options, in groups, and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from sito.cli.names import complete_board
from sito.errors import N_, Fault, PuzzleError
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem
from sito.show.i18n import _


@dataclass(frozen=True, kw_only=True)
class ProblemOptions:
    """The board, the start and the finish."""

    board: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD",
            help=_(
                "english, french, diamond, wiegleb, asymmetric, hoppers, triangle-N, square-N; a drawing with o for a "
                "hole, - for none and / after each row; or a number of holes, with a list of --jumps."
            ),
            autocompletion=complete_board,
            show_default=False,
        ),
    ] = None
    jumps: Annotated[
        str,
        typer.Option(
            "--jumps",
            "-j",
            metavar="JUMPS",
            help=_("Of a drawing: orthogonal, diagonal, orthogonal+diagonal, triangular, or a list: 0-1-2,2-1-0."),
        ),
    ] = ""
    start: Annotated[
        str,
        typer.Option(
            "--start",
            "-s",
            metavar="START",
            help=_("The hole that is empty at first, by number or name, or a drawing: o is a peg, . an empty hole."),
        ),
    ] = ""
    finish: Annotated[
        str,
        typer.Option(
            "--finish",
            "-f",
            metavar="FINISH",
            help=_("The hole of the last peg, same, any, fewest (as few pegs as can be), or a drawing."),
        ),
    ] = ""
    first: Annotated[str, typer.Option("--first", metavar="FROM,TO", help=_("The first jump must be this."))] = ""

    def read(self) -> Problem:
        """Reads the problem. Raises `PuzzleError`."""
        if self.board is None:
            missing = N_("{name} is missing; write it as in: {example}")
            raise PuzzleError(Fault(missing, name="BOARD", example="sito pegs hoppers"))
        return Problem.parse(Board.parse(self.board, self.jumps), self.start, self.finish)


@dataclass(frozen=True, kw_only=True)
class AnswerOptions:
    """What is asked about the problem."""

    every: Annotated[bool, typer.Option("--all", "-a", help=_("All solutions with the fewest moves."))] = False
    longer: Annotated[bool, typer.Option("--longer", help=_("With --all: those with more moves, too."))] = False
    up_to_symmetry: Annotated[
        bool,
        typer.Option(
            "--up-to-symmetry",
            help=_("With --all: one of those that the symmetries of the problem make of each other."),
        ),
    ] = False
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=0, metavar="NUMBER", help=_("With --all: at most so many."))
    ] = None
    count: Annotated[
        bool, typer.Option("--count", "-c", help=_("How many solutions, games and positions there are, exactly."))
    ] = False
    levels: Annotated[bool, typer.Option("--levels", help=_("How many positions have how many pegs."))] = False
    hint: Annotated[bool, typer.Option("--hint", help=_("Only the next move of a shortest solution."))] = False
    stuck: Annotated[bool, typer.Option("--stuck", help=_("The shortest way to get stuck instead."))] = False
    why: Annotated[
        bool, typer.Option("--why", help=_("If there is no solution, look for a pagoda function that shows it, too."))
    ] = False
    check: Annotated[
        str | None, typer.Option("--check", metavar="SOLUTION", help=_("Check a solution instead of finding one."))
    ] = None


@dataclass(frozen=True, kw_only=True)
class CheckpointOptions:
    """Where a long search is kept."""

    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FOLDER", help=_("Keep the search there, and go on with what is there.")),
    ] = None
