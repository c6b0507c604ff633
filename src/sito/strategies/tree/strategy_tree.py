"""Strategy trees: a whole strategy for a game as a value, with its reply to every answer.

A node is a guess with a branch for each answer that leaves codes possible; a node without
branches is a leaf, whose guess is the only code left. `sito.strategies.tree.text` reads and writes
trees, `sito.strategies.tree.verify` verifies them in plain Python, and `sito.strategies.tree.export` draws them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from sito.base.limits import Stopped, why_stopped
from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import Answer, AnswerOrText, Feedback, Turn, feedback_count, score_number
from sito.codes.turn_text import pair_text, read_pair
from sito.codes.weighing import code_weights, read_preorder, total_of
from sito.errors import N_, Fault, InputError, LimitError, TreeError
from sito.native.game import native_rules
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import Strategy, endless, turn_generator
from sito.strategies.tree.data import TreeValue, read_dict, read_json, to_dict, to_json
from sito.strategies.tree.export import NOTEBOOK_HEIGHT, Format, to_dot, to_html, to_svg, written
from sito.strategies.tree.node import Node
from sito.strategies.tree.text import at_line, read_file, read_text, write_file, write_text
from sito.words.words import Words

# A notebook draws trees of at most so many secrets completely, and so many levels of larger ones.
_DRAWN_WHOLE = 40
_TOP_LEVELS = 2

THE_TREE = Fault(N_("the tree"))
"""What a tree is called in a sentence."""


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
        finds them, as for `Rules.parse`. The text may also be the JSON form. It is not verified;
        `sito.strategies.tree.verify` does that. Raises `TreeError` with the line and the reason of every fault.
        """
        if isinstance(text, str) and text.lstrip().startswith("{"):
            return cls.from_json(text, words)
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
    def from_json(cls, text: str, words: Words | None = None) -> StrategyTree:
        """Reads a `text` in the JSON form; `words` finds word lists. Raises what `from_dict` raises.

        >>> tree = StrategyTree.parse("sito-tree 1\\nrules 1x2\\n= A\\n  - = B\\nend")
        >>> StrategyTree.from_json(tree.to_json()) == tree
        True
        """
        return cls(*read_json(text, words))

    @classmethod
    def from_dict(cls, value: Mapping[str, object] | TreeValue, words: Words | None = None) -> StrategyTree:
        """Makes the tree of a `value` that `to_dict` gave; of its fields only `rules` and `root` are needed.

        `words` finds the list of a word game that does not carry its words, as for `Rules.parse`. As with `parse`,
        nothing is verified. Raises `TreeError` with the place and the reason of every fault, and `LimitError` for a
        tree of more than a few hundred guesses in a row.

        >>> leaf = {"guess": "B", "wins": True, "branches": {}}
        >>> root = {"guess": "A", "wins": True, "branches": {"-": leaf}}
        >>> StrategyTree.from_dict({"rules": "1x2", "root": root}).histogram
        (1, 1)
        """
        return cls(*read_dict(value, words))

    def to_json(self) -> str:
        """Writes the tree as one JSON object, in one line.

        >>> StrategyTree.parse("sito-tree 1\\nrules 1x1\\n= A\\nend").to_json()
        '{"version": 1, "rules": "1x1", "strategy": null, "history": [], "total": 1, "histogram": [1], \
"root": {"guess": "A", "wins": true, "branches": {}}}'
        """
        return to_json(self)

    def to_dict(self) -> TreeValue:
        """Gives the value of the JSON form. Raises `LimitError` for a tree of more than a few hundred guesses in a row.

        >>> StrategyTree.parse("sito-tree 1\\nrules 1x1\\n= A\\nend").to_dict()["root"]
        {'guess': 'A', 'wins': True, 'branches': {}}
        """
        return to_dict(self)

    def to_dot(self, levels: int | None = None) -> str:
        """Writes the tree in the language of Graphviz: all of it, or the first `levels` guesses of each game."""
        return to_dot(self, levels)

    def to_svg(self, levels: int = 3) -> str:
        """Draws the first `levels` guesses of each game as a picture in SVG."""
        return to_svg(self, levels)

    @classmethod
    def load(cls, path: str | Path, words: Words | None = None) -> StrategyTree:
        """Reads the file at `path`, of the text form or of JSON, compressed if its name ends in `.gz`.

        `words` finds word lists, as for `Rules.parse`. Raises `TreeError` with the line of every fault.
        """
        return cls.parse(read_file(Path(path)), words)

    def save(self, path: str | Path, levels: int | None = None) -> None:
        """Writes to the file at `path` what its name ends in.

        `.tree` and `.txt` stand for the text form, `.json`, `.dot` and `.svg` for these. The file is compressed if its
        name ends in `.gz` after that. Of `.dot` and `.svg` the first `levels` guesses of each game are written,
        without `levels` all of them and three. Raises `InputError` for other names, and `FileError`.
        """
        file = Path(path)
        write_file(file, written(self, Format.named(file), levels))

    def walk(self) -> Iterator[tuple[int, Feedback | None, Node]]:
        """Iterates over the nodes in preorder, with their depth and the answer that leads to them."""
        stack: list[tuple[int, Feedback | None, Node]] = [(0, None, self.root)]
        while stack:
            depth, answer, node = stack.pop()
            yield depth, answer, node
            stack.extend((depth + 1, answer, child) for answer, child in reversed(node.branches.items()))

    def find(self, history: str | Iterable[tuple[CodeOrText, AnswerOrText]]) -> Node:
        """Finds the node that a game has reached: what the tree guesses next, and what follows each answer.

        `history` is a game or its turns, as values or as text, those before the tree included. Raises `TreeError`,
        which says where the game left the tree, or that it is won; `InconsistentError` if no code agrees with it;
        `InputError` for what cannot be read.

        >>> tree = StrategyTree.parse("sito-tree 1\\nrules 1x3\\n= A\\n  - = B\\n    - = C\\nend")
        >>> tree.find("A:- B:-").guess
        Code([2])
        >>> tree.find([("C", "-")])
        Traceback (most recent call last):
        sito.errors.TreeError: the game has left the tree: guess 1 was C, and the tree guesses A
        """
        turns = tuple(self._turns(history))
        node = self.reached(turns)
        if node is None:
            Knowledge.of(self.rules, turns).check_any_left()
            raise TreeError(self.lost(turns, THE_TREE))
        return node

    def _turns(self, history: str | Iterable[tuple[CodeOrText, AnswerOrText]]) -> Iterable[Turn]:
        space = CodeSpace(self.rules, guesses=True)
        if not isinstance(history, str):
            return Turn.read_all(history, space)
        own = str(self.rules)
        pairs = history.split()
        return TreeError.gather(partial(read_pair, guesses=space), pairs[1:] if pairs[:1] == [own] else pairs)

    def lost(self, history: Sequence[Turn], name: str | Fault) -> Fault:
        """Says where a game with this `history` left the tree, which is called by this `name`."""
        space = CodeSpace(self.rules, guesses=True)
        text = space.text
        on_the_way = [(place, node) for place in range(len(history)) if (node := self.reached(history[:place]))]
        if not on_the_way:
            turns = " ".join(pair_text(guess, answer, space) for guess, answer in self.history)
            return Fault("{name} begins after {turns}; the game began otherwise", name=name, turns=turns)
        place, node = on_the_way[-1]
        guess, answer = history[place]
        if guess != node.guess:
            other = N_("the game has left the tree: guess {number} was {guess}, and {name} guesses {own}")
            return Fault(other, number=place + 1, guess=text(guess), name=name, own=text(node.guess))
        if answer.wins:
            won = N_("the game is won with guess {number}, {guess}, and {name} ends there")
            return Fault(won, number=place + 1, guess=text(guess), name=name)
        return self._no_branch(name, guess, answer)

    def _no_branch(self, name: str | Fault, guess: Code, answer: Answer) -> Fault:
        unknown = N_("the answer {answer} to {guess} leaves open which branch of {name} follows; give all of it")
        missing = N_("{name} has no branch for the answer {answer} to {guess}; verify it")
        text = CodeSpace(self.rules, guesses=True).text(guess)
        return Fault(missing if isinstance(answer, Feedback) else unknown, name=name, answer=str(answer), guess=text)

    def reached(self, history: Sequence[Turn]) -> Node | None:
        """Gives the node that a game with the `history` has reached; None if it left the tree, is won or impossible."""
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

    @cached_property
    def _secrets(self) -> CodeSpace:
        return CodeSpace(self.rules)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 digest of the text form, in hexadecimal digits: a name for the tree."""
        return hashlib.sha256(str(self).encode()).hexdigest()

    @cached_property
    def _scorer(self) -> tuple[Callable[[bytes, bytes], int], int]:
        """The native scorer, and the number of the winning answer."""
        return native_rules(self.rules).score, feedback_count(self.rules) - 1

    def follow(self, secret: bytes) -> list[Node]:
        """Lists the nodes of the game against a secret, which is given as a byte for each color and is not checked.

        Raises `TreeError` if an answer has no branch.
        """
        score, win = self._scorer
        node = self.root
        path = [node]
        guess, branches = node.moves
        while (number := score(guess, secret)) != win:
            if number not in branches:
                raise TreeError(self._no_branch(THE_TREE, node.guess, Feedback.of(self.rules, number)))
            node = branches[number]
            path.append(node)
            guess, branches = node.moves
        return path

    def guesses(self, secret: CodeOrText) -> tuple[Code, ...]:
        """Gives the guesses of the game against a secret, of which the last one hits it.

        `secret` is a code of the game as text, as a value or as color numbers. The codemaker tells no lies. Raises
        `CodeError` for what is no secret, `InputError` for one that does not agree with the turns before the tree,
        and `TreeError` if an answer has no branch.

        >>> tree = StrategyTree.parse("sito-tree 1\\nrules 1x3\\n= A\\n  - = B\\n    - = C\\nend")
        >>> tree.guesses("C")
        (Code([0]), Code([1]), Code([2]))
        """
        return tuple([node.guess for node in self.follow(bytes(self.read_secret(secret)))])

    def read_secret(self, secret: CodeOrText) -> Code:
        """Takes the code `secret` that the tree may have to find. Raises what `guesses` raises for it."""
        space = self._secrets
        code = space.read(secret)
        if self.history and count_lies_told(self.rules, self.history, code) is None:
            other = N_("the code {code} does not agree with the game before the tree: {game}")
            turns = (pair_text(guess, answer, space) for guess, answer in self.history)
            raise InputError.said(other, code=space.text(code), game=" ".join([str(self.rules), *turns]))
        return code

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
