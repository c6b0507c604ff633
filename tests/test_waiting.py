"""The line that tells that the computer thinks."""

from __future__ import annotations

import sys
import threading

import pytest
from rich.console import Console

from sito.cli.watch import _Spinner, shown


def test_a_signal_before_the_line_is_there_is_no_mistake_of_sito(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(thread: threading.Thread) -> None:
        raise SystemExit(129)  # as the handler of a hang-up does

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(SystemExit), shown(_Spinner("thinking", lambda: Console(file=sys.stderr))):
        raise AssertionError("it has not begun")
