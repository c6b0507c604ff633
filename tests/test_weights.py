"""Word lists whose secrets are not equally likely: how they are read, kept and told apart."""

import pickle
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.errors import RulesError
from sito.rules.rules import Rules
from sito.words.files import read_word_list
from sito.words.weights import MOST, whole_numbers
from sito.words.words import WordList, find_words

ANIMALS = WordList.of(["bear", "seal", "lion"], ["hare"], "animals", weights=[2, 0.5, 1])


def test_weights_stand_in_the_order_of_the_secrets() -> None:
    assert ANIMALS.secrets == ("BEAR", "LION", "SEAL")
    assert ANIMALS.weights == (4, 2, 1)
    assert ANIMALS.guesses == ("BEAR", "HARE", "LION", "SEAL")
    assert Rules.of_words(ANIMALS).weights == (4, 2, 1)
    assert Rules.parse("4x6").weights is None


def test_words_of_the_weight_0_may_only_be_guessed() -> None:
    words = WordList.of(["bear", "seal", "lion"], weights=[1, 0, 2])
    assert words.secrets == ("BEAR", "LION")
    assert words.weights == (1, 2)
    assert words.guesses == ("BEAR", "LION", "SEAL")


def test_equal_weights_are_none() -> None:
    assert WordList.of(["bear", "seal"], weights=[0.1, 0.1]) == WordList.of(["bear", "seal"])
    assert WordList.of(["bear", "seal", "lion"], weights=[3, 3, 0]).weights is None


