"""The command line: exit codes, where words and data go, every option, and no traceback for anybody."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sito.cli.commands import COMMANDS
from tests.conftest import Sito, environment, run_sito, written
from tests.kept import states


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(sito: Sito, name: str) -> None:
    done = sito(name, "--help", code=0)
    assert done.out.startswith(f"Usage: sito {name}")
    assert done.err == ""
    assert "--plain" in done.out
    assert sito(name, "-h").out == done.out


def test_help_lists_every_command(sito: Sito) -> None:
    done = sito("--help", code=0)
    for name, (_, summary) in COMMANDS.items():
        assert f"  {name} " in done.out
        assert summary in " ".join(done.out.split())


def test_version(sito: Sito) -> None:
    from sito import __version__

    assert sito("--version") == (0, f"sito {__version__}\n", "")


def refused() -> Iterator[tuple[str, int, list[str]]]:
    """Reads `data/refused.txt`."""
    text = (Path(__file__).parent / "data" / "refused.txt").read_text(encoding="utf-8")
    for entry in re.split(r"\n(?=sito )", text)[1:]:
        line, *said = entry.splitlines()
        command, _, code = line.removeprefix("sito ").partition(" => ")
        yield command, int(code or 2), [part.strip() for part in said]


@pytest.mark.parametrize(("line", "code", "said"), list(refused()))
def test_what_is_refused(
    sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: int, said: list[str]
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    done = sito(*shlex.split(line), code=code)
    assert done.out == ""
    assert [part for part in said if part not in done.err.replace("\n      ", " ")] == [], done.err
    assert "Traceback" not in done.err
    assert len(done.err) < 1000
    assert not any(folder.iterdir())
    assert not (tmp_path / "config").exists()
    assert not states(tmp_path / "data")


@pytest.fixture
def unread() -> Iterator[int]:
    """A pipe that nobody reads any more."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


def test_a_closed_pipe_is_no_error_and_keeps_the_game(tmp_path: Path, unread: int) -> None:
    """The exit code tells of a failure though nobody reads the words."""
    assert run_sito(tmp_path, "break", "ABC", stderr=unread).returncode == 2
    done = run_sito(tmp_path, "advise", "--show", "1296", input="ABCD x\n" * 100, stdout=unread)
    assert (done.returncode, done.stderr) == (0, "")
    done = run_sito(tmp_path, "play", "--secret", "BFAC", input="ABCD\nABCD\n", stdout=unread)
    assert done.returncode == 0
    assert "sito play --resume" in done.stderr
    assert states(tmp_path / "data")["play-1"]["game"] == "4x6 ABCD:ooo"


def test_repairs_as_json(sito: Sito) -> None:
    done = sito("advise", "--json", "4x6 AABB:- AABB:x", code=3)
    result = json.loads(done.out)
    assert result["left"] == 0
    assert (result["clash"], result["repairs_by_changes"], result["stopped"]) == ([1, 2], [2, 11, 0], None)
    first, second = result["repairs"][:2]
    change = {"turn": 1, "guess": "AABB", "answer": "-", "right": "x", "slip": "overlooked"}
    assert (first["changes"], first["codes"], first["likelihood"]) == ([change], 256, 0.25)
    assert first["sentence"] == "answer 1, AABB:-, could be x: a peg was overlooked"
    assert first["game"] == "4x6 AABB:x AABB:x"
    assert [change["right"] for change in second["changes"]] == ["-"]
    assert len(result["repairs"]) == 13


def test_a_game_beyond_the_sieve_can_be_played(sito: Sito) -> None:
    guess = " ".join(["1"] * 20)
    done = sito("play", "--rules", "20x64", "--secret", guess, stdin=f"/hint\n{guess}\n", code=0)
    assert "by their answers to 4096 of the possible codes" in done.err


def test_a_code_that_is_not_broken_in_time_ends_with_1(sito: Sito) -> None:
    done = sito("break", "9431", "--rules", "bulls-and-cows", "--rounds", "8", code=1)
    assert len(done.out.splitlines()) == 9
    assert "The code is not broken." in done.err


def test_break_as_json(sito: Sito) -> None:
    done = sito("break", "6281", "--rules", "bulls-and-cows", "--json", code=0)
    result = json.loads(done.out)
    assert result["broken"] is True
    assert result["game"] == "4x10-distinct 0123:oo 1045:o 2356:oo 3274:x 3608:oo 6281:xxxx"
    assert [turn["before"] for turn in result["turns"]][1:] == [turn["left"] for turn in result["turns"]][:-1]
    assert sito("--json", "break", "6281", "--rules", "bulls-and-cows").out.startswith(
        '{"sito": "break", "version": 1, "rules": "4x10-distinct"'
    )


