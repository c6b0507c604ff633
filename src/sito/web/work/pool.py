"""A bounded pool of processes: short work on some of them, long work on others, nobody's work before everybody's.

Pieces of work that wait are taken in turn from one client after the other, so that one who
sends many holds up nobody but himself.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from contextvars import ContextVar
from enum import StrEnum
from itertools import count
from typing import Any, NamedTuple, Protocol

from sito.base.limits import Stopped, why_stopped
from sito.errors import LimitError, SitoError
from sito.show.i18n import current_language
from sito.web.settings import Settings
from sito.web.work import faults
from sito.web.work.faults import Busy, Stopping, TaskFailed
from sito.web.work.process import Gone, Process
from sito.web.work.worker import Order

log = logging.getLogger("sito.web.pool")


class Lane(StrEnum):
    """Which processes do a piece of work."""

    QUICK = "quick"
    """A person waits for it. Heavy work never occupies these processes."""
    HEAVY = "heavy"
    """It may take minutes; its processes give way to everything else."""


class Task(Protocol):
    """A function at the top of a module that can be run in another process."""

    __module__: str
    __qualname__: str

    def __call__(self, *work: Any, **arguments: Any) -> Any:
        """Does the work, which is its first argument, and gives a JSON value."""
        ...


client_now: ContextVar[str] = ContextVar("sito_client", default="")
"""The client for whom something is done now, usually an address; empty if nobody said."""

_STOP_SECONDS = 15.0
"""How long a task that is asked to stop may take for it."""
_GRACE = {Lane.QUICK: 3.0, Lane.HEAVY: 15.0}
"""How much longer than its limit a task may take before its process is killed: some steps end late."""
_WAIT_SECONDS = {Lane.QUICK: 10.0, Lane.HEAVY: None}
"""How long a task may wait for a process."""
_NICENESS = {Lane.QUICK: 0, Lane.HEAVY: 10}
_RENEWED_ABOVE = 0.5
"""A process that has taken this part of its memory is replaced, for what it keeps would be missing later."""
_FAILURES = 3
_LONGEST_PAUSE = 30.0


class Result(NamedTuple):
    """What a task gave, and about how many bytes that is."""

    value: Any
    size: int


class Ticket:
    """A piece of work that waits, is done, or is over."""

    def __init__(self, lane: Lane, order: Order, client: str, least: float) -> None:
        self.lane, self.order, self.client, self._least = lane, order, client, min(least, order.seconds)
        self.result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.result.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody need ask
        self.on_progress: Callable[[object], object] | None = None
        self.on_begin: Callable[[], object] | None = None
        self.stopped = False
        self.stop_running: Callable[[], object] | None = None
        self.timer: asyncio.TimerHandle | None = None

    def told(self, crowd: float) -> Order:
        """Gives what its process is told; where `crowd` others wait for each process, its time is divided by them."""
        return self.order._replace(seconds=max(self._least, self.order.seconds / max(1.0, crowd)))

    def settle(self, result: Result | Exception) -> None:
        """Ends the piece of work with what it gave."""
        if self.timer is not None:
            self.timer.cancel()
        if self.result.done():
            return
        if isinstance(result, Exception):
            self.result.set_exception(result)
        else:
            self.result.set_result(result)


class _Queue:
    """What waits in one lane, and the processes that do it."""

    def __init__(self, lane: Lane, most: int) -> None:
        self.lane, self.most = lane, most
        self.waiting: dict[str, deque[Ticket]] = {}
        self.running: set[Ticket] = set()
        self.idle: list[Process] = []
        self.processes: set[Process] = set()
        self.starting = 0
        self.failures = 0

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    def add(self, ticket: Ticket) -> None:
        self.waiting.setdefault(ticket.client, deque()).append(ticket)

    def take(self) -> Ticket:
        """Takes the next piece of work: of the client who has waited longest since his last was taken."""
        client = next(iter(self.waiting))
        tickets = self.waiting.pop(client)
        ticket = tickets.popleft()
        if tickets:
            self.waiting[client] = tickets  # behind all others
        return ticket

    def remove(self, ticket: Ticket) -> bool:
        tickets = self.waiting.get(ticket.client, deque())
        if ticket not in tickets:
            return False
        tickets.remove(ticket)
        if not tickets:
            del self.waiting[ticket.client]
        return True


class Pool:
    """The pool of a service. Processes are started when they are needed, and kept.

    Open it in an event loop with `open`, and close it there.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        most = {Lane.QUICK: settings.workers, Lane.HEAVY: settings.heavy_workers}
        self._queues = {lane: _Queue(lane, most[lane]) for lane in Lane}
        self._numbers = count(1)
        self._shares: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self.watch: Callable[[str, Lane], object] | None = None
        """Is told of what happens: "done", "failed", "broke", "refused", "killed"."""

    async def open(self) -> None:
        """Starts a first process, so that the first person need not wait for it."""
        self._start(self._queues[Lane.QUICK])

    async def close(self) -> None:
        """Ends all work, which fails with the reason, and all processes."""
        self._closing = True
        queues = self._queues.values()
        for queue in queues:
            while queue.waiting:
                queue.take().settle(Stopping(faults.STOPPING))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for queue in queues:
            for ticket in queue.running:
                ticket.settle(Stopping(faults.STOPPING))
            queue.running.clear()
        ending = (process.end() for queue in queues for process in queue.processes)
        await asyncio.gather(*ending, return_exceptions=True)
        for queue in queues:
            queue.processes.clear()
            queue.idle.clear()

    def waiting(self, lane: Lane) -> int:
        """Counts the pieces of work that wait in a lane."""
        return len(self._queues[lane])

    def running(self, lane: Lane) -> int:
        """Counts the pieces of work that are being done in a lane."""
        return len(self._queues[lane].running)

    @property
    def is_well(self) -> bool:
        """Whether processes can be started."""
        return not self._closing and all(queue.failures < _FAILURES for queue in self._queues.values())

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        return [process.pid for queue in self._queues.values() for process in queue.processes]

    async def run(
        self, task: Task, arguments: Mapping[str, object], *, seconds: float | None = None, least: float | None = None
    ) -> Any:
        """Runs a task for which a person waits, and gives its result.

        With `least` it may get fewer seconds, down to these, while others wait: for searches
        that have an answer at any time, and a better one later.
        Raises the `SitoError` that the task raised, `Busy` if too much waits already,
        `LimitError` if it took too much time or memory, and `TaskFailed` for a mistake in it. If
        nobody waits any longer because the caller is cancelled, the task is stopped.
        """
        limit = self._settings.quick_seconds if seconds is None else seconds
        ticket = self.submit(task, arguments, lane=Lane.QUICK, seconds=limit, least=least)
        try:
            return (await ticket.result).value
        except asyncio.CancelledError:
            self.stop(ticket)
            raise

    def submit(
        self,
        task: Task,
        arguments: Mapping[str, object],
        *,
        lane: Lane,
        seconds: float,
        least: float | None = None,
        on_progress: Callable[[object], object] | None = None,
        on_begin: Callable[[], object] | None = None,
    ) -> Ticket:
        """Puts a task into a lane, and gives the ticket whose `result` can be awaited. Raises `Busy`."""
        if self._closing:
            raise Stopping(faults.STOPPING)
        client, queue = client_now.get(), self._queues[lane]
        share = self._shares.get(client, 0)
        if len(queue) >= self._settings.queue or (client and share >= self._settings.queue_share):
            self._tell("refused", lane)
            raise Busy()
        about = task.__module__, task.__qualname__, dict(arguments), seconds, current_language(), self._settings.codes
        ticket = Ticket(lane, Order(next(self._numbers), *about), client, seconds if least is None else least)
        ticket.on_progress, ticket.on_begin = on_progress, on_begin
        self._shares[client] = share + 1
        ticket.result.add_done_callback(lambda done: self._give_back(client))
        longest = _WAIT_SECONDS[lane]
        if longest is not None:
            ticket.timer = asyncio.get_running_loop().call_later(longest, self._expire, ticket)
        queue.add(ticket)
        self._dispatch(queue)
        return ticket

    def stop(self, ticket: Ticket) -> None:
        """Asks a piece of work to end with what it has; what has not begun never will, and fails."""
        ticket.stopped = True
        if self._queues[ticket.lane].remove(ticket):
            ticket.settle(SitoError(why_stopped(Stopped.ASKED)))
        elif ticket.stop_running is not None:
            ticket.stop_running()

    def _give_back(self, client: str) -> None:
        self._shares[client] -= 1
        if not self._shares[client]:
            del self._shares[client]

    def _expire(self, ticket: Ticket) -> None:
        if self._queues[ticket.lane].remove(ticket):
            self._tell("refused", ticket.lane)
            ticket.settle(Busy())

    def _tell(self, what: str, lane: Lane) -> None:
        if self.watch is not None:
            self.watch(what, lane)

    def _background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _dispatch(self, queue: _Queue) -> None:
        while queue.waiting and queue.idle and not self._closing:
            ticket = queue.take()
            queue.running.add(ticket)
            self._background(self._serve(queue, queue.idle.pop(), ticket))
        wanted = min(len(queue) - queue.starting, queue.most - len(queue.processes) - queue.starting)
        for _another in range(wanted):
            self._start(queue)

    def _start(self, queue: _Queue) -> None:
        queue.starting += 1
        self._background(self._start_one(queue))

    async def _start_one(self, queue: _Queue) -> None:
        try:
            if queue.failures:
                await asyncio.sleep(min(2.0**queue.failures / 4, _LONGEST_PAUSE))
            process = await Process.start(self._settings.memory, _NICENESS[queue.lane])
        except Gone as error:
            queue.failures += 1
            queue.starting -= 1
            log.error("a process for %s work did not start: %s", queue.lane, error)
            if queue.waiting:
                self._dispatch(queue)
            return
        except BaseException:
            queue.starting -= 1
            raise
        queue.failures = 0
        queue.starting -= 1
        queue.processes.add(process)
        queue.idle.append(process)
        self._dispatch(queue)

    async def _serve(self, queue: _Queue, process: Process, ticket: Ticket) -> None:
        """Lets a process do one piece of work, and whatever becomes of it, has a good process in the end."""
        healthy = await self._do(process, ticket, len(queue) / queue.most)
        queue.running.discard(ticket)
        if self._closing:
            return
        if healthy:
            queue.idle.append(process)
        else:
            await process.kill()  # until it is dead it counts, and a pool that closes meanwhile waits for it
            queue.processes.discard(process)
            if not queue.processes and not queue.starting:
                self._start(queue)
        self._dispatch(queue)

    async def _do(self, process: Process, ticket: Ticket, crowd: float) -> bool:
        """Does it; gives whether the process can be used again."""
        if ticket.timer is not None:
            ticket.timer.cancel()
        number = ticket.order.number
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(ticket.order.seconds + _GRACE[ticket.lane]) as limit:

                def stop_running() -> None:
                    process.send(number)
                    soon = loop.time() + _STOP_SECONDS
                    limit.reschedule(min(soon, limit.when() or soon))

                ticket.stop_running = stop_running
                process.send(ticket.told(crowd))
                if ticket.on_begin is not None:
                    ticket.on_begin()
                if ticket.stopped:
                    stop_running()
                while True:
                    (kind, told, *rest), length = await process.receive()
                    if told != number:
                        continue
                    if kind != "progress":
                        break
                    if ticket.on_progress is not None:
                        ticket.on_progress(rest[0])
        except (TimeoutError, Gone) as error:
            self._tell("killed", ticket.lane)
            if isinstance(error, Gone):
                log.warning("the process that did %s is gone: %s", ticket.order.name, error)
            else:
                log.warning("%s took too long, and its process was killed", ticket.order.name)
            ticket.settle(LimitError(faults.DIED if isinstance(error, Gone) else faults.TOO_LONG))
            return False
        finally:
            ticket.stop_running = None
        self._tell(kind, ticket.lane)
        value, peak = rest
        if kind == "done":
            ticket.settle(Result(value, length))
        else:
            ticket.settle(value if isinstance(value, SitoError) else TaskFailed(value))
        return bool(peak <= _RENEWED_ABOVE * self._settings.memory)
