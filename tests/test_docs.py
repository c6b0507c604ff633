"""Runs what the documents show: both READMEs and all pages below docs.

A ```python block with >>> prompts is a doctest; the blocks of one file share their names. Other
```python blocks are compiled. In a ```console block each `$ command` is run in a directory of its own per file, by bash
where it takes a shell; standard output and error together must be the lines that follow, and the exit code must be 0
(write `command; echo $?` to show another). A line `...` stands for any lines, and `...` in a line for any characters.
All other blocks (```text, ```json ...) are not run.
"""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from sito.cli import main
from tests.conftest import environment

ROOT = Path(__file__).parent.parent
FILES = [ROOT / "README.md", ROOT / "release" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


class Block(NamedTuple):
    file: Path
    line: int
    language: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}"


def blocks(file: Path) -> Iterator[Block]:
    language: str | None = None
    start, lines = 0, []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        fence = re.fullmatch(r"```(\S*).*", line)
        if fence and language is None:
            language, start, lines = fence[1], number + 1, []
        elif line == "```" and language is not None:
            yield Block(file, start, language, "".join(text + "\n" for text in lines))
            language = None
        elif language is not None:
            lines.append(line)
    assert language is None, f"{file}: the block that starts at line {start} has no end"


ALL = [block for file in FILES for block in blocks(file)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_python_blocks(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    report: list[str] = []
    for block in (block for block in ALL if block.file == file and block.language == "python"):
        if ">>> " not in block.text:
            compile(block.text, block.name, "exec")
            continue
        test = doctest.DocTestParser().get_doctest(block.text, names, block.name, str(file), block.line - 1)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=report.append, clear_globs=False)
        names.update(test.globs)
    assert not report, "".join(report)


class Command(NamedTuple):
    command: str
    expected: list[str]


def commands(text: str) -> list[Command]:
    """Cuts a console block into commands and what they print; `> ` continues a command that ends in a backslash."""
    found: list[Command] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], []))
        elif found and not found[-1].expected and found[-1].command.endswith("\\"):
            found[-1] = Command(found[-1].command + "\n" + line.removeprefix("> "), [])
        else:
            assert found, f"output before the first command: {line!r}"
            found[-1].expected.append(line.rstrip())
    while found and found[-1].expected and not found[-1].expected[-1]:
        found[-1].expected.pop()
    return found


def matches(expected: list[str], actual: str) -> bool:
    patterns = [
        "(?:.*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + "\n" for line in expected
    ]
    return re.fullmatch("".join(patterns), actual) is not None


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=pytest.mark.smoke if file == FILES[0] else ()) for file in FILES],
    ids=lambda file: str(file.relative_to(ROOT)),
)
def test_console_blocks(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    here = environment(tmp_path, PATH=path, COLUMNS="80")
    del here["SITO_CONFIG_DIR"], here["TERM"]
    monkeypatch.chdir(tmp_path)
    for name, value in here.items():
        monkeypatch.setenv(name, value)
    for block in (block for block in ALL if block.file == file and block.language == "console"):
        found = commands(block.text)
        assert found, f"{block.name}: no command in a console block"
        for command, expected in found:
            code, printed = (in_shell if SHELL.search(command) else in_process)(command)
            actual = "".join(line.rstrip() + "\n" for line in printed.rstrip().splitlines())
            shown = "\n".join(expected)
            assert matches(expected, actual), f"{block.name}: $ {command}\nexpected:\n{shown}\nprinted:\n{actual}"
            assert code == 0, f"{block.name}: $ {command}\nexit code {code}\n{actual}"


# What needs a shell: its signs, and whatever is no command of Sito.
SHELL = re.compile(r"[|<>;&$`*~]|^(?!sito )")


def in_shell(command: str) -> tuple[int, str]:
    """Runs a command by bash; a hanging one must not hang the tests, and no example comes near the limit."""
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL}
    done = subprocess.run(["bash", "-c", command], timeout=300, check=False, encoding="utf-8", **both)
    return done.returncode, done.stdout


def in_process(command: str) -> tuple[int, str]:
    """Runs a command of Sito here, which takes much less time; what it writes comes as it does from a process."""
    written = io.BytesIO()
    out = io.TextIOWrapper(written, encoding="utf-8", write_through=True)
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(out):
        patch.setattr(sys, "stdin", io.StringIO())
        patch.setattr("sito.cli.watch.LINE_SECONDS", 1e9)  # on a busy machine there would be lines about the progress
        code = main(shlex.split(command.replace("\\\n", " "))[1:])
    return code, written.getvalue().decode()


def test_the_commands_of_a_fresh_clone() -> None:
    """The README's two shell blocks: the first ends with a command that a console block shows, and CI runs the second.

    CI runs it where only the programs are found that the README asks for.
    """
    readme = [block for block in ALL if block.file.name == "README.md"]
    install, check = (block.text.strip() for block in readme if block.language == "sh")
    sito = install.splitlines()[-1].removeprefix(".venv/bin/")
    assert any(block.text.startswith(f"$ {sito}\n") for block in readme if block.language == "console")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert f" -m tests.needs without {check}\n" in ci


def test_the_matching_of_output() -> None:
    assert matches(["a", "...", "c"], "a\nx\ny\nc\n")
    assert matches(["took ... s"], "took 1.5 s\n")
    assert matches([], "")
    assert not matches(["a"], "a\nb\n")
    assert not matches(["a", "b"], "a\n")


@pytest.mark.parametrize("page", ["DESIGN.md", "docs/exact.md"])
def test_the_files_that_a_page_names_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w./-]+\.(?:py|rs|md|pyi|ipynb|gz))`", text))
    files = [
        str(path.relative_to(ROOT)) for top in ("src", "crates", "docs", "tests") for path in (ROOT / top).rglob("*.*")
    ]
    missing = [name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in files)]
    assert named
    assert missing == []


@pytest.mark.parametrize("page", sorted({*FILES, *ROOT.glob("*.md")}), ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_have_at_most_120_characters(page: Path) -> None:
    """Except in tables, and in blocks, which show what a program prints."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert [line for line in prose.splitlines() if len(line) > 120 and not line.startswith("|")] == []
