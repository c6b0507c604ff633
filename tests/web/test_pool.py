"""The pool of processes: results, errors that keep their faults, limits, fair shares, and the end of everything."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from sito.errors import CodeError, LimitError, SitoError
from sito.show.i18n import error_text, language
from sito.web.settings import Settings
from sito.web.work.faults import Busy, NoSuchJob, TaskFailed
from sito.web.work.jobs import Job, Jobs, JobState
from sito.web.work.pool import _WAIT_SECONDS, Lane, Pool, client_now
from tests.web import tasks_to_try as tasks
from tests.web.bound import ROOT, bound


@asynccontextmanager
async def pool(**settings: Any) -> AsyncIterator[Pool]:
    opened = Pool(Settings(**{"workers": 1, "heavy_workers": 1, "memory": 200_000_000, **settings}))
    await opened.open()
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def p(request: pytest.FixtureRequest) -> AbstractAsyncContextManager[Pool]:
    return pool(**getattr(request, "param", {}))


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.01)


async def test_results_errors_and_dead_processes(p: Pool) -> None:
    assert await p.run(tasks.add, {"a": 1, "b": 2}) == 3
    value = {"text": "ř", "list": [1, 2.5, None, True]}
    assert await p.run(tasks.say, {"value": value}) == value
    with pytest.raises(CodeError) as refused:
        await p.run(tasks.refuse, {})
    assert len(refused.value.faults) == 2
    assert refused.value.faults[1].plural == "{count} pegs"
    assert str(refused.value).endswith("is no code of 4x6\n2 pegs")
    with pytest.raises(CodeError, match="was read"):
        await p.run(tasks.unsayable, {})
    with pytest.raises(TaskFailed, match="ZeroDivisionError: by a mistake"):
        await p.run(tasks.fail, {})
    before = await p.run(tasks.process, {})
    with pytest.raises(LimitError, match="the process that did this ended"):
        await p.run(tasks.die, {})
    with pytest.raises(LimitError, match="too much memory"):
        await p.run(tasks.eat, {}, seconds=600)
    with pytest.raises(LimitError, match="too large"):
        await p.run(tasks.swell, {"bytes": 9_000_000})
    assert await p.run(tasks.process, {}) != before
    assert not psutil.pid_exists(before)


async def test_errors_are_said_in_the_language_of_the_reader(p: Pool) -> None:
    with pytest.raises(SitoError) as raised:
        await p.run(tasks.rules, {"text": "199x6"})
    with language("en"):
        english = error_text(raised.value)
    assert {english} == {error_text(raised.value, language="en")}
    assert error_text(raised.value, language="pl") != english
    with language("cs"):
        assert (await p.run(tasks.surroundings, {}))["language"] == "cs"
    assert (await p.run(tasks.surroundings, {}))["language"] != "cs"


async def test_processes_import_nothing_of_the_web(p: Pool) -> None:
    there = await p.run(tasks.surroundings, {})
    assert there["modules"] & {"nicegui", "fastapi", "starlette", "uvicorn", "asyncio", "pytest", "click"} == set()
    assert (there["niceness"], there["threads"]) == (os.nice(0), "1")


async def test_a_task_is_stopped_and_one_that_does_not_listen_is_killed(
    p: Pool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    process = await p.run(tasks.process, {})
    begun = tmp_path / "begun"
    waiter = asyncio.create_task(p.run(tasks.wait, {"file": str(begun)}, seconds=600))
    await until(begun.exists)
    waiter.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiter
    assert await p.run(tasks.process, {}) == process, "one that listens is kept"
    monkeypatch.setattr("sito.web.work.pool._STOP_SECONDS", 0.2)
    seen: list[Any] = []
    ticket = p.submit(tasks.sleep, {"seconds": 600}, lane=Lane.QUICK, seconds=6000, on_begin=lambda: seen.append(1))
    await until(lambda: seen)
    p.stop(ticket)
    with pytest.raises(LimitError, match="took too long"):
        await ticket.result
    assert await p.run(tasks.process, {}) != process


async def test_progress_arrives(p: Pool) -> None:
    seen: list[Any] = []
    ticket = p.submit(tasks.wait, {}, lane=Lane.QUICK, seconds=600, on_progress=seen.append)
    await until(lambda: len(seen) > 2)
    p.stop(ticket)
    assert (await ticket.result).value == "stopped"
    counts = [value["count"] for value in seen]
    assert counts == sorted(counts)
    assert counts[0] == 1


@pytest.mark.parametrize("p", [{"queue": 4, "queue_share": 3}], indirect=True)
async def test_too_much_work_is_refused_and_nobody_holds_up_the_others(p: Pool) -> None:
    order: list[str] = []

    def send(client: str) -> Any:
        client_now.set(client)
        ticket = p.submit(tasks.add, {"a": 1, "b": 1}, lane=Lane.QUICK, seconds=5)
        ticket.on_begin = lambda: order.append(client)
        return ticket

    client_now.set("blocker")
    blocker = p.submit(tasks.wait, {}, lane=Lane.QUICK, seconds=600)
    await until(lambda: p.running(Lane.QUICK) == 1 and not p.waiting(Lane.QUICK))
    greedy = [send("greedy") for _ in range(3)]
    with pytest.raises(Busy, match="too much to do"):
        send("greedy")
    modest = send("modest")
    with pytest.raises(Busy):
        send("another")
    assert p.waiting(Lane.QUICK) == 4
    p.stop(blocker)
    assert [(await ticket.result).value for ticket in (*greedy, modest)] == [2] * 4
    assert order == ["greedy", "modest", "greedy", "greedy"]
    send("greedy")


async def test_what_waits_too_long_is_refused(p: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await p.run(tasks.add, {"a": 1, "b": 2}) == 3
    seen: list[Any] = []
    blocker = p.submit(tasks.wait, {}, lane=Lane.QUICK, seconds=600, on_progress=seen.append)
    await until(lambda: seen)
    monkeypatch.setitem(_WAIT_SECONDS, Lane.QUICK, 0.05)
    with pytest.raises(Busy):
        await p.run(tasks.add, {"a": 1, "b": 2})
    p.stop(blocker)
    assert (await blocker.result).value == "stopped"


async def test_heavy_work_leaves_the_quick_lane_free(p: Pool, tmp_path: Path) -> None:
    jobs = Jobs(Settings(jobs_share=3), p)
    began = [jobs.start(tasks.wait, {"file": str(tmp_path / str(n))}, owner="ada") for n in range(3)]
    with pytest.raises(Busy):
        jobs.start(tasks.add, {"a": 1, "b": 1}, owner="ada")
    await until((tmp_path / "0").exists)
    assert await p.run(tasks.add, {"a": 1, "b": 2}) == 3
    assert [job.state for job in began] == [JobState.RUNNING, JobState.WAITING, JobState.WAITING]
    jobs.cancel(began[1].id, "ada")
    assert began[1].state is JobState.CANCELLED
    assert (await p.run(tasks.surroundings, {}))["niceness"] == os.nice(0)
    jobs.cancel(began[0].id, "ada")
    await until((tmp_path / "2").exists)
    await jobs.close()


async def test_jobs_have_a_life(p: Pool) -> None:
    jobs = Jobs(Settings(jobs=2, job_keep_seconds=2), p)
    heard: list[tuple[JobState, Any]] = []
    job = jobs.start(tasks.search, {}, owner="ada")
    unlisten = job.listen(lambda changed: heard.append((changed.state, changed.progress)))
    job.listen(lambda changed: 1 / 0)
    with pytest.raises(NoSuchJob):
        jobs.get(job.id, "bob")
    with pytest.raises(NoSuchJob):
        jobs.cancel(job.id, "bob")
    await until(lambda: job.state is JobState.RUNNING)
    await asyncio.sleep(1)  # so that the search itself is what is stopped
    jobs.cancel(job.id, "ada")
    await job.over.wait()
    assert (job.state, job.result, job.error) == (JobState.CANCELLED, "asked", None)
    assert heard[0][0] is JobState.RUNNING
    assert heard[-1][0] is JobState.CANCELLED
    unlisten()
    refused = jobs.start(tasks.refuse, {}, owner="ada")
    await refused.over.wait()
    assert (refused.state, type(refused.error)) == (JobState.FAILED, CodeError)
    broken = jobs.start(tasks.fail, {}, owner="ada")
    await broken.over.wait()
    assert broken.number
    assert broken.number in str(broken.error)
    assert "ZeroDivision" not in str(broken.error)
    assert len(jobs.of("ada")) <= 2
    await until(lambda: not jobs.of("ada"))


async def test_the_end_of_the_service_cancels_jobs_and_says_so(p: Pool) -> None:
    jobs = Jobs(Settings(), p)
    told: list[Job] = []
    job = jobs.start(tasks.wait, {}, owner="ada")
    await until(lambda: job.progress)
    job.listen(told.append)
    pids = p.pids
    await jobs.close()
    assert told == [job]
    assert job.state is JobState.CANCELLED
    assert "being stopped" in str(job.error)
    with pytest.raises(SitoError, match="being stopped"):
        jobs.start(tasks.wait, {}, owner="ada")
    waiter = asyncio.create_task(p.run(tasks.wait, {}, seconds=600))
    await asyncio.sleep(0)
    await p.close()
    with pytest.raises(SitoError, match="being stopped"):
        await waiter
    assert [pid for pid in pids if psutil.pid_exists(pid)] == []


def test_a_service_that_is_killed_leaves_no_processes_behind(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    script = f"""
import asyncio
from tests.web import tasks_to_try as tasks
from sito.web.settings import Settings
from sito.web.work.pool import Pool
async def main():
    pool = Pool(Settings(workers=1))
    await pool.open()
    await pool.run(tasks.wait, {{"file": {str(begun)!r}}}, seconds=6000)
asyncio.run(main())
"""
    service = subprocess.Popen(bound(sys.executable, "-c", script), cwd=ROOT)
    while not begun.exists() or not begun.read_text(encoding="utf-8"):
        assert service.poll() is None
        time.sleep(0.01)
    worker = psutil.Process(int(begun.read_text(encoding="utf-8")))
    service.send_signal(signal.SIGKILL)
    service.wait()
    worker.wait(600)


async def test_processes_that_cannot_start_are_tried_again(p: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    waiter = asyncio.create_task(p.run(tasks.add, {"a": 1, "b": 2}))
    await until(lambda: p._queues[Lane.QUICK].failures > 1)
    monkeypatch.undo()
    assert await waiter == 3
