"""Strategy trees: a guess, and for each answer the next one; as values, as text, verified, exported."""

from sito.tree.node import Node
from sito.tree.strategy_tree import BuildsTrees, StrategyTree

__all__ = ["BuildsTrees", "Node", "StrategyTree"]
