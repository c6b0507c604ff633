"""Values take text where people hold text, and always check what they take."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy import array, int64

from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import sieve
from sito.codes.feedback import Feedback, Turn, feedback_count, read_noted, score
from sito.errors import (
    CodeError,
    Fault,
    FeedbackError,
    HardModeError,
    ImpossibleFeedbackError,
    InconsistentError,
    InputError,
    RulesError,
    SitoError,
    StrategyError,
)
from sito.exact.problem import Problem
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, play
from sito.playing.text import read_turn_line
from sito.rules.rules import FeedbackKind, Rules
from sito.show.i18n import fault_text
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.verify import verify
from sito.words.words import WordList

WORDS = Rules.of_words(WordList.of(["bear", "seal"], ["lion"]), FeedbackKind.POSITION)


def test_text_does_what_values_do() -> None:
    rules = Rules(4, 6)
    guess, answer = CodeSpace(rules).parse("CBFF"), Feedback.parse("o", rules)
    known = Knowledge(rules).after(guess, answer)
    assert Knowledge("4x6").after("CBFF", "o") == Knowledge("mastermind").after([2, 1, 5, 5], "0 1") == known
    assert Knowledge.of("4x6", [("CBFF", "o")]) == known
    assert ("CBFF" in known, guess in known, "EAAB" in known, (4, 0, 0, 1) in known) == (False, False, True, True)
    assert known.cells("EAAB") == known.cells(CodeSpace(rules).parse("EAAB"))
    assert list(known.members("EAAB", "xxo")) == list(known.after("EAAB", "xxo"))
    game = Transcript("4x6").after("CBFF", "o")
    assert game == Transcript(rules, [(guess, answer)]) == Transcript("4x6", [("CBFF", "o")])
    assert game.corrected(0, "xx") == Transcript.parse("4x6 CBFF:xx")
    assert score("4x6", "CBFF", "EAAB") == score(rules, guess, CodeSpace(rules).parse("EAAB"))
    assert SecretKeeper("4x6", "EAAB").answer(game, "CBFF") == answer
    assert sieve("4x6", CodeSpace("4x6"), "CBFF", "o") == list(known)


@pytest.mark.parametrize(
    ("rules", "given", "text"),
    [
        ("4x6", (1, 0), "x"),
        ("4x6", [2, 1], "xxo"),
        ("4x6", array([0, 2]), "oo"),
        ("4x6", (int64(1), int64(1)), "xo"),
        ("4x6-black", 3, "3"),
        ("4x6-black", int64(3), "3"),
        ("4x6-black", [2], "2"),
        ("4x6-total", 4, "4"),
        ("4x6-total", (4, 0), "4!"),
        ("4x6-total", (1, 2), "3"),
        ("4x6-position", (2, 1, 0, 0), "gy--"),
        ("4x6-position", array([0, 0, 0, 1]), "---y"),
    ],
)
def test_answers_may_be_numbers(rules: str, given: Any, text: str) -> None:
    answer = Feedback.parse(text, rules)
    assert Feedback.read(given, rules) == read_noted(given, rules) == answer
    assert Transcript(rules).after("AABC", given) == Transcript(rules).after(array([0, 0, 1, 2]), answer)
    assert Knowledge.of(rules, [((0, 0, 1, 2), given)]) == Knowledge(rules).after("AABC", answer)


@pytest.mark.parametrize("marks", [(3, 0, 0, 0), (10, 0, 0), 2100, (2, 1), (2, 2, 2, 1)])
def test_what_are_no_marks(marks: Any) -> None:
    with pytest.raises(FeedbackError):
        Feedback.read(marks, "4x6-position")


def test_codes_may_be_arrays() -> None:
    code = array([0, 1, 2, 3])
    assert code in CodeSpace("4x6")
    assert array([0, 1, 2, 6]) not in CodeSpace("4x6")
    assert array(5) not in CodeSpace("4x6")
    assert code in Knowledge("4x6")
    assert CodeSpace("4x6").text(code) == "ABCD"
    assert Problem("4x6", first_guess=code).first_guess == Problem("4x6", first_guess=(0, 1, 2, 3)).first_guess
    assert str(play("4x6", "first-consistent", code)) == "4x6 AAAA:x ABBB:xx ABCC:xxx ABCD:xxxx"


def test_cells_are_found_by_text() -> None:
    cells = Knowledge("4x6").cells("AABB")
    assert cells == {answer: cells[answer] for answer in cells}
    assert cells["xo"] == cells["1 1"] == cells[1, 1] == cells[Feedback.parse("xo", "4x6")] == 208
    assert ("xo" in cells, "xxx" in cells, (0, 0) in cells) == (True, True, True)
    few = Knowledge("2x3").after("AA", "x").cells("AB")
    assert ("-" in few, few.get("-"), few.get("-", 0), few.get("x", 0)) == (False, None, 0, few["x"])
    with pytest.raises(KeyError):
        few["-"]
    for wrong in ("zz", 7, None, Feedback.parse("2", "4x6-black")):
        with pytest.raises(FeedbackError):
            few[wrong]
        with pytest.raises(FeedbackError):
            few.get(wrong)
        with pytest.raises(FeedbackError):
            assert wrong in few
    weights = Knowledge(Rules.of_words(WordList.of(["tale", "late"], weights=[6, 3]))).cell_weights("late")
    assert weights["xxoo"] == 2
    assert pickle.loads(pickle.dumps(cells))["xo"] == 208


def test_functions_play() -> None:
    def last(known: Knowledge) -> Code:
        return known[-1]

    asked: list[str] = []

    def answers(guess: str) -> tuple[int, int]:
        asked.append(guess)
        answer = score("3x4", guess, "CBD")
        return answer.black or 0, answer.white or 0

    game = play("3x4", last, answers)
    assert str(game) == "3x4 DDD:x DCC:oo CDB:xoo CBD:xxx"
    assert asked == ["DDD", "DCC", "CDB", "CBD"]
    assert str(play("3x4", lambda known: known.texts()[0], "CBD", rounds=1)) == "3x4 AAA:-"
    assert play("3x4", lambda known: "ABC", "CBD", rounds=2).turns[1].guess == (0, 1, 2)
    assert play("3x4-consistent", last, "CBD").won
    with pytest.raises(SitoError, match="<lambda> does not end: on 3x4 it made 101 guesses in a row"):
        play("3x4", lambda known: "AAA", "CBD")
    with pytest.raises(CodeError, match="'AB' has 2 pegs; it needs 3"):
        play("3x4", lambda known: "AB", "CBD")
    with pytest.raises(FeedbackError, match="'zz' cannot be read"):
        play("3x4", last, lambda guess: "zz")
    with pytest.raises(InconsistentError):
        play("3x4", last, lambda guess: "-")
    with pytest.raises(SitoError, match="the strategy last_word failed on 3x4: ValueError"):
        play("3x4", last_word, "CBD")
    with pytest.raises(HardModeError):
        play("3x4", lambda known: "AAA", "CBD", hard=True)


def last_word(known: Knowledge) -> str:
    raise ValueError("no word")


def test_one_history() -> None:
    game = Transcript("4x6").after("CBFF", "o").after("EAAB", "xxo")
    assert game.knowledge.history is game.turns
    assert all(type(turn) is Turn for turn in game.turns)
    assert game.knowledge is game.knowledge
    assert [turn.guess for turn in game] == [guess for guess, _ in game.turns]
    after = game.after("EABE", "xx")
    assert after.knowledge.history is after.turns
    assert len(after.knowledge) == len(Knowledge.of("4x6", after.turns))
    assert game.shortened(1).knowledge == Knowledge("4x6").after("CBFF", "o")
    assert len(game.corrected(0, "-").knowledge) == len(Knowledge.of("4x6", [("CBFF", "-"), ("EAAB", "xxo")]))
    assert pickle.loads(pickle.dumps(after)).knowledge == after.knowledge


WRONG_CODES: list[Any] = [None, 7, 2.5, b"ABCD", {0, 1, 2, 3}, [0, 1, 2], [0, 1, 2, 6], [0, 1, 2, -1], [0, 1, 2, 300]]
WRONG_CODES += [(0, 1, 2, "A"), [0.0, 1.0, 2.0, 3.0], "ABC", "ABCG", Code([0, 0, 0]), Code([0, 0, 0, 9]), Ellipsis]
WRONG_ANSWERS: list[Any] = [None, 7, (1, 0, 2), "zz", "xxxo", "xxxxx", Feedback.parse("2", "4x6-black"), [1], b"xo"]
WRONG_ANSWERS += [(-1, 0), (3, 1), (True, 0), (1.0, 0.0), [[1, 0]], [], {1, 0}, ("1", "0"), range(2), 10**30]


@pytest.mark.parametrize("code", WRONG_CODES, ids=repr)
def test_wrong_codes_are_told_in_a_sentence(code: Any) -> None:
    known, game = Knowledge("4x6"), Transcript("4x6")
    for give in (
        lambda: known.after(code, "o"),
        lambda: known.cells(code),
        lambda: code in known,
        lambda: known.members(code, "o"),
        lambda: game.after(code, "o"),
        lambda: Transcript("4x6", [(code, "o")]),
        lambda: Knowledge.of("4x6", [(code, "o")]),
        lambda: score("4x6", code, "ABCD"),
        lambda: score("4x6", "ABCD", code),
        lambda: SecretKeeper("4x6", code),
        lambda: CodeSpace("4x6").number(code),
        lambda: CodeSpace("4x6").text(code),
        lambda: play("4x6", "first-consistent", code),
    ):
        with pytest.raises(CodeError) as caught:
            give()
        assert caught.value.faults
        assert all(isinstance(fault, Fault) for fault in caught.value.faults)
    assert code not in CodeSpace("4x6")


@pytest.mark.parametrize("answer", WRONG_ANSWERS, ids=repr)
def test_wrong_answers_are_told_in_a_sentence(answer: Any) -> None:
    known, game = Knowledge("4x6"), Transcript("4x6").after("AABB", "-")
    for give in (
        lambda: known.after("AABC", answer),
        lambda: known.members("AABC", answer),
        lambda: game.after("AABC", answer),
        lambda: game.corrected(0, answer),
        lambda: Transcript("4x6", [("AABC", answer)]),
        lambda: sieve("4x6", [], "AABC", answer),
    ):
        with pytest.raises(FeedbackError) as caught:
            give()
        assert caught.value.faults


@pytest.mark.parametrize("value", [None, 46, 4.6, b"4x6", ["4x6"]], ids=repr)
def test_wrong_types_are_told_in_a_sentence(value: Any) -> None:
    for take in (Rules.parse, Rules.of, Knowledge, Transcript, CodeSpace, feedback_count):
        with pytest.raises(RulesError, match=f"a value of type {type(value).__name__} was given"):
            take(value)
    for read in (Transcript.parse, parse_strategy):
        with pytest.raises(InputError, match=f"a value of type {type(value).__name__} was given"):
            read(value)
    with pytest.raises(StrategyError, match=f"a value of type {type(value).__name__} cannot break codes"):
        play("4x6", value, "ABCD")
    with pytest.raises(InputError, match="begins with 'sito-tree 1'"):
        verify(value)


@pytest.mark.parametrize("kind", FeedbackKind)
@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
def test_every_answer_that_can_be_made_is_given_by_a_code_and_reads_back(kind: FeedbackKind, pegs: int) -> None:
    rules = Rules(pegs, 2 * pegs, feedback=kind)
    space = CodeSpace(rules)
    guesses = {space.read([*range(pegs)]), space.read([0, 0, 1, 2][:pegs]), space.read([0] * pegs)}
    given = {score(rules, guess, secret) for guess in guesses for secret in space}
    made = set()
    for number in range(feedback_count(rules)):
        try:
            made.add(Feedback.of(rules, number))
        except ImpossibleFeedbackError as error:
            assert "which no code of length" in str(error)
    assert made == given
    assert all(Feedback.parse(str(answer), rules) == answer for answer in made)


def test_number_13_of_mastermind_is_no_answer() -> None:
    for make in (lambda: Feedback.of("4x6", 13), lambda: Feedback(FeedbackKind.BLACK_WHITE, 4, 13)):
        with pytest.raises(ImpossibleFeedbackError, match="number 13 is the answer xxxo, which no code of length 4"):
            make()
    for number in (-1, 15, 2.0, "2", None, [1]):
        with pytest.raises(FeedbackError, match="numbered from 0 to 14"):
            Feedback.of("4x6", number)


@pytest.mark.parametrize("text", ["gx--", "gb--", "xxxx", "BBBB", "x b"])
def test_marks_of_two_meanings_are_refused_for_positions(text: str) -> None:
    with pytest.raises(FeedbackError, match=r"x and b have two meanings .* write g \(green\), y \(yellow\) or - "):
        Feedback.parse(text, "4x6-position")


@pytest.mark.parametrize(("text", "meant"), [("gbyb", "g-y-"), ("BBYB", "--y-"), ("xxxg", "---g"), ("g?xx", "g?--")])
def test_b_and_x_are_grey_in_words_beside_letters_of_colors(text: str, meant: str) -> None:
    assert str(read_noted(text, WORDS)) == meant


@pytest.mark.parametrize("text", ["bbbb", "xxxx", "gx--", "g-bb", "0bbg"])
def test_b_and_x_are_refused_in_words_where_they_may_be_a_right_place(text: str) -> None:
    with pytest.raises(FeedbackError, match=r"x and b have two meanings .* - \(grey\), as in gy--"):
        read_noted(text, WORDS)


@pytest.mark.parametrize("rules", ["4x6", "4x6-black", "4x6-position", "4x6-total", "logik"])
def test_a_guess_alone_is_no_turn(rules: str) -> None:
    space = CodeSpace(rules)
    with pytest.raises(InputError, match=r"has a guess and no answer; write both, as in") as caught:
        read_turn_line(space.rules, space.example)
    example = str(caught.value).split("as in ")[1].split(", and ")
    guess, answer = read_turn_line(space.rules, example[0])
    assert guess == space.parse(space.example)
    assert answer.number
    assert read_turn_line(space.rules, example[1].removesuffix(" for none"))[1].number == 0


def test_several_wrong_letters_are_one_fault() -> None:
    with pytest.raises(CodeError) as caught:
        CodeSpace("4x6").parse("AXYZ")
    assert str(caught.value) == "'XYZ' in 'AXYZ' are not colors; the colors are ABCDEF"


def test_words_have_letters() -> None:
    for wrong in (
        lambda: CodeSpace(WORDS).parse("sealion"),
        lambda: Feedback.parse("gg", WORDS),
        lambda: Feedback.parse("hello", WORDS),
        lambda: Feedback.parse("gggy", WORDS),
        lambda: Feedback.parse("5", Rules.of_words(["bear"], FeedbackKind.BLACK)),
        lambda: Feedback.parse("?", Rules.of_words(["bear"], FeedbackKind.BLACK)),
        lambda: Feedback.parse("?", Rules.of_words(["bear"], FeedbackKind.TOTAL)),
        lambda: Feedback.parse("xxxo", Rules.of_words(["bear"])),
    ):
        with pytest.raises(InputError) as caught:
            wrong()
        assert "letter" in str(caught.value)
        assert "peg" not in str(caught.value)
        assert "color" not in str(caught.value)


def test_a_game_without_rules_is_not_called_word_rules() -> None:
    with pytest.raises(InputError, match="the game begins with the turn 'CBFF:o'; write its rules first"):
        Transcript.parse("CBFF:o EAAB:xxo")
    with pytest.raises(RulesError, match="the rules 'CBFF:o' cannot be read; write PEGSxCOLORS"):
        Rules.parse("CBFF:o")


@given(st.text())
def test_messages_hold_no_control_characters(text: str) -> None:
    noisy = "\x1b[2J" + text + "\x07\u202e"
    for read in (
        Rules.parse,
        CodeSpace("4x6").parse,
        parse_strategy,
        lambda text: Feedback.parse(text, "4x6"),
        lambda text: WordList.of([text]),
    ):
        with pytest.raises(InputError) as caught:
            read(noisy)
        for fault in caught.value.faults:
            for told in (str(fault), fault_text(fault)):
                assert not {"\x1b", "\x07", "\u202e", "\n"} & set(told)


def test_play_takes_text() -> None:
    assert str(play("4x6", "first-consistent", "ABCD")) == "4x6 AAAA:x ABBB:xx ABCC:xxx ABCD:xxxx"
    begun = Transcript.parse("4x6 CBFF:oo")
    assert play("4x6 CBFF:oo", parse_strategy("first-consistent"), "FADC") == play(
        begun, StrategyBreaker(parse_strategy("first-consistent"), 0), SecretKeeper("4x6", "FADC")
    )
    assert play(WORDS, "minimax", "seal").won
    assert len(play("4x6", "random-consistent", [0, 1, 2, 3], rounds=1, seed=3)) == 1
