"""Tournaments that end before all games are played, objects that take part, and tables that show themselves."""

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass

import pytest

from sito.base.limits import Limits, Stopped
from sito.base.workers import Processes
from sito.errors import InputError, SitoError, StrategyError
from sito.rules.rules import Rules
from sito.strategies.partition import Partition
from sito.strategies.strategy import parse_strategy
from sito.tournament import compare
from sito.tournament.plan import plan

EXCEPTIONS = [
    *(ValueError, OverflowError, MemoryError, IndexError, KeyError, TypeError, RuntimeError, OSError, StopIteration),
    *(SitoError, AssertionError, LookupError),
]


@pytest.fixture(params=["this thread", "threads"])
def executor(request):
    with nullcontext() if request.param == "this thread" else ThreadPoolExecutor(2) as chosen:
        yield chosen


def test_a_limit_of_games_ends_at_the_same_place_everywhere(executor) -> None:
    contests = ["4x6", "3x4"], ["random-consistent", "first-consistent"]
    table = compare(*contests, executor=executor, limits=Limits(work=1000))
    assert table.stopped is Stopped.WORK
    assert [standing.games for standing in table.standings] == [768, 0, 0, 0]
    assert [standing.missing for standing in table.standings] == [12192, 1296, 640, 64]
    assert table.standings[0].margin is None
    assert table == compare(*contests, executor=Processes(2), limits=Limits(work=1000))
    assert compare("3x4", "first-consistent", executor=executor, limits=Limits(work=64)).stopped is None


def test_an_unfinished_table_says_so_in_every_form() -> None:
    table = compare(["4x6"], ["random-consistent", "entropy"], limits=Limits(work=1000))
    assert str(table).splitlines()[1].split()[:5] == ["4x6", "random-consistent", "768", "of", "12960"]
    assert str(table).splitlines()[2].split() == ["4x6", "entropy", "0", "of", "1296", "-", "-", "-", "-"]
    assert str(table).endswith("\nincomplete: stopped (work), 13488 games are missing")
    assert "<caption>incomplete: stopped (work), 13488 games are missing</caption>" in table._repr_html_()
    value = json.loads(table.to_json())
    assert value["stopped"] == "work"
    assert [contest["missing"] for contest in value["contests"]] == [12192, 1296]
    assert table.to_csv().splitlines()[0].endswith(",refused,missing")
    whole = compare("3x4", "entropy")
    assert (whole.stopped, "incomplete" in str(whole)) == (None, False)
    assert set(json.loads(whole.to_json())) == {"version", "contests"}


class Slow:
    """Would take an hour for its first job."""

    deterministic = False
    consistent = True

    def choose(self, knowledge, rng):
        time.sleep(0.05)
        return knowledge.first()


def test_a_limit_of_time_holds_within_a_job(executor) -> None:
    table = compare("5x8", Slow(), executor=executor, limits=Limits(seconds=0.2))
    assert table.stopped is Stopped.TIME
    assert table.standings[0].games == 0


def test_a_callback_ends_the_run(executor) -> None:
    told = []

    def enough(progress) -> bool:
        told.append(progress)
        return progress.games >= 512

    table = compare("4x6", "random-consistent", executor=executor, on_progress=enough)
    assert table.stopped is Stopped.ASKED
    assert 512 <= table.standings[0].games < 12960
    assert (told[0].games, told[0].all) == (0, 12960)
    table = compare("5x8", Slow(), executor=executor, limits=Limits(stop=lambda: True))
    assert table.stopped is Stopped.ASKED


@pytest.mark.parametrize("kind", EXCEPTIONS)
def test_what_a_callback_raises_comes_out_as_it_is(executor, kind) -> None:
    raised = kind()

    def fail(*progress) -> None:
        raise raised

    for options in ({"on_progress": fail}, {"limits": Limits(stop=fail)}):
        with pytest.raises(kind) as caught:
            compare("3x4", "random-consistent", executor=executor, **options)
        assert caught.value is raised


class Interrupting:
    """Presses Ctrl-C at its hundredth guess."""

    deterministic = False
    consistent = True

    def __init__(self) -> None:
        self.guesses = 0

    def choose(self, knowledge, rng):
        self.guesses += 1
        if self.guesses == 100:
            # By now all jobs are submitted. Python loses an interrupt that falls into a callback of a weak reference,
            # as the submission to a thread pool has them.
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.2)
        return knowledge.first()


