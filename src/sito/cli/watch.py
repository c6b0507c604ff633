"""Long work watched: how far it is, shown at a terminal, and now and then in a pipe.

Every command that may take long uses this one module. A terminal shows one line, or a bar
where the whole is known, which is wiped away at the end. Elsewhere a line is written every
few seconds if there is news. With --quiet there is neither. The words on the screen are a
text that the work has handed over: nothing is asked of a search while it runs. Limits of
time and Ctrl-C are the work's own affair; see `sito.base.limits`.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeAlias

from sito.cli.output import columns_of, message_screen, screen, settings
from sito.cli.signals import interrupt, signals_wait, when_whole
from sito.cli.streams import say, visible
from sito.show.fitting import cell_width

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.live import Live
    from rich.progress import Progress

    Display: TypeAlias = Live | Progress | "_Spinner"

SHOW_SECONDS = 0.2
LINE_SECONDS = 5.0
MOST_PACE = 3600
"""The most seconds that a step of an animation may take."""
_BAR_COLUMNS, _BESIDE_BAR = 40, 40
_NARROW = 60
"""With fewer columns a line has two rows."""


class Watch:
    """Shows how some work stands."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._next_line = self._start + LINE_SECONDS
        self._told = ""

    @property
    def seconds(self) -> float:
        """How long the work has taken so far."""
        return time.monotonic() - self._start

    def show(self, text: str, done: int = 0, below: tuple[str, ...] = ()) -> None:
        """Shows how the work stands; `done` is how much of the whole, where that is known.

        At a terminal the lines `below` stand under the text.
        """
        now = time.monotonic()
        if now >= self._next_line and text != self._told:
            self._next_line, self._told = now + LINE_SECONDS, text
            self.say(text)

    def say(self, text: str) -> None:
        """Writes a line that stays."""
        say(visible(text))


class _Quiet(Watch):
    def say(self, text: str) -> None:
        """Says nothing."""


class _Terminal(Watch):
    """Shows one line at a terminal, or a bar where the whole is known."""

    def __init__(self, title: str, total: int | None) -> None:
        super().__init__()
        self._console = message_screen().console()
        self._next_show = 0.0
        self.live: Display
        self._put: Callable[[str, int], None]
        if total is None:
            self.live, self._put = self._line(title)
        else:
            self.live, self._put = self._bar(title, total)

    def show(self, text: str, done: int = 0, below: tuple[str, ...] = ()) -> None:
        """Shows how the work stands, a few times a second at most."""
        now = time.monotonic()
        if now >= self._next_show:
            self._next_show = now + SHOW_SECONDS
            self._put("\n".join(map(visible, (text, *below))), done)

    def say(self, text: str) -> None:
        """Writes a line that stays, above the one that changes."""
        self._console.print(visible(text), markup=False, highlight=False, soft_wrap=True)

    def _line(self, title: str) -> tuple[Display, Callable[[str, int], None]]:
        from rich.live import Live

        line = _Line(title)

        def put(text: str, _done: int) -> None:
            line.text = text
            live.refresh()

        live = Live(line, console=self._console, auto_refresh=False, transient=True)
        return live, put

    def _bar(self, title: str, total: int) -> tuple[Display, Callable[[str, int], None]]:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        width = max(4, min(_BAR_COLUMNS, columns_of(sys.stderr) - _BESIDE_BAR))
        columns = TextColumn("{task.description}", markup=False), BarColumn(width), MofNCompleteColumn()
        bar = Progress(*columns, TimeRemainingColumn(), console=self._console, transient=True)
        task = bar.add_task(title, total=total)
        return bar, lambda _text, done: bar.update(task, completed=done)


