"""The best guesses at a moment of a game, and what one guess does to the possible codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback
from sito.errors import InputError
from sito.operations.guesses import AdvisedGuess, AdviseQuestion, ExplainGuessQuestion, advise, explain_guess
from sito.playing.game import Transcript
from sito.show.i18n import _, error_text, grouped
from sito.web.page.drawn import about, answer_data, colors_of
from sito.web.page.elements import Html
from sito.web.page.figures import Bars, SortedTable
from sito.web.page.frame import Page
from sito.web.page.studied import ask

_TOP = 10


class BestGuesses:
    """Ranks guesses in a table; one that is chosen, or any other, is drawn by its cells."""

    def __init__(self, page: Page, on_turn: Callable[[str, str], Any], on_guess: Callable[[str], Any]) -> None:
        self._page, self._on_turn, self._on_guess = page, on_turn, on_guess
        self._game: Transcript
        self._guess = ""
        with page.card(_("Best guesses")) as self.card:
            self._status = page.text(classes="hint")
            self._table = SortedTable(_("Best guesses"), choose=True)
            page.on(self._table, "choose", self.choose)
            self._table.columns(_columns())
            with page.row():
                self._other = page.field(_("Another guess"), code=True, on_enter=self._choose_other)
                page.button(_("Show"), self._choose_other)
        with page.card(_("Answers to the guess")) as self.cells:
            with page.row():
                self._head = page.box("guess-head")
                page.button(_("Put it on the board"), self._play)
            self._facts = Html("ul", classes="sentences")
            page.text(_("Choose an answer to go on from there."), "hint")
            with Html("div", classes="scroller tall", tabindex=0, role="group", aria_label=_("Answers to the guess")):
                self._bars = Bars(_("Answers to the guess"), [_("answer"), _("codes")], choose=True)
            page.on(self._bars, "choose", self._extend)
        self.hide()

    def hide(self) -> None:
        """Hides what there is, where nothing is left to guess."""
        self.card.show(False)
        self.cells.show(False)

    async def show(self, game: Transcript) -> str:
        """Advises at the end of a game, and gives the best guess."""
        self._game = game
        self._status.set_text(_("Comparing the guesses"))
        self._table.show([])
        self.card.show()
        self.card.attribute("aria-busy", "true")
        try:
            told = await ask(self._page, advise, AdviseQuestion.of(game, top=_TOP), seconds=2)
        finally:
            self.card.attribute("aria-busy", None)
        self._status.set_text(told.origin)
        rules = game.rules
        rows = [_row(guess, colors_of(rules, guess.guess)) for guess in told.guesses]
        self._table.show(rows, about=about(rules, self._page.shapes), pegs=rules.pegs)
        best = str(told.guess)
        await self._draw(best)
        return best

    async def choose(self, guess: str) -> None:
        """Draws the cells of a guess."""
        await self._draw(guess)
        self._page.announce(self._facts_told[0])

    async def _choose_other(self) -> None:
        space = CodeSpace(self._game.rules, guesses=True)
        try:
            guess = space.text(space.parse(self._other.value))
        except InputError as error:
            self._other.fault(error_text(error))
            self._page.announce(error_text(error))
            return
        self._other.fault(None)
        await self.choose(guess)

    async def _draw(self, guess: str) -> None:
        told = await ask(self._page, explain_guess, ExplainGuessQuestion.of(self._game, guess=guess))
        rules, self._guess = self._game.rules, guess
        code = CodeSpace(rules, guesses=True).parse(guess)
        self._table.choose(guess)
        self._head.clear()
        with self._head:
            self._page.code(rules, code)
            Html("code", guess)
        self._facts_told = told.sentences
        self._facts.clear()
        with self._facts:
            for sentence in self._facts_told:
                Html("li", sentence)
        rows = []
        for text, size in told.cells.items():
            answer = Feedback.parse(text, rules)
            drawn = answer_data(rules, code, answer)
            name = {"key": text, "name": text, "title": drawn["text"], "answer": drawn, "colors": list(code)}
            rows.append({**name, "value": size, "text": grouped(size), "state": "good" if answer.wins else ""})
        self._bars.show(rows, about=about(rules, self._page.shapes), pegs=rules.pegs)
        self.cells.show()

    async def _play(self) -> None:
        await self._on_guess(self._guess)

    async def _extend(self, answer: str) -> None:
        await self._on_turn(self._guess, answer)


def _columns() -> list[dict[str, Any]]:
    return [
        {"text": _("guess")},
        {"text": _("mean"), "number": True, "title": _("expected further guesses, this one included")},
        {"text": _("cells"), "number": True, "title": _("answers that are possible")},
        {"text": _("bits"), "number": True, "title": _("what the answer tells on average")},
        {"text": _("worst"), "number": True, "title": _("the most codes that an answer leaves")},
        {"text": _("code"), "title": _("whether it may be the code")},
    ]


def _row(guess: AdvisedGuess, colors: list[int]) -> dict[str, Any]:
    expected = guess.expected
    return {
        "key": guess.guess,
        "cells": [
            {"text": guess.guess, "colors": colors},
            {
                "text": "-" if expected is None else f"{expected:.3f}",
                "sort": 1e9 if expected is None else expected,
            },
            {"text": str(guess.cells), "sort": guess.cells},
            {"text": f"{guess.bits:.2f}", "sort": guess.bits},
            {"text": grouped(guess.worst), "sort": guess.worst},
            {"text": _("yes") if guess.possible else _("no")},
        ],
    }
