"""What is of a wrong type or size gets a sentence of Sito's, at every function that the door gives."""

import threading
import time
from fractions import Fraction
from typing import Any

import pytest

import sito
from sito import Limits, Rules, Transcript, WordList
from sito.advice.advice import advise
from sito.advice.prospects import Valuation
from sito.base.workers import parse_workers
from sito.codes.feedback import Feedback, FeedbackKind
from sito.codes.hard_mode import check_hard, contradictions
from sito.errors import CodeError, InputError, RulesError, SitoError, StrategyError
from sito.exact import Problem
from sito.explanation.guess import explain_guess
from sito.makers import AdversarialMaker, LyingMaker
from sito.odds import Distribution
from sito.reviews import add_up, review_svg
from sito.rules.rules import Allowed, Notation
from sito.strategies.strategy import hard_strategy
from sito.tournament.games import Games

WRONG: list[Any] = [5, True, 1.5, b"4x6", ["a", 5], {"a": 1}, object(), Fraction(1, 2), Limits, Rules.parse("4x6")]


@pytest.mark.parametrize(
    "call",
    [
        lambda value: sito.Knowledge.of("4x6", value),
        lambda value: sito.Knowledge.of("4x6", [value]),
        lambda value: Transcript("4x6", value),
        lambda value: Transcript("4x6", [value]),
        lambda value: Problem("4x6", history=value),
        lambda value: Feedback(value, 4, 1),
        lambda value: Feedback(FeedbackKind.BLACK, [value], 1),  # type: ignore[arg-type]
        lambda value: sito.Knowledge("4x6").rank(limits=value),
        lambda value: sito.solve("2x3", limits=value),
        lambda value: sito.solve("2x3", journal=value),
        lambda value: sito.compare("2x3", "entropy", limits=value),
        lambda value: sito.compare("2x3", "entropy", secrets=value),
        lambda value: sito.play_many("2x3", "entropy", [value]),
        lambda value: sito.play_many("2x3", "entropy", value),
        lambda value: sito.review_many([value]),
        lambda value: sito.review_many([], limits=value),
        lambda value: sito.compare("2x3", "random-consistent", sample=[value]),  # type: ignore[arg-type]
        lambda value: sito.compare("2x3", "random-consistent", seeds=[value]),  # type: ignore[arg-type]
        lambda value: sito.compare("2x3", "random-consistent", seed=[value]),  # type: ignore[arg-type]
        lambda value: sito.compare([value], "entropy"),
        lambda value: sito.play("4x6", "first-consistent", "ABCD", rounds=[value]),  # type: ignore[arg-type]
        lambda value: sito.solve_jugs("5 3", [value]),  # type: ignore[arg-type]
        lambda value: sito.solve_jugs("5 3", 4, supply=[value]),  # type: ignore[arg-type]
        lambda value: parse_workers([value]),  # type: ignore[arg-type]
        lambda value: sito.diagnose(value),
        lambda value: sito.wrong_answers(value, "AABB"),
        lambda value: check_hard(value, "AABB"),
        lambda value: contradictions(value, "AABB"),
        lambda value: advise(value),
        lambda value: Valuation().of(value),
        lambda value: Valuation().after(value, "AABB"),
        lambda value: explain_guess(value, "AABB"),
        lambda value: sito.Knowledge("4x6").assess("AABB", [value]),  # type: ignore[arg-type]
        lambda value: AdversarialMaker("4x6", against=[value]),  # type: ignore[arg-type]
        lambda value: AdversarialMaker("4x6").answer(value, "AABB"),
        lambda value: AdversarialMaker("4x6").code(value),
        lambda value: LyingMaker("4x6-lies1", "AABB").lies_told(value),
        lambda value: add_up(value),
        lambda value: add_up([value]),
        lambda value: review_svg(value),
        lambda value: Distribution([value], "entropy", (Fraction(1),)),  # type: ignore[arg-type]
        lambda value: Distribution(Rules(1, 2), [value], (Fraction(1),)),  # type: ignore[arg-type]
        lambda value: Distribution(Rules(1, 2), "entropy", value),
        lambda value: Distribution(Rules(1, 2), "entropy", (value,)),
        lambda value: Distribution(Rules(1, 2), "entropy", (Fraction(1),), [value]),  # type: ignore[arg-type]
        lambda value: Distribution.of_histogram("1x2", value),
        lambda value: Distribution.of_histogram("1x2", [[value]]),  # type: ignore[list-item]
        lambda value: hard_strategy(value),
    ],
)
@pytest.mark.parametrize("value", WRONG, ids=lambda value: type(value).__name__)
def test_wrong_types_are_told_in_a_sentence(call: Any, value: Any) -> None:
    if isinstance(value, Rules) and call.__code__.co_names[-1] in ("advise", "compare"):
        return  # which are rules
    with pytest.raises(SitoError) as caught:
        call(value)
    assert "not supported" not in str(caught.value)
    assert "object" not in str(caught.value).replace(repr(value), "").replace("of type object", "")


