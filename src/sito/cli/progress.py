"""A progress bar on standard error, where that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sito.cli.output import message_screen, settings


@contextmanager
def progress(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows a bar while the context lasts, and gives a function that takes how much is done.

    There is no bar with --quiet, and none in a pipe.
    """
    screen = message_screen()
    if settings.quiet or not screen.terminal:
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=screen.console(), transient=True) as bar:
        task = bar.add_task(text, total=total)
        yield lambda done: bar.update(task, completed=done)
