"""What a letter is, in Polish, Czech, Russian and Japanese words, and in words with marks that join no letter."""

import unicodedata

import pytest

from sito.cli.play.looks import keyboard_line, letters_known, typed_code
from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.errors import CodeError, RulesError
from sito.playing.game import Transcript, play
from sito.rules.rules import FeedbackKind, Rules
from sito.show.render import text_of
from sito.show.spoken import code_words
from sito.sieve.knowledge import Knowledge
from sito.words.letters import fold, letters_of
from sito.words.words import WordList

STRESS = "\u0301"
POLISH = ["żółty", "łódka", "świat", "ćwiek", "gąska", "dzień"]
CZECH = ["říjen", "žízeň", "chata", "kůlna", "ťukat", "mouka"]
RUSSIAN = ["ёжики", "чайка", "съезд", "район", "ёршик", "ежики"]
KANA = ["がっこう", "ちゃいろ", "らーめん", "かつどん", "てんぷら", "しゃしん"]
STRESSED = ["му" + STRESS + "ка", "мука" + STRESS, "ру" + STRESS + "ка", "рука" + STRESS]
HINDI = ["नमस्ते", "हिन्दीय", "समाचार", "पुस्तक"]


@pytest.mark.parametrize("words", [POLISH, CZECH, RUSSIAN, KANA, STRESSED])
def test_words_of_other_alphabets_are_played_and_their_texts_read_back(words: list[str]) -> None:
    rules = Rules.of_words(WordList.of(words, name="slova"), FeedbackKind.POSITION)
    space = CodeSpace(rules)
    assert space.size == len(words)
    for number in range(space.size):
        code = space[number]
        assert space.number(code) == number
        assert space.has(bytes(code))
        text = space.text(code)
        for written in (text, text.lower(), unicodedata.normalize("NFD", text)):
            assert space.parse(written) == code
        game = play(rules, "first-consistent", code)
        assert game.won
        assert Transcript.parse(str(game), {"slova": words}) == game
        assert Transcript.from_json(game.to_json()) == game


def test_accents_make_letters_of_their_own_however_they_are_typed() -> None:
    for composed in ("ŻÓŁĆ", "ŘÍJEN", "ЁЖИК", "ЙОД", "ガギグ", "ぱば"):
        apart = unicodedata.normalize("NFD", composed)
        assert len(apart) > len(composed)
        assert fold(apart) == composed
        assert list(letters_of(fold(apart))) == list(composed)
    assert WordList.of(["ёлка", "елка"]).secrets == ("ЁЛКА", "ЕЛКА")
    assert WordList.of(["часы", "чашй"]).letters != WordList.of(["часы", "чаши"]).letters


def test_small_kana_and_the_long_vowel_are_letters() -> None:
    assert len(letters_of("ちゃ")) == 2
    assert len(letters_of("らーめん")) == 4
    assert WordList.of(["ちや", "ちゃ"]).secrets == ("ちゃ", "ちや")


def test_ch_is_two_letters_and_digraphs_of_one_character_are_one() -> None:
    assert WordList.of(["chata"]).pegs == 5
    assert WordList.of(["\u01c6ep"]).secrets == ("\u01c4EP",)  # the Croatian digraph has a character of its own
    assert WordList.of(["\u01c6ep"]).pegs == 3


def test_a_mark_that_joins_no_letter_belongs_to_the_letter_before_it() -> None:
    words = WordList.of(STRESSED, name="slova")
    assert words.pegs == 4
    assert words.letters == tuple(sorted({"А", "А" + STRESS, "К", "М", "Р", "У", "У" + STRESS}))
    assert words.alphabet == "".join(words.letters)
    rules = Rules.of_words(words, FeedbackKind.POSITION)
    assert rules.colors == 7
    space = CodeSpace(rules)
    assert str(Transcript(rules).after(STRESSED[0], "gygy").turns[0].answer) == "gygy"
    assert code_words(rules, space.parse(STRESSED[0])) == f"М У{STRESS} К А"
    with pytest.raises(CodeError, match="has 3 letters"):
        space.parse("му" + STRESS + "к")
    with pytest.raises(CodeError, match="is not in the list of words"):
        space.parse("мука")
    with pytest.raises(RulesError, match="a character that is not shown"):
        WordList.of([STRESS + "мука"])
    assert {len(letters_of(word)) for word in HINDI} == {4}
    assert play(Rules.of_words(HINDI, FeedbackKind.POSITION), "entropy", HINDI[2]).won


@pytest.mark.parametrize("words", [CZECH, KANA, STRESSED, HINDI])
def test_the_core_sees_the_same_letters(words: list[str]) -> None:
    rules = Rules.of_words(WordList.of(words), FeedbackKind.POSITION)
    space = CodeSpace(rules)
    for guess in space:
        for answer in {score(rules, guess, secret) for secret in space}:
            left = [code for code in space if score(rules, guess, code) == answer]
            assert list(Knowledge(rules).after(guess, answer)) == left


def test_noted_letters_may_be_unknown() -> None:
    rules = Rules.of_words(WordList.of(STRESSED), FeedbackKind.POSITION)
    game = Transcript(rules).after("?у" + STRESS + "ка", "-ggg")
    assert [CodeSpace(rules).text(code) for code in game.knowledge] == [fold(STRESSED[0]), fold(STRESSED[2])]


def test_the_board_shows_each_letter_as_one() -> None:
    rules = Rules.of_words(WordList.of(STRESSED), FeedbackKind.POSITION)
    game = Transcript(rules).after(STRESSED[0], "gygy")
    known = letters_known(game)
    assert known["У" + STRESS] == 1
    line = keyboard_line(game, 40)
    assert "У" + STRESS in text_of(line)
    assert [text for text, _look in typed_code(rules, "му" + STRESS)] == ["М", "У" + STRESS]
