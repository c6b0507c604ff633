"""The contract of every kind of worker, kept by all of them alike, and what happens when a worker dies."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from threading import Lock, Thread

import pytest

from sito.base.workers import ATTEMPTS, Dask, Processes, Serial, SerialExecutor, parse_workers
from sito.errors import InputError, SitoError
from sito.rules.rules import Rules
from sito.strategies.partition import Partition
from sito.strategies.strategy import parse_strategy
from sito.tournament import compare
from sito.tournament.comparison import reduce
from sito.tournament.plan import Entry, Job, plan
from sito.tournament.run import run_job, run_jobs
from tests.conftest import run_sito, written

PLAN = plan(
    [Rules.parse("4x6"), Rules.parse("3x8-distinct")],
    [parse_strategy(text) for text in ("first-consistent", "random-consistent", "uniform-probe", "entropy")],
    seeds=2,
)
EXPECTED = reduce(PLAN, [(job, run_job(job)) for job in PLAN.jobs()]).to_json()


def start_dask(command, *arguments):
    quiet = {**os.environ, "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical"}
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{command}", *arguments],
        env=quiet,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


class Cluster:
    """A Dask scheduler and two worker processes on this machine, each started by its own command."""

    def __init__(self, directory, *, workers=2) -> None:
        self.file = directory / "scheduler.json"
        self.scheduler = start_dask(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file)
        )
        while not self.file.exists() or not self.file.read_text():
            assert self.scheduler.poll() is None, "the scheduler did not start"
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text())["address"].replace("tcp:", "dask:")
        self.workers = [self.start_worker(directory) for _ in range(workers)]

    def start_worker(self, directory):
        return start_dask(
            "worker",
            *("--scheduler-file", str(self.file), "--nthreads", "1", "--no-dashboard", "--no-nanny"),
            *("--host", "127.0.0.1", "--local-directory", str(directory)),
        )

    def __enter__(self):
        return self

    def __exit__(self, *error) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()  # asked politely, a worker whose scheduler has gone may wait for it
        for process in [*self.workers, self.scheduler]:
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with Cluster(tmp_path_factory.mktemp("dask")) as running:
        yield running


@pytest.fixture(params=["serial", "processes:2", "dask"])
def workers(request):
    if request.param == "dask":
        return parse_workers(request.getfixturevalue("cluster").address)
    return parse_workers(request.param)


def table_of(workers, on_result=lambda job, result: None, clock=None):
    results = {}

    def take(job, result) -> None:
        assert job not in results
        results[job] = result
        on_result(job, result)

    run_jobs(PLAN.jobs(), workers, take, clock)
    return reduce(PLAN, results.items())


class TestContract:
    """Every kind of worker."""

    def test_gives_the_same_bytes(self, workers) -> None:
        assert table_of(workers).to_json() == EXPECTED

    def test_tells_the_time(self, workers) -> None:
        table = table_of(workers, clock=time.perf_counter)
        assert all(standing.seconds for standing in table.standings if not standing.refusal)
        assert table.to_json() == EXPECTED

    def test_runs_nothing(self, workers) -> None:
        run_jobs([], workers, lambda job, result: pytest.fail("no job was given"))

    def test_raises_what_a_job_raises(self, workers) -> None:
        entry = Entry.of(Rules.parse("2x2"), parse_strategy("first-consistent"))
        good, bad = Job(entry, range(4)), Job(replace(entry, edition="0.0.0"), range(4))
        with pytest.raises(SitoError, match="install the same Sito"):
            run_jobs([good, bad], workers, lambda job, result: None)

    def test_stops_when_told(self, workers) -> None:
        def interrupt(job, result) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            table_of(workers, interrupt)
        assert table_of(workers).to_json() == EXPECTED


def kill_once(process_id):
    """Makes a function that kills a worker with its first call, while most jobs are still to do."""
    killed = []

    def kill(job, result) -> None:
        if not killed:
            killed.append(process_id())
            os.kill(killed[0], signal.SIGKILL)

    return kill, killed


def test_a_killed_process_loses_no_result() -> None:
    kill, killed = kill_once(lambda: multiprocessing.active_children()[0].pid)
    assert table_of(Processes(2), kill).to_json() == EXPECTED
    assert killed


HALF_A_RESULT = """
import os, sys, time
from sito.base.workers import Processes

def send_half(wrote):
    results = sys._getframe(1).f_locals["result_queue"]
    os.write(results._writer.fileno(), (1000).to_bytes(4) + b"half of a result")
    open(wrote, "w").close()
    time.sleep(10**6)

if __name__ == "__main__":
    with Processes(2).open() as executor:
        executor.submit(send_half, sys.argv[1])
        while not os.path.exists(sys.argv[1]):
            time.sleep(0.01)
        raise SystemExit("stopped")
