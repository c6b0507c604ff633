"""Boards of peg solitaire: by name, drawn as text, or as a list of jumps.

Holes are numbered from 0, row by row. A hole has a place (row, column) on the drawing; a jump is (from, over, to). Up
to 64 holes, because a position is one 64-bit word in the native search: bit h stands for the peg in hole h.

>>> board = Board.parse("hoppers")
>>> board.holes, len(board.jumps), len(board.symmetries)
(13, 32, 8)
>>> print(board.draw(board.full ^ 1 << 6))
o   o   o
  o   o
o   .   o
  o   o
o   o   o
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from sito.errors import N_, NN_, Fault, PuzzleError, nearest
from sito.puzzles.pegs.pictures import board_svg
from sito.puzzles.pegs.symmetry import TRIANGULAR, automorphisms, lattice_symmetries

MAX_HOLES = 64
PEGS = "oO*xX1●"
VACANCIES = ".·_0○"
NO_HOLE = " -"
_ROW_ENDS = "/\n"
_DRAWN = PEGS + VACANCIES

Jump = tuple[int, int, int]
Cell = tuple[int, int]
Step = tuple[int, int]

ORTHOGONAL: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
# Rows of triangles are drawn half a hole apart: neighbours in a row are two columns apart.
_STAGGERED: tuple[Step, ...] = ((0, 2), (0, -2), *DIAGONAL)
# The same, drawn flush left.
_FLUSH: tuple[Step, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))
_HOPPERS: tuple[Step, ...] = ((0, 2), (2, 0), (0, -2), (-2, 0), *DIAGONAL)

JUMP_KINDS = ("orthogonal", "diagonal", "orthogonal+diagonal", "triangular")


@dataclass(frozen=True, repr=False)
class Board:
    """The holes of a board, its jumps and its symmetries; boards are equal if these are, whatever their names.

    `cells` are the places of the holes on a drawing, as (row, column). `symmetries` are the
    permutations of the holes that keep the jumps, the identity first: the symmetries of the
    board. `marks` are names of holes, and `is_triangular` says that the rows are drawn half
    a hole apart. A notebook shows the board with the numbers of its holes.

    >>> Board.parse("hoppers")
    Board.parse('hoppers-13')
    """

    name: str = field(compare=False)
    cells: tuple[Cell, ...]
    jumps: tuple[Jump, ...]
    symmetries: tuple[tuple[int, ...], ...]
    marks: tuple[tuple[str, int], ...] = field(compare=False, default=())
    is_triangular: bool = field(compare=False, default=False)

    @property
    def holes(self) -> int:
        """How many holes there are."""
        return len(self.cells)

    @property
    def full(self) -> int:
        """The position with a peg in every hole."""
        return (1 << self.holes) - 1

    @classmethod
    def parse(cls, text: str, jumps: str = "") -> Board:
        """Reads a board: a name, a drawing with rows ended by `/` or new lines, or a number of holes.

        In a drawing `o` and `.` are holes and a space or `-` is none; `Problem.parse` reads the start
        from them. `jumps` is one of `JUMP_KINDS` or a list such as `0-1-2,2-1-0`; a number of holes needs such a
        list. It may also follow the board after a colon, as in the board's own name.

        Raises `PuzzleError` with all that is wrong.

        >>> Board.parse("ooooo/ooooo").jumps[:2]
        ((0, 1, 2), (1, 2, 3))
        >>> Board.parse("3", "0-1-2,2-1-0").symmetries
        ((0, 1, 2), (2, 1, 0))
        """
        text, _, own_jumps = text.partition(":")
        jumps = (jumps or own_jumps).strip().lower()
        stripped = text.strip().lower()
        if stripped.isascii() and stripped.isdigit():
            return _from_list(int(stripped[:9]), jumps)
        named = _named(stripped)
        if named is not None:
            if jumps:
                raise PuzzleError.said(
                    "the board {board} has its own jumps: leave out {jumps}", board=stripped, jumps=jumps
                )
            return named
        return _drawn(text, jumps)

    def draw(self, position: int, *, peg: str = "o", vacancy: str = ".") -> str:
        """Draws a position; `parse_position` reads it."""
        return self.draw_holes(lambda hole: peg if position >> hole & 1 else vacancy)

    def draw_holes(self, symbol: Callable[[int], str], *, width: int = 1) -> str:
        """Draws the board with what `symbol` says for each hole, `width` columns wide; a space between holes."""
        rows = 1 + max(row for row, _ in self.cells)
        columns = 1 + max(column for _, column in self.cells)
        grid = [[" " * width] * columns for _ in range(rows)]
        for hole, (row, column) in enumerate(self.cells):
            grid[row][column] = symbol(hole).rjust(width)
        gap = "" if width == 1 and self.spacing[0] < 1 else " "
        return "\n".join(gap.join(row).rstrip() for row in grid)

    @property
    def spacing(self) -> tuple[float, float]:
        """How far apart columns and rows are in a picture, in steps from hole to hole.

        Rows of triangles are drawn two columns from hole to hole, and closer than the holes of a row.
        """
        return (0.5, 0.866) if self.is_triangular else (1, 1)

    def parse_position(self, text: str) -> int:
        """Reads a drawing of a position: for each hole, in order, whether it has a peg; spaces are ignored.

        A peg is any of `oO*xX1●`, an empty hole any of `.·_0○`. Raises `PuzzleError`.

        >>> board = Board.parse("triangle-2")
        >>> bin(board.parse_position("o/.o"))
        '0b101'
        """
        odd = sorted({c for c in text if c not in _DRAWN + NO_HOLE + _ROW_ENDS and not c.isspace()})
        holes = [c in PEGS for c in text if c in _DRAWN]
        faults = []
        if odd:
            faults.append(_odd_characters(odd))
        elif len(holes) != self.holes:
            message = NN_(
                "a position with {count} hole was read, and the board {board} has {holes}: {example}",
                "a position with {count} holes was read, and the board {board} has {holes}: {example}",
            )
            example = self.draw(self.full ^ 1).replace("\n", "/")
            faults.append(Fault(*message, count=len(holes), board=self.name, holes=self.holes, example=example))
        PuzzleError.check(faults)
        return sum(1 << hole for hole, is_peg in enumerate(holes) if is_peg)

    def hole(self, text: str) -> int:
        """Reads a hole: its number, or its name, such as `centre`. Raises `PuzzleError`.

        >>> Board.parse("english").hole("center")
        16
        """
        name = text.strip().lower().replace("center", "centre").replace("-", " ")
        marks = dict(self.marks)
        if name in marks:
            return marks[name]
        if name.isascii() and name.isdigit() and len(name) < 9 and int(name) < self.holes:
            return int(name)
        message = N_("{hole!r} is no hole of the board {board}: 0 to {last}, or one of these: {names}")
        names = ", ".join(sorted(marks)) or "-"
        raise PuzzleError.said(message, hole=text, board=self.name, last=self.holes - 1, names=names)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Board.parse({self.name!r})"

    def _repr_svg_(self) -> str:
        return board_svg(self)


def drawn_start(text: str) -> str:
    """Gives the drawing in the text of a board if it shows a start, with pegs and empty holes, and else nothing.

    >>> drawn_start("oo.o"), drawn_start("oooo"), drawn_start("square-10"), drawn_start("10:0-1-2")
    ('oo.o', '', '', '')
    """
    drawing = text.partition(":")[0]
    symbols = set("".join(drawing.split())) - set(NO_HOLE + _ROW_ENDS)
    is_start = symbols <= set(_DRAWN) and symbols & set(PEGS) and symbols & set(VACANCIES)
    return drawing if is_start and not drawing.strip().isdigit() else ""


def _odd_characters(odd: Sequence[str]) -> Fault:
    return Fault(
        "a drawing cannot have {characters}: o is a peg, . an empty hole, - or a space no hole, / ends a row",
        characters=" ".join(map(repr, odd[:8])),
    )


def _too_many(holes: int) -> Fault:
    many = NN_(
        "{count} hole was given, 1 to {most} are allowed",
        "{count} holes were given, 1 to {most} are allowed",
    )
    return Fault(*many, count=holes, most=MAX_HOLES)


def _from_list(holes: int, jumps: str) -> Board:
    if not 1 <= holes <= MAX_HOLES:
        raise PuzzleError(_too_many(holes))
    found = _read_jumps(jumps, holes)
    cells = tuple((hole // 10, hole % 10) for hole in range(holes))
    return Board(f"{holes}:{_listed(found)}", cells, found, automorphisms(holes, found))


def _listed(jumps: Iterable[Jump]) -> str:
    return ",".join("-".join(map(str, jump)) for jump in jumps)


def _read_jumps(text: str, holes: int) -> tuple[Jump, ...]:
    faults = []
    jumps = set()
    for word in re.split(r"[,;\s]+", text.strip()):
        match = re.fullmatch(r"(\d{1,3})-(\d{1,3})-(\d{1,3})", word)
        if match is None:
            message = N_("{jump!r} is no jump: write from-over-to, such as 0-1-2, with commas between the jumps")
            faults.append(Fault(message, jump=word))
            continue
        start, over, end = map(int, match.groups())
        if max(start, over, end) >= holes:
            message = N_("the jump {jump} leaves the board: its holes are 0 to {last}")
            faults.append(Fault(message, jump=word, last=holes - 1))
        elif len({start, over, end}) < 3:
            faults.append(Fault("the jump {jump} needs three different holes", jump=word))
        jumps.add((start, over, end))
    for jump, other in pairwise(sorted(jumps, key=lambda jump: (jump[0], jump[2]))):
        if (jump[0], jump[2]) == (other[0], other[2]):
            message = N_("{jump} and {other} lead from the same hole to the same hole: a solution would not tell which")
            faults.append(Fault(message, jump="-".join(map(str, jump)), other="-".join(map(str, other))))
    PuzzleError.check(faults[:10])
    return tuple(sorted(jumps))


def _drawn(text: str, jumps: str) -> Board:
    rows = [row.rstrip() for row in re.split(r"[/\n]", text.strip("\n"))]
    odd = sorted({c for row in rows for c in row if c not in _DRAWN + NO_HOLE})
    cells = [(r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol in _DRAWN]
    if len(rows) == 1 and any(c.isalpha() for c in odd):
        names = [*_SHAPES, "triangle-5", "square-6"]
        if meant := nearest(text, (*BOARD_NAMES, *_SHAPES)):
            mistyped = N_("{board!r} is neither the name of a board nor a drawing; do you mean {meant}? Names: {names}")
            raise PuzzleError.said(mistyped, board=text, meant=meant, names=", ".join(names))
        message = N_("{board!r} is neither the name of a board nor a drawing; names: {names}")
        short = text if len(text) <= 60 else text[:60] + "…"
        raise PuzzleError.said(message, board=short, names=", ".join(names))
    faults = [_odd_characters(odd)] if odd else []
    if not 1 <= len(cells) <= MAX_HOLES:
        faults.append(_too_many(len(cells)))
    PuzzleError.check(faults)
    cells = _moved_to_origin(cells)
    kind = jumps or "orthogonal"
    name = _drawing(cells)
    if kind not in JUMP_KINDS:
        listed = _read_jumps(jumps, len(cells))
        return _board(f"{name}:{_listed(listed)}", cells, listed, is_triangular=False)
    staggered = len({(row + column) % 2 for row, column in cells}) == 1
    steps = {
        "orthogonal": ORTHOGONAL,
        "diagonal": DIAGONAL,
        "orthogonal+diagonal": ORTHOGONAL + DIAGONAL,
        "triangular": _STAGGERED if staggered else _FLUSH,
    }[kind]
    name += "" if kind == "orthogonal" else f":{kind}"
    return _board(name, cells, _jumps(cells, steps), is_triangular=kind == "triangular")


def _drawing(cells: Sequence[Cell]) -> str:
    rows = [[" "] * (1 + max(column for _, column in cells)) for _ in range(1 + max(row for row, _ in cells))]
    for row, column in cells:
        rows[row][column] = "o"
    return "/".join("".join(row).rstrip() for row in rows)


def _moved_to_origin(cells: list[Cell]) -> list[Cell]:
    """Moves a drawing to the first row and column, and closes it up if there is a space between all holes."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    moved = [(row - top, column - left) for row, column in cells]
    if all(column % 2 == 0 for _, column in moved) and any(column for _, column in moved):
        return [(row, column // 2) for row, column in moved]
    return moved


def _jumps(cells: Sequence[Cell], steps: Iterable[Step]) -> tuple[Jump, ...]:
    places = {cell: hole for hole, cell in enumerate(cells)}
    jumps = []
    for (row, column), hole in places.items():
        for down, right in steps:
            over = places.get((row + down, column + right))
            end = places.get((row + 2 * down, column + 2 * right))
            if over is not None and end is not None:
                jumps.append((hole, over, end))
    return tuple(sorted(jumps))


def _board(
    name: str,
    cells: Sequence[Cell],
    jumps: tuple[Jump, ...],
    *,
    is_triangular: bool,
    marks: dict[str, int] | None = None,
) -> Board:
    lattice = _skewed(cells) if is_triangular else list(cells)
    symmetries = lattice_symmetries(lattice, jumps, TRIANGULAR if is_triangular else None)
    named = tuple({**_marks(cells, jumps), **(marks or {})}.items())
    is_staggered = is_triangular and len({(row + column) % 2 for row, column in cells}) == 1
    return Board(name, tuple(cells), jumps, symmetries, named, is_staggered)


def _skewed(cells: Sequence[Cell]) -> list[Cell]:
    """Coordinates along two axes of the triangular lattice."""
    if len({(row + column) % 2 for row, column in cells}) == 1:
        return [(row, (column - row) // 2) for row, column in cells]
    return [(row, column - row) for row, column in cells]


def _marks(cells: Sequence[Cell], jumps: Sequence[Jump]) -> dict[str, int]:
    """Names that any board can have: its centre, if a hole is there, and its first corner, which no jump leads over."""
    marks = {}
    middle = (sum(row for row, _ in cells), sum(column for _, column in cells))
    for hole, (row, column) in enumerate(cells):
        if (len(cells) * row, len(cells) * column) == middle:
            marks["centre"] = hole
    leapt = {over for _, over, _ in jumps}
    corners = [hole for hole in range(len(cells)) if hole not in leapt]
    if corners and leapt:
        marks["corner"] = corners[0]
    return marks


def _rows(*lengths: int) -> list[Cell]:
    """Holes in rows of these lengths, centred."""
    widest = max(lengths)
    return [(row, (widest - length) // 2 + column) for row, length in enumerate(lengths) for column in range(length)]


# The boards by name; each has the aliases that its name begins with.
_SHAPES: dict[str, list[Cell]] = {
    "english-33": _rows(3, 3, 7, 7, 7, 3, 3),
    "french-37": _rows(3, 5, 7, 7, 7, 5, 3),
    "diamond-41": _rows(1, 3, 5, 7, 9, 7, 5, 3, 1),
    "wiegleb-45": _rows(3, 3, 3, 9, 9, 9, 3, 3, 3),
    # Bell's 39 holes: the English board with three more at each of two neighbouring arms.
    "asymmetric-39": [(row, column) for row in range(8) for column in range(8) if 2 <= row <= 4 or 2 <= column <= 4],
    "hoppers-13": [(row, column) for row in range(5) for column in range(5) if (row + column) % 2 == 0],
}
BOARD_NAMES = (*(name.split("-")[0] for name in _SHAPES), "triangle-5", "square-6")
_NAMES = {"hoppers-13": {"inner": 3, "edge": 1}, "asymmetric-39": {"centre": 17}}
_ALIASES = {"european-37": "french-37", "european": "french-37", "german": "wiegleb-45", "german-45": "wiegleb-45"}


def _named(text: str) -> Board | None:
    text = _ALIASES.get(text, text)
    for name, cells in _SHAPES.items():
        if text in (name, name.split("-")[0]):
            jumps = _jumps(cells, _HOPPERS if name == "hoppers-13" else ORTHOGONAL)
            return _board(name, cells, jumps, is_triangular=False, marks=_NAMES.get(name))
    match = re.fullmatch(r"(triangle|square)-?(\d+)", text)
    if match is None:
        return None
    kind, side = match[1], int(match[2][:9])
    holes = side * (side + 1) // 2 if kind == "triangle" else side * side
    if not 1 <= holes <= MAX_HOLES:
        raise PuzzleError(_too_many(holes))
    if kind == "square":
        cells = _rows(*[side] * side)
        return _board(f"square-{side}", cells, _jumps(cells, ORTHOGONAL), is_triangular=False)
    cells = [(row, side - 1 - row + 2 * place) for row in range(side) for place in range(row + 1)]
    marks = {"apex": 0}
    if side % 2:
        marks["edge middle"] = (side // 2) * (side // 2 + 1) // 2
    if side >= 4:
        marks["interior"] = 4
    return _board(f"triangle-{side}", cells, _jumps(cells, _STAGGERED), is_triangular=True, marks=marks)
