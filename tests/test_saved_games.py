"""Saved games: damaged ones, two players of one game, lines and commands of the person who plays."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Sito, begin_sito, run_sito, written
from tests.kept import check_refused, states


def saved_state(sito: Sito, data: Path, kind: str) -> tuple[str, dict[str, Any]]:
    """Begins a game, leaves it, and gives its name and how it stands."""
    given = {"play": "ABCD\n", "keep": "o\n", "duel": "ABCD\no\n"}[kind]
    assert sito(kind, "--seed", "1", stdin=given).code == 1
    ((name, state),) = states(data).items()
    return name, state


def test_wrong_values_about_the_number_of_a_game_are_input_errors(sito: Sito, data: Path) -> None:
    assert sito("play", "--daily", "--again", stdin="ABCD\n").code in (0, 1)
    ((_name, state),) = states(data).items()
    for name, good in (("number", 0), ("day", None), ("again", False)):
        for wrong in WRONG:
            if wrong is None or (wrong is True and name == "again") or (wrong == 0 == good and type(wrong) is int):
                continue
            check_refused(sito, data, "play", {**state, "again": True, name: wrong})


WRONG = [None, [], {}, "", "x", 0, -1, 1.5, True, "9" * 50, ["4x6"], {"4x6": 1}]


NEEDED = {
    "play": ("game", "maker", "secret"),
    "keep": ("game", "strategy", "seed"),
    "duel": ("games", "order", "first", "secrets", "seed", "strategy"),
}
NUMBERS = ("seed", "left", "hints", "taken_back", "number", "ties", "round")
LISTS = ("lefts", "codes", "past")


@pytest.mark.parametrize("kind", ["play", "keep", "duel"])
def test_wrong_values_in_a_saved_game_are_input_errors_that_name_it(sito: Sito, data: Path, kind: str) -> None:
    _name, state = saved_state(sito, data, kind)
    for name in state:
        for wrong in WRONG:
            good = wrong is None and name not in NEEDED[kind]
            good |= name in NUMBERS and type(wrong) is int
            good |= name in LISTS and wrong == [] and kind != "duel"
            good |= name in ("hint", "conflict") and isinstance(wrong, dict)
            good |= isinstance(state[name], bool) and wrong is True
            good |= name in ("codes", "used") and isinstance(wrong, list)  # words that the game lacks change nothing
            good |= kind == "play" and name == "seed"  # which a fair codemaker does not need
            if not good:
                check_refused(sito, data, kind, {**state, name: wrong})
        if name in NEEDED[kind]:
            check_refused(sito, data, kind, {key: value for key, value in state.items() if key != name})


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "[" * 10_000, '{"version":' + "[" * 10_000, "\0", "{", '"x"', "1" * 5000, '{"version": NaN}']
    + ["{}", '{"game": "0x0"}'],
)
def test_a_saved_game_that_is_no_game_is_an_input_error(sito: Sito, data: Path, text: str) -> None:
    saved_state(sito, data, "play")
    check_refused(sito, data, "play", text)


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        ("play", {"secret": "FFFF"}),
        ("keep", {"game": "4x6 AAAA:xx AAAA:x"}),
        ("duel", {"games": ["5x8", "4x6"]}),
        ("duel", {"games": ["4x6 ABCD:x ABCD:x ABCD:x", "4x6"]}),
    ],
)
def test_a_saved_game_that_contradicts_itself_is_an_input_error(
    sito: Sito, data: Path, kind: str, changed: dict[str, Any]
) -> None:
    _name, state = saved_state(sito, data, kind)
    check_refused(sito, data, kind, {**state, **changed})


@pytest.mark.parametrize("kind", ["play", "keep", "duel"])
@pytest.mark.parametrize("lists", ["words.txt", "words.txt+more words.txt".replace(" ", "%20")])
def test_a_word_game_goes_on_from_any_folder(
    sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, lists: str
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    (here / "words.txt").write_text("late tale teal", encoding="utf-8")
    (here / "more words.txt").write_text("lame tame", encoding="utf-8")
    given = {"play": "late\n", "keep": "yyyy\n", "duel": "late\n"}[kind]
    secret = ["--secret", "teal"] if kind == "play" else []
    assert sito(kind, "--rules", f"words-position:{lists}", *secret, "--seed", "1", stdin=given).code in (1, 3)
    monkeypatch.chdir(tmp_path)
    for file in here.iterdir():
        file.unlink()
    done = sito(kind, "--resume")
    assert "The game goes on." in done.err, done.err
    if kind == "play":
        assert done.out == " 1  LATE  yggy\n".replace("yggy", "yyyy")


def say(player: subprocess.Popen[str], line: str) -> str:
    """Gives a line to a player and waits for the line of the board that answers it."""
    player.stdin.write(line + "\n")
    player.stdin.flush()
    return player.stdout.readline()


def test_a_game_that_is_played_twice_goes_on_as_a_copy(tmp_path: Path) -> None:
    first = begin_sito(tmp_path, "play", "--secret", "BFAC", "--rounds", "0")
    assert say(first, "AAAA") == " 1  AAAA  x\n"
    second = begin_sito(tmp_path, "play", "--resume")
    assert second.stdout.readline() == " 1  AAAA  x\n"
    assert say(second, "BBBB") == " 2  BBBB  x\n"
    assert say(first, "CCCC") == " 2  CCCC  x\n"
    errors = [player.communicate()[1] for player in (first, second)]
    assert "being played in another window" not in errors[0]
    assert "This game is being played in another window; you go on with a copy of it." in errors[1]
    games = {state["game"] for state in states(tmp_path / "data").values()}
    assert games == {"4x6 AAAA:x CCCC:x", "4x6 AAAA:x BBBB:x"}
    third = begin_sito(tmp_path, "play", "--resume")
    assert "another window" not in third.communicate()[1]


@pytest.mark.smoke
def test_a_game_whose_player_was_killed_is_free(tmp_path: Path) -> None:
    first = begin_sito(tmp_path, "play", "--secret", "BFAC")
    say(first, "AAAA")
    first.kill()
    first.communicate()
    assert "another window" not in begin_sito(tmp_path, "play", "--resume").communicate()[1]


@pytest.mark.parametrize("command", [["play"], ["keep"], ["duel"], ["advise"], ["advise", "--rules", "5x8"]])
def test_input_without_an_end_of_line_is_given_up(tmp_path: Path, command: list[str]) -> None:
    with open("/dev/zero", "rb") as zeros:
        done = run_sito(tmp_path, *command, stdin=zeros)
    assert done.returncode == 2
    assert "the input has 1000000 characters without the end of a line" in done.stderr
    assert len(done.stderr) < 2000


def test_a_line_that_is_too_long_is_not_fatal_and_not_repeated(sito: Sito) -> None:
    done = sito("play", "--secret", "BFAC", stdin="A" * 100_000 + "\nBFAC\n", code=0)
    assert "the line has more than 10000 characters" in done.err
    assert len(done.err) < 2000
    done = sito("advise", stdin="ABCD x\n" + "A" * 100_000 + "\n", code=2)
    assert "line 2: the line has more than 10000 characters" in done.err


@pytest.mark.parametrize("command", [["play", "--secret", "ABCD"], ["keep"]])
def test_a_game_without_rounds_left_ends_with_1(sito: Sito, command: list[str]) -> None:
    given = {"play": "AAAA\n", "keep": "o\n"}[command[0]]
    assert sito(*command, "--rounds", "1", "--seed", "1", stdin=given).code == 1
    assert sito("--json", *command, "--rounds", "1", "--seed", "1", stdin=given).code == 1
    assert sito(command[0], "--resume").code == 2, "a game that has ended is not kept"


@pytest.mark.parametrize("word", ["help", "?", "/help", "HELP", "  help  "])
def test_help_without_a_slash_is_no_guess(sito: Sito, word: str) -> None:
    assert "/hint: shows which codes are possible" in sito("play", "--secret", "ABCD", stdin=f"{word}\n").err
    told = "/undo: takes your last answer back" in sito("keep", stdin=f"{word}\n").err
    assert told is (word != "?"), "an answer of ? is one that is not known"


@pytest.mark.parametrize(("answer", "noted"), [("?", "?"), ("2?", "2?"), ("?2", "?2"), ("1b ?w", "1?"), ("? ?", "?")])
def test_an_answer_may_be_unknown_in_part(sito: Sito, answer: str, noted: str) -> None:
    sito("--json", "keep", "--seed", "1", stdin=f"{answer}\n/quit\n", code=0)
    resumed = sito("keep", "--resume", stdin="/help\n/fix\n1\no\n/quit\n")
    assert f"  {noted}\n" in resumed.out
    assert "2? is two x and an unknown number of o" in resumed.err


def test_what_can_be_a_guess_is_one(sito: Sito, tmp_path: Path) -> None:
    words = written(tmp_path / "words.txt", "help hint quit")
    done = sito("play", "--rules", f"words:{words}", "--secret", "hint", stdin="help\nquit\n/hint\nhint\n", code=0)
    assert [line.split()[1] for line in done.out.splitlines()] == ["HELP", "QUIT", "HINT"]
    assert sito("play", stdin="quit\n").code == 0


def test_an_unknown_command_is_no_guess(sito: Sito) -> None:
    done = sito("play", "--secret", "ABCD", stdin="/hlep\n/xyz\nhnit\nABCD\n")
    assert "There is no command /hlep; did you mean /help?" in done.err
    assert "There is no command /xyz; there are /help, /quit, " in done.err
    assert "Did you mean the command hint?" in done.err
    assert len(done.out.splitlines()) == 1


def test_a_correction_can_be_left(sito: Sito) -> None:
    done = sito("keep", "--seed", "3", "--rounds", "0", stdin="x\n/fix\n" + "9" * 5000 + "\n/help\n/undo\n", code=1)
    assert done.err.count("Write the number of the answer, from 1 to 1; /undo takes the last answer back.") == 2
    assert [line.split()[0] for line in done.out.splitlines()] == ["1", "2", "1", "1"]