class _Line:
    """A text whose lines fit the terminal, however wide and high that is now."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        first, *below = self.text.split("\n")
        columns = options.max_width - 1
        lines = [*rows(first, columns), *(fitting(line, columns) for line in below)]
        for line in lines[: max(1, options.size.height - 1)]:
            yield Text(line, no_wrap=True, overflow="crop")


def rows(line: str, columns: int) -> list[str]:
    """Sets a line in two rows where the terminal is narrow, with as much in each as fits.

    >>> rows("total 34660..37455  gap 7.46 %  first AABCD 0/7  1132 positions", 39)
    ['total 34660..37455  gap 7.46 %', 'first AABCD 0/7  1132 positions']
    """
    first = fitting(line, columns)
    rest = line[len(first) :].lstrip(" ")
    return [first, fitting(rest, columns)] if rest and columns < _NARROW else [first]


def fitting(line: str, columns: int) -> str:
    """Leaves out what stands last in a line until it fits, and cuts no number in two.

    >>> fitting("total 34660..37455  gap 7.46 %  first AABCD  1132 positions", 50)
    'total 34660..37455  gap 7.46 %  first AABCD'
    """
    while cell_width(line) > columns and "  " in line:
        line = line.rpartition("  ")[0]
    return line[: max(columns, 0)]


@contextmanager
def showing(title: str, total: int | None = None) -> Iterator[Watch]:
    """Watches some work; `title` is shown at a terminal until there is more to tell, `total` is all there is to do."""
    if settings.quiet:
        yield _Quiet()
    elif not message_screen().terminal:
        yield Watch()
    else:
        watch = _Terminal(title, total)
        with shown(watch.live):
            yield watch


@contextmanager
def shown(display: Display) -> Iterator[None]:
    """Shows a moving picture, and takes it away at the end, when it is suspended, and at signals, however they come."""
    picture = _Shown(display)
    with picture.put_away_while_suspended():
        try:
            picture.begin()
            yield
        finally:
            try:
                with undisturbed():  # Ctrl-C pressed again while it is taken away leaves no cursor hidden
                    picture.end()
            finally:
                picture.end()  # for a signal that has come just before the other one; else nothing is left to do


def animated(pictures: Iterable[tuple[str, float]], looks: Mapping[str, str]) -> None:
    """Shows pictures at a terminal, each for so many seconds; `looks` are styles by what they are for, a pattern."""
    from rich.live import Live
    from rich.text import Text

    live = Live(console=screen().console(), auto_refresh=False)
    with shown(live):
        for picture, seconds in pictures:
            text = Text(picture, no_wrap=True)
            for pattern, look in looks.items():
                text.highlight_regex(pattern, look)
            live.update(text, refresh=True)
            time.sleep(seconds)


class _Shown:
    """A moving picture and whether it is to be seen; a signal comes before or after it begins or ends."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._on = False
        self._suspended = False

    def begin(self) -> None:
        """Begins to show the picture."""
        with signals_wait():
            self._on = True
            self._display.start()
            self._display.refresh()

    def end(self) -> None:
        """Takes the picture away, if it has begun."""
        failing = sys.exc_info()[1] is not None
        with signals_wait():
            self._on = False
            try:
                self._display.stop()
            except OSError:  # the terminal is gone
                if not failing:
                    raise

    @contextmanager
    def put_away_while_suspended(self) -> Iterator[None]:
        """Takes the picture away when Ctrl-Z suspends the program, and shows it again when it goes on.

        Without this the shell would be left without a cursor, and the picture drawn over its lines.
        """
        stop = getattr(signal, "SIGTSTP", None)  # Windows has none
        ours = threading.current_thread() is threading.main_thread()
        if stop is None or not ours or signal.getsignal(stop) is not signal.SIG_DFL:
            yield
            return

        def suspend() -> None:
            if self._suspended:
                return
            self._suspended = True
            with signals_wait(), suppress(OSError):
                self._display.stop()
            signal.signal(stop, signal.SIG_DFL)
            signal.raise_signal(stop)  # the program stands still here until it is told to go on
            signal.signal(stop, lambda *_signal: when_whole(suspend))
            with signals_wait(), suppress(OSError):
                self._suspended = False
                if self._on:
                    self._display.start()
                    self._display.refresh()

        signal.signal(stop, lambda *_signal: when_whole(suspend))
        try:
            yield
        finally:
            signal.signal(stop, signal.SIG_DFL)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Lets what was begun, such as writing down what was found, come to its end even if Ctrl-C comes once more."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Lets Ctrl-C end a search, and lets what it has found be put together if Ctrl-C comes once more."""

    def once(*_signal: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        interrupt()

    before = signal.signal(signal.SIGINT, once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


PATIENCE = 0.7
"""How many seconds the computer may take before that is shown."""


@contextmanager
def spinning(text: str) -> Iterator[None]:
    """Shows a text and how long it takes on standard error while the context lasts, unless that is soon over.

    There is nothing to see with --quiet, and nothing in a pipe.
    """
    console = message_screen()
    if settings.quiet or not console.terminal:
        yield
        return
    with shown(_Spinner(text, console.console)):
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
