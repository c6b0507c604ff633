"""The dialog in which a new game of Keep is chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.operations.questions import Words
from sito.show.i18n import _
from sito.show.sentences import hard_sentence
from sito.web.games.asked import KeepRequest
from sito.web.games.states import KeepState
from sito.web.page.frame import Page
from sito.web.page.play.choosing import GameChoice
from sito.web.page.play.starting import StartDialog, level_choice, level_of, limit_field, limit_of


class NewKeptGame:
    """Asks which code you think of, and how well the computer guesses."""

    def __init__(self, page: Page, begin: Callable[[KeepState], Awaitable[None]]) -> None:
        self._page = page
        self._dialog = StartDialog(page, _("New game"), self._made, begin)
        self.open = self._dialog.open
        with self._dialog.questions():
            self._game = GameChoice(page)
            self._level = level_choice(page)
            with page.details(_("More choices")):
                self._hard = page.switch(hard_sentence())
                self._limit = limit_field(page)

    async def _made(self) -> KeepState:
        rules, words = self._game.chosen()
        hard = self._hard.value
        limit, level = limit_of(self._limit), level_of(self._level, hard=hard)
        asked = KeepRequest(rules, level, hard, limit, words=Words.of(words))
        return await self._page.services.games.begin(self._page.person, asked)
