"""One process of the pool, as the service sees it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from typing import Any, Self

from sito.web.work import worker

_END_SECONDS = 2.0
_START_SECONDS = 60.0


class Gone(Exception):
    """The process has ended, or what it says is not understood."""


class Process:
    """A process that does one task at a time."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        self._child = child
        self._said = child.stdin
        self._heard = child.stdout
        self.pid = child.pid

    @classmethod
    async def start(cls, memory: int, niceness: int) -> Self:
        """Starts a process and waits until it is ready. Raises `Gone` if it never is."""
        places = [os.path.abspath(place) if place else os.getcwd() for place in sys.path]
        script = (
            f"import sys; sys.path[:] = {places!r}; from sito.web.work.worker import main; main({memory}, {niceness})"
        )
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                script,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=os.environ | {"RAYON_NUM_THREADS": "1", "PYTHONSAFEPATH": "1"},
                start_new_session=True,  # Ctrl-C at a terminal is for the service alone
            )
        )
        try:
            process = cls(await asyncio.shield(starting))
        except asyncio.CancelledError:
            with suppress(OSError):
                await cls(await starting).kill()
            raise
        except OSError as error:
            raise Gone(str(error)) from error
        try:
            async with asyncio.timeout(_START_SECONDS):
                await process.receive()
        except BaseException as error:
            await process.kill()
            if isinstance(error, TimeoutError):
                raise Gone("it did not start") from error
            raise
        return process

    def send(self, message: object) -> None:
        """Says something to the process; one that is gone is found out when its answer is read."""
        if not self._said.is_closing():
            self._said.write(worker.pack(message))

    async def receive(self) -> tuple[Any, int]:
        """Waits for what the process says, and gives it with its length. Raises `Gone`."""
        try:
            return await worker.receive(self._heard)
        except (EOFError, OSError) as error:
            raise Gone("the process ended") from error
        except asyncio.CancelledError:
            raise
        except Exception as error:
            raise Gone("what the process says is not understood") from error

    async def end(self) -> None:
        """Lets the process end, and kills it if it does not."""
        self._said.close()
        try:
            async with asyncio.timeout(_END_SECONDS):
                await self._child.wait()
        except TimeoutError:
            await self.kill()
        else:
            await self._tidy()

    async def kill(self) -> None:
        """Ends the process on the spot."""
        # Not by `Popen`, which would look whether it has ended, and so take that from asyncio's own watch.
        if self._child.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
        await self._child.wait()
        await self._tidy()

    async def _tidy(self) -> None:
        """Closes the pipes."""
        self._said.close()
        with suppress(OSError):
            await self._said.wait_closed()
        with suppress(OSError, ValueError):
            await self._heard.read()
