"""A tree that a search begins with: whether it may, and how the native search is given it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sito.codes.code import CodeSpace
from sito.errors import N_, Fault, InputError
from sito.exact.own_search import has_own_search, is_consistent_alone
from sito.exact.problem import Problem
from sito.strategies.tree.node import Node
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify

NO_START = Fault("this search does not begin with a tree; leave out {name}", name="start")
_OTHER = N_("the tree does not keep to what is asked with {names}; leave out one or the other")
_NO_ANSWER = (1 << 32) - 1


def starting_nodes(tree: StrategyTree, problem: Problem) -> list[tuple[int, int, int]]:
    """Verifies a tree and lists its nodes in preorder: the answer that leads to each, its guess and its branches.

    Raises `TreeError` for a tree that is wrong or for other rules, and `InputError` for one that is no strategy for
    the problem.
    """
    if not isinstance(tree, StrategyTree):
        wrong = N_("a strategy tree is read from text; a value of type {type} was given")
        raise InputError(Fault(wrong, type=type(tree).__name__))
    if problem.rules.lies or has_own_search(problem.rules):
        raise InputError(NO_START)
    histogram = verify(tree, problem.rules)
    names = list(_broken(tree, problem, histogram))
    if names:
        raise InputError(Fault(_OTHER, names=", ".join(names)))
    guesses = CodeSpace(problem.rules, guesses=True)
    return list(_nodes(tree.root, _NO_ANSWER, guesses))


def keeps_to(tree: StrategyTree, problem: Problem) -> bool:
    """Whether a tree is one for this problem; whether its answers are right is not verified."""
    return tree.rules == problem.rules and not any(_broken(tree, problem, tree.histogram))


def _broken(tree: StrategyTree, problem: Problem, histogram: Sequence[int]) -> Iterator[str]:
    """Names what the problem asks for and the tree does not keep to."""
    if tree.history != problem.history:
        yield "history"
    if problem.first_guess not in (None, tree.first_guess):
        yield "first"
    if problem.depth is not None and len(histogram) > problem.depth:
        yield "depth"
    if (problem.consistent or is_consistent_alone(problem.rules)) and not all(node.wins for _, _, node in tree.walk()):
        yield "consistent"


def _nodes(node: Node, answer: int, guesses: CodeSpace) -> Iterator[tuple[int, int, int]]:
    yield answer, guesses.number(node.guess), len(node.branches)
    for feedback, branch in node.branches.items():
        yield from _nodes(branch, feedback.number, guesses)
