"""Peg solitaire on any board: the fewest moves, all solutions, exact counts, and reasons why there is none."""

from sito.puzzles.pegs.analysis import Analysis, PegProgress
from sito.puzzles.pegs.answer import Answer
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.pegs.solver import solve_pegs

__all__ = ["Analysis", "Answer", "Board", "PegProgress", "Problem", "solve_pegs"]
