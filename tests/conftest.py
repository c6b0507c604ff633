"""Fixtures that several test files share."""

from __future__ import annotations

import ctypes
import gc
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pexpect
import pytest
from hypothesis import HealthCheck, settings

from sito.cli import main
from sito.show.i18n import current_language
from tests import needs, pseudo, tiers
from tests.screens import Terminal

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


class Result(NamedTuple):
    code: int
    out: str
    err: str


Sito = Callable[..., Result]
Sit = Callable[..., Terminal]


@pytest.fixture
def sito(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Sito]:
    """Runs a command line of `sito` in this process, in English, with its own data directory.

    Every sentence that a catalog can translate is marked on the way; see `tests.pseudo`. What
    is written beside them in words of English makes the test fail at its end.
    """
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("SITO_LOG_DIR", str(tmp_path / "log"))
    monkeypatch.setenv("SITO_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.delenv("SITO_DEBUG", raising=False)

    def run(*arguments: str, stdin: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        with pseudo.marking(arguments):
            code = main(arguments)
            english = current_language() == "en"
        written = Result(code, *capsys.readouterr())
        if english:
            left.extend(pseudo.untranslated(arguments, stdin, written.out, written.err))
        return Result(code, pseudo.plain(written.out), pseudo.plain(written.err))

    left: list[str] = []
    yield run
    assert left == [], "these words of a message cannot be translated"


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


Start = Callable[..., "pexpect.spawn[str]"]
TERMINAL_SECONDS = 120
"""How long a test waits for what a terminal shows; a busy machine is no fault of the code."""


def terminal_environment(home: Path) -> dict[str, str]:
    """Gives the environment of a program at a terminal: English, without colors, with its own places below `home`."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "SITO_"))}
    environment.pop("COLUMNS", None)
    return environment | {
        "LANG": "C.UTF-8",
        "LANGUAGE": "en",
        "NO_COLOR": "1",
        "TERM": "xterm",
        "SITO_DATA_DIR": str(home / "data"),
        "SITO_LOG_DIR": str(home / "log"),
        "SITO_CONFIG_DIR": str(home / "config"),
    }


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts `sito` at a terminal, without colors, with its own data directory."""
    children: list[pexpect.spawn[str]] = []
    environment = terminal_environment(tmp_path)

    def spawn(*arguments: str, width: int = 100, board: bool = False) -> pexpect.spawn[str]:
        # Boards have tests of their own, which look at the screen; here games are played line by line.
        lines = {} if board or arguments[0] not in ("play", "keep", "duel") else {"TERM": "dumb"}
        child = pexpect.spawn(
            sys.executable,
            ["-m", "sito", *arguments],
            env=environment | lines,
            encoding="utf-8",
            timeout=TERMINAL_SECONDS,
            dimensions=(40, width),
        )
        child.delaybeforesend = None
        children.append(child)
        return child

    yield spawn
    for child in children:
        child.close(force=True)
    assert not (tmp_path / "log").exists(), "an internal error was reported"


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
