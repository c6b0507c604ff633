"""Tables at terminals of several widths: columns are left out before a table falls apart, and bars are drawn."""

from __future__ import annotations

import io
import re

import pytest

from sito.cli.figures import bar_places, bars
from sito.show.render import Column, Screen, cell_width, plain
from tests.cases import cases
from tests.conftest import Start, finish
from tests.test_tools_at_a_terminal import CONTROL

BARS = re.compile("[▁▂▃▅▇·]{3,}")
COMPARE = ("compare", "-r", "3x4", "-s", "first-consistent", "minimax", "--quiet")


def lines_of(shown: str) -> list[str]:
    return [line.rstrip() for line in re.split(r"[\r\n]+", CONTROL.sub("\r", shown)) if line.strip()]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_compare_keeps_its_table(start: Start, width: int) -> None:
    lines = lines_of(finish(start(*COMPARE, width=width), 0))
    assert max(map(cell_width, lines)) <= width
    assert any(line.split()[:2] == ["rules", "strategy"] and "mean" in line for line in lines)
    assert sum(bool(BARS.search(line)) for line in lines) == 2
    assert any("3.9062" in line for line in lines)
    assert any("1 3 12 35 11 2" in line for line in lines) == (width == 120)


def test_compare_gives_numbers_in_plain_lines(start: Start) -> None:
    lines = lines_of(finish(start(*COMPARE, "--plain", width=80), 0))
    assert not any(BARS.search(line) for line in lines)
    assert any("1 3 12 35 11 2" in line for line in lines)


@cases("arguments")
@pytest.mark.parametrize("width", [40, 60])
def test_what_commands_show_fits_narrow_terminals(start: Start, arguments: tuple[str, ...], width: int) -> None:
    lines = lines_of(finish(start(*arguments, width=width), 0))
    assert lines
    # A path of this machine may be longer, and a solution is one word.
    told = [line for line in lines if "/" not in line and not line.startswith("(")]
    assert max(map(cell_width, told)) <= width, max(told, key=cell_width)


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_the_most_dispensable_columns_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    columns = [
        Column("name"),
        Column("first to go", spare=2),
        Column("second to go", short="2nd", spare=1),
        Column("last"),
    ]
    rows = [[plain("a" * 8), plain(1), plain(2), plain("b" * 8)]]
    seen = []
    for room in (60, 40, 30, 20, 15):
        monkeypatch.setenv("COLUMNS", str(room))
        stream = Terminal()
        left_out = Screen(stream, color="none").table(columns, rows)
        assert all(cell_width(line) <= room for line in stream.getvalue().split("\n"))
        seen.append((left_out, "2nd" in stream.getvalue(), "name: " in stream.getvalue()))
    assert seen == [
        ([], False, False),
        ([], True, False),
        (["first to go"], True, False),
        (["first to go", "second to go"], False, False),
        ([], False, True),
    ]


def test_bars_are_as_high_as_their_numbers() -> None:
    assert bars([0, 1, 1000]) == "·▁▇"
    assert bars([5, 4, 3, 2, 1]) == "▇▅▃▂▁"
    assert bars([]) == ""
    assert bar_places(11) == "12345678901"
