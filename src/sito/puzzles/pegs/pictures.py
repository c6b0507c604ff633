"""Pictures of peg boards: Unicode text and SVG.

>>> board = Board.parse("triangle-3")
>>> print(unicode_board(board, board.full ^ 1))
  ○
 ● ●
● ● ●
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem, Run, solution_text

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

_STYLE = (
    "text{font:12px sans-serif;fill:#222}"
    ".board{fill:#f3e9d8;stroke:#c9b48a}"
    ".hole{fill:#d8c7a3;stroke:#a58a55}"
    ".peg{fill:#0072b2;stroke:#003f66}"
    ".moved{fill:#d55e00;stroke:#7a3500}"
    ".run{fill:none;stroke:#d55e00;stroke-width:2;stroke-linejoin:round}"
)


def unicode_board(board: Board, position: int, last: Run = ()) -> str:
    """Draws a position with filled and empty circles; the peg that made the last move is marked."""

    def symbol(hole: int) -> str:
        if last and hole == last[-1]:
            return MOVED
        return PEG if position >> hole & 1 else VACANCY

    return board.draw_holes(symbol)


def numbers(board: Board) -> str:
    """Draws the board with the numbers of its holes.

    >>> print(numbers(Board.parse("triangle-3")))
      0
     1 2
    3 4 5
    """
    width = len(str(board.holes - 1))
    return board.draw_holes(str, width=width)


def solution_svg(problem: Problem, solution: Iterable[Run]) -> str:
    """Draws a solution as a sheet of boards: the start, then each move with the way of its peg."""
    moves = list(solution)
    positions = problem.positions(moves)
    width, height = _size(problem.board)
    parts = []
    for number, position in enumerate(positions):
        move = moves[number - 1] if number else ()
        x, y = number % _IN_A_ROW * width, number // _IN_A_ROW * (height + _TITLE)
        title = f"{number}: {solution_text([move])}" if move else "0"
        parts.append(
            f'<g transform="translate({x},{y})"><text x="6" y="13">{title}</text>'
            f'<g transform="translate(0,{_TITLE})">{_picture(problem.board, position, move)}</g></g>'
        )
    columns, rows = min(len(positions), _IN_A_ROW), -(-len(positions) // _IN_A_ROW)
    return _document(columns * width, rows * (height + _TITLE), "".join(parts), solution_text(moves))


def moving_svg(problem: Problem, solution: Iterable[Run]) -> str:
    """Draws a solution as one board that shows a position after the other, over and over."""
    moves = list(solution)
    positions = problem.positions(moves)
    width, height = _size(problem.board)
    frames = [_picture(problem.board, p, moves[i - 1] if i else ()) for i, p in enumerate(positions)]
    frames.append(frames[-1])  # the end stays for twice as long
    style = (
        f"<style>.frame{{visibility:hidden;animation:show {_PAUSE * len(frames):.1f}s step-end infinite}}"
        f"@keyframes show{{0%{{visibility:visible}}{100 / len(frames):.4f}%{{visibility:hidden}}}}</style>"
    )
    parts = [
        f'<g class="frame" style="animation-delay:{_PAUSE * i:.1f}s">{picture}</g>' for i, picture in enumerate(frames)
    ]
    return _document(width, height, style + "".join(parts), solution_text(moves))


def _document(width: int, height: int, content: str, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>{content}</svg>\n'
    )


def _size(board: Board) -> tuple[int, int]:
    xs, ys = zip(*(_place(board, hole) for hole in range(board.holes)), strict=True)
    return max(xs) + _MARGIN, max(ys) + _MARGIN


def _place(board: Board, hole: int) -> tuple[int, int]:
    row, column = board.cells[hole]
    across, down = board.spacing
    return round(_MARGIN + column * _STEP * across), round(_MARGIN + row * _STEP * down)


def _picture(board: Board, position: int, move: Run) -> str:
    width, height = _size(board)
    parts = [f'<rect class="board" x="3" y="3" width="{width - 6}" height="{height - 6}" rx="10"/>']
    for hole in range(board.holes):
        x, y = _place(board, hole)
        kind = "moved" if move and hole == move[-1] else "peg" if position >> hole & 1 else "hole"
        parts.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{5 if kind == "hole" else 8}"/>')
    if move:
        points = " ".join(f"{x},{y}" for x, y in (_place(board, hole) for hole in move))
        parts.append(f'<polyline class="run" points="{points}"/>')
    return "".join(parts)
