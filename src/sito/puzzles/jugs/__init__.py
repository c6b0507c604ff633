"""Water jugs: measure an amount with jugs, a tap and a drain."""

from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs, Together
from sito.puzzles.jugs.solver import JugAnswer, JugProgress, solve_jugs

__all__ = ["EndState", "InAny", "InJug", "JugAnswer", "JugProgress", "Jugs", "Together", "solve_jugs"]
