"""The exact search on many workers: the same values on any executor, whatever happens to workers and coordinator."""

import hashlib
import json
import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sito.base.limits import Limits, Stopped
from sito.base.workers import Dask, Processes, Serial, Workers
from sito.errors import InputError
from sito.exact.checkpoint import Checkpoint
from sito.exact.cluster import Standing, lead, solve_together, worker
from sito.exact.problem import Objective, Problem, Solution
from sito.exact.reference import best_value
from sito.exact.solver import solve
from sito.exact.start import least_at_once
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.strategies.tree.verify import verify
from tests.conftest import Sito, kill_when, run_sito

SMALL_JOBS = 40


def check(solution: Solution, value: tuple[int, ...]) -> None:
    """The value is proven, and the tree has it by the plain checker."""
    assert (solution.proven, solution.lower, solution.upper) == (True, value, value)
    histogram = verify(str(solution.tree), solution.rules)
    assert solution.objective.values(histogram) == value


def worth_of(solution: Solution) -> tuple[int, ...]:
    """What the tree is worth by the plain checker."""
    return solution.objective.values(verify(str(solution.tree), solution.rules))


@pytest.fixture
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs so small that much is opened."""
    monkeypatch.setattr(lead, "LEAST_SLICE", SMALL_JOBS)


@contextmanager
def local(workers: int = 1, threads: int = 1) -> Iterator[Any]:
    """A Dask cluster in this process."""
    distributed = pytest.importorskip("distributed")
    how = {"n_workers": workers, "threads_per_worker": threads, "processes": False, "dashboard_address": ":0"}
    with distributed.LocalCluster(**how) as made:
        yield made


@contextmanager
def cluster() -> Iterator[Workers]:
    with local(2, 2) as made:
        yield Dask(made.scheduler_address)


@contextmanager
def client() -> Iterator[Executor]:
    from distributed import Client

    with local(1, 2) as made, Client(made) as client:
        yield client.get_executor()


def pool() -> Executor:
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


EXECUTORS: dict[str, Callable[[], AbstractContextManager[Executor | Workers | None]]] = {
    "none": nullcontext,
    "serial": lambda: nullcontext(Serial()),
    "threads": lambda: ThreadPoolExecutor(3),
    "processes": lambda: nullcontext(Processes(2)),
    "pool": pool,
    "dask": cluster,
    "client": client,
}


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize("kind", EXECUTORS)
def test_the_value_is_the_same_on_any_executor(kind: str) -> None:
    told: list[Standing] = []
    with EXECUTORS[kind]() as executor:
        solution = solve_together("4x6", executor, on_progress=told.append)
    check(solution, (5625,))
    assert solution.stopped is None
    assert told


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    "asked",
    [
        Problem("4x4"),
        Problem("3x5", depth=5),
        Problem("3x5-black", consistent=True),
        Problem("4x6", history="AABC:xo"),
        Problem("4x5", first_guess="AABB"),
        Problem("3x4-total", history="AB?:x"),
    ],
    ids=lambda asked: str(asked.rules),
)
def test_every_objective_has_the_value_of_the_search_in_one_process(asked: Problem, objective: Objective) -> None:
    problem = Problem(asked.rules, objective, asked.depth, asked.history, asked.first_guess, asked.consistent)
    expected = solve(problem)
    found = solve_together(problem)
    assert (found.proven, found.lower, found.upper) == (True, expected.lower, expected.upper)
    assert objective.values(verify(str(found.tree), problem.rules)) == expected.upper


@pytest.mark.parametrize("least", [1, 5])
@pytest.mark.parametrize("game", ["3x3", "2x5", "2x5-total", "3x4-distinct", "2x4-position", "3x3-naive", "3x3-black"])
def test_the_value_is_that_of_the_reference(game: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lead, "LEAST_SLICE", least)
    with ThreadPoolExecutor(3) as executor:
        value = best_value(Problem(game))
        check(solve_together(game, executor), value)


def test_no_strategy_keeps_to_the_depth() -> None:
    solution = solve_together(Problem("3x4", depth=3))
    assert (solution.proven, solution.lower, solution.upper, solution.tree) == (True, None, None, None)
    assert solve_together(Problem("3x4", "worst", depth=3)).lower is None


def test_work_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four workers that begin with nothing search at most twice the positions of one search.

    One search asks the cells of a guess for shares of what it lacks; the leading process asks each for all of it.
    """
    monkeypatch.setattr(lead, "LEAST_SLICE", 150)
    alone = solve("4x7").spent.positions
    with ThreadPoolExecutor(4) as executor:
        together = solve_together("4x7", executor)
    check(together, (11228,))
    assert together.spent.positions <= 2 * alone


