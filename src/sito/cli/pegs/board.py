"""The picture of a peg board that a person plays on: the holes with their numbers, and the moves so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from sito.cli.by_hand.puzzle import fold
from sito.puzzles.pegs.boards import Jump
from sito.puzzles.pegs.by_hand import PegsByHand
from sito.puzzles.pegs.notation import solution_text
from sito.puzzles.pegs.pictures import MOVED, PEG, VACANCY
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.puzzle_sentences.pegs import left_sentence, made_sentence, problem_sentence, run_sentence
from sito.show.render import Fragment, Line, cell_width, plain

TARGET = "◎"
_STYLES = {PEG: "#0072b2", MOVED: "bold #d55e00", VACANCY: "dim", TARGET: "bold #009e73"}
_DEAD_STYLE = "bold #d55e00"


@dataclass(frozen=True)
class PegChoice:
    """The hole that the arrow keys have chosen, whether its peg is taken, and the jumps that they have narrowed it to.

    `jumps` is empty while no direction was given.
    """

    hole: int | None = None
    taken: bool = False
    jumps: tuple[Jump, ...] = ()


@dataclass(frozen=True)
class PegPicture:
    """How the pegs stand."""

    hand: PegsByHand
    choice: PegChoice
    dead: str = ""
    """Says that it cannot be done from here; empty unless that is proven."""

    def lines(self, width: int, height: int) -> list[Line]:
        """Draws the board below the latest of the moves."""
        about = [plain(line) for line in fold(problem_sentence(self.hand.puzzle), width)]
        drawn = self.drawn(width)
        below = [*self._chosen(width), *self._status(width)]
        moves = self._moves(width)
        fit = max(height - len(about) - len(drawn) - len(below), 1)
        if len(moves) > fit:
            hidden = len(moves) - fit + 1
            more = ngettext("... {count} line above", "... {count} lines above", hidden).format(count=hidden)
            moves = [more, *moves[hidden:]]
        return [*about, *map(plain, moves), *drawn, *below]

    def news(self, before: PegPicture | None) -> list[Line]:
        """Gives the position, and the step that led to it."""
        if before is not None and before.hand == self.hand:
            return []
        pegs = self.hand.position.bit_count()
        left = ngettext("{count} peg", "{count} pegs", pegs).format(count=pegs)
        known = max(len(self.hand.steps) - 1, 0) if before is None else len(before.hand.steps)
        step = solution_text(self.hand.steps[known:] or self.hand.steps[-1:]) or _("start")
        return [plain(f"{self.hand.length or ''}  {step}  {left}".strip()), *self.drawn(None), plain("")]

    def words(self, before: PegPicture | None) -> list[str]:
        """Says the same in sentences, row by row, each hole by its number."""
        if before is not None and before.hand == self.hand:
            return []
        left, made = left_sentence(self.hand), made_sentence(self.hand)
        steps, known = self.hand.steps, 0 if before is None else len(before.hand.steps)
        if before is not None and steps[:known] == before.hand.steps:
            return [join_sentences(*map(run_sentence, steps[known:]), left, made)]
        return [join_sentences(left, made), *self._rows()]

    def _rows(self) -> Iterator[str]:
        """Says for each row which holes have pegs."""
        board, position = self.hand.puzzle.board, self.hand.position
        rows = sorted({row for row, _column in board.cells})
        for number, row in enumerate(rows, 1):
            holes = [hole for hole, cell in enumerate(board.cells) if cell[0] == row]
            pegs = ", ".join(str(hole) for hole in holes if position >> hole & 1)
            empty = ", ".join(str(hole) for hole in holes if not position >> hole & 1)
            if not empty:
                text = _("Row {row}: pegs {pegs}.")
            elif not pegs:
                text = _("Row {row}: empty {empty}.")
            else:
                text = _("Row {row}: pegs {pegs}; empty {empty}.")
            yield text.format(row=number, pegs=pegs, empty=empty)

    def _moves(self, width: int) -> list[str]:
        """Writes the moves so far as plans are written, in lines, and how many pegs are left."""
        left = left_sentence(self.hand)
        if not self.hand.steps:
            return [left]
        moves = [""]
        for run in self.hand.moves:
            text = solution_text([run])
            if moves[-1] and cell_width(moves[-1] + text) >= width:
                moves.append("")
            moves[-1] += text
        return [*moves, *fold(f"{made_sentence(self.hand)} {left}", width)]

    def drawn(self, width: int | None) -> list[Line]:
        """Draws the board with the numbers of its holes; a list of them where it is too wide."""
        board = self.hand.puzzle.board
        digits = len(str(board.holes - 1))
        # A hole takes its symbol and number, and a blank to the next one; where only every other place is a hole, it
        # takes two places.
        staggered = all((row, column + 1) not in board.cells for row, column in board.cells)
        pitch = (digits + 3) // 2 if staggered else digits + 2
        columns = 1 + max(column for _row, column in board.cells)
        if width is not None and columns * pitch + digits + 1 > width:
            return [plain(line) for row in self._rows() for line in fold(row, width)]
        rows = 1 + max(row for row, _column in board.cells)
        # One more column at both sides, for the brackets around the hole that is chosen.
        grid: list[list[Fragment]] = [[(" ", "")] * (columns * pitch + digits + 2) for _row in range(rows)]
        for hole, (row, column) in enumerate(board.cells):
            symbol, at = self._symbol(hole), 1 + column * pitch
            chosen = hole == self.choice.hole
            text = f"{symbol}{hole}"
            look = _STYLES[symbol] + (" reverse" if chosen else "")
            grid[row][at : at + len(text)] = [(character, look) for character in text]
            if chosen:
                grid[row][at - 1], grid[row][at + len(text)] = ("[", "bold"), ("]", "bold")
        return [_joined(row) for row in grid]

    def _symbol(self, hole: int) -> str:
        if hole in self._targets():
            return TARGET
        if self.hand.position >> hole & 1:
            return MOVED if hole == self.hand.last else PEG
        return VACANCY

    def _targets(self) -> tuple[int, ...]:
        """The holes that the chosen peg can jump to."""
        jumps = self.choice.jumps or self.hand.jumps()
        return tuple(end for start, _over, end in jumps if start == self.choice.hole)

    def _chosen(self, width: int) -> list[Line]:
        """Says what is chosen, and where it can jump to."""
        hole = self.choice.hole
        if hole is None:
            return []
        targets = ", ".join(map(str, self._targets()))
        if not self.hand.position >> hole & 1:
            text = _("Hole {hole} is chosen; it is empty.")
        elif not targets:
            text = _("Peg {hole} is chosen; it cannot jump now.")
        elif self.choice.jumps:
            text = _("Peg {hole} can jump to {targets}: press one more arrow.")
        elif self.choice.taken:
            text = _(
                "Peg {hole} is taken and can jump to {targets}: press the arrow of the way, or Enter to put it back."
            )
        else:
            text = _("Peg {hole} is chosen and can jump to {targets}: press Enter to take it.")
        said = text.format(hole=hole, targets=targets)
        return [((line, "dim"),) for line in fold(said, width)]

    def _status(self, width: int) -> list[Line]:
        return [((line, _DEAD_STYLE),) for line in fold(self.dead, width) if line]


def _joined(row: list[Fragment]) -> Line:
    """Joins characters that look the same, without the blanks at the end."""
    while row and row[-1][0] == " ":
        row = row[:-1]
    runs = groupby(row, key=lambda fragment: fragment[1])
    return tuple(("".join(character for character, _look in run), look) for look, run in runs)
