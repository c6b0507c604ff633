"""The dialog that asks whether a game is to be given up; the same in every view that has games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sito.show.i18n import _
from sito.web.page.frame import Page


class GivingUp:
    """Asks, and gives up."""

    def __init__(self, page: Page, give_up: Callable[[], Awaitable[Any]]) -> None:
        self._give_up = give_up
        with page.dialog(_("Give up?")) as self._dialog, page.row():
            page.button(_("Give up"), self._surely, primary=True)
            page.button(_("Play on"), self._dialog.close)

    def open(self) -> None:
        """Opens the dialog."""
        self._dialog.open()

    async def _surely(self) -> None:
        self._dialog.close()
        await self._give_up()
