"""Games played through at a real terminal: slips, contradictions, end of input, Ctrl-C, a killed process."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.rules.rules import Rules
from tests.conftest import Start, finish, reply, written
from tests.kept import states

RULES = Rules.parse("4x6")
SPACE = CodeSpace(RULES)


def saved(tmp_path: Path) -> list[dict[str, Any]]:
    """Tells how the games stand that are not finished."""
    return list(states(tmp_path / "data").values())


def guessed(game: pexpect.spawn[str]) -> str:
    """Reads the guess that the computer makes in `sito keep`."""
    game.expect(r"\d+  ([A-F]{4})  (?:\d+ other codes? (?:is|are) possible|This must be it\.)\r\n.*answer: ")
    return game.match[1]


def answer(guess: str, secret: str) -> str:
    return str(score(RULES, SPACE.parse(guess), SPACE.parse(secret)))


def test_play_with_slips_to_the_end(start: Start, tmp_path: Path) -> None:
    game = start("play", "--secret", "BFAC")
    reply(game, "guess 1 of 6: ", "ABC")
    game.expect("'ABC' has 3 pegs; it needs 4, as in ABCD")
    reply(game, "guess 1 of 6: ", "ABXY")
    game.expect("'XY' in 'ABXY' are not colors")
    reply(game, "guess 1 of 6: ", "")
    reply(game, "guess 1 of 6: ", "/hint")
    game.expect("1296 codes are possible: AAAA")
    reply(game, "guess 1 of 6: ", "/undo")
    game.expect("cannot be taken back")
    reply(game, "guess 1 of 6: ", "abcd")
    game.expect(" 1  ABCD  ooo\r\n")
    reply(game, "guess 2 of 6: ", "B F A C")
    game.expect(" 2  BFAC  xxxx\r\n")
    assert "You have found it in 2 guesses." in finish(game, 0)
    assert saved(tmp_path) == []


@pytest.mark.parametrize(("leave", "code"), [("\x04", 1), ("\x03", 130), ("/quit\r", 0)])
def test_play_left_and_resumed(start: Start, tmp_path: Path, leave: str, code: int) -> None:
    game = start("play", "--secret", "BFAC")
    reply(game, "guess 1 of 6: ", "ABCD")
    game.expect("guess 2 of 6: ")
    game.send(leave)
    assert "The game is saved. Go on with: sito play --resume" in finish(game, code)
    game = start("play", "--resume")
    game.expect(" 1  ABCD  ooo\r\n")
    reply(game, "guess 2 of 6: ", "BFAC")
    finish(game, 0)
    assert saved(tmp_path) == []
    assert "there is no unfinished game" in finish(start("play", "--resume"), 2)


def test_keep_with_slips_to_the_end(start: Start, tmp_path: Path) -> None:
    game = start("keep", "--seed", "2", "--rounds", "0", "--strategy", "random-consistent")
    game.expect("Think of a code")
    rounds = 0
    while True:
        guess = guessed(game)
        rounds += 1
        for slip, complaint in [("xz", "cannot be read"), ("xxxo", "is impossible"), ("3 2", "is impossible")]:
            game.sendline(slip)
            game.expect(complaint)
            game.expect("answer: ")
        reply = answer(guess, "FADC")
        game.sendline("" if reply == "-" else reply)
        if reply == "xxxx":
            break
    plural = "es" if rounds > 1 else ""
    assert f"I have found it in {rounds} guess{plural}." in finish(game, 0)
    assert saved(tmp_path) == []


def contradict(game: pexpect.spawn[str], secret: str) -> int:
    """Answers truly but for the first answer until the contradiction shows; gives the number of answers."""
    lied = False
    for number in range(1, 20):
        guess = guessed(game)
        reply = answer(guess, secret)
        if not lied:
            reply, lied = ("x" if reply != "x" else "o"), True
        game.sendline(reply)
        if game.expect(["no code agrees with", r"(?=\s\d+  [A-F]{4}  (?:\d+ other|This must))"]) == 0:
            return number
    pytest.fail("no contradiction")


def test_keep_notices_a_contradiction_and_goes_on_after_the_correction(start: Start) -> None:
    game = start("keep", "--seed", "5", "--rounds", "0", "--strategy", "first-consistent")
    count = contradict(game, "FADC")
    game.expect(r"answer 1, ([A-F]{4}):")
    first = game.match[1]
    reply(game, r"Which repair\? \(1 to 5\): ", "0")
    game.expect("Write the number of a repair")
    reply(game, r"Which repair\? \(1 to 5\): ", "/fix")
    reply(game, rf"Which answer is wrong\? \(1 to {count}\): ", "0")
    reply(game, "Write the number of the answer", "first")
    game.expect("Write the number of the answer")
    reply(game, "Which answer is wrong", "1")
    reply(game, rf"The right answer to {first} \(\? if unknown\): ", "xyz")
    game.expect("cannot be read")
    reply(game, f"The right answer to {first}", answer(first, "FADC"))
    while True:
        given = answer(guessed(game), "FADC")
        game.sendline(given)
        if given == "xxxx":
            break
    game.expect("I have found it")
    finish(game, 0)


def test_keep_left_within_a_contradiction(start: Start) -> None:
    game = start("keep", "--seed", "5", "--rounds", "0", "--strategy", "random-consistent")
    count = contradict(game, "FADC")
    game.expect("Which repair")
    game.sendeof()
    assert "sito keep --resume" in finish(game, 3)
    game = start("keep", "--resume")
    for number in range(1, count):
        game.expect(rf" {number}  [A-F]{{4}}  [xo-]+\r\n")
    guessed(game)
    game.sendintr()
    assert "sito keep --resume" in finish(game, 130)


def test_keep_takes_answers_back(start: Start) -> None:
    game = start("keep", "--seed", "5", "--strategy", "random-consistent")
    first = guessed(game)
    game.sendline("/undo")
    reply(game, "There is no answer to take back", "/fix")
    reply(game, "There is no answer to correct", "xx")
    second = guessed(game)
    game.sendline("/undo")
    assert guessed(game) == first
    game.sendline("xx")
    assert guessed(game) == second
    game.sendline("/fix")
    reply(game, "Which answer is wrong", "1")
    reply(game, f"The right answer to {first}", "oo")
    guessed(game)
    game.sendline("/quit")
    finish(game, 0)


@pytest.mark.parametrize("turns", [0, 2])
def test_a_killed_keep_goes_on_with_the_same_guesses(start: Start, turns: int) -> None:
    whole = start("keep", "--seed", "8", "--rounds", "0", "--strategy", "random-consistent")
    replies = ["oo", "xo", "x"]
    guesses = []
    for answer in replies[:turns]:
        guesses.append(guessed(whole))
        whole.sendline(answer)
    following = guessed(whole)
    whole.kill(signal.SIGKILL)
    whole.expect(pexpect.EOF)
    game = start("keep", "--resume")
    for guess, answer in zip(guesses, replies, strict=False):
        game.expect(f"{guess}  {answer}\r\n")
    assert guessed(game) == following
    game.sendline("/quit")
    finish(game, 0)


def test_keep_prints_the_codes_that_are_possible_after_the_last_round(start: Start) -> None:
    game = start("keep", "--seed", "3", "--rounds", "1", "--strategy", "random-consistent")
    guess = guessed(game)
    game.sendline("xxo")
    reply(game, "What was your code\\? \\(Enter to skip\\): ", "")
    shown = finish(game, 1)
    expected = [SPACE.text(code) for code in SPACE if str(score(RULES, SPACE.parse(guess), code)) == "xxo"]
    assert f"{len(expected)} codes are possible:" in shown
    assert re.findall(r"^([A-F]{4})\r$", shown, re.MULTILINE) == expected


def test_duel_left_and_resumed(start: Start, tmp_path: Path) -> None:
    game = start("duel", "--seed", "6", "--strategy", "random-consistent")
    reply(game, "your guess 1: ", "ABC")
    game.expect("has 3 pegs")
    reply(game, "your guess 1: ", "AAAA")
    first = guessed(game)
    game.sendline(answer(first, "FADC"))
    game.expect("your guess 2: ")
    game.kill(signal.SIGKILL)
    game.expect(pexpect.EOF)
    (state,) = saved(tmp_path)
    secret = state["secrets"][1]
    game = start("duel", "--resume")
    game.expect("you  1  AAAA  [xo-]+\r\n")
    game.expect(f"me   1  {first}  [xo-]+\r\n")
    reply(game, "your guess 2: ", secret)
    game.expect("xxxx")
    game.sendline(answer(guessed(game), "FADC"))
    reply(game, "What was your code", "")
    assert "You win with 2 guesses." in finish(game, 0)
    assert saved(tmp_path) == []


def test_advise_in_a_conversation(start: Start) -> None:
    game = start("advise")
    reply(game, "> ", "CBFF o")
    game.expect("276 codes are possible")
    reply(game, "> ", "CBFF xx")
    game.expect("no code agrees with")
    reply(game, "Which repair", "/undo")
    reply(game, "> ", "CBF o")
    game.expect("has 3 pegs")
    reply(game, "> ", "/undo")
    game.expect("1296 codes are possible")
    game.expect("> ")
    game.sendeof()
    finish(game, 0)


@pytest.mark.parametrize("width", [30, 60])
def test_tables_fit_the_terminal(start: Start, width: int) -> None:
    arguments = ["break", "6281", "--rules", "bulls-and-cows", "--strategy", "first-consistent"]
    shown = finish(start(*arguments, width=width), 0)
    assert all(guess in shown for guess in ("0123", "1045", "2356", "3274", "3608", "6281")), shown
    assert max(map(len, shown.split("\r\n"))) <= width


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare", "-r", "3x3", "-s", "minimax", "--fresh"),
        ("solve", "3x3", "--fresh"),
        ("tree", "build", "-", "-r", "3x3"),
        ("pegs", "hoppers", "--animate", "--pace", "0.01"),
        ("jugs", "8", "5", "--target", "4", "--animate", "--pace", "0.01"),
    ],
)
def test_ctrl_c_while_the_display_is_taken_away_shows_the_cursor_again(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """As when Ctrl-C is pressed twice: the second one comes while the bar is being wiped away."""
    script = written(
        tmp_path / "script.py",
        "import os, signal, sys\n"
        "from rich.live import Live\n"
        "stop = Live.stop\n"
        "def interrupted(live):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    stop(live)\n"
        "Live.stop = interrupted\n"
        "from sito.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n",
    )
    environment = os.environ | {"TERM": "xterm", "LANGUAGE": "en", "SITO_DATA_DIR": str(tmp_path / "data")}
    shown = pexpect.spawn(sys.executable, [str(script), *arguments], env=environment, encoding="utf-8", timeout=None)
    shown.expect(pexpect.EOF)
    text = str(shown.before)
    assert "Traceback" not in text
    assert text.rfind("\x1b[?25h") > text.rfind("\x1b[?25l") >= 0


def test_a_second_signal_ends_the_program_on_the_spot(tmp_path: Path) -> None:
    script = written(
        tmp_path / "script.py",
        "import os, signal\n"
        "from sito.cli.signals import ending_by_signals\n"
        "with ending_by_signals():\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "    finally:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n",
    )
    assert subprocess.run([sys.executable, str(script)], check=False).returncode == -signal.SIGTERM


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    script = written(
        tmp_path / "script.py",
        "import os, signal\n"
        "from sito.cli.signals import ending_by_signals\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "with ending_by_signals():\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN\n"
        "assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL\n",
    )
    assert subprocess.run([sys.executable, str(script)], check=False).returncode == 0


def test_a_terminal_that_is_closed_leaves_no_report_of_an_error(start: Start, tmp_path: Path) -> None:
    game = start("play", "--secret", "BFAC")
    reply(game, "guess 1 of 6: ", "ABCD")
    game.expect("guess 2 of 6: ")
    game.close(force=True)
    (state,) = saved(tmp_path)
    assert state["game"] == "4x6 ABCD:ooo"


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_killed_game_loses_nothing(start: Start, turns: int) -> None:
    game = start("play", "--secret", "BFAC", "--rounds", "0")
    game.expect("guess 1: ")
    for number in range(turns):
        game.sendline("ABCD")
        game.expect(f"guess {number + 2}: ")
    game.kill(signal.SIGKILL)
    game.expect(pexpect.EOF)
    game = start("play", "--resume")
    for number in range(turns):
        game.expect(f" {number + 1}  ABCD  ooo\r\n")
    reply(game, f"guess {turns + 1}: ", "BFAC")
    game.expect("xxxx")
    finish(game, 0)
