"""The store: what goes in comes out, whoever else uses the file, and no file is spoiled."""

import multiprocessing
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.base.store import FILE_NAME, Store, open_store
from sito.errors import Fault, StoreError
from sito.exact.proofs import Proof, keep_proof, kept_proof
from sito.rules.rules import Rules
from sito.strategies.partition import Partition
from sito.strategies.strategy import parse_strategy
from sito.tournament.plan import Entry, Job, plan
from sito.tournament.run import Played, keep_result, kept_results


def job_of(rules, name, edition, secrets, seed=None):
    return Job(Entry(Rules.parse(rules), parse_strategy("entropy"), name, edition, edition), secrets, seed)


JOB = job_of("4x6", "entropy", "1.0", range(256, 512))
PROOF = Proof("4x6", "total", "any", "", lower=5600, upper=5700, tree=b"first", version="1.0")


def test_results_come_back(tmp_path) -> None:
    jobs = {
        JOB: Played((1, 300, 2), examined=7, seconds=0.25),
        job_of("4x6", "entropy", "1.0", range(256, 512), 0): Played((1,)),
        job_of("4x6", "entropy", "1.0", range(256, 512), -1): Played((2,)),
        job_of("4x6", "entropy", "1.0", (256, 511)): Played((3,)),
        job_of("4x6", "entropy", "1.1", range(256, 512)): Played((4,)),
        job_of("4x6", "minimax", "1.0", range(256, 512)): Played((5,)),
        job_of("4x7", "entropy", "1.0", range(256, 512)): Played((6,)),
    }
    with Store.in_directory(tmp_path / "new" / "place") as store:
        for job, result in jobs.items():
            keep_result(store, job, result)
    with Store.in_directory(tmp_path / "new" / "place") as store:
        assert dict(kept_results(store, jobs)) == jobs
        keep_result(store, JOB, Played((9,)))
        assert dict(kept_results(store, [JOB])) == {JOB: Played((9,))}


def test_a_refusal_is_not_kept(tmp_path) -> None:
    with Store.in_directory(tmp_path) as store:
        keep_result(store, JOB, Played((), refusal=(Fault("no"),)))
        assert list(kept_results(store, [JOB])) == []


def test_the_better_bounds_are_kept(tmp_path) -> None:
    with Store.in_directory(tmp_path) as store:
        assert kept_proof(store, "4x6", "total", "any", "") is None
        keep_proof(store, PROOF)
        assert kept_proof(store, "4x6", "total", "any", "") == PROOF
        keep_proof(store, Proof("4x6", "total", "any", "", 5620, None, None, "1.1"))
        found = kept_proof(store, "4x6", "total", "any", "")
        assert found == Proof("4x6", "total", "any", "", 5620, 5700, b"first", "1.1")
        keep_proof(store, Proof("4x6", "total", "any", "", 5500, 5625, b"second", "1.2"))
        found = kept_proof(store, "4x6", "total", "any", "")
        assert found == Proof("4x6", "total", "any", "", 5620, 5625, b"second", "1.2")
        keep_proof(store, Proof("4x6", "total", "any", "", 5625, 5625, b"third", "1.3"))
        found = kept_proof(store, "4x6", "total", "any", "")
        assert found.proven
        assert found.tree == b"second"
        assert kept_proof(store, "4x6", "total", "any", "CBFF:o") is None


BOUNDS = st.tuples(st.integers(0, 9), st.none() | st.integers(10, 19))


@given(st.lists(BOUNDS, min_size=1, max_size=6))
def test_bounds_do_not_depend_on_the_order(bounds) -> None:
    found = []
    for order in (bounds, bounds[::-1]):
        with Store(":memory:") as store:
            for lower, upper in order:
                tree = None if upper is None else bytes([upper])
                keep_proof(store, Proof("2x2", "total", "any", "", lower, upper, tree, "1.0"))
            found.append(kept_proof(store, "2x2", "total", "any", ""))
    uppers = [upper for _lower, upper in bounds if upper is not None]
    best = min(uppers, default=None)
    expected = Proof("2x2", "total", "any", "", max(lower for lower, _ in bounds), best, best and bytes([best]), "1.0")
    assert found == [expected, expected]


def custom(sizes):
    return sizes[0] - len(sizes)


def test_objects_are_kept_if_another_run_can_know_them_again(tmp_path) -> None:
    planned = plan("3x4", [Partition(custom, "apart"), lambda sizes: sizes[0], "entropy"])
    named, nameless, known = planned.jobs()
    assert nameless.entry.kept_as is None
    assert known.entry.kept_as == known.entry.edition != named.entry.kept_as
    with Store.in_directory(tmp_path) as store:
        for job in planned.jobs():
            keep_result(store, job, Played((1, 2)))
        assert [job.entry.name for job, _ in kept_results(store, planned.jobs())] == ["custom:apart", "entropy"]
        again = plan("3x4", [custom, Partition(custom, "apart")]).jobs()
        assert [job.entry.name for job, _ in kept_results(store, again)] == ["custom:apart"]


