"""What all pages of the process share: the application around NiceGUI, its services, and where the styles are."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

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


def _static_root() -> str:
    """Gives the path below which the styles are; it changes with them, so that browsers may keep them for good."""
    digest = sha256()
    for file in sorted(STATIC.iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
    return f"/static/{digest.hexdigest()[:12]}"


STATIC_ROOT = _static_root()


def static_url(name: str) -> str:
    """Gives the path of a file among the styles."""
    return f"{STATIC_ROOT}/{name}"


def head(theme: str) -> str:
    """Gives what stands in the head of every page: the styles, and the theme from the first moment on."""
    scheme = {"light": "light", "dark": "dark"}.get(theme, "light dark")
    names = sorted((file.name for file in STATIC.glob("*.css")), key=lambda name: (name != "sito.css", name))
    styles = "".join(f'<link rel="stylesheet" href="{static_url(name)}">' for name in names)
    return f"{styles}<style>:root{{color-scheme:{scheme}}}</style>"
