"""What each first guess is worth: `sito.every_first` against single searches and the reference, and on any executor."""

import os
import random
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from sito.base.limits import Limits, Stopped
from sito.base.store import Store
from sito.base.workers import Dask, Processes, Workers
from sito.codes.code import CodeSpace
from sito.codes.feedback import FeedbackKind
from sito.errors import InputError
from sito.exact.first import EveryFirst, FirstGuess, FirstProgress, every_first, parse_csv
from sito.exact.first.valuing import prove_batch
from sito.exact.problem import Objective, Problem
from sito.exact.proofs import keep_first, recall_firsts
from sito.exact.reference import best_value
from sito.exact.solver import Journal, solve
from sito.rules.rules import HardMode, Rules
from sito.words.words import WordList
from tests.conftest import Sito
from tests.needs import path_of


def word_game(count: int, more: int, seed: int, kind: FeedbackKind = FeedbackKind.POSITION, length: int = 4) -> Rules:
    rng = random.Random(seed)
    letters = "ABCDE"[: 2 + rng.randrange(4)] + "FG"
    draw = {"".join(rng.choices(letters, k=length)) for _ in range(count + more)}
    words = sorted(draw)
    rng.shuffle(words)
    return Rules.of_words(WordList.of(words[:count], words), kind)


def weighed(rules: Rules) -> Rules:
    assert rules.words is not None
    words = rules.words
    weights = random.Random(1).choices(range(1, 9), k=len(words.secrets))
    return Rules.of_words(WordList.of(words.secrets, words.guesses, weights=weights), rules.feedback)


def values(table: EveryFirst) -> dict[object, object]:
    return {row.guess: (row.lower, row.upper) for row in table}


HARDER = word_game(60, 200, 12, FeedbackKind.BLACK)
"""A game of which the search takes some thousand positions."""

CASES = [
    Problem("3x4"),
    Problem("4x6"),
    Problem("4x6", depth=5),
    Problem("3x4", depth=3),
    Problem("3x5", "worst"),
    Problem("3x5", "worst-total", depth=5),
    Problem("3x4", "total-worst"),
    Problem("3x4", "worst-fewest-total"),
    Problem("4x5", consistent=True),
    Problem("4x6", history="CBFF:o EAAB:xxo"),
    Problem("4x6", consistent=True, history="CBFF:o EAAB:xxo"),
    Problem("3x4", history="AB?:o"),
    Problem("4x5-black"),
    Problem("4x6-distinct", "worst"),
    Problem("3x4-total"),
    Problem("1x3"),
    Problem("2x3-lies1"),
    Problem(word_game(30, 60, 1)),
    Problem(word_game(30, 60, 2), depth=3),
    Problem(word_game(20, 20, 3), "worst-fewest"),
    Problem(word_game(20, 20, 3), consistent=True),
    Problem(word_game(1, 3, 4)),
    Problem(word_game(12, 8, 5, FeedbackKind.BLACK), "worst-total"),
    Problem(replace(word_game(14, 20, 6), hard=HardMode.HARD), "worst-total", depth=4),
    Problem(replace(word_game(14, 20, 7), hard=HardMode.CONSISTENT)),
    Problem(weighed(word_game(14, 20, 8))),
    Problem(replace(weighed(word_game(10, 10, 9)), hard=HardMode.HARD)),
]


@pytest.mark.parametrize("problem", CASES, ids=lambda problem: f"{problem.rules} {problem.objective.value}"[:40])
def test_each_value_is_that_of_a_search_after_this_guess(problem: Problem) -> None:
    table = every_first(problem)
    assert table.complete
    assert table.certain == len(table) > 0
    assert table.stopped is None
    for row in table.rows[:40]:
        alone = solve(replace(problem, first_guess=row.guess))
        assert (row.lower, row.upper, row.proven) == (alone.lower, alone.upper, True)
    found = [row.upper for row in table if row.upper is not None]
    assert found == sorted(found)
    assert (found[0] if found else None) == solve(problem).upper
    assert values(every_first(problem, threads=2)) == values(table)


