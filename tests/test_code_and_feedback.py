"""Codes, their numbers and texts; feedback in the notations people use."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, Turn, feedback_count, read_noted, score
from sito.codes.notations import nobody_gives
from sito.errors import CodeError, FeedbackError, ImpossibleFeedbackError
from sito.playing.game import Transcript
from sito.playing.text import read_turn_line
from sito.rules.rules import FeedbackKind, Rules, most_pegs
from sito.words.words import WordList
from tests.cases import cases
from tests.test_rules import any_rules


@given(any_rules(), st.data())
def test_numbers_and_texts_read_back(rules: Rules, data: st.DataObject) -> None:
    space = CodeSpace(rules)
    number = data.draw(st.integers(0, space.size - 1))
    code = space[number]
    assert space.number(code) == number
    assert space.parse(space.text(code)) == code
    assert space.parse(space.text(code).lower()) == code
    assert code in space


@pytest.mark.parametrize("text", ["3x4", "2x5-distinct", "3x3-distinct", "1x1", "4x2-numbers"])
def test_order_is_ascending(text: str) -> None:
    space = CodeSpace(Rules.parse(text))
    codes = list(space)
    assert codes == sorted(set(codes))
    assert len(codes) == len(space) == space.size
    assert [space.number(code) for code in codes] == list(range(len(codes)))
    assert codes[-1] == space[-1]
    with pytest.raises(IndexError):
        space[len(codes)]


@pytest.mark.parametrize("text", ["3x4", "4x6-black", "2x5-total", "2x3-position", "3x3-naive", "1x1"])
def test_what_repr_writes_makes_the_value_again(text: str) -> None:
    rules = Rules.parse(text)
    names = {"Code": Code, "Feedback": Feedback, "FeedbackKind": FeedbackKind}
    secret = CodeSpace(rules)[0]
    for code in CodeSpace(rules):
        answer = score(rules, code, secret)
        assert eval(repr(code), names) == code
        assert eval(repr(answer), names) == answer


def test_founding_order() -> None:
    space = CodeSpace(Rules.parse("mastermind"))
    assert space.text(space.founding_code(545)) == "FADC"
    assert space.founding_number(space.parse("FADC")) == 545
    assert {space.founding_number(code) for code in space} == set(range(1296))


@cases("rules", "text", "said")
def test_what_is_no_code_is_told_in_one_sentence(rules: str, text: str, said: str) -> None:
    words = Rules.of_words(["tale", "late"])
    space = CodeSpace(words if rules == "words" else Rules.parse(rules))
    for read in (space.parse, space.read_noted):
        with pytest.raises(CodeError) as caught:
            read(text)
        (fault,) = caught.value.faults
        assert str(fault) in (said, f"{text!r} {said}")


@pytest.mark.parametrize("text", ["hello", "what?", "A B", "1234567", "\N{GRINNING FACE}", "/x", "9 9", "x?y"])
@pytest.mark.parametrize("kind", FeedbackKind)
def test_what_is_no_answer_is_told_in_one_sentence(kind: FeedbackKind, text: str) -> None:
    for rules in (Rules(4, 6, feedback=kind), Rules.of_words(["tale", "late"], kind)):
        with pytest.raises(FeedbackError) as caught:
            read_noted(text, rules)
        (fault,) = caught.value.faults
        assert repr(text) in str(fault)


@pytest.mark.parametrize("text", ["1 2 3 4 5", "1,2,3,4,5", "12345", "12 345", " 1 2345 "])
def test_numbers_of_one_digit_need_no_blanks(text: str) -> None:
    space = CodeSpace("5x8-numbers")
    assert space.text(space.parse(text)) == "1 2 3 4 5"
    assert space.text(space.read_noted(text.replace("3", "?"))) == "1 2 ? 4 5"


def test_numbers_without_blanks_stand_wherever_codes_do() -> None:
    rules = Rules.parse("logik")
    game = Transcript.parse("logik 12345:xo 1,1,?,1,1:-")
    assert str(game) == "5x8-numbers 1,2,3,4,5:xo 1,1,?,1,1:-"
    assert read_turn_line(rules, "12345 1 1") == game.turns[0] == read_turn_line(rules, "1 2 3 4 5 xo")


def test_words_are_codes() -> None:
    rules = Rules.of_words(WordList.of(["tale", "late"], ["tale", "late", "tall"]), FeedbackKind.POSITION)
    secrets, guesses = CodeSpace(rules), CodeSpace(rules, guesses=True)
    assert [secrets.text(code) for code in secrets] == ["LATE", "TALE"]
    assert guesses.number(guesses.parse("tall")) == 2
    with pytest.raises(CodeError, match="near it are TALE"):
        secrets.parse("tall")
    with pytest.raises(CodeError, match=r"^'zzzz' is not in the list of words; near it are TALL$"):
        guesses.parse("zzzz")
    with pytest.raises(CodeError, match=r"^'zz' has 2 letters; it needs 4, as in LATE$"):
        guesses.parse("zz")


@given(any_rules(max_pegs=6), st.randoms(use_true_random=False))
def test_scores_are_possible_and_read_back(rules: Rules, rng: random.Random) -> None:
    space = CodeSpace(rules)
    guess, secret = space.draw(rng), space.draw(rng)
    answer = score(rules, guess, secret)
    assert 0 <= answer.number < feedback_count(rules)
    assert Feedback.parse(str(answer), rules) == answer
    assert score(rules, secret, secret) == Feedback.win(rules)
    assert answer.wins == (guess == secret)
    if rules.feedback is FeedbackKind.BLACK_WHITE:
        black, white = answer.black, answer.white
        for text in (f"{black} {white}", f"{black}b{white}w", f"{black}B{white}C", f"P{black} B{white}"):
            assert Feedback.parse(text, rules) == answer


@cases("rules", "texts", "canonical")
def test_notations(rules: str, texts: list[str], canonical: str) -> None:
    parsed = Rules.parse(rules)
    assert {str(Feedback.parse(text, parsed)) for text in texts} == {canonical}


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (
            {"4x6": "3 1|xxxo|5 0|xxxxx|99999999999999999999 0", "4x6-black": "5", "3x6-total": "9"},
            ImpossibleFeedbackError,
        ),
        ({"3x6-position": "ggy|gg"}, ImpossibleFeedbackError),
        ({"4x6": "hello|2|1 2 3|2b2b|-1 2", "4x6-black": "xo|two", "3x6-position": "abc|"}, FeedbackError),
    ],
)
def test_impossible_and_unreadable_answers(texts: dict[str, str], kind: type[Exception]) -> None:
    for rules, listed in texts.items():
        for text in listed.split("|"):
            with pytest.raises(FeedbackError) as caught:
                Feedback.parse(text, Rules.parse(rules))
            assert type(caught.value) is kind, text


@given(st.text(max_size=12), any_rules(max_pegs=6))
def test_no_text_breaks_the_readers(text: str, rules: Rules) -> None:
    try:
        answer = Feedback.parse(text, rules)
    except FeedbackError as error:
        assert error.faults
    else:
        assert Feedback.parse(str(answer), rules) == answer
    try:
        code = CodeSpace(rules).parse(text)
    except CodeError as error:
        assert error.faults
    else:
        assert code in CodeSpace(rules)


def test_feedback_numbers_order_and_properties() -> None:
    rules = Rules.parse("4x6")
    answers = [Feedback.of(rules, number) for number in range(feedback_count(rules)) if number != 13]
    assert len({(answer.black, answer.white) for answer in answers}) == 14
    assert answers == sorted(answers)
    assert [answer for answer in answers if answer.wins] == [Feedback.win(rules)]
    assert score(rules, Code([0, 1, 2, 3]), Code([1, 5, 0, 2])).white == 3


@pytest.mark.parametrize("text", ["9" * 5000, f"{'9' * 5000} 1", f"{'9' * 5000}b"])
@pytest.mark.parametrize("rules", ["4x6", "4x6-black", "4x6-total", "4x6-position"])
def test_numbers_beyond_all_measure_are_refused_like_others(rules: str, text: str) -> None:
    with pytest.raises(FeedbackError):
        Feedback.parse(text, Rules.parse(rules))


@pytest.mark.parametrize("kind", FeedbackKind)
def test_answers_that_there_are_not_are_refused(kind: FeedbackKind) -> None:
    count = feedback_count(Rules(3, 4, feedback=kind))
    assert Feedback(kind, 3, count - 1).wins
    for number in (-1, count, 2.0, "2"):
        with pytest.raises(FeedbackError, match=rf"numbered from 0 to {count - 1}; {number!r} was given"):
            Feedback(kind, 3, number)
    for pegs in (0, most_pegs(kind) + 1, 3.0):
        with pytest.raises(FeedbackError, match=rf"no answers of the kind {kind} with {pegs!r} pegs"):
            Feedback(kind, pegs, 0)
    with pytest.raises(FeedbackError, match="no answers of the kind red with 4 pegs"):
        Feedback("red", 4, 0)


@pytest.mark.parametrize("text", ["3x3", "4x3", "3x5", "4x4-black", "3x3-position", "3x3-naive", "3x4-total"])
@pytest.mark.parametrize("allowed", ["", "-distinct"])
def test_an_answer_that_is_called_impossible_is_given_by_no_code(text: str, allowed: str) -> None:
    if (text, allowed) == ("4x3", "-distinct"):
        text = "4x5"
    pegs, _, kind = text.partition("-")
    rules = Rules.parse(pegs + allowed + (kind and f"-{kind}"))
    guesses = CodeSpace(rules, guesses=True)
    answers = [
        Feedback(rules.feedback, rules.pegs, number)
        for number in range(feedback_count(rules))
        if not nobody_gives(rules.feedback, rules.pegs, number)
    ]
    found = 0
    for guess in guesses:
        given = {score(rules, guess, secret) for secret in CodeSpace(rules)}
        called = {answer for answer in answers if Turn(guess, answer).is_impossible(rules)}
        assert not given & called
        found += len(called)
    if rules.feedback is FeedbackKind.BLACK_WHITE:
        assert found
