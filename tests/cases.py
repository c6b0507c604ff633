"""Long tables of cases, as data in `tests/data/cases`: a file for each file of tests, and a table for each test."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "data" / "cases"


def cases(*names: str) -> Callable[[Callable[..., None]], Any]:
    """Gives a test the table of its name: a row for each case, with a value for each of these arguments."""

    def given(test: Callable[..., None]) -> Any:
        file = FOLDER / f"{test.__module__.rpartition('.')[2].removeprefix('test_')}.json"
        table = json.loads(file.read_text(encoding="utf-8"))[test.__name__]
        return pytest.mark.parametrize(names if len(names) > 1 else names[0], table)(test)

    return given
