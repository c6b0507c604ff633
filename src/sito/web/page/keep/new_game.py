"""The dialog in which a new game of Keep is chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.errors import SitoError
from sito.i18n import _
from sito.sentences import hard_sentence, level_names
from sito.web.games.states import KeepState
from sito.web.page.elements import Faults
from sito.web.page.frame import Page
from sito.web.page.play.choosing import GameChoice, whole_number

_USUAL = "optimal"


class NewKeptGame:
    """Asks which code you think of, and how well the computer guesses."""

    def __init__(self, page: Page, begin: Callable[[KeepState], Awaitable[None]]) -> None:
        self._page = page
        self._begin = begin
        with page.dialog(_("New game")) as self._dialog:
            self._game = GameChoice(page)
            self._level = page.choice(_("How well the computer guesses"), level_names(), _USUAL)
            with page.details(_("More choices")):
                self._hard = page.switch(hard_sentence())
                self._limit = page.field(
                    _("The most guesses"), hint=_("Empty for the usual number, 0 for no limit."), mode="numeric", most=4
                )
            self._faults = Faults()
            self._faults.props["close"] = _("Close")
            with page.row("game-actions"):
                page.button(_("Start"), self._start, primary=True)
                page.button(_("Cancel"), self._dialog.close)

    def open(self) -> None:
        """Opens the dialog."""
        self._faults.set_lines([])
        self._dialog.open()

    async def _start(self) -> None:
        try:
            rules, words = self._game.chosen()
            limit = whole_number(self._limit.value, _("The most guesses"))
            # The best level makes guesses that hard mode forbids: the service takes its usual one then.
            level = None if self._hard.value and self._level.value == _USUAL else self._level.value
            state = await self._page.services.games.keep(
                self._page.person, rules, level, hard=self._hard.value, guesses=limit, words=words
            )
        except SitoError as error:  # the faults of the page are behind the dialog
            self._faults.set_lines(self._page.told(error).split("\n"))
            return
        self._dialog.close()
        await self._begin(state)