class Mortal(Processes):
    """Processes of which one is killed as soon as it has work, as often as told."""

    deaths: ClassVar[int]

    @contextmanager
    def open(self) -> Iterator[Executor]:
        with super().open() as executor:
            if Mortal.deaths:
                Mortal.deaths -= 1
                executor.submit(os._exit, 9)
            yield executor


def test_a_worker_that_dies_costs_its_job_only() -> None:
    Mortal.deaths = 2
    check(solve_together("4x5", Mortal(1)), (2463,))


def test_workers_that_keep_dying_end_the_search_with_the_best_so_far() -> None:
    Mortal.deaths = 3
    nothing = solve_together("4x5", Mortal(1))
    assert (nothing.proven, nothing.stopped, nothing.tree) == (False, Stopped.WORKERS, None)
    assert str(nothing.fault) == ("the workers died 3 times in a row in the search of 4x5; they may lack memory")
    Mortal.deaths = 0

    def kill(standing: Standing) -> None:
        if standing.progress.upper is not None and not Mortal.deaths:
            Mortal.deaths = 3
            for child in multiprocessing.active_children():
                child.kill()

    stopped = solve_together("4x7", Mortal(1), on_progress=kill)
    Mortal.deaths = 0
    assert (stopped.proven, stopped.stopped) == (False, Stopped.WORKERS)
    assert stopped.fault is not None
    assert 0 < stopped.lower[0] <= 11228 <= stopped.upper[0]
    assert stopped.upper == worth_of(stopped)


def test_a_scheduler_that_is_gone_ends_the_search_with_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sito.base.workers._CONNECT_SECONDS", 1)
    with local() as made:

        def end(standing: Standing) -> None:
            if standing.progress.upper is not None:
                made.close()

        stopped = solve_together("4x8", Dask(made.scheduler_address), on_progress=end)
    assert (stopped.proven, stopped.stopped) == (False, Stopped.WORKERS)
    assert str(stopped.fault).startswith("no Dask scheduler answers at")
    assert stopped.tree is not None


def test_a_cluster_that_all_workers_have_left_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lead, "COUNT_SECONDS", 0.05)
    monkeypatch.setattr(lead, "DESERTED_SECONDS", 0.1)
    with local() as made:

        def leave(standing: Standing) -> None:
            if standing.progress.upper is not None:
                made.scale(0)

        stopped = solve_together("4x8", Dask(made.scheduler_address), on_progress=leave)
        assert (stopped.proven, stopped.stopped) == (False, Stopped.WORKERS)
        assert str(stopped.fault).startswith(f"the Dask scheduler at {made.scheduler_address} has no workers")
        assert stopped.tree is not None


@pytest.mark.usefixtures("small_jobs")
def test_workers_that_join_later_get_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lead, "COUNT_SECONDS", 0.05)
    most = [0, 0]
    with local() as made:

        def grow(standing: Standing) -> None:
            scaled = len(made.workers) > 1
            most[scaled] = max(most[scaled], standing.running)
            if standing.progress.upper is not None and not scaled:
                made.scale(3)
                made.wait_for_workers(3)

        check(solve_together("4x7", Dask(made.scheduler_address), on_progress=grow), (11228,))
    assert most == [1, 3]


@pytest.mark.usefixtures("small_jobs")
def test_workers_killed_at_random_moments() -> None:
    chance = random.Random(14)
    killed: list[int] = []

    def kill(standing: Standing) -> None:
        children = multiprocessing.active_children()
        if standing.jobs > 3 * len(killed) and len(killed) < 4 and len(children) == 2:
            victim = chance.choice(children).pid
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    check(solve_together("4x7", Processes(2), on_progress=kill), (11228,))
    assert killed


