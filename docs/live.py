"""What the page in `extra/live` needs beside it: modules, components of `sito web`, and sentences in its languages."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
from pathlib import Path

import nicegui

from sito.show.i18n import _, language, languages
from sito.web import page
from sito.web.speech import NAMES

ROOT = Path(__file__).parent.parent
MODULES = ROOT / "target" / "wasm32-unknown-unknown" / "web"
PAGE = Path(page.__file__).parent


def parts(script: str) -> str:
    """Writes what the page's own `script` takes; the sentences are those in its calls of `say` and `number`."""
    vue = Path(nicegui.__file__).parent / "static" / "vue.esm-browser.prod.js"
    components = {"vue": vue, "sito_bounds": PAGE / "components" / "sito_bounds.js"}
    modules = {"core": "sito_browser", "checker": "sito_certificate"}
    sentences = sorted(set(re.findall(r'this\.(?:say|number)\("([^"]+)"', script)))
    texts = {}
    for tag in languages():
        with language(tag):
            texts[tag] = {"": NAMES[tag], **{sentence: _(sentence) for sentence in sentences}}
    found = {
        "modules": {name: packed(MODULES / f"{file}.wasm") for name, file in modules.items()},
        "components": {name: file.read_text(encoding="utf-8") for name, file in components.items()},
        "languages": texts,
    }
    return f"window.SITO = {json.dumps(found, ensure_ascii=False)};\n"


def packed(module: Path) -> str:
    """Gives a module as text: a page that is opened from the disk may read no other files, but scripts."""
    return base64.b64encode(gzip.compress(module.read_bytes(), mtime=0)).decode("ascii")


def write(folder: Path) -> None:
    """Writes the parts, and the styles of `sito web`, into the folder of the page, where its own files are already."""
    (folder / "parts.js").write_text(parts((folder / "live.js").read_text(encoding="utf-8")), encoding="utf-8")
    for style in ("sito.css", "study.css"):
        shutil.copy(PAGE / "static" / style, folder)
