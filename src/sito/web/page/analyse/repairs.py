"""Games that no code fits: the answers that cannot stand together, and the likeliest repairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sito.operations.answers import ConflictQuestion, conflict
from sito.playing.game import Transcript
from sito.playing.inconsistent import no_code
from sito.show.i18n import _, fault_text
from sito.show.sentences import codes_left_text
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.studied import ask

_SHOWN = 10


class Repairs:
    """Says what is wrong with a game, and mends it with one click."""

    def __init__(self, page: Page, on_repair: Callable[[str], Any]) -> None:
        self._page, self._on_repair = page, on_repair
        with page.card(_("No code fits")) as self.card:
            self._sentences = Html("ul", classes="sentences")
            self._list = Html("ul", classes="repairs")
        self.card.show(False)

    def hide(self) -> None:
        """Hides it, for the answers agree."""
        self.card.show(False)

    async def show(self, game: Transcript) -> list[str]:
        """Looks for the wrong answers, and gives what there is to say about them."""
        told = await ask(self._page, conflict, ConflictQuestion.of(game, top=_SHOWN))
        sentences = [fault_text(no_code(game.rules)), *told.sentences]
        self._sentences.clear()
        with self._sentences:
            for sentence in sentences:
                Html("li", sentence)
        self._list.clear()
        with self._list:
            for number, repair in enumerate(told.repairs, 1):
                with Html("li"):
                    text = _("{number}. {repair}").format(number=number, repair=repair.sentence)
                    Html("span", text)
                    Html("span", codes_left_text(repair.codes, game.rules), "hint")
                    label = _("Repair: {repair}").format(repair=repair.sentence)
                    repaired = repair.game
                    self._page.button(_("Repair"), lambda repaired=repaired: self._on_repair(repaired), label=label)
        self.card.show()
        return sentences
