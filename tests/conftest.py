"""Fixtures that several test files share."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from sito.cli import main

# No test has a time limit: a busy machine is no fault of the code.
settings.register_profile("sito", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sito")


class Result(NamedTuple):
    code: int
    out: str
    err: str


Sito = Callable[..., Result]


@pytest.fixture
def sito(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Sito:
    """Runs a command line of `sito` in this process, in English, with its own data directory."""
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SITO_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("SITO_LOG_DIR", str(tmp_path / "log"))
    monkeypatch.delenv("SITO_DEBUG", raising=False)

    def run(*arguments: str, stdin: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main(arguments)
        return Result(code, *capsys.readouterr())

    return run


# Where tests are started in the background, SIGINT is ignored, here and in every process started from here.
signal.signal(signal.SIGINT, signal.default_int_handler)
