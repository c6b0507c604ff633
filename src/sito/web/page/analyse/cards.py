"""What is said of a game: the codes that are left, repairs, why an answer is right, and a review."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sito.codes.code import Code, CodeSpace
from sito.codes.partial import UNKNOWN
from sito.operations.answers import (
    ConflictQuestion,
    ExplainAnswer,
    ExplainQuestion,
    SieveAnswer,
    SieveQuestion,
    conflict,
    explain,
    sieve,
)
from sito.operations.reviews import ReviewAnswer, ReviewQuestion, ToldExpectation, review
from sito.playing.game import Transcript
from sito.playing.inconsistent import no_code
from sito.reviews import Expectation
from sito.show.i18n import _, fault_text, grouped, pgettext
from sito.show.in_words.reviews import UNKNOWN as NOT_TOLD
from sito.show.in_words.reviews import decimals, expectation_text, mark_text, signed
from sito.show.sentences import codes_left_text
from sito.web.page.board import about
from sito.web.page.elements import Html
from sito.web.page.figures import Claims
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
        self._sentences.fill(sentences)
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
        self._verdict.tell(" ".join(given.why) if given else "")
        self._verdict.classes(remove="verdict-right verdict-wrong")
        if given:
            self._verdict.classes("verdict-right" if given.right else "verdict-wrong")
        space = CodeSpace(rules, guesses=True)

        def colors(text: str) -> list[int]:
            code: Code = space.parse(text)
            return list(code)

        self._claims.put(
            about=about(rules, self._page.shapes),
            guess=colors(told.guess),
            secret=colors(told.secret),
            claims=[None if peg.claims is None else peg.claims - 1 for peg in told.pegs],
            marks=[{"text": peg.mark, "kind": _KINDS[peg.mark]} for peg in told.pegs],
            names={"mark": _("mark"), "guess": _("guess"), "code": _("code")},
            told=" ".join(told.steps),
        )
        self._steps.fill(told.steps)
        self._result.show()


_SECONDS = 10.0


class GameReview:
    """Reviews a game when it is asked to, or at once if the game is won."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._game: Transcript
        with page.card(_("Review")) as self.card:
            page.text(_("What each guess cost against the best one, and what luck its answer brought."), "hint")
            self._button = page.button(_("Review the game"), self.begin)
            with page.box("review") as self._result:
                with Html("figure", classes="scroller", tabindex=0, role="group", aria_label=_("Review")):
                    self._picture = page.picture("")
                self._table = page.box()
                self._sentences = Html("ul", classes="sentences")
        self.card.show(False)

    async def show(self, game: Transcript) -> None:
        """Offers the review of a game, and gives it at once if the game is won."""
        self._game = game
        self._result.show(False)
        self._button.show(True)
        self.card.show(bool(game.turns))
        if game.turns and game.winning_turn is not None:
            await self._load()

    async def begin(self) -> None:
        """Reviews the game, and says how it went."""
        told = await self._load()
        self._page.announce(*told.sentences[-2:])

    async def _load(self) -> ReviewAnswer:
        self._button.set_text(_("Reviewing the game")).enable(False)
        try:
            asked = ReviewQuestion.of(self._game, picture=True)
            told = await ask(self._page, review, asked, seconds=_SECONDS)
        finally:
            self._button.set_text(_("Review the game")).enable()
        self._draw(told)
        return told

    def _draw(self, told: ReviewAnswer) -> None:
        rules = self._game.rules
        rows = []
        for guess, turn in zip(told.guesses, self._game.turns, strict=False):
            rows.append(
                [
                    guess.number,
                    self._page.code_cell(rules, guess.guess, turn.answer),
                    guess.before,
                    guess.left,
                    _expected(guess.expected_before),
                    _expected(guess.expected_after),
                    _number(guess.loss_fraction, guess.loss_proven, decimals),
                    _number(guess.luck_fraction, guess.luck_proven, signed),
                    NOT_TOLD if guess.mark is None else mark_text(guess.mark),
                ]
            )
        headings = ["#", _("guess"), _("before"), pgettext("codes", "left"), _("to go"), _("then")]
        headings += [_("loss"), _("luck"), pgettext("how good a guess was", "mark")]
        self._table.clear()
        with self._table:
            numeric = (0, 2, 3, 4, 5, 6, 7)
            self._page.table(_("Guesses and answers"), headings, rows, rules=rules, numeric=numeric, hides_caption=True)
        self._picture.put(svg=told.svg or "")
        self._sentences.fill(told.sentences)
        self._result.show()


def _expected(value: ToldExpectation | None) -> str:
    """Writes an expected number of guesses, as the terminal does."""
    told = None if value is None else Expectation(Fraction(value.guesses_fraction or 0), value.source)
    return expectation_text(told)


def _number(exact: str | None, proven: bool, write: Callable[..., str]) -> str:
    return NOT_TOLD if exact is None else write(Fraction(exact), proven=proven)
