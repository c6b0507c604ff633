"""Where words and data cannot be written: full disks, readers that leave; and text that would command a terminal."""

import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from sito.cli.commands import COMMANDS
from tests.cases import cases
from tests.conftest import Sito, run_sito, written

WORK: dict[str, Sequence[str]] = {
    "break": ("FADC",),
    "play": ("--secret", "FADC"),
    "keep": ("--seed", "1"),
    "duel": ("--seed", "1"),
    "train": ("one-left", "--seed", "7", "--count", "1"),
    "advise": ("4x6 CBFF:o",),
    "explain": ("AABB", "ABBA", "xxoo"),
    "review": ("4x6 CBFF:o EAAB:xxo",),
    "compare": ("-r", "3x3", "-s", "first-consistent"),
    "odds": ("minimax", "entropy", "-r", "3x3"),
    "respond": ("minimax", "-r", "3x3"),
    "solve": ("3x3",),
    "value": ("3x3",),
    "jugs": ("8", "5", "--target", "4"),
    "pegs": ("hoppers",),
    "games export": ("-",),
    "config": (),
    "atlas": ("4x6",),
    "certificate check": ("{certificate}",),
    "rules": (),
    "feedback": ("4x6", "AABB", "ABCD"),
    "sieve": ("4x6", "CBFF:o"),
    "rank": ("4x6", "CBFF:o"),
    "conflict": ("4x6", "AABB:-", "AABB:x"),
    "help": ("compare",),
    "completion": ("bash",),
    "tree build": ("-r", "3x3"),
    "tree show": ("{tree}",),
    "tree verify": ("{tree}",),
    "tree export": ("{tree}", "--to", "json"),
    "tree play": ("{tree}", "--secret", "ABC"),
}
"""Something that every command can do, to see what it does where nothing can be written."""

INTERACTIVE = {"play": "FADC\n", "keep": "xxxx\n", "duel": "FADC\nxxxx\n", "train": "FBAB\n"}
"""What a person writes in a game; what Sito writes to standard output depends on it."""

# One serves until it is ended, and tests/web tries it; the other writes a page, and tests/test_training.py reads it.
SERVES = {"web", "worksheet"}


def test_every_command_is_tried() -> None:
    assert {name.split()[0] for name in WORK} | SERVES == {*COMMANDS}


@pytest.fixture
def tree(sito: Sito, tmp_path: Path) -> Path:
    file = tmp_path / "small.tree"
    assert sito("tree", "build", str(file), "-r", "3x3").code == 0
    assert sito("solve", "3x3", "--certificate", str(certificate_beside(file))).code == 0
    return file


def certificate_beside(tree: Path) -> Path:
    return tree.with_suffix(".cert")


def of(name: str, tree: Path) -> list[str]:
    return [*name.split(), *(word.format(tree=tree, certificate=certificate_beside(tree)) for word in WORK[name])]


@pytest.mark.parametrize("name", WORK)
def test_a_full_disk_ends_with_1_and_says_so(name: str, tree: Path, tmp_path: Path) -> None:
    """Python collects the output in a buffer, and writes it at the end."""
    command, given = of(name, tree), INTERACTIVE.get(name, "")
    json_is_asked = [] if name in ("tree build", "tree export") else ["--json"]
    with open("/dev/full", "wb") as full:
        for more in ([], json_is_asked, ["--help"]):
            done = run_sito(tmp_path, *command, *more, stdout=full, input=given)
            assert done.returncode == 1
            assert done.stderr.splitlines()[-1] == "sito: standard output cannot be written: No space left on device"
            assert "Traceback" not in done.stderr
        assert run_sito(tmp_path, *command, stdout=full, stderr=full, input=given).returncode == 1


@pytest.mark.parametrize("name", WORK)
def test_words_that_cannot_be_written_change_nothing(name: str, sito: Sito, tree: Path, tmp_path: Path) -> None:
    given = INTERACTIVE.get(name, "")
    expected = sito(*of(name, tree), stdin=given)
    with open("/dev/full", "wb") as full:
        done = run_sito(tmp_path / "another", *of(name, tree), stderr=full, input=given)
    assert done.returncode == expected.code
    if name != "compare":  # it tells how long the games took
        assert done.stdout == expected.out