def test_the_seed_counts_on_both_sides_of_the_name(sito: Sito) -> None:
    arguments = ["--rules", "5x8", "--strategy", "random-consistent"]
    assert sito("--seed", "7", "break", "HGFED", *arguments) == sito("break", "HGFED", *arguments, "--seed", "7")
    others = {sito("break", "HGFED", *arguments, "--seed", str(seed)).out for seed in range(8)}
    assert len(others) > 1


def test_quiet_leaves_the_data_only(sito: Sito) -> None:
    done = sito("break", "FADC", "--quiet")
    assert done.err == ""
    assert done.out == sito("break", "FADC").out


def test_words(sito: Sito, tmp_path: Path) -> None:
    words = written(tmp_path / "words.txt", "# a list\nlate tale\nteal tall\n")
    done = sito("break", "teal", "--rules", f"words-position:{words}", code=0)
    assert [line.split()[1:3] for line in done.out.splitlines()[1:]] == [["LATE", "yyyy"], ["TEAL", "gggg"]]
    assert sito("break", "lame", "--rules", f"words:{words}", code=2).out == ""


def test_advise_of_nothing_is_the_first_guess(sito: Sito) -> None:
    assert json.loads(sito("advise", "--json", stdin="").out)["left"] == 1296
    assert json.loads(sito("advise", "--json", stdin="4x10\n").out)["left"] == 10_000


def test_advise_names_the_line_that_is_wrong(sito: Sito) -> None:
    done = sito("advise", stdin="# a game\n4x6\nABCD xo\n\nABCD xxxo\n", code=2)
    assert "line 5: 'xxxo' is impossible" in done.err
    assert "4x6 ABCD:xo" in done.out


@pytest.mark.parametrize("game", ["4x6 CBFF:o AABB:xxxx", "4x6 CBFF:o AABB:xxxx AAAA:xx"])
def test_advise_says_that_a_game_is_won(sito: Sito, game: str) -> None:
    done = sito("advise", game, code=0)
    assert done.out.splitlines()[1:] == ["1 code is possible: AABB", "The game is won: guess 2, AABB, is the code."]
    told = json.loads(sito("advise", "--json", game).out)
    assert (told["guess"], told["won"]) == (None, 2)
    assert json.loads(sito("advise", "--json", "4x6 CBFF:o").out)["won"] is None
    assert sito("advise", "4x6 AABB:xxxx AAAA:-").code == 3


def test_advise_takes_the_rules_from_one_place(sito: Sito, tmp_path: Path) -> None:
    done = sito("advise", "--rules", "4x6", stdin="# a game\n4x8\nABCD xo\n", code=2)
    assert "line 2: the rules are named twice, as --rules 4x6 and as 4x8 in the game" in done.err
    words = written(tmp_path / "words.txt", "mastermind sandcastle")
    done = sito("advise", "--rules", f"words:{words}", stdin="mastermind 10 0\n")
    assert "guess 1, MASTERMIND, is the code" in done.out


def test_rules_are_explained(sito: Sito) -> None:
    listed = sito("rules").out
    for name in ("mastermind", "bulls-and-cows", "logik", "terminal-hacking", "wordle-like"):
        assert name in listed
    assert "5040 codes" in sito("rules", "bulls-and-cows").out
    facts = json.loads(sito("rules", "logik", "--json").out)
    assert (facts["pegs"], facts["colors"], facts["codes"]) == (5, 8, 32768)
    assert json.loads(sito("rules", "--json").out)["games"]["mastermind"]["rules"] == "4x6"


