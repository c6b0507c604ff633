"""The view Pegs: peg solitaire to play by hand, with help where it is wanted."""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from sito.errors import N_, PuzzleError
from sito.web.page.frame import frame
from sito.web.page.pegs.problem import read_fields
from sito.web.page.pegs.view import PegsView


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    @ui.page("/pegs")
    def pegs(request: Request) -> None:
        with frame(request, N_("Pegs")) as page:
            query = {name: text for name, text in request.query_params.items() if text}
            wrong: PuzzleError | None = None
            try:
                hand = read_fields(query)
            except PuzzleError as error:
                hand, wrong = read_fields({}), error
            view = PegsView(page, hand)

            async def begin() -> None:
                await view.look()
                if wrong is not None:
                    raise wrong  # which shows it

            page.listener(begin)()
