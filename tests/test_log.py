"""The log of the library: the logger `sito`, silent until a program asks for it."""

import logging
import subprocess
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

import sito
from sito.base.store import Store
from sito.base.workers import ATTEMPTS, Processes, Serial, Workers, run_all
from sito.errors import Fault, SitoError

LOGGER = logging.getLogger("sito")


def test_long_work_says_that_it_begins_and_ends(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    with caplog.at_level(logging.DEBUG, "sito"):
        sito.solve("3x4")
        sito.compare("3x4", "minimax", limits=sito.Limits(work=0))
        with Processes(2).open():
            pass
        Store(tmp_path / "new.sqlite").close()
    first, second, third, *others = [record.getMessage() for record in caplog.records]
    assert first == "searching 3x4 for the least total"
    assert second.startswith("searched 3x4: ")
    assert third.endswith(" of a tournament")
    assert "starting a pool of 2 processes" in others
    assert any("new.sqlite is brought from version 0 to" in text for text in others)


@pytest.mark.parametrize("deaths", [1, ATTEMPTS])
def test_workers_that_died_are_told(deaths: int, caplog: pytest.LogCaptureFixture) -> None:
    died = iter([True] * deaths)

    class Dying:
        def open(self) -> object:
            return Serial().open()

        def lost(self, error: BaseException) -> bool:
            return isinstance(error, EOFError)

    def work(number: int) -> int:
        if next(died, False):
            raise EOFError
        return number

    workers = Dying()
    assert isinstance(workers, Workers)
    found: list[int] = []

    def lost(tasks: Sequence[int]) -> Fault:
        return Fault("lost")

    with pytest.raises(SitoError, match="lost") if deaths == ATTEMPTS else nullcontext():
        run_all([7], lambda executor, n: executor.submit(work, n), workers, lambda _, n: found.append(n), lost)
    assert found == ([] if deaths == ATTEMPTS else [7])
    again = min(deaths, ATTEMPTS - 1)  # who has died as often is given up
    assert [record.getMessage() for record in caplog.records] == ["workers died; 1 tasks run again"] * again


def test_nothing_is_shown_unless_it_is_asked_for() -> None:
    script = "import sito; sito.solve('3x4'); from sito.base.log import log; log.warning('lost')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_what_a_metric_raises_names_the_metric() -> None:
    def hasty(sizes: list[int]) -> float:
        return 1 / 0

    with pytest.raises(ZeroDivisionError, match="division by zero") as caught:
        sito.Knowledge("3x4").rank(hasty)
    assert "raised by the metric hasty for the cell sizes [" in caught.value.__notes__[0]
