"""The dialog in which a duel is chosen: against the computer, or with a friend."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from sito.errors import SitoError
from sito.i18n import _
from sito.sentences import hard_sentence, level_names
from sito.web.games.states import DuelState
from sito.web.page.elements import Faults
from sito.web.page.frame import Page
from sito.web.page.play.choosing import GameChoice

_USUAL = "optimal"
_COMPUTER: Literal["computer"] = "computer"
_FRIEND: Literal["person"] = "person"


class NewDuel:
    """Asks against whom the duel is, in which game, and how it is played."""

    def __init__(self, page: Page, begin: Callable[[DuelState], Awaitable[None]]) -> None:
        self._page = page
        self._begin = begin
        with page.dialog(_("New duel")) as self._dialog:
            against = {_COMPUTER: _("the computer"), _FRIEND: _("a friend, through a link")}
            self._against = page.choice(_("You play against"), against, _COMPUTER, self._choose_against, buttons=True)
            self._game = GameChoice(page)
            with page.box() as self._level_place:
                self._level = page.choice(_("How well the computer guesses"), level_names(), _USUAL)
            begins = {"you": _("you"), "other": _("the other side")}
            self._begins = page.choice(_("Who begins"), begins, "you", buttons=True)
            with page.details(_("More choices")):
                orders = {
                    "simultaneous": _("who needs fewer guesses"),
                    "alternating": _("who is first to find the code"),
                }
                self._order = page.choice(_("Who wins"), orders, "simultaneous")
                self._hard = page.switch(hard_sentence())
            self._faults = Faults()
            self._faults.props["close"] = _("Close")
            with page.row("game-actions"):
                page.button(_("Start"), self._start, primary=True)
                page.button(_("Cancel"), self._dialog.close)

    def open(self, *, friend: bool) -> None:
        """Opens the dialog, with the computer or a friend chosen."""
        self._faults.set_lines([])
        self._against.set(_FRIEND if friend else _COMPUTER)
        self._choose_against(self._against.value)
        self._dialog.open()

    def _choose_against(self, against: str) -> None:
        self._level_place.show(against == _COMPUTER)

    async def _start(self) -> None:
        try:
            rules, words = self._game.chosen()
            # The best level makes guesses that hard mode forbids: the service takes its usual one then.
            level = None if self._hard.value and self._level.value == _USUAL else self._level.value
            friend = self._against.value == _FRIEND
            state = await self._page.services.games.duel(
                self._page.person,
                rules,
                None if friend else level,
                _FRIEND if friend else _COMPUTER,
                order=self._order.value,
                hard=self._hard.value,
                begins="other" if self._begins.value == "other" else "you",
                words=words,
            )
        except SitoError as error:  # the faults of the page are behind the dialog
            self._faults.set_lines(self._page.told(error).split("\n"))
            return
        self._dialog.close()
        await self._begin(state)
