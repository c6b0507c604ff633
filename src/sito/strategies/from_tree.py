"""Playing from a strategy tree."""

from __future__ import annotations

import random
from functools import cached_property
from typing import TypeVar

from sito.codes.code import Code
from sito.errors import N_, StrategyError
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import TREE, KnownByText, Strategy, Trees, parse_strategy, strategy_text
from sito.strategies.tree.strategy_tree import StrategyTree

_DIGITS = 12  # characters of the digest that serve as a name


class FromTree(KnownByText):
    """Plays from a strategy tree, whichever program made it; `tree:FILE` is its text.

    Plays only the rules of the tree, after the turns with which the tree begins. Raises `StrategyError` for other
    rules, and for a game that has left the tree because another guess was made. The tree is not verified; `sito tree
    verify` does that. `file` names the tree in the strategy's text; without it, the beginning of its digest does.

    Source: strategy trees are as old as Knuth (1977), who prints one. Cost per guess:
    a step down the tree for each turn. Known results: those of the tree.

    >>> tree = StrategyTree.parse("sito-tree 1\\nrules 1x2\\n= A\\n  - = B\\nend")
    >>> FromTree(tree).choose(Knowledge("1x2").after("A", "-"), random.Random(1))
    Code([1])
    >>> str(FromTree(tree, "best.tree"))
    'tree:best.tree'
    """

    deterministic = True

    def __init__(self, tree: StrategyTree, file: str = "") -> None:
        if not isinstance(tree, StrategyTree):
            wrong = N_("the strategy {name} plays a StrategyTree; a value of type {type} was given")
            raise StrategyError.said(wrong, name=TREE, type=type(tree).__name__)
        self.tree = tree
        self._file = file

    @property
    def file(self) -> str:
        """The name of the tree in the strategy's text."""
        return self._file or self.tree.digest[:_DIGITS]

    @cached_property
    def consistent(self) -> bool:
        """Whether every guess of the tree may be the secret."""
        return all(node.wins for _, _, node in self.tree.walk())

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Returns the guess of the node that the game has reached. Raises `InconsistentError` if no code is left."""
        if knowledge.rules is not self.tree.rules and knowledge.rules.key != self.tree.rules.key:
            raise StrategyError.said(
                "{name} does not play {rules}: the tree is for {own}",
                name=str(self),
                rules=str(knowledge.rules),
                own=str(self.tree.rules),
            )
        knowledge.check_any_left()
        node = self.tree.reached(knowledge.history)
        if node is None:
            raise StrategyError(self.tree.lost(knowledge.history, str(self)))
        return node.guess

    def build_tree(self, knowledge: Knowledge, *, on_progress: object = None) -> StrategyTree:
        """Returns the part of the tree from here on."""
        self.choose(knowledge, random.Random(0))
        node = self.tree.reached(knowledge.history)
        assert node is not None, "choose has found it"
        return StrategyTree(self.tree.rules, node, str(self), knowledge.history)

    def __str__(self) -> str:
        return strategy_text(TREE, self.file)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FromTree):
            return NotImplemented
        return (self.file, self.tree) == (other.file, other.tree)

    def __hash__(self) -> int:
        return hash((FromTree, self.file))

    def __reduce__(self) -> tuple[object, ...]:
        return (FromTree, (self.tree, self._file))


Given = TypeVar("Given")


def strategy_of(given: Given | StrategyTree | str, trees: Trees | None = None) -> Given | Strategy:
    """Takes what may be given for a strategy: the strategy that a text names, or that plays from a tree.

    Whatever else is given is given back. `trees` finds the trees that texts name. Raises `StrategyError`.

    >>> str(strategy_of("entropy")), strategy_of(None)
    ('entropy', None)
    """
    if isinstance(given, str):
        return parse_strategy(given, trees)
    return FromTree(given) if isinstance(given, StrategyTree) else given