def test_a_foreign_executor_that_breaks_is_not_replaced() -> None:
    with pool() as executor:
        executor.submit(os._exit, 9)
        with pytest.raises(Exception, match="terminated abruptly"):
            solve_together("4x6", executor)


@pytest.mark.parametrize("workers", [Serial(), Processes(2)])
def test_the_time_is_that_of_the_whole(workers: Workers) -> None:
    solution = solve_together("5x8", workers, limits=Limits(seconds=0.3))
    assert (solution.proven, solution.stopped) == (False, Stopped.TIME)


def test_limits_give_honest_bounds() -> None:
    for limits, stopped in (
        (Limits(work=0), Stopped.WORK),
        (Limits(work=200), Stopped.WORK),
        (Limits(stop=lambda: True), Stopped.ASKED),
    ):
        solution = solve_together("4x6", limits=limits)
        assert (solution.proven, solution.stopped) == (False, stopped)
        if stopped is Stopped.WORK:
            assert solution.lower[0] <= 5625 < solution.upper[0]
            assert solution.tree.total == solution.upper[0]
    assert solve_together("4x7", on_progress=lambda _standing: True).stopped is Stopped.ASKED


def test_ctrl_c_gives_the_best_so_far() -> None:
    def interrupt(standing: Standing) -> None:
        if standing.progress.positions:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as executor:
        solution = solve_together("4x8", executor, on_progress=interrupt, on_interrupt="return")
        assert (solution.proven, solution.stopped) == (False, Stopped.INTERRUPT)
        assert solution.lower < (20471,) <= solution.upper
        with pytest.raises(KeyboardInterrupt):
            solve_together("4x8", executor, on_progress=interrupt)


def test_what_cannot_be_handed_out_is_searched_here() -> None:
    narrow = Problem("4x4", width=1)
    assert solve_together(narrow, Processes(2)).upper == solve(narrow).upper


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize("objective", Objective)
def test_a_first_guess_that_tells_nothing_has_a_strategy_after_it(objective: Objective) -> None:
    turns = Transcript.parse("3x5 ECC:x DAA:-").turns
    asked = Problem("3x5", objective, history=turns, first_guess="ECC")
    together = solve_together(asked, Serial())
    assert together.proven
    assert together.upper == best_value(asked)


def test_a_search_goes_on_from_its_checkpoint_with_workers_or_without(tmp_path: Path) -> None:
    file, rules = tmp_path / "4x7.checkpoint", Rules.parse("4x7")
    opened = []
    for work in (500, 700, 900):
        kept = Checkpoint(file, rules)
        solution = solve_together(rules, limits=Limits(work=work), checkpoint=kept)
        assert not solution.proven
        kept.save()
        opened.append(len(json.dumps(kept.open)))
    assert opened[-1] > 100
    alone = solve(rules, journal=Checkpoint(file, rules).journal)
    assert (alone.proven, alone.upper) == (True, (11228,))
    kept = Checkpoint(file, rules)
    resumed = solve_together(rules, checkpoint=kept)
    check(resumed, (11228,))
    kept.save()
    assert resumed.spent.positions < 2400
    assert solve(rules, journal=Checkpoint(file, rules).journal).spent.positions < alone.spent.positions
    again = solve_together(rules, checkpoint=Checkpoint(file, rules))
    check(again, (11228,))
    assert again.spent.positions < 600


