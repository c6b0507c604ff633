"""Peg solitaire on any board: the fewest moves, all solutions, exact counts, and reasons why there is none."""

from sito.puzzles.pegs.analysis import Analysis, PegProgress, solve_pegs
from sito.puzzles.pegs.answer import Answer
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem

__all__ = ["Analysis", "Answer", "Board", "PegProgress", "Problem", "solve_pegs"]
