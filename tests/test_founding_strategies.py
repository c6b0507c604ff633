"""The founding strategies against the founding systems' own examples and the known totals."""

import json
import random
from pathlib import Path

import pytest

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.color_by_color import WorkingArray
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.strategy_tree import StrategyTree

DATA = json.loads((Path(__file__).parent / "data" / "code_breaking.json").read_text())["first_consistent"]
GAMES = {game: values for game, values in DATA.items() if isinstance(values, dict)}


def tree_of(strategy: str, rules: str, seed: int = 0) -> StrategyTree:
    return StrategyTree.build(parse_strategy(strategy), Knowledge(Rules.parse(rules)), seed)


@pytest.mark.parametrize("game", GAMES)
def test_first_consistent_totals(game: str) -> None:
    values = GAMES[game]
    tree = tree_of("first-consistent", game)
    assert tree.total == values["total"]
    assert tree.size == CodeSpace(tree.rules).size
    if "histogram" in values:
        assert list(tree.histogram) == values["histogram"]
    assert tree.maximum == values.get("max", len(tree.histogram))
    if "worst" in values:
        space = CodeSpace(tree.rules)
        longest = [guesses[-1] for guesses in tree.games() if len(guesses) == tree.maximum]
        assert sorted(map(space.text, longest)) == values["worst"]


@pytest.mark.parametrize("rules", ["4x6", "3x5-distinct", "4x3-black", "3x4-total", "3x3-position", "3x3-naive"])
def test_the_founding_order_is_that_of_the_founding_numbers(rules: str) -> None:
    space = CodeSpace(Rules.parse(rules))
    strategy, rng = parse_strategy("first-consistent:founding"), random.Random(1)
    for secret in [space.draw(rng) for _ in range(10)]:
        game = play(Transcript(space.rules), StrategyBreaker(strategy, 0), SecretKeeper(space.rules, secret))
        for turn, (guess, _) in enumerate(game.turns):
            assert guess == min(game.shortened(turn).knowledge, key=space.founding_number)


@pytest.mark.parametrize(
    ("secret", "arrays", "sums"),
    [
        # The colour phase that the source shows, and the arrays behind its transcript for 2 4 5 2 4.
        ("3 5 1 3 2", ["1 1 1 1 1", "1 2 2 2 2", "1 2 3 3 3", "1 2 3 3 4", "1 2 3 3 5"], [1, 2, 4, 4, 5]),
        ("2 4 5 2 4", ["1 1 1 1 1", "2 2 2 2 2", "2 2 3 3 3", "2 2 4 4 4", "2 2 4 4 5"], [0, 2, 2, 4, 5]),
    ],
)
def test_system_4_color_phase(secret: str, arrays: list[str], sums: list[int]) -> None:
    rules = Rules.parse("5x8-numbers")
    space = CodeSpace(rules)
    for seed in range(5):
        keeper = SecretKeeper(rules, secret)
        game = play(Transcript(rules), StrategyBreaker(parse_strategy("color-by-color"), seed), keeper)
        phase = game.turns[: len(arrays)]
        assert [space.text(Code(sorted(guess))) for guess, _ in phase] == arrays
        assert [answer.total for _, answer in phase] == sums
        assert all(sorted(guess) == sorted(space.parse(secret)) for guess, _ in game.turns[len(arrays) :])


def test_system_4_transcript_ends_with_the_first_arrangement_that_agrees_in_place() -> None:
    game = Transcript.parse("5x8-numbers 1,1,1,1,1:- 2,2,2,2,2:xx 3,3,2,3,2:oo 4,2,2,4,4:xooo 2,2,4,5,4:xxooo")
    strategy = parse_strategy("color-by-color")
    assert WorkingArray.of(game.knowledge) == WorkingArray((1, 1, 3, 3, 4), settled=5)
    for seed in range(3):
        guess = strategy.choose(game.knowledge, random.Random(seed))
        assert CodeSpace(game.rules).text(guess) == "2 4 5 2 4"


def test_system_5_opens_with_different_digits_and_prefers_them() -> None:
    rules = Rules.parse("bulls-and-cows-repeats")
    strategy, space = parse_strategy("distinct-first"), CodeSpace(rules)
    for seed in range(20):
        rng = random.Random(seed)
        secret = space.draw(rng)
        game = play(Transcript(rules), StrategyBreaker(strategy, seed), SecretKeeper(rules, secret))
        for turn, (guess, _) in enumerate(game.turns):
            if len(set(guess)) < 4:
                assert all(len(set(code)) < 4 for code in game.shortened(turn).knowledge)


def test_system_5_easy_level_needs_at_most_33_questions() -> None:
    rules = Rules.parse("bulls-and-cows-repeats")
    space = CodeSpace(rules)
    # Four different digits, the last of which are asked late, are the hardest to find.
    longest = 0
    for seed in range(60):
        game = play(
            Transcript(rules),
            StrategyBreaker(parse_strategy("uniform-probe:untried"), seed),
            SecretKeeper(rules, space.parse("9876")),
        )
        questions = [guess for guess, _ in game.turns if len(set(guess)) == 1]
        tried = [guess for guess, _ in game.turns[len(questions) :]]
        assert len(set(tried)) == len(tried)
        assert all(sorted(guess) == [6, 7, 8, 9] for guess in tried)
        longest = max(longest, len(game))
    assert 26 < longest <= 33


def test_uniform_probe_asks_in_an_order_that_is_drawn() -> None:
    known_ = Knowledge(Rules.parse("4x10"))
    opening = {parse_strategy("uniform-probe").choose(known_, random.Random(seed)) for seed in range(60)}
    assert opening == {Code([color] * 4) for color in range(10)}


@pytest.mark.parametrize(
    ("strategy", "rules"),
    [("color-by-color", "4x6"), ("color-by-color-narrowing", "4x6"), ("color-by-color-narrowing", "5x6")],
)
def test_ten_guesses_are_enough(strategy: str, rules: str) -> None:
    """All secrets with one seed; `python -m benchmarks.color_by_color` takes twenty, and 5x8."""
    tree = tree_of(strategy, rules, seed=1)
    assert tree.size == CodeSpace(tree.rules).size
    assert tree.maximum <= 10


def test_random_consistent_draws_every_possible_code() -> None:
    rules = Rules.parse("2x3")
    before = Knowledge(rules).after(Code([0, 1]), Feedback.parse("x", rules))
    strategy = parse_strategy("random-consistent")
    assert {strategy.choose(before, random.Random(seed)) for seed in range(100)} == set(before)
    assert all(str(score(rules, Code([0, 1]), code)) == "x" for code in before)
