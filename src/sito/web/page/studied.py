"""What the views that study games share: how they ask, the address, and the styles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self, TypeVar
from urllib.parse import urlencode

from nicegui import ui
from nicegui.element import Element

from sito.operations.work import Work
from sito.show.i18n import _
from sito.web.page import site
from sito.web.page.elements import Html
from sito.web.page.frame import Page

Question = TypeVar("Question")
Answer = TypeVar("Answer")

QUICK_SECONDS = 4.0
"""How long a person waits for what is asked of a game."""
LONGEST_GAME = 4_000
"""The most characters of a game in an address."""


class Address(Element, component="components/sito_address.js"):
    """The query of the address, which names what the view shows."""

    def show(self, **parts: str | None) -> Self:
        """Puts these into the address, in this order; those that are None or too long are left out."""
        given = {name: part for name, part in parts.items() if part and len(part) <= LONGEST_GAME}
        self._props["query"] = f"?{urlencode(given)}" if given else ""
        return self


def add_styles() -> None:
    """Links the styles of these views."""
    ui.add_head_html(f'<link rel="stylesheet" href="{site.static_url("study.css")}">')


async def ask(
    page: Page, operation: Callable[[Question, Work], Answer], question: Question, seconds: float = QUICK_SECONDS
) -> Answer:
    """Has an operation done in the pool while a person waits. Raises its `SitoError`."""
    answer: Answer = await page.services.pool.run(operation, {"asked": question}, seconds=seconds)
    return answer


def show_command(page: Page, place: Html, command: str | None) -> None:
    """Shows the command that gives the same at a terminal; nothing if there is none."""
    place.clear()
    if command is not None:
        with place:
            page.text(_("The same at a terminal:"), "hint")
            Html("code", command, "command")
    place.show(command is not None)