def test_weights_are_part_of_equality_digest_and_repr() -> None:
    plain = WordList.of(["bear", "seal"])
    weighed = WordList.of(["bear", "seal"], weights=[1, 2])
    other = WordList.of(["bear", "seal"], weights=[2, 1])
    assert len({plain, weighed, other, WordList.of(["seal", "bear"], weights=[1, 0.5])}) == 3
    assert len({words.digest for words in (plain, weighed, other)}) == 3
    assert len({Rules.of_words(words).key for words in (plain, weighed, other)}) == 3
    for words in (weighed, ANIMALS):
        assert eval(repr(words)) == words
        assert pickle.loads(pickle.dumps(words)) == words
        assert find_words(str(words), words) == words
    with pytest.raises(RulesError, match="has other words than the text tells of"):
        find_words(str(weighed), other)


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ([1], "1 weight was given for a list of 2; give one for each word"),
        ([1, 2, 3], "3 weights were given for a list of 2"),
        ([1, -1], "-1 is no weight of a word; give a number from 0 on, such as 3 or 0.5"),
        ([float("nan"), 1], "nan is no weight"),
        ([float("inf"), 1], "inf is no weight"),
        (["3", True], "'3' is no weight of a word.*\nTrue is no weight"),
        ("12", "a value of type str is not a list of weights"),
        (5, "a value of type int is not a list of weights"),
        ([0, 0], "no word may be the secret, for all have the weight 0"),
    ],
)
def test_what_are_no_weights(weights: Any, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        WordList.of(["bear", "seal"], weights=weights)


def test_a_word_has_one_weight() -> None:
    assert WordList.of(["bear", "Bear", "seal"], weights=[2, 2, 1]).weights == (2, 1)
    with pytest.raises(RulesError, match=r"the word BEAR has the weights 2 and 0\.5; give it one"):
        WordList.of(["bear", "Bear", "seal"], weights=[2, 0.5, 1])


@given(st.lists(st.fractions(min_value=Fraction(1, 10**9), max_value=10**15), min_size=1, max_size=20))
def test_whole_numbers_keep_proportions(weights: list[Fraction]) -> None:
    found = whole_numbers(weights)
    if found is None:
        found = (1,) * len(weights)
    assert sum(found) <= MOST
    assert all(isinstance(number, int) and number >= 1 for number in found)
    whole = sum(weights)
    for number, weight in zip(found, weights, strict=True):
        assert abs(Fraction(number, sum(found)) - weight / whole) < Fraction(2 * len(weights), MOST)
    again = whole_numbers(found)
    assert (found if again is None else again) == found


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_second_column_is_read(tmp_path: Path) -> None:
    name = written(tmp_path / "often.txt", "# how often\nbear 12.5\n\nseal\t.5\n  lion 2e1\nhare 0\n")
    words = read_word_list(name)
    assert words.secrets == ("BEAR", "LION", "SEAL")
    assert words.weights == (25, 40, 1)
    assert "HARE" in words.guesses
    both = read_word_list(f"{name}+{written(tmp_path / 'all.txt', 'crab')}")
    assert both.guesses == ("BEAR", "CRAB", "HARE", "LION", "SEAL")


@pytest.mark.parametrize("text", ["bear seal\nlion\n", "1234 5678\n1243 8756\n", "bear seal 1234"])
def test_a_file_without_numbers_is_read_as_words(tmp_path: Path, text: str) -> None:
    assert read_word_list(written(tmp_path / "words.txt", text)).weights is None


def test_every_line_that_is_no_word_and_number_is_told(tmp_path: Path) -> None:
    name = written(tmp_path / "w.txt", "bear 1\nseal\nlion -2\nhare 2,5\ncrab 3 4\nmole nan\n")
    with pytest.raises(RulesError) as caught:
        read_word_list(name)
    told = str(caught.value).splitlines()
    assert [line.partition(" is ")[0] for line in told] == [f"line {number} of {name}" for number in (2, 3, 4, 5, 6)]
    assert told[1].endswith("'lion -2'; write a word and a number from 0 on, as in crane 12.5")


def test_many_wrong_lines_are_counted(tmp_path: Path) -> None:
    lines = "\n".join(["bear 1", *["seal x"] * 30])
    with pytest.raises(RulesError, match=r"\nand 10 more"):
        read_word_list(written(tmp_path / "w.txt", lines))


def test_the_list_of_guesses_has_no_weights(tmp_path: Path) -> None:
    secrets, guesses = written(tmp_path / "s.txt", "bear seal"), written(tmp_path / "g.txt", "lion 3")
    with pytest.raises(RulesError, match=r"g\.txt lists the words that may be guessed, which have no weights"):
        read_word_list(f"{secrets}+{guesses}")


def test_any_word_may_be_the_secret() -> None:
    words = ANIMALS.any_word()
    assert words.name == "animals+any"
    assert words.secrets == words.guesses == ANIMALS.guesses
    # 4, 2 and 1 have the mean 7/3, and listed words are 20 times as likely as others on average.
    assert words.weights == (4 * 60, 7, 2 * 60, 60)
    assert words.any_word() == words
    assert ANIMALS.any_word(1).name == "animals+any1"
    assert WordList.of(["bear"], ["seal"]).any_word(1).weights is None


@pytest.mark.parametrize("listed", [0, -1, 1.5, True, "20"])
def test_listed_words_are_at_least_as_likely_as_others(listed: Any) -> None:
    with pytest.raises(RulesError, match="it must be a whole number from 1 on"):
        ANIMALS.any_word(listed)


@pytest.mark.parametrize("text", ["animals+any", "animals+any20", "animals+any5"])
def test_rules_name_lists_where_any_word_may_be_the_secret(text: str) -> None:
    for words in ({"animals": ANIMALS}, ANIMALS, lambda name: {"animals": ANIMALS}[name]):
        rules = Rules.parse(f"words-position:{text}", words=words)
        assert rules.words is not None
        assert rules.words == ANIMALS.any_word(5 if text.endswith("5") else 20)
        assert Rules.parse(str(rules), words=words) == rules
        assert Rules.parse(str(rules), words=rules.words) == rules
    with pytest.raises(RulesError, match="any is 0"):
        Rules.parse("words-position:animals+any0", words=ANIMALS)


def test_files_are_read_for_lists_where_any_word_may_be_the_secret(tmp_path: Path) -> None:
    secrets, guesses = written(tmp_path / "s.txt", "bear 3 \nseal 1"), written(tmp_path / "g.txt", "lion")
    rules = Rules.parse(f"words-position:{secrets}+{guesses}+any", read_word_list)
    assert rules.weights == (30, 1, 10)
    assert Rules.parse(str(rules), read_word_list) == rules


def test_a_list_of_real_size_keeps_its_order() -> None:
    rng = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = list(dict.fromkeys("".join(rng.choices(letters, k=5)) for _ in range(13_000)))
    numbers = [rng.randrange(1, 10**6) for _ in words]
    found = WordList.of(words, weights=numbers)
    rank = dict(zip(found.secrets, found.weights, strict=True))
    for word, number in zip(words, numbers, strict=True):
        assert abs(rank[word.upper()] / sum(found.weights) - number / sum(numbers)) < 1e-8


def test_lists_of_the_package_may_have_any_word_as_the_secret() -> None:
    rules = Rules.parse("words-4-hard+any7")
    assert str(rules).startswith("words-position-hard:words-4+any7@")
    assert Rules.parse(str(rules)) == Rules.parse("words-position-hard:words-4+any7") == rules
    assert rules.words.secrets == rules.words.guesses == Rules.parse("words-4").words.guesses  # type: ignore[union-attr]
    assert set(rules.weights or ()) == {1, 7}
    with pytest.raises(RulesError, match="any is 0"):
        Rules.parse("words+any0")
