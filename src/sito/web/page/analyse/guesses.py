"""The best guesses at a moment of a game, what one guess does to the codes, and the tree of a strategy."""

from __future__ import annotations

from collections.abc import Callable

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
from sito.web.page.games import busy
from sito.web.page.parts import Handler
from sito.web.page.studied import ask

_TOP = 10


class Shown:
    """A card of the view Analyse, which is hidden until there is something to show of a game."""

    def __init__(self, page: Page, title: str) -> None:
        self._page = page
        self._game: Transcript
        self.card = page.card(title).show(False)

    @property
    def _space(self) -> CodeSpace:
        """The codes that can be guessed in the game."""
        return CodeSpace(self._game.rules, guesses=True)

    def _draw_guess(self, place: Html, guess: str) -> None:
        place.clear()
        with place:
            self._page.code(self._game.rules, guess)
            Html("code", guess)

    def _answers(self, on_choose: Handler) -> Bars:
        """Puts the bars of the answers to a guess, of which each can be chosen."""
        bars = Bars(caption=_("Answers to the guess"), heads=[_("answer"), _("codes")], choose=True)
        self._page.on(bars, "choose", on_choose)
        return bars

    def _bar(self, guess: str, answer: str, codes: int, **more: object) -> dict[str, object]:
        """Makes the bar of an answer that leaves so many codes."""
        code, read = self._space.parse(guess), Feedback.parse(answer, self._game.rules)
        drawn = answer_data(self._game.rules, code, read)
        bar = {"key": answer, "name": answer, "title": drawn["text"], "answer": drawn, "colors": list(code)}
        return {**bar, "value": float(codes), "text": grouped(codes), "state": "good" if read.wins else "", **more}

    def _show_bars(self, bars: Bars, rows: list[dict[str, object]]) -> None:
        bars.show(rows, about=about(self._game.rules, self._page.shapes), pegs=self._game.rules.pegs)


class BestGuesses(Shown):
    """Ranks guesses in a table; one that is chosen, or any other, is drawn by its cells."""

    def __init__(self, page: Page, on_turn: Callable[[str, str], object], on_guess: Callable[[str], object]) -> None:
        super().__init__(page, _("Best guesses"))
        self._guess = ""
        with self.card:
            self._status = page.text(classes="hint")
            self._table = SortedTable(caption=_("Best guesses"), choose=True, columns=_columns())
            page.on(self._table, "choose", self._choose)
            with page.row():
                self._other = page.field(_("Another guess"), code=True, on_enter=self._choose_other)
                page.button(_("Show"), self._choose_other)
        with page.card(_("Answers to the guess")).show(False) as self.cells:
            with page.row():
                self._head = page.box("guess-head")
                page.button(_("Put it on the board"), lambda: on_guess(self._guess))
            self._facts = Html("ul", classes="sentences")
            page.text(_("Choose an answer to go on from there."), "hint")
            with page.scroller(_("Answers to the guess"), classes="tall"):
                self._bars = self._answers(lambda answer: on_turn(self._guess, answer))

    async def show(self, game: Transcript) -> str:
        """Advises at the end of a game, and gives the best guess."""
        self._game = game
        self._status.set_text(_("Comparing the guesses"))
        self._table.show([])
        self.card.show()
        with busy(self.card):
            told = await ask(self._page, advise, AdviseQuestion.of(game, top=_TOP), seconds=2)
        self._status.set_text(told.origin)
        rules = game.rules
        rows = [_row(guess, colors_of(rules, guess.guess)) for guess in told.guesses]
        self._table.show(rows, about=about(rules, self._page.shapes), pegs=rules.pegs)
        best = str(told.guess)
        await self._draw(best)
        return best

    async def _choose(self, guess: str) -> None:
        self._page.announce(await self._draw(guess))

    async def _choose_other(self) -> None:
        try:
            guess = self._space.text(self._space.parse(self._other.value))
        except InputError as error:
            self._other.fault(error_text(error))
            self._page.announce(error_text(error))
            return
        self._other.fault(None)
        await self._choose(guess)

    async def _draw(self, guess: str) -> str:
        """Draws the cells of a guess, and gives what is said of it first."""
        told = await ask(self._page, explain_guess, ExplainGuessQuestion.of(self._game, guess=guess))
        self._guess = guess
        self._table.put(chosen=guess)
        self._draw_guess(self._head, guess)
        self._facts.fill(told.sentences)
        self._show_bars(self._bars, [self._bar(guess, answer, size) for answer, size in told.cells.items()])
        self.cells.show()
        return told.sentences[0]


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
            {"text": "-" if expected is None else f"{expected:.3f}", "sort": 1e9 if expected is None else expected},
            {"text": str(guess.cells), "sort": guess.cells},
            {"text": f"{guess.bits:.2f}", "sort": guess.bits},
            {"text": grouped(guess.worst), "sort": float(guess.worst)},
            {"text": _("yes") if guess.possible else _("no")},
        ],
    }


class TreeWalk(Shown):
    """Goes down the tree of a strategy and back."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, _("Strategy tree"))
        self._path: list[str] = []
        with self.card:
            names = {name: name for name in default_contestants()}
            self._strategy = page.choice(_("strategy"), names, "entropy", self._begin)
            self._how = page.text(classes="hint")
            with page.row():
                self._start = page.button(_("Show the tree"), self._begin)
                self._back = page.button(_("Back"), lambda: self._go(self._path[:-1]))
            with page.box("tree-node") as self._node:
                self._trail = Html("ol", classes="trail", aria_label=_("The way to here"))
                self._guess = page.box("guess-head")
                self._told = page.text(classes="count")
                page.text(_("Choose an answer to go on from there."), "hint")
                self._bars = self._answers(lambda answer: self._go([*self._path, answer]))
                self._histogram = page.text(classes="hint")

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

    async def _go(self, path: list[str]) -> None:
        asked = TreeQuestion.of(self._game, path=path, strategy=self._strategy.value)
        told = await ask(self._page, tree, asked)
        self._path = path
        self._draw(told)
        self._page.announce(_("next guess: {guess}").format(guess=told.guess), self._told.text)

    def _draw(self, told: TreeAnswer) -> None:
        rules = self._game.rules
        self._trail.clear()
        with self._trail:
            for step in told.path:
                with Html("li"):
                    self._page.code(rules, step.guess, Feedback.parse(step.answer, rules), small=True)
        self._draw_guess(self._guess, told.guess)
        self._told.set_text(codes_left_text(told.codes, rules))
        self._back.enable(bool(self._path))
        self._start.set_text(_("To the start"))
        self._show_bars(
            self._bars,
            [
                self._bar(told.guess, branch.answer, branch.codes, fixed=branch.wins, note=branch.guess)
                for branch in told.branches
            ],
        )
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
