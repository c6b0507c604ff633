"""Peg solitaire as objects of JSON."""

from __future__ import annotations

from typing import Any

from sito.puzzles.pegs.analysis import Analysis, Level
from sito.puzzles.pegs.answer import Answer, Exhausted, LosingJump
from sito.puzzles.pegs.problem import Problem, solution_text
from sito.puzzles.pegs.proofs import PagodaProof, ParityProof, PegsProof


def pegs_as_json(answer: Answer) -> dict[str, Any]:
    """Makes the answer as data."""
    problem = answer.problem
    board = problem.board
    result: dict[str, Any] = {
        "board": board.name,
        "holes": board.holes,
        "start": problem.start_text,
        "finish": problem.finish_text,
        "solvable": answer.is_solvable,
        "proven": answer.proven,
        "lower": answer.lower,
        "upper": answer.upper,
        "solution": solution_text(answer.solution) if answer.solution is not None else None,
    }
    match answer.reason:
        case Exhausted(positions):
            result["reason"] = {"kind": "exhausted", "positions_up_to_symmetry": positions}
        case LosingJump(jump):
            result["reason"] = {"kind": "first_jump", "jump": list(jump)}
        case PegsProof():
            result["reason"] = {"kind": "pegs"}
        case ParityProof(sets=sets):
            holes = [[h for h in range(board.holes) if s >> h & 1] for s in sets]
            result["reason"] = {"kind": "parity", "holes": _by_finish(problem, holes)}
        case PagodaProof(weights=weights):
            result["reason"] = {"kind": "pagoda", "weights": _by_finish(problem, [list(w) for w in weights])}
        case None:
            result["reason"] = None
    return result


def _by_finish(problem: Problem, values: list[list[int]]) -> list[dict[str, Any]]:
    holes = range(problem.board.holes)
    return [
        {"finish": [hole for hole in holes if finish >> hole & 1], "value": value}
        for finish, value in zip(problem.finishes, values, strict=True)
    ]


def counts(analysis: Analysis) -> dict[str, int]:
    """Works out every number that `--count` tells."""
    reachable, winning = analysis.reachable(), analysis.winning()
    return {
        "shortest": analysis.shortest_count(),
        "solutions": analysis.solutions_count(),
        "games": analysis.games(),
        "reachable": _total(reachable),
        "reachable_up_to_symmetry": sum(level.classes for level in reachable),
        "winning": _total(winning),
        "winning_up_to_symmetry": sum(level.classes for level in winning),
    }


def _total(levels: tuple[Level, ...]) -> int:
    return sum(level.positions for level in levels)


def levels_json(analysis: Analysis) -> list[dict[str, int]]:
    """Makes the levels searched so far as data."""
    return [
        {"pegs": level.pegs, "up_to_symmetry": level.classes, "positions": level.positions}
        for level in analysis.searched()
    ]
