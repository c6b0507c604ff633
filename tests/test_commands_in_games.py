"""The commands in a game: by their English names and by those of the reader's language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sito.cli.by_hand import loop
from sito.cli.play import advise, human, mending
from sito.cli.table import commands as table_commands
from sito.cli.table.commands import Command, Commands, Leave, Said
from sito.show import i18n

ALL = {
    command.name: command
    for module in (table_commands, advise, human, mending, loop)
    for thing in vars(module).values()
    for command in (thing.all if isinstance(thing, Commands) else [thing])
    if isinstance(command, Command)
}
TRANSLATED = tuple(language for language in i18n.languages() if language != "en")


@pytest.fixture(params=TRANSLATED)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with i18n.language(request.param):
        yield request.param


def test_every_name_is_there_for_the_translators() -> None:
    tree = ast.parse(Path(table_commands.__file__).read_text(encoding="utf-8"))
    marked = {
        node.args[1].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "NC_"
        if isinstance(node.args[1], ast.Constant)
    }
    assert marked == set(ALL)


def test_a_command_is_understood_by_both_its_names(language: str) -> None:
    commands = Commands(*(command for name, command in ALL.items() if name != "quit"))
    for name, command in ALL.items():
        if name != "quit":
            for spelling in (name, command.word, command.word.upper(), f"/{command.word}"):
                assert commands.read(spelling) == Said(name), (language, spelling)
    with pytest.raises(Leave):
        Commands(table_commands.QUIT).read(table_commands.QUIT.word)


def test_no_name_stands_for_two_commands(language: str) -> None:
    spellings = [spelling for command in ALL.values() for spelling in command.spellings()]
    assert len(spellings) == len(set(spellings))


def test_a_slip_is_answered_in_the_readers_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    commands = Commands(ALL["hint"], ALL["undo"])
    slip = ALL["hint"].word[:-1] + "ъ"
    if len(slip) > 3:  # shorter ones are near to nothing
        assert commands.read(f"/{slip}") == Said("")
        assert f"/{ALL['hint'].word}" in capsys.readouterr().err
    assert commands.help()[0].startswith(f"/{ALL['hint'].word}: ")
    assert commands.read(f"{ALL['undo'].word} 2") == Said("undo", ("2",))
