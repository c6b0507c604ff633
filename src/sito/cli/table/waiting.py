"""A line at a terminal while the computer thinks longer than a moment, where there is no board."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from sito.cli.output import message_screen, settings
from sito.cli.watch import undisturbed

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
    done = threading.Event()
    # A thread of its own, for the engine may not come back before it has finished.
    shower = threading.Thread(target=_show, args=(text, screen.console, done), daemon=True)
    shower.start()
    try:
        yield
    finally:
        done.set()
        with undisturbed():  # or the cursor that the thread has hidden would stay so
            shower.join()


def _show(text: str, console: Callable[[], Console], done: threading.Event) -> None:
    if done.wait(PATIENCE):
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn("line"), TextColumn("{task.description}"), TimeElapsedColumn()
    waiting = Progress(*columns, console=console(), transient=True, redirect_stdout=False, redirect_stderr=False)
    with suppress(OSError), waiting:
        waiting.add_task(text, total=None)
        done.wait()
