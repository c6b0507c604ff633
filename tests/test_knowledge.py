"""The native sieve against the plain one, and what a contradiction is traced to."""

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import possible_codes, sieve
from sito.codes.feedback import Feedback, Turn, feedback_count, score
from sito.errors import CodeError, FeedbackError, ImpossibleFeedbackError, InconsistentError, LimitError
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.possible import sampled
from sito.words.words import WordList
from tests.test_rules import any_rules


@settings(max_examples=150)
@given(any_rules(max_pegs=5, max_colors=7), st.integers(0, 4), st.randoms(use_true_random=False))
def test_native_and_plain_sieve_agree(rules: Rules, length: int, rng: random.Random) -> None:
    space = CodeSpace(rules)
    if space.size > 2000:
        return
    secret = space.draw(rng)
    known, left, turns = Knowledge(rules), list(space), list[Turn]()
    for _ in range(length):
        guess = space.draw(rng)
        answer = score(rules, guess, secret)
        cells = known.cells(guess)
        assert sum(cells.values()) == len(known) or rules.lies  # a lie takes a code to a cell that is not its own
        for number in range(feedback_count(rules)):
            try:
                cell = Feedback.of(rules, number)
            except ImpossibleFeedbackError:
                continue
            after = [*turns, Turn(guess, cell)]
            assert len(possible_codes(rules, after)) == cells.get(cell, 0)
            assert rules.lies or possible_codes(rules, after) == sieve(rules, left, guess, cell)
        turns.append(Turn(guess, answer))
        left = possible_codes(rules, turns)
        assert list(known.members(guess, answer)) == left
        known = known.after(guess, answer)
        assert list(known) == left
        assert known.first() == left[0]
        assert known[-1] == left[-1]
        assert secret in known
        assert [code for code in space if code in known] == left
    assert pickle.loads(pickle.dumps(known)) == known
    assert known.draw(rng) in left


def test_words_are_sieved() -> None:
    words = WordList.of(["tale", "late", "teal", "star"], ["tale", "late", "teal", "star", "rats"])
    rules = Rules.of_words(words, FeedbackKind.POSITION)
    guess = CodeSpace(rules, guesses=True).parse("rats")
    known = Knowledge(rules)
    assert {str(answer): count for answer, count in known.cells(guess).items()} == {
        "-yy-": 1,
        "-gy-": 1,
        "-gg-": 1,
        "yyyy": 1,
    }
    left = known.after(guess, Feedback.parse("-gy-", rules))
    assert [known.secrets.text(code) for code in left] == ["TALE"]
    assert guess not in known


def test_founding_transcript_counts() -> None:
    rules = Rules.parse("mastermind")
    space, known = CodeSpace(rules), Knowledge(rules)
    left = []
    for guess, answer in [("CBFF", "o"), ("EAAB", "xxo"), ("EABE", "xx"), ("EACA", "xo"), ("AABB", "xxxx")]:
        left.append(len(known) - 1)
        known = known.after(space.parse(guess), Feedback.parse(answer, rules))
    assert left == [1295, 275, 14, 2, 0]


def test_large_games_stay_lean() -> None:
    rules = Rules.parse("7x16")  # 2^28 codes
    known = Knowledge(rules)
    space = CodeSpace(rules)
    guess = space.parse("AABBCCD")
    nothing = known.after(guess, Feedback.of(rules, 0))
    assert len(known) == 2**28
    assert len(nothing) == 12**7
    assert space.text(nothing.first()) == "EEEEEEE"
    assert known[2**28 - 1] == space[-1]


@pytest.mark.parametrize("text", ["8x16-position", "8x16-lies1"])
def test_too_large_a_game_is_refused(text: str) -> None:
    with pytest.raises(LimitError, match="take fewer pegs or colors"):
        Knowledge(Rules.parse(text))


