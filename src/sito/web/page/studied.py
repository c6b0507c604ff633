"""What the views that study games share: games as tasks take them, the address, and the styles."""

from __future__ import annotations

from typing import Any, Self
from urllib.parse import urlencode

from nicegui import ui
from nicegui.element import Element

from sito.code import CodeSpace
from sito.game import Transcript
from sito.i18n import _, grouped, ngettext
from sito.presets import PRESETS
from sito.rules import Rules
from sito.web.page import site
from sito.web.page.frame import Page
from sito.web.words import built_in

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


def read_rules(text: str) -> Rules:
    """Reads rules; word games take the lists that come with Sito. Raises `RulesError`."""
    return Rules.parse(text, built_in)


def game_arguments(game: Transcript) -> dict[str, Any]:
    """Gives a game as tasks take it; a word game with its words."""
    space = CodeSpace(game.rules, guesses=True)
    turns = [[space.text(turn.guess), str(turn.answer)] for turn in game.turns]
    return {**rules_arguments(game.rules), "turns": turns}


def rules_arguments(rules: Rules) -> dict[str, Any]:
    """Gives rules as tasks take them, with their words if there are any."""
    words = rules.words
    lists = None if words is None else {"secrets": list(words.secrets), "guesses": list(words.guesses)}
    return {"rules": str(rules), "words": lists}


async def ask(page: Page, task: Any, seconds: float = QUICK_SECONDS, **arguments: Any) -> Any:
    """Has a task done while a person waits. Raises the `SitoError` of the task."""
    return await page.services.pool.run(task, arguments, seconds=seconds)


def rules_choices() -> dict[str, str]:
    """Lists games by name, for a choice."""
    return {text: _("{name}, {rules}").format(name=name, rules=text) for name, text in PRESETS.items()}


def games_text(count: int) -> str:
    """Writes a number of games."""
    return ngettext("{count} game", "{count} games", count).format(count=grouped(count))
