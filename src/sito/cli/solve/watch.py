"""A long exact search watched: shown as it goes, ended in time or by Ctrl-C, its checkpoint written."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sito.cli.output import columns_of, message_screen, progress_text, settings
from sito.errors import FileError
from sito.exact.problem import Progress
from sito.i18n import _, error_text

if TYPE_CHECKING:
    from sito.code import CodeSpace
    from sito.exact.checkpoint import Checkpoint

_SHOW_SECONDS = 0.2
_LINE_SECONDS = 5.0
_SAVE_SECONDS = 30.0


class SolveWatch:
    """Hears of the progress of a search, and notes a Ctrl-C that shall end it.

    At a terminal one line shows how the search stands; elsewhere a line is written now
    and then when a bound has moved. With --quiet there is neither.
    """

    def __init__(self, guesses: CodeSpace, checkpoint: Checkpoint | None) -> None:
        self.interrupted = False
        self._guesses = guesses
        self._checkpoint = checkpoint
        self._start = time.monotonic()
        self._terminal = message_screen().terminal
        self._next_show = self._start + (_SHOW_SECONDS if self._terminal else _LINE_SECONDS)
        self._next_save = self._start + _SAVE_SECONDS
        self._shown: tuple[str, int, int | None] | None = None
        self._on_line = False

    def begin(self) -> None:
        """Says at a terminal that the search is at work: before the first bounds, large games take half a minute."""
        if self._terminal and not settings.quiet:
            self._tell(_("preparing the search"))

    @property
    def seconds(self) -> float:
        """How long the search has taken."""
        return time.monotonic() - self._start

    def interrupt(self, *_signal: object) -> None:
        """Notes a Ctrl-C."""
        self.interrupted = True

    def __call__(self, progress: Progress) -> None:
        """Shows and saves what is due."""
        now = time.monotonic()
        if self._checkpoint is not None and now >= self._next_save:
            self._save(self._checkpoint)
            self._next_save = time.monotonic() + _SAVE_SECONDS
        if not settings.quiet and now >= self._next_show:
            self._show(progress, now)

    def _show(self, progress: Progress, now: float) -> None:
        bounds = (progress.stage, progress.lower, progress.upper)
        if self._terminal:
            self._next_show = now + _SHOW_SECONDS
            self._tell(self.line(progress))
        elif bounds != self._shown:
            self._next_show = now + _LINE_SECONDS
            progress_text(self.line(progress))
        self._shown = bounds

    def _tell(self, line: str) -> None:
        """Writes over the line of the terminal."""
        progress_text(f"\r{fitting(line, columns_of(sys.stderr) - 1)}\x1b[K", end="")
        self._on_line = True

    def line(self, progress: Progress) -> str:
        """Says in one line how a search stands."""
        if progress.upper is None:
            bounds, gap = _("at least {lower}").format(lower=progress.lower), "-"
        else:
            bounds = f"{progress.lower}..{progress.upper}"
            gap = f"{100 * (progress.upper - progress.lower) / max(progress.upper, 1):.2f} %"
        return _(
            "{stage} {bounds}  gap {gap}  first {guess}  {positions} positions  {speed}/s  {memory} MB  {seconds} s"
        ).format(
            stage={
                "preparing": _("preparing"),
                "total": _("total"),
                "worst": _("worst"),
                "fewest": _("fewest"),
            }[progress.stage],
            bounds=bounds,
            gap=gap,
            guess="-" if progress.guess is None else self._guesses.text(progress.guess),
            positions=progress.positions,
            speed=round(progress.positions / max(self.seconds, 1e-3)),
            memory=progress.memory // 10**6,
            seconds=int(self.seconds),
        )

    def finish(self) -> None:
        """Wipes the line away and writes the checkpoint for the last time."""
        if self._on_line:
            progress_text("\r\x1b[K", end="")
        if self._checkpoint is not None:
            self._save(self._checkpoint)

    def _save(self, checkpoint: Checkpoint) -> None:
        """Writes the checkpoint; a disk that is full now does not end the search of hours."""
        try:
            checkpoint.save()
        except FileError as error:
            problem = _("sito: the checkpoint could not be written now: {reason}")
            progress_text(problem.format(reason=error_text(error)))


def fitting(line: str, columns: int) -> str:
    """Leaves out what stands last in a line until it fits, and cuts no number in two.

    >>> fitting("total 34660..37455  gap 7.46 %  first AABCD  1132 positions", 50)
    'total 34660..37455  gap 7.46 %  first AABCD'
    """
    while len(line) > columns and "  " in line:
        line = line.rpartition("  ")[0]
    return line[: max(columns, 0)]


@contextmanager
def watching(watch: SolveWatch) -> Iterator[None]:
    """Lets Ctrl-C end the search and not the program, however often it comes."""
    before = signal.signal(signal.SIGINT, watch.interrupt)
    try:
        watch.begin()
        yield
    finally:
        watch.finish()
        signal.signal(signal.SIGINT, before)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Lets what was found be written down even if Ctrl-C comes once more."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Lets Ctrl-C end a split search, and lets what it has found be put together if Ctrl-C comes once more."""

    def interrupt(*_signal: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
