"""Problems of peg solitaire as addresses have them: read with care, because anybody can write an address."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from sito.errors import N_, Fault, PuzzleError
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.by_hand import PegsByHand
from sito.puzzles.pegs.notation import solution_text
from sito.puzzles.pegs.problem import Problem

BOARDS = (
    "english-33",
    "french-37",
    "hoppers-13",
    "triangle-5",
    "triangle-6",
    "square-6",
    "asymmetric-39",
    "diamond-41",
    "wiegleb-45",
)
"""The boards that are offered; an address may name any board that `Board.parse` reads."""
_LONGEST = 6000  # characters of all fields together


def read_fields(fields: Mapping[str, str]) -> PegsByHand:
    """Reads a problem and its jumps, as `to_fields` writes them. Raises `PuzzleError` with what is wrong.

    >>> hand = read_fields({"board": "hoppers", "jumps": "(0,6)(9,3)"})
    >>> hand.length, to_fields(hand)
    (2, {'board': 'hoppers-13', 'start': '6', 'finish': '6', 'jumps': '(0,6)(9,3)'})
    """
    if sum(map(len, fields.values())) > _LONGEST:
        raise PuzzleError(Fault(N_("this is too long for a problem; an example: {example}"), example="english"))
    problem = Problem.parse(fields.get("board") or "english", fields.get("start", ""), fields.get("finish", ""))
    hand = PegsByHand(problem)
    jumps = fields.get("jumps", "").strip()
    if not jumps:
        return hand
    return single_jumps(hand, hand.after_all(jumps))


def single_jumps(begun: PegsByHand, hand: PegsByHand) -> PegsByHand:
    """Gives the same position with a step for each jump, so that they are taken back one by one."""
    return begun.after_all(tuple(jump for run in hand.steps for jump in pairwise(run)))


def to_fields(hand: PegsByHand) -> dict[str, str]:
    """Gives the fields of a problem and its jumps, without those that say nothing."""
    problem = hand.puzzle
    fields = {
        "board": problem.board.name,
        "start": problem.start_text,
        "finish": problem.finish_text,
        "jumps": solution_text(hand.moves),
    }
    return {name: value for name, value in fields.items() if value}


def with_vacancy(board: Board, hole: int, finish: str) -> PegsByHand:
    """Begins the problem whose one empty hole is this one. Raises `PuzzleError`."""
    return PegsByHand(Problem.parse(board, str(hole), finish))
