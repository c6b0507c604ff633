"""The board at a terminal: whole games on golden screens, sizes that change, Ctrl-Z, signals, what stays at the end."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from sito.codes.feedback import score
from sito.games.store import GameStore
from sito.show.i18n import _, languages, ngettext, pgettext
from sito.show.i18n import language as reading
from tests.conftest import Sit, Sito, source_path, written
from tests.screens import Terminal, held, in_picture, picture

KEEP = ("keep", "--strategy", "first-consistent", "--seed", "1", "--rounds", "0")


def true_answer(rules: str, guess: str, secret: str) -> str:
    return str(score(rules, guess, secret))


def words_of_a_game(tmp_path: Path) -> str:
    file = written(tmp_path / "words.txt", "crane slate adieu trace stare raise arise irate crate grate")
    return f"words-position:{file}"


@pytest.mark.smoke
def test_a_whole_play(sit: Sit) -> None:
    game = sit("play", "--secret", "BFAC", columns=80, colors=256)
    game.wait_for("guess 1 of 6:")
    game.check("play-80-begins")
    game.enter("ABC")
    game.check("play-80-slip")
    game.enter("abcd")
    game.type("bf", at="guess 2 of 6:")
    game.check("play-80-typing")
    game.enter("ff")
    game.enter("hide")
    game.wait_for("guess 3 of 6:")
    game.check("play-80-hidden")
    game.enter("b f a c")
    assert game.end() == 0
    held("play-80-ends", game.drawn())
    assert game.history().count(" A  B  C  D ") == 1, "the finished game stands there once"


def test_a_whole_keep_with_a_wrong_answer_that_is_mended(sit: Sit) -> None:
    game = sit(*KEEP, columns=40, colors=16)
    secret, turn = "FADC", 0
    while True:
        turn += 1
        _wait_for_turn(game, turn, "Which repair?")
        if "Which repair?" in game.text():
            break
        guess = "".join(_row(game, turn).split()[1:5])
        true = true_answer("4x6", guess, secret)
        game.type("xx" if turn == 2 and true != "xx" else true)
        game.check(f"keep-40-turn-{turn}")
        game.press("enter")
    game.check("keep-40-contradiction")
    game.enter("hm")
    game.wait_for("Write the number of a repair.")
    assert "1. answer " in game.text(), "the repairs stand there as long as one is asked for"
    game.enter("fix 2")
    game.wait_for("The right answer to")
    game.check("keep-40-fix")
    guess = "".join(_row(game, 2).split()[1:5])
    game.enter(true_answer("4x6", guess, secret))
    _wait_for_turn(game, turn, "I have found it")
    while "I have found it" not in game.text():
        guess = "".join(_row(game, turn).split()[1:5])
        game.enter(true_answer("4x6", guess, secret))
        turn += 1
        _wait_for_turn(game, turn, "I have found it")
    assert game.end() == 0
    held("keep-40-ends", game.drawn())


@pytest.mark.parametrize("language", languages())
def test_the_same_keep_in_every_language(sit: Sit, language: str) -> None:
    """The second answer is wrong: it is found at the fourth turn and mended, and then the code is found."""
    with reading(language):
        answer, which = _("answer: ").strip(), _("Which repair? (1 to {count}): ").format(count=5).strip()
        right = _("The right answer to {guess} (? if unknown): ").format(guess="ABBB").strip()
        end = ngettext("I have found it in {count} guess.", "I have found it in {count} guesses.", 7).format(count=7)
        fix = pgettext("a command in a game", "fix")
    game = sit(*KEEP, columns=80, colors=256, more={"SITO_LANG": language})
    for turn, told in enumerate(("x", "xx", "xo", "oo"), 1):
        game.wait_until(lambda turn=turn: f"\n{turn:2}  " in game.text() and f"\n{answer}" in game.text())
        game.enter(told)
    game.wait_for(which)
    game.check(f"keep-{language}-contradiction")
    game.enter(f"{fix} 2")
    game.enter("o", at=right)
    turn = 5
    while end not in game.text():
        game.wait_until(lambda turn=turn: end in game.text() or f"\n{turn:2}  " in game.text())
        if end not in game.text():
            guess = "".join(_row(game, turn).split()[1:5])
            game.enter(true_answer("4x6", guess, "FADC"))
        turn += 1
    assert game.end() == 0
    held(f"keep-{language}-ends", game.drawn())


def _wait_for_turn(game: Terminal, turn: int, other: str) -> None:
    """Waits until an answer to a guess is asked for, or until another text is there."""
    game.wait_until(lambda: other in game.text() or (f"\n{turn:2}  " in game.text() and "\nanswer:" in game.text()))


def _row(game: Terminal, number: int) -> str:
    return next(line for line in game.text().splitlines() if line.startswith(f"{number:2}  "))


@pytest.mark.parametrize(("columns", "colors"), [(120, 0), (40, 16)])
def test_a_whole_duel(sit: Sit, columns: int, colors: int) -> None:
    game = sit("duel", "--seed", "6", "--strategy", "random-consistent", columns=columns, colors=colors)
    name = f"duel-{columns}"
    for turn, guess in enumerate(("AAAA", "BCDE"), 1):
        game.enter(guess, at=f"your guess {turn}:")
        game.wait_for("answer:")
        game.check(f"{name}-turn-{turn}")
        game.enter("o")
    game.wait_for("your guess 3:")
    game.check(f"{name}-turn-3")
    game.enter("give up")
    game.enter(at="What was your code?")
    assert game.end() == 1
    held(f"{name}-ends", game.drawn())


@pytest.mark.parametrize(("columns", "colors"), [(80, 256), (40, 0)])
def test_a_word_game(sit: Sit, tmp_path: Path, columns: int, colors: int) -> None:
    game = sit("play", "--rules", words_of_a_game(tmp_path), "--secret", "crate", columns=columns, colors=colors)
    name = f"word-{columns}"
    game.enter("slate", at="guess 1 of 6:")
    game.type("tra", at="guess 2 of 6:")
    game.check(f"{name}-typing")
    game.enter("ce")
    game.enter("zebra", at="guess 3 of 6:")
    game.check(f"{name}-slip")
    game.enter("crate")
    assert game.end() == 0
    held(f"{name}-ends", game.drawn())


def test_a_game_that_is_higher_than_the_terminal(sit: Sit) -> None:
    game = sit("play", "--secret", "BFAC", "--rounds", "0", lines=12)
    for number in range(1, 15):
        game.enter("AABB", at=f"guess {number}:")
    game.wait_for("guess 15:")
    game.wait_for("7 guesses are above")
    assert " 8   A  A  B  B" in game.text()
    assert " 7   A  A  B  B" not in game.text()
    game.press("ctrl-c")
    assert game.end() == 130
    assert [f"{number:2}   A  A  B  B" in game.history() for number in range(1, 15)] == [True] * 14
    assert game.history().count(" 1   A  A  B  B") == 1


def test_a_resize_draws_the_board_anew_and_leaves_nothing(sit: Sit) -> None:
    game = sit("play", "--secret", "BFAC", columns=100, lines=30)
    game.enter("ABCD", at="guess 1 of 6:")
    game.enter("help", at="guess 2 of 6:")
    game.wait_for("/show: shows how many codes are possible")
    for columns, lines in ((40, 20), (120, 40), (41, 30), (100, 12)):
        game.resize(columns, lines)
        game.wait_until(lambda: "\nhelp  quit  hint" in game.text())
        game.settle()
        shown = game.text().splitlines()
        for once in ("4x6   136 codes are possible", " 1   A  B  C  D   ooo", "guess 2 of 6:"):
            assert sum(line.startswith(once) for line in shown) == 1, game.text()
        assert max(map(len, shown)) <= columns
        below = shown[shown.index(" 2   .  .  .  .") :]
        assert below[-1].startswith("help  quit  hint")
    game.press("ctrl-d")
    assert game.end() == 1


def test_a_slip_of_a_command_is_offered_and_every_key_edits(sit: Sit) -> None:
    game = sit("play", "--secret", "BFAC")
    game.enter("hnit", at="guess 1 of 6:")
    game.type("abce", at="Did you mean the command hint?")
    game.press("backspace")
    game.type("d")
    game.press("enter", at=" 1   A  B  C  D")
    game.press("up", at="guess 2 of 6:")
    game.press("ctrl-c", at="guess 2 of 6: abcd")
    assert game.end() == 130
    assert game.cursor_is_shown()
    assert "sito play --resume" in game.text()


def test_ctrl_z_and_fg(sit: Sit, tmp_path: Path) -> None:
    shell = sit("--norc", "--noprofile", "-i", command="bash", more={"PS1": "shell> ", "PYTHONPATH": source_path()})
    shell.enter(f"{sys.executable} -m sito play --secret BFAC", at="shell>")
    shell.type("ab", at="guess 1 of 6:")
    shell.press("ctrl-z", at=" 1   A  B  .  .")
    shell.wait_for("Stopped")
    shell.wait_for("shell>", line=-1)
    assert "guess 1 of 6:" not in shell.text()
    assert shell.cursor_is_shown()
    shell.enter("stty -a | grep -o ' -*echo '; stty -a | grep -o ' -*icanon'")
    shell.wait_for("\n icanon")
    assert "\n echo" in shell.text()
    shell.enter("fg")
    shell.enter("cd", at="guess 1 of 6: ab")
    shell.wait_for("guess 2 of 6:")
    assert "guess 1 of 6:" not in shell.text(), "the board was drawn twice"
    shell.enter("quit")
    shell.wait_for("sito play --resume")
    shell.wait_for("shell>", line=-1)
    shell.enter("echo $?; stty -a | grep -o ' -*echo '")
    shell.enter("exit", at="\n0\n echo")
    shell.end()


def test_a_board_that_others_stop_is_drawn_anew_when_it_goes_on(tmp_path: Path, sit: Sit) -> None:
    shell = sit("--norc", "--noprofile", "-i", command="bash", more={"PS1": "shell> ", "PYTHONPATH": source_path()})
    shell.wait_for("shell>")
    file = tmp_path / "process"
    shell.enter(f"sh -c 'echo $$ > {file}; exec {sys.executable} -m sito play --secret FADC'")
    shell.wait_for("guess 1 of 6:")
    os.kill(int(file.read_text()), signal.SIGTSTP)
    shell.wait_for("Stopped")
    shell.wait_for("shell>", line=-1)
    shell.enter("fg")
    shell.wait_until(lambda: shell.text().count("guess 1 of 6:") == 2)
    shell.enter("abcd")
    shell.wait_for("guess 2 of 6:")
    assert re.search(r"^ 1   A  B  C  D   \w+$", shell.text(), re.MULTILINE)
    shell.enter("quit")
    shell.wait_for("sito play --resume")
    shell.wait_for("shell>", line=-1)  # what is typed before belongs to the board
    shell.enter("exit")
    shell.end()


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_signal_while_the_board_begins_leaves_the_terminal_in_order(
    tmp_path: Path, sit: Sit, name: str, code: int, when: str
) -> None:
    script = written(
        tmp_path / "script.py",
        "import os, signal, sys\n"
        "from sito.cli import main\n"
        "from sito.cli.table.board import Board\n"
        "begin = Board._start\n"
        "def begin_with_a_signal(board):\n"
        f"    tell = lambda: os.kill(os.getpid(), signal.{name})\n"
        f"    {'tell(); begin(board)' if when == 'before' else 'begin(board); tell()'}\n"
        "Board._start = begin_with_a_signal\n"
        "sys.exit(main(['play', '--secret', 'ABCD']))\n",
    )
    run = f"{sys.executable} {script}; echo ended: $?; stty -a | grep -o ' -*echo '; stty -a | grep -o ' -*icanon'"
    shell = sit("-c", run, command="bash", more={"PYTHONPATH": source_path()})
    assert shell.end() == 0
    assert f"ended: {code}\n echo\n icanon" in shell.text()
    assert shell.cursor_is_shown()
    assert "help  quit" not in shell.text(), "the board has been taken away"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("arguments", [("play",), KEEP, ("duel", "--strategy", "first-consistent")])
def test_a_signal_leaves_the_terminal_in_order(sit: Sit, arguments: tuple[str, ...], number: int, code: int) -> None:
    game = sit(*arguments)
    game.wait_for("help  quit")
    game.child.kill(number)
    assert game.end() == code
    assert game.cursor_is_shown()
    assert "help  quit" not in game.text(), "the board has been taken away"
    assert "\x1b[?2004l" in game.written, "pasting is as it was"
    again = sit(arguments[0], "--resume")
    again.press("ctrl-c", at="help  quit")
    assert again.end() == 130


def test_a_terminal_that_is_gone(sit: Sit, sito: Sito) -> None:
    game = sit("play", "--secret", "BFAC")
    game.enter("ABCD", at="guess 1 of 6:")
    game.wait_for("guess 2 of 6:")
    assert game.hang_up() == 129
    assert sito("play", "--resume", stdin="BFAC\n").out == " 1  ABCD  ooo\n 2  BFAC  xxxx\n"


@pytest.mark.usefixtures("slow_strategy")
def test_the_board_stays_while_the_computer_thinks(sit: Sit) -> None:
    game = sit("keep", "--strategy", "slow:2.5")
    game.enter("x", at="answer:")
    game.wait_for("I am thinking")
    assert " 1   A  A  A  A   x" in game.text()
    game.resize(60, 20)
    game.enter("xx", at="answer:")
    game.press("ctrl-c", at="I am thinking")
    assert game.end() == 130
    assert game.cursor_is_shown()


@pytest.mark.usefixtures("slow_strategy")
def test_a_long_break_is_a_board_to_look_on_at(sit: Sit) -> None:
    game = sit("break", "AABC", "--strategy", "slow:1.5")
    game.wait_for(" 1   A  A  A  A   xx")
    game.wait_for("I am thinking")
    assert game.end() == 0
    assert " 1   A  A  A  A" not in game.text(), "the table has taken its place"
    assert "1   AAAA" in game.text()
    assert game.cursor_is_shown()


@pytest.mark.parametrize("name", ["play", "word-game"])
def test_the_pictures_of_the_documents_are_true(sit: Sit, tmp_path: Path, name: str) -> None:
    if name == "play":
        game = sit("play", "--rules", "5x8", "--secret", "FACHB", columns=64, colors=256)
        guesses, typed, title = ["AABBC", "ABDCE", "FAHBC"], "FAC", "sito play --rules 5x8"
    else:
        game = sit("play", "--rules", words_of_a_game(tmp_path), "--secret", "crate", columns=64, colors=256)
        guesses, typed, title = ["slate", "trace"], "cra", "sito play --rules wordle-like:words.txt"
    for number, guess in enumerate(guesses, 1):
        game.enter(guess, at=f"guess {number} of ")
    game.type(typed, at=f"guess {len(guesses) + 1} of ")
    game.check(f"picture-{name}")
    drawn = picture(game, title)
    file = Path(__file__).parent.parent / "docs" / "images" / f"board-{name}.svg"
    if os.environ.get("SITO_WRITE_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert in_picture(drawn) == in_picture(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("arguments", [("play",), KEEP])
def test_ctrl_c_pressed_many_times_leaves_the_terminal_in_order(sit: Sit, arguments: tuple[str, ...]) -> None:
    game = sit(*arguments)
    game.type("\x03\x03\x03", at="help  quit")
    assert game.end() == 130
    assert game.cursor_is_shown()
    assert "\x1b[?2004l" in game.written, "pasting is as it was, and so is the rest"
    assert f"sito {arguments[0]} --resume" in game.text()


def test_a_low_terminal_shows_a_message_beside_a_high_board(sit: Sit) -> None:
    puzzle = sit("pegs", "english", "--play", columns=40, lines=10)
    puzzle.enter("why", at="move 1:")
    puzzle.wait_for("'why' is no jump")
    assert "move 1:" in puzzle.text()
    assert "26" in puzzle.text()


def test_the_least_terminal_shows_how_a_message_begins(sit: Sit) -> None:
    game = sit("play", "--secret", "BFAC", columns=20, lines=5)
    game.enter("ABC", at="guess 1 of 6:")
    game.wait_for("'ABC'")


def test_colored_text_that_is_pasted_is_no_mistake(sit: Sit) -> None:
    game = sit("play", "--secret", "BFAC")
    game.type("\x1b[31m\x1b[0;1m\x1b[99;1R\x1b[<0;1;1M\x1b[9mABCD\x1b[0m", at="guess 1 of 6:")
    game.enter(at="guess 1 of 6: ABCD")
    game.press("ctrl-c", at="guess 2 of 6:")
    assert game.end() == 130


def test_keys_that_are_pressed_while_the_computer_thinks_wait(sit: Sit) -> None:
    puzzle = sit("pegs", "english", "--play")
    puzzle.type("4 16\r" + "\t" * 3, at="move 1:")
    puzzle.press("ctrl-c", at="Peg 23 is chosen")
    assert puzzle.end() == 130


def test_a_game_that_the_disk_refuses_is_not_called_saved_when_it_is_left(sit: Sit, tmp_path: Path) -> None:
    game = sit("play", "--secret", "BFAC")
    game.wait_for("guess 1 of 6:")
    with GameStore.in_directory(tmp_path / "data") as store:
        store.change("CREATE TRIGGER full BEFORE UPDATE ON game BEGIN SELECT raise(ABORT, 'the disk is full'); END", ())
    game.enter("ABCD")
    game.enter("help", at="The game cannot be saved")
    game.wait_until(lambda: "The game cannot be saved" not in game.text())
    game.enter("quit")
    assert game.end() == 0
    assert "The game cannot be saved" in game.text()
    assert "The game is saved" not in game.text()
