"""The task that walks through a strategy: one node of its tree at a time, so that no tree is sent as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sito.base.deadline import Deadline
from sito.base.limits import Limits
from sito.codes.feedback import Feedback
from sito.errors import N_, Fault, LimitError, TreeError
from sito.playing.game import check_consistent
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import Strategy, blaming, choose_within, parse_strategy, turn_generator
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.web.tasks.reading import MOST_TURNS, Turns, WordTexts, read_game
from sito.web.work import Work

BUILT = 2_000
"""The tree below a node is built, and its guesses are counted, if no more codes are possible there."""
NEXT = 64
"""The guesses that follow are told for no more branches than that."""


def tree(
    work: Work,
    rules: str,
    turns: Turns = (),
    path: Sequence[str] = (),
    strategy: str = "entropy",
    words: WordTexts | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """Gives a node of the tree that a strategy grows after the turns of a game.

    `path` has the answers from the root of the tree to the node, to the guesses of the strategy.
    The node has its guess and its branches: each answer that is possible there, how many
    codes it leaves and, where time suffices, the next guess. Raises `TreeError` for a path
    that leaves the tree.
    """
    chooser = parse_strategy(strategy)
    known = check_consistent(read_game(work, rules, turns, words))
    deadline = Deadline(work.limits)
    if len(path) > MOST_TURNS:
        raise TreeError(_no_branch(str(path[MOST_TURNS]), ""))
    before: list[dict[str, Any]] = []
    for text in path:
        guess = _guess(chooser, known, seed, deadline)
        answer = Feedback.parse(text, known.rules)
        after = known.after(guess, answer)
        if answer.wins or not len(after):
            raise TreeError(_no_branch(text, known.guesses.text(known.guesses.read(guess))))
        before.append({"guess": known.guesses.text(known.guesses.read(guess)), "answer": str(answer)})
        known = after
    return {
        "rules": str(known.rules),
        "strategy": str(chooser),
        "path": before,
        "codes": len(known),
        **_node(chooser, known, seed, deadline),
        **_below(chooser, known, seed, deadline),
    }


def _no_branch(answer: str, guess: str) -> Fault:
    return Fault(N_("the tree has no branch for the answer {answer} to {guess}"), answer=answer, guess=guess)


def _guess(strategy: Strategy, known: Knowledge, seed: int, deadline: Deadline) -> Any:
    with blaming(strategy, known.rules):
        return choose_within(strategy, known, turn_generator(seed, len(known.history)), deadline.left())


def _node(strategy: Strategy, known: Knowledge, seed: int, deadline: Deadline) -> dict[str, Any]:
    """Gives the guess at a node, and its branches."""
    text = known.guesses.text
    guess = _guess(strategy, known, seed, deadline)
    cells = known.cells(guess)
    branches = []
    for place, (answer, size) in enumerate(cells.items()):
        following = None
        if not answer.wins and place < NEXT and not deadline.is_over:
            after = known.after(guess, answer)
            following = text(_guess(strategy, after, seed, deadline))
        branches.append({"answer": str(answer), "codes": size, "guess": following, "wins": answer.wins})
    return {"guess": text(guess), "possible": guess in known, "branches": branches}


def _below(strategy: Strategy, known: Knowledge, seed: int, deadline: Deadline) -> dict[str, Any]:
    """Counts how many codes the strategy finds with 1, 2, 3 ... guesses from a node on; None where that takes long."""
    if len(known) > BUILT or deadline.is_over:
        return {"histogram": None, "total": None, "most": None}

    def look(_placed: int) -> None:
        if deadline.is_over:
            raise _TooLong

    try:
        with blaming(strategy, known.rules):
            grown = StrategyTree.build(strategy, known, seed, on_progress=look)
    except (_TooLong, LimitError):
        return {"histogram": None, "total": None, "most": None}
    weight = {} if known.rules.weights is None else {"weight": grown.weight}
    return {"histogram": list(grown.histogram), "total": grown.total, "most": grown.maximum, **weight}


class _TooLong(LimitError):
    """The time is over before a tree is built."""


__all__ = ["Limits", "tree"]
