"""How Sphinx makes the site: `make site`. The pages are Markdown; `generated.py` writes parts of the reference."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

os.environ["LANGUAGE"] = "en"  # the reference says what the program says in English
sys.path.insert(0, str(Path(__file__).parent))

import live
from generated import DOCS, PARTS

import sito

project = "Sito"
release = sito.__version__

extensions = ["myst_parser"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
exclude_patterns = ["tour.ipynb"]
nitpicky = True

html_theme = "furo"
html_title = "Sito"
html_static_path = ["static"]
html_extra_path = ["extra"]
html_js_files = ["site.js"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = html_show_copyright = False

ROOT_PAGES = ("DESIGN.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")


def fill(app: Sphinx, page: str, source: list[str]) -> None:
    """Puts into a page the parts that are generated, or the page of the repository's root that it stands for."""
    source[0] = re.sub(r"<!-- generated: (\w+) -->", lambda found: PARTS[found[1]](), source[0])
    source[0] = re.sub(r"<!-- page of the root: (\S+) -->", lambda found: from_root(found[1]), source[0])


def from_root(name: str) -> str:
    """Reads a page of the repository's root; its links then lead from here."""

    def here(link: re.Match[str]) -> str:
        file = link[1]
        return f"]({file.lower() if file in ROOT_PAGES else f'../{file}'.removeprefix('../docs/')}"

    return re.sub(r"\]\((?!https?:|#)([^)#\s]+)", here, (DOCS.parent / name).read_text(encoding="utf-8"))


def level_captions(app: Sphinx, page: str, template: str, context: dict[str, object], tree: object) -> None:
    """Gives the captions of the navigation their level, without which a screen reader cannot order them."""
    navigation = str(context["furo_navigation_tree"])
    context["furo_navigation_tree"] = navigation.replace('role="heading"', 'role="heading" aria-level="2"')


def add_live_pages(app: Sphinx, error: Exception | None) -> None:
    """Writes what the live pages need beside them."""
    if error is None and app.builder.name == "html":
        live.write(Path(app.outdir, "live"))


def setup(app: Sphinx) -> None:
    """Connects what is done here to the steps of Sphinx."""
    app.connect("source-read", fill)
    app.connect("html-page-context", level_captions, priority=900)  # after the theme has made it
    app.connect("build-finished", add_live_pages)
