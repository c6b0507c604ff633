"""How `sito pegs` shows solutions: as lines, as boards, in motion, as SVG."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from sito.base.files import check_writable, write_atomically
from sito.cli.output import emit, note, screen
from sito.cli.parameters import Option
from sito.cli.watch import MOST_PACE, shown
from sito.errors import N_
from sito.puzzles.pegs.notation import Solution, solution_text
from sito.puzzles.pegs.pictures import MOVED, PEG, moving_svg, solution_svg, unicode_board
from sito.puzzles.pegs.problem import Problem
from sito.show.i18n import _

_PEG_STYLE = "#0072b2"
_MOVED_STYLE = "#d55e00"


class View(StrEnum):
    """How a solution is written."""

    LINE = "line"
    BOARDS = "boards"


@dataclass(frozen=True, kw_only=True)
class ViewOptions:
    """How solutions are shown."""

    HEADING = N_("Output")

    view: Annotated[View, Option("--view", help=N_("How to write a solution."))] = View.LINE
    numbers: Annotated[bool, Option("--numbers", help=N_("Show the numbers of the holes."))] = False
    animated: Annotated[
        bool, Option("--animate", help=N_("Show the solution in motion; with --svg, draw a moving picture."))
    ] = False
    pace: Annotated[
        float,
        Option("--pace", min=0, max=MOST_PACE, metavar="SECONDS", help=N_("How long a move of the animation takes.")),
    ] = 1.0
    svg: Annotated[Path | None, Option("--svg", metavar="FILE", help=N_("Draw the solution into an SVG file."))] = None

    def check(self) -> None:
        """Sees before the work that the picture can be written. Raises `InputError`."""
        if self.svg is not None:
            check_writable(self.svg)


def show_solutions(problem: Problem, solutions: Iterable[Solution], options: ViewOptions) -> None:
    """Writes solutions to standard output."""
    for solution in solutions:
        emit(solution_text(solution))
        if options.animated and options.svg is None:
            _animate(problem, solution, options.pace)
        elif options.view is View.BOARDS:
            for caption, picture in _pictures(problem, solution):
                emit(f"\n{caption}\n{picture}")


def draw_svg(problem: Problem, solution: Solution, options: ViewOptions) -> None:
    """Draws a solution into the SVG file, if one was asked for. Raises `FileError`."""
    if options.svg is not None:
        picture = moving_svg if options.animated else solution_svg
        write_atomically(options.svg, picture(problem, solution))
        note(_("The solution is drawn in {file}.").format(file=options.svg))


def _pictures(problem: Problem, solution: Solution) -> Iterable[tuple[str, str]]:
    """Yields a caption and a board for the start and after each move."""
    for number, position in enumerate(problem.positions(solution)):
        move = solution[number - 1] if number else ()
        caption = f"{number}/{len(solution)}  {solution_text([move])}" if move else _("start")
        yield caption, unicode_board(problem.board, position, move)


def _animate(problem: Problem, solution: Solution, pace: float) -> None:
    """Shows a solution in motion, `pace` seconds a move; board after board where the output is no terminal."""
    out = screen()
    if not out.terminal or pace <= 0:
        for caption, picture in _pictures(problem, solution):
            emit(f"\n{caption}\n{picture}")
        return
    from rich.live import Live
    from rich.text import Text

    live = Live(console=out.console(), auto_refresh=False)
    with shown(live):
        for caption, picture in _pictures(problem, solution):
            text = Text(f"{caption}\n\n{picture}\n", no_wrap=True)
            text.highlight_regex(PEG, _PEG_STYLE)
            text.highlight_regex(MOVED, f"bold {_MOVED_STYLE}")
            live.update(text, refresh=True)
            time.sleep(pace)
