"""Playing from a strategy tree that was saved to a file."""

from __future__ import annotations

import random
from functools import cached_property

from sito.code import Code
from sito.errors import N_, Fault, StrategyError
from sito.knowledge import Knowledge
from sito.strategy import KnownByText, strategy_text
from sito.tree.strategy_tree import StrategyTree


class FromTree(KnownByText):
    """Plays what a strategy tree says: `tree:FILE`, where `sito tree build` or any other program wrote the file.

    Plays only the rules of the tree, from the turns on that stand before its nodes;
    raises `StrategyError` for other rules, and for a game that has left the tree because
    another guess was made. Raises `TreeError` for a file that cannot be read. Whether
    the tree is right is for `sito tree verify` to say.

    Source: strategy trees are as old as Knuth (1977), who prints one. Cost per guess:
    a step down the tree for each turn. Known results: those of the tree.
    """

    deterministic = True

    def __init__(self, file: str) -> None:
        self.file = file
        self.tree = StrategyTree.load(file)

    @cached_property
    def consistent(self) -> bool:
        """Whether every guess of the tree may be the secret."""
        return all(node.wins for _, _, node in self.tree.walk())

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Gives the guess of the node where the game stands. Raises `InconsistentError` if no code is left."""
        if knowledge.rules != self.tree.rules:
            raise StrategyError(
                Fault(
                    N_("{name} does not play {rules}: the tree is for {own}"),
                    name=str(self),
                    rules=str(knowledge.rules),
                    own=str(self.tree.rules),
                )
            )
        knowledge.check_any_left()
        node = self.tree.find(knowledge.history)
        if node is None:
            raise StrategyError(self._lost(knowledge))
        return node.guess

    def _lost(self, knowledge: Knowledge) -> Fault:
        """Says where a game left the tree."""
        text = knowledge.guesses.text
        if not any(self.tree.find(knowledge.history[:turn]) for turn in range(len(knowledge.history) + 1)):
            turns = " ".join(f"{text(guess)}:{answer}" for guess, answer in self.tree.history)
            return Fault(N_("{name} begins after {turns}; the game began otherwise"), name=str(self), turns=turns)
        turn, node = next(
            (turn, node)
            for turn in reversed(range(len(knowledge.history)))
            if (node := self.tree.find(knowledge.history[:turn])) is not None
        )
        guess, answer = knowledge.history[turn]
        if guess != node.guess:
            other = N_("the game has left the tree: guess {number} was {guess}, and {name} guesses {own}")
            return Fault(other, number=turn + 1, guess=text(guess), name=str(self), own=text(node.guess))
        missing = N_("{name} has no branch for the answer {answer} to {guess}; verify it")
        return Fault(missing, name=str(self), answer=str(answer), guess=text(guess))

    def build_tree(self, knowledge: Knowledge, *, on_progress: object = None) -> StrategyTree:
        """Gives the part of the tree from here on."""
        self.choose(knowledge, random.Random(0))
        node = self.tree.find(knowledge.history)
        assert node is not None, "choose has found it"
        return StrategyTree(self.tree.rules, node, str(self), knowledge.history)

    def __str__(self) -> str:
        return strategy_text("tree", self.file)

    def __reduce__(self) -> tuple[object, ...]:
        return (FromTree, (self.file,))
