"""The view Jugs: water jugs to pour by hand, with help where it is wanted."""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from sito.errors import N_, PuzzleError
from sito.puzzles.jugs.by_hand import JugsByHand
from sito.web.page.frame import frame
from sito.web.page.jugs.problem import PRESETS, read_fields
from sito.web.page.jugs.view import JugsView


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    @ui.page("/jugs")
    def jugs(request: Request) -> None:
        with frame(request, N_("Jugs")) as page:
            query = {name: text for name, text in request.query_params.items() if text}
            hand = JugsByHand(PRESETS[0])
            wrong: PuzzleError | None = None
            try:
                hand = read_fields(query) if query else hand
            except PuzzleError as error:
                wrong = error
            view = JugsView(page, hand)

            async def begin() -> None:
                await view.look()
                if wrong is not None:
                    raise wrong  # which shows it

            page.listener(begin)()
