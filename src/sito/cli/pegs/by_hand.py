"""`sito pegs --play`: a person jumps; the holes with their numbers, and the moves so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Self

from sito.base.limits import Limits
from sito.cli.by_hand.loop import KEYS, Stand, fold
from sito.errors import InputError, PuzzleError
from sito.games.fields import SavedFields
from sito.puzzles.by_hand import Outlook
from sito.puzzles.pegs.boards import MAX_HOLES, Board, Jump
from sito.puzzles.pegs.by_hand import PegGuide, PegsByHand
from sito.puzzles.pegs.notation import Run, solution_text
from sito.puzzles.pegs.pictures import MOVED, PEG, VACANCY
from sito.puzzles.pegs.problem import Problem
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.puzzle_sentences.pegs import PEGS, left_sentence, made_sentence, run_sentence
from sito.show.render import Fragment, Line, cell_width, plain

TARGET = "◎"
_STYLES = {PEG: "#0072b2", MOVED: "bold #d55e00", VACANCY: "dim", TARGET: "bold #009e73"}

# Arrows, and the ways they point in, as (down, right).
_WAYS = {KEYS["up"]: (-1, 0), KEYS["down"]: (1, 0), KEYS["left"]: (0, -1), KEYS["right"]: (0, 1)}


def _position(board: Board, text: str) -> int:
    """Reads a position as `_pegs` writes it."""
    holes = text.split(",")
    if len(holes) > MAX_HOLES or not all(hole.isdecimal() and len(hole) < 3 for hole in holes):
        raise PuzzleError.said("'{text}' is no list of holes with pegs, such as 0,1,5", text=text[:40])
    return sum(1 << hole for hole in set(map(int, holes)))


def _pegs(position: int) -> str:
    """Writes a position as the holes with pegs."""
    return ",".join(str(hole) for hole in range(MAX_HOLES) if position >> hole & 1)


@dataclass(frozen=True, kw_only=True)
class PegStand(Stand[PegsByHand]):
    """A problem of peg solitaire before a person."""

    kind = "pegs"
    said = PEGS

    hole: int | None = None
    """The hole that the arrow keys have chosen."""
    taken: bool = False
    """Whether its peg is taken."""
    jumps: tuple[Jump, ...] = ()
    """The jumps that the arrow keys have narrowed it to; none while no direction was given."""

    @classmethod
    def read(cls, fields: SavedFields) -> Self:
        """Reads what `saved` gave. Raises `InputError`."""
        board = Board.parse(fields.text("board"))
        finish = fields.text("finish")
        if finish == "any":
            finishes = tuple(1 << hole for hole in range(board.holes))
        else:
            finishes = tuple(_position(board, word) for word in finish.split())
        if not finishes:
            raise InputError.said("a position needs at least one peg, and none outside the board {board}", board=board)
        hand = PegsByHand(Problem(board, _position(board, fields.text("start")), finishes))
        for step in fields.text("steps").split():
            hand = hand.after(step)
        return cls(hand=hand)

    @classmethod
    def guide(cls) -> Callable[[PegsByHand, Limits], Outlook[Run]]:
        """Searches from a position, or asks a search that is finished."""
        return PegGuide().outlook

    @property
    def board(self) -> Board:
        """The board."""
        return self.hand.puzzle.board

    def after(self, line: str) -> PegsByHand:
        """Takes the jumps of a line."""
        return self.hand.after_all(line)

    def pressed(self, key: str) -> Self:
        """Arrows choose a hole, Enter takes its peg, and then arrows say where it jumps to."""
        hand, hole = self.hand, self.hole
        if hole is None:
            jumps = hand.jumps()
            first = jumps[0][0] if jumps else 0
            return self.chosen(hole=first if hand.last is None or key == KEYS["tab"] else hand.last)
        if key in ("", KEYS[" "]):
            return self.chosen(hole=hole, taken=not self.taken and self._can_jump(hole))
        if key == KEYS["tab"]:
            return self.chosen(hole=self._next_peg(hole))
        if not self.taken:
            return self.chosen(hole=self._neighbour(hole, _WAYS[key]))
        return self._aimed(hole, _WAYS[key])

    def _can_jump(self, hole: int) -> bool:
        """Sees that a peg can be taken. Raises `PuzzleError` that says why not."""
        if not self.hand.position >> hole & 1:
            raise PuzzleError.said("there is no peg in hole {hole}", hole=hole)
        if not any(jump[0] == hole for jump in self.hand.jumps()):
            raise PuzzleError.said("the peg in hole {hole} cannot jump now", hole=hole)
        return True

    def _next_peg(self, hole: int) -> int:
        """The next peg that can jump, the first one after the last."""
        pegs = sorted({jump[0] for jump in self.hand.jumps()})
        return next((peg for peg in pegs if peg > hole), pegs[0] if pegs else hole)

    def _neighbour(self, hole: int, way: tuple[int, int]) -> int:
        """The hole that is nearest in a direction, straight on if there is one; the same hole at the edge."""
        off = {other: self._off(hole, other, way) for other in range(self.board.holes)}
        near = [(ahead + 2 * aside, aside, other) for other, (ahead, aside) in off.items() if ahead > 0]
        return min(near)[-1] if near else hole

    def _aimed(self, hole: int, way: tuple[int, int]) -> Self:
        """Jumps in a direction; where two jumps lead there, a second arrow says which."""
        jumps = self.jumps or tuple(jump for jump in self.hand.jumps() if jump[0] == hole)
        there = tuple(jump for jump in jumps if self._off(hole, jump[2], way)[0] > 0)
        if self.jumps and len(there) > 1:  # the same arrow twice: straight on
            there = (min(there, key=lambda jump: self._off(hole, jump[2], way)[1]),)
        if not there:
            raise PuzzleError.said("the peg in hole {hole} cannot jump that way", hole=hole)
        if len(there) > 1:
            return self.chosen(hole=hole, taken=True, jumps=there)
        start, _over, end = there[0]
        return self.moved(self.hand.after((start, end)), hole=end)

    def _off(self, hole: int, other: int, way: tuple[int, int]) -> tuple[int, int]:
        """How far another hole lies ahead in a direction, and how far aside."""
        (row, column), (to_row, to_column) = self.board.cells[hole], self.board.cells[other]
        down, right = to_row - row, to_column - column
        return down * way[0] + right * way[1], abs(down * way[1]) + abs(right * way[0])

    def how(self, *, keys: bool) -> Iterator[str]:
        """Says how jumps are written."""
        yield _("Write 9 3 for the peg in hole 9 that jumps to hole 3, and 2,0,6 for a peg that jumps twice.")
        if keys:
            yield _("Or choose a peg with the arrows or Tab, take it with Enter, and jump with an arrow.")

    @property
    def prompt(self) -> str:
        """Asks for the next jump."""
        return _("move {number}: ").format(number=self.hand.length + 1)

    def as_json(self) -> Mapping[str, object]:
        """Gives the problem, the moves and how the pegs stand."""
        hand, problem, board = self.hand, self.hand.puzzle, self.board
        return {
            "board": board.name,
            "holes": board.holes,
            "start": problem.start_text,
            "finish": problem.finish_text,
            "moves": hand.length,
            "jumps": sum(len(run) - 1 for run in hand.steps),
            "steps": list(hand.steps),
            "solution": solution_text(hand.moves),
            "pegs": [hole for hole in range(board.holes) if hand.position >> hole & 1],
        }

    def saved(self) -> Mapping[str, object]:
        """Gives the problem and the steps."""
        problem, finishes = self.hand.puzzle, self.hand.puzzle.finishes
        text = problem.finish_text
        aim = text if len(finishes) == 1 or text == "any" else "fewest"
        return {
            "problem": f"{self.board}, {problem.start_text} -> {aim}",
            "board": self.board.name,
            "start": _pegs(problem.start),
            "finish": "any" if text == "any" else " ".join(map(_pegs, finishes)),
            "steps": " ".join(",".join(map(str, run)) for run in self.hand.steps),
        }

    def _news(self, before: Self | None) -> list[Line]:
        """Gives the position, and the step that led to it."""
        steps, pegs = self.hand.steps, self.hand.position.bit_count()
        left = ngettext("{count} peg", "{count} pegs", pegs).format(count=pegs)
        known = max(len(steps) - 1, 0) if before is None else len(before.hand.steps)
        step = solution_text(steps[known:] or steps[-1:]) or _("start")
        return [plain(f"{self.hand.length or ''}  {step}  {left}".strip()), *self._drawn(None), plain("")]

    def _words(self, before: Self | None) -> list[str]:
        """Says the steps that are new; without one, the holes, row by row, each by its number."""
        left, made = left_sentence(self.hand), made_sentence(self.hand)
        steps, known = self.hand.steps, () if before is None else before.hand.steps
        if before is not None and steps[: len(known)] == known:
            return [join_sentences(*map(run_sentence, steps[len(known) :]), left, made)]
        return [join_sentences(left, made), *self._rows()]

    def _rows(self) -> Iterator[str]:
        """Says for each row which holes have pegs."""
        board, position = self.board, self.hand.position
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

    def _steps(self, width: int) -> list[str]:
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

    def _drawn(self, width: int | None, room: int = 0) -> list[Line]:
        """Draws the board with the numbers of its holes; a list of them where it is too wide."""
        board = self.board
        digits = len(str(board.holes - 1))
        # A hole takes its symbol and number, and a blank to the next one; where only every other place is a hole, it
        # takes two places.
        staggered = all((row, column + 1) not in board.cells for row, column in board.cells)
        pitch = (digits + 3) // 2 if staggered else digits + 2
        rows, columns = (1 + max(places) for places in zip(*board.cells, strict=True))
        if width is not None and columns * pitch + digits + 1 > width:
            return [plain(line) for row in self._rows() for line in fold(row, width)]
        # One more column at both sides, for the brackets around the hole that is chosen.
        grid: list[list[Fragment]] = [[(" ", "")] * (columns * pitch + digits + 2) for _row in range(rows)]
        for hole, (row, column) in enumerate(board.cells):
            symbol, at = self._symbol(hole), 1 + column * pitch
            chosen = hole == self.hole
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
        return tuple(end for start, _over, end in self.jumps or self.hand.jumps() if start == self.hole)

    def _choice(self) -> str:
        """Says what is chosen, and where it can jump to."""
        if self.hole is None:
            return ""
        targets = ", ".join(map(str, self._targets()))
        if not self.hand.position >> self.hole & 1:
            text = _("Hole {hole} is chosen; it is empty.")
        elif not targets:
            text = _("Peg {hole} is chosen; it cannot jump now.")
        elif self.jumps:
            text = _("Peg {hole} can jump to {targets}: press one more arrow.")
        elif self.taken:
            text = _(
                "Peg {hole} is taken and can jump to {targets}: press the arrow of the way, or Enter to put it back."
            )
        else:
            text = _("Peg {hole} is chosen and can jump to {targets}: press Enter to take it.")
        return text.format(hole=self.hole, targets=targets)


def _joined(row: list[Fragment]) -> Line:
    """Joins characters that look the same, without the blanks at the end."""
    while row and row[-1][0] == " ":
        row = row[:-1]
    runs = groupby(row, key=lambda fragment: fragment[1])
    return tuple(("".join(character for character, _look in run), look) for look, run in runs)
