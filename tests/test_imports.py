"""Rooms import one way, as pyproject.toml says; the engine does nothing but reckon; imports load little."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from sito.cli.commands import COMMANDS

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sito"
EDGES = {"games", "show", "web", "cli", "__main__"}  # games are kept with their times
# Limits of time need a clock: here deadlines look at it, and the parts of a split search, which begin late in other
# processes, and tournaments; elsewhere the native core does. Places are those of the system.
MAY = {
    "exact/cluster/lead.py": {"time"},
    "exact/cluster/worker.py": {"time"},
    "base/deadline.py": {"time"},
    "base/log.py": {"logging"},
    "tournament/run.py": {"time"},
    "base/paths.py": {"platformdirs"},
    "certificate/__main__.py": {"print"},
    "operations/statistics.py": {"datetime"},  # days that it is given
}
NOT_FOR_THE_ENGINE = {"rich", "gettext", "platformdirs", "time", "datetime", "logging", "click", "print", "input"}
ENGINE = [
    name for path in sorted(SOURCE.rglob("*.py")) if (name := str(path.relative_to(SOURCE))).split("/")[0] not in EDGES
]


def test_rooms_import_one_way() -> None:
    # In a process of its own: the linter switches off the loggers that it finds.
    script = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ENGINE)
def test_the_engine_neither_prints_nor_asks_the_clock(name: str) -> None:
    used = set()
    for node in ast.walk(ast.parse((SOURCE / name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            used |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            used.add((node.module or "").split(".")[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            used.add(node.func.id)
    assert used & NOT_FOR_THE_ENGINE <= MAY.get(name, set())


def loaded_by(statement: str) -> set[str]:
    """Gives the modules that a statement loads, and the packages that they are in."""
    script = f"import json, sys\n{statement}\njson.dump(sorted(sys.modules), sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    modules = json.loads(done.stderr)
    return {*modules, *(name.split(".")[0] for name in modules)}


HEAVY = {"numpy", "scipy", "matplotlib", "rich", "nicegui", "fastapi", "starlette", "uvicorn", "sqlite3", "distributed"}


def test_importing_sito_loads_nothing_heavy() -> None:
    assert loaded_by("import sito") & (HEAVY | {"click", "gettext", "platformdirs"}) == set()


def test_help_loads_nothing_heavy() -> None:
    assert loaded_by("from sito.cli import main; main(['--help'])") & HEAVY == set()


ADVISED = {
    "play",
    "keep",
    "duel",
    "games",
    "advise",
    "review",
    "break",
    "tree",
    "feedback",
    "sieve",
    "rank",
    "conflict",
    "train",
    "worksheet",
}
"""Their modules give advice, for which small exact searches are begun."""
SEARCHES = {
    "sito.exact.first",
    "sito.exact.cluster",
    "sito.exact.prices",
    "sito.exact.checkpoint",
    "sito.exact.proofs",
    "sito.certificate.writing",
    "sito.tournament.run",
}


def loaded_by_help_of(names: Iterable[str]) -> set[str]:
    helps = "; ".join(f"main([{name!r}, '--help'])" for name in names)
    return loaded_by(f"from sito.cli import main; {helps}")


def test_the_help_of_a_command_loads_what_its_options_need() -> None:
    forbidden = (HEAVY - {"sqlite3"}) | {"pydantic", "multiprocessing", "prompt_toolkit"} | SEARCHES
    assert loaded_by_help_of(COMMANDS) & forbidden == set()


def test_no_search_is_loaded_for_help_but_where_advice_is_given() -> None:
    assert loaded_by_help_of(COMMANDS.keys() - ADVISED) & {"sito.exact.solver", "sqlite3"} == set()
