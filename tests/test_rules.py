"""Rules: canonical texts, presets, and faults reported together."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.errors import RulesError
from sito.rules.rules import NOTATION_LIMITS, Allowed, FeedbackKind, HardMode, Rules
from sito.rules.text import PRESETS
from sito.words.files import read_word_list
from sito.words.words import WordList
from tests.cases import cases


@st.composite
def any_rules(draw: st.DrawFn, max_pegs: int = 16, max_colors: int = 64) -> Rules:
    pegs = draw(st.integers(1, max_pegs))
    colors = draw(st.integers(1, max_colors))
    allowed = [Allowed.ANY] + ([Allowed.DISTINCT] if pegs <= colors else [])
    feedback = draw(st.sampled_from(list(FeedbackKind)))
    lies = draw(st.one_of(st.just(0), st.integers(0, 9)))
    hints = feedback.marks_pegs and not lies
    notations = [None] + [notation for notation, limit in NOTATION_LIMITS.items() if colors <= limit]
    return Rules(
        pegs,
        colors,
        draw(st.sampled_from(allowed)),
        feedback,
        draw(st.sampled_from(notations)),
        lies=lies,
        hard=draw(st.sampled_from([None, HardMode.CONSISTENT] + [HardMode.HARD, HardMode.STRICT] * hints)),
    )


@given(any_rules())
def test_text_reads_back(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert eval(repr(rules)) == rules


@given(any_rules(), st.randoms())
def test_options_may_stand_in_any_order(rules: Rules, rng) -> None:
    parts = str(rules).split("-")
    rng.shuffle(parts)
    assert Rules.parse("-".join(parts).upper()) == rules


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mastermind", "4x6"),
        ("super-mastermind", "5x8"),
        ("bulls-and-cows", "4x10-distinct"),
        ("bulls-and-cows-repeats", "4x10"),
        ("logik", "5x8-numbers"),
    ],
)
def test_presets(name: str, text: str) -> None:
    assert str(Rules.parse(name)) == text
    assert PRESETS[name] == text


@pytest.mark.parametrize(
    ("given", "text", "lies"),
    [
        ("4x6-lies1", "4x6-lies1", 1),
        ("lies2-4X10-black-distinct", "4x10-distinct-black-lies2", 2),
        ("mastermind-lies1", "4x6-lies1", 1),
        ("logik-lies9", "5x8-numbers-lies9", 9),
        ("4x6-lies0", "4x6", 0),
    ],
)
def test_lies_are_a_part_of_the_text(given: str, text: str, lies: int) -> None:
    rules = Rules.parse(given)
    assert (str(rules), rules.lies, rules.key) == (text, lies, text)
    assert (rules == Rules.parse(text.replace(f"-lies{lies}", ""))) is (lies == 0)


@cases("given", "head")
def test_word_rules_have_lies_and_hard_modes(given: str, head: str) -> None:
    words = WordList.of(["tale", "late"], name="two")
    rules = Rules.parse(f"{given}:two", words)
    assert str(rules) == f"{head}:{words}"
    assert rules.key == f"{head}@{words.digest}"
    assert Rules.parse(str(rules), words) == rules
    assert eval(repr(rules)) == rules
    assert Rules.of_words(words, rules.feedback, rules.lies, rules.hard) == rules


def test_symbols_follow_the_number_of_colors() -> None:
    assert Rules.parse("4x6").symbols()[:2] == ("A", "B")
    assert Rules.parse("4x10").symbols()[:2] == ("0", "1")
    assert Rules.parse("4x30").symbols()[-1] == "T"
    assert Rules.parse("4x40").symbols()[-1] == "40"
    assert Rules.parse("logik").symbols() == tuple("12345678")


@cases("text", "faults")
def test_every_fault_is_reported(text: str, faults: int) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert len(caught.value.faults) == faults, str(caught.value)


def test_a_hyphen_that_joins_nothing_is_told_with_the_whole_text() -> None:
    with pytest.raises(RulesError, match=r"the rules '4x6-' have a - with nothing on one side.*allowed are distinct"):
        Rules.parse("4x6-")


def test_a_game_given_for_rules_is_told_from_them() -> None:
    with pytest.raises(RulesError, match="'4x6 AABB:x' is a game with guesses, and no rules; its rules are 4x6"):
        Rules.parse("4x6 AABB:x")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ((True, 6), "pegs cannot be True, of type bool"),
        ((4.0, 6), "pegs cannot be 4.0, of type float"),
        (("4", "6"), "pegs cannot be '4', of type str.*\n.*colors cannot be '6', of type str"),
        ((4, 10, "distinct"), "allowed cannot be 'distinct', of type str"),
        ((4, 6, Allowed.ANY, "black"), r"feedback cannot be 'black', of type str.*FeedbackKind\.POSITION"),
        ((4, 6, Allowed.ANY, FeedbackKind.BLACK, "letters"), "notation cannot be 'letters', of type str"),
        ((4, 6, Allowed.ANY, FeedbackKind.BLACK, None, None, "1"), "lies cannot be '1', of type str"),
        ((4, 6, Allowed.ANY, FeedbackKind.BLACK, None, None, True), "lies cannot be True, of type bool"),
        (
            (4, 6, Allowed.ANY, FeedbackKind.BLACK, None, None, -1),
            "-1 lies were given; a codemaker may lie 0 to 9 times",
        ),
    ],
)
def test_values_of_a_wrong_type_are_refused(fields: tuple, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        Rules(*fields)


@given(st.text(max_size=20))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except RulesError as error:
        assert error.faults
    else:
        assert Rules.parse(str(rules)) == rules


def write(path: Path, *words: str) -> str:
    path.write_text("\n".join(words), encoding="utf-8")
    return str(path)


def test_word_rules_read_back(tmp_path: Path) -> None:
    secrets = write(tmp_path / "my words+more 100%.txt", "# a comment", "tale", "late teal")
    escaped = secrets.replace("%", "%25").replace("+", "%2B").replace(" ", "%20")
    guesses = write(tmp_path / "guesses.txt", "late", "tale", "teal", "tall")
    for prefix in ("words", "words-black", "words-position", "words-total"):
        rules = Rules.parse(f"{prefix}:{escaped}+{guesses}", read_word_list)
        assert str(rules) == f"{prefix}:{escaped}+{guesses}@{rules.words.digest[:12]}"
        assert Rules.parse(str(rules), read_word_list) == rules
        assert rules.words.secrets == ("LATE", "TALE", "TEAL")
        assert len(rules.words.guesses) == 4
    assert Rules.parse(f"wordle-like:{escaped}", read_word_list).feedback is FeedbackKind.POSITION
    assert Rules.parse(f"terminal-hacking:{escaped}", read_word_list).feedback is FeedbackKind.BLACK


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"one\nthree\n", "the first one has 3 letters, THREE has 5"),
        (b"a" * 17, "17 letters"),
        (b"\xff\xfe\x00\x01", "not text"),
        (b"one\0two", "not text"),
    ],
)
def test_bad_word_lists(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(content)
    with pytest.raises(RulesError, match=says):
        Rules.parse(f"words:{path}", read_word_list)


def test_word_list_faults_come_together(tmp_path: Path) -> None:
    secrets = write(tmp_path / "secrets", "one", "one", "a" * 17)
    guesses = write(tmp_path / "guesses", "t\x1bo")
    with pytest.raises(RulesError) as caught:
        Rules.parse(f"words:{secrets}+{guesses}", read_word_list)
    assert len(caught.value.faults) == 3
    assert "\x1b" not in str(caught.value)
    with pytest.raises(RulesError) as caught:
        Rules.parse(f"words:{tmp_path / 'no'}+{tmp_path}", read_word_list)
    assert len(caught.value.faults) == 2


def test_a_mistyped_name_is_told_the_name_that_is_meant() -> None:
    with pytest.raises(RulesError, match=r"there is no game 'mastermnd'; do you mean mastermind\?"):
        Rules.parse("mastermnd")
