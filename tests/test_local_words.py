"""Answers as players in five languages write them, the names of the games, and yes and no."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, read_noted
from sito.errors import CodeError, FeedbackError
from sito.rules.rules import Rules
from sito.rules.text import PRESETS
from sito.show.i18n import current_language, set_language
from sito.words.local_words import (
    LOCAL_PRESETS,
    local_name,
    preset_called,
    read_as,
    reader,
    set_reader,
    simple,
    yes_or_no,
)
from tests.cases import cases
from tests.conftest import Sito, written

LANGUAGES = ["en", "pl", "cs", "ru", "ja"]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_reader("en")
    yield
    set_reader("en")


# What means the same whoever reads it: one black peg and two white ones.
CLEAR = """
1 2|1b2w|P1 B2|p1b2|1p 2b|1 bull 2 cows|1 bull and 2 cows|1H2B|1h 2b|1 hit 2 blows|1E2B|1 eat 2 bites
1 czarny 2 białe|1 czarny i 2 biale|2 białe, 1 czarny|1cz2b|1 cz 2 b|1 byk 2 krowy
1 byk i 2 krowy|1b2k|1B 2K|byki 1 krowy 2
1 černá 2 bílé|1 cerna 2 bile|1č2b|1 býk a 2 krávy|1 byk a 2 kravy|býci: 1, krávy: 2
1б2к|1Б 2К|1 бык 2 коровы|1 бык и 2 коровы|быков 1, коров 2|1ч2б|1 чёрный 2 белых|1 черная, 2 белые|хоо|ООХ|Хоо
1ヒット2ブロー|1ヒット 2ブロー|ヒット1 ブロー2|ヒット1、ブロー2|1ヒットと2ブロー
1ﾋｯﾄ2ﾌﾞﾛｰ|1イート2バイト|黒1白2|黒1、白2|１Ｈ２Ｂ|１　２|ｘｏｏ
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["4x6", "4x10-distinct", "logik"])
def test_what_is_clear_is_read_in_every_language(language: str, rules: str) -> None:
    texts = [text for text in CLEAR.replace("\n", "|").split("|") if text]
    assert len(texts) > 50
    with read_as(language):
        read = {text: str(Feedback.parse(text, rules)) for text in texts}
    assert set(read.values()) == {"xoo"}, {text: answer for text, answer in read.items() if answer != "xoo"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["-", "", "ー", "－", "−", "brak", "žádné", "нет", "なし", "0б0к", "0 0"])
def test_no_peg_is_right(language: str, text: str) -> None:
    with read_as(language):
        assert str(Feedback.parse(text, "4x6")) == "-"


@cases("language", "rules", "text", "meanings")
def test_what_may_mean_two_things_is_refused(language: str, rules: str, text: str, meanings: tuple[str, ...]) -> None:
    with read_as(language), pytest.raises(FeedbackError) as caught:
        Feedback.parse(text, rules)
    told = str(caught.value)
    assert "has two meanings in the answer" in told
    assert all(meaning in told for meaning in (text, *meanings))


@cases("language", "rules", "text", "answer")
def test_where_there_is_no_doubt_it_is_read(language: str, rules: str, text: str, answer: str) -> None:
    with read_as(language):
        assert str(Feedback.parse(text, rules)) == answer


@pytest.mark.parametrize("text", ["1b2b", "1c2w", "2x1b", "1byk2czarny", "1к2коровы", "1 bykowiecki", "○○×", "1f2g"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_read_is_refused(language: str, text: str) -> None:
    with read_as(language), pytest.raises(FeedbackError, match="cannot be read"):
        Feedback.parse(text, "4x6")


@cases("text", "answer")
def test_partial_answers(text: str, answer: str) -> None:
    assert str(read_noted(text, "4x6")) == answer


@cases("language", "text")
def test_marks_of_positions(language: str, text: str) -> None:
    with read_as(language):
        assert str(Feedback.parse(text, "4x6-position")) == "gy--"


def test_slavic_letters_of_colors_mean_nothing_to_others() -> None:
    with pytest.raises(FeedbackError, match="cannot be read"):
        Feedback.parse("zyss", "4x6-position")


def test_games_are_known_by_their_names_in_every_language(sito: Sito) -> None:
    assert LOCAL_PRESETS.keys() <= PRESETS.keys()
    for preset, names in LOCAL_PRESETS.items():
        for language, name in names.items():
            assert preset_called(name) == preset
            assert local_name(preset, language) == name
            assert Rules.parse(name) == Rules.parse(preset)
            assert Rules.parse(f"{name}-lies1") == Rules.parse(f"{preset}-lies1")
            assert sito("rules", name, "--json").out == sito("rules", preset, "--json").out
    assert not any(preset_called(name) for name in PRESETS)


def test_wide_letters_and_digits_of_codes_and_rules() -> None:
    assert Rules.parse("４ｘ６") == Rules.parse("4x6")
    assert CodeSpace("4x6").parse("ＡＢＣＤ") == CodeSpace("4x6").parse("ABCD")
    assert CodeSpace("4x10").parse("０１２３") == CodeSpace("4x10").parse("0123")
    assert CodeSpace("logik").parse("１　２　３　４　５") == CodeSpace("logik").parse("1 2 3 4 5")


def test_cyrillic_letters_that_look_like_latin_ones_are_colors() -> None:
    assert CodeSpace("4x6").parse("\N{CYRILLIC CAPITAL LETTER A}ВСЕ") == CodeSpace("4x6").parse("ABCE")
    assert CodeSpace("4x6").parse("авсD") == CodeSpace("4x6").parse("ABCD")
    with pytest.raises(CodeError, match="is not a code"):
        CodeSpace("4x6").parse("ЖЗИЙ")


def test_letters_beyond_ascii_are_shown_in_the_name_of_a_list_of_words(sito: Sito, tmp_path: Path) -> None:
    words = written(tmp_path / "слова.txt", "слово\nвесна\n")
    assert sito("play", "--rules", f"words:{words}", "--secret", "весна", stdin="весна\n").code == 0
    for command in (["games"], ["games", "show", "play-1"], ["games", "stats"], ["review", "--all"]):
        shown = sito(*command).out
        assert "слова.txt" in shown
        assert "%D1" not in shown


def test_yes_and_no() -> None:
    assert all(yes_or_no(text) for text in ("yes", "Y", "tak", "ano", "Да", "はい", "1"))
    assert all(yes_or_no(text) is False for text in ("no", "nie", "ne", "НЕТ", "いいえ", "0"))
    assert yes_or_no("maybe") is None


def test_an_answer_in_words_is_kept_as_its_canonical_text(sito: Sito) -> None:
    shown = sito("advise", "4x10-distinct 0123:1б2к 0245:1ヒット2ブロー", "--json").out
    assert '"0123:xoo"' in shown or "xoo" in shown
    assert "ヒット" not in shown


@pytest.mark.parametrize("text", ["1{}x", "a{}b", "1{}b{}x", "b{}:{}x"])
def test_blanks_in_a_row_cost_no_more_than_one(text: str) -> None:
    assert simple(text.replace("{}", " \t\u3000" * 3000)) == text.replace("{}", " ")


def test_what_the_environment_says_counts_only_once_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    set_language("en")
    with read_as("pl"):
        set_language(None)
        current_language()
        assert reader() == "pl"
    set_reader("ja")
    monkeypatch.setenv("LANGUAGE", "en")
    set_language(None)
    assert reader() == "en"
