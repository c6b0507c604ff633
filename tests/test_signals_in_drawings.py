"""Signals that come anywhere in a moving picture, and terminals that are gone, with or without SIGHUP."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest
from rich.console import Console

from sito.cli.console import WholeConsole
from sito.cli.signals import ending_by_signals, signals_wait, when_whole
from sito.cli.table.waiting import _Spinner
from sito.cli.watch import shown
from tests.conftest import Start
from tests.screens import take_away

HIDDEN, SHOWN = "\x1b[?25l", "\x1b[?25h"
HUNG_UP = 129
MATTER = tuple(os.path.join("cli", name) for name in ("watch.py", "signals.py", "console.py"))
STRIDE = 29
"""Of the steps of Rich one in so many is tried."""
MOST = 40
"""A signal that comes so early or so late that it finds nothing to disturb is no test; more than so many do."""


class Paper(io.StringIO):
    """A terminal whose screen is what was written."""

    def isatty(self) -> bool:
        return True

    def shows_the_cursor(self) -> bool:
        return self.getvalue().rfind(SHOWN) >= self.getvalue().rfind(HIDDEN)


def draw(paper: Paper, bar: bool) -> None:
    """Shows a moving picture for a moment."""
    from rich.live import Live
    from rich.progress import Progress

    console = WholeConsole(file=paper, width=60, color_system=None)
    if bar:
        progress = Progress(console=console, transient=True, auto_refresh=False)
        task = progress.add_task("Playing", total=2)
        with shown(progress):
            progress.update(task, completed=1, refresh=True)
    else:
        live = Live("text", console=console, auto_refresh=False, transient=True)
        with shown(live):
            live.update("more text", refresh=True)


def with_signal(number: int, step: int, work: Callable[[], None]) -> list[int]:
    """Sends a signal at a step of some work, which is a call of a function. Gives the steps that matter, and the last.

    The others are those of Rich, where it makes what it draws.
    """
    steps = 0
    ours = []

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal steps
        if event == "call":
            steps += 1
            if frame.f_code.co_filename.endswith(MATTER):
                ours.append(steps)
            if steps == step and signal.getsignal(number) is not signal.SIG_DFL:
                os.kill(os.getpid(), number)

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return [*ours, steps]


def steps_of(bar: bool) -> list[int]:
    """Gives the steps of a drawing at which a signal is sent."""
    for _warm in range(2):  # what Rich keeps is not looked for again
        steps = with_signal(signal.SIGTSTP, 0, lambda: draw(Paper(), bar))
    return sorted({*steps, *range(steps[0], steps[-1], STRIDE)})


@pytest.fixture
def hang_up_does_what_it_did() -> Iterator[None]:
    """Tests that were started by `nohup` go on when their terminal is gone, also after the one that uses this."""
    before = signal.getsignal(signal.SIGHUP)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("hang_up_does_what_it_did")
@pytest.mark.parametrize("bar", [True, False])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_anywhere_in_a_drawing_shows_the_cursor_again(name: str, bar: bool) -> None:
    number = getattr(signal, name)
    ended = 0
    for step in steps_of(bar):
        paper = Paper()
        try:
            with ending_by_signals():
                with_signal(number, step, lambda paper=paper: draw(paper, bar))
        except (KeyboardInterrupt, SystemExit) as error:
            ended += 1
            assert isinstance(error, KeyboardInterrupt if number == signal.SIGINT else SystemExit)
        finally:
            # The last steps of all set the signals back: a program that ends there needs that no more, but tests do.
            signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
        assert paper.shows_the_cursor(), step
    assert ended > MOST


@pytest.mark.parametrize("bar", [True, False])
def test_ctrl_z_anywhere_in_a_drawing_shows_the_cursor_while_it_is_suspended(
    monkeypatch: pytest.MonkeyPatch, bar: bool
) -> None:
    suspended: list[bool] = []
    stopped = 0
    for step in steps_of(bar):
        paper = Paper()
        monkeypatch.setattr(
            signal, "raise_signal", lambda number, paper=paper: suspended.append(paper.shows_the_cursor())
        )
        with_signal(signal.SIGTSTP, step, lambda paper=paper: draw(paper, bar))
        assert all(suspended), step
        assert paper.shows_the_cursor(), step
        assert signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL, step
        stopped, last = len(suspended), stopped
        assert stopped - last <= 1, "one Ctrl-Z suspends once"
    assert stopped > MOST


def test_what_waits_is_done_once_and_in_order() -> None:
    done: list[str] = []
    first, second = (lambda: done.append("first")), (lambda: done.append("second"))
    with signals_wait():
        with signals_wait():
            for act in (first, second, first):
                when_whole(act)
        assert done == []
    assert done == ["first", "second"]
    when_whole(first)
    assert done == ["first", "second", "first"]


class Gone(Paper):
    """A terminal that is gone."""

    def write(self, text: str) -> int:
        raise OSError(errno.EIO, "Input/output error")


def test_a_signal_before_a_line_is_there_is_no_mistake_of_sito(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(thread: threading.Thread) -> None:
        raise SystemExit(129)  # as the handler of a hang-up does

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(SystemExit), shown(_Spinner("thinking", lambda: Console(file=sys.stderr))):
        raise AssertionError("it has not begun")


def test_words_for_a_terminal_that_is_gone_stop_nothing() -> None:
    from rich.live import Live

    worked = False
    with shown(Live("text", console=WholeConsole(words=True, file=Gone()), auto_refresh=False)) as _:
        worked = True
    assert worked
    with pytest.raises(OSError, match="Input/output"):
        WholeConsole(file=Gone()).print("data")


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="terminals that hang up")
@pytest.mark.parametrize(
    ("words", "shows", "code"),
    [
        ("compare -r 4x4 -s random-consistent > {out}", "Playing", 0),
        ("compare -r 4x4 -s random-consistent", "Playing", HUNG_UP),
        ("jugs 8 5 --target 4 --animate --pace 0.2", "start", HUNG_UP),
        ("play --secret ABCD", "guess", HUNG_UP),
        ("play --secret ABCD --plain", "guess", HUNG_UP),
        ("advise", "> ", HUNG_UP),
    ],
)
def test_a_terminal_that_is_gone_is_noticed_without_a_signal(
    start: Start, tmp_path: Path, words: str, shows: str, code: int
) -> None:
    out = tmp_path / "out"
    child = start("-c", f"trap '' HUP; exec {sys.executable} -m sito {words.format(out=out)}", program="bash")
    child.expect(shows)
    take_away(child)
    child.wait()
    assert (child.exitstatus, child.signalstatus) == (code, None)
    assert code or "random-consistent" in out.read_text(encoding="utf-8")
