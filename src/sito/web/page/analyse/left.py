"""The codes that are left in a game: how many, and a page of them at a time."""

from __future__ import annotations

from typing import Any

from sito.operations.answers import SieveAnswer, SieveQuestion, sieve
from sito.playing.game import Transcript
from sito.show.i18n import _, grouped
from sito.show.sentences import codes_left_text
from sito.web.page.drawn import about
from sito.web.page.frame import Page
from sito.web.page.studied import ask

_AT_A_TIME = 24


class CodesLeft:
    """Lists the codes that are left."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._game: Transcript
        self._skip = self._count = 0
        with page.card(_("Possible codes")) as self.card:
            self.told = page.text(classes="count").attribute("tabindex", -1)
            self._codes: Any = None
            self._box = page.box("scroll-codes")
            with page.row("pager") as self._pager:
                self._before = page.button(_("Previous"), self._go_back)
                self._range = page.text(classes="count")
                self._next = page.button(_("Next"), self._go_on)
        self.card.show(False)

    async def show(self, game: Transcript) -> SieveAnswer:
        """Shows those of another game, and gives what the sieve tells."""
        self._game, self._skip = game, 0
        told = await self._load()
        self._count = told.left
        self.told.set_text(codes_left_text(self._count, game.rules))
        self._list(told)
        self.card.show()
        return told

    async def _load(self) -> SieveAnswer:
        return await ask(self._page, sieve, SieveQuestion.of(self._game, first=_AT_A_TIME, skip=self._skip))

    def _list(self, told: SieveAnswer) -> None:
        rules, codes = self._game.rules, told.first
        if self._codes is None:
            with self._box:
                self._codes = self._page.codes(rules, label=_("Possible codes"))
        self._codes.props["about"] = about(rules, self._page.shapes)
        self._page.set_codes(self._codes, rules, codes)
        last = self._skip + len(codes)
        shown = _("{first} to {last} of {count}")
        values = {"first": grouped(self._skip + 1), "last": grouped(last), "count": grouped(self._count)}
        self._range.set_text(shown.format(**values))
        self._pager.show(self._count > _AT_A_TIME)
        self._before.enable(self._skip > 0)
        self._next.enable(last < self._count)

    async def _go_on(self) -> None:
        await self._go(self._skip + _AT_A_TIME)

    async def _go_back(self) -> None:
        await self._go(max(0, self._skip - _AT_A_TIME))

    async def _go(self, skip: int) -> None:
        self._skip = skip
        self._list(await self._load())
        self._page.announce(self._range.text)
