"""Long work: what callbacks raise comes out as it is, Ctrl-C does what was asked for, and limits end it early."""

import os
import random
import signal
from collections.abc import Callable
from itertools import islice, product
from types import FrameType
from typing import Any

import pytest

from sito import _native
from sito.base.limits import Limits, Stopped
from sito.codes.code import CodeSpace
from sito.errors import InputError, LimitError, PuzzleError
from sito.exact.problem import Objective, Problem, Progress, Solution
from sito.exact.solver import solve
from sito.native.run import NativeRun, NativeWatch
from sito.puzzles.jugs.problem import InAny, Jugs, Together
from sito.puzzles.jugs.solver import native_problem, solve_jugs
from sito.puzzles.pegs.analysis import Analysis, PegProgress, solve_pegs
from sito.puzzles.pegs.problem import Problem as PegProblem
from sito.rules.rules import FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.partition import Partition
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify
from sito.words.words import WordList
from tests.conftest import signal_after


class OwnError(Exception):
    """An error that nobody else knows."""


class OwnExit(BaseException):
    """What is no error, as the signals of frameworks are."""


RAISED: list[BaseException] = [
    *(ValueError("value"), OverflowError("overflow"), MemoryError("memory"), KeyError("key"), IndexError("index")),
    *(RuntimeError("runtime"), StopIteration("stop"), SystemExit(3), KeyboardInterrupt("keyboard")),
    *(OwnError("own"), OwnExit("own"), LimitError(), PuzzleError()),
]

# Work that takes minutes: whatever ends it ends it in the middle.
LONG = "5x6"
LARGE = Rules.parse("7x8")
JUGS = Jugs((19993, 17891, 15671), goal=Together(37777))
HUGE_JUGS = Jugs((10**40 + 1, 10**40 - 1, 10**39 + 7), goal=InAny(77))
PEGS = PegProblem.parse("english")


WIDE = _native.Knowledge(_native.Rules(8, 8, "any", "black-white"))
UNLIKE = [(bytes(range(8)), 0)]  # a turn that leaves no symmetry: all guesses are compared then, which takes minutes
WORK: dict[str, Callable[[Callable[..., Any]], object]] = {
    "solve telling": lambda callback: solve(LONG, on_progress=callback),
    "solve asking": lambda callback: solve(LONG, limits=Limits(stop=callback)),
    "build telling": lambda callback: StrategyTree.build(Partition("entropy"), Knowledge(LARGE), on_progress=callback),
    "build by metric": lambda callback: _native.build_tree(Knowledge(LARGE).native, [], callback, threads=2),
    "choose telling": lambda callback: _native.choose(WIDE, UNLIKE, "entropy", watch=NativeWatch(callback=callback)),
    "choose by metric": lambda callback: _native.choose(Knowledge(LARGE).native, [], callback),
    "rank telling": lambda callback: _native.rank(WIDE, UNLIKE, "entropy", 5, watch=NativeWatch(callback=callback)),
    "rank by metric": lambda callback: _native.rank(Knowledge(LARGE).native, [], callback, 5, threads=2),
    "pegs reached": lambda callback: Analysis(PEGS, on_progress=callback).reach(),
    "pegs solved": lambda callback: solve_pegs(PegProblem.parse("french", "17", "19"), on_progress=callback),
    "jugs": lambda callback: solve_jugs(JUGS, on_progress=callback),
    "jugs beyond 64 bits": lambda callback: solve_jugs(HUGE_JUGS, on_progress=callback),
}


@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_what_a_callback_raises_comes_out_as_it_is(work: str, error: BaseException) -> None:
    def callback(*told: object) -> bool:
        raise error

    with pytest.raises(type(error)) as raised:
        WORK[work](callback)
    assert raised.value is error


def check_bounds(solution: Solution) -> None:
    """Checks that what was found early is honest: the bounds are in order, and the tree is worth what is said."""
    assert not solution.proven
    assert solution.lower is not None
    if solution.tree is None:
        assert solution.upper is None
    else:
        assert solution.lower <= solution.upper
        histogram = solution.tree.histogram
        assert sum(histogram) == len(CodeSpace(solution.rules))
        assert solution.objective.values(histogram) == solution.upper


def test_ctrl_c_raises_in_a_search() -> None:
    with signal_after(0.3), pytest.raises(KeyboardInterrupt):
        solve(LONG)


def test_ctrl_c_ends_a_search_with_the_best_so_far() -> None:
    with signal_after(0.3):
        solution = solve(LONG, on_interrupt="return")
    assert solution.stopped is Stopped.INTERRUPT
    check_bounds(solution)


