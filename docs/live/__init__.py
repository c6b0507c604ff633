"""What the page in `extra/live` needs beside it: modules of WebAssembly, scripts, and sentences in five languages.

The views are the files `live_*.js` here; their components and styles are those of `sito web`.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
from pathlib import Path

import nicegui

from sito.rules.text import PRESETS
from sito.show.i18n import _, language, languages, ngettext, pgettext
from sito.show.sentences import game_name
from sito.web import page
from sito.web.speech import NAMES

HERE = Path(__file__).parent
MODULES = HERE.parents[1] / "target" / "wasm32-unknown-unknown" / "web"
CORE = HERE.parents[1] / "crates" / "browser" / "src"
PAGE = Path(page.__file__).parent
VUE = Path(nicegui.__file__).parent / "static" / "vue.esm-browser.prod.js"
_TEXT = r'"((?:[^"\\]|\\.)+)"'


def scripts(*names: str) -> dict[str, str]:
    """Gives scripts by name, and all that they import."""
    found: dict[str, str] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        folder = HERE if name.startswith("live_") else PAGE / "components"
        found[name] = (VUE if name == "vue" else folder / f"{name}.js").read_text(encoding="utf-8")
        imported = [] if name == "vue" else re.findall(r'^import .*?"(\w+)";$', found[name], re.MULTILINE | re.DOTALL)
        waiting += [other for other in imported if other not in {*found, *waiting}]
    return found


def sentences(script: str) -> dict[str, str | list[str]]:
    """Gives the sentences that a text says, in the language that is set: in calls of `live_words.js` and `fault.rs`."""
    told: dict[str, str | list[str]] = {}
    for text in re.findall(rf"\b(?:say|said)\(\s*{_TEXT}", script):
        told[text] = _(text)
    for context, word in re.findall(rf"\bsayIn\({_TEXT}, {_TEXT}", script):
        told[f"{context}\4{word}"] = pgettext(context, word)
    for one, many in re.findall(rf"\b(?:sayCount|counted)\(\s*{_TEXT},\s*{_TEXT}", script):
        told[many] = [ngettext(one, many, count) for count in (1, 2, 5)]  # one, few and many
    return told


def packed(module: str) -> str:
    """Gives a module as text: a page that is opened from the disk may read no other files, but scripts."""
    return base64.b64encode(gzip.compress((MODULES / f"{module}.wasm").read_bytes(), mtime=0)).decode("ascii")


def parts() -> str:
    """Writes what the loader takes."""
    needed = scripts("live_site")
    said = "".join(text for name, text in needed.items() if name.startswith("live_"))
    rust = "".join(file.read_text(encoding="utf-8") for file in sorted(CORE.glob("*.rs")))
    said += re.sub(r"\\\n\s*", "", rust)  # a text of Rust may go on in the next line
    texts, games = {}, {}
    for tag in languages():
        with language(tag):
            texts[tag] = {"": NAMES[tag], **sentences(said)}
            games[tag] = {text: f"{game_name(text)} · {text}" for text in PRESETS.values()}
    modules = {"core": packed("sito_browser"), "checker": packed("sito_certificate")}
    found = {"modules": modules, "scripts": needed, "languages": texts, "games": games, "presets": PRESETS}
    return f"window.SITO = {json.dumps(found, ensure_ascii=False)};\n"


def write(folder: Path) -> None:
    """Writes all that the page needs into its folder."""
    (folder / "parts.js").write_text(parts(), encoding="utf-8")
    shutil.copy(HERE / "loader.js", folder)
    for style in ("sito.css", "study.css", "play.css"):
        shutil.copy(PAGE / "static" / style, folder)
