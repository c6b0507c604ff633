"""The view Compare: `/compare`, and `/compare?job=…` for a comparison that was begun."""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from sito.errors import N_
from sito.web.page.compare.view import Compare
from sito.web.page.frame import frame
from sito.web.page.studied import add_styles


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    @ui.page("/compare")
    def compare(request: Request) -> None:
        add_styles()
        with frame(request, N_("Compare")) as page:
            Compare(page).begin(request.query_params.get("job", ""))
