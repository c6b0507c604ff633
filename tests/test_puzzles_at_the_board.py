"""Golden screens of puzzles by hand: jugs and pegs at terminals of several sizes and numbers of colors.

SITO_WRITE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import Sit
from tests.screens import Terminal, in_picture, picture

SIZES = [(40, 24, 0), (80, 24, 16), (120, 30, 256), (40, 24, 256), (80, 24, 0)]


def ready(terminal: Terminal, prompt: str) -> None:
    """Waits for a prompt in the line above the commands."""
    terminal.wait_until(lambda: prompt in "\n".join(terminal.text().splitlines()[-2:]))


@pytest.mark.parametrize(("columns", "lines", "colors"), SIZES)
def test_jugs_by_hand(sit: Sit, columns: int, lines: int, colors: int) -> None:
    name = f"jugs-{columns}-{colors}"
    board = sit("jugs", "8", "5", "--target", "4", "--play", columns=columns, lines=lines, colors=colors)
    ready(board, "action 1:")
    board.enter("b")
    ready(board, "action 2:")
    board.press("right")
    board.press("right", at="Jug A is chosen")
    board.press("enter", at="Jug B is chosen")
    board.press("left", at="Jug B is taken")
    board.press("enter", at="Enter pours jug B into jug A.")
    ready(board, "action 3:")
    board.press("right")
    board.press("up", at="Jug B is chosen")
    ready(board, "action 4:")
    board.enter("fewest")
    board.wait_for("The goal is 7 actions away")
    board.check(f"{name}-middle")
    for number, action in enumerate(["ab", "b>a", "empty a", "ba", "b", "ba", "b"], 4):
        board.enter(action)
        if action == "ab":
            board.wait_for("jug B is full")
            ready(board, "action 4:")
        else:
            ready(board, f"action {number}:")
    board.enter("ba")
    assert board.end() == 0
    assert "4 in jug B with 10 actions; the fewest possible is 10." in " ".join(board.text().split())
    board.check(f"{name}-end")


@pytest.mark.parametrize(("columns", "lines", "colors"), SIZES)
def test_pegs_by_hand(sit: Sit, columns: int, lines: int, colors: int) -> None:
    name = f"pegs-{columns}-{colors}"
    board = sit("pegs", "hoppers", "--play", columns=columns, lines=lines, colors=colors)
    ready(board, "move 1:")
    board.press("down")
    board.press("enter", at="Peg 0 is chosen")
    board.wait_for("Peg 0 is taken")
    board.press("down")  # the only jump there is leads down and right
    ready(board, "move 2:")
    board.enter("9 3")
    ready(board, "move 3:")
    board.enter("2 6 0")
    board.wait_for("From here it cannot be done")
    board.check(f"{name}-dead")
    board.enter("undo")
    board.wait_for("1 step is taken back.")
    ready(board, "move 3:")
    board.press("tab")
    board.press("enter", at="Peg 2 is chosen")
    board.wait_for("Peg 2 is taken")
    board.check(f"{name}-taken")
    for number, line in enumerate(["2 0 6", "11 1", "(10,0,2,6)", "8 4"], 4):
        board.enter(line)
        ready(board, f"move {number}:")
    board.enter("12 2 6")
    assert board.end() == 0
    board.check(f"{name}-end")


def test_two_arrows_where_two_jumps_lead_the_same_way(sit: Sit) -> None:
    position = "...../.ooo./..o../...../....."
    board = sit(
        "pegs", "ooooo/ooooo/ooooo/ooooo/ooooo", "--jumps", "orthogonal+diagonal", "--start", position, "--play"
    )
    ready(board, "move 1:")
    board.press("tab")
    board.wait_for("Peg 6 is chosen")
    for _ in range(3):
        board.press("tab")
    board.press("enter", at="Peg 12 is chosen and can jump to 0, 2, 4: press Enter to take it.")
    board.press("up", at="Peg 12 is taken")
    board.press("right", at="Peg 12 can jump to 0, 2, 4: press one more arrow.")
    board.enter("undo", at="(12,4)")
    board.wait_for("1 step is taken back.")
    ready(board, "move 1:")
    for key in ("tab", "tab", "tab", "tab"):
        board.press(key)
    board.press("enter", at="Peg 12 is chosen")
    board.press("up", at="Peg 12 is taken")
    board.press("up", at="press one more arrow")
    board.enter("quit", at="(12,2)")
    assert board.end() == 0
    assert "games resume pegs-1" in board.text()


@pytest.mark.parametrize("words", [("jugs", "8", "5", "--target", "4", "--play"), ("pegs", "english", "--play")])
def test_ctrl_c_and_ctrl_d_keep_the_puzzle(sit: Sit, words: tuple[str, ...]) -> None:
    prompt, line = ("action", "b") if words[0] == "jugs" else ("move", "4 16")
    board = sit(*words)
    ready(board, f"{prompt} 1:")
    board.enter(line)
    ready(board, f"{prompt} 2:")
    board.press("ctrl-c")
    assert board.end() == 130
    again = sit(words[0], "--play", "--resume")
    ready(again, f"{prompt} 2:")
    again.press("ctrl-d")
    assert again.end() == 1
    assert f"games resume {words[0]}-1" in again.text()


@pytest.mark.parametrize("name", ["jugs", "pegs"])
def test_the_pictures_of_the_documents_are_true(sit: Sit, name: str) -> None:
    if name == "jugs":
        words = ["jugs", "8", "5", "--target", "4", "--play"]
        steps, prompt = ["b", "ba", "b", "ba"], "action"
    else:
        words = ["pegs", "english", "--play"]
        steps, prompt = ["4 16", "23 9", "14 16", "17 15"], "move"
    board = sit(*words, columns=72, lines=30, colors=256)
    for number, step in enumerate(steps, 1):
        ready(board, f"{prompt} {number}:")
        board.enter(step)
    ready(board, f"{prompt} {len(steps) + 1}:")
    if name == "jugs":
        board.enter("hint")
        board.press("right", at="A best next step")
        board.wait_for("Jug A is chosen")
    else:
        board.press("tab")
        board.press("enter", at="is chosen")
        board.wait_for("is taken")
    board.settle(1.0)
    drawn = picture(board, "sito " + " ".join(words))
    file = Path(__file__).parent.parent / "docs" / "images" / f"{name}-by-hand.svg"
    if os.environ.get("SITO_WRITE_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert in_picture(drawn) == in_picture(file.read_text(encoding="utf-8"))