@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize("rules", ["4x5", HARDER, word_game(60, 200, 1)], ids=["codes", "black", "words"])
def test_what_a_narrow_search_finds_is_no_lower_bound(rules: Rules | str, width: int) -> None:
    proven = {row.guess: row.upper for row in every_first(rules)}
    for row in every_first(Problem(rules, width=width)):
        least = proven[row.guess]
        assert row.lower <= least <= row.upper


def test_small_word_games_agree_with_the_reference() -> None:
    rng = random.Random(7)
    for seed in range(60):
        kind = rng.choice([FeedbackKind.POSITION, FeedbackKind.BLACK_WHITE])
        rules = word_game(rng.randrange(1, 9), rng.randrange(6), seed, kind, rng.randrange(2, 5))
        objective = rng.choice(list(Objective))
        if "fewest" not in objective.names and kind is FeedbackKind.POSITION:
            rules = replace(weighed(rules) if rng.random() < 0.4 else rules, hard=rng.choice([None, *HardMode]))
        problem = Problem(rules, objective, rng.choice([None, None, 2, 3, 4]))
        for row in every_first(problem):
            assert row.proven
            assert row.upper == best_value(replace(problem, first_guess=row.guess)), (seed, row)


def test_symmetry_leaves_one_guess_of_each_class() -> None:
    assert len(every_first("4x6")) == 5
    assert len(every_first("4x6-distinct")) == 1
    rules = word_game(10, 20, 3)
    assert len(every_first(rules)) == len(CodeSpace(rules, guesses=True))


def test_some_first_guesses_alone() -> None:
    table = every_first("4x6", first=["FFEE", "ABCD", "ABCD"])
    assert [row.upper for row in table] == [(5673,), (5702,)]
    with pytest.raises(InputError, match="leave out the first guess"):
        every_first(Problem("4x6", first_guess="ABCD"))
    with pytest.raises(InputError, match="top is 0"):
        every_first("4x6", top=0)
    with pytest.raises(InputError):
        every_first("4x6", first=["AAAAA"])


@pytest.mark.parametrize("top", [1, 3, 7])
def test_the_best_alone_take_less_work(top: int) -> None:
    rules = HARDER
    whole = every_first(rules)
    best = every_first(rules, top=top)
    assert best.complete
    assert best.certain >= top
    assert [row.upper for row in best][:top] == [row.upper for row in whole][:top]
    assert best.spent.positions < whole.spent.positions
    exact = {row.guess: row.upper for row in whole}
    for row in best:  # what was not searched to its end has bounds that hold
        value = exact[row.guess]
        assert row.lower <= value <= (row.upper or value)
    assert every_first(rules, top=top, executor=Processes(2)).certain >= top


@pytest.fixture(scope="module")
def exact() -> dict[object, tuple[int, ...] | None]:
    return {row.guess: row.upper for row in every_first(HARDER)}


@pytest.mark.parametrize("work", [0, 1, 50, 400])
def test_bounds_of_a_search_that_is_cut_short_hold(work: int, exact: dict[object, tuple[int, ...] | None]) -> None:
    rules = HARDER
    table = every_first(rules, limits=Limits(work=work))
    assert len(table) == len(exact)
    for row in table:
        value = exact[row.guess]
        assert row.lower <= value <= row.upper
        assert row.proven == (row.lower == row.upper)
    assert (table.stopped is Stopped.WORK) == (not table.complete)
    if work <= 1:
        assert not table.complete


def test_no_time_at_all_leaves_bounds() -> None:
    table = every_first("5x6", limits=Limits(seconds=0))
    assert (len(table), table.stopped, table.certain) == (7, Stopped.TIME, 0)
    assert all(row.lower is not None and row.lower <= (36721,) for row in table)
    words = every_first(HARDER, limits=Limits(seconds=0))
    assert words.stopped is Stopped.TIME
    assert len(words) > 60


@pytest.mark.parametrize("threads", [1, 2])
def test_a_true_answer_stops_it_with_what_is_known(threads: int) -> None:
    told: list[FirstProgress] = []

    def enough(progress: FirstProgress) -> bool:
        told.append(progress)
        return progress.done > 0

    table = every_first(Problem("5x6"), limits=Limits(memory=10**9), on_progress=lambda _: True)
    assert table.stopped is Stopped.ASKED
    rules = word_game(200, 300, 5, length=5)
    stopped = every_first(rules, threads=threads, on_progress=enough)
    assert all(progress.done <= progress.guesses for progress in told)
    assert stopped.complete or stopped.stopped is Stopped.ASKED