@pytest.mark.parametrize(("text", "code"), [("16x6", "ABCDEFFEDCBAABCD"), ("20x4", "ABCDDCBAABCDDCBAABCD")])
def test_a_sampled_game_is_played_to_its_end(text: str, code: str) -> None:
    known = Knowledge(text)
    secret = known.secrets.parse(code)
    assert known.is_sampled
    assert len(known) == known.rules.colors**known.rules.pegs
    assert secret in known
    with pytest.raises(LimitError, match="the sieve holds up to 268435456"):
        next(iter(known))
    with pytest.raises(LimitError, match="the sieve holds up to 268435456"):
        known.cells(secret)
    assert sum(known.cells(secret, estimated=True).values()) == pytest.approx(len(known), rel=0.05)
    sizes = []
    while not known.history or not known.history[-1].answer.wins:
        guess = known.rank(top=1)[0].code
        known = known.after(guess, score(known.rules, guess, secret))
        assert secret in known
        sizes.append(len(known))
        for code in known.sample[:: max(1, len(known.sample) // 20)]:
            assert all(turn.agrees(known.rules, code) for turn in known.history)
    assert 5 < len(sizes) < 15
    assert list(known) == [secret] == known.likely()
    assert sizes[0] > sizes[3] > sizes[6]


def test_where_no_code_is_found_it_is_not_said_that_none_agrees() -> None:
    known = Knowledge("16x16").after("A" * 16, "x").after("A" * 8 + "B" * 8, "o").after("B" * 8 + "A" * 8, "o")
    assert len(known) == 0
    with pytest.raises(InconsistentError, match="no code was found that agrees with all the answers"):
        known.rank()


def test_where_totals_clash_no_code_agrees_for_certain() -> None:
    known = Knowledge("16x16").after("A" * 16, "-").after("B" * 16, "-").after("AB" * 8, "x")
    with pytest.raises(InconsistentError, match="no code agrees with all the answers"):
        known.rank()


def test_where_halves_can_be_listed_no_code_agrees_for_certain() -> None:
    known = Knowledge("8x16").after("AAAAAAAA", "-").after("BBBBBBBB", "-").after("AABBAABB", "x")
    with pytest.raises(InconsistentError, match="no code agrees with all the answers"):
        known.rank()


@pytest.mark.parametrize("other", ["4x6-black", "5x6"])
def test_an_answer_of_another_game_is_refused(other: str) -> None:
    with pytest.raises(FeedbackError, match="is of another game than 4x6"):
        Knowledge(Rules.parse("4x6")).after(Code([0, 0, 1, 2]), Feedback.of(Rules.parse(other), 1))


def test_a_guess_that_is_not_allowed_is_refused() -> None:
    known = Knowledge(Rules.parse("bulls-and-cows"))
    with pytest.raises(CodeError, match="repeats"):
        known.cells(Code([1, 2, 3, 1]))


@given(st.slices(12), st.slices(9))
def test_slices_are_those_of_the_list(some: slice, of_words: slice) -> None:
    known = Knowledge(Rules.parse("3x4"))
    known = known.after(Code([0, 0, 1]), Feedback.of(known.rules, 2))
    assert known[some] == list(known)[some]
    words = Knowledge(Rules.of_words(WordList.of(["tale", "late", "teal", "star", "rats", "arts", "last"])))
    assert words[of_words] == list(words)[of_words]


def test_a_sample_is_made_once_though_the_turns_are_told_again() -> None:
    first, again = (Knowledge("16x6").after("A" * 16, "xxx") for _time in range(2))
    assert sampled(first.rules, first.history) is sampled(again.rules, again.history)


def test_further_turns_than_a_sample_follows_choose_among_its_codes() -> None:
    known = Knowledge("16x6")
    for _turn in range(64):
        known = known.after("A" * 16, "xxx")
    further = known.after("B" * 16, "x")
    assert "AAABCCCCCCCCCCCC" in further
    assert "AAABBBBBBBBBBBBB" not in further
    assert {code.count(1) for code in further.sample} == {1}
    chosen = len(further.sample) / len(known.sample)
    assert 0.1 < chosen < 0.3
    assert further.left / known.left == pytest.approx(chosen, rel=0.05)
    assert known.after("B" * 16, "x" * 14).left == 0
