"""The package of docs/your-own-strategy.md, installed as it stands there, and its commands."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from .plug_ins import install
from .test_docs import commands, matches

PAGE = Path(__file__).parent.parent / "docs" / "your-own-strategy.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for found, text in BLOCKS if found == language]


@pytest.fixture(scope="module")
def transcript_of(tmp_path_factory):
    """Runs a command of the page where its package is installed, and gives all that is printed."""
    place = tmp_path_factory.mktemp("sharper")
    (project,) = map(tomllib.loads, blocks("toml"))
    names = project["tool"]["setuptools"]["py-modules"]
    modules = dict(zip(names, blocks("python"), strict=True))
    install(place, modules, project["project"]["entry-points"])
    files = {line.removeprefix("sharper/") for line in blocks("text")[0].split()}
    assert files == {"pyproject.toml", *(f"{name}.py" for name in modules)}
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(place), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "LANGUAGE": "en",
        "SITO_DATA_DIR": str(place / "data"),
    }

    def run(command: str) -> str:
        done = subprocess.run(
            command,
            shell=True,
            cwd=place,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    return run


COMMANDS = [command for text in blocks("text")[1:] for command in commands(text)]


@pytest.mark.parametrize("place", [0, 1])
def test_the_comparisons(transcript_of, place) -> None:
    command, expected = COMMANDS[place]
    # On a busy machine it takes long enough to say how far it is.
    printed = re.sub(r"^\d+ of \d+ jobs are played\n", "", transcript_of(command), flags=re.MULTILINE)
    assert matches(expected, printed), printed


def test_the_other_commands(transcript_of) -> None:
    broken, built = (transcript_of(command) for command, _ in COMMANDS[2:])
    assert re.search(r"^\d  6281 +xxxx ", broken, re.MULTILINE)
    assert "strategy: parts-then-largest" in built
    assert "The tree is right" in transcript_of("sito tree verify sharper.tree")


def test_each_takes_twenty_lines_at_most() -> None:
    assert all(len(text.splitlines()) <= 20 for text in blocks("python"))