"""


def test_stopping_does_not_wait_for_the_rest_of_a_result(tmp_path) -> None:
    script = written(tmp_path / "half.py", HALF_A_RESULT)
    done = subprocess.run([sys.executable, str(script), str(tmp_path / "wrote")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "stopped\n")


def test_processes_leave_ctrl_c_alone_from_their_start() -> None:
    with Processes(2).open() as executor:
        masks = [executor.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []) for _ in range(2)]
        assert all(signal.SIGINT in mask.result() for mask in masks)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.smoke
def test_a_killed_dask_worker_loses_no_result(tmp_path) -> None:
    with Cluster(tmp_path) as cluster:
        workers = parse_workers(cluster.address)
        assert table_of(workers).to_json() == EXPECTED  # both are there now
        kill, killed = kill_once(lambda: cluster.workers[0].pid)
        assert table_of(workers, kill).to_json() == EXPECTED
        assert killed
        assert cluster.workers[0].wait() == -signal.SIGKILL


def test_of_a_scheduler_that_goes_away_no_traceback_is_shown(tmp_path) -> None:
    program = (
        "import os, signal, sys, time\n"
        "from sito.base.workers import parse_workers\n"
        "workers = parse_workers(sys.argv[1])\n"
        "try:\n"
        "    with workers.open() as executor:\n"
        "        future = executor.submit(time.sleep, 600)\n"
        "        os.kill(int(sys.argv[2]), signal.SIGKILL)\n"
        "        future.result()\n"
        "except Exception as error: print(workers.lost(error))\n"
    )
    with Cluster(tmp_path, workers=1) as cluster:
        done = run_sito(tmp_path, cluster.address, str(cluster.scheduler.pid), script=program)
    assert (done.stdout, done.stderr) == ("True\n", "")


class Dead(Executor):
    """An executor whose workers die with each job."""

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        future.set_exception(BrokenExecutor("a worker died"))
        return future


class Mortal:
    """Workers that die before any job is done, the first few times."""

    def __init__(self, deaths) -> None:
        self.executors = iter([*[Dead()] * deaths, SerialExecutor()])

    def open(self):
        return next(self.executors)

    def lost(self, error) -> bool:
        return Processes().lost(error)


def test_workers_that_die_at_once_are_tried_again_so_often() -> None:
    assert table_of(Mortal(ATTEMPTS - 1)).to_json() == EXPECTED
    with pytest.raises(SitoError, match="the workers died 3 times in a row and 42 jobs are not done"):
        table_of(Mortal(ATTEMPTS))


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch) -> None:
    monkeypatch.setattr("sito.base.workers._CONNECT_SECONDS", 0.5)
    with pytest.raises(SitoError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1 .*start one with"):
        table_of(Dask("tcp://127.0.0.1:1"))


def test_a_scheduler_without_workers_is_named(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("sito.base.workers._CONNECT_SECONDS", 5)
    with (
        Cluster(tmp_path, workers=0) as cluster,
        pytest.raises(SitoError, match=r"has no workers; start one with: dask worker tcp://127\.0\.0\.1"),
    ):
        table_of(parse_workers(cluster.address))


@pytest.mark.parametrize(
    "text", ["", "threads", "serial:2", "dask:", "dask://", "dask://host", "dask://:1", "dask://h:x"]
)
def test_workers_that_there_are_not(text) -> None:
    with pytest.raises(InputError, match="write serial, processes, processes:4 or dask://HOST:PORT"):
        parse_workers(text)


@pytest.mark.parametrize("count", ["", "0", "-1", "two", "100000"])
def test_wrong_numbers_of_processes(count) -> None:
    with pytest.raises(InputError, match="is no number of processes; write processes:N with N from 1 to 1024"):
        parse_workers(f"processes:{count}")


def test_texts_of_workers() -> None:
    assert parse_workers(" serial ") == Serial()
    assert parse_workers("processes") == Processes(None)
    assert parse_workers("dask://[::1]:8786") == Dask("tcp://[::1]:8786")


OWN_STRATEGIES = """
import math
from dataclasses import dataclass

@dataclass(frozen=True)
class Share:
    'Guesses the possible code at a share of the way.'
    share: float
    deterministic = consistent = True

    def choose(self, knowledge, rng):
        knowledge.check_any_left()
        return knowledge[int(self.share * (len(knowledge) - 1))]

class Drawing:
    'Has neither a text nor equality of its own.'
    deterministic = False
    consistent = True

    def choose(self, knowledge, rng):
        return max((knowledge.draw(rng) for _ in range(3)), key=lambda code: len(knowledge.cells(code)))

