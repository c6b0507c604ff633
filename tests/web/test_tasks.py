"""The tasks of the pool: what they refuse before they work, and that no text opens a file."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sito.base.limits import Limits
from sito.errors import InputError, LimitError, RulesError, SitoError
from sito.web import tasks
from sito.web.work import Work
from tests.web.open_nothing import CALLS

HERE = Path(__file__).parent.parent.parent


def run(folder: Path, *options: str) -> Any:
    """Runs the calls in a process of their own, which watches itself."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.open_nothing", str(folder), *options],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_no_text_in_any_field_opens_a_file(tmp_path: Path) -> None:
    found = run(tmp_path)
    assert found["calls"] > 10_000
    assert found["opened"] == []
    assert found["told"] == {}


def test_the_watch_sees_files_that_loaders_open(tmp_path: Path) -> None:
    found = run(tmp_path, "loaders")
    assert any("secret.txt" in place for place in found["opened"])


def test_every_task_is_among_the_calls() -> None:
    called = {task.__name__ for task, _arguments in CALLS}
    assert called | {"presets"} == set(tasks.__all__)


WITH_RULES = [
    (task, arguments)
    for task, arguments in CALLS
    if "rules" in arguments or inspect.signature(task).parameters.get("text")
]


@pytest.mark.parametrize(("task", "arguments"), WITH_RULES)
def test_large_games_are_refused_before_any_work(task: Callable[..., Any], arguments: dict[str, Any]) -> None:
    for rules in ("14x4", "8x8-black", "16x64", "6x10-lies2"):
        field: Any = {"text": rules} if "text" in arguments else {"rules": rules}
        if isinstance(arguments.get("rules"), list):
            field = {"rules": [rules]}
        with pytest.raises(LimitError if "compare" not in task.__name__ else InputError, match="this service takes up"):
            task(Work(codes=100_000), **{**arguments, **field, **({"turns": []} if "turns" in arguments else {})})


def test_every_fault_of_a_game_is_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        tasks.sieve(Work(), "4x6", [["AAGB", "x"], ["AABB", "xxxxx"], ["A", "?"]])
    assert len(caught.value.faults) == 3


def test_words_are_bounded() -> None:
    many = [
        f"{first}{second}{third}"
        for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for third in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
    ]
    with pytest.raises(LimitError, match="a list may have up to"):
        tasks.rules(Work(), "words:mine", words=many)
    with pytest.raises(RulesError):
        tasks.rules(Work(), "words:mine", words=["ONE", "THREE"])
    assert tasks.rules(Work(), "words-position:mine", words=["BEAR", "SEAL"])["codes"] == 2
    with pytest.raises(RulesError, match="there is no word list 'mine'"):
        tasks.rules(Work(), "words-position:mine")


def test_a_stop_ends_work_with_what_it_has() -> None:
    told: list[Any] = []
    asked = Work(Limits(stop=lambda: bool(told)), told.append)
    found = tasks.solve(asked, "4x9")
    assert found["stopped"] == "asked"
    assert found["lower"] <= found["upper"]
    assert not found["proven"]
    table = tasks.compare(
        Work(Limits(stop=lambda: len(told) > 3), told.append), "5x8", ["random-consistent"], sample=3000
    )
    assert table["stopped"] == "asked"


def test_results_are_plain_json() -> None:
    for task, arguments in CALLS:
        try:
            found = task(Work(Limits(seconds=2)), **arguments)
        except SitoError as error:
            raise AssertionError(f"{task.__name__} {arguments}") from error
        assert json.loads(json.dumps(found, allow_nan=False)) == found
