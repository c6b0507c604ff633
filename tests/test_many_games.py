"""Many games at once, chosen secrets in a tournament, and many reviews."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from sito import (
    Code,
    Knowledge,
    Rules,
    StrategyTree,
    Transcript,
    compare,
    parse_strategy,
    play,
    play_many,
    review,
    review_many,
)
from sito.base.workers import Processes
from sito.codes.code import CodeSpace
from sito.errors import CodeError, HardModeError, InconsistentError, InputError, StrategyError, TreeError
from sito.sieve.metrics import METRICS

OWN = Rules.custom([3, 5, 8, 9], lambda guess, secret: (guess > secret) - (guess < secret), "near")
GAMES = [OWN, "3x4", "3x4-black", "3x3-total", "3x3-position", "3x3-naive", "3x5-distinct", "2x3-lies1", "words-3"]


def some_of(rules: Rules | str) -> list[Code]:
    """Takes a few secrets of a game, one of them twice."""
    space = CodeSpace(rules)
    return [space[0], *random.Random(1).sample(space[:], 3), space[0]]


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("strategy", ["first-consistent", "entropy", "random-consistent", "careless"])
def test_each_game_is_the_one_that_play_plays(rules: Rules | str, strategy: str) -> None:
    secrets = some_of(rules)
    games = play_many(rules, strategy, secrets, seed=3)
    assert games.lengths == tuple(len(play(rules, strategy, secret, seed=3)) for secret in secrets)
    assert games.secrets == tuple(secrets)


class Middle:
    """Guesses the possible code in the middle, and counts how often it was asked."""

    deterministic = consistent = True
    asked = 0

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        self.asked += 1
        return knowledge[len(knowledge) // 2]

    def __str__(self) -> str:
        return "middle"


def test_a_strategy_is_asked_once_for_each_position() -> None:
    middle = Middle()
    games = play_many("3x4", middle, list(CodeSpace("3x4")) * 3)
    tree = StrategyTree.build(Middle(), Knowledge("3x4"))
    assert middle.asked == sum(1 for _ in tree.walk())
    assert games.histogram == tuple(3 * count for count in tree.histogram)
    assert (games.total, games.maximum, len(games)) == (3 * tree.total, tree.maximum, 192)
    assert games.mean == tree.mean
    assert repr(games).startswith("<192 games of middle on 3x4: ")


def test_secrets_in_any_form() -> None:
    space, known = CodeSpace("4x6"), Knowledge("4x6").after("AABB", "xo")
    whole = play_many("4x6", "entropy")
    assert (whole.total, whole.secrets, len(whole)) == (5722, space, 1296)
    lengths = tuple(whole.lengths[space.number(code)] for code in known)
    for secrets in (known, list(known), known.texts(), known.to_numpy(), iter(known)):
        assert play_many("4x6", "entropy", secrets).lengths == lengths
    one = play_many("4x6", METRICS["entropy"], ["FADC"])
    assert one.lengths == (len(play("4x6", "entropy", "FADC")),)
    none = play_many("4x6", "entropy", [])
    assert (none.total, none.mean, none.maximum, none.histogram) == (0, 0, 0, ())
    assert pickle.loads(pickle.dumps(whole)) == whole


def test_a_tree_plays_wherever_a_strategy_does() -> None:
    tree = StrategyTree.build(parse_strategy("minimax"), Knowledge("3x4"))
    assert play_many("3x4", tree).histogram == tree.histogram
    assert play("3x4", tree, "DCA") == play("3x4", "minimax", "DCA")
    read, built = compare("3x4", [tree, "minimax"]).standings
    assert (read.histogram, read.examined) == (built.histogram, None)
    with pytest.raises(StrategyError, match="does not play 4x6: the tree is for 3x4"):
        play_many("4x6", tree)
    cut = StrategyTree.parse("sito-tree 1\nrules 1x3\n= A\n  - = B\nend")
    with pytest.raises(TreeError, match="the tree has no branch for the answer - to B; verify it"):
        play_many("1x3", cut)
    with pytest.raises(TreeError, match="no branch"):
        cut.guesses("C")


def test_what_cannot_be_played_is_told() -> None:
    with pytest.raises(CodeError, match="AAAG"):
        play_many("4x6", "entropy", ["AAAA", "AAAG"])
    with pytest.raises(CodeError, match="is one code"):
        play_many("4x6", "entropy", "AAAA")
    with pytest.raises(InputError, match="seed is"):
        play_many("4x6", "entropy", ["AAAA"], seed="1")  # type: ignore[arg-type]
    with pytest.raises(StrategyError, match="does not play"):
        play_many("3x4-distinct", "uniform-probe")

    class Same(Middle):
        def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
            return Code([0, 0, 0])

    with pytest.raises(HardModeError, match="AAA"):
        play_many("3x4-consistent", Same())


def test_a_tournament_about_chosen_secrets() -> None:
    every = play_many("4x6", "first-consistent")
    space = CodeSpace("4x6")
    chosen = ["FADC", "ABCD", "FADC"]
    (standing,) = compare("4x6", "first-consistent", secrets=chosen).standings
    assert standing.total == sum(every.lengths[space.number(code)] for code in set(chosen))
    assert (standing.games, standing.secrets, standing.space, standing.margin) == (2, 2, 1296, 0)
    (drawn,) = compare("4x6", "random-consistent", secrets=iter(chosen), seeds=3).standings
    assert (drawn.games, drawn.seeds) == (6, (0, 1, 2))
    with pytest.raises(InputError, match="secrets and sample each"):
        compare("4x6", "entropy", secrets=chosen, sample=2)
    with pytest.raises(CodeError, match="AAAG"):
        compare("4x6", "entropy", secrets=["AAAG"])
    with pytest.raises(InputError, match="secrets has no code"):
        compare("4x6", "entropy", secrets=[])


REVIEWED = ["3x4 AAB:x CAC:xxx", "3x4 ABC:o", "3x4 AAB:x CAC:xxx"]


@pytest.mark.parametrize("on", ["here", "threads", "processes"])
def test_many_reviews_are_those_of_each_game(on: str) -> None:
    done: list[int] = []
    with ThreadPoolExecutor(2) as threads:
        executor = {"here": None, "threads": threads, "processes": Processes(1)}[on]
        seen = review_many(REVIEWED, executor=executor, on_progress=done.append)
    assert seen == [review(game) for game in REVIEWED]
    assert done == [1, 2]


def test_a_game_that_cannot_be_reviewed_is_named() -> None:
    with pytest.raises(InputError, match=r"game 2: 'AAB' has no answer(.|\n)*game 3: "):
        review_many([Transcript("3x4"), "3x4 AAB", "9"])
    with pytest.raises(InconsistentError, match="game 2: no code agrees"):
        review_many(["3x4", "3x4 AAA:- AAA:xxx"])
    with pytest.raises(InputError, match="is no list of games"):
        review_many("3x4 AAB:x")
