"""The tree of a strategy, walked through one node at a time, so that no tree is sent as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from sito.base.deadline import Deadline
from sito.codes.code import Code
from sito.codes.feedback import Feedback
from sito.errors import N_, LimitError, TreeError
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import MOST_TURNS, AnswerText, NotedTurn, OfGame, Seed, StrategyText
from sito.operations.work import Work
from sito.playing.game import check_consistent
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import Strategy, blaming, choose_within, parse_strategy, turn_generator
from sito.strategies.tree.strategy_tree import StrategyTree

BUILT = 2_000
"""The tree below a node is built, and its guesses are counted, if no more codes are possible there."""
NEXT = 64
"""The guesses that follow are told for no more branches than that."""


@dataclass(frozen=True)
class TreeQuestion(OfGame):
    """A place in the tree of a strategy."""

    strategy: StrategyText = "entropy"
    path: Annotated[list[AnswerText], Ask("The answers from the root of the tree to the node.", most=MOST_TURNS)] = (
        field(default_factory=list)
    )
    seed: Seed = 0


@dataclass(frozen=True)
class Branch(Value):
    """An answer that is possible at a node of a tree."""

    answer: str
    codes: int
    guess: str | None
    """The guess that follows; null if there was no time for it."""
    wins: bool


@dataclass(frozen=True)
class TreeAnswer(Value):
    """A node of the tree of a strategy."""

    rules: str
    strategy: str
    path: list[NotedTurn]
    """The turns from the root of the tree to the node."""
    codes: int
    guess: str
    possible: bool
    branches: list[Branch]
    histogram: list[int] | None
    """How many codes are found with 1, 2, 3 ... guesses from here."""
    total: int | None
    most: int | None
    weight: int | None = None
    """What the codes count in the total, if words have weights."""


@operation()
def tree(asked: TreeQuestion, work: Work) -> TreeAnswer:
    """Gives one node of the tree of a strategy, which it grows after the turns of a game."""
    chooser = parse_strategy(asked.strategy)
    known = check_consistent(asked.read(work))
    deadline = Deadline(work.limits)

    def choose(known: Knowledge) -> Code:
        with blaming(chooser, known.rules):
            return choose_within(chooser, known, turn_generator(asked.seed, len(known.history)), deadline.left())

    text = known.guesses.text
    path: list[NotedTurn] = []
    for step in asked.path:
        guess = choose(known)
        answer = Feedback.parse(step, known.rules)
        after = known.after(guess, answer)
        if answer.wins or not len(after):
            missing = N_("the tree has no branch for the answer {answer} to {guess}")
            raise TreeError.said(missing, answer=step, guess=text(guess))
        path.append(NotedTurn(text(guess), str(answer)))
        known = after
    guess = choose(known)
    branches = []
    for place, (answer, size) in enumerate(known.cells(guess).items()):
        following = None
        if not answer.wins and place < NEXT and not deadline.is_over:
            following = text(choose(known.after(guess, answer)))
        branches.append(Branch(str(answer), size, following, answer.wins))
    grown = _below(chooser, known, asked.seed, deadline)
    return TreeAnswer.told(
        grown,
        rules=str(known.rules),
        strategy=str(chooser),
        path=path,
        codes=len(known),
        guess=text(guess),
        possible=guess in known,
        branches=branches,
        most=None if grown is None else grown.maximum,
        weight=None if grown is None or known.rules.weights is None else grown.weight,
    )


def _below(strategy: Strategy, known: Knowledge, seed: int, deadline: Deadline) -> StrategyTree | None:
    """Builds the tree of the strategy from a node on; None where that takes long."""
    if len(known) > BUILT:
        return None

    def look(_placed: int) -> None:
        if deadline.is_over:
            raise LimitError

    try:
        look(0)
        with blaming(strategy, known.rules):
            return StrategyTree.build(strategy, known, seed, on_progress=look)
    except LimitError:
        return None
