"""What all pages of the process share: the application around NiceGUI, its services, the styles, and the views."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sito.errors import N_

if TYPE_CHECKING:
    from fastapi import FastAPI, Request

    from sito.web.services import Services


STATIC = Path(__file__).parent / "static"
PATIENCE = 60.0
"""Seconds in which a view must be there whose first sight needs a search: thirty may open it in one moment."""
_state: dict[str, FastAPI] = {}


def serve_for(app: FastAPI) -> None:
    """Remembers the application in which the page is; NiceGUI's own knows nothing of it."""
    _state["app"] = app


def services() -> Services:
    """Gives the services of the application that runs."""
    from sito.web.services import services_of

    return services_of(_state["app"])


def zone_of(request: Request) -> int | None:
    """Gives by how many minutes the person's clock is ahead of UTC, as the script of the page has told it."""
    text = request.cookies.get("sito-zone", "")
    return int(text) if re.fullmatch(r"-?[0-9]{1,3}", text) and abs(int(text)) <= 840 else None


def _static_root() -> str:
    """Gives the path below which the styles are; it changes with them, so that browsers may keep them for good."""
    digest = sha256()
    for file in sorted(STATIC.iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
    return f"/static/{digest.hexdigest()[:12]}"


STATIC_ROOT = _static_root()


def url(path: str) -> str:
    """Gives the address of what has this path in the service, which may be below a path of another site."""
    return f"{services().settings.root_path}{path}"


def static_url(name: str) -> str:
    """Gives the address of a file among the styles."""
    return url(f"{STATIC_ROOT}/{name}")


def head(theme: str) -> str:
    """Gives what stands in the head of every page: the styles, and the theme from the first moment on."""
    scheme = {"light": "light", "dark": "dark"}.get(theme, "light dark")
    names = sorted((file.name for file in STATIC.glob("*.css")), key=lambda name: (name != "sito.css", name))
    styles = "".join(f'<link rel="stylesheet" href="{static_url(name)}">' for name in names)
    return f"{styles}<style>:root{{color-scheme:{scheme}}}</style>"


class View(NamedTuple):
    """One view; `title` and `purpose` are English sentences for `_()`."""

    path: str
    title: str
    module: str
    purpose: str


HOME = View("/", "", "sito.web.page.home", "")
VIEWS = (
    View("/play", N_("Play"), "sito.web.page.play", N_("You guess the computer's code.")),
    View("/keep", N_("Keep"), "sito.web.page.keep", N_("You think of a code, and the computer guesses it.")),
    View("/duel", N_("Duel"), "sito.web.page.duel", N_("Both guess: against the computer, or a friend with a link.")),
    View("/learn", N_("Learn"), "sito.web.page.learn", N_("See how every answer sieves the codes.")),
    View("/class", N_("Class"), "sito.web.page.classroom", N_("Pupils join by a link; you see every board.")),
    View(
        "/analyse", N_("Analyse"), "sito.web.page.analyse.view", N_("Enter any game: what is possible, what is best.")
    ),
    View("/train", N_("Train"), "sito.web.page.train", N_("Exercises, and what you could have played better.")),
    View("/compare", N_("Compare"), "sito.web.page.compare", N_("Let strategies play every code of a game.")),
    View("/prove", N_("Prove"), "sito.web.page.prove", N_("Find the best strategy there is, and prove it.")),
    View("/games", N_("Games"), "sito.web.page.statistics", N_("What you have played: days, results, reviews.")),
    View("/jugs", N_("Jugs"), "sito.web.page.jugs", N_("Measure water with jugs.")),
    View("/pegs", N_("Pegs"), "sito.web.page.pegs", N_("Jump pegs until one is left.")),
)
