"""The package of docs/your-own-strategy.md, installed as it stands there, and its commands."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from .plug_ins import install

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
        "PYTHONPATH": str(place),
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


COMMANDS = [line.removeprefix("$ ") for text in blocks("text")[1:] for line in text.splitlines()]


def test_the_comparison(transcript_of) -> None:
    command = COMMANDS[0]
    rows = [line.split() for line in transcript_of(command).splitlines()[1:]]
    named = command.partition("--strategies ")[2].partition(" --")[0].split()
    assert [row[1] for row in rows] == ["best-of-few:8", *named[1:]]
    means = {row[1]: float(row[4]) for row in rows}
    # To look at more codes is better, and nothing beats the proven optimum of 5625 guesses.
    assert 5625 / 1296 <= means["guesses-to-come"] < means["best-of-few:20"] < means["best-of-few:8"] < 4.64
    assert means["entropy"] == 4.4151


def test_the_other_commands(transcript_of) -> None:
    broken, built = map(transcript_of, COMMANDS[1:])
    assert re.search(r"^\d  FADC +xxxx ", broken, re.MULTILINE)
    assert "strategy: guesses-to-come" in built
    assert "The tree is right" in transcript_of("sito tree verify sharper.tree")


def test_each_takes_twenty_lines_at_most() -> None:
    assert all(len(text.splitlines()) <= 20 for text in blocks("python"))