def test_threads_share_a_store(tmp_path) -> None:
    with Store.in_directory(tmp_path) as store, ThreadPoolExecutor(8) as executor:
        jobs = [job_of("4x6", "entropy", "1.0", (place,)) for place in range(200)]
        list(executor.map(lambda job: keep_result(store, job, Played(job.secrets)), jobs))
        found = executor.submit(lambda: dict(kept_results(store, jobs))).result()
        assert found == {job: Played(job.secrets) for job in jobs}


def test_who_can_do_without_a_store_hears_why_there_is_none(tmp_path) -> None:
    told: list[StoreError] = []
    (tmp_path / "file").write_text("")
    assert open_store(tmp_path / "file", told.append) is None
    assert "cannot be used" in str(told[0])
    store = open_store(tmp_path / "place", told.append)
    store.close()
    assert len(told) == 1


def refused(directory) -> str:
    before = {path: path.read_bytes() for path in directory.iterdir() if path.is_file()}
    with pytest.raises(StoreError) as caught:
        Store.in_directory(directory)
    assert {path: path.read_bytes() for path in directory.iterdir() if path.is_file()} == before
    return str(caught.value)


def test_a_damaged_file_is_left_alone(tmp_path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database " * 1000)
    assert "cannot be used: file is not a database; move it away if it is damaged" in refused(tmp_path)


def test_a_file_cut_short_is_left_alone(tmp_path) -> None:
    with Store.in_directory(tmp_path) as store:
        for place in range(50):
            keep_result(store, job_of("4x6", "entropy", "1.0", (place,)), Played(tuple(range(500))))
    file = tmp_path / FILE_NAME
    file.write_bytes(file.read_bytes()[: 3 * 4096])
    with pytest.raises(StoreError, match="malformed"), Store.in_directory(tmp_path) as store:
        list(kept_results(store, [job_of("4x6", "entropy", "1.0", (place,)) for place in range(50)]))


def test_the_file_of_another_program_is_left_alone(tmp_path) -> None:
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute("CREATE TABLE theirs (value)")
    database.commit()
    database.close()
    assert "it belongs to another program" in refused(tmp_path)


def test_a_file_of_a_later_version_is_left_alone(tmp_path) -> None:
    Store.in_directory(tmp_path).close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute("PRAGMA user_version = 99")
    database.close()
    assert "has version 99 and this Sito knows up to 1; use the later Sito" in refused(tmp_path)


def test_a_directory_that_cannot_be_is_named(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot be used: .*set SITO_DATA_DIR to a directory that you can write to"):
        Store.in_directory(tmp_path / "file")
    with pytest.raises(StoreError, match="cannot be used"):
        Store.in_directory(tmp_path / "file" / "below")
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(StoreError, match="cannot be used: Is a directory"):
        Store.in_directory(tmp_path)


def test_a_read_only_file_can_be_read_and_says_so_when_written(tmp_path) -> None:
    with Store(tmp_path / FILE_NAME) as store:
        keep_result(store, JOB, Played((1,)))
    with Store(f"file:{tmp_path / FILE_NAME}?mode=ro") as store:
        assert dict(kept_results(store, [JOB])) == {JOB: Played((1,))}
        with pytest.raises(StoreError, match="attempt to write a readonly database"):
            keep_result(store, JOB, Played((2,)))


def _write(directory, worker, count) -> None:
    with Store.in_directory(directory) as store:
        for place in range(count):
            keep_result(store, job_of("4x6", f"worker-{worker}", "1.0", (place,)), Played((worker, place)))
            keep_proof(store, Proof("4x6", "total", "any", "", worker * count + place, None, None, "1.0"))


def test_processes_share_the_file(tmp_path) -> None:
    """They open it for the first time at the same moment, and write at the same time."""
    context = multiprocessing.get_context("spawn")
    workers, count = 4, 50
    processes = [context.Process(target=_write, args=(tmp_path, worker, count)) for worker in range(workers)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * workers
    jobs = {
        job_of("4x6", f"worker-{worker}", "1.0", (place,)): Played((worker, place))
        for worker in range(workers)
        for place in range(count)
    }
    with Store.in_directory(tmp_path) as store:
        assert dict(kept_results(store, jobs)) == jobs
        assert kept_proof(store, "4x6", "total", "any", "").lower == workers * count - 1
