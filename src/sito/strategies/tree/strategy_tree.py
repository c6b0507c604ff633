"""Strategy trees: a whole strategy for a game as a value, with its reply to every answer.

A node is a guess with a branch for each answer that leaves codes possible; a node without
branches is a leaf, whose guess is the only code left. `sito.strategies.tree.text` reads and writes
trees, `sito.strategies.tree.verify` verifies them in plain Python, and `sito.strategies.tree.export` draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Protocol, runtime_checkable

from sito.base.limits import Stopped, why_stopped
from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import Answer, Feedback, Turn, score_number
from sito.codes.weighing import code_weights, read_preorder, total_of
from sito.errors import N_, Fault, LimitError, TreeError
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import Strategy, endless, turn_generator
from sito.strategies.tree.export import NOTEBOOK_HEIGHT, to_html, to_svg
from sito.strategies.tree.node import Node
from sito.strategies.tree.text import at_line, read_file, read_text, write_file, write_text
from sito.words.words import Words

# A notebook draws trees of at most so many secrets completely, and so many levels of larger ones.
_DRAWN_WHOLE = 40
_TOP_LEVELS = 2


@runtime_checkable
class BuildsTrees(Protocol):
    """A strategy that can build its whole tree faster than by choosing guess by guess."""

    def build_tree(self, knowledge: Knowledge, *, on_progress: Callable[[int], object] | None = None) -> StrategyTree:
        """Builds the tree from here on."""
        ...


class Moment(Protocol):
    """Where a tree begins: the rules and the turns so far; `Knowledge` and the exact `Problem` have both."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        ...

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns before the tree."""
        ...


class StrategyTree:
    """A strategy as a tree of guesses for one game, from its start or from a history on.

    `rules` are those of the game, `root` is the node with the first guess, after the turns of `history`, and `strategy`
    is the name of the strategy. `StrategyTree.parse(str(tree)) == tree` always; trees are equal if their texts are.

    >>> from sito.strategies.strategy import parse_strategy
    >>> tree = StrategyTree.build(parse_strategy("first-consistent"), Knowledge(Rules.parse("4x6")))
    >>> tree.total, tree.histogram
    (7471, (1, 4, 25, 108, 305, 602, 196, 49, 6))
    >>> tree.maximum, round(tree.mean, 3)
    (9, 5.765)
    """

    _preorder: bytes  # set only for a tree from the native core

    def __init__(
        self,
        rules: Rules,
        root: Node,
        strategy: str | None = None,
        history: Iterable[tuple[Code, Answer]] = (),
    ) -> None:
        self.rules = rules
        self.strategy = strategy
        self.history = tuple(Turn(guess, answer) for guess, answer in history)
        self.root = root

    @classmethod
    def build(
        cls,
        strategy: Strategy,
        knowledge: Knowledge,
        seed: int = 0,
        *,
        on_progress: Callable[[int], object] | None = None,
    ) -> StrategyTree:
        """Builds the tree of a strategy; each set of codes with the same history is visited once.

        The tree begins with what `knowledge` holds. A `strategy` that draws at random does so as in games played with
        this `seed`. `on_progress` is told how far the work is, and ends it by a true answer: the number of codes that
        have their place in the tree. Raises `LimitError` then, `InconsistentError` if no code is possible and
        `StrategyError` if the strategy does not play the rules, or goes on for more guesses than there are codes and
        colors.
        """
        if isinstance(strategy, BuildsTrees):
            return strategy.build_tree(knowledge, on_progress=on_progress)
        root = _grow(strategy, knowledge, seed, on_progress)
        return cls(knowledge.rules, root, str(strategy), knowledge.history)

    @classmethod
    def from_native(
        cls, moment: Moment, preorder: bytes, histogram: Sequence[int] | None = None, strategy: str | None = None
    ) -> StrategyTree:
        """Makes a tree from the native core's form; its nodes are made when they are first needed.

        It begins at `moment`; `histogram` and the name of the `strategy` are kept if they are given. `read_preorder` in
        `sito.codes.weighing` says what stands in `preorder`.
        """
        tree = cls.__new__(cls)
        tree.rules, tree.strategy, tree.history = moment.rules, strategy, moment.history
        tree._preorder = preorder
        if histogram is not None:
            tree.histogram = tuple(histogram)
        return tree

    @cached_property
    def root(self) -> Node:
        """The first guess, and what follows."""
        return _unpack(self.rules, self.history, self._preorder)

    @property
    def first_guess(self) -> Code:
        """The guess at the root, for which no other node of a tree from the native core is made."""
        if "root" in self.__dict__:
            return self.root.guess
        return CodeSpace(self.rules, guesses=True)[int.from_bytes(self._preorder[4:8], "little")]

    @cached_property
    def histogram(self) -> tuple[int, ...]:
        """How many secrets are found with 1, 2, 3 ... guesses, counted from the root.

        With lies a secret is found in several games, and games are counted: the leaves of the tree,
        and the other guesses that may be the secret.
        """
        counts = []
        level = [self.root]
        while level:
            counts.append(sum(node.wins for node in level))
            level = [child for node in level for child in node.branches.values()]
        return tuple(counts)

    @cached_property
    def weighed(self) -> tuple[int, ...]:
        """The histogram where each secret of a word list counts its weight; the same if all are equally likely."""
        weights = code_weights(self.rules)
        if weights is None:
            return self.histogram
        found = [0] * self.maximum
        for depth, _, node in self.walk():
            found[depth] += weights[node.guess] if node.wins else 0
        return tuple(found)

    @classmethod
    def parse(cls, text: str, words: Words | None = None) -> StrategyTree:
        """Reads the text form that `sito.strategies.tree.text` documents.

        The text of a word game's tree contains its words; for a text of an earlier version that does not, `words`
        finds them, as for `Rules.parse`. The text is not verified; `sito.strategies.tree.verify` does that. Raises
        `TreeError` with the line and the reason of every fault.
        """
        read = read_text(text, words)
        path: list[Node] = []
        for entry in read.entries:
            node = Node(entry.guess, entry.wins)
            del path[entry.depth :]
            if entry.answer is not None:
                if entry.answer in path[-1].branches:
                    twice = N_("the answer {answer} has a second branch here")
                    raise TreeError(at_line(entry.line, Fault(twice, answer=entry.answer)))
                path[-1].branches[entry.answer] = node
            path.append(node)
        return cls(read.rules, path[0], read.strategy, read.history)

    @classmethod
    def load(cls, path: str | Path, words: Words | None = None) -> StrategyTree:
        """Reads the file at `path`, compressed if its name ends in `.gz`.

        `words` finds word lists, as for `Rules.parse`. Raises `TreeError` with the line of every fault.
        """
        return cls.parse(read_file(Path(path)), words)

    def save(self, path: str | Path) -> None:
        """Writes the text form to the file at `path`, compressed if its name ends in `.gz`. Raises `FileError`."""
        write_file(Path(path), str(self))

    def walk(self) -> Iterator[tuple[int, Feedback | None, Node]]:
        """Iterates over the nodes in preorder, with their depth and the answer that leads to them."""
        stack: list[tuple[int, Feedback | None, Node]] = [(0, None, self.root)]
        while stack:
            depth, answer, node = stack.pop()
            yield depth, answer, node
            stack.extend((depth + 1, answer, child) for answer, child in reversed(node.branches.items()))

    def find(self, history: Sequence[tuple[Code, Answer]]) -> Node | None:
        """Finds the node that a game with this `history` has reached.

        None if the game has left the tree, is won or is impossible.
        """
        if tuple(history[: len(self.history)]) != self.history:
            return None
        node: Node | None = self.root
        for guess, answer in history[len(self.history) :]:
            if node is None or guess != node.guess:
                return None
            node = node.branches.get(answer) if isinstance(answer, Feedback) else None
        return node

    @property
    def size(self) -> int:
        """How many secrets the tree finds; with lies, how many games the codemaker can play."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """The sum of the guesses, the winning one included, over all secrets, or over all games if there are lies.

        The guesses for a secret of a word list with weights count as often as its weight says.
        """
        return total_of(self.weighed)

    @property
    def weight(self) -> int:
        """The sum of the weights of the secrets that the tree finds; `size` if all are equally likely."""
        return sum(self.weighed)

    @property
    def mean(self) -> float:
        """The number of guesses a secret needs on average, by weight; 0 for a tree that finds none."""
        return self.total / self.weight if self.weight else 0.0

    @property
    def maximum(self) -> int:
        """The most guesses that a secret needs."""
        return len(self.histogram)

    def games(self) -> Iterator[tuple[Code, ...]]:
        """Iterates over all games, each as its guesses, of which the last is the secret.

        There is one for each secret or, with lies, one for each secret and each way to lie about it.
        """
        path: list[Code] = []
        for depth, _, node in self.walk():
            path[depth:] = [node.guess]
            if node.wins:
                yield tuple(path)

    def __str__(self) -> str:
        nodes = ((depth, answer, node.wins, node.guess) for depth, answer, node in self.walk())
        return write_text(self.rules, self.strategy, self.history, nodes)

    def _repr_svg_(self) -> str | None:
        """Draws a small tree completely; None for a larger one, for which a notebook uses `_repr_html_`."""
        return to_svg(self, self.maximum, NOTEBOOK_HEIGHT) if self.size <= _DRAWN_WHOLE else None

    def _repr_html_(self) -> str:
        """Shows how many guesses secrets need, and draws the tree, or its top levels if it is large."""
        return to_html(self, self.maximum if self.size <= _DRAWN_WHOLE else _TOP_LEVELS)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StrategyTree):
            return NotImplemented
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self.rules, self.strategy, self.history, self.histogram))

    def __reduce__(self) -> tuple[object, ...]:
        return (StrategyTree.parse, (str(self),))

    def __repr__(self) -> str:
        return (
            f"<StrategyTree {self.strategy or 'of no name'} for {self.rules}: {self.size} codes, {self.total} guesses>"
        )


def _unpack(rules: Rules, history: tuple[Turn, ...], preorder: bytes) -> Node:
    """Makes the nodes from the native core's preorder, and works out which guesses may be the secret."""
    secrets, guesses = CodeSpace.both(rules)
    path: list[tuple[Code, int]] = []  # the guesses and answers from the root on

    @cache
    def spare_lies(code: Code) -> int:
        """Says how many lies may be told from the root on if this is the secret: less than none if it cannot be."""
        told = count_lies_told(rules, history, code) if code in secrets else None
        return -1 if told is None else rules.lies - told

    def wins(guess: Code) -> bool:
        spare = spare_lies(guess)
        for old, told in path:
            if spare < 0 or old == guess:
                return False
            spare -= score_number(rules, old, guess) != told
        return spare >= 0

    nodes: list[Node] = []  # from the root on
    for depth, answer, number, branches in read_preorder(preorder):
        del nodes[depth:], path[max(0, depth - 1) :]
        if depth:
            path.append((nodes[-1].guess, answer))
        guess = guesses[number]
        node = Node(guess, wins=not branches or wins(guess))
        if depth:
            nodes[-1].branches[Feedback.of(rules, answer)] = node
        nodes.append(node)
    return nodes[0]


