"""`sito pegs --play`: a person jumps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sito.base.limits import Limits
from sito.cli.by_hand.loop import PATIENCE, solve_by_hand
from sito.cli.by_hand.puzzle import KEYS, HandPuzzle, Stand
from sito.cli.output import note
from sito.cli.pegs.board import PegChoice, PegPicture
from sito.cli.play.saved import SavedGame
from sito.errors import N_, Fault, InputError, PuzzleError
from sito.games.fields import SavedFields
from sito.puzzles.by_hand import Outlook
from sito.puzzles.pegs.boards import MAX_HOLES, Board, Jump
from sito.puzzles.pegs.by_hand import PegGuide, PegsByHand
from sito.puzzles.pegs.notation import Run, solution_text
from sito.puzzles.pegs.problem import Problem
from sito.show.i18n import _
from sito.show.puzzle_sentences.pegs import PEGS

KIND = "pegs"

PegStand = Stand[PegsByHand, PegChoice]

# Arrows, and the ways they point in, as (down, right).
_WAYS = {KEYS["up"]: (-1, 0), KEYS["down"]: (1, 0), KEYS["left"]: (0, -1), KEYS["right"]: (0, 1)}


def begin(problem: Problem, limits: Limits) -> int:
    """Lets a person solve a problem from the start, and returns the exit code.

    Raises `LimitError` where the goal is as few pegs as possible, and the limits do not suffice to find how few.
    """
    hand = PegsByHand.begin(problem, limits)
    return solve_by_hand(SavedGame.new(KIND), PegPuzzle(hand), limits)


def go_on(name: str | None = None, limits: Limits = Limits()) -> int:
    """Goes on with the saved puzzle of this name, or with the latest, and returns the exit code."""
    saved, hand = SavedGame.resumed(KIND, name, read_hand)
    note(_("The puzzle goes on."))
    return solve_by_hand(saved, PegPuzzle(hand), limits)


def read_hand(fields: SavedFields) -> PegsByHand:
    """Reads a puzzle in progress from a saved one. Raises `InputError`."""
    board = Board.parse(fields.text("board"))
    finish = fields.text("finish")
    if finish == "any":
        finishes = tuple(1 << hole for hole in range(board.holes))
    else:
        finishes = tuple(_position(board, word) for word in finish.split())
    if not finishes:
        raise InputError(
            Fault(N_("a position needs at least one peg, and none outside the board {board}"), board=board)
        )
    hand = PegsByHand(Problem(board, _position(board, fields.text("start")), finishes))
    for step in fields.text("steps").split():
        hand = hand.after(step)
    return hand


def _position(board: Board, text: str) -> int:
    """Reads a position as `_pegs` writes it."""
    holes = text.split(",")
    if len(holes) > MAX_HOLES or not all(hole.isdecimal() and len(hole) < 3 for hole in holes):
        raise PuzzleError(Fault(N_("'{text}' is no list of holes with pegs, such as 0,1,5"), text=text[:40]))
    return sum(1 << hole for hole in set(map(int, holes)))


def _pegs(position: int) -> str:
    """Writes a position as the holes with pegs."""
    return ",".join(str(hole) for hole in range(MAX_HOLES) if position >> hole & 1)


class PegPuzzle(HandPuzzle[PegsByHand, PegChoice]):
    """A problem of peg solitaire before a person."""

    kind = KIND
    said = PEGS

    def __init__(self, hand: PegsByHand) -> None:
        self.hand = hand
        self._problem, self._board = hand.puzzle, hand.puzzle.board
        self._guide = PegGuide()

    def first_choice(self, hand: PegsByHand) -> PegChoice:
        """Chooses no peg."""
        return PegChoice()

    def outlook(self, hand: PegsByHand, limits: Limits) -> Outlook[Run]:
        """Searches from here, or asks a search that is finished."""
        return self._guide.outlook(hand, limits)

    def read(self, line: str, hand: PegsByHand) -> PegsByHand:
        """Takes the jumps of a line."""
        return hand.after_all(line)

    def press(self, key: str, stand: PegStand) -> PegStand:
        """Arrows choose a hole, Enter takes its peg, and then arrows say where it jumps to."""
        hand, choice = stand.hand, stand.choice
        if choice.hole is None:
            jumps = hand.jumps()
            first = jumps[0][0] if jumps else 0
            here = first if hand.last is None or key == KEYS["tab"] else hand.last
            return stand.chosen(PegChoice(here))
        if key in ("", KEYS[" "]):
            return stand.chosen(PegChoice(choice.hole, not choice.taken and self._can_jump(hand, choice.hole)))
        if key == KEYS["tab"]:
            return stand.chosen(PegChoice(self._next_peg(hand, choice.hole)))
        if not choice.taken:
            return stand.chosen(PegChoice(self._neighbour(choice.hole, _WAYS[key])))
        return self._aim(stand, _WAYS[key])

    def _can_jump(self, hand: PegsByHand, hole: int) -> bool:
        """Sees that a peg can be taken. Raises `PuzzleError` that says why not."""
        if not hand.position >> hole & 1:
            raise PuzzleError(Fault(N_("there is no peg in hole {hole}"), hole=hole))
        if not any(jump[0] == hole for jump in hand.jumps()):
            raise PuzzleError(Fault(N_("the peg in hole {hole} cannot jump now"), hole=hole))
        return True

    def _next_peg(self, hand: PegsByHand, hole: int) -> int:
        """The next peg that can jump, the first one after the last."""
        pegs = sorted({jump[0] for jump in hand.jumps()})
        return next((peg for peg in pegs if peg > hole), pegs[0] if pegs else hole)

    def _neighbour(self, hole: int, way: tuple[int, int]) -> int:
        """The hole that is nearest in a direction, straight on if there is one; the same hole at the edge."""
        row, column = self._board.cells[hole]

        def distance(other: int) -> tuple[int, int] | None:
            down, right = self._board.cells[other][0] - row, self._board.cells[other][1] - column
            ahead, aside = down * way[0] + right * way[1], abs(down * way[1]) + abs(right * way[0])
            return (ahead + 2 * aside, aside) if ahead > 0 else None

        ahead = [(found, other) for other in range(self._board.holes) if (found := distance(other)) is not None]
        return min(ahead)[1] if ahead else hole

    def _aim(self, stand: PegStand, way: tuple[int, int]) -> PegStand:
        """Jumps in a direction; where two jumps lead there, a second arrow says which."""
        hand, choice = stand.hand, stand.choice
        jumps = choice.jumps or tuple(jump for jump in hand.jumps() if jump[0] == choice.hole)
        there = tuple(jump for jump in jumps if self._leads(jump, way) > 0)
        if choice.jumps and len(there) > 1:  # the same arrow twice: straight on
            there = (max(there, key=lambda jump: self._straightness(jump, way)),)
        if not there:
            raise PuzzleError(Fault(N_("the peg in hole {hole} cannot jump that way"), hole=choice.hole))
        if len(there) > 1:
            return stand.chosen(replace(choice, jumps=there))
        start, _over, end = there[0]
        return stand.moved(hand.after((start, end)), PegChoice(end))

    def _leads(self, jump: Jump, way: tuple[int, int]) -> int:
        """How far a jump leads in a direction."""
        (row, column), (to_row, to_column) = self._board.cells[jump[0]], self._board.cells[jump[2]]
        return (to_row - row) * way[0] + (to_column - column) * way[1]

    def _straightness(self, jump: Jump, way: tuple[int, int]) -> int:
        (row, column), (to_row, to_column) = self._board.cells[jump[0]], self._board.cells[jump[2]]
        return -abs((to_row - row) * way[1]) - abs((to_column - column) * way[0])

    def picture(self, stand: PegStand) -> PegPicture:
        """Shows the board."""
        return PegPicture(stand.hand, stand.choice, stand.dead)

    def how(self, *, keys: bool) -> Iterator[str]:
        """Says how jumps are written."""
        yield _("Write 9 3 for the peg in hole 9 that jumps to hole 3, and 2,0,6 for a peg that jumps twice.")
        if keys:
            yield _("Or choose a peg with the arrows or Tab, take it with Enter, and jump with an arrow.")

    def prompt(self, hand: PegsByHand) -> str:
        """Asks for the next jump."""
        return _("move {number}: ").format(number=hand.length + 1)

    def as_json(self, hand: PegsByHand) -> Mapping[str, Any]:
        """Gives the problem, the moves and how the pegs stand."""
        return {
            "board": self._board.name,
            "holes": self._board.holes,
            "start": self._problem.start_text,
            "finish": self._problem.finish_text,
            "moves": hand.length,
            "jumps": sum(len(run) - 1 for run in hand.steps),
            "steps": list(hand.steps),
            "solution": solution_text(hand.moves),
            "pegs": [hole for hole in range(self._board.holes) if hand.position >> hole & 1],
        }

    def saved(self, hand: PegsByHand) -> Mapping[str, Any]:
        """Gives the problem and the steps."""
        finishes = self._problem.finishes
        singles = tuple(1 << hole for hole in range(self._board.holes))
        aim = self._problem.finish_text if len(finishes) == 1 or finishes == singles else "fewest"
        return {
            "problem": f"{self._board}, {self._problem.start_text} -> {aim}",
            "board": self._board.name,
            "start": _pegs(self._problem.start),
            "finish": "any" if finishes == singles else " ".join(map(_pegs, finishes)),
            "steps": " ".join(",".join(map(str, run)) for run in hand.steps),
        }


__all__ = ["KIND", "PATIENCE", "PegPuzzle", "begin", "go_on", "read_hand"]
