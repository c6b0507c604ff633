"""Long work that is awaited: a task that is cancelled ends it, and what is awaited is what the function gives."""

import asyncio
import inspect
import threading
from collections.abc import Callable, Coroutine

import pytest

import sito
from sito.asynchronous import asynchronous
from sito.base.limits import Limits

AWAITED = [name for name in sito.__all__ if name.endswith("_async")]


async def cancelled(begin: Callable[[Callable[..., None]], Coroutine[object, None, object]]) -> threading.Thread:
    """Cancels what `begin` makes of a function that is to be called in its thread, and gives that thread."""
    loop, begun = asyncio.get_running_loop(), asyncio.Event()
    threads: list[threading.Thread] = []

    def note(*_told: object) -> None:
        threads.append(threading.current_thread())
        loop.call_soon_threadsafe(begun.set)

    task = loop.create_task(begin(note))
    task.add_done_callback(note)  # of what fails nobody waits for the beginning
    await begun.wait()
    assert not task.done(), task.exception()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return threads[0]


@pytest.mark.parametrize(
    "begin",
    [
        lambda note: sito.solve_async("5x7", on_progress=note),
        lambda note: sito.every_first_async("5x7", on_progress=note),
        lambda note: sito.best_response_async("5x6", "first-consistent", on_progress=note),
        lambda note: sito.game_value_async("5x7", on_progress=note),
        lambda note: sito.advise_async("5x7", limits=Limits(work=10**9, stop=note)),
        lambda note: sito.review_async("4x8-black AABC:x", limits=Limits(work=10**9, stop=note)),
        lambda note: sito.compare_async("5x8", "random-consistent", seeds=1000, on_progress=note),
        lambda note: sito.duel_odds_async("5x8", "first-consistent", "entropy", on_progress=note),
        lambda note: sito.solve_pegs_async("english", on_progress=note),
        lambda note: sito.solve_jugs_async("499 401 307 211", 123, on_progress=note),
    ],
    ids=[
        "solve",
        "every_first",
        "best_response",
        "game_value",
        "advise",
        "review",
        "compare",
        "duel_odds",
        "solve_pegs",
        "solve_jugs",
    ],
)
def test_cancelling_ends_the_work(begin: Callable[..., Coroutine[object, None, object]]) -> None:
    thread = asyncio.run(cancelled(begin))
    thread.join()  # for ever, if the search went on
    assert not thread.is_alive()


def test_all_that_takes_limits_can_be_awaited() -> None:
    functions = {name: getattr(sito, name) for name in sito.__all__ if inspect.isfunction(getattr(sito, name))}
    long = {
        name
        for name, function in functions.items()
        if "limits" in inspect.signature(function).parameters and name not in AWAITED
    }
    assert {name.removesuffix("_async") for name in AWAITED} == long
    for name in AWAITED:
        plain = functions[name.removesuffix("_async")]
        assert inspect.iscoroutinefunction(functions[name])
        assert inspect.signature(functions[name]) == inspect.signature(plain)


def test_the_event_loop_goes_on_meanwhile() -> None:
    async def both() -> list[str]:
        order: list[str] = []
        gate = threading.Event()

        def work(limits: Limits = Limits()) -> None:
            gate.wait()
            order.append("work")

        async def other() -> None:
            order.append("loop")
            gate.set()

        await asyncio.gather(asynchronous(work, "")(), other())
        return order

    assert asyncio.run(both()) == ["loop", "work"]


def test_limits_errors_and_results_are_those_of_the_function() -> None:
    asked: list[None] = []
    work = sito.Limits(work=20, stop=lambda: asked.append(None))
    assert asyncio.run(sito.solve_async("4x6", limits=work)).stopped is sito.Stopped.WORK
    ended = asyncio.run(sito.solve_async("5x7", limits=sito.Limits(stop=lambda: True)))
    assert ended.stopped is sito.Stopped.ASKED
    with pytest.raises(sito.SitoError, match="0 pegs were given"):
        asyncio.run(sito.solve_async("0x4"))
    with pytest.raises(sito.SitoError, match="limits is 5; give a Limits value"):
        asyncio.run(sito.solve_async("4x6", limits=5))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument 'second'"):
        asyncio.run(sito.solve_async("4x6", second=5))  # type: ignore[call-arg]


def test_many_searches_wait_for_none_of_the_others() -> None:
    """The pool of an event loop has a few threads; a search that had to wait in it could not be ended either."""
    count = 40

    async def many() -> int:
        begun = threading.Barrier(count)  # passed when all of them are at work

        def work(limits: Limits = Limits()) -> int:
            return begun.wait()

        return len(await asyncio.gather(*(asynchronous(work, "")() for _ in range(count))))

    assert asyncio.run(many()) == count


def test_a_loop_that_is_closed_ends_the_search() -> None:
    threads: list[threading.Thread] = []
    begun = threading.Event()

    def note(_progress: object) -> None:
        threads.append(threading.current_thread())
        begun.set()

    async def search() -> object:
        return await sito.solve_async("5x7", on_progress=note)

    loop = asyncio.new_event_loop()
    task = loop.create_task(search())
    loop.run_until_complete(asyncio.to_thread(begun.wait))
    loop.close()
    coroutine = task.get_coro()
    assert coroutine is not None
    coroutine.close()  # as the end of the program does, which then waits for the thread
    threads[0].join(60)  # far longer than it takes; the search itself takes days
    assert not threads[0].is_alive()
