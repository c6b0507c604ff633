"""The store: what goes in comes out, whoever else uses the file, and no file is spoiled."""

import multiprocessing
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sito.errors import Fault, StoreError
from sito.store import FILE_NAME, Proof, SavedGame, Store
from sito.tournament.run import Job, Played

JOB = Job("4x6", "entropy", "1.0", range(256, 512), None)
PROOF = Proof("4x6", "total", "any", "", lower=5600, upper=5700, tree=b"first", version="1.0")


def test_results_come_back(tmp_path) -> None:
    jobs = {
        JOB: Played((1, 300, 2), examined=7, seconds=0.25),
        Job("4x6", "entropy", "1.0", range(256, 512), 0): Played((1,)),
        Job("4x6", "entropy", "1.0", range(256, 512), -1): Played((2,)),
        Job("4x6", "entropy", "1.0", (256, 511), None): Played((3,)),
        Job("4x6", "entropy", "1.1", range(256, 512), None): Played((4,)),
        Job("4x6", "minimax", "1.0", range(256, 512), None): Played((5,)),
        Job("4x7", "entropy", "1.0", range(256, 512), None): Played((6,)),
    }
    with Store.in_directory(tmp_path / "new" / "place") as store:
        for job, result in jobs.items():
            store.add_result(job, result)
    with Store.in_directory(tmp_path / "new" / "place") as store:
        assert dict(store.results(jobs)) == jobs
        store.add_result(JOB, Played((9,)))
        assert dict(store.results([JOB])) == {JOB: Played((9,))}


def test_a_refusal_is_not_kept(tmp_path) -> None:
    with Store.in_directory(tmp_path) as store:
        store.add_result(JOB, Played((), refusal=(Fault("no"),)))
        assert list(store.results([JOB])) == []


def test_the_better_bounds_are_kept(tmp_path) -> None:
    with Store.in_directory(tmp_path) as store:
        assert store.proof("4x6", "total", "any", "") is None
        store.add_proof(PROOF)
        assert store.proof("4x6", "total", "any", "") == PROOF
        store.add_proof(Proof("4x6", "total", "any", "", 5620, None, None, "1.1"))
        assert store.proof("4x6", "total", "any", "") == Proof("4x6", "total", "any", "", 5620, 5700, b"first", "1.1")
        store.add_proof(Proof("4x6", "total", "any", "", 5500, 5625, b"second", "1.2"))
        assert store.proof("4x6", "total", "any", "") == Proof("4x6", "total", "any", "", 5620, 5625, b"second", "1.2")
        store.add_proof(Proof("4x6", "total", "any", "", 5625, 5625, b"third", "1.3"))
        found = store.proof("4x6", "total", "any", "")
        assert found is not None
        assert found.proven
        assert found.tree == b"second"
        assert store.proof("4x6", "total", "any", "CBFF:o") is None


BOUNDS = st.tuples(st.integers(0, 9), st.none() | st.integers(10, 19))


@given(st.lists(BOUNDS, min_size=1, max_size=6))
def test_bounds_do_not_depend_on_the_order(bounds) -> None:
    found = []
    for order in (bounds, bounds[::-1]):
        with Store(":memory:") as store:
            for lower, upper in order:
                tree = None if upper is None else bytes([upper])
                store.add_proof(Proof("2x2", "total", "any", "", lower, upper, tree, "1.0"))
            found.append(store.proof("2x2", "total", "any", ""))
    uppers = [upper for _lower, upper in bounds if upper is not None]
    best = min(uppers, default=None)
    expected = Proof("2x2", "total", "any", "", max(lower for lower, _ in bounds), best, best and bytes([best]), "1.0")
    assert found == [expected, expected]


def test_games_come_back_in_order(tmp_path) -> None:
    games = [SavedGame(f"2026-01-0{day}T10:00:00", "4x6 CBFF:o", "entropy", "human") for day in (3, 1, 2)]
    with Store.in_directory(tmp_path) as store:
        for game in games:
            store.add_game(game)
        assert list(store.games()) == games


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
            store.add_result(Job("4x6", "entropy", "1.0", (place,), None), Played(tuple(range(500))))
    file = tmp_path / FILE_NAME
    file.write_bytes(file.read_bytes()[: 3 * 4096])
    with pytest.raises(StoreError, match="malformed"), Store.in_directory(tmp_path) as store:
        list(store.results([Job("4x6", "entropy", "1.0", (place,), None) for place in range(50)]))


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
    with pytest.raises(StoreError, match="cannot be used: unable to open database file"):
        Store.in_directory(tmp_path)


def test_a_read_only_file_can_be_read_and_says_so_when_written(tmp_path) -> None:
    with Store(tmp_path / FILE_NAME) as store:
        store.add_result(JOB, Played((1,)))
    with Store(f"file:{tmp_path / FILE_NAME}?mode=ro") as store:
        assert dict(store.results([JOB])) == {JOB: Played((1,))}
        with pytest.raises(StoreError, match="attempt to write a readonly database"):
            store.add_result(JOB, Played((2,)))


def _write(directory, worker, count) -> None:
    with Store.in_directory(directory) as store:
        for place in range(count):
            store.add_result(Job("4x6", f"worker-{worker}", "1.0", (place,), None), Played((worker, place)))
            store.add_proof(Proof("4x6", "total", "any", "", worker * count + place, None, None, "1.0"))


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
        Job("4x6", f"worker-{worker}", "1.0", (place,), None): Played((worker, place))
        for worker in range(workers)
        for place in range(count)
    }
    with Store.in_directory(tmp_path) as store:
        assert dict(store.results(jobs)) == jobs
        found = store.proof("4x6", "total", "any", "")
        assert found is not None
        assert found.lower == workers * count - 1
