"""Rankings: the native one against the plain one and against what is chosen, limits, and how a ranking shows itself."""

import pickle
import random
from itertools import islice, permutations
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.base.limits import Limits, Stopped
from sito.codes.code import Code
from sito.codes.feedback import Feedback
from sito.errors import InconsistentError, InputError, LimitError, SitoError, StrategyError
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import METRICS
from sito.strategies.partition import Partition, choose_plainly, rank_plainly
from sito.strategies.strategy import choose_within, parse_strategy
from sito.words.words import WordList

from .conftest import signal_after
from .test_partition import FUNCTIONS, VARIANTS, moments

START = Knowledge(Rules.parse("4x6"))
# Words are compared, all with all, however many there are.
LARGE = Knowledge(
    Rules.of_words(WordList.of("".join(word) for word in islice(permutations(ascii_lowercase, 5), 100_000)))
)


def as_given(metric):
    return metric if metric in METRICS else FUNCTIONS[metric]


@given(moments(), st.sampled_from(list(FUNCTIONS)), st.sampled_from(VARIANTS), st.integers(1, 30))
def test_the_native_ranking_is_the_plain_one(known, metric, options, top) -> None:
    if "apart" in options and len(known) == 1:
        options = ()  # no cell is left to judge
    chosen = {"consistent": "consistent" in options, "apart": "apart" in options}
    ranking = known.rank(as_given(metric), top, **chosen)
    plainly = rank_plainly(known, FUNCTIONS[metric], top, **chosen)
    assert [guess.text for guess in ranking] == [guess.text for guess in plainly]
    for mine, theirs in zip(ranking, plainly, strict=True):
        assert (mine.code, mine.worst, mine.cells, mine.possible) == (
            theirs.code,
            theirs.worst,
            theirs.cells,
            theirs.possible,
        )
        assert (mine.score, mine.bits) == pytest.approx((theirs.score, theirs.bits))
    assert ranking.stopped is None


@given(moments(), st.sampled_from(list(FUNCTIONS)), st.sampled_from(VARIANTS))
def test_the_first_is_the_choice(known, metric, options) -> None:
    strategy = Partition(as_given(metric), *options)
    ranking = known.rank(as_given(metric), 1, consistent=strategy.consistent, apart=strategy.apart)
    choice = strategy.choose(known, random.Random(0))
    assert ranking[0].code == choice
    assert strategy.choose(known, random.Random(0), Limits(seconds=600)) == choice
    assert choose_within(strategy, known, random.Random(0), Limits(work=10**9)) == choice


@pytest.mark.parametrize("metric", FUNCTIONS)
def test_the_plain_ranking_begins_with_the_plain_choice(metric) -> None:
    for rules in ("3x4", "4x3-black", "3x5-distinct"):
        known = Knowledge(Rules.parse(rules))
        assert rank_plainly(known, FUNCTIONS[metric], 3)[0].code == choose_plainly(known, FUNCTIONS[metric])


@pytest.mark.parametrize("kind", FeedbackKind)
def test_words(kind) -> None:
    words = ["TALE", "LATE", "TEAL", "TILE", "LIKE", "KILT", "TALK"]
    known = Knowledge(Rules.of_words(WordList.of(words, [*words, "EEEE", "ALKI"]), kind))
    ranking = known.rank("entropy")
    assert [guess.text for guess in ranking] == [guess.text for guess in rank_plainly(known, METRICS["entropy"], 10)]
    assert len(ranking) == 9
    assert {guess.text for guess in ranking if not guess.possible} == {"EEEE", "ALKI"}


def test_all_guesses_of_a_larger_game_each_once() -> None:
    ranking = START.rank("expected-size", 10**6)
    assert sorted(START.guesses.number(guess.code) for guess in ranking) == list(range(1296))
    assert [guess.score for guess in ranking] == sorted(guess.score for guess in ranking)
    assert all(0 < guess.bits < 4 and guess.possible for guess in ranking)


def test_what_is_told_of_a_guess() -> None:
    first = START.rank("minimax", 1)[0]
    assert (first.text, first.score, first.worst, first.cells, first.possible) == ("AABB", 256, 256, 13, True)
    assert first.bits == pytest.approx(2.8851, abs=1e-4)


