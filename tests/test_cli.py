"""The command line: exit codes, where words and data go, every option, and no traceback for anybody."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sito.cli.commands import COMMANDS
from sito.errors import LimitError
from tests.conftest import Sito
from tests.kept import check_refused, states


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(sito: Sito, name: str) -> None:
    done = sito(name, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: sito {name}")
    assert done.err == ""
    short = sito(name, "-h")
    assert short.out == done.out


def test_help_lists_every_command(sito: Sito) -> None:
    done = sito("--help")
    assert done.code == 0
    for name, (_, summary) in COMMANDS.items():
        assert f"  {name} " in done.out
        assert summary in " ".join(done.out.split())


def test_version(sito: Sito) -> None:
    from sito import __version__

    assert sito("--version") == (0, f"sito {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["brek"], "there is no command 'sito brek'; did you mean 'sito break'?"),
        (["break"], "SECRET is missing; write it as in: sito break FADC"),
        (["break", "--shiny", "ABCD"], "'sito break' has no option --shiny; 'sito break --help' lists those it has"),
        (["break", "ABCD", "--rounds", "0"], "--rounds is 0; it must be at least 1, as in --rounds 10"),
        (["play", "--lies", "0"], "--lies is 0; it must be at least 1, as in --lies 1"),
        (["help", "strategie"], "there is no help about 'strategie'; do you mean strategies?"),
        (["break", "ABCD", "--seed", "x"], "--seed is 'x'; it must be a whole number, as in --seed 10"),
        (["solve", "4x6", "--threads", "257"], "--threads is 257; it must be at most 256, as in --threads 256"),
        (["solve", "4x6", "--width", "-1"], "--width is -1; it must be at least 1"),
        (
            ["solve", "4x6", "--time", "soon"],
            "'soon' is no time; write seconds, or a number with s, m or h, as in --time 90s",
        ),
        (["solve", "4x6", "--time=nan"], "'nan' is no time; write seconds"),
        (["jugs", "8", "5", "--target", "4", "--time", "-1"], "'-1' is no time"),
        (["solve", "4x6", "--thread", "2"], "'sito solve' has no option --thread; did you mean --threads?"),
        (["solve", "4x6", "--depth"], "--depth needs a value after it, as in --depth VALUE"),
        (["solve", "4x6", "5x5"], "there is more on the line than 'sito solve' takes: 5x5"),
        (["solve", "4x6", "--consistent=yes"], "--consistent takes no value; write --consistent alone"),
        (["solve", "4x6", "--objective", "min"], "--objective is 'min'; it must be one of total, worst, worst-total,"),
        (["duel", "--first", "0x10"], "--first is '0x10'; it must be one of me, computer, as in --first me"),
        (["jugs"], "CAPACITY is missing; write it as in: sito jugs 8 5 --target 4"),
        (["tree"], "After 'sito tree' there must be one of build, show, verify, export, play"),
        (["tree"], "play, as in sito tree build first.tree --rules 4x6"),
        (["certificate"], "check is missing; write it as in: sito certificate check 4x6.cert"),
        (["solve", "4x6", "--width", "3", "--certificate", "4x6.cert"], "there are no certificates with --width"),
        (["solve", "4x6", "--first", "AABB", "--certificate", "4x6.cert"], "there are no certificates with --first"),
        (["solve", "3x3-lies1", "--width", "3"], "with lies the search tries every guess; leave out --width"),
        (["solve", "3x3-position-hard", "--checkpoint", "c"], "the search does not take --checkpoint; leave it out"),
        (["tree", "buld"], "there is no command 'sito tree buld'; did you mean 'sito tree build'?"),
        (["--seed", "5", "solve", "3x4"], "sito solve draws nothing at random; leave out --seed"),
        (["--seed", "5", "rules"], "sito rules draws nothing at random; leave out --seed"),
        (["--seed", "x", "play"], "--seed is 'x'; it must be a whole number, as in --seed 10"),
        (["break", "ABCD", "--rules", "4x6", "--rules=4x7"], "--rules is given 2 times; give it once"),
        (["break", "ABCG"], "'G' in 'ABCG' is not a color"),
        (["break", "ABCDE"], "5 pegs; it needs 4"),
        (["break", "6628", "--rules", "bulls-and-cows"], "the color 6 repeats"),
        (["break", "ABCD", "--strategy", "oracle"], "there is no strategy 'oracle'"),
        (["break", "ABCD", "--rules", "0x99"], "0 pegs were given"),
        (["break", "ABCD", "--lang", "tlh"], "there is no language 'tlh'"),
        (["--lang", "tlh", "break", "ABCD"], "there is no language 'tlh'"),
        (["play", "--secret", "ABC"], "3 pegs; it needs 4"),
        (["play", "--resume"], "there is no unfinished game"),
        (["keep", "--resume", "--rules", "4x6"], "leave out --rules"),
        (["keep", "--resume", "--strategy", "entropy"], "leave out --strategy"),
        (["duel", "--resume", "--strategy", "entropy"], "leave out --strategy"),
        (["--seed", "1", "keep", "--resume"], "leave out --seed"),
        (["--seed", "1", "play", "--resume"], "leave out --seed"),
        (["keep", "--rules", "bulls-and-cows", "--strategy", "uniform-probe"], "does not play 4x10-distinct"),
        (["duel", "--rules", "bulls-and-cows", "--strategy", "uniform-probe"], "does not play 4x10-distinct"),
        (["duel", "--first", "nobody"], "nobody"),
        (["advise", "4x6 CBFF"], "'CBFF' has no answer"),
        (["advise", "--rules", "4x6", "4x8 CBFF:o"], "named twice, as --rules 4x6 and as 4x8 in the game"),
        (["advise", "--rules", "4x6", "CBFF"], "'CBFF' has no answer"),
        (["rules", "4by6"], "have no size"),
        (["rules", "words:no-such-file"], "no-such-file cannot be read"),
    ],
)
def test_wrong_usage_and_input_end_with_2(sito: Sito, arguments: list[str], complaint: str) -> None:
    done = sito(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert complaint in done.err
    assert "Traceback" not in done.err


def test_every_fault_is_told_at_once(sito: Sito) -> None:
    done = sito("rules", "0x99")
    assert done.code == 2
    assert "0 pegs" in done.err
    assert "99 colors" in done.err


@pytest.mark.parametrize("command", [["break", "ABCD"], ["keep"], ["duel"], ["tree", "build"]])
def test_the_faults_of_rules_and_strategy_are_told_together(sito: Sito, command: list[str]) -> None:
    done = sito(*command, "--rules", "0x6", "--strategy", "oracle")
    assert done.code == 2
    assert "0 pegs were given" in done.err
    assert "there is no strategy 'oracle'" in done.err


def test_the_exit_code_tells_of_a_failure_though_nobody_reads_the_words(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "sito", "break", "ABC"], stderr=writer, env=environment(tmp_path), check=False
    )
    os.close(writer)
    assert done.returncode == 2


def test_inconsistent_answers_end_with_3(sito: Sito) -> None:
    assert sito("advise", "4x6 AABB:- AABB:x").code == 3
    assert sito("keep", "--seed", "1", "--rounds", "0", stdin="-\n" * 9).code == 3


def test_repairs_as_json(sito: Sito) -> None:
    done = sito("advise", "--json", "4x6 AABB:- AABB:x")
    assert done.code == 3
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


def test_a_game_beyond_the_sieve_ends_with_4(sito: Sito) -> None:
    assert LimitError.exit_code == 4
    assert sito("keep", "--rules", "16x64").code == 4
    assert sito("advise", "16x64").code == 4


def test_a_game_beyond_the_sieve_can_be_played(sito: Sito) -> None:
    guess = " ".join(["1"] * 16)
    done = sito("play", "--rules", "16x64", "--secret", guess, stdin=f"/hint\n{guess}\n")
    assert done.code == 0
    assert "the sieve holds up to" in done.err


def test_a_code_that_is_not_broken_in_time_ends_with_1(sito: Sito) -> None:
    done = sito("break", "9431", "--rules", "bulls-and-cows", "--rounds", "8")
    assert done.code == 1
    assert len(done.out.splitlines()) == 9
    assert "The code is not broken." in done.err


def test_break_as_json(sito: Sito) -> None:
    done = sito("break", "6281", "--rules", "bulls-and-cows", "--json")
    assert done.code == 0
    result = json.loads(done.out)
    assert result["broken"] is True
    assert result["game"] == "4x10-distinct 0123:oo 1045:o 2356:oo 3274:x 3608:oo 6281:xxxx"
    assert [turn["before"] for turn in result["turns"]][1:] == [turn["left"] for turn in result["turns"]][:-1]
    assert sito("--json", "break", "6281", "--rules", "bulls-and-cows").out.startswith(
        '{"sito": "break", "version": 1, "rules": "4x10-distinct"'
    )


def test_the_seed_counts_on_both_sides_of_the_name(sito: Sito) -> None:
    arguments = ["--rules", "5x8", "--strategy", "random-consistent"]
    after = sito("break", "HGFED", *arguments, "--seed", "7")
    assert sito("--seed", "7", "break", "HGFED", *arguments) == after
    others = {sito("break", "HGFED", *arguments, "--seed", str(seed)).out for seed in range(8)}
    assert len(others) > 1


def test_quiet_leaves_the_data_only(sito: Sito) -> None:
    done = sito("break", "FADC", "--quiet")
    assert done.err == ""
    assert done.out == sito("break", "FADC").out


def test_words(sito: Sito, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("# a list\nlate tale\nteal tall\n", encoding="utf-8")
    done = sito("break", "teal", "--rules", f"words-position:{words}")
    assert done.code == 0
    assert [line.split()[1:3] for line in done.out.splitlines()[1:]] == [["LATE", "yyyy"], ["TEAL", "gggg"]]
    assert "late" not in sito("break", "lame", "--rules", f"words:{words}").out
    assert sito("break", "lame", "--rules", f"words:{words}").code == 2


def test_advise_of_nothing_is_the_first_guess(sito: Sito) -> None:
    done = sito("advise", "--json", stdin="")
    assert json.loads(done.out)["left"] == 1296
    assert json.loads(sito("advise", "--json", stdin="4x10\n").out)["left"] == 10_000


def test_advise_names_the_line_that_is_wrong(sito: Sito) -> None:
    done = sito("advise", stdin="# a game\n4x6\nABCD xo\n\nABCD xxxo\n")
    assert done.code == 2
    assert "line 5: 'xxxo' is impossible" in done.err
    assert "4x6 ABCD:xo" in done.out


@pytest.mark.parametrize("game", ["4x6 CBFF:o AABB:xxxx", "4x6 CBFF:o AABB:xxxx AAAA:xx"])
def test_advise_says_that_a_game_is_won(sito: Sito, game: str) -> None:
    done = sito("advise", game)
    assert done.code == 0
    assert done.out.splitlines()[1:] == ["1 code is possible: AABB", "The game is won: guess 2, AABB, is the code."]
    told = json.loads(sito("advise", "--json", game).out)
    assert (told["guess"], told["won"]) == (None, 2)
    assert json.loads(sito("advise", "--json", "4x6 CBFF:o").out)["won"] is None
    assert sito("advise", "4x6 AABB:xxxx AAAA:-").code == 3


def test_advise_takes_the_rules_from_one_place(sito: Sito, tmp_path: Path) -> None:
    done = sito("advise", "--rules", "4x6", stdin="# a game\n4x8\nABCD xo\n")
    assert done.code == 2
    assert "line 2: the rules are named twice, as --rules 4x6 and as 4x8 in the game" in done.err
    words = tmp_path / "words.txt"
    words.write_text("mastermind sandcastle", encoding="utf-8")
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

    monkeypatch.setattr("sito.cli.play.break_.game_and_strategy", fail)
    done = sito("break", "ABCD")
    assert done.code == 1
    assert "this is a mistake in Sito, not yours" in done.err
    assert "Traceback" not in done.err
    (log,) = (tmp_path / "log").iterdir()
    assert "the lamp went out" in log.read_text(encoding="utf-8")
    assert "'break', 'ABCD'" in log.read_text(encoding="utf-8")
    monkeypatch.setenv("SITO_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        sito("break", "ABCD")


def test_a_damaged_saved_game_is_an_input_error(sito: Sito, tmp_path: Path) -> None:
    assert sito("play", "--seed", "1", stdin="ABCD\n").code == 1
    for damage in ("", "{", "[]", "{}", '{"game": "0x0"}'):
        check_refused(sito, tmp_path / "data", "play", damage)


def test_a_disk_that_refuses_does_not_stop_the_game(sito: Sito, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way", encoding="utf-8")
    done = sito("play", "--secret", "ABCD", stdin="AAAA\nABCD\n")
    assert done.code == 0
    assert done.err.count("The game cannot be saved") == 1


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "SITO_"))}
    return (
        kept
        | {"LANG": "C.UTF-8", "LANGUAGE": "en", "SITO_DATA_DIR": str(tmp_path), "SITO_LOG_DIR": str(tmp_path)}
        | more
    )


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sito", "advise", "--show", "1296"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(b"ABCD x\n" * 100)
    process.stdin.close()
    complaints = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait() == 0
    assert complaints == ""


def test_a_closed_pipe_keeps_the_game(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "sito", "play", "--secret", "BFAC"]
    process = subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path)
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(b"ABCD\nABCD\n")
    process.stdin.close()
    complaints = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait() == 0
    assert "sito play --resume" in complaints
    assert states(tmp_path)["play-1"]["game"] == "4x6 ABCD:ooo"


@pytest.mark.parametrize(
    "noise", [b"\xff\xfe\x00\n", b"\x00\n", "\u30b3\u30fc\u30c9\n".encode(), b"A" * 100_000 + b"\n"]
)
def test_noise_on_standard_input_is_refused_and_not_fatal(tmp_path: Path, noise: bytes) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sito", "play", "--secret", "BFAC"],
        input=noise + b"BFAC\n",
        capture_output=True,
        env=environment(tmp_path, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0"),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == b" 1  BFAC  xxxx\n"
    assert b"Traceback" not in done.stderr
    assert len(done.stderr) < 2_000_000


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_as_good_as_empty_ones(tmp_path: Path, closed: str) -> None:
    script = f'"$0" -m sito play --secret BFAC --quiet {closed}'
    done = subprocess.run(
        ["bash", "-c", script, sys.executable],
        input=b"BFAC\n",
        capture_output=True,
        env=environment(tmp_path),
        check=False,
    )
    assert done.returncode == (1 if "<&-" in closed else 0)  # 1: the input ended before the game
    assert b"Traceback" not in done.stderr
    assert b"mistake in Sito" not in done.stderr


@pytest.mark.parametrize("raising", ["raise KeyboardInterrupt", "exec('raise KeyboardInterrupt')"])
@pytest.mark.parametrize("module", ["sito.cli", "sito.cli.app", "sito.cli.rules"])
def test_ctrl_c_while_it_starts_is_quiet(tmp_path: Path, module: str, raising: str) -> None:
    script = tmp_path / "start.py"
    script.write_text(
        "import sys\n"
        "from sito.__main__ import main\n"
        "class Interrupted:\n"
        "    def find_spec(name, path, target=None):\n"
        f"        if name == {module!r}:\n"
        f"            {raising}\n"
        "sys.meta_path.insert(0, Interrupted)\n"
        "sys.exit(main())\n"
    )
    for start in ([str(script)], ["-m", "start"]):  # Python itself tells these two apart at the end
        done = subprocess.run(
            [sys.executable, *start, "rules"], capture_output=True, env=environment(tmp_path), cwd=tmp_path
        )
        assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_shell_completion_is_offered(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from sito.cli import main; main()"],
        capture_output=True,
        text=True,
        env=environment(tmp_path, SITO_COMPLETE="bash", SITO_COMPLETE_LINE="sito break --rules bulls"),
        check=False,
    )
    assert done.stdout.split() == ["bulls-and-cows", "bulls-and-cows-repeats"]


@pytest.mark.parametrize("game", ["", "  ", "\t"])
def test_advice_on_nothing_is_an_input_error(sito: Sito, game: str) -> None:
    done = sito("advise", game)
    assert (done.code, done.out) == (2, "")
    assert "the game is empty; write the rules and the turns" in done.err
    assert sito("advise", "-r", "2x3", game).code == 0


def test_words_beyond_what_a_command_takes_are_repeated_as_they_were(sito: Sito) -> None:
    assert "takes: ''; " in sito("pegs", "hoppers", "").err
    assert "takes: 4x6 (mine); " in sito("rules", "4x6", "4x6 (mine)").err


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
    ("arguments", "words"),
    [
        (("jugs", "8", "5", "--target", "4", "--animate", "--pace", "inf"), "--pace is inf; it must be at most 3600"),
        (("pegs", "hoppers", "--animate", "--pace", "1e12"), "--pace is 1e12; it must be at most 3600"),
        (("compare", "-r", "2x2", "--seeds", "9" * 23), "it must be 1000000 or less"),
    ],
)
def test_numbers_without_measure_are_input_errors(sito: Sito, arguments: tuple[str, ...], words: str) -> None:
    done = sito(*arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


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
    [
        ("certificate", "check"),
        ("review", "--file"),
        ("games", "import"),
        ("tree", "show"),
        ("tree", "verify"),
    ],
)
def test_what_cannot_be_read_ends_with_2(sito: Sito, tmp_path: Path, command: tuple[str, ...]) -> None:
    for file in (tmp_path / "none", tmp_path):
        done = sito(*command, str(file))
        assert (done.code, done.out) == (2, "")
        assert "cannot be read: " in done.err
