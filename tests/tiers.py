"""Two tiers of tests: `make test` runs the short ones, and `make test-all` the long ones after them.

A function whose cases together take longer than `SECONDS` keeps its first ones in the first tier, as many as fit;
`data/long_tests.json` has these functions, and `make tiers` measures them again. Of what is long by its nature (a
terminal, a browser, a kill, a cluster, the blocks of README) one test each stays: it is marked `smoke`.

    pytest             runs every test that is named, long or short
    pytest --short     leaves out the long ones
    pytest --long      runs what `--short` leaves out, and what needs packages that may have been missing
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

SECONDS = 0.5
LONG = Path(__file__).parent / "data" / "long_tests.json"


def function_of(name: str) -> str:
    """Gives the name of the function of a test, which is the name of the test without its case."""
    return name.partition("[")[0]


def long_tests(items: list[pytest.Item]) -> list[pytest.Item]:
    """Gives the tests that `--short` leaves out."""
    kept: dict[str, int] = json.loads(LONG.read_text())
    seen: Counter[str] = Counter()
    long = []
    for item in items:
        function = function_of(item.nodeid)
        seen[function] += 1
        if seen[function] > kept.get(function, seen[function]) and not item.get_closest_marker("smoke"):
            long.append(item)
    return long


class Tiers:
    """Deselects the tests of the other tier."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        long = {id(item) for item in long_tests(items)}
        short = config.getoption("short")
        gone = [
            item for item in items if (id(item) in long) == short and (short or not item.get_closest_marker("needs"))
        ]
        config.hook.pytest_deselected(items=gone)
        left = {id(item) for item in gone}
        items[:] = [item for item in items if id(item) not in left]


class Stopwatch:
    """Measures all tests, and writes which of them are long."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        LONG.write_text(json.dumps(long_functions(self.seconds), indent=0, sort_keys=True) + "\n")


def long_functions(seconds: dict[str, float]) -> dict[str, int]:
    """Gives the functions whose cases take too long together, and how many cases each of them keeps."""
    functions = defaultdict(list)
    for name, duration in seconds.items():
        functions[function_of(name)].append(duration)
    return {name: int(SECONDS // max(durations)) for name, durations in functions.items() if sum(durations) > SECONDS}


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("tiers")
    group.addoption("--short", action="store_true", help="leave out what tests/data/long_tests.json names")
    group.addoption("--long", action="store_true", help="run what --short leaves out, and what needs packages")
    group.addoption("--measure", action="store_true", help="write tests/data/long_tests.json")


def configure(config: pytest.Config) -> None:
    if config.getoption("short") or config.getoption("long"):
        config.pluginmanager.register(Tiers())
    if config.getoption("measure") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Stopwatch())