def test_a_ranking_is_a_sequence_and_shows_itself() -> None:
    ranking = START.rank("minimax", 3)
    assert (len(ranking), ranking[0] in ranking, ranking[-1].text, len(ranking[:2])) == (3, True, "AADD", 2)
    assert str(ranking).splitlines()[:2] == [
        "guess  score    bits  worst  cells  possible",
        "AABB     256  2.8851    256     13  yes",
    ]
    assert ranking._repr_html_().count("<tr>") == 4
    assert pickle.loads(pickle.dumps(ranking)) == ranking
    frame = ranking.to_frame("pandas")
    assert list(frame.columns) == ["guess", "score", "bits", "worst", "cells", "possible"]
    assert frame["score"].tolist() == [256] * 3


def test_what_cannot_be_ranked() -> None:
    with pytest.raises(StrategyError, match="there is no metric 'oracle'; there are entropy"):
        START.rank("oracle")
    with pytest.raises(InputError, match="top is 0; it must be a whole number from 1 on"):
        START.rank("entropy", 0)
    for ask in (START.rank, lambda limits: parse_strategy("entropy").choose(START, random.Random(1), limits)):
        with pytest.raises(InputError, match="looking ahead takes no limit of memory; leave out memory=1"):
            ask(limits=Limits(memory=1))
    with pytest.raises(LimitError, match="entropy looks ahead with up to 16777216 possible codes"):
        Knowledge(Rules.parse("8x9-lies1")).rank()
    with pytest.raises(InputError, match="in 4x6-lies1 no guesses are searched for"):
        Knowledge(Rules.parse("4x6-lies1")).search()
    nothing = START.after(Code([0, 0, 0, 0]), Feedback.of(START.rules, 0))
    with pytest.raises(InconsistentError):
        nothing.after(Code([0, 0, 0, 0]), Feedback.win(START.rules)).rank()
    with pytest.raises(SitoError, match=r"the metric <lambda> gives nan for the cell sizes \["):
        START.rank(lambda sizes: float("nan"))


@pytest.mark.parametrize("kind", [ValueError, OverflowError, MemoryError, IndexError, KeyError, RuntimeError])
def test_what_a_metric_or_a_callback_raises_comes_out_as_it_is(kind) -> None:
    raised = kind("mine")

    def fail(*sizes) -> float:
        raise raised

    with pytest.raises(kind) as caught:
        START.rank(fail)
    assert caught.value is raised
    with pytest.raises(kind) as caught:
        LARGE.rank("minimax", limits=Limits(stop=fail))
    assert caught.value is raised


def test_limits_leave_the_best_so_far() -> None:
    asked = LARGE.rank("minimax", limits=Limits(stop=lambda: True))
    assert (asked.stopped, len(asked) > 0) == (Stopped.ASKED, True)
    assert str(asked).splitlines()[-1].startswith("incomplete: stopped (asked) after ")
    hurried = LARGE.rank("minimax", limits=Limits(seconds=0.05))
    assert (hurried.stopped, len(hurried) > 0) == (Stopped.TIME, True)
    worked = LARGE.rank("minimax", 3, limits=Limits(work=10**8))
    assert worked.stopped is Stopped.WORK
    assert worked == LARGE.rank("minimax", 3, limits=Limits(work=10**8))
    strategy = parse_strategy("minimax")
    for limits in (Limits(seconds=0.05), Limits(work=10**8), Limits(stop=lambda: True)):
        assert choose_within(strategy, LARGE, random.Random(1), limits) in LARGE.guesses


def test_ctrl_c_is_raised() -> None:
    with signal_after(0.2), pytest.raises(KeyboardInterrupt):
        LARGE.rank("minimax")


def test_ctrl_c_returns_the_best_so_far() -> None:
    with signal_after(0.2):
        ranking = LARGE.rank("minimax", on_interrupt="return")
    assert ranking.stopped is Stopped.INTERRUPT
    assert ranking[0].code in LARGE.guesses