def test_what_is_not_a_game_is_said_to_be_none() -> None:
    with pytest.raises(InputError, match=r"^'4x6 AABB:x', of type str, is not a game; give one as in Transcript"):
        contradictions("4x6 AABB:x", "AABB")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^'4x6', of type str, is not a moment of a game; give one as in Knowledge"):
        Valuation().of("4x6")  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [5, 1.5, b"x", [1], object()], ids=lambda value: type(value).__name__)
def test_what_cannot_be_called_is_told_in_a_sentence(value: Any) -> None:
    calls = [
        lambda: sito.Knowledge("4x6").rank(value),
        lambda: sito.solve("2x3", on_progress=value),
        lambda: sito.compare("2x3", "entropy", on_progress=value),
        lambda: sito.compare("2x3", "entropy", clock=value),
        lambda: sito.play("4x6", "first-consistent", "ABCD", on_turn=value),
        lambda: sito.parse_strategy("tree:x", trees=value),
    ]
    for call in calls:
        with pytest.raises(InputError, match=r"is no metric|must be a function|trees cannot be|there is no tree"):
            call()


def test_flags_are_true_or_false() -> None:
    assert sito.Knowledge("3x4").rank(consistent=1, apart=None) == sito.Knowledge("3x4").rank(consistent=True)  # type: ignore[arg-type]
    assert sito.solve_jugs("5 3", 4, drain=0) == sito.solve_jugs("5 3", 4, drain=False)  # type: ignore[arg-type]


@pytest.mark.parametrize("score", [None, "x", 1j, float("nan"), [], 10**400], ids=str)
def test_a_metric_that_gives_no_number_is_named(score: Any) -> None:
    with pytest.raises(SitoError, match="the metric lost gives"):
        sito.Knowledge("3x4").rank(lost := _giving(score))
    with pytest.raises(SitoError, match="the strategy lost failed on 3x4: the metric lost gives"):
        sito.compare("3x4", [lost])


def _giving(score: Any) -> Any:
    def lost(_sizes: list[int]) -> Any:
        return score

    return lost


def test_places_beyond_all_numbers() -> None:
    with pytest.raises(IndexError):
        sito.Knowledge("4x6")[2**70]
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        sito.CodeSpace("4x6")["AABB"]  # type: ignore[call-overload]


def test_numbers_beyond_all_clocks_and_memories(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="seconds is"):
        Limits(seconds=2**2000)
    raised: list[object] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    for seconds in (float("inf"), 1e300, 1e10):
        assert sito.compare("3x4", "minimax", limits=Limits(seconds=seconds)).stopped is None
        time.sleep(0.01)  # for the thread that waits
    assert not raised
    assert sito.solve_pegs("hoppers", first="0,6", limits=Limits(memory=2**300)).moves == 7


def test_rules_have_the_size_of_their_words() -> None:
    words = WordList.of(["bear", "seal"])
    with pytest.raises(RulesError, match="the words have 4 letters of an alphabet of 6"):
        Rules(3, 6, Allowed.WORDS, words=words)
    with pytest.raises(RulesError, match="the words have 4 letters"):
        Rules(4, 26, Allowed.WORDS, words=words)
    with pytest.raises(RulesError, match="cannot be written as letters"):
        Rules(4, 5, Allowed.WORDS, notation=Notation.LETTERS, words=words)
    with pytest.raises(RulesError, match="cannot be written as word"):
        Rules(4, 6, notation=Notation.WORD)


@pytest.mark.parametrize("name", ["\ud800", "caf\udce9", "\ud800\udce9", "a\udcff+b@c"])
def test_names_that_are_no_text_read_back(name: str) -> None:
    words = WordList.of(["bear", "seal"], name=name)
    rules = Rules.of_words(words)
    assert words.named(words.name) == words
    assert Rules.parse(str(rules), words=words) == Rules.parse(str(rules), words={words.name: words}) == rules


def test_what_words_raise_comes_out() -> None:
    def broken() -> Any:
        yield "bear"
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        WordList.of(broken())


class _Chooses:
    deterministic = True
    consistent = True

    def __init__(self, guess: Any) -> None:
        self.guess = guess

    def choose(self, knowledge: Any, rng: Any) -> Any:
        return self.guess if len(knowledge.history) < 1 else knowledge.first()


def test_a_strategy_may_choose_as_people_write() -> None:
    for guess in ("AAB", [0, 0, 1]):
        assert sito.play("3x4", _Chooses(guess), "ABC").turns[0].guess == (0, 0, 1)  # type: ignore[arg-type]
        assert Games(Rules.parse("3x4"), _Chooses(guess), range(64)).together()[1] == 1
    for guess in (None, 5, [9, 9, 9], "AAAA", [[]]):
        with pytest.raises(CodeError):
            sito.play("3x4", _Chooses(guess), "ABC")  # type: ignore[arg-type]
        with pytest.raises(SitoError, match="failed on 3x4"):
            sito.compare("3x4", [_Chooses(guess)])  # type: ignore[list-item]


def test_no_strategy_for_wrong_trees() -> None:
    with pytest.raises(StrategyError, match="trees cannot be of type int"):
        sito.parse_strategy("tree:x", trees=5)  # type: ignore[arg-type]
