"""Pages of help at any width, `sito help`, and the manual that `man` reads."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from sito.advice.levels import parse_level
from sito.cli.app import root
from sito.cli.commands import COMMANDS
from sito.cli.completion import Shell, shell_complete
from sito.cli.manual import manual
from sito.errors import InputError
from sito.puzzles.pegs.boards import Board
from sito.rules.rules import Rules
from sito.show.i18n import languages, set_language
from sito.show.render import cell_width
from sito.strategies.strategy import parse_strategy
from tests.conftest import Sito, run_sito

INSTALLED = Path(__file__).parent.parent / "installed/data/share"


def context() -> click.Context:
    """Gives the context of `sito`."""
    return click.Context(root(), info_name="sito")


def commands() -> Iterator[click.Context]:
    """Gives the context of `sito` and of every command below it."""
    set_language("en")
    waiting = [context()]
    while waiting:
        ctx = waiting.pop()
        yield ctx
        for name in ctx.command.list_commands(ctx) if isinstance(ctx.command, click.Group) else ():
            command = ctx.command.get_command(ctx, name)
            waiting.append(command.context_class(command, info_name=name, parent=ctx))


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_every_page_of_help_fits_and_is_what_sito_help_gives(
    sito: Sito, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for ctx in commands():
        words = ctx.command_path.split()[1:]
        page = sito(*words, "--help").out
        assert max(map(cell_width, page.splitlines())) <= columns, words
        assert sito("help", *words).out == page, words


@pytest.mark.parametrize(
    ("topic", "names"),
    [
        ("strategies", ["entropy", "first-consistent"]),
        ("levels", ["beginner", "optimal"]),
        ("presets", ["mastermind", "wordle-like:"]),
        ("answers", ["4x6", "4x6-position"]),
    ],
)
def test_lists_of_names(sito: Sito, topic: str, names: list[str]) -> None:
    assert topic not in COMMANDS, "help could not explain the command"
    told = json.loads(sito("help", topic, "--json").out)[topic]
    assert set(names) <= set(told)
    assert all(told.values())
    shown = sito("help", topic)
    assert all(name in shown.out for name in told)
    assert "as in" in shown.err or "More:" in shown.err


@pytest.mark.parametrize(
    ("read", "text", "meant"),
    [
        (parse_strategy, "entorpy", "entropy"),
        (parse_strategy, "level:esay", "easy"),
        (parse_level, "optimum", "optimal"),
        (Rules.parse, "mastermnd", "mastermind"),
        (Rules.parse, "4x6-blak", "black"),
        (Rules.parse, "wordle-lik:words.txt", "wordle-like:words.txt"),
        (Board.parse, "englsh", "english"),
    ],
)
def test_what_a_mistyped_name_may_mean(read: Any, text: str, meant: str) -> None:
    with pytest.raises(InputError, match=f"do you mean {re.escape(meant)}\\?"):
        read(text)


def test_the_manual_tells_of_every_command_and_option() -> None:
    page = manual(context()).replace("\\-", "-")
    for ctx in commands():
        assert ctx.parent is None or f".SS {ctx.command_path}\n" in page
        for param in ctx.command.get_params(ctx):
            assert max(param.opts, key=len) in page or param.param_type_name == "argument"


def test_the_manual_that_is_installed_is_made_from_the_help_of_today(tmp_path: Path) -> None:
    kept = (INSTALLED / "man/man1/sito.1").read_text(encoding="utf-8")
    made = run_sito(tmp_path, "help", "--man")  # in a process of its own, for help is translated when it is imported
    assert kept == made.stdout, "make man writes it anew"


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        (Shell.BASH, "bash-completion/completions/sito"),
        (Shell.ZSH, "zsh/site-functions/_sito"),
        (Shell.FISH, "fish/vendor_completions.d/sito.fish"),
    ],
)
def test_the_scripts_of_completion_that_are_installed_are_those_of_today(shell: Shell, file: str) -> None:
    assert (INSTALLED / file).read_text(encoding="utf-8") == shell_complete(shell).source(), "make man writes it anew"


@pytest.mark.needs("groff")
@pytest.mark.parametrize("language", languages())
def test_groff_reads_the_manual_without_a_warning(language: str) -> None:
    try:
        set_language(language)
        page = manual(context())
    finally:
        set_language("en")
    assert page.isascii()
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8"], input=page, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stderr == ""
    assert "entropy" in done.stdout
