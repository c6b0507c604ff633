"""Pictures of peg boards: Unicode text and SVG.

>>> from sito.puzzles.pegs.boards import Board
>>> board = Board.parse("triangle-3")
>>> print(unicode_board(board, board.full ^ 1))
  ○
 ● ●
● ● ●
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sito.base import svg
from sito.puzzles.pegs.notation import Run, solution_text

if TYPE_CHECKING:
    from sito.puzzles.pegs.boards import Board
    from sito.puzzles.pegs.problem import Problem

PEG = "●"
VACANCY = "○"
MOVED = "◉"

# Pixels from hole to hole and around the board, and how many boards stand in a row.
_STEP = 24
_MARGIN = 22
_TITLE = 18
_IN_A_ROW = 6
# Seconds that a position of a moving picture stays.
_PAUSE = 1.2

_SHEET = "The board at the start and after each move; a line shows the way of the peg that moved."

_RULES = {
    "text": "font:12px sans-serif;fill:$ink",
    ".number": "font:9px sans-serif;fill:$ink;text-anchor:middle",
    ".board": "fill:$board;stroke:$board_edge",
    ".hole": "fill:$hole;stroke:$hole_edge",
    ".peg": "fill:$peg;stroke:$peg_edge",
    ".moved": "fill:$moved;stroke:$moved_edge",
    ".run": "fill:none;stroke:$moved;stroke-width:2;stroke-linejoin:round",
}


def unicode_board(board: Board, position: int, last: Run = ()) -> str:
    """Draws a position with filled and empty circles; the peg that made the last move is marked."""

    def symbol(hole: int) -> str:
        if last and hole == last[-1]:
            return MOVED
        return PEG if position >> hole & 1 else VACANCY

    return board.draw_holes(symbol)


def numbers(board: Board) -> str:
    """Draws the board with the numbers of its holes.

    >>> from sito.puzzles.pegs.boards import Board
    >>> print(numbers(Board.parse("triangle-3")))
      0
     1 2
    3 4 5
    """
    width = len(str(board.holes - 1))
    return board.draw_holes(str, width=width)


def board_svg(board: Board) -> str:
    """Draws an empty board with the numbers of its holes."""
    width, height = _size(board)
    numbered = []
    for hole in range(board.holes):
        x, y = _place(board, hole)
        numbered.append(svg.text(x, y + 3, str(hole), "number"))
    content = _picture(board, 0, (), hole_radius=8) + "".join(numbered)
    return _document(width, height, content, f"Board {board}", f"{board.holes} holes with their numbers.")


def problem_svg(problem: Problem, begin: str = "start", end: str = "finish") -> str:
    """Draws the start beside the finish; only the start where the finish is not one position.

    `begin` and `end` are the words over the boards.
    """
    board = problem.board
    panels = [(begin, problem.start)]
    if len(problem.finishes) == 1:
        panels.append((end, problem.finishes[0]))
    boards = [_titled(board, title, position) for title, position in panels]
    width, height = _size(board)
    across, down, content = svg.grid(boards, width, height + _TITLE, _IN_A_ROW)
    return _document(across, down, content, str(problem), "The start and, where it is one position, the finish.")


def solution_svg(problem: Problem, solution: Iterable[Run], limit: int | None = None) -> str:
    """Draws a solution as a sheet of boards: the start, then each move with the path of its peg.

    With `limit` only so many moves.
    """
    moves = list(solution)[:limit]
    positions = problem.positions(moves)
    boards = []
    for number, position in enumerate(positions):
        move = moves[number - 1] if number else ()
        title = f"{number}: {solution_text([move])}" if move else "0"
        boards.append(_titled(problem.board, title, position, move))
    width, height = _size(problem.board)
    across, down, content = svg.grid(boards, width, height + _TITLE, _IN_A_ROW)
    return _document(across, down, content, solution_text(moves), _SHEET)


def moving_svg(problem: Problem, solution: Iterable[Run]) -> str:
    """Draws a solution as one animated board that shows the positions one after the other, in a loop."""
    moves = list(solution)
    positions = problem.positions(moves)
    width, height = _size(problem.board)
    frames = [_picture(problem.board, p, moves[i - 1] if i else ()) for i, p in enumerate(positions)]
    frames.append(frames[-1])  # the end stays for twice as long
    # The name tells the number of frames, for pages with several moving pictures.
    name = f"sito-pegs-{len(frames)}"
    style = (
        f"<style>.{name}{{visibility:hidden;animation:{name} {_PAUSE * len(frames):.1f}s step-end infinite}}"
        f"@keyframes {name}{{0%{{visibility:visible}}{100 / len(frames):.4f}%{{visibility:hidden}}}}</style>"
    )
    parts = [
        f'<g class="{name}" style="animation-delay:{_PAUSE * i:.1f}s">{picture}</g>' for i, picture in enumerate(frames)
    ]
    return _document(width, height, style + "".join(parts), solution_text(moves), _SHEET)


def _document(width: float, height: float, content: str, title: str, description: str) -> str:
    return svg.document("pegs", width, height, content, title=title, description=description, rules=_RULES)


def _titled(board: Board, title: str, position: int, move: Run = ()) -> str:
    return svg.text(6, 13, title) + svg.group(0, _TITLE, _picture(board, position, move))


def _size(board: Board) -> tuple[int, int]:
    xs, ys = zip(*(_place(board, hole) for hole in range(board.holes)), strict=True)
    return max(xs) + _MARGIN, max(ys) + _MARGIN


def _place(board: Board, hole: int) -> tuple[int, int]:
    row, column = board.cells[hole]
    across, down = board.spacing
    return round(_MARGIN + column * _STEP * across), round(_MARGIN + row * _STEP * down)


def _picture(board: Board, position: int, move: Run, *, hole_radius: int = 5) -> str:
    width, height = _size(board)
    parts = [f'<rect class="board" x="3" y="3" width="{width - 6}" height="{height - 6}" rx="10"/>']
    for hole in range(board.holes):
        x, y = _place(board, hole)
        kind = "moved" if move and hole == move[-1] else "peg" if position >> hole & 1 else "hole"
        parts.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{hole_radius if kind == "hole" else 8}"/>')
    if move:
        points = " ".join(f"{x},{y}" for x, y in (_place(board, hole) for hole in move))
        parts.append(f'<polyline class="run" points="{points}"/>')
    return "".join(parts)
