"""Completion in bash, zsh and fish: what the shells really offer, and that it is found without loading much."""

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from sito.advice.levels import LEVELS
from sito.cli.commands import COMMANDS
from sito.cli.completion import shell_complete
from sito.cli.names import games
from sito.rules.text import PRESETS, WORD_PRESETS
from sito.show.i18n import set_language
from sito.show.sentences import STRATEGY_LINES, levels, strategies
from sito.words.lists import PACKAGED
from tests.cases import cases
from tests.conftest import Sito, Start, environment, written
from tests.test_imports import HEAVY, loaded_by

TAB = "\t"


@pytest.fixture(autouse=True)
def _in_english() -> None:
    set_language("en")


def offered(line: str) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITO_COMPLETE_LINE", line)
        shell = shell_complete("fish")
        return [item.value for item in shell.get_completions(*shell.get_completion_args())]


@cases("line", "names")
def test_what_may_come_next(line: str, names: list[str]) -> None:
    found = offered(line)
    assert (found if names else [name for name in found if name.startswith("-")]) == names


def test_every_command_and_every_option_of_it_is_offered(sito: Sito) -> None:
    assert offered("sito ") == list(COMMANDS)
    for name in COMMANDS:
        for option in offered(f"sito {name} --"):
            assert option in sito(name, "--help").out, (name, option)
        assert "--plain" in offered(f"sito {name} --"), name


def test_every_name_has_a_line() -> None:
    assert {name for name, _line in strategies()} >= set(STRATEGY_LINES)
    assert all(line for name, line in strategies() if name in STRATEGY_LINES)
    from sito.sieve.metrics import METRICS
    from sito.strategies.strategy import _BUILT_IN

    assert set(STRATEGY_LINES) == {*_BUILT_IN, *METRICS}
    assert [name for name, _line in levels()] == [level.name for level in LEVELS]
    assert [name.rstrip(":") for name, _line in games()] == [*PRESETS, *PACKAGED, *WORD_PRESETS]


def test_completion_loads_nothing_heavy() -> None:
    code = (
        "import os; os.environ.update(SITO_COMPLETE='fish', SITO_COMPLETE_LINE={line!r}); "
        "from sito.cli import main; main([])"
    )
    for line in ("sito ", "sito break ABCD -s en", "sito compare -r "):
        assert loaded_by(code.format(line=line)) & {*HEAVY, "rich", "pydantic", "sqlite3"} == set(), line
    modules = loaded_by(code.format(line="sito br"))
    assert not any(name.startswith("sito.cli.play") for name in modules), "a command is loaded before it is named"


@pytest.fixture
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the shells that a test starts `sito` is a command, and there is one file beside them."""
    for name in ("bin", "home"):
        (tmp_path / name).mkdir()
    program = written(tmp_path / "bin" / "sito", f'#!/bin/sh\nexec "{sys.executable}" -m sito "$@"\n')
    program.chmod(0o755)
    (tmp_path / "home" / "first.tree").touch()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "home")


@pytest.mark.usefixtures("_at_home")
@pytest.mark.parametrize("name", ["bash", pytest.param("zsh", marks=pytest.mark.needs("zsh"))])
def test_the_tabulator_completes(start: Start, name: str) -> None:
    child = start(*{"bash": ["--norc", "--noprofile"], "zsh": ["-f"]}[name], program=name, width=120)
    if name == "zsh":
        child.sendline("autoload -Uz compinit && compinit -u -D; PS1='rea''dy> '; setopt no_beep")
    else:
        child.sendline("PS1='rea''dy> '; bind 'set enable-bracketed-paste off'")
    child.expect_exact("ready> ")
    child.sendline(f'eval "$(sito completion {name})"; echo it is "the"re')
    child.expect_exact("it is there")
    child.expect_exact("ready> ")
    for typed, completed in (
        ("sito adv", "sito advise "),
        ("sito break ABCD -s entr", "sito break ABCD -s entropy "),
        ("sito break ABCD -s level:ea", "sito break ABCD -s level:easy "),
        ("sito break ABCD --rules log", "sito break ABCD --rules logik "),
        ("sito pegs fren", "sito pegs french "),
        ("sito tree verify fir", "sito tree verify first.tree "),
    ):
        child.send(typed + TAB)
        child.expect_exact(completed.removeprefix(typed).rstrip())
        child.send("\x15")  # Ctrl-U wipes the line away
    child.sendline("exit")
    child.expect(pexpect.EOF)


@pytest.mark.needs("fish")
@pytest.mark.usefixtures("_at_home")
def test_fish_completes_with_lines_about_the_names(tmp_path: Path) -> None:
    def completed(line: str) -> list[str]:
        asked = f'sito completion fish | source; complete --do-complete "{line}"'
        command = ["fish", "--no-config", "-c", asked]
        done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    assert completed("sito adv") == ["advise\tSay which codes are possible in a game, and what to guess next."]
    assert completed("sito break ABCD -s entr") == ["entropy\tthe guess whose answer tells the most"]
    assert [line.split("\t")[0] for line in completed("sito break ABCD -s level:e")] == ["level:easy", "level:expert"]
    assert completed("sito pegs fren") == ["french\t37 holes"]
    assert any(line.startswith("first.tree") for line in completed("sito tree verify fir"))


def test_a_script_is_written(sito: Sito) -> None:
    assert sito("completion", "bash").out.startswith("_sito_completion() {")
