"""The view Prove: `/prove`, `/prove?rules=4x6&objective=worst`, and `/prove?job=…` for a search that was begun."""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from sito.errors import N_
from sito.web.page.frame import frame
from sito.web.page.prove.view import Prove
from sito.web.page.studied import add_styles


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    @ui.page("/prove")
    def prove(request: Request) -> None:
        add_styles()
        asked = request.query_params
        with frame(request, N_("Prove")) as page:
            view = Prove(page, asked.get("rules", ""), asked.get("objective", ""))
            view.begin(asked.get("job", ""))