def interrupt_at(count: int) -> Callable[[FirstGuess], None]:
    left = iter(range(count))

    def interrupt(_row: FirstGuess) -> None:
        if next(left, None) is None:
            signal.raise_signal(signal.SIGINT)

    return interrupt


@pytest.mark.parametrize(("threads", "executor"), [(1, None), (2, None), (1, Processes(2))])
def test_ctrl_c_raises_or_returns_what_is_known(threads: int, executor: Workers | None) -> None:
    rules = HARDER
    with pytest.raises(KeyboardInterrupt):
        every_first(rules, threads=threads, executor=executor, on_result=interrupt_at(3))
    table = every_first(rules, threads=threads, executor=executor, on_result=interrupt_at(3), on_interrupt="return")
    assert table.stopped is Stopped.INTERRUPT
    assert 3 < sum(row.proven for row in table) < len(table)


def test_what_is_known_is_not_searched_again() -> None:
    rules = HARDER
    rows: list[FirstGuess] = []
    cut = every_first(rules, limits=Limits(work=300), on_result=rows.append)
    assert 0 < sum(row.proven for row in rows) < len(cut)
    again: list[FirstGuess] = []
    rest = every_first(rules, known=rows, on_result=again.append)
    assert rest.complete
    assert values(rest) == values(every_first(rules))
    assert {row.guess for row in again}.isdisjoint({row.guess for row in rows if row.proven})
    from_csv = every_first(rules, known=parse_csv(Problem(rules), rest.csv()))
    assert from_csv.spent.positions == 0
    assert values(from_csv) == values(rest)


@pytest.mark.parametrize("objective", Objective)
def test_the_store_gives_back_what_it_was_given(objective: Objective) -> None:
    problem = Problem(word_game(20, 30, 3), objective, depth=3)
    rows: list[FirstGuess] = []
    table = every_first(problem, on_result=rows.append)
    with Store(":memory:") as store:
        for row in table:
            keep_first(store, problem, row)
        kept = {row.guess: row for row in recall_firsts(store, problem)}
        assert kept == {row.guess: row for row in table}
        worse = FirstGuess(table.rows[0].guess, None, None)
        assert recall_firsts(store, replace(problem, depth=4)) == []
        assert recall_firsts(store, replace(problem, consistent=True)) == []
        if table.rows[0].lower is not None:
            low = tuple(0 for _ in table.rows[0].lower)
            keep_first(store, problem, replace(worse, lower=low, upper=None))
        assert {row.guess: row for row in recall_firsts(store, problem)} == kept


@pytest.mark.parametrize("objective", Objective)
def test_csv_is_read_back(objective: Objective) -> None:
    for problem in (Problem("3x4", objective, depth=4), Problem("2x3-numbers", objective), Problem("3x4", objective)):
        for limits in (Limits(), Limits(work=0), Limits(seconds=0)):
            table = every_first(problem, limits=limits)
            assert parse_csv(problem, table.csv()) == table.rows


@pytest.mark.parametrize(
    "line",
    ["AB,21", "AB,21,21,maybe", "AB,22,21,yes", "AB,21,21,no", "AB,,21,yes", "AB,-1,,no", "ABC,21,,no", "Q,1,,no"],
)
def test_a_wrong_line_of_csv_is_named(line: str) -> None:
    with pytest.raises(InputError):
        parse_csv(Problem("2x3"), f"guess,lower,upper,proven\n{line}\n")


def test_a_journal_shortens_the_work() -> None:
    rules, journal = "4x7", Journal()
    first = every_first(rules, journal=journal)
    second = every_first(rules, journal=journal)
    assert values(first) == values(second)
    assert second.spent.positions < first.spent.positions


