"""What the views that study games share: games as tasks take them, the address, and the styles."""

from __future__ import annotations

from typing import Any, Self
from urllib.parse import urlencode

from nicegui import ui
from nicegui.element import Element

from sito.codes.code import CodeSpace
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.show.i18n import _
from sito.web.page import site
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.words.words import WordList

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


def game_arguments(game: Transcript) -> dict[str, Any]:
    """Gives a game as tasks take it; a word game with its words."""
    space = CodeSpace(game.rules, guesses=True)
    turns = [[space.text(turn.guess), str(turn.answer)] for turn in game.turns]
    return {**rules_arguments(game.rules), "turns": turns}


def rules_arguments(rules: Rules) -> dict[str, Any]:
    """Gives rules as tasks take them, with their words if there are any."""
    return {"rules": str(rules), "words": words_arguments(rules.words)}


def words_arguments(words: WordList | None) -> dict[str, Any] | None:
    """Gives a list of words as tasks take it; None for games without words."""
    return None if words is None else words.to_value()


async def ask(page: Page, task: Any, seconds: float = QUICK_SECONDS, **arguments: Any) -> Any:
    """Has a task done while a person waits. Raises the `SitoError` of the task."""
    return await page.services.pool.run(task, arguments, seconds=seconds)


def show_command(page: Page, place: Html, command: str | None) -> None:
    """Shows the command that gives the same at a terminal; nothing if there is none."""
    place.clear()
    if command is not None:
        with place:
            page.text(_("The same at a terminal:"), "hint")
            Html("code", command, "command")
    place.show(command is not None)
