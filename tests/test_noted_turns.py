"""Unknown and partial answers, unknown pegs and lies: their texts, and what is possible after them."""

import json
import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.codes.code import Code, CodeSpace, PartialCode
from sito.codes.completions import UNKNOWN_PEG
from sito.codes.consistency import count_lies_told, possible_codes, sieve
from sito.codes.feedback import Feedback, Turn, feedback_count, read_noted, score_number
from sito.codes.notations import nobody_gives
from sito.codes.partial import PartialFeedback
from sito.errors import CodeError, FeedbackError, ImpossibleFeedbackError, InputError, LimitError, TreeError
from sito.playing.game import Transcript
from sito.playing.text import read_turn_line
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import parse_strategy
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.words import WordList
from tests.cases import cases

from .noted import any_turns, noted_turns
from .test_rules import any_rules

WORDS = WordList.of(["TALE", "LATE", "TEAL", "TILE", "LIKE", "KILT", "TALK"], ["EEEE", "ALKI"], name="short")
SIZES = ["3x4", "2x5", "4x3", "1x6", "1x1", "3x5-distinct", "3x3-distinct", "2x9-distinct", "6x2"]
GAMES = [Rules.parse(f"{size}-{kind}") for size, kind in product(SIZES, FeedbackKind)]
GAMES += [Rules.of_words(WORDS, kind) for kind in FeedbackKind]


def with_lies(rules: Rules, lies: int) -> Rules:
    return Rules(rules.pegs, rules.colors, rules.allowed, rules.feedback, rules.notation, rules.words, lies)


GAMES_WITH_LIES = [with_lies(rules, lies) for rules in GAMES for lies in (0, 1, 2)]


@st.composite
def histories(draw: st.DrawFn, games: list[Rules] = GAMES_WITH_LIES) -> tuple[Rules, list[Turn]]:
    rules = draw(st.sampled_from(games))
    return rules, draw(any_turns(rules))