def test_ctrl_c_within_a_callback_does_the_same() -> None:
    def press(progress: Progress) -> bool:
        os.kill(os.getpid(), signal.SIGINT)
        return False

    with pytest.raises(KeyboardInterrupt):
        solve(LONG, on_progress=press)
    solution = solve(LONG, on_progress=press, on_interrupt="return")
    assert solution.stopped is Stopped.INTERRUPT
    check_bounds(solution)


def test_what_a_handler_of_another_signal_raises_comes_out() -> None:
    error = OwnExit("alarm")

    def handle(number: int, frame: FrameType | None) -> None:
        raise error

    before = signal.signal(signal.SIGUSR1, handle)
    try:
        with signal_after(0.3, signal.SIGUSR1), pytest.raises(OwnExit) as raised:
            solve(LONG, on_interrupt="return")
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert raised.value is error


def test_ctrl_c_ends_a_choice_a_tree_and_the_puzzles() -> None:
    # After a guess of seven colors no symmetry is left, so that these take many seconds.
    known = Knowledge("7x7").after("ABCDEFG", "xxxoo")
    history = [(bytes(turn.guess), turn.answer.number) for turn in known.history]
    with signal_after(0.3):
        guess, stopped = _native.choose(known.native, history, "entropy")
    assert (len(guess), stopped) == (7, "interrupt")
    with signal_after(0.3):
        assert _native.rank(known.native, history, "entropy", 5).stopped == "interrupt"
    with signal_after(0.3), pytest.raises(KeyboardInterrupt):
        Partition("entropy").choose(known, random.Random(1))
    with signal_after(0.3), pytest.raises(KeyboardInterrupt):
        StrategyTree.build(Partition("entropy"), Knowledge(LARGE))
    with signal_after(0.3), pytest.raises(KeyboardInterrupt):
        solve_jugs(JUGS)
    with signal_after(0.3):
        found = native_problem(JUGS).search(1 << 30)
    assert (found.outcome, found.stopped) == ("cut", "interrupt")


def test_ctrl_c_in_a_peg_search_leaves_what_was_found() -> None:
    analysis = Analysis(PEGS)
    with signal_after(0.3), pytest.raises(KeyboardInterrupt):
        analysis.reach()
    levels = analysis.searched()
    assert len(levels) > 1
    analysis.meet()
    assert analysis.searched()[: len(levels)] == levels


def test_the_progress_of_a_step_can_be_read_while_it_is_at_work() -> None:
    told: list[tuple[int, int, bool]] = []

    def watch(progress: PegProgress) -> bool:
        told.append((progress.levels, len(analysis.searched()), analysis._search.is_met))
        return len(told) == 3

    analysis = Analysis(PEGS, on_progress=watch)
    with pytest.raises(LimitError, match="asked to stop"):
        analysis.reach()
    assert told[0][0] >= 1
    assert told == sorted(told)


def words(secrets: int, guesses: int) -> Rules:
    chance = random.Random(5)
    made = ["".join(letters) for letters in islice(product("ABCDEFGH", repeat=5), 4 * guesses)]
    chosen = chance.sample(made, guesses)
    return Rules.of_words(WordList.of(chosen[:secrets], chosen), FeedbackKind.POSITION)


@pytest.mark.parametrize("rules", ["5x8", "6x6", "words"])
@pytest.mark.parametrize("objective", [Objective.TOTAL, Objective.WORST_FEWEST_TOTAL])
def test_a_limit_of_time_ends_a_search_with_honest_bounds(rules: str, objective: Objective) -> None:
    game = words(2000, 10_000) if rules == "words" else Rules.parse(rules)
    solution = solve(game, objective, seconds=0.5)
    assert solution.stopped is Stopped.TIME
    check_bounds(solution)


@pytest.mark.parametrize("seconds", [0, 1e-9, 0.01])
def test_a_limit_of_no_time_is_one(seconds: float) -> None:
    solution = solve("5x6", limits=Limits(seconds=seconds))
    assert solution.stopped is Stopped.TIME
    check_bounds(solution)
    assert solution.objective.values(verify(str(solution.tree), solution.rules)) == solution.upper


@pytest.mark.parametrize("seconds", [1e300, float("inf")])
def test_more_seconds_than_a_clock_can_count_are_no_limit(seconds: float) -> None:
    assert solve("3x4", seconds=seconds).proven