def unfinished(stopped: Stopped) -> LimitError:
    """Makes the error for a tree whose building was ended early."""
    return LimitError.said("the tree was not finished: {reason}", reason=why_stopped(stopped))


def _grow(strategy: Strategy, knowledge: Knowledge, seed: int, on_progress: Callable[[int], object] | None) -> Node:
    # A guess that is worth making hits a code, or makes an answer a lie about some code.
    most_guesses = len(knowledge.history) + len(knowledge) * (1 + knowledge.rules.lies) + knowledge.rules.colors
    root = Node(Code(), wins=False)
    stack = [(root, knowledge)]
    placed = 0
    while stack:
        node, known = stack.pop()
        if len(known.history) > most_guesses:
            raise endless(str(strategy), len(known.history))
        node.guess = strategy.choose(known, turn_generator(seed, len(known.history)))
        for answer, size in known.cells(node.guess).items():
            if answer.wins:
                node.wins = True
                placed += 1
                continue
            after = known.after(node.guess, answer)
            if size == 1 and strategy.consistent:
                node.branches[answer] = Node(after.first(), wins=True)
                placed += 1
                continue
            node.branches[answer] = child = Node(Code(), wins=False)
            stack.append((child, after))
        if on_progress is not None and on_progress(placed):
            raise unfinished(Stopped.ASKED)
    return root
