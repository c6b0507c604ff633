"""The end of a game of Keep: how it went, which answers were wrong, and what can follow."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.rules.rules import Rules
from sito.show.i18n import _
from sito.web.games.states import KeepState
from sito.web.page.elements import Codes
from sito.web.page.frame import Page
from sito.web.page.keep.texts import ending_text, verdict_texts
from sito.web.page.parts import Handler
from sito.web.page.play.focus import Focus
from sito.web.page.play.shown import read_code, review_path


class KeptEnding:
    """What stands below the board when a game is over."""

    def __init__(self, page: Page, reveal: Callable[[str], Awaitable[None]], new_game: Handler) -> None:
        self._page = page
        self._rules: Rules
        self._codes: Codes
        self._focus = Focus()
        with page.card() as self._card:
            self._card.classes("ending")
            self._title = page.heading("", 3)
            self._verdicts = page.box()
            with page.box("reveal") as self._ask:
                self._secret = page.field(_("What was your code?"), on_enter=reveal, code=True, most=200)
                page.button(_("Check my answers"), lambda: reveal(self._secret.value))
            with page.box() as self._left:
                page.text(_("The possible codes"), "hint")
                self._codes_place = page.box()
            with page.row("game-actions"):
                self._new = page.button(_("New game"), new_game, primary=True)
                self._review = page.link(_("Review this game"), "/analyse", "button")

    def set_rules(self, rules: Rules) -> None:
        """Begins anew with other rules."""
        self._rules = rules
        self._codes_place.clear()
        with self._codes_place:
            self._codes = self._page.codes(rules, label=_("The possible codes"))
        self._secret.set("")

    def show(self, state: KeepState) -> None:
        """Shows how a game has ended; hides if it has not."""
        self._card.show(state.over)
        if not state.over:
            return
        self._title.set_text(ending_text(state))
        self._verdicts.clear()
        with self._verdicts:
            for sentence in verdict_texts(state):
                self._page.text(sentence[:1].upper() + sentence[1:])
        self._ask.show(not state.won)
        codes = () if state.won else state.codes
        self._left.show(bool(codes))
        self._page.set_codes(self._codes, self._rules, [read_code(state.rules, code) for code in codes])
        review = review_path(state.rules, state.turns)
        self._review.attribute("href", review).show(review is not None and bool(state.turns))

    def focus(self, state: KeepState) -> None:
        """Gives the focus to what is likely next."""
        if state.won:
            self._focus.give(self._new)
        else:
            self._secret.focus()