@pytest.mark.parametrize("name", WORK)
def test_an_object_of_json_begins_with_the_command_and_the_version(name: str, sito: Sito, tree: Path) -> None:
    """And none has another version within."""
    file = [str(tree.with_name("written.tree"))] if name in ("tree build", "tree export") else []
    done = sito(*of(name, tree), *file, "--json", stdin=INTERACTIVE.get(name, ""), code=0)
    assert done.out.startswith(f'{{"sito": "{name}", "version": 1, ')
    assert done.out.count('"version"') == 1
    assert json.loads(done.out)


@cases("arguments")
def test_nothing_that_was_given_commands_the_terminal(sito: Sito, arguments: tuple[str, ...]) -> None:
    done = sito(*arguments, code=2)
    assert not set(done.out + done.err) & set("\x1b\x07\x9b\u202e")


@pytest.mark.parametrize(
    "command",
    [
        "tree build {file}.tree -r 4x6",
        "tree export {tree} {file} --to svg",
        "jugs 8 5 --target 4 --svg {file}",
        "pegs hoppers --svg {file}",
        "solve 4x4 --save {file}.tree --fresh",
        *(f"compare -r 3x3 -s minimax --plot {{file}}.{ending}" for ending in ("png", "svg", "pdf")),
    ],
)
def test_a_write_that_fails_leaves_the_file_that_was_there(tree: Path, tmp_path: Path, command: str) -> None:
    """The shell lets no file grow beyond a kibibyte, as a disk that is almost full."""
    if command.startswith("compare"):
        pytest.importorskip("matplotlib")
    ending = command.partition("{file}")[2].split(" ")[0]
    file = written(tmp_path / f"kept{ending}", "precious")
    asked = command.format(tree=tree, file=tmp_path / "kept")
    script = f"trap '' XFSZ; ulimit -f 1; exec {sys.executable} -m sito {asked}"
    environment = os.environ | {"LANGUAGE": "en", "SITO_DATA_DIR": "/proc/none", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert f"{file} cannot be written: File too large" in done.stderr
    assert file.read_text(encoding="utf-8") == "precious"
    assert list(tmp_path.glob(".kept*")) == []


@pytest.mark.parametrize("arguments", [("show",), ("verify",), ("export", "--to", "json"), ("play",)])
def test_an_endless_file_is_no_tree(sito: Sito, arguments: tuple[str, ...]) -> None:
    done = sito("tree", arguments[0], "/dev/zero", *arguments[1:], code=2)
    assert "/dev/zero is longer than 268435456 bytes, the most that is read" in done.err


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_help_breaks_lines_between_words(sito: Sito, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    for name in ("", *WORK):
        monkeypatch.setenv("COLUMNS", "1000")
        words = set(re.split(r"[\s|,/:=]+", sito(*name.split(), "--help").out))
        monkeypatch.setenv("COLUMNS", str(width))
        shown = sito(*name.split(), "--help").out
        assert set(re.split(r"[\s|,/:=]+", shown)) == words, name
        assert max(map(len, shown.splitlines())) <= width, name


@cases("arguments")
def test_a_compressed_tree_is_unpacked_up_to_a_size_only(
    sito: Sito, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """A megabyte that would be a gibibyte: no command takes it in."""
    bomb = tmp_path / "bomb.tree.gz"
    packer = zlib.compressobj(wbits=31)
    zeros = bytes(1 << 20)
    bomb.write_bytes(b"".join([*(packer.compress(zeros) for _ in range(1 << 10)), packer.flush()]))
    done = sito(*(argument.format(bomb=bomb) for argument in arguments))
    assert (done.code, done.out) == (2, "")
    assert f"{bomb} is longer than 268435456 bytes, the most that is read" in done.err


def test_an_export_with_json_names_a_file(sito: Sito, tree: Path) -> None:
    done = sito("tree", "export", str(tree), "--to", "svg", "--json")
    assert (done.code, done.out) == (2, "")
    assert "name the OUTPUT" in done.err


def test_a_dash_is_standard_input_for_advice(sito: Sito) -> None:
    read = sito("advise", "-", stdin="4x6\nCBFF o\n")
    assert read == sito("advise", stdin="4x6\nCBFF o\n")
    assert read.code == 0
