"""The JSON form of strategy trees: one object, whose `root` is a node, and nodes within nodes.

A node has `guess`, `wins` (whether the guess may be the secret) and `branches`, a node for each answer but the
winning one. The object has `version`, `rules`, `strategy`, and `history`, the turns before the tree; and what
follows from these, which is not read: `total`, `histogram`, and `weight` where words have weights. The tree of a word
game has its words in `words`. As in the text form, nothing is verified when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NotRequired, TypedDict, TypeGuard, TypeVar

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, Turn
from sito.errors import N_, Fault, InputError, LimitError, TreeError
from sito.rules.rules import Rules
from sito.strategies.tree.node import Node
from sito.strategies.tree.text import check, check_text
from sito.words.own import listed_of_value
from sito.words.words import Words

if TYPE_CHECKING:
    from sito.strategies.tree.strategy_tree import StrategyTree

JSON_VERSION = 1
_LONGEST = 60  # characters of what was read, in a message

Value = TypeVar("Value")


class TurnValue(TypedDict):
    """A turn before the tree."""

    guess: str
    answer: str


class NodeValue(TypedDict):
    """A node, and the nodes below it by the answers that lead there."""

    guess: str
    wins: bool
    branches: dict[str, NodeValue]


class TreeValue(TypedDict):
    """A whole tree."""

    version: int
    rules: str
    words: NotRequired[Mapping[str, object]]
    strategy: str | None
    history: list[TurnValue]
    total: int
    histogram: list[int]
    weight: NotRequired[int]
    root: NodeValue


def to_json(tree: StrategyTree) -> str:
    """Writes the tree as one JSON object."""
    rules, space = tree.rules, CodeSpace(tree.rules, guesses=True)
    head = {
        "version": JSON_VERSION,
        "rules": str(rules),
        **({} if rules.words is None else {"words": rules.words.to_value()}),
        "strategy": tree.strategy,
        "history": [{"guess": space.text(guess), "answer": str(answer)} for guess, answer in tree.history],
        "total": tree.total,
        "histogram": tree.histogram,
        **({} if rules.weights is None else {"weight": tree.weight}),
    }
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "root": ' + "".join(_json_nodes(tree, space)) + "}"


def _json_nodes(tree: StrategyTree, space: CodeSpace) -> Iterator[str]:
    """Writes the nodes without recursion, because a tree may be deeper than calls can be nested."""
    before = -1
    for depth, answer, node in tree.walk():
        if depth <= before:
            yield "}}" * (before - depth + 1) + ", "
        if answer is not None:
            yield f"{json.dumps(str(answer), ensure_ascii=False)}: "
        guess = json.dumps(space.text(node.guess), ensure_ascii=False)
        yield f'{{"guess": {guess}, "wins": {json.dumps(node.wins)}, "branches": {{'
        before = depth
    yield "}}" * (before + 1)


def to_dict(tree: StrategyTree) -> TreeValue:
    """Gives what the JSON form says. Raises `LimitError` for a tree that is too deep for it."""
    value: TreeValue = _loaded(to_json(tree))
    return value


def read_json(text: str, words: Words | None = None) -> tuple[Rules, Node, str | None, list[Turn]]:
    """Reads the JSON form, as `read_dict` does. Raises `LimitError` too, for a tree that is too deep."""
    if not isinstance(text, bytes | bytearray):
        check_text(text)
    try:
        return read_dict(_loaded(text), words)
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise TreeError.said("this is not a strategy tree in JSON: {reason}", reason=str(error)) from None


def _loaded(text: str) -> TreeValue:
    try:
        value: TreeValue = json.loads(text)
    except RecursionError:
        deep = N_("the tree is too deep for values within values; write it as text, in a file such as {example}")
        raise LimitError.said(deep, example="first.tree") from None
    return value


def read_dict(value: object, words: Words | None = None) -> tuple[Rules, Node, str | None, list[Turn]]:
    """Reads the value of the JSON form: the rules, the root, what made the tree, and the turns before it.

    `words` finds the list of a word game that does not carry its words. Raises `TreeError` with the place and
    the reason of every fault.
    """
    return _Reader(value, words).read()


class _Reader:
    def __init__(self, value: object, words: Words | None) -> None:
        if not isinstance(value, Mapping):
            wrong = N_("a strategy tree is made of an object with {names}; {found} was read")
            raise TreeError.said(wrong, names="rules, root", found=_shortly(value))
        self._value, self._words = value, words
        self._faults: list[Fault] = []
        self._answers: dict[str, Feedback | None] = {}

    def read(self) -> tuple[Rules, Node, str | None, list[Turn]]:
        version = self._value.get("version", JSON_VERSION)
        if version != JSON_VERSION:
            other = N_("the tree has version {version} of the JSON form; this Sito reads version {known}")
            raise TreeError.said(other, version=version, known=JSON_VERSION)
        carried = self._value.get("words")
        try:
            lists = listed_of_value(carried) if isinstance(carried, Mapping) else self._words
            self._rules = Rules.parse(self._text("rules"), lists)
        except InputError as error:
            raise TreeError(*error.faults) from None
        self._space = CodeSpace(self._rules, guesses=True)
        strategy = None if self._value.get("strategy") is None else self._text("strategy")
        history = list(self._history(self._value.get("history", ())))
        root = self._nodes(self._value.get("root"))
        check(self._faults)
        return self._rules, root, strategy, history

    def _text(self, name: str) -> str:
        found = self._value.get(name)
        if not isinstance(found, str):
            wrong = N_("{name} must be a text such as {example}; {found} was read")
            example = "'4x6'" if name == "rules" else "'entropy'"
            raise TreeError.said(wrong, name=name, example=example, found=_shortly(found))
        return found

    def _history(self, turns: object) -> Iterator[Turn]:
        for number, turn in enumerate(turns if isinstance(turns, Iterable) else [turns], 1):
            if not isinstance(turn, Mapping):
                wrong = N_("a turn is an object such as {example}; {found} was read")
                example = json.dumps({"guess": self._space.example, "answer": "-"}, ensure_ascii=False)
                self._add(f"history {number}", Fault(wrong, example=example, found=_shortly(turn)))
                continue
            read = self._read(f"history {number}", Turn.read, turn.get("guess"), turn.get("answer"), self._space)
            if read is not None:
                yield read

    def _nodes(self, value: object) -> Node:
        """Reads the nodes without recursion; what is below one that is wrong is left out."""
        root = Node(Code(), wins=False)
        left: list[tuple[str, object, Node]] = [("root", value, root)]
        while left:
            place, found, node = left.pop()
            if not _is_node(found):
                wrong = N_("a node is an object such as {example}; {found} was read")
                self._add(place, Fault(wrong, example=self._example, found=_shortly(found)))
                continue
            node.guess = self._read(place, self._space.read, found["guess"]) or node.guess
            node.wins = found["wins"]
            below: list[tuple[str, object, Node]] = []
            for text, child in found["branches"].items():
                answer = self._answer(f"{place} {text}", text)
                if answer in node.branches:
                    twice = Fault(N_("the answer {answer} has a second branch here"), answer=answer)
                    self._add(f"{place} {text}", twice)
                elif answer is not None:
                    node.branches[answer] = Node(Code(), wins=False)
                    below.append((f"{place} {text}", child, node.branches[answer]))
            node.branches = dict(sorted(node.branches.items(), key=lambda branch: branch[0].number))
            left += reversed(below)
        return root

    @property
    def _example(self) -> str:
        return json.dumps({"guess": self._space.example, "wins": True, "branches": {}}, ensure_ascii=False)

    def _answer(self, place: str, text: str) -> Feedback | None:
        if text not in self._answers:
            self._answers[text] = self._read(place, Feedback.parse, text, self._rules)
        return self._answers[text]

    def _read(self, place: str, read: Callable[..., Value], *given: object) -> Value | None:
        try:
            return read(*given)
        except InputError as error:
            for fault in error.faults:
                self._add(place, fault)
            return None

    def _add(self, place: str, fault: Fault) -> None:
        self._faults.append(Fault(N_("at {place}: {fault}"), place=place, fault=fault))


def _is_node(value: object) -> TypeGuard[NodeValue]:
    return (
        isinstance(value, Mapping)
        and "guess" in value
        and isinstance(value.get("wins"), bool)
        and isinstance(value.get("branches"), Mapping)
    )


def _shortly(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
