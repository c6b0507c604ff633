"""Trees of games with lies: verified from the text alone, refused if anything is changed, played and exported."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, feedback_count, score
from sito.codes.notations import nobody_gives
from sito.errors import TreeError
from sito.exact.problem import Problem
from sito.exact.solver import solve
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.from_tree import FromTree
from sito.strategies.tree.export import sizes, to_dot, to_json, to_svg
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify

GAMES = ["2x2-lies1", "2x3-lies1", "2x2-lies2", "2x3-black-lies1", "2x2-position-lies1", "2x2-total-lies1"]


def tree_of(game: str) -> StrategyTree:
    tree = solve(Problem(game, "total")).tree
    assert tree is not None
    return tree


def node_lines(text: str) -> tuple[list[str], Iterator[int]]:
    """Splits the text of a tree into lines, and finds those of nodes."""
    lines = text.splitlines()
    return lines, (place for place, line in enumerate(lines) if line.lstrip(" ").partition("= ")[1] or "? " in line)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


@pytest.mark.parametrize("game", GAMES)
def test_a_tree_with_any_change_is_refused(game: str) -> None:
    tree = tree_of(game)
    lines, nodes = node_lines(str(tree))
    space = CodeSpace(tree.rules)
    others = [space.text(code) for code in space]
    refused = 0
    for place in nodes:
        line = lines[place]
        flipped = line.replace("= ", "? ") if "= " in line else line.replace("? ", "= ")
        changed = [[*lines[:place], flipped, *lines[place + 1 :]]]
        after = place + 1
        while indent(lines[after]) > indent(line):
            after += 1
        if indent(line):
            changed.append(lines[:place] + lines[after:])  # an answer has no branch
            changed.append(lines[:after] + lines[place:])  # an answer has two
        if after == place + 1:  # the last code is not guessed
            guess = line.rpartition(" ")[2]
            other = next(text for text in others if text != guess)
            changed.append([*lines[:place], line.removesuffix(guess) + other, *lines[after:]])
        for text in changed:
            refused += 1
            with pytest.raises(TreeError):
                verify("\n".join(text))
    assert refused > 20


def test_a_tree_for_honest_codemakers_is_none_for_liars() -> None:
    text = str(solve("2x3").tree)
    assert sum(verify(text)) == 9
    with pytest.raises(TreeError, match="has no branch"):
        verify(text.replace("rules 2x3", "rules 2x3-lies1"))
    with pytest.raises(TreeError, match="no possible code gives"):
        verify(str(tree_of("2x3-lies1")).replace("rules 2x3-lies1", "rules 2x3"))


@pytest.mark.parametrize("game", GAMES)
def test_trees_read_back_and_count_games(game: str) -> None:
    tree = tree_of(game)
    assert StrategyTree.parse(str(tree)) == tree == pickle.loads(pickle.dumps(tree))
    games = list(tree.games())
    assert len(games) == tree.size == sum(tree.histogram) > CodeSpace(tree.rules).size
    assert sum(map(len, games)) == tree.total
    assert {guesses[-1] for guesses in games} == set(CodeSpace(tree.rules))
    assert sizes(tree)[id(tree.root)] == tree.size
    assert json.loads(to_json(tree))["total"] == tree.total
    assert f'digraph "{game}"' in to_dot(tree)
    assert "<svg" in to_svg(tree)


def test_a_tree_after_a_history() -> None:
    history = "AABB:xx ABAB:-"
    solution = solve(Problem("4x2-lies1", "worst", history=history))
    assert verify(str(solution.tree)) == solution.tree.histogram
    assert len(solution.tree.history) == 2


@given(data=st.data(), game=st.sampled_from(GAMES))
def test_games_played_from_a_tree_end_in_time(data: st.DataObject, game: str) -> None:
    rules = Rules.parse(game)
    tree = tree_of(game)
    strategy = FromTree(tree)
    space = CodeSpace(rules)
    secret = space[data.draw(st.integers(0, space.size - 1))]
    known, lies = Knowledge(rules), rules.lies
    answers = [n for n in range(feedback_count(rules) - 1) if not nobody_gives(rules.feedback, rules.pegs, n)]
    for _ in range(tree.maximum):
        guess = strategy.choose(known, random.Random(0))
        if guess == secret:
            return
        answer = score(rules, guess, secret)
        if lies and data.draw(st.booleans()):
            told = Feedback.of(rules, data.draw(st.sampled_from(answers)))
            lies -= told != answer
            answer = told
        known = known.after(guess, answer)
    pytest.fail("the game is longer than the tree is deep")
