"""The tree of a strategy, walked through: its guess, the answers to it, and what follows each."""

from __future__ import annotations

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback
from sito.operations.trees import TreeAnswer, TreeQuestion, tree
from sito.playing.game import Transcript
from sito.show.i18n import _, grouped, ngettext
from sito.show.sentences import codes_left_text, strategy_line
from sito.tournament.contestants import default_contestants
from sito.web.page.drawn import about, answer_data
from sito.web.page.elements import Html
from sito.web.page.figures import Bars
from sito.web.page.frame import Page
from sito.web.page.studied import ask


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
                self._bars = Bars(_("Answers to the guess"), [_("answer"), _("codes")], choose=True)
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
