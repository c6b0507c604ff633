"""The best guesses at a moment of a game, what one guess does to the codes, and the tree of a strategy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback
from sito.errors import InputError
from sito.operations.guesses import AdvisedGuess, AdviseQuestion, ExplainGuessQuestion, advise, explain_guess
from sito.operations.trees import TreeAnswer, TreeQuestion, tree
from sito.playing.game import Transcript
from sito.show.i18n import _, error_text, grouped, ngettext
from sito.show.sentences import codes_left_text, strategy_line
from sito.tournament.contestants import default_contestants
from sito.web.page.board import about, answer_data, colors_of
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
            self._table = SortedTable(caption=_("Best guesses"), choose=True, columns=_columns())
            page.on(self._table, "choose", self.choose)
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
                self._bars = Bars(caption=_("Answers to the guess"), heads=[_("answer"), _("codes")], choose=True)
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
        self._table.put(chosen=guess)
        self._head.clear()
        with self._head:
            self._page.code(rules, code)
            Html("code", guess)
        self._facts_told = told.sentences
        self._facts.fill(self._facts_told)
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


def _columns() -> list[dict[str, object]]:
    return [
        {"text": _("guess")},
        {"text": _("mean"), "number": True, "title": _("expected further guesses, this one included")},
        {"text": _("cells"), "number": True, "title": _("answers that are possible")},
        {"text": _("bits"), "number": True, "title": _("what the answer tells on average")},
        {"text": _("worst"), "number": True, "title": _("the most codes that an answer leaves")},
        {"text": _("code"), "title": _("whether it may be the code")},
    ]


def _row(guess: AdvisedGuess, colors: list[int]) -> dict[str, object]:
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


class TreeWalk:
    """Goes down the tree of a strategy and back."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._game: Transcript
        self._path: list[str] = []
        names = {name: name for name in default_contestants()}
        with page.card(_("Strategy tree")) as self.card:
            self._strategy = page.choice(_("strategy"), names, "entropy", self._begin)
            self._how = page.text(classes="hint")
            with page.row():
                self._start = page.button(_("Show the tree"), self._begin)
                self._back = page.button(_("Back"), self._go_back)
            with page.box("tree-node") as self._node:
                self._trail = Html("ol", classes="trail", aria_label=_("The way to here"))
                self._guess = page.box("guess-head")
                self._told = page.text(classes="count")
                page.text(_("Choose an answer to go on from there."), "hint")
                self._bars = Bars(caption=_("Answers to the guess"), heads=[_("answer"), _("codes")], choose=True)
                page.on(self._bars, "choose", self._go_down)
                self._histogram = page.text(classes="hint")
        self.card.show(False)

    def show(self, game: Transcript) -> None:
        """Offers the tree from the end of a game on; it is grown when it is asked for."""
        self._game, self._path = game, []
        self._how.set_text(strategy_line(self._strategy.value))
        self._node.show(False)
        self._start.set_text(_("Show the tree"))
        self._back.enable(False)
        self.card.show()

    async def _begin(self) -> None:
        self._how.set_text(strategy_line(self._strategy.value))
        await self._go([])

    async def _go_back(self) -> None:
        await self._go(self._path[:-1])

    async def _go_down(self, answer: str) -> None:
        await self._go([*self._path, answer])

    async def _go(self, path: list[str]) -> None:
        asked = TreeQuestion.of(self._game, path=path, strategy=self._strategy.value)
        told = await ask(self._page, tree, asked)
        self._path = path
        self._draw(told)
        self._page.announce(_("next guess: {guess}").format(guess=told.guess), self._told.text)

    def _draw(self, told: TreeAnswer) -> None:
        page, rules = self._page, self._game.rules
        code = CodeSpace(rules, guesses=True).parse(told.guess)
        self._trail.clear()
        with self._trail:
            for step in told.path:
                with Html("li"):
                    page.code(rules, step.guess, Feedback.parse(step.answer, rules), small=True)
        self._guess.clear()
        with self._guess:
            page.code(rules, code)
            Html("code", told.guess)
        self._told.set_text(codes_left_text(told.codes, rules))
        self._back.enable(bool(self._path))
        self._start.set_text(_("To the start"))
        rows = []
        for branch in told.branches:
            answer = Feedback.parse(branch.answer, rules)
            drawn = answer_data(rules, code, answer)
            row = {"key": branch.answer, "name": branch.answer, "title": drawn["text"], "answer": drawn}
            row |= {"colors": list(code), "value": branch.codes, "text": grouped(branch.codes)}
            row |= {"fixed": branch.wins, "state": "good" if branch.wins else "", "note": branch.guess}
            rows.append(row)
        self._bars.show(rows, about=about(rules, page.shapes), pegs=rules.pegs)
        self._histogram.set_text(_histogram_text(told))
        self._node.show()


def _histogram_text(told: TreeAnswer) -> str:
    """Says how many guesses the strategy needs from here, if that is known."""
    if not told.histogram or told.total is None or told.most is None:
        return ""
    counts = " ".join(map(str, told.histogram))
    found = _("codes found with 1, 2, 3 ... guesses: {histogram}").format(histogram=counts)
    most = ngettext("{count} guess", "{count} guesses", told.most).format(count=told.most)
    mean = told.total / max(1, told.weight or sum(told.histogram))
    return _("{found}; {mean:.3f} on average, at most {most}").format(found=found, mean=mean, most=most)
