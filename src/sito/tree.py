"""Strategy trees: a whole strategy as a value, every answer to every guess played out.

A node is a guess and a branch for each answer that leaves codes possible; a node
without branches is a leaf, whose guess is the only code left. `tree_text` reads and
writes trees, `tree_verify` proves them in plain Python, `tree_export` draws them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sito.code import Code
from sito.errors import N_, Fault, StrategyError
from sito.feedback import Feedback
from sito.knowledge import Knowledge
from sito.rules import Rules
from sito.strategy import Strategy, turn_generator


@dataclass(slots=True, eq=False)
class Node:
    """A guess and what follows each answer to it.

    `wins` tells whether the guess may itself be the secret; the winning answer has no
    branch. `branches` ascend by the number of the answer.
    """

    guess: Code
    wins: bool
    branches: dict[Feedback, Node] = field(default_factory=dict)

    @property
    def is_leaf(self) -> bool:
        """Whether the guess is the only possible code."""
        return not self.branches


class StrategyTree:
    """A strategy as a tree of guesses for one game, from its start or from a history on.

    >>> from sito.strategy import parse_strategy
    >>> tree = StrategyTree.build(parse_strategy("first-consistent"), Knowledge(Rules.parse("4x6")))
    >>> tree.total, tree.histogram
    (7471, (1, 4, 25, 108, 305, 602, 196, 49, 6))
    >>> tree.maximum, round(tree.mean, 3)
    (9, 5.765)
    """

    def __init__(
        self,
        rules: Rules,
        root: Node,
        strategy: str | None = None,
        history: Sequence[tuple[Code, Feedback]] = (),
    ) -> None:
        self.rules = rules
        self.root = root
        self.strategy = strategy
        self.history = tuple(history)
        self.histogram = _histogram(root)

    @classmethod
    def build(cls, strategy: Strategy, knowledge: Knowledge, seed: int = 0) -> StrategyTree:
        """Plays all possible codes at once, each set of codes with the same history once.

        A strategy that draws does so as in games that are played with this seed. Raises `InconsistentError` if no
        code is possible and `StrategyError` if the strategy does not play the rules, or
        goes on for more guesses than there are codes and colors.
        """
        return cls(knowledge.rules, _grow(strategy, knowledge, seed), str(strategy), knowledge.history)

    @property
    def size(self) -> int:
        """How many secrets the tree finds."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """The sum over all secrets of the number of guesses, the winning one included."""
        return sum(guesses * count for guesses, count in enumerate(self.histogram, 1))

    @property
    def mean(self) -> float:
        """The number of guesses a secret needs on average."""
        return self.total / self.size

    @property
    def maximum(self) -> int:
        """The most guesses that a secret needs."""
        return len(self.histogram)

    def games(self) -> Iterator[tuple[Code, ...]]:
        """Goes through the games of all secrets: the guesses, of which the last is the secret.

        >>> from sito.strategy import parse_strategy
        >>> tree = StrategyTree.build(parse_strategy("first-consistent"), Knowledge(Rules.parse("2x2")))
        >>> [len(guesses) for guesses in tree.games()]
        [1, 2, 2, 3]
        """
        stack: list[tuple[Node, tuple[Code, ...]]] = [(self.root, ())]
        while stack:
            node, before = stack.pop()
            guesses = (*before, node.guess)
            if node.wins:
                yield guesses
            stack.extend((child, guesses) for child in reversed(node.branches.values()))

    def __repr__(self) -> str:
        return (
            f"<StrategyTree {self.strategy or 'of no name'} for {self.rules}: {self.size} codes, {self.total} guesses>"
        )


def _histogram(root: Node) -> tuple[int, ...]:
    """Counts the secrets found at each depth, from one guess on."""
    counts = []
    level = [root]
    while level:
        counts.append(sum(node.wins for node in level))
        level = [child for node in level for child in node.branches.values()]
    return tuple(counts)


def _grow(strategy: Strategy, knowledge: Knowledge, seed: int) -> Node:
    most_guesses = len(knowledge.history) + len(knowledge) + knowledge.rules.colors
    root = Node(Code(), wins=False)
    stack = [(root, knowledge)]
    while stack:
        node, known = stack.pop()
        if len(known.history) > most_guesses:
            raise StrategyError(
                Fault(
                    N_("{strategy} does not end: it made {count} guesses"),
                    strategy=str(strategy),
                    count=len(known.history),
                )
            )
        node.guess = strategy.choose(known, turn_generator(seed, len(known.history)))
        for answer, size in known.cells(node.guess).items():
            if answer.wins:
                node.wins = True
                continue
            after = known.after(node.guess, answer)
            if size == 1 and strategy.consistent:
                node.branches[answer] = Node(after.first(), wins=True)
                continue
            node.branches[answer] = child = Node(Code(), wins=False)
            stack.append((child, after))
    return root
