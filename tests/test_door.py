"""The door: what `import sito` gives, lazily, with documentation and with types."""

from __future__ import annotations

import doctest
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sito
from tests.conftest import written

ROOT = Path(__file__).parent.parent
PROGRAM = ROOT / "tests" / "data" / "whole_door.py"
VALUES = [name for name in sito.__all__ if name != "__version__"]


def python(statement: str) -> str:
    return subprocess.run([sys.executable, "-c", statement], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", VALUES)
def test_every_name_is_there_and_explains_itself(name: str) -> None:
    value = getattr(sito, name)
    assert inspect.getdoc(value)
    assert value.__name__ == name
    members = vars(value).values() if inspect.isclass(value) else ()
    texts = [value.__doc__, *(getattr(member, "__doc__", None) for member in members)]
    assert any(doctest.DocTestParser().get_examples(text) for text in texts if text), f"{name} shows no example"


def test_dir_lists_the_names_before_they_are_loaded() -> None:
    listed = json.loads(python("import json, sito; print(json.dumps(dir(sito)))"))
    assert listed == sorted(sito.__all__)
    assert set(sito.__all__) <= set(dir(sito))


def test_each_name_is_the_one_of_its_module() -> None:
    for name in VALUES:
        value = getattr(sito, name)
        assert getattr(sys.modules[value.__module__], name) is value
        assert getattr(sito, name) is value


def test_names_that_there_are_not() -> None:
    with pytest.raises(AttributeError, match="module 'sito' has no attribute 'solve_sudoku'"):
        getattr(sito, "solve_" + "sudoku")
    assert not hasattr(sito, "__wrapped__")


def test_the_door_opens_nothing_by_itself() -> None:
    loaded = json.loads(
        python(
            "import sys; before = set(sys.modules); import sito, json\n"
            "print(json.dumps(sorted(name for name in set(sys.modules) - before "
            "if name.startswith('sito'))))"
        )
    )
    assert loaded == ["sito"]
    loaded = json.loads(
        python(
            "import sito, sys, json; sito.Rules\n"
            "print(json.dumps([name for name in sys.modules if name.startswith('sito.')]))"
        )
    )
    assert "sito.sieve.knowledge" not in loaded


def test_the_door_loads_nothing_but_itself() -> None:
    loaded = python("import sys; before = set(sys.modules); import sito; print(*set(sys.modules) - before)")
    assert loaded == "sito\n"


def test_a_star_import_gives_every_name() -> None:
    assert python("from sito import *; print(Rules.parse('4x6'), solve.__name__)") == "4x6 solve\n"


def test_a_program_that_uses_the_whole_door_runs() -> None:
    done = subprocess.run([sys.executable, str(PROGRAM)], capture_output=True, text=True, check=True)
    assert "4x6 " in done.stdout
    source = PROGRAM.read_text(encoding="utf-8")
    for name in sito.__all__:
        assert f"sito.{name}" in source, f"use {name} in {PROGRAM.name}"


def test_mypy_passes_on_the_whole_door() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", str(PROGRAM)]
    environment = {**os.environ, "MYPYPATH": str(Path(sito.__file__).parent.parent)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright_passes_on_the_whole_door(tmp_path: Path) -> None:
    """Checked by basedpyright, which has pyright's checker in its wheel; pyright itself downloads it when it runs."""
    settings = {"include": [str(PROGRAM)], "typeCheckingMode": "strict", "extraPaths": [str(ROOT / "src")]}
    project = written(tmp_path / "pyrightconfig.json", json.dumps(settings))
    command = [sys.executable, "-m", "basedpyright", "--project", str(project), "--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 errors, 0 warnings, 0 notes" in done.stdout


def test_a_package_hides_no_name_of_the_door() -> None:
    """Had a module the name of a function, the module would be found wherever it is imported first."""
    for name in VALUES:
        assert f"sito.{name}" not in sys.modules
    known = python("import sito.reviews, sito.odds, sito; print(sito.review.__module__, sito.odds.__name__)")
    assert known == "sito.reviews.reviewer sito.odds\n"


def test_games_may_be_given_as_text() -> None:
    game = "4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo"
    assert sito.diagnose(game) == sito.diagnose(sito.Transcript.parse(game))
    assert sito.wrong_answers(game, "EEAC") == sito.wrong_answers(sito.Transcript.parse(game), "EEAC")
    known = sito.Transcript.parse("4x6 CBFF:o EAAB:xxo")
    assert sito.advise(str(known)) == sito.advise(known) == sito.advise(known.knowledge)
    for function in (sito.diagnose, sito.advise, sito.review):
        with pytest.raises(sito.SitoError, match="'CBFF' has no answer"):
            function("4x6 CBFF")
        with pytest.raises(sito.SitoError, match="a game is written as a text"):
            function(5)  # type: ignore[operator]


def test_what_the_companion_gives_is_short_where_it_is_displayed() -> None:
    found = sito.diagnose("4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo")
    assert repr(found) == "<Diagnosis for 4x6: clash (0, 1, 2), 227 repairs>"
    assert str(found).splitlines()[0] == "answers 1 (AABB:x), 2 (CCDD:xx) and 3 (EEFF:xx) cannot stand together"
    assert str(found).splitlines()[-1] == "227 repairs in all"
    assert str(sito.diagnose("4x6 AABB:x")) == "no answer contradicts the others"
    assert str(sito.review("4x6-lies1 AABB:o")).splitlines()[1] == "1  AABB   o         1296  1295     ?     ?  ?"
