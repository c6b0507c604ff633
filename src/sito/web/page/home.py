"""The first view: what Sito is for, in few words, and the way to everything else."""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from sito.i18n import _
from sito.web.page.elements import Html
from sito.web.page.frame import frame
from sito.web.page.views import HOME, views


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    @ui.page(HOME.path)
    def home(request: Request) -> None:
        with frame(request, "Sito", shows_heading=False):
            with Html("div", classes="hero"):
                Html("h1", _("Break codes. Keep them. Understand them."))
                Html("p", _("Play, study and prove code-breaking games, water jugs and peg solitaire."), "lead")
            with Html("ul", classes="tiles"):
                for view in views():
                    with Html("li"), Html("a", href=view.path):
                        Html("strong", _(view.title))
                        Html("span", _(view.purpose))
