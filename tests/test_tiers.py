"""The long tests are named, and each of them is left to one tier."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tests import tiers

ROOT = Path(__file__).parent.parent


def collected(*options: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(filter(lambda line: "::" in line, done.stdout.splitlines()))


def test_every_test_is_in_a_tier_and_every_long_one_is_there() -> None:
    some = ["tests/test_jugs.py", "tests/test_cluster.py", "tests/test_docs.py", "tests/test_completion.py"]
    every, short, long = collected(*some), collected("--short", *some), collected("--long", *some)
    assert short | long == every
    assert all("zsh" in name or "fish" in name for name in short & long)  # they may have been skipped
    assert "tests/test_docs.py::test_console_blocks[README.md]" in short


def test_the_names_of_long_tests_are_those_of_tests() -> None:
    named = json.loads(tiers.LONG.read_text())
    assert [name for name in named if not exists(*name.split("::"))] == [], "make tiers measures them again"


def exists(file: str, *names: str) -> bool:
    pattern = rf"^\s*(def|async def|class) {names[-1].rpartition('.')[2]}\b"
    return (
        Path(ROOT, file).exists() and re.search(pattern, Path(ROOT, file).read_text(encoding="utf-8"), re.M) is not None
    )


def test_a_function_keeps_the_first_cases_that_fit() -> None:
    seconds = {"f[a]": 0.2, "f[b]": 0.1, "f[c]": 0.3, "g": 0.4, "h[a]": 0.7, "h[b]": 0.01}
    assert tiers.long_functions(seconds) == {"f": 1, "h": 0}
