"""The end of a game: how it went, what to share, and what can follow."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from nicegui.element import Element

from sito.show.i18n import _
from sito.web.games.states import PlayState
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.parts import Handler
from sito.web.page.play.focus import Focus
from sito.web.page.play.shown import review_path
from sito.web.page.play.texts import ending_text, secret_text

_DRAWING: list[str | Path] = ["../components/sito_drawing.js"]


class Shared(Element, component="sito_copy.js", dependencies=_DRAWING):
    """A text with a button that copies it."""

    def __init__(self) -> None:
        super().__init__()
        self.props.update({"text": "", "label": _("Copy"), "done": _("Copied")})

    def set(self, text: str) -> Self:
        """Shows another text."""
        self.props["text"] = text
        return self


class Ending:
    """What stands below the board when a round is over."""

    def __init__(self, page: Page, next_round: Handler, new_game: Handler) -> None:
        self._focus = Focus()
        self._next_is_there = False
        with page.card() as self._card:
            self._card.classes("ending")
            self._title = page.heading("", 3)
            self._told = page.text()
            with page.row("game-actions"):
                self._next = page.button(_("Next round"), next_round, primary=True)
                self._new = page.button(_("New game"), new_game)
                self._review = page.link(_("Review this game"), "/analyse", "button")
            with Html("details") as self._share:
                Html("summary", _("Share the result"))
                self._shared = Shared()
                self._words = page.text(classes="hint share-words")

    def show(self, state: PlayState) -> None:
        """Shows how a round has ended; hides if it has not."""
        self._card.show(state.over)
        if not state.over:
            return
        self._card.classes(add="won" if state.won else "", remove="" if state.won else "won")
        self._title.set_text(ending_text(state))
        told = secret_text(state)
        self._told.set_text(told).show(bool(told))
        self._next_is_there = state.more
        self._next.show(state.more)
        review = review_path(state.rules, state.turns)
        self._review.attribute("href", review).show(review is not None and bool(state.turns))
        self._share.show(state.share is not None and bool(state.turns))
        self._shared.set(state.share or "")
        self._words.set_text(state.share_words or "")

    def focus(self) -> None:
        """Gives the focus to what is likely next."""
        self._focus.give(self._next if self._next_is_there else self._new)
