"""The dialog in which a duel is chosen: against the computer, or with a friend."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.operations.questions import Words
from sito.show.i18n import _
from sito.show.sentences import hard_sentence
from sito.web.games.asked import DuelRequest
from sito.web.games.states import DuelState
from sito.web.page.frame import Page
from sito.web.page.play.choosing import GameChoice
from sito.web.page.play.starting import StartDialog, level_choice, level_of

_COMPUTER, _FRIEND = "computer", "person"


class NewDuel:
    """Asks against whom the duel is, in which game, and how it is played."""

    def __init__(self, page: Page, begin: Callable[[DuelState], Awaitable[None]]) -> None:
        self._page = page
        self._dialog = StartDialog(page, _("New duel"), self._made, begin)
        with self._dialog.questions():
            against = {_COMPUTER: _("the computer"), _FRIEND: _("a friend, through a link")}
            self._against = page.choice(_("You play against"), against, _COMPUTER, self._choose_against, buttons=True)
            self._game = GameChoice(page)
            with page.box() as self._level_place:
                self._level = level_choice(page)
            begins = {"you": _("you"), "other": _("the other side")}
            self._begins = page.choice(_("Who begins"), begins, "you", buttons=True)
            with page.details(_("More choices")):
                orders = {
                    "simultaneous": _("who needs fewer guesses"),
                    "alternating": _("who is first to find the code"),
                }
                self._order = page.choice(_("Who wins"), orders, "simultaneous")
                self._hard = page.switch(hard_sentence())

    def open(self, *, friend: bool) -> None:
        """Opens the dialog, with the computer or a friend chosen."""
        self._against.set(_FRIEND if friend else _COMPUTER)
        self._choose_against(self._against.value)
        self._dialog.open()

    def _choose_against(self, against: str) -> None:
        self._level_place.show(against == _COMPUTER)

    async def _made(self) -> DuelState:
        rules, words = self._game.chosen()
        hard = self._hard.value
        friend = self._against.value == _FRIEND
        asked = DuelRequest(
            rules,
            None if friend else level_of(self._level, hard=hard),
            self._against.value,
            self._order.value,
            hard,
            self._begins.value,
            words=Words.of(words),
        )
        return await self._page.services.games.begin(self._page.person, asked)
