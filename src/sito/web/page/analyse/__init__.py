"""The view Analyse: `/analyse?game=…`."""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from sito.errors import N_
from sito.web.page.analyse.view import Analyse
from sito.web.page.frame import frame
from sito.web.page.site import PATIENCE
from sito.web.page.studied import add_styles


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    @ui.page("/analyse", response_timeout=PATIENCE)
    async def analyse(request: Request) -> None:
        add_styles()
        with frame(request, N_("Analyse")) as page:
            view = Analyse(page, request.query_params.get("game", ""))
        await page.client.connected()
        await page.act(view.begin)()
