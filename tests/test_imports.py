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

# Every module, in this order; it may import only what stands before it, so there can be no circle of imports.
# A package stands after its modules, for its `__init__` imports them.
LAYERS = {
    "values": [
        "errors",
        "limits",
        "svg",
        "weights",
        "letters",
        "word_faults",
        "words",
        "screen_words",
        "word_data",
        "word_lists",
        "files",
        "reader",
        "local_words",
        "kinds",
        "presets",
        "rules_text",
        "rules",
        "notations",
        "partial",
        "completions",
        "code_faults",
        "code",
        "weighing",
        "feedback",
        "consistency",
        "hard_mode",
    ],
    "knowledge": [
        "_native",
        "native_errors",
        "native_run",
        "native_game",
        "native_moves",
        "deadline",
        "plug_ins",
        "metrics",
        "tabular",
        "ranking",
        "likelihoods",
        "knowledge",
    ],
    "explanations": [
        "explanation.pegs",
        "explanation.steps",
        "explanation.verdict",
        "explanation.drawing",
        "explanation.picture",
        "explanation.answer",
        "explanation.guess",
        "explanation.choice",
        "explanation",
    ],
    "choice": ["strategy", "tree.node", "tree.text", "tree.verify", "tree.export", "tree.strategy_tree", "tree"],
    "strategies": [
        "strategies._template",
        "strategies.consistent",
        "strategies.color_by_color",
        "strategies.uniform_probe",
        "strategies.careless",
        "strategies.with_lies",
        "strategies.partition",
        "strategies.from_tree",
        "strategies",
    ],
    "play": [
        "numbered",
        "rounds",
        "example_turn",
        "game_text",
        "repairs.slips",
        "repairs.forms",
        "repairs.repair",
        "repairs.reference",
        "repairs.diagnosis",
        "repairs",
        "inconsistent",
        "game",
        "duel",
    ],
    "exact search": [
        "exact.problem",
        "exact.reports",
        "exact.estimate",
        "exact.own_search",
        "exact.start",
        "exact.with_lies",
        "exact.starting_tree",
        "exact.solver",
        "exact.prices",
        "exact.lies_reference",
        "exact.reference",
        "exact.checkpoint",
        "exact.first.worth",
        "exact.first.kinds",
        "exact.first.search",
    ],
    "certificates": [
        "certificate.sizes",
        "certificate.symmetry",
        "certificate.header",
        "certificate.writing",
        "certificate.game",
        "certificate.second_look",
        "certificate.plain",
        "certificate.packed",
        "certificate.check",
        "certificate",
    ],
    "codemakers": ["makers.revealing", "makers.adversarial", "makers.lying", "makers.named", "makers"],
    "advice": [
        "best_play",
        "prospects",
        "candidates",
        "advice",
        "boards.known",
        "boards.play",
        "boards.advice",
        "boards",
        "written_turns",
        "strategies.best",
        "levels",
    ],
    "reviews": [
        "reviews.marks",
        "reviews.values",
        "reviews.valuation",
        "reviews.reviewer",
        "reviews.totals",
        "reviews.picture",
        "reviews",
    ],
    "puzzles": [
        "puzzles.search",
        "puzzles.watch",
        "puzzles.by_hand",
        "puzzles.jugs.actions",
        "puzzles.jugs.pictures",
        "puzzles.jugs.problem",
        "puzzles.jugs.plan",
        "puzzles.jugs.reasons",
        "puzzles.jugs.two_jugs",
        "puzzles.jugs.answer",
        "puzzles.jugs.solver",
        "puzzles.jugs.by_hand",
        "puzzles.jugs",
        "puzzles.pegs.notation",
        "puzzles.pegs.pictures",
        "puzzles.pegs.symmetry",
        "puzzles.pegs.boards",
        "puzzles.pegs.problem",
        "puzzles.pegs.bounds",
        "puzzles.pegs.proofs",
        "puzzles.pegs.answer",
        "puzzles.pegs.analysis",
        "puzzles.pegs.solver",
        "puzzles.pegs.by_hand",
        "puzzles.pegs",
        "puzzles",
    ],
    "contests": [
        "lost_workers",
        "workers",
        "store",
        "tournament.contestants",
        "tournament.edition",
        "tournament.games",
        "tournament.plan",
        "tournament.watch",
        "tournament.run",
        "tournament.results",
        "tournament.standings",
        "tournament.table",
        "tournament.reduce",
        "tournament.comparison",
        "tournament",
        "exact.cluster.jobs",
        "exact.cluster.at_once",
        "exact.cluster.worker",
        "exact.cluster.open_tree",
        "exact.cluster.saved",
        "exact.cluster.standing",
        "exact.cluster.crew",
        "exact.cluster.lead",
        "exact.cluster.aims",
        "exact.cluster.together",
        "exact.cluster",
        "exact.first.rows",
        "exact.first.batches",
        "exact.first.valuing",
        "exact.first",
        "exact.proofs",
        "exact",
        "atlas.record",
        "atlas.data",
        "atlas.flat",
        "atlas",
        "odds.distribution",
        "odds.between",
        "odds.response",
        "odds",
    ],
    "edges": [
        "i18n",
        "paths",
        "fitting",
        "palette",
        "sharing",
        "spoken",
        "sentences",
        "render",
        "plot",
        "puzzle_sentences.by_hand",
        "puzzle_sentences.jugs",
        "puzzle_sentences.pegs",
        "puzzle_sentences",
    ],
    "data for others": [
        "as_json.games",
        "as_json.rules",
        "as_json.advice",
        "as_json.boards",
        "as_json.guesses",
        "as_json.explanations",
        "as_json.reviews",
        "as_json.solutions",
        "as_json.first_guesses",
        "as_json.jugs",
        "as_json.pegs",
        "as_json",
        "in_words.reviews",
        "in_words.solutions",
        "in_words",
    ],
    "web": [
        "web.settings",
        "web.words",
        "web.people",
        "web.work.faults",
        "web.work.task",
        "web.work.frames",
        "web.work.worker",
        "web.work.process",
        "web.work.pool",
        "web.work.jobs",
        "web.work",
        "web.tasks.reading",
        "web.tasks.games",
        "web.tasks.guesses",
        "web.tasks.rules",
        "web.tasks.trees",
        "web.tasks.contests",
        "web.tasks.puzzles",
        "web.tasks",
        "web.games.errors",
        "web.games.states",
        "web.games.told",
        "web.games.views",
        "web.games.counting",
        "web.games.tasks",
        "web.games.store",
        "web.games.limits",
        "web.games.playing",
        "web.games.keeping",
        "web.games.duelling",
        "web.games.boards_playing",
        "web.games.kept",
        "web.games.core",
        "web.games.play_games",
        "web.games.keep_games",
        "web.games.duel_games",
        "web.games.boards_games",
        "web.games.service",
        "web.games",
        "web.speech",
        "web.problems",
        "web.observe",
        "web.guard.buckets",
        "web.guard.origins",
        "web.guard.headers",
        "web.guard.nonces",
        "web.guard.messages",
        "web.guard.body",
        "web.guard.sockets",
        "web.guard.middleware",
        "web.guard.protocol",
        "web.guard",
        "web.services",
        "web.cookie",
        "web.api.documented",
        "web.api.requests",
        "web.api.replies",
        "web.api.puzzle_replies",
        "web.api.work",
        "web.api.codes",
        "web.api.rules",
        "web.api.puzzles",
        "web.api.game_requests",
        "web.api.games",
        "web.api.jobs",
        "web.api",
        "web.page.site",
        "web.page.languages",
        "web.page.views",
        "web.page.drawn",
        "web.page.elements",
        "web.page.charts",
        "web.page.board",
        "web.page.parts",
        "web.page.frame",
        "web.page.errors",
        "web.page.home",
        "web.page.play.shown",
        "web.page.play.texts",
        "web.page.play.choosing",
        "web.page.play.starting",
        "web.page.play.focus",
        "web.page.play.following",
        "web.page.play.giving_up",
        "web.page.play.knowing",
        "web.page.play.ending",
        "web.page.play.new_game",
        "web.page.play.boards",
        "web.page.play.view",
        "web.page.play",
        "web.page.keep.texts",
        "web.page.keep.mending",
        "web.page.keep.ending",
        "web.page.keep.new_game",
        "web.page.keep.view",
        "web.page.keep",
        "web.page.duel.texts",
        "web.page.duel.friend",
        "web.page.duel.new_duel",
        "web.page.duel.ending",
        "web.page.duel.boards",
        "web.page.duel.view",
        "web.page.duel",
        "web.page.scenes",
        "web.page.by_hand",
        "web.page.jugs.problem",
        "web.page.jugs.form",
        "web.page.jugs.view",
        "web.page.jugs",
        "web.page.pegs.problem",
        "web.page.pegs.counts",
        "web.page.pegs.view",
        "web.page.pegs",
        "web.page.learn.sieve",
        "web.page.learn.ideas",
        "web.page.learn",
        "web.page.figures",
        "web.page.studied",
        "web.page.watched",
        "web.page.compare.asked",
        "web.page.compare.results",
        "web.page.compare.view",
        "web.page.compare",
        "web.page.prove.asked",
        "web.page.prove.search",
        "web.page.prove.found",
        "web.page.prove.view",
        "web.page.prove",
        "web.page.analyse.left",
        "web.page.analyse.guesses",
        "web.page.analyse.trees",
        "web.page.analyse.reviews",
        "web.page.analyse.explaining",
        "web.page.analyse.repairs",
        "web.page.analyse.entering",
        "web.page.analyse.view",
        "web.page.analyse",
        "web.page",
        "web.app",
        "web.serve",
        "web",
    ],
    "command line": [
        "cli.signals",
        "cli.streams",
        "cli.console",
        "cli.preferences",
        "cli.help",
        "cli.usage",
        "cli.quick",
        "cli.commands",
        "cli.names",
        "cli.output",
        "cli.options",
        "cli.limits",
        "cli.watch",
        "cli.figures",
        "cli.cache",
        "cli.table.commands",
        "cli.table.contract",
        "cli.table.reading",
        "cli.table.waiting",
        "cli.table.lines",
        "cli.table.drawing",
        "cli.table.board",
        "cli.table",
        "cli.play.given",
        "cli.play.lock",
        "cli.play.places",
        "cli.play.fields",
        "cli.play.finished",
        "cli.play.saved",
        "cli.play.numbers",
        "cli.play.thinking",
        "cli.play.looks",
        "cli.play.pictures",
        "cli.play.duel_picture",
        "cli.play.boards_picture",
        "cli.play.mending",
        "cli.play.makers",
        "cli.play.why",
        "cli.play.hints",
        "cli.play.human",
        "cli.play.break_",
        "cli.play.boards",
        "cli.play.play",
        "cli.play.keep",
        "cli.play.duel_odds",
        "cli.play.duel",
        "cli.play.standing",
        "cli.play.adviser",
        "cli.play.advise_talk",
        "cli.play.screen",
        "cli.play.advise",
        "cli.play.explain",
        "cli.play",
        "cli.review.report",
        "cli.review.input",
        "cli.review.kept",
        "cli.review.command",
        "cli.review",
        "cli.config",
        "cli.rules",
        "cli.atlas",
        "cli.compare",
        "cli.solve.input",
        "cli.solve.search",
        "cli.solve.every_first",
        "cli.solve.command",
        "cli.solve",
        "cli.tree",
        "cli.certificate.command",
        "cli.certificate",
        "cli.odds",
        "cli.respond",
        "cli.by_hand.options",
        "cli.by_hand.puzzle",
        "cli.by_hand.loop",
        "cli.by_hand",
        "cli.jugs.input",
        "cli.jugs.report",
        "cli.jugs.views",
        "cli.jugs.board",
        "cli.jugs.by_hand",
        "cli.jugs.command",
        "cli.jugs",
        "cli.pegs.input",
        "cli.pegs.checkpoint",
        "cli.pegs.report",
        "cli.pegs.views",
        "cli.pegs.board",
        "cli.pegs.by_hand",
        "cli.pegs.command",
        "cli.pegs",
        "cli.games.kinds",
        "cli.games.tally",
        "cli.games.views",
        "cli.games.which",
        "cli.games.stats",
        "cli.games.transfer",
        "cli.games.command",
        "cli.games",
        "cli.completion",
        "cli.roff",
        "cli.web",
        "cli.manual",
        "cli.app",
        "cli.complete",
        "cli",
        "certificate.__main__",
        "__main__",
        "",
    ],
}
ORDER = [name for names in LAYERS.values() for name in names]
EDGES = {"edges", "data for others", "web", "command line"}
ENGINE = {name for layer, names in LAYERS.items() if layer not in EDGES for name in names} - {"_native"}
# The puzzles stand beside the games: they use nothing of them, and only the edges use the puzzles.
PUZZLES_MAY = {"errors", "limits", "files", "svg", "_native", "native_errors", "native_run"}
# Limits of time need a clock: here the puzzles look at it, and the parts of a split search, which begin late in other
# processes, and work of several steps; elsewhere the native core does.
MAY_ASK_THE_CLOCK = {"puzzles.watch", "exact.cluster.lead", "exact.cluster.worker", "exact.first.batches", "deadline"}
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


