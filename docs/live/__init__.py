"""What the page in `extra/live` needs beside it: modules of WebAssembly, scripts, problems, and sentences.

The views are the files `live_*.js` here; their components and styles are those of `sito web`.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
from pathlib import Path

import nicegui

from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem
from sito.rules.text import PRESETS as NAMED
from sito.show.i18n import _, language, languages, ngettext, pgettext
from sito.show.sentences import game_name
from sito.web import page
from sito.web.page.jugs import PRESETS
from sito.web.page.pegs import BOARDS
from sito.web.speech import NAMES

HERE = Path(__file__).parent
TREES = ("4x6", "4x6-worst", "4x10-distinct", "5x5", "5x6-distinct", "3x4-lies1")
"""Those of docs/atlas and docs/tables that come with the page; any other is a file to drop."""
CERTIFICATES = ("4x6", "4x7", "5x5")
"""Those of docs/atlas that come with the page, to begin with."""
MODULES = HERE.parents[1] / "target" / "wasm32-unknown-unknown" / "web"
CORE = HERE.parents[1] / "crates" / "browser" / "src"
PAGE = Path(page.__file__).parent
ELSEWHERE = {
    "vue": Path(nicegui.__file__).parent / "static" / "vue.esm-browser.prod.js",
    "checker": HERE.parent / "certificates" / "checker.mjs",
}
_FORMS = {  # of modules, and what each becomes in a function; the first two are how Vue ends
    r"([\w$]+) as ([\w$]+)(?=[^;]*\};$)": r"\2:\1",
    r"\bexport(\{.*\});$": r"Object.assign(exported,\1);",
    r'(\w+) as (\w+)(?=.* from "\w+";$)': r"\1: \2",
    r'^import (\{.*\}) from "(\w+)";$': r"const \1 = \2;",
    r'^import (\w+) from "(\w+)";$': r"const \1 = \2.default;",
    r"^export default ": "exported.default = ",
    r"^export const (\w+) = ": r"const \1 = exported.\1 = ",
    r"^export function (\w+)": r"exported.\1 = \1;\nfunction \1",
    r"^export class (\w+)": r"const \1 = exported.\1 = class",
}
_TEXT = r'"((?:[^"\\]|\\.)+)"'


def scripts(name: str) -> dict[str, str]:
    """Gives a script and all that it imports, by name, each after what it imports."""
    own = HERE / f"{name}.js"
    text = ELSEWHERE.get(name, own if own.exists() else PAGE / "components" / own.name).read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for other in re.findall(r'^import .* from "(\w+)";$', text, re.MULTILINE):
        found |= {name: text for name, text in scripts(other).items() if name not in found}
    return found | {name: text}


def joined(needed: dict[str, str]) -> str:
    """Joins modules to one script, each a function that gives its exports: a page from the disk may import nothing."""
    told = '"use strict";\n'
    for name, module in needed.items():
        for form, instead in _FORMS.items():
            module = re.sub(form, instead, module, flags=re.MULTILINE)
        told += f"const {name} = (() => {{\nconst exported = {{}};\n{module}\nreturn exported;\n}})();\n"
    return told


def sentences(script: str) -> dict[str, str | list[str]]:
    """Gives the sentences that a text says, in the language that is set: in calls of `live_words.js` and `fault.rs`."""
    told: dict[str, str | list[str]] = {}
    for text in re.findall(rf"\b(?:say|said)\(\s*{_TEXT}", script):
        told[text] = _(text)
    for context, word in re.findall(rf"\bsayIn\(\s*{_TEXT},\s+{_TEXT}", script):
        told[f"{context}\4{word}"] = pgettext(context, word)
    for one, many in re.findall(rf"\b(?:sayCount|counted)\(\s*{_TEXT},\s+{_TEXT}", script):
        told[many] = [ngettext(one, many, count) for count in (1, 2, 5)]  # one, few and many
    return told


def packed(file: Path) -> str:
    """Gives a file as text: a page that is opened from the disk may read no other files, but scripts."""
    read = file.read_bytes()
    return base64.b64encode(read if file.suffix == ".gz" else gzip.compress(read, mtime=0)).decode("ascii")


def jugs(problem: Jugs) -> dict[str, object]:
    """Gives a problem of water jugs as the view takes it."""
    match problem.goal:
        case EndState(amounts):
            goal: dict[str, object] = {"end": amounts}
        case InJug(jug, target):
            goal = {"jug": (jug, target)}
        case other:
            goal = {"any" if isinstance(other, InAny) else "together": other.target}
    rules = {"tap": problem.tap, "drain": problem.drain}
    return {"capacities": problem.capacities, "amounts": problem.start, "goal": goal, **rules}


def board(name: str) -> dict[str, object]:
    """Gives a board of peg solitaire as the view takes it: the places of its holes, and which is empty at first."""
    found = Board.parse(name)
    across, down = found.spacing
    places = [(column * across, row * down) for row, column in found.cells]
    vacancy = Problem.parse(found).vacancy
    return {"places": places, "jumps": found.jumps, "symmetries": found.symmetries, "vacancy": vacancy}


def tree(name: str) -> str:
    """Gives a strategy tree of the atlas."""
    found = [HERE.parent / folder / f"{name}.tree.gz" for folder in ("atlas/trees", "tables")]
    return packed(next(filter(Path.exists, found)))


def parts() -> str:
    """Writes what the scripts take."""
    said = "".join(file.read_text(encoding="utf-8") for file in sorted(HERE.glob("live_*.js")))
    rust = "".join(file.read_text(encoding="utf-8") for file in sorted(CORE.glob("*.rs")))
    said += re.sub(r"\\\n\s*", "", rust)  # a text of Rust may go on in the next line
    texts, games = {}, {}
    for tag in languages():
        with language(tag):
            texts[tag] = {"": NAMES[tag], **sentences(said)}
            games[tag] = {text: f"{game_name(text)} · {text}" for text in NAMED.values()}
    found = {
        "languages": texts,
        "games": games,
        "presets": NAMED,
        "jugs": [jugs(problem) for problem in PRESETS],
        "boards": {name: board(name) for name in BOARDS},
        "second": joined(scripts("second")),
        "trees": {name: tree(name) for name in TREES},
        "certificates": {
            name: packed(HERE.parent / "atlas" / "certificates" / f"{name}.cert") for name in CERTIFICATES
        },
    }
    return f"Object.assign(SITO, {json.dumps(found, ensure_ascii=False)});\n"


def write(folder: Path) -> None:
    """Writes all that the page needs into its folder."""
    (folder / "parts.js").write_text(parts(), encoding="utf-8")
    (folder / "views.js").write_text(joined(scripts("live_site")), encoding="utf-8")
    for name, module in {"core": "browser", "checker": "certificate", "puzzles": "puzzles"}.items():
        text = packed(MODULES / f"sito_{module}.wasm")
        (folder / f"{name}.js").write_text(f'SITO.modules["{name}"] = "{text}";\n', encoding="ascii")
    for style in ("sito.css", "study.css", "play.css", "puzzles.css", "sito.svg"):
        shutil.copy(PAGE / "static" / style, folder)
    shutil.copy(HERE / "loader.js", folder)
    # What a browser keeps for times without a network; the version changes with any of it.
    kept = sorted(file for file in folder.iterdir() if file.name != "offline.js")
    digest = hashlib.sha256(b"".join(file.name.encode() + file.read_bytes() for file in kept))
    files = json.dumps(["./", *(file.name for file in kept)])
    offline = (HERE / "offline.js").read_text(encoding="utf-8")
    told = f'const VERSION = "{digest.hexdigest()}";\nconst FILES = {files};\n'
    (folder / "offline.js").write_text(told + offline, encoding="utf-8")
