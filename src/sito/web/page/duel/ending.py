"""The end of a duel: who has won, what the codes were, and what can follow."""

from __future__ import annotations

from sito.show.i18n import _
from sito.web.games.states import DuelState
from sito.web.page.duel.texts import ending_text, rematch_text, score_text, secret_text
from sito.web.page.frame import Page
from sito.web.page.parts import Handler
from sito.web.page.play.focus import Focus
from sito.web.page.play.shown import review_path


class DuelEnding:
    """What stands above the boards when a duel is over."""

    def __init__(self, page: Page, rematch: Handler, new_duel: Handler, focus: Focus) -> None:
        self._focus = focus
        with page.card() as self._card:
            self._card.classes("ending duel-ending")
            self._title = page.heading("", 2)
            self._secret = page.text()
            self._score = page.text(classes="hint")
            self._asked = page.text()
            with page.row("game-actions"):
                self._again = page.button(_("Another duel"), rematch, primary=True)
                page.button(_("New duel"), new_duel)
                self._review = page.link(_("Review this game"), "/analyse", "button")

    def show(self, state: DuelState) -> None:
        """Shows how a duel has ended; hides if it has not."""
        self._card.show(state.over)
        if not state.over:
            return
        won = state.outcome == "won"
        self._card.classes(add="won" if won else "", remove="" if won else "won")
        self._title.set_text(ending_text(state))
        for element, text in (
            (self._secret, secret_text(state)),
            (self._score, score_text(state)),
            (self._asked, rematch_text(state)),
        ):
            element.set_text(text).show(bool(text))
        self._again.enable(not state.rematch)
        review = review_path(state.rules, state.yours)
        self._review.attribute("href", review).show(review is not None and bool(state.yours))

    def focus(self, within: str = "") -> None:
        """Gives the focus to what is likely next."""
        self._focus.give(self._again, within)