def test_an_internal_error_is_one_line_and_a_log(sito: Sito, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(rules: str | None, strategy: str) -> None:
        raise ZeroDivisionError("the lamp went out")

    monkeypatch.setattr("sito.cli.play.break_.read_game_and_strategies", fail)
    done = sito("break", "ABCD", code=1)
    assert "this is a mistake in Sito, not yours" in done.err
    assert "Traceback" not in done.err
    (log,) = (tmp_path / "log").iterdir()
    assert "the lamp went out" in log.read_text(encoding="utf-8")
    assert "'break', 'ABCD'" in log.read_text(encoding="utf-8")
    monkeypatch.setenv("SITO_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        sito("break", "ABCD")


def test_a_disk_that_refuses_does_not_stop_the_game(sito: Sito, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way", encoding="utf-8")
    assert sito("play", "--secret", "ABCD", stdin="AAAA\nABCD\n", code=0).err.count("The game cannot be saved") == 1


@pytest.mark.parametrize(
    "noise", [b"\xff\xfe\x00\n", b"\x00\n", "\u30b3\u30fc\u30c9\n".encode(), b"A" * 100_000 + b"\n"]
)
def test_noise_on_standard_input_is_refused_and_not_fatal(tmp_path: Path, noise: bytes) -> None:
    ascii_only = environment(tmp_path, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    given = noise + b"BFAC\n"
    done = run_sito(tmp_path, "play", "--secret", "BFAC", input=given, env=ascii_only, encoding=None)
    assert (done.returncode, done.stdout) == (0, b" 1  BFAC  xxxx\n"), done.stderr
    assert b"Traceback" not in done.stderr
    assert len(done.stderr) < 2_000_000


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_as_good_as_empty_ones(tmp_path: Path, closed: str) -> None:
    script = f'"$0" -m sito play --secret BFAC --quiet {closed}'
    command = ["bash", "-c", script, sys.executable]
    done = subprocess.run(command, input=b"BFAC\n", capture_output=True, env=environment(tmp_path), check=False)
    assert done.returncode == (1 if "<&-" in closed else 0)  # 1: the input ended before the game
    assert b"Traceback" not in done.stderr
    assert b"mistake in Sito" not in done.stderr


@pytest.mark.parametrize("raising", ["raise KeyboardInterrupt", "exec('raise KeyboardInterrupt')"])
@pytest.mark.parametrize("module", ["sito.cli", "sito.cli.app", "sito.cli.rules"])
def test_ctrl_c_while_it_starts_is_quiet(tmp_path: Path, module: str, raising: str) -> None:
    script = written(
        tmp_path / "start.py",
        "import sys\n"
        "from sito.__main__ import main\n"
        "class Interrupted:\n"
        "    def find_spec(name, path, target=None):\n"
        f"        if name == {module!r}:\n"
        f"            {raising}\n"
        "sys.meta_path.insert(0, Interrupted)\n"
        "sys.exit(main())\n",
    )
    for start in ([str(script)], ["-m", "start"]):  # Python itself tells these two apart at the end
        done = subprocess.run(
            [sys.executable, *start, "rules"], capture_output=True, env=environment(tmp_path), cwd=tmp_path
        )
        assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_shell_completion_is_offered(tmp_path: Path) -> None:
    asked = environment(tmp_path, SITO_COMPLETE="bash", SITO_COMPLETE_LINE="sito break --rules bulls")
    done = run_sito(tmp_path, script="from sito.cli import main; main()", env=asked)
    assert done.stdout.split() == ["bulls-and-cows", "bulls-and-cows-repeats"]


@pytest.mark.parametrize("game", ["", "  ", "\t"])
def test_advice_where_the_rules_alone_are_given(sito: Sito, game: str) -> None:
    assert sito("advise", "-r", "2x3", game).code == 0


@pytest.mark.parametrize(
    "command", [("rules", "{rules}"), ("advise", "{rules} CAT:-"), ("break", "dog", "-r", "{rules}")]
)
def test_words_listed_twice_are_told_once(sito: Sito, tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "words"
    rules = f"words:{file}"
    arguments = [part.format(rules=rules) for part in command]
    file.write_text("cat dog dog", encoding="utf-8")
    assert sito(*arguments).err.count(f"The word list {file} has DOG more than once; it counts once.") == 1
    file.write_text("cat dog dog cat", encoding="utf-8")
    assert "has 2 words more than once, such as CAT; each counts once." in sito(*arguments).err
    assert "more than once" not in sito(*arguments, "--quiet").err


def test_words_have_letters_and_no_pegs(sito: Sito, tmp_path: Path) -> None:
    (tmp_path / "words").write_text("cat dog", encoding="utf-8")
    done = sito("rules", f"words:{tmp_path / 'words'}")
    assert "words of 3 letters, 6 letters in all, 2 codes." in done.out
    assert "peg" not in done.out.replace(str(tmp_path), "")


@pytest.mark.parametrize(
    "kind", [("play", "4x6"), ("keep", "4x6"), ("duel", "4x6"), ("play", "words", "--boards", "2")]
)
@pytest.mark.parametrize(("left", "code"), [("/quit\n", 0), ("", 1)])
def test_a_game_that_is_left_is_json_without_its_code(sito: Sito, kind: tuple[str, ...], left: str, code: int) -> None:
    done = sito(*kind, "--json", "--seed", "1", stdin=left)
    told = json.loads(done.out)
    assert (done.code, told["finished"]) == (code, False)
    shown = json.loads(sito("games", "show", told["name"], "--json").out)
    assert {**shown, "sito": told["sito"]}.items() >= told.items()
    assert "secret" not in done.out


@pytest.mark.parametrize(
    "command",
    [("certificate", "check"), ("review", "--file"), ("games", "import"), ("tree", "show"), ("tree", "verify")],
)
def test_what_cannot_be_read_ends_with_2(sito: Sito, tmp_path: Path, command: tuple[str, ...]) -> None:
    for file, why in ((tmp_path / "none", "No such file or directory"), (tmp_path, "Is a directory")):
        done = sito(*command, str(file))
        assert (done.code, done.out) == (2, "")
        assert f"cannot be read: {why}" in done.err
