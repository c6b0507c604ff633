"""Word lists as values: how words are compared, what is dropped, and what travels with them."""

import multiprocessing
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.codes.code import CodeSpace
from sito.errors import RulesError, TreeError
from sito.playing.game import Transcript
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree import StrategyTree
from sito.strategies.tree.verify import verify
from sito.words.words import WordList, find_words, fold

ANIMALS = WordList.of(["seal", "bear", "lion", "hare"], ["crab"], name="animals")
GAME = Rules.of_words(ANIMALS, FeedbackKind.POSITION)


def test_an_accent_is_no_letter_of_its_own() -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    words = WordList.of([decomposed, "mole"])
    assert words.pegs == 4
    assert words == WordList.of([composed, "mole"])
    assert CodeSpace(Rules.of_words(words)).parse(decomposed) == CodeSpace(Rules.of_words(words)).parse(
        composed.upper()
    )


def test_a_sharp_s_is_one_letter() -> None:
    words = WordList.of(["ma\u00df", "hof"])
    assert words.secrets == ("HOF", "MA\u1e9e")
    space = CodeSpace(Rules.of_words(words))
    assert space.text(space.parse("ma\u00df")) == "MA\u1e9e"
    assert space.parse("MA\u1e9e") == space.parse("Ma\u00df")


@given(st.text())
def test_folding_is_done_once_and_for_all(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_words_listed_twice_are_dropped_and_told() -> None:
    words = WordList.of(["one", "two", "One", "six"], ["six", "ten", "TEN"])
    assert words.secrets == ("ONE", "SIX", "TWO")
    assert words.guesses == ("ONE", "SIX", "TEN", "TWO")
    assert words.repeated == ("ONE", "TEN")
    assert words == WordList.of(["one", "two", "six"], ["ten"])


def test_guesses_without_the_secrets_are_joined_with_them() -> None:
    assert ANIMALS.guesses == ("BEAR", "CRAB", "HARE", "LION", "SEAL")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("bear", "one text is not a list of words"),
        (5, "a value of type int is not a list of words"),
        ([5], "5, of type int, is not a word"),
        ([], "the list of words is empty"),
        (["", "  "], "words without letters"),
        (["be\x1b[2Jar"], r"'BE\\x1b\[2JAR' has a blank or a character that is not shown"),
        (["ice cream"], "has a blank or a character that is not shown"),
        (["be\u202ear"], r"\\u202e"),
        ([chr(0x4E00 + number) for number in range(65)], "65 different letters; up to 64"),
    ],
)
def test_what_are_no_words(words: Any, says: str) -> None:
    with pytest.raises(RulesError, match=says) as caught:
        WordList.of(words)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["animals", "my animals", "a+b", "100%", "x@0123456789ab", "caf\u00e9", "~/w.txt"])
def test_texts_name_a_list_and_its_digest(name: str) -> None:
    words = WordList.of(["bear", "seal"], name=name)
    rules = Rules.of_words(words, FeedbackKind.BLACK)
    assert Rules.parse(str(rules), {name: ["bear", "seal"]}) == rules
    assert Rules.parse(str(rules), words) == rules
    assert " " not in str(rules)
    with pytest.raises(RulesError, match="other words than the text tells of"):
        Rules.parse(str(rules), {name: ["bear", "lion"]})
    with pytest.raises(RulesError, match=r"there is no word list .*; there are other"):
        Rules.parse(str(rules), {"other": ["bear", "seal"]})


def test_equality_is_that_of_names_and_words() -> None:
    same = WordList.of(["lion", "bear", "hare", "seal"], ["crab", "bear"], name="animals")
    assert (same, hash(same), str(same)) == (ANIMALS, hash(ANIMALS), str(ANIMALS))
    assert same != same.named("beasts")
    assert Rules.of_words(same) != Rules.of_words(same.named("beasts"))
    assert Rules.of_words(same).key == Rules.of_words(same.named("beasts")).key
    assert same != WordList.of(ANIMALS.secrets, name="animals")
    assert find_words("animals", same) == ANIMALS


def test_short_lists_show_themselves_and_long_ones_their_text() -> None:
    names = {"Rules": Rules, "WordList": WordList, "FeedbackKind": FeedbackKind, "Transcript": Transcript}
    game = Transcript(GAME).after("crab", "-y--")
    assert eval(repr(ANIMALS), names) == ANIMALS
    assert eval(repr(GAME), names) == GAME
    assert eval(repr(game), names) == game
    many = Rules.of_words(WordList.of([f"{number:03}" for number in range(100)], name="numbers"))
    assert repr(many) == f"Rules.parse({str(many)!r}, words=...)"
    assert len(repr(many.words)) < 80


def ask_for_codes(rules: Rules) -> tuple[Rules, int]:
    return rules, len(Knowledge(rules))


def test_rules_of_words_in_memory_travel() -> None:
    assert pickle.loads(pickle.dumps(GAME)) == GAME
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(ask_for_codes, GAME).result() == (GAME, 4)


def test_games_carry_their_words_in_json() -> None:
    game = Transcript(GAME).after("crab", "-yy-")
    assert Transcript.from_json(game.to_json()) == game
    assert Transcript.parse(str(game), ANIMALS) == game
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(RulesError, match="is not at hand"):
        Transcript.parse(str(game))
    changed = game.to_json().replace("SEAL", "DEER")
    with pytest.raises(RulesError, match="other words than the text tells of"):
        Transcript.from_json(changed)


def test_trees_carry_their_words() -> None:
    tree = StrategyTree.build(parse_strategy("first-consistent"), Knowledge(GAME))
    text = str(tree)
    assert text.splitlines()[1:4] == [f"rules {GAME}", "secrets BEAR HARE LION SEAL", "guesses CRAB"]
    assert StrategyTree.parse(text) == tree
    assert StrategyTree.parse(text).rules == GAME
    assert verify(text) == verify(tree, GAME) == tree.histogram
    with pytest.raises(TreeError, match="line 2: the word list animals has other words"):
        StrategyTree.parse(text.replace("secrets BEAR", "secrets DEER"))
    old = "\n".join(line for line in text.splitlines() if line.split(" ")[0] not in ("secrets", "guesses"))
    with pytest.raises(TreeError, match="line 2: the word list 'animals' is not at hand"):
        StrategyTree.parse(old)
    assert StrategyTree.parse(old, ANIMALS) == tree
    assert verify(old, words=ANIMALS) == tree.histogram


def test_a_tree_plays_the_same_words_under_another_name() -> None:
    tree = StrategyTree.build(parse_strategy("first-consistent"), Knowledge(GAME))
    strategy = parse_strategy("tree:mine", {"mine": tree})
    other = Rules.of_words(ANIMALS.named("elsewhere"), FeedbackKind.POSITION)
    assert strategy.choose(Knowledge(other), random.Random(0)) == tree.root.guess
    assert verify(tree, other) == tree.histogram
    assert pickle.loads(pickle.dumps(strategy)) == strategy


def test_long_lists_are_made_and_sieved_at_once() -> None:
    letters = "ABCDEFGHIJ"
    words = WordList.of("".join(letters[int(digit)] for digit in f"{number:05}") for number in range(100_000))
    knowledge = Knowledge(Rules.of_words(words, FeedbackKind.POSITION))
    assert len(knowledge) == 100_000
    assert len(knowledge.after("ABCDE", "ggggg")) == 1
