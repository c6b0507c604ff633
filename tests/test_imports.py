"""Holds the layers of DESIGN.md: a module imports only what stands before it, and importing Sito does nothing."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "sito"

# In this order; a module may import what stands before it. A package stands for all of its modules.
LAYERS = {
    "L0 values": ["errors", "words", "rules", "code", "feedback"],
    "L1 knowledge": ["_native", "knowledge"],
    "L2 choice": [
        "strategy",
        "tree_text",
        "tree_verify",
        "tree",
        "tree_export",
        "strategies",
        "exact",
        "exact_reference",
        "exact_checkpoint",
    ],
    "L3 play": ["game", "duel", "review"],
    "L4 contests": ["edition", "standings", "games", "tournament", "executors", "store", "exact_store", "exact_split"],
    "L5 edges": ["i18n", "paths", "render", "plot", "cli", "web"],
}
ORDER = [name for names in LAYERS.values() for name in names]
ENGINE = {name for layer, names in LAYERS.items() if layer != "L5 edges" for name in names} | {"puzzles"}
# Beside the layers: the puzzles use the values' errors and the native core, and the edges use the puzzles.
PUZZLES_MAY = {"errors", "_native", "puzzles"}
NOT_FOR_THE_ENGINE = {"typer", "rich", "gettext", "platformdirs", "time", "datetime", "logging", "click"}


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def imports(name: str, source: str, is_package: bool = False) -> Iterator[str]:
    """Finds the full names of all modules that a module imports, wherever in its text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = name.split(".")[: None if is_package and node.level == 1 else -(node.level - is_package)]
                base = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield full if full in MODULES or full == "sito._native" else base


def unit(name: str) -> str:
    """Names the module or package directly below `sito` that a module belongs to; empty for `sito` itself."""
    return name.split(".")[1] if "." in name else ""


def wrong_imports(name: str, source: str, is_package: bool = False) -> list[str]:
    mine = unit(name)
    wrong = []
    for imported in imports(name, source, is_package):
        theirs = unit(imported)
        if imported.split(".")[0] != "sito" or theirs == mine:
            continue
        if imported == "sito":  # the version
            allowed = mine not in ENGINE or mine in LAYERS["L4 contests"]
        elif mine == "puzzles":
            allowed = theirs in PUZZLES_MAY
        elif theirs == "puzzles":
            allowed = mine in LAYERS["L5 edges"]
        else:
            allowed = theirs in ORDER[: ORDER.index(mine)]
        if not allowed:
            wrong.append(f"{name} imports {imported}")
    return wrong


def test_every_module_has_its_layer() -> None:
    assert {unit(name) for name in MODULES} - {"", "__main__", "puzzles"} <= set(ORDER), "place it in LAYERS"


@pytest.mark.parametrize("name", [name for name in MODULES if unit(name) not in ("", "__main__")])
def test_layers(name: str) -> None:
    path = MODULES[name]
    assert wrong_imports(name, path.read_text(encoding="utf-8"), path.name == "__init__.py") == []


def test_an_import_turned_round_is_found() -> None:
    assert wrong_imports("sito.rules", "from sito.code import Code") == ["sito.rules imports sito.code"]
    assert wrong_imports("sito.rules", "def f():\n    import sito.knowledge") == ["sito.rules imports sito.knowledge"]
    assert wrong_imports("sito.code", "from . import game, rules") == (
        ["sito.code imports sito.game"] if "sito.game" in MODULES else ["sito.code imports sito"]
    )
    assert wrong_imports("sito.puzzles.jugs", "from sito.rules import Rules") == [
        "sito.puzzles.jugs imports sito.rules"
    ]
    assert wrong_imports("sito.code", "from sito.rules import Rules\nimport re") == []


@pytest.mark.parametrize("name", [name for name in MODULES if unit(name) in ENGINE])
def test_the_engine_neither_prints_nor_asks_the_clock(name: str) -> None:
    path = MODULES[name]
    source = path.read_text(encoding="utf-8")
    outside = {imported.split(".")[0] for imported in imports(name, source, path.name == "__init__.py")}
    assert outside & NOT_FOR_THE_ENGINE == set()
    called = {
        node.func.id
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & {"print", "input"} == set()


def loaded_by(statement: str) -> set[str]:
    script = f"import json, sys\n{statement}\njson.dump(sorted(sys.modules), sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in json.loads(done.stderr)}


HEAVY = {"numpy", "scipy", "matplotlib", "rich", "nicegui", "fastapi", "starlette", "uvicorn", "sqlite3", "distributed"}


def test_importing_sito_loads_nothing_heavy() -> None:
    assert loaded_by("import sito") & (HEAVY | {"typer", "gettext", "platformdirs"}) == set()


def test_help_loads_nothing_heavy() -> None:
    assert loaded_by("from sito.cli import main; main(['--help'])") & HEAVY == set()