def test_the_shorter_of_two_times_holds() -> None:
    assert solve(LONG, limits=Limits(seconds=1e6), seconds=0.1).stopped is Stopped.TIME
    assert solve(LONG, limits=Limits(seconds=0.1), seconds=1e6).stopped is Stopped.TIME
    with pytest.raises(InputError, match="seconds is -1"):
        solve(LONG, limits=Limits(seconds=0.1), seconds=-1)


def test_a_limit_of_work_ends_a_search_at_the_same_place() -> None:
    first, second = (solve("4x7", limits=Limits(work=100)) for _ in range(2))
    assert first.stopped is Stopped.WORK
    check_bounds(first)
    assert (first.lower, first.upper, first.spent) == (second.lower, second.upper, second.spent)


def test_a_limit_of_memory_is_kept_to_or_refused() -> None:
    with pytest.raises(LimitError, match="the answers of 4x6 take 2 MB; 1 MB are allowed; give more memory"):
        solve("4x6", limits=Limits(memory=1_000_000))
    solution = solve("4x6", limits=Limits(memory=2_000_000))
    assert solution.proven
    assert solution.spent.memory <= 2_000_000


def test_a_true_answer_of_stop_ends_a_search() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked == 2

    solution = solve(LONG, limits=Limits(stop=stop))
    assert (solution.stopped, asked) == (Stopped.ASKED, 2)
    check_bounds(solution)


def test_what_is_proven_was_not_stopped() -> None:
    solution = solve("3x4", limits=Limits(seconds=1e6, work=1 << 40, memory=1 << 30, stop=lambda: False))
    assert (solution.proven, solution.stopped) == (True, None)


def test_time_ends_other_native_work() -> None:
    assert _native.build_tree(Knowledge(LARGE).native, [], "entropy", watch=NativeWatch(0.1))[::2] == (None, "time")
    guess, stopped = _native.choose(WIDE, UNLIKE, "entropy", watch=NativeWatch(0.1))
    assert (len(guess), stopped) == (8, "time")
    ranked = _native.rank(WIDE, UNLIKE, "entropy", 5, watch=NativeWatch(0.1))
    assert 1 <= len(ranked.guesses) <= 5
    assert ranked.stopped == "time"
    assert _native.rank(WIDE, UNLIKE, "entropy", 5, work=10**8).stopped == "work"
    assert _native.choose(WIDE, UNLIKE, "entropy", work=10**8)[1] == "work"
    board = PEGS.board
    search = _native.PegSearch(board.holes, board.jumps, board.symmetries, PEGS.start, PEGS.finishes, 1 << 30)
    while (stopped := search.step_forward(NativeWatch(0.01))) is None:
        assert not search.is_exhausted
    assert stopped == "time"
    assert native_problem(JUGS).search(1 << 30, watch=NativeWatch(0.1)).stopped == "time"


def test_on_interrupt_is_one_of_two_words() -> None:
    with pytest.raises(InputError, match="on_interrupt is 'ignore'; it must be 'raise' or 'return'"):
        solve("3x4", on_interrupt="ignore")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="on_interrupt is 'ignore'"):
        Knowledge("3x4").rank(on_interrupt="ignore")  # type: ignore[arg-type]


def test_problems_say_what_is_wrong_with_them() -> None:
    for asked, message in (
        ({"objective": "least"}, "there is no objective 'least'; there are total, worst"),
        ({"width": 1.5}, "width is 1.5; it must be a whole number"),
        ({"history": "5x8 AAAAA:x"}, "the history is of a game with the rules 5x8, not 4x6"),
        ({"history": "AABB:xxxxx"}, "'xxxxx' is impossible"),
        ({"history": [("AABB", "x", 1)]}, "is no turn of the history"),
        ({"first_guess": "AAB"}, "'AAB' has 3 pegs"),
        ({"first_guess": "AABB", "history": "AABB:-", "consistent": True}, "does not agree with the answers so far"),
    ):
        with pytest.raises(InputError, match=message):
            Problem("4x6", **asked)  # type: ignore[arg-type]
    game = Rules.of_words(WordList.of(["AB", "BC"], ["AB", "BC", "CA"]))
    with pytest.raises(InputError, match="the first guess CA is no secret"):
        Problem(game, first_guess="CA", consistent=True)


def test_a_run_knows_what_its_native_call_tells() -> None:
    run: NativeRun[int] = NativeRun(Limits(seconds=1), lambda told: told > 1, "return")
    assert [run.watch.callback(told) for told in (None, 1, 2)] == [False, False, True]
    assert [run.stopped(word) for word in (None, "time", "interrupt")] == [None, Stopped.TIME, Stopped.INTERRUPT]