@given(histories())
def test_the_native_sieve_is_the_plain_one(given: tuple[Rules, list[Turn]]) -> None:
    rules, turns = given
    known = Knowledge.of(rules, turns)
    told = {code: count_lies_told(rules, turns, code) for code in known.secrets}
    possible = [code for code, lies in told.items() if lies is not None]
    assert list(known) == possible == possible_codes(rules, turns)
    assert [known[place] for place in range(len(known))] == possible
    assert known.by_lies == tuple(list(told.values()).count(lies) for lies in range(rules.lies + 1))
    assert all((code in known) is (told[code] is not None) for code in told)
    for guess in {known.guesses[0], known.guesses[known.guesses.size // 2], *possible[:1]}:
        cells = known.cells(guess)
        for number in range(feedback_count(rules)):
            if not nobody_gives(rules.feedback, rules.pegs, number):
                answer = Feedback.of(rules, number)
                assert cells.get(answer, 0) == len(known.after(guess, answer))
        assert list(cells) == sorted(cells)
        assert rules.lies or sum(cells.values()) == len(known)


@given(histories())
def test_a_turn_agrees_with_what_its_clauses_say(given: tuple[Rules, list[Turn]]) -> None:
    rules, turns = given
    secrets, guesses = CodeSpace.both(rules)
    for turn in turns:
        clauses = turn.clauses(guesses)
        for secret in secrets:
            by_clauses = any(score_number(rules, Code(guess), secret) == number for guess, number in clauses)
            assert turn.agrees(rules, secret) is by_clauses
        assert turn.is_exact is (len(clauses) == 1 and "?" not in f"{guesses.text(turn.guess)}{turn.answer}")
        assert sieve(rules, secrets, turn.guess, turn.answer) == [code for code in secrets if turn.agrees(rules, code)]


@given(histories())
def test_texts_read_back(given: tuple[Rules, list[Turn]]) -> None:
    rules, turns = given
    game = Transcript(rules, turns)
    assert game.turns == tuple(turns)
    assert Transcript.parse(str(game), rules.words) == game
    assert Transcript.from_json(game.to_json()) == game
    assert pickle.loads(pickle.dumps(game)) == game
    space = CodeSpace(rules, guesses=True)
    for turn in turns:
        assert read_noted(str(turn.answer), rules) == turn.answer
        assert space.read_noted(space.text(turn.guess)) == turn.guess
        assert type(space.read_noted(list(turn.guess))) is type(turn.guess)
        assert read_turn_line(rules, f"{space.text(turn.guess)}:{turn.answer}") == turn
        assert read_turn_line(rules, f"{space.text(turn.guess)} {turn.answer}") == turn
        kinds = {"PartialFeedback": PartialFeedback, "Feedback": Feedback, "FeedbackKind": FeedbackKind}
        assert eval(repr(turn.answer), kinds) == turn.answer
        assert eval(repr(turn.guess), {"Code": Code, "PartialCode": PartialCode}) == turn.guess
        assert pickle.loads(pickle.dumps(turn.answer)) == turn.answer


@given(any_rules(max_pegs=6), st.data())
def test_partial_answers_of_any_game_read_back(rules: Rules, data: st.DataObject) -> None:
    secret = CodeSpace(rules)[data.draw(st.integers(0, CodeSpace(rules).size - 1))]
    turn = data.draw(noted_turns(rules, secret))
    assert turn.agrees(rules, secret)
    assert read_noted(str(turn.answer), rules) == turn.answer
    if isinstance(turn.answer, PartialFeedback):
        assert not turn.answer.wins
        assert len(turn.answer.numbers) > 1
        assert list(turn.answer.numbers) == [n for n in range(feedback_count(rules)) if turn.answer.admits(n)]
        exact = [Feedback.of(rules, number) for number in turn.answer.numbers]
        for name in ("black", "white"):
            known = getattr(turn.answer, name)
            assert known is None or {getattr(answer, name) for answer in exact} == {known}
        for place, mark in enumerate(turn.answer.marks):
            assert mark is None or {answer.marks[place] for answer in exact} == {mark}


@pytest.mark.parametrize("text", ["4x6 CBFF:? EAAB:xxo", "4x6 CBFF:2? EAAB:xxo", "4x6 C?FF:o EAAB:xxo"])
def test_the_games_of_the_issue_read_back(text: str) -> None:
    game = Transcript.parse(text)
    assert str(game) == text
    assert Transcript.from_json(game.to_json()) == game
    assert list(game.knowledge) == possible_codes("4x6", game.turns)
    assert not game.won


@cases("rules", "texts", "canonical")
def test_notations(rules: str, texts: list[str], canonical: str) -> None:
    assert {str(read_noted(text, rules)) for text in texts} == {canonical}


@cases("rules", "text", "says")
def test_partial_answers_that_cannot_be_read_are_refused(rules: str, text: str, says: str) -> None:
    with pytest.raises(FeedbackError, match=says):
        read_noted(text, rules)
    with pytest.raises(FeedbackError):
        Feedback.parse(text, rules)


def test_words_are_told_of_letters() -> None:
    for rules in GAMES[-len(FeedbackKind) :]:
        for text in ("9?", "??", "?9", "g?"):
            try:
                read_noted(text, rules)
            except FeedbackError as error:
                assert "peg" not in str(error) or rules.feedback is FeedbackKind.BLACK_WHITE


@pytest.mark.parametrize(
    ("pegs", "text"), [(4, "4?"), (4, "xx"), (4, "2 ?"), (4, ""), (4, "02?"), (1, "?1"), (4, 7), (0, "?")]
)
def test_texts_that_are_no_partial_answer_make_none(pegs: int, text: str) -> None:
    with pytest.raises(FeedbackError):
        PartialFeedback(FeedbackKind.BLACK_WHITE, pegs, text)


def test_partial_answers_are_values() -> None:
    answers = [PartialFeedback(FeedbackKind.BLACK_WHITE, 4, text) for text in ("?", "1?", "?1", "2?")]
    assert sorted(answers) == [answers[index] for index in (1, 3, 0, 2)]
    assert len({*answers, PartialFeedback(FeedbackKind.BLACK_WHITE, 4, "2?")}) == 4
    with pytest.raises(FeedbackError, match="is of another game than 5x8"):
        read_noted(answers[1], "5x8")
    assert str(read_noted(answers[1], "4x6")) == "1?"
    with pytest.raises(FeedbackError, match="not an answer"):
        read_noted(None, "4x6")


@cases("rules", "text", "count")
def test_completions_are_the_codes_that_fit(rules: str, text: str, count: int) -> None:
    space = CodeSpace(rules)
    noted = space.read_noted(text)
    made = list(space.completions(noted))
    assert made == [
        code for code in space if all(known in (UNKNOWN_PEG, color) for known, color in zip(noted, code, strict=True))
    ]
    assert len(made) == space.completion_count(noted) == count
    assert list(space.completions(made[0])) == made[:1]


def test_words_are_completed_to_listed_words_only() -> None:
    space = CodeSpace(Rules.of_words(WORDS), guesses=True)
    noted = space.read_noted("t?le")
    assert [space.text(code) for code in space.completions(noted)] == ["TALE", "TILE"]
    assert space.text(noted) == "T?LE"
    for text in ("z?le", "?e?k"):
        with pytest.raises(CodeError, match=rf"^no word of the list is like '{text.upper().replace('?', '.')}'"):
            space.read_noted(text.upper())


@cases("rules", "text", "says")
def test_noted_guesses_that_cannot_be_read_are_refused(rules: str, text: str, says: str) -> None:
    with pytest.raises(CodeError, match=says):
        CodeSpace(rules).read_noted(text)


def test_where_all_pegs_must_be_known_unknown_ones_are_refused() -> None:
    space = CodeSpace("4x6")
    noted = space.read_noted("C?FF")
    for take in (space.read, space.number, Knowledge("4x6").cells):
        with pytest.raises(CodeError, match=r"a peg of 'C\?FF' is unknown; here all must be known, as in ABCD"):
            take(noted)
    with pytest.raises(CodeError, match=r"'\?' in 'C\?FF' is not a color"):
        space.parse("C?FF")
    assert noted not in space
    with pytest.raises(CodeError):
        _ = "C?FF" in Knowledge("4x6")


def test_a_question_mark_may_be_a_letter() -> None:
    space = CodeSpace(Rules.of_words(["WHO?", "WHAT"]))
    assert space.text(space.read_noted("who?")) == "WHO?"
    assert type(space.read_noted("who?")) is Code


def test_faults_of_a_turn_come_together() -> None:
    with pytest.raises(InputError) as caught:
        Turn.read("C?FX", "9?", CodeSpace("4x6"))
    assert len(caught.value.faults) == 2
    with pytest.raises(InputError) as caught:
        Transcript.parse("4x6 C?FX:? CBFF:9? AABB")
    assert len(caught.value.faults) == 3


def test_an_answer_of_which_nothing_is_known_tells_nothing() -> None:
    for rules in (Rules.parse("4x6"), Rules.parse("4x6-lies1"), Rules.parse("14x2-position")):
        known = Knowledge(rules)
        after = known.after(known.guesses[3], "?")
        assert len(after) == len(known)
        assert len(after.history) == 1
        assert after.by_lies == known.by_lies


def test_what_would_be_too_much_work_is_refused() -> None:
    with pytest.raises(
        LimitError, match=r"1\?\?\?\?\?\?\?:xx stands for more than 1048576 pairs .* leave the turn out"
    ):
        Knowledge("8x10").after("1???????", "xx")
    with pytest.raises(LimitError, match=r"too many for 268435456 possible codes; leave the turn out"):
        Knowledge("7x16").after("A??AAAA", "xx")
    with pytest.raises(LimitError, match="stands for more than"):
        Turn.read("A" * 16, "?" * 15 + "g", CodeSpace("16x2-position")).clauses(CodeSpace("16x2-position"))
    with pytest.raises(ImpossibleFeedbackError):
        Knowledge("8x10").after("1???????", "9?")


def test_a_hit_is_never_denied_and_a_winning_answer_no_lie() -> None:
    known = Knowledge("2x3-lies1").after("AB", "o")
    assert "AB" not in known
    assert len(known) == 8
    assert list(Knowledge("2x3-lies9").after("AB", "xx")) == [(0, 1)]
    assert "AB" in Knowledge("2x3-lies1").after("A?", "o"), "the guess may have been another"
    assert "AB" in Knowledge("2x3-lies1").after("AB", "?"), "the answer may have been the winning one"


def test_corrections_take_partial_answers() -> None:
    game = Transcript.parse("4x6 CBFF:o EAAB:xxo")
    assert str(game.corrected(0, "?")) == "4x6 CBFF:? EAAB:xxo"
    assert str(game.corrected(1, "2?")) == "4x6 CBFF:o EAAB:2?"
    assert str(game.after("C?FF", "?2")) == "4x6 CBFF:o EAAB:xxo C?FF:?2"
    assert json.loads(game.corrected(0, "?").to_json())["turns"][0] == {"guess": "CBFF", "answer": "?"}


@pytest.mark.parametrize("game", ["4x6 CBFF:? EAAB:xxo", "4x6 CBFF:2?", "4x6 C?FF:o EAAB:xxo", "3x4-position A?C:g?-"])
def test_trees_after_noted_turns_read_back(game: str) -> None:
    known = Transcript.parse(game).knowledge
    built = StrategyTree.build(parse_strategy("minimax"), known)
    one_by_one = StrategyTree.build(parse_strategy("first-consistent"), known)
    for tree in (built, one_by_one):
        assert StrategyTree.parse(str(tree)) == tree
        assert tree.size == len(known)
        assert sum(node.wins for _, _, node in tree.walk()) == len(known)
        assert tree.find(known.history) is tree.root
        with pytest.raises(TreeError, match="leaves open which branch"):
            tree.find((*known.history, Turn.read(tree.root.guess, "?", known.guesses)))
