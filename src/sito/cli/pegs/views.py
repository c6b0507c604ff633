"""How `sito pegs` shows solutions: as lines, as boards, in motion, as SVG."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path

from sito.cli.output import emit, note, screen
from sito.i18n import _
from sito.puzzles.pegs.pictures import MOVED, PEG, moving_svg, solution_svg, unicode_board
from sito.puzzles.pegs.problem import Problem, Solution, solution_text

_PEG_STYLE = "#0072b2"
_MOVED_STYLE = "#d55e00"


class View(StrEnum):
    """How a solution is written."""

    LINE = "line"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class Show:
    """Which solutions to show, and how."""

    every: bool = False
    longer: bool = False
    up_to_symmetry: bool = False
    limit: int | None = None
    view: View = View.LINE
    animated: bool = False
    pace: float = 1.0
    svg: Path | None = None

    def solutions(self, problem: Problem, solutions: Iterable[Solution]) -> None:
        """Writes solutions to standard output."""
        for solution in islice(solutions, self.limit):
            emit(solution_text(solution))
            if self.animated and self.svg is None:
                _animate(problem, solution, self.pace)
            elif self.view is View.BOARDS:
                for caption, picture in _pictures(problem, solution):
                    emit(f"\n{caption}\n{picture}")

    def draw(self, problem: Problem, solution: Solution) -> None:
        """Draws a solution into the SVG file."""
        if self.svg is not None:
            picture = moving_svg if self.animated else solution_svg
            self.svg.write_text(picture(problem, solution), encoding="utf-8")
            note(_("The solution is drawn in {file}.").format(file=self.svg))


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

    with Live(console=out.console(), auto_refresh=False) as live:
        for caption, picture in _pictures(problem, solution):
            text = Text(f"{caption}\n\n{picture}\n", no_wrap=True)
            text.highlight_regex(PEG, _PEG_STYLE)
            text.highlight_regex(MOVED, f"bold {_MOVED_STYLE}")
            live.update(text, refresh=True)
            time.sleep(pace)