def place(name: str) -> str:
    """Names a module as LAYERS does; empty for `sito` itself."""
    return name.removeprefix("sito").removeprefix(".")


def is_puzzle(name: str) -> bool:
    return name.split(".")[0] == "puzzles"


def wrong_imports(name: str, source: str, is_package: bool = False) -> list[str]:
    mine = place(name)
    wrong = []
    for imported in imports(name, source, is_package):
        theirs = place(imported)
        if imported.split(".")[0] != "sito":
            continue
        allowed = theirs in ORDER[: ORDER.index(mine)]
        if is_puzzle(mine):
            allowed = allowed and (is_puzzle(theirs) or theirs in PUZZLES_MAY)
        elif is_puzzle(theirs):
            allowed = allowed and mine not in ENGINE
        if not allowed:
            wrong.append(f"{name} imports {imported}")
    return wrong


def test_every_module_has_its_layer() -> None:
    assert {place(name) for name in MODULES} | {"_native"} == set(ORDER), "place it in LAYERS, or take it out"
    assert len(set(ORDER)) == len(ORDER)


@pytest.mark.parametrize("name", MODULES)
def test_layers(name: str) -> None:
    path = MODULES[name]
    assert wrong_imports(name, path.read_text(encoding="utf-8"), path.name == "__init__.py") == []


