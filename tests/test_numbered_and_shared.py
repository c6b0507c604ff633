"""Games by number, the same on every machine, and what is shared of a game, which gives nothing away."""

import hashlib
import random
import re
from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sito
from sito.codes.code import CodeSpace
from sito.errors import InputError
from sito.playing.game import Transcript
from sito.rules.rules import FeedbackKind, Rules
from sito.words.words import WordList
from tests.cases import cases

ANIMALS = WordList.of(["bear", "seal", "lion", "hare", "wolf"], name="animals")
RULES = [Rules.parse(text) for text in ("4x6", "4x10-distinct", "5x8-numbers", "4x6-black", "4x6-total", "4x6-lies1")]
RULES += [Rules.of_words(ANIMALS, kind) for kind in FeedbackKind]

# Known values: whoever changes one of them breaks an agreement between people.
AGREED = {
    ("4x6", 4711): "AFAA",
    ("4x6", 20261122): "DDBF",
    ("4x10-distinct", 4711): "9465",
    ("logik", 4711): "5 4 2 5 6",
    ("16x64", 4711): "8 57 52 58 25 57 18 35 18 44 2 48 9 55 34 54",
}


@pytest.mark.parametrize(("rules", "number"), AGREED)
def test_agreed_codes(rules: str, number: int) -> None:
    space = CodeSpace(rules)
    assert space.text(sito.numbered_secret(rules, number)) == AGREED[rules, number]


def test_a_word_game_by_number_belongs_to_the_words_and_not_to_their_name() -> None:
    named = [Rules.of_words(ANIMALS.named(name), FeedbackKind.POSITION) for name in ("animals", "/home/me/x.txt")]
    other = Rules.of_words(WordList.of([*ANIMALS.secrets, "goat"]), FeedbackKind.POSITION)
    codes = [[CodeSpace(rules).text(sito.numbered_secret(rules, n)) for n in range(50)] for rules in (*named, other)]
    assert codes[0] == codes[1] != codes[2]


def test_every_code_is_as_likely_as_any_other() -> None:
    """The chi-squared statistic of 40000 codes over 36 cells; beyond 80 lies less than one sample in 30000."""
    counts = Counter(sito.numbered_secret("2x6", number) for number in range(40_000))
    expected = 40_000 / 36
    assert len(counts) == 36
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 80


def test_codes_of_the_largest_boards_differ_from_the_first_peg_on() -> None:
    space = CodeSpace("100x100")
    line = b"sito game 1 100x100 4711"
    parts = [hashlib.sha256(line + more).digest() for more in (b"", b" part 2", b" part 3", b" part 4")]
    assert space.number(sito.numbered_secret("100x100", 4711)) == int.from_bytes(b"".join(parts)) % space.size
    assert len({sito.numbered_secret("100x100", number)[0] for number in range(20)}) > 10


@given(st.integers(0, 10**12 - 1), st.sampled_from(RULES))
def test_the_code_is_the_one_that_the_page_derives(number: int, rules: Rules) -> None:
    digest = hashlib.sha256(f"sito game 1 {rules.key} {number}".encode()).digest()
    assert sito.numbered_secret(rules, number) == CodeSpace(rules)[int.from_bytes(digest) % len(CodeSpace(rules))]


@pytest.mark.parametrize("number", [-1, 10**12, 1.0, "4711", None, True])
def test_numbers_that_are_none(number: object) -> None:
    with pytest.raises(InputError, match="give a whole number from 0 to 999999999999"):
        sito.numbered_secret("4x6", number)  # type: ignore[arg-type]


def test_every_day_has_its_own_number() -> None:
    days = [date(2024, 1, 1) + timedelta(days) for days in range(4000)]
    assert len({sito.daily_number(day) for day in days}) == len(days)
    assert sito.daily_number(date(2026, 1, 2)) == 20260102


def played(rules: Rules, secret: int, seed: int) -> Transcript:
    space = CodeSpace(rules)
    return sito.play(rules, "random-consistent", space[secret % len(space)], seed=seed, rounds=1 + seed % 9)


@given(st.sampled_from(RULES), st.integers(0, 10**6), st.integers(0, 99), st.booleans(), st.booleans())
def test_what_is_shared_depends_on_the_answers_alone(
    rules: Rules, secret: int, seed: int, in_words: bool, hard: bool
) -> None:
    game = played(rules, secret, seed)
    shared = sito.share_text(game, number=7, rounds=9, hard=hard, in_words=in_words)
    guesses = list(CodeSpace(rules, guesses=True))[:3] if rules.words else [(0,) * rules.pegs]
    if rules.allowed.value == "distinct":
        guesses = [tuple(range(rules.pegs))]
    rng = random.Random(seed)
    other = Transcript(rules, [(rng.choice(guesses), answer) for _guess, answer in game])
    assert sito.share_text(other, number=7, rounds=9, hard=hard, in_words=in_words) == shared
    heading, *lines = shared.split("\n")
    assert heading.startswith(f"Sito {rules}")
    for guess, _answer in game:
        text = CodeSpace(rules, guesses=True).text(guess)
        assert text not in heading
        assert not any(re.search(rf"\b{re.escape(text)}\b", line) for line in lines)
    if not in_words:
        assert set("".join(lines)) <= set("⚫⚪🔵➖❔❗🟩🟨⬛")
        assert len(lines) == len(game)


@cases("game", "expected")
def test_symbols(game: str, expected: list[str]) -> None:
    assert sito.share_text(game).split("\n")[1:] == expected


@cases("game", "expected")
def test_words(game: str, expected: list[str]) -> None:
    assert sito.share_text(game, in_words=True).split("\n")[1:] == expected


def test_the_heading() -> None:
    game = "4x6 CBFF:o EAAB:xxo AADB:xxxx"
    heads = [
        sito.share_text(game, **more).split("\n")[0]  # type: ignore[arg-type]
        for more in ({}, {"number": 7}, {"rounds": 6, "hard": True}, {"number": 20261122, "day": "2026-11-22"})
    ]
    assert heads == ["Sito 4x6 3", "Sito 4x6 #7 3", "Sito 4x6 3/6*", "Sito 4x6 2026-11-22 3"]
    assert sito.share_text("4x6 CBFF:o", rounds=6).split("\n")[0] == "Sito 4x6 X/6"
    with pytest.raises(InputError, match="a game is written as a text"):
        sito.share_text(5)  # type: ignore[arg-type]


def test_a_number_that_python_does_not_write_is_refused_as_any_other() -> None:
    with pytest.raises(InputError, match="is not the number of a game"):
        sito.numbered_secret("4x6", 10**5000)
