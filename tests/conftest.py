"""Fixtures that several test files share."""

from __future__ import annotations

import ctypes
import gc
import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pytest
from hypothesis import HealthCheck, settings

import sito as sito_package
from sito.cli import main
from sito.show.i18n import current_language
from tests import needs, plug_ins, pseudo, tiers
from tests.screens import Terminal, environment

# No test has a time limit: a busy machine is no fault of the code.
settings.register_profile("sito", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sito")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all-packages", action="store_true", help="a test fails where a package is missing that it needs"
    )
    tiers.add_options(parser)


pytest_configure = tiers.configure


def pytest_runtest_setup(item: pytest.Item) -> None:
    for name in (name for mark in item.iter_markers("needs") for name in mark.args):
        needs.check(name, all_packages=item.config.getoption("all_packages"))


def written(file: Path, text: str) -> Path:
    """Writes a text to a file, and gives the file."""
    file.write_text(text, encoding="utf-8")
    return file


class Result(NamedTuple):
    code: int
    out: str
    err: str


Sito = Callable[..., Result]
Sit = Callable[..., Terminal]


@pytest.fixture
def sito(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Sito]:
    """Runs a command line of `sito` in this process, in English, with its own data directory; it ends with `code`.

    Every sentence that a catalog can translate is marked on the way; see `tests.pseudo`. What
    is written beside them in words of English makes the test fail at its end.
    """
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("SITO_LOG_DIR", str(tmp_path / "log"))
    monkeypatch.setenv("SITO_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.delenv("SITO_DEBUG", raising=False)

    def run(*arguments: str, stdin: str = "", code: int | None = None) -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        with pseudo.marking(arguments):
            ended = main(arguments)
            english = current_language() == "en"
        out, err = capsys.readouterr()
        if english:
            left.extend(pseudo.untranslated(arguments, stdin, out, err))
        done = Result(ended, pseudo.plain(out), pseudo.plain(err))
        assert code in (None, ended), done
        return done

    left: list[str] = []
    yield run
    assert left == [], "these words of a message cannot be translated"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the data of `sito`, which other code of this process uses as well."""
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Starts `sito` at a terminal with a screen."""
    terminals: list[Terminal] = []

    def begin(*arguments: str, **how: int | str) -> Terminal:
        terminals.append(Terminal(tmp_path, *arguments, **how))  # type: ignore[arg-type]
        return terminals[-1]

    yield begin
    for terminal in terminals:
        terminal.close()
    assert not (tmp_path / "log").exists(), "an internal error was reported"


@contextmanager
def signal_after(seconds: float, number: int = signal.SIGINT) -> Iterator[None]:
    """Sends a signal to this process, as Ctrl-C at a terminal does, while the context works.

    No garbage is collected meanwhile: Python drops what is raised while Hypothesis measures how long that takes.
    """
    timer = threading.Timer(seconds, os.kill, (os.getpid(), number))
    gc.disable()
    timer.start()
    try:
        yield
    finally:
        gc.enable()
        try:
            timer.join()
        except KeyboardInterrupt:
            pytest.fail("the work was finished before the signal came")


def ctrl_c_once() -> Callable[[object], None]:
    """Gives what presses Ctrl-C once, as soon as a search tells how far it is."""
    presses = [signal.SIGINT]

    def press(progress: object) -> None:
        while presses:
            os.kill(os.getpid(), presses.pop())

    return press


Start = Callable[..., "pexpect.spawn[str]"]
TERMINAL_SECONDS = 120
"""How long a test waits for what a terminal shows; a busy machine is no fault of the code."""


def reply(child: pexpect.spawn[str], prompt: str, line: str) -> None:
    """Writes a line at a terminal as soon as something is asked."""
    child.expect(prompt)
    child.sendline(line)


def finish(child: pexpect.spawn[str], code: int) -> str:
    """Waits for the end, checks the exit code and that the cursor is shown; gives what was still printed."""
    child.expect(pexpect.EOF)
    child.close()
    shown = str(child.before)
    assert (child.exitstatus, child.signalstatus) == (code, None), shown
    assert "Traceback" not in shown
    assert "mistake in Sito" not in shown
    assert shown.rfind("\x1b[?25h") >= shown.rfind("\x1b[?25l"), "the cursor stays hidden"
    return shown


def run_sito(home: Path, *arguments: str, script: str = "", **how: Any) -> subprocess.CompletedProcess[Any]:
    """Runs `sito`, or a script of Python, in a process of its own, and takes what it writes as text."""
    if "stdin" not in how:
        how.setdefault("input", "")
    pipes = {"env": environment(home), "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    return subprocess.run(_command(script, arguments), **pipes | how, check=False)


def begin_sito(home: Path, *arguments: str, script: str = "", **how: Any) -> subprocess.Popen[Any]:
    """Begins what `run_sito` runs, with pipes to write to and to read from."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    text = {"env": environment(home, PYTHONUNBUFFERED="1"), "encoding": "utf-8"}
    return subprocess.Popen(_command(script, arguments), **text | pipes | how)


def kill_when(reached: Callable[[], bool], home: Path, *arguments: str, script: str = "") -> None:
    """Kills a command as soon as something is reached, unless it ends before."""
    with begin_sito(
        home, *arguments, script=script, **dict.fromkeys(("stdout", "stderr"), subprocess.DEVNULL)
    ) as child:
        while not reached() and child.poll() is None:
            time.sleep(0.02)
        child.kill()


def _command(script: str, arguments: Sequence[str]) -> list[str]:
    return [sys.executable, *(["-c", script] if script else ["-m", "sito"]), *arguments]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts `sito`, or another program, at a terminal, without colors, with its own data directory."""
    children: list[pexpect.spawn[str]] = []

    def spawn(
        *arguments: str, width: int = 100, board: bool = False, script: str = "", program: str = ""
    ) -> pexpect.spawn[str]:
        # Boards have tests of their own, which look at the screen; here games are played line by line.
        lines = {} if board or arguments[0] not in ("play", "keep", "duel") else {"TERM": "dumb"}
        first, *rest = [program, *arguments] if program else _command(script, arguments)
        child = pexpect.spawn(
            first,
            rest,
            env=environment(tmp_path, **lines),
            encoding="utf-8",
            timeout=TERMINAL_SECONDS,
            dimensions=(40, width),
        )
        child.delaybeforesend = None
        children.append(child)
        return child

    yield spawn
    for child in children:
        with suppress(OSError):  # of one that was hung up
            child.close(force=True)
    assert not (tmp_path / "log").exists(), "an internal error was reported"


@pytest.fixture
def slow_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installs the strategy `slow:SECONDS` for the programs that a test starts."""
    plug_ins.install(tmp_path, {"slow_strategy": plug_ins.SLOW}, {"sito.strategies": {"slow": "slow_strategy:Slow"}})
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), source_path()]))


def source_path() -> str:
    """Gives where programs find Sito, and what PYTHONPATH says besides."""
    source = str(Path(sito_package.__file__).parents[1])
    return os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH", "")]))


@pytest.fixture(scope="session", autouse=True)
def programs_hear_of_a_terminal_that_is_gone() -> None:
    """After `nohup` SIGHUP is ignored, and would be in every program that tests start; a handler is not passed on."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda number, frame: None)


# Where tests are started in the background, SIGINT is ignored, here and in every process started from here.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def ctrl_c_works_again() -> Iterator[None]:
    """A test that left SIGINT ignored or blocked would take Ctrl-C from every program that later tests start."""
    yield
    left = signal.signal(signal.SIGINT, signal.default_int_handler)
    blocked = signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    assert left is signal.default_int_handler
    assert signal.SIGINT not in blocked


@pytest.fixture(scope="module", autouse=True)
def free_memory_is_given_back() -> Iterator[None]:
    """Processes that run tests in parallel would keep what large searches have freed, 700 MB in the end."""
    yield
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


# What the person at this machine has saved with `sito config` is no part of the tests.
os.environ["SITO_CONFIG_DIR"] = str(Path(__file__).parent / "no-settings")

# Processes that run tests in parallel are given the width of the terminal in which they were started.
os.environ.pop("COLUMNS", None)