def roots(sizes):
    return -sum(math.sqrt(size) for size in sizes)
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A module of the caller's own, with two strategies and a metric."""
    (tmp_path / "own_strategies.py").write_text(OWN_STRATEGIES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("own_strategies")
    del sys.modules["own_strategies"]


def table_on(executor, own):
    strategies = [own.Share(0.25), own.Drawing(), own.roots, Partition(own.roots, "consistent"), max]
    return compare(["3x4", "4x5"], [*strategies, "entropy", "random-consistent"], seeds=2, executor=executor)


def test_objects_and_metrics_give_equal_tables_everywhere(own) -> None:
    """Also on pools of the caller, who may go on with them."""
    from distributed import Client, LocalCluster

    expected = table_on(None, own)
    names = [standing.strategy for standing in expected.standings if standing.rules == "3x4"]
    assert names == ["Share(share=0.25)", "Drawing", "roots", "roots:consistent", "max", "entropy", "random-consistent"]
    assert all(standing.games for standing in expected.standings)
    with ThreadPoolExecutor(3) as threads:
        assert table_on(threads, own) == expected
        assert threads.submit(len, "abc").result() == 3
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        assert table_on(processes, own) == expected
        assert processes.submit(len, "abc").result() == 3
    assert table_on(Processes(2), own) == expected
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0") as local,
        Client(local) as client,
    ):
        executor = client.get_executor()
        assert table_on(executor, own) == expected
        assert executor.submit(len, "abc").result() == 3


class Backwards(Executor):
    """Plays nothing until the last job is there, and then the last one first."""

    def __init__(self, count) -> None:
        self.count, self.waiting = count, []

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self.waiting.append((future, fn, args, kwargs))
        if len(self.waiting) == self.count:
            Thread(target=self.run).start()
        return future

    def run(self) -> None:
        for future, fn, args, kwargs in reversed(self.waiting):
            future.set_result(fn(*args, **kwargs))

    def shutdown(self, *args, **kwargs):
        raise AssertionError("the executor of a caller is not shut down")


def test_any_executor_will_do_in_any_order() -> None:
    planned = plan(["3x4", "4x5"], "first-consistent")
    count = len(planned.jobs())
    assert compare(["3x4", "4x5"], "first-consistent", executor=Backwards(count)) == compare(
        ["3x4", "4x5"], "first-consistent"
    )


class Guarded:
    """Cannot be pickled, for it holds a lock."""

    deterministic = consistent = True

    def __init__(self) -> None:
        self.lock = Lock()

    def choose(self, knowledge, rng):
        with self.lock:
            return knowledge.first()


def test_what_cannot_be_pickled_plays_on_threads_alone(cluster) -> None:
    expected = compare("3x4", [Guarded(), lambda sizes: sizes[0]])
    with ThreadPoolExecutor(2) as threads:
        assert compare("3x4", [Guarded(), lambda sizes: sizes[0]], executor=threads) == expected
    refusal = r"Guarded cannot be sent to the workers, for it cannot be pickled: TypeError: cannot pickle .*; define it"
    with pytest.raises(SitoError, match=refusal):
        compare("3x4", Guarded(), executor=Processes(1))
    with pytest.raises(SitoError, match=refusal):
        compare("3x4", Guarded(), executor=parse_workers(cluster.address))
    with (
        ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as processes,
        pytest.raises(SitoError, match="<lambda> cannot be sent to the workers"),
    ):
        compare("3x4", lambda sizes: sizes[0], executor=processes)


def test_an_executor_that_breaks_is_named() -> None:
    with pytest.raises(SitoError, match="a worker of the executor died while first-consistent was to play 3x4: Broken"):
        compare("3x4", "first-consistent", executor=Dead())
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(
        SitoError, match="the executor could not play first-consistent on 3x4: RuntimeError: cannot sch"
    ):
        compare("3x4", "first-consistent", executor=executor)


@pytest.mark.parametrize("executor", ["processes", 4, ThreadPoolExecutor, Processes])
def test_what_is_no_executor_is_refused(executor) -> None:
    with pytest.raises(InputError, match="is no executor; give one of concurrent"):
        compare("3x4", "first-consistent", executor=executor)


def test_processes_that_end_before_the_pool_hears_of_it_leave_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool learns from the death of its processes, not from us, that works were cancelled."""
    shown: list[object] = []
    monkeypatch.setattr(threading, "excepthook", shown.append)
    shutdown = ProcessPoolExecutor.shutdown

    def late(executor: ProcessPoolExecutor, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for child in multiprocessing.active_children():
            child.join()
        time.sleep(1)
        shutdown(executor, wait, cancel_futures=cancel_futures)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", late)

    def interrupted() -> None:
        with Processes(1).open() as executor:
            futures = [executor.submit(time.sleep, 60) for _ in range(20)]
            while not futures[1].running():  # as many as the pool hands out at once; the others wait
                time.sleep(0.01)
            for future in futures:
                future.cancel()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert shown == []