def test_ctrl_c_both_ways(executor) -> None:
    with pytest.raises(KeyboardInterrupt):
        compare("4x6", Interrupting(), executor=executor)
    table = compare("4x6", Interrupting(), executor=executor, on_interrupt="return")
    assert table.stopped is Stopped.INTERRUPT
    assert table.standings[0].missing


def test_a_limit_of_memory_is_refused_and_so_is_another_wish_about_ctrl_c() -> None:
    with pytest.raises(InputError, match="on_interrupt is 'ignore'; it must be 'raise' or 'return'"):
        compare("3x4", "entropy", on_interrupt="ignore")
    with pytest.raises(InputError, match="a tournament takes no limit of memory; leave out memory=5"):
        compare("3x4", "entropy", limits=Limits(memory=5))


@dataclass
class Offset:
    """Equal to others of the same offset, and without a hash."""

    offset: int
    deterministic = consistent = True

    def choose(self, knowledge, rng):
        return knowledge[self.offset % len(knowledge)]


def entropy(sizes):
    return sizes[0]


def test_equal_objects_are_one_contestant_and_names_are_unique() -> None:
    strategies = [
        Offset(1),
        Offset(1),
        Offset(2),
        entropy,
        "entropy",
        Partition(entropy),
        lambda sizes: 0,
        lambda sizes: 1,
    ]
    table = compare("3x4", strategies)
    names = [standing.strategy for standing in table.standings]
    assert names == ["Offset(offset=1)", "Offset(offset=2)", "entropy (2)", "entropy", "<lambda>", "<lambda> (2)"]
    assert table.standings[3] == compare("3x4", "entropy").standings[0]
    assert table.standings[2].histogram == compare("3x4", "minimax").standings[0].histogram


def test_games_are_the_same_whatever_the_object_is_written_as() -> None:
    """The text that Python makes up for an object has its address in it, which must not seed anything."""
    first, second = (compare("3x4", Slower(), seeds=2) for _ in range(2))
    assert first == second


class Slower:
    deterministic = False
    consistent = True

    def choose(self, knowledge, rng):
        return knowledge.draw(rng)


def test_one_or_several_rules_and_strategies() -> None:
    rules = Rules.parse("3x4")
    expected = compare([rules], [parse_strategy("minimax")])
    for games in (rules, "3x4", [rules, "3x4"], {rules}):
        for strategies in (parse_strategy("minimax"), "minimax", ("minimax", Partition("minimax")), {"minimax"}):
            assert compare(games, strategies) == expected
    assert compare(iter([rules]), iter(["minimax"])) == expected


def test_what_is_no_strategy_is_said_together() -> None:
    with pytest.raises(StrategyError) as caught:
        plan("3x4", [5, Offset, "oracle", "entropy"])
    assert str(caught.value).splitlines() == [
        "5, of type int, is no strategy; give an object with deterministic, consistent and choose, a text as in "
        "'entropy', or a function of the cell sizes",
        "Offset is a class; give an object of it, as in Offset()",
        next(line for line in str(caught.value).splitlines() if line.startswith("there is no strategy 'oracle'")),
    ]


def test_a_table_shows_itself() -> None:
    table = compare("3x4", ["entropy", lambda sizes: 0])
    assert '<td style="text-align:left">&lt;lambda&gt;</td>' in table._repr_html_()
    frame = table.to_frame("pandas")
    assert frame["strategy"].tolist() == ["entropy", "<lambda>"]
    assert [*frame.columns] == [*table.to_csv().splitlines()[0].split(","), "seconds"]
    assert [standing.strategy for standing in table] == ["entropy", "<lambda>"]
    assert (len(table), table[-1]) == (2, table.standings[1])


def test_a_limit_of_time_ends_a_long_choice_and_the_listing_of_secrets(executor) -> None:
    # The choices after the first guess of 7x7 take minutes; to write down the secrets of 7x10-distinct takes seconds.
    for rules, strategy in (("7x7", "minimax"), ("7x10-distinct", "entropy")):
        table = compare(rules, strategy, executor=executor, limits=Limits(seconds=1.5))
        assert table.stopped is Stopped.TIME


def test_a_strategy_that_keeps_limits_is_asked_to_end_with_the_run() -> None:
    class Slow:
        deterministic = consistent = True

        def choose(self, knowledge, rng, limits=None):
            while limits is not None:
                limits.stop()
                time.sleep(0.01)
            raise AssertionError("a choice on 5x8 is no quick one")

    assert compare("5x8", [Slow()], limits=Limits(seconds=0.2)).stopped is Stopped.TIME