def test_an_import_turned_round_is_found() -> None:
    assert wrong_imports("sito.rules", "from sito.code import Code") == ["sito.rules imports sito.code"]
    assert wrong_imports("sito.rules", "def f():\n    import sito.knowledge") == ["sito.rules imports sito.knowledge"]
    assert wrong_imports("sito.code", "from . import game, rules") == ["sito.code imports sito.game"]
    assert wrong_imports("sito.exact.solver", "from sito.exact.cluster.together import solve_together") == [
        "sito.exact.solver imports sito.exact.cluster.together"
    ]
    assert wrong_imports("sito.exact.solver", "from sito.exact import Objective") == [
        "sito.exact.solver imports sito.exact"
    ]
    assert wrong_imports("sito.puzzles.jugs.problem", "from sito.rules import Rules") == [
        "sito.puzzles.jugs.problem imports sito.rules"
    ]
    assert wrong_imports("sito.code", "from sito.rules import Rules\nimport re") == []


@pytest.mark.parametrize("name", [name for name in MODULES if place(name) in ENGINE])
def test_the_engine_neither_prints_nor_asks_the_clock(name: str) -> None:
    path = MODULES[name]
    source = path.read_text(encoding="utf-8")
    outside = {imported.split(".")[0] for imported in imports(name, source, path.name == "__init__.py")}
    allowed = {"time"} if place(name) in MAY_ASK_THE_CLOCK else set()
    assert outside & NOT_FOR_THE_ENGINE <= allowed
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