def test_processes_and_dask_workers_find_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    rules = HARDER
    alone = every_first(rules)
    told: list[FirstGuess] = []
    assert values(every_first(rules, executor=Processes(2), on_result=told.append)) == values(alone)
    assert {row.guess for row in told} <= {row.guess for row in alone}
    assert all(row.proven for row in told)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0") as local:
        assert values(every_first(rules, executor=Dask(local.scheduler_address))) == values(alone)
    with ThreadPoolExecutor(2) as pool:
        assert values(every_first(Problem(rules, depth=4), executor=pool)) == values(
            every_first(Problem(rules, depth=4))
        )


def test_the_time_is_that_of_the_whole_on_workers() -> None:
    table = every_first("5x6", executor=Processes(2), limits=Limits(seconds=1.0))
    assert table.stopped is Stopped.TIME
    assert len(table) == 7
    assert not table.complete


class _Dying:
    """Processes of which one dies at the third result."""

    def __init__(self) -> None:
        self.workers = Processes(1)
        self.killed = False

    def kill(self, _row: FirstGuess) -> None:
        if not self.killed and self.executor is not None:
            self.killed = True
            for process in list(self.executor._processes.values()):  # type: ignore[attr-defined]
                os.kill(process.pid, signal.SIGKILL)

    executor: Executor | None = None


def test_a_worker_that_dies_costs_its_batch_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = HARDER
    dying = _Dying()
    opened = Processes.open

    def remember(self: Processes) -> object:
        context = opened(self)
        enter = type(context).__enter__

        class Noting:
            def __enter__(self) -> Executor:
                dying.executor = enter(context)
                return dying.executor

            def __exit__(self, *error: object) -> object:
                return context.__exit__(*error)  # type: ignore[arg-type]

        return Noting()

    monkeypatch.setattr(Processes, "open", remember)
    table = every_first(rules, executor=dying.workers, on_result=dying.kill)
    assert dying.killed
    assert table.complete
    assert values(table) == values(every_first(rules))


def test_workers_that_always_die_are_told(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    class Never(ThreadPoolExecutor):
        def submit(self, *_arguments: object, **_more: object) -> object:  # type: ignore[override]
            raise RuntimeError("gone")

    class Lost(Processes):
        def open(self) -> Executor:  # type: ignore[override]
            return Never(1)

        def lost(self, error: BaseException) -> bool:
            return isinstance(error, RuntimeError)

    table = every_first("4x6", executor=Lost(1))
    assert (table.complete, table.stopped, len(table)) == (False, Stopped.WORKERS, 5)
    assert str(table.fault) == "the workers died 3 times in a row in the search of 4x6; they may lack memory"
    known = {row.guess: row for row in every_first("4x6")}
    for row in table:
        lower, value, upper = row.lower, known[row.guess].upper, row.upper
        assert lower <= value
        assert upper is None or value <= upper
    monkeypatch.setattr("sito.cli.solve.search.parse_workers", lambda _text: Lost(1))
    told = sito("solve", "4x6", "--every-first", "--executor", "processes:1", code=4)
    assert "AABC" in told.out
    assert told.err.startswith("sito: the workers died 3 times in a row in the search of 4x6; they may lack memory\n")


def test_a_worker_forgets_its_tables_when_it_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    from sito.exact.first import valuing

    monkeypatch.setattr(valuing, "_KEPT", valuing.LastGame(0.01))
    problem = Problem("4x6")
    batch = valuing.Batch((0,), (None,), (None,))
    others = set(threading.enumerate())
    assert prove_batch(problem, batch, None, Limits(), 1).shown[0].row.upper == (6318,)
    for thread in set(threading.enumerate()) - others:
        thread.join()
    assert valuing._KEPT._game is None


@pytest.mark.needs("Wordle's lists")
def test_totals_of_first_words_on_the_original_lists() -> None:
    """A few of them; `benchmarks/first_words.py` has more."""
    lists = Path(path_of("Wordle's lists"))
    secrets, guesses = ((lists / f"original_{name}.txt").read_text().split() for name in ("secrets", "guesses"))
    rules = Rules.of_words(WordList.of(secrets, guesses), FeedbackKind.POSITION)
    table = every_first(Problem(rules, depth=6), first=["trace", "stale", "salet", "slane"])
    assert [row.upper for row in table] == [(7920,), (7926,), (7943,), (7967,)]
    assert table.complete
