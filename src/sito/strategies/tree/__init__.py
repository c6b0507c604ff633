"""Strategy trees: a guess, and the next guess for each answer; their text format, verification and export."""

from sito.strategies.tree.node import Node
from sito.strategies.tree.strategy_tree import BuildsTrees, StrategyTree

__all__ = ["BuildsTrees", "Node", "StrategyTree"]
