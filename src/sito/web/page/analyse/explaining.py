"""Why a guess earns its answer, peg by peg: drawn, and told step by step."""

from __future__ import annotations

from sito.codes.code import Code, CodeSpace
from sito.codes.partial import UNKNOWN
from sito.operations.answers import ExplainAnswer, ExplainQuestion, explain
from sito.playing.game import Transcript
from sito.show.i18n import _
from sito.web.page.drawn import about
from sito.web.page.elements import Html
from sito.web.page.figures import Claims
from sito.web.page.frame import Page
from sito.web.page.studied import ask

_KINDS = {"x": "right", "g": "right", "o": "other", "y": "other", "+": "other", "-": "none"}
"""How marks look: those of a right place, of another, and of nothing."""


class Explaining:
    """Explains the answer to any guess for any code, and judges an answer that somebody gave."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._game: Transcript
        with page.card(_("Explain an answer")) as self.card:
            page.text(_("Which peg of a guess earns which mark, for any code."), "hint")
            with page.row("three"):
                self._guess = page.field(_("guess"), code=True, on_enter=self._explain)
                self._code = page.field(_("code"), code=True, on_enter=self._explain)
                self._answer = page.field(_("answer"), code=True, on_enter=self._explain)
                page.button(_("Explain"), self._explain)
            with page.box("explained") as self._result:
                self._head = page.text(classes="count")
                self._verdict = page.text(classes="verdict")
                with Html("div", classes="scroller", tabindex=0, role="group", aria_label=_("Explain an answer")):
                    self._claims = Claims()
                self._steps = Html("ol", classes="sentences")
        self.card.show(False)

    def show(self, game: Transcript, first: str | None) -> None:
        """Offers the last guess of a game, and the first code that is possible."""
        self._game = game
        space = CodeSpace(game.rules, guesses=True)
        known = [text for text in (space.text(turn.guess) for turn in game.turns) if UNKNOWN not in text]
        if game.won:
            del known[-1:]  # the hit explains itself
        self._guess.set(known[-1] if known else space.example)
        self._code.set(first or space.example)
        self._answer.set("")
        self._result.show(False)
        self.card.show()

    async def _explain(self) -> None:
        answer = self._answer.value.strip() or None
        texts = {"guess": self._guess.value, "secret": self._code.value, "answer": answer}
        told = await ask(self._page, explain, ExplainQuestion.of_rules(self._game.rules, **texts))
        self._draw(told)
        self._page.announce(self._head.text, self._verdict.text)

    def _draw(self, told: ExplainAnswer) -> None:
        rules = self._game.rules
        head = _("The answer to {guess} is {answer} if the code is {code}.")
        self._head.set_text(head.format(guess=told.guess, answer=told.answer, code=told.secret))
        given = told.given
        self._verdict.set_text(" ".join(given.why) if given else "").show(bool(given))
        self._verdict.classes(remove="verdict-right verdict-wrong")
        if given:
            self._verdict.classes("verdict-right" if given.right else "verdict-wrong")
        space = CodeSpace(rules, guesses=True)

        def colors(text: str) -> list[int]:
            code: Code = space.parse(text)
            return list(code)

        self._claims.show(
            about=about(rules, self._page.shapes),
            guess=colors(told.guess),
            secret=colors(told.secret),
            claims=[None if peg.claims is None else peg.claims - 1 for peg in told.pegs],
            marks=[{"text": peg.mark, "kind": _KINDS[peg.mark]} for peg in told.pegs],
            names={"mark": _("mark"), "guess": _("guess"), "code": _("code")},
            told=" ".join(told.steps),
        )
        self._steps.clear()
        with self._steps:
            for step in told.steps:
                Html("li", step)
        self._result.show()
