"""The programs of docs/cookbook: each prints what its page says, and passes the type checkers at their strictest."""

import io
import json
import os
import re
import runpy
import subprocess
import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path

import pytest

import sito
from tests.conftest import written
from tests.test_docs import ROOT, blocks
from tests.web.serving import serving

FOLDER = ROOT / "docs" / "cookbook"
PAGES = {page.stem: page for page in sorted(FOLDER.glob("*.md")) if page.stem != "README"}
WITH_SERVICE = "rest-bot"
UNTYPED = "from distributed "
"""What imports a library without types cannot be checked at the strictest."""


def program_of(page: Path) -> str:
    """Gives the program of a page, which is its one block of Python."""
    (program,) = (block.text for block in blocks(page) if block.language == "python")
    return program


@pytest.mark.parametrize("name", PAGES)
def test_a_program_prints_what_its_page_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = written(tmp_path / f"{name}.py", program_of(PAGES[name]))
    (said,) = (block.text for block in blocks(PAGES[name]) if block.language == "text")
    monkeypatch.chdir(tmp_path)
    with serving(tmp_path) if name == WITH_SERVICE else nullcontext() as service:
        address = [] if service is None else [str(service.base_url).removesuffix("/api/v1/")]
        monkeypatch.setattr(sys, "argv", [str(program), *address])
        with redirect_stdout(io.StringIO()) as printed:
            runpy.run_path(str(program), run_name="__main__")
    lines = [line.rstrip() for line in printed.getvalue().rstrip().splitlines()]
    assert lines == [line.rstrip() for line in said.rstrip().splitlines()]


@pytest.mark.parametrize("name", PAGES)
def test_a_program_is_short_and_says_what_it_does(name: str) -> None:
    program = program_of(PAGES[name])
    assert 10 <= len(program.splitlines()) <= 40
    assert all(len(line) <= 120 for line in program.splitlines())
    assert program.startswith('"""')


def test_the_index_names_every_page() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\]\(([\w-]+)\.md\)", index)) == sorted(PAGES)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all programs."""
    folder = tmp_path_factory.mktemp("cookbook")
    for name, page in PAGES.items():
        written(folder / f"{name.replace('-', '_')}.py", program_of(page))
    return folder


def test_mypy_passes_on_every_program(programs: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", *map(str, sorted(programs.glob("*.py")))]
    environment = {**os.environ, "MYPYPATH": str(Path(sito.__file__).parent.parent)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright_passes_on_every_program(programs: Path, tmp_path: Path) -> None:
    strict = [str(program) for program in programs.glob("*.py") if UNTYPED not in program.read_text(encoding="utf-8")]
    settings = {"include": [str(programs)], "typeCheckingMode": "standard", "strict": strict}
    settings |= {"extraPaths": [str(ROOT / "src")]}
    project = written(tmp_path / "pyrightconfig.json", json.dumps(settings))
    command = [sys.executable, "-m", "basedpyright", "--project", str(project), "--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
