"""Every tool at a real terminal, for longer than its progress line needs; and ended by Ctrl-C and by signals."""

import re
import signal
from pathlib import Path

import pytest

from sito.strategies.tree.verify import verify
from tests.cases import cases
from tests.conftest import Start, finish

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.mark.parametrize("width", [40, 100])
@cases("arguments", "code", "told")
def test_at_terminals_of_any_width(start: Start, arguments: tuple[str, ...], code: int, told: str, width: int) -> None:
    shown = finish(start(*arguments, width=width), code)
    lines = [line for line in re.split(r"[\r\n]+", CONTROL.sub("\r", shown)) if not line.startswith("(")]
    assert told in " ".join(" ".join(lines).split())
    assert max(map(len, lines)) <= width, max(lines, key=len)


def test_a_search_of_a_board_of_many_levels_ends_at_a_terminal(start: Start) -> None:
    shown = finish(start("pegs", "english"), 0)
    assert re.search(r"\d+ levels done; positions of the next: \d+", shown)
    assert "18 moves (31 jumps), the fewest possible." in shown


def test_workers_at_a_terminal(start: Start) -> None:
    shown = finish(start("compare", "-r", "4x6", "-s", "random-consistent", "--executor", "processes:2"), 0)
    assert re.search(r"Playing .*\d+/60", shown)
    shown = finish(start("solve", "4x4", "--executor", "processes:2"), 0)
    assert "Proven best: total " in shown


@cases("arguments", "shows", "told")
def test_ctrl_c_ends_it_with_what_is_known(start: Start, arguments: tuple[str, ...], shows: str, told: str) -> None:
    child = start(*arguments)
    child.expect(shows)
    child.sendintr()
    assert told in " ".join(finish(child, 130).split())


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize(
    ("arguments", "shows"),
    [
        (("solve", "5x6", "--memory", "200MB"), r"total \d+\.\.\d+"),
        (("pegs", "english"), "levels done"),
        (("jugs", "1000003", "999983", "999979", "--target", "500001"), "actions deep"),
        (("compare", "-r", "4x10", "-s", "random-consistent"), r"\d+/400"),
        (("jugs", "8", "5", "--target", "4", "--animate", "--pace", "9"), "start"),
    ],
)
def test_a_signal_from_outside_shows_the_cursor_again(
    start: Start, arguments: tuple[str, ...], shows: str, number: int, code: int
) -> None:
    child = start(*arguments)
    child.expect(shows)
    child.kill(number)
    assert "\x1b[?25h" in finish(child, code)


def test_quiet_shows_nothing_on_the_way(start: Start) -> None:
    shown = finish(start("solve", "5x6", "--time", "1", "--memory", "200MB", "--quiet"), 4)
    assert "\x1b" not in shown
    assert shown.startswith("Best found, not proven: total ")


def test_ctrl_c_twice_keeps_the_tree(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "best.tree"
    child = start("solve", "5x6", "--memory", "200MB", "--save", str(file))
    child.expect(r"total \d+\.\.\d+")
    child.sendintr()
    child.sendintr()
    assert "Best found, not proven" in finish(child, 130)
    assert sum(verify(file.read_text())) == 7776


def test_an_endless_file_can_be_left_by_ctrl_c(start: Start) -> None:
    child = start("tree", "play", "/dev/full")
    child.expect(r"longer than|\^C")
    finish(child, 2)