def test_a_checkpoint_keeps_the_best_tree(sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, rules = tmp_path / "4x7.checkpoint", Rules.parse("4x7")

    def solve_anew(asked: Problem, work: int, checkpoint: Checkpoint | None = None) -> Solution:
        monkeypatch.setattr(worker, "_KEPT", worker.LastGame(60))  # a worker that knows nothing from before
        return solve_together(asked, limits=Limits(work=work), checkpoint=checkpoint)

    kept = Checkpoint(file, rules)
    stopped = solve_anew(Problem(rules), 2500, kept)
    kept.save()
    assert stopped.upper < solve_anew(Problem(rules), 0).upper
    again = solve_anew(Problem(rules), 0, Checkpoint(file, rules))
    assert (again.upper, again.tree) == (stopped.upper, stopped.tree)
    assert Checkpoint(file, rules).best_for(Problem(rules)) == stopped.tree
    other = Problem(rules, history="AABC:xo")
    assert Checkpoint(file, rules).best_for(other) is None
    later = solve_anew(other, 0, Checkpoint(file, rules))
    assert worth_of(later) == later.upper
    alone = sito("solve", "4x7", "--fresh", "--positions", "0", "--checkpoint", str(file), "--json")
    assert json.loads(alone.out)["upper"] == list(stopped.upper)


@pytest.mark.parametrize("first", [None, "AAAA"])
def test_what_is_open_of_one_question_serves_no_other(tmp_path: Path, first: str | None) -> None:
    """The facts of a checkpoint serve any question about the game; what is open is about one position."""
    file, rules = tmp_path / "4x6.checkpoint", Rules.parse("4x6")
    kept = Checkpoint(file, rules)
    solve_together(Problem(rules, first_guess=first), limits=Limits(work=400), checkpoint=kept)
    kept.save()
    for question in (Problem(rules, history="AABC:xo"), Problem(rules, first_guess="AABB"), Problem(rules)):
        assert solve_together(question, checkpoint=Checkpoint(file, rules)).upper == solve(question).upper


def test_a_search_that_ends_before_its_first_job_knows_a_bound(sito: Sito) -> None:
    at_once = least_at_once(Problem("4x6"))
    assert solve_together("4x6", limits=Limits(seconds=0)).lower == (at_once["total"],)
    worst = solve_together(Problem("4x6", "worst-total"), limits=Limits(seconds=0))
    assert worst.lower == (at_once["worst"], at_once["total"])
    told = sito("solve", "4x6", "--fresh", "--executor", "processes:1", "--time", "0").out
    assert told == f"No strategy within the limits was found. No strategy beats: total {at_once['total']}.\n"


@pytest.mark.parametrize("lower", [3, 5600])
def test_a_bound_never_falls_by_what_a_checkpoint_says(tmp_path: Path, lower: int) -> None:
    file, rules = tmp_path / "4x6.checkpoint", Rules.parse("4x6")

    def change(about: dict[str, Any]) -> None:
        about["open"]["root"][0] = lower
        about["open"]["root"][-1] = None  # the bounds of its guesses are forgotten
        about["open_sha256"] = hashlib.sha256(json.dumps(about["open"]).encode()).hexdigest()

    spoiled_checkpoint(file, change)
    expected = max(lower, least_at_once(Problem(rules))["total"])
    kept = Checkpoint(file, rules)
    opened = kept.open
    assert solve_together(rules, limits=Limits(seconds=0), checkpoint=kept).lower == (expected,)
    kept.save()
    assert Checkpoint(file, rules).open == opened  # nothing of it is lost
    going_on = solve_together(rules, limits=Limits(work=0), checkpoint=Checkpoint(file, rules)).lower
    assert going_on >= (expected,)


def test_a_search_begins_with_a_tree(sito: Sito, tmp_path: Path) -> None:
    best = solve("4x5").tree
    with ProcessPoolExecutor(1) as executor:
        together = solve_together("4x5", executor, start=best, limits=Limits(work=0))
        assert (together.upper, together.proven) == ((best.total,), False)
        proven = solve_together("4x5", executor, start=best)
    check(proven, (best.total,))
    assert proven.spent.positions <= solve_together("4x5").spent.positions
    with pytest.raises(InputError, match="does not keep to what is asked with first"):
        solve_together(Problem("4x5", first_guess="AAAA"), start=best)
    file = tmp_path / "best.tree"
    best.save(file)
    asked = ("solve", "4x5", "--fresh", "--executor", "processes:1", "--start", str(file), "--positions", "0")
    assert f"total {best.total}" in sito(*asked).out


def spoiled_checkpoint(file: Path, change: Callable[[dict[str, Any]], None]) -> bytes:
    """Writes the checkpoint of a search of 4x6 that was cut short, with a change in what it says of itself."""
    rules = Rules.parse("4x6")
    kept = Checkpoint(file, rules)
    solve_together(rules, limits=Limits(work=400), checkpoint=kept)
    kept.save()
    line, _, journal = file.read_bytes().partition(b"\n")
    about = json.loads(line)
    change(about)
    spoiled = json.dumps(about).encode() + b"\n" + journal
    file.write_bytes(spoiled)
    return spoiled


@pytest.mark.parametrize(
    ("what", "value"),
    [
        *(("digest", 0), ("tree", "s"), ("tree", 1), ("root", [1])),
        ("root", [float("inf"), None, None, 1, 0, 0, 0, None]),
    ],
)
def test_a_checkpoint_that_makes_no_sense_is_named_and_left(
    sito: Sito, tmp_path: Path, what: str, value: object
) -> None:
    file = tmp_path / "4x6.checkpoint"

    def change(about: dict[str, Any]) -> None:
        if what == "digest":
            about["open"]["root"][0] += 1
        else:
            about["open"][what] = value
            about["open_sha256"] = hashlib.sha256(json.dumps(about["open"]).encode()).hexdigest()

    spoiled = spoiled_checkpoint(file, change)
    ways = [["--executor", "processes:1"], *([[]] if what == "tree" else [])]
    for way in ways:  # a search without workers reads nothing but the tree
        done = sito("solve", "4x6", "--fresh", "--checkpoint", str(file), *way)
        assert (done.code, done.out) == (2, "")
        assert f"the checkpoint {file} is damaged" in done.err
        assert file.read_bytes() == spoiled


def test_a_killed_coordinator_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "killed.checkpoint"
    hurry = (
        "import sito.cli.solve.search as s; s.SAVE_SECONDS = 0.1\n"
        "from sito.cli import main\n"
        "if __name__ == '__main__': main()\n"
    )
    arguments = ["solve", "4x7", "--executor", "processes:2", "--checkpoint", str(file), "--quiet"]
    for least in (2_000, 20_000):
        kill_when(lambda least=least: file.exists() and file.stat().st_size > least, tmp_path, *arguments, script=hurry)
    found = json.loads(run_sito(tmp_path, *arguments, "--json").stdout)
    assert (found["upper"], found["proven"]) == ([11228], True)


def test_what_is_open_is_told_as_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lead, "_TELL_SECONDS", 0.0)  # the search takes less time than there is between two lines
    monkeypatch.setattr(worker, "_KEPT", worker.LastGame(60))  # and less still where its facts are known from before
    told: list[Standing] = []
    solve_together("4x7", on_progress=told.append)
    lines = [str(line) for standing in told for line in standing.open]
    assert lines
    assert all(len(line) < 40 for line in lines)
    assert any(line.startswith("  A") for line in lines)
    assert any(line.startswith("    ") for line in lines)
    for standing in told:
        assert len(standing.open) <= 12
        upper = standing.progress.upper
        assert upper is None or standing.progress.lower <= 11228 <= upper


def test_the_command_searches_on_workers(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "c"
    done = sito("solve", "4x6", "--executor", "processes:2", "--history", "AABC:xo", "--checkpoint", str(file))
    assert (done.code, done.err) == (0, f"What the search has learned is in {file}.\n")
    assert done.out == sito("solve", "4x6", "--fresh", "--history", "AABC:xo").out
    assert "not proven" in sito("solve", "4x7", "--executor", "processes:2", "--positions", "300", code=4).out


def test_the_command_gives_the_best_so_far_when_the_workers_keep_dying(
    sito: Sito, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sito.cli.solve.solving.read_workers", lambda *_asked: Mortal(1))
    Mortal.deaths = 3
    done = sito("solve", "4x5", "--fresh", "--json")
    assert (done.code, json.loads(done.out)["stopped"]) == (4, "workers")
    assert done.err == (
        "sito: the workers died 3 times in a row in the search of 4x5; they may lack memory\n"
        "sito: the search was cut short, so this is not proven\n"
    )
