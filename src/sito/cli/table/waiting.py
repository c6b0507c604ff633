"""A line at a terminal while the computer thinks longer than a moment, where there is no board."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from sito.cli.output import message_screen, settings
from sito.cli.watch import shown

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 0.7
"""How many seconds the computer may take before that is shown."""


@contextmanager
def spinning(text: str) -> Iterator[None]:
    """Shows a text and how long it takes on standard error while the context lasts, unless that is soon over.

    There is nothing to see with --quiet, and nothing in a pipe.
    """
    screen = message_screen()
    if settings.quiet or not screen.terminal:
        yield
        return
    with shown(_Spinner(text, screen.console)):
        yield


class _Spinner:
    """A moving picture in a thread of its own, for the engine may not come back before it has finished."""

    def __init__(self, text: str, console: Callable[[], Console]) -> None:
        self._text, self._console = text, console
        self._done = threading.Event()
        self._shower: threading.Thread | None = None

    def start(self) -> None:
        """Begins to wait until there is something to show."""
        self._done.clear()
        self._shower = threading.Thread(target=_show, args=(self._text, self._console, self._done), daemon=True)
        self._shower.start()

    def refresh(self) -> None:
        """Does nothing: the thread draws."""

    def stop(self) -> None:
        """Takes it away, with the cursor that the thread has hidden."""
        self._done.set()
        if self._shower is not None and self._shower.is_alive():  # not if a signal came before it began
            self._shower.join()


def _show(text: str, console: Callable[[], Console], done: threading.Event) -> None:
    if done.wait(PATIENCE):
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn("line"), TextColumn("{task.description}"), TimeElapsedColumn()
    waiting = Progress(*columns, console=console(), transient=True, redirect_stdout=False, redirect_stderr=False)
    with suppress(OSError), waiting:
        waiting.add_task(text, total=None)
        done.wait()
