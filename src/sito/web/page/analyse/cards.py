"""What is said of a game: the codes that are left, repairs, why an answer is right, and a review."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

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
from sito.web.page.analyse.guesses import Shown
from sito.web.page.board import about, colors_of
from sito.web.page.elements import Codes, Html, Picture
from sito.web.page.figures import Claims
from sito.web.page.frame import Page
from sito.web.page.studied import ask

_AT_A_TIME = 24


class CodesLeft(Shown):
    """Lists the codes that are left."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, _("Possible codes"))
        self._skip = self._count = 0
        self._codes: Codes | None = None
        with self.card:
            self.told = page.text(classes="count").attribute("tabindex", -1)
            self._box = page.box("scroll-codes")
            with page.row("pager") as self._pager:
                self._before = page.button(_("Previous"), lambda: self._go(max(0, self._skip - _AT_A_TIME)))
                self._range = page.text(classes="count")
                self._next = page.button(_("Next"), lambda: self._go(self._skip + _AT_A_TIME))

    async def show(self, game: Transcript) -> SieveAnswer:
        """Shows those of another game, and gives what the sieve tells."""
        self._game, self._skip = game, 0
        told = await self._load()
        self._count = told.listed
        self.told.set_text(codes_left_text(told.left, game.rules))
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

    async def _go(self, skip: int) -> None:
        self._skip = skip
        self._list(await self._load())
        self._page.announce(self._range.text)


_SHOWN = 10


class Repairs(Shown):
    """Says what is wrong with a game, and mends it with one click."""

    def __init__(self, page: Page, on_repair: Callable[[str], object]) -> None:
        super().__init__(page, _("No code fits"))
        self._on_repair = on_repair
        with self.card:
            self._sentences = Html("ul", classes="sentences")
            self._list = Html("ul", classes="repairs")

    async def show(self, game: Transcript) -> list[str]:
        """Looks for the wrong answers, and gives what there is to say about them."""
        told = await ask(self._page, conflict, ConflictQuestion.of(game, top=_SHOWN))
        sentences = [fault_text(no_code(game)), *told.sentences]
        self._sentences.fill(sentences)
        self._list.clear()
        with self._list:
            for number, repair in enumerate(told.repairs, 1):
                with Html("li"):
                    Html("span", _("{number}. {repair}").format(number=number, repair=repair.sentence))
                    Html("span", codes_left_text(repair.codes, game.rules), "hint")
                    label = _("Repair: {repair}").format(repair=repair.sentence)
                    self._page.button(_("Repair"), partial(self._on_repair, repair.game), label=label)
        self.card.show()
        return sentences


_KINDS = {"x": "right", "g": "right", "o": "other", "y": "other", "+": "other", "-": "none"}
"""How marks look: those of a right place, of another, and of nothing."""


class Explaining(Shown):
    """Explains the answer to any guess for any code, and judges an answer that somebody gave."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, _("Explain an answer"))
        with self.card:
            page.text(_("Which peg of a guess earns which mark, for any code."), "hint")
            with page.row("three"):
                self._guess, self._code, self._answer = (
                    page.field(name, code=True, on_enter=self._explain) for name in (_("guess"), _("code"), _("answer"))
                )
                page.button(_("Explain"), self._explain)
            with page.box("explained") as self._result:
                self._head = page.text(classes="count")
                self._verdict = page.text(classes="verdict")
                with page.scroller(_("Explain an answer")):
                    self._claims = Claims()
                self._steps = Html("ol", classes="sentences")

    def show(self, game: Transcript, first: str | None) -> None:
        """Offers the last guess of a game, and the first code that is possible."""
        self._game = game
        space = self._space
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
        self._verdict.set_class("verdict-right", given is not None and given.right)
        self._verdict.set_class("verdict-wrong", given is not None and not given.right)
        self._claims.put(
            about=about(rules, self._page.shapes),
            guess=colors_of(rules, told.guess),
            secret=colors_of(rules, told.secret),
            claims=[None if peg.claims is None else peg.claims - 1 for peg in told.pegs],
            marks=[{"text": peg.mark, "kind": _KINDS[peg.mark]} for peg in told.pegs],
            names={"mark": _("mark"), "guess": _("guess"), "code": _("code")},
            told=" ".join(told.steps),
        )
        self._steps.fill(told.steps)
        self._result.show()


_SECONDS = 10.0


class GameReview(Shown):
    """Reviews a game when it is asked to, or at once if the game is won."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, _("Review"))
        with self.card:
            page.text(_("What each guess cost against the best one, and what luck its answer brought."), "hint")
            self._button = page.button(_("Review the game"), self._begin)
            with page.box("review") as self._result:
                with page.scroller(_("Review"), tag="figure"):
                    self._picture = Picture(svg="")
                self._table = page.box()
                self._sentences = Html("ul", classes="sentences")

    async def show(self, game: Transcript) -> None:
        """Offers the review of a game, and gives it at once if the game is won."""
        self._game = game
        self._result.show(False)
        self._button.show(True)
        self.card.show(bool(game.turns))
        if game.turns and game.winning_turn is not None:
            await self._load()

    async def _begin(self) -> None:
        """Reviews the game, and says how it went."""
        self._page.announce(*(await self._load())[-2:])

    async def _load(self) -> list[str]:
        self._button.set_text(_("Reviewing the game")).enable(False)
        try:
            asked = ReviewQuestion.of(self._game, picture=True)
            told = await ask(self._page, review, asked, seconds=_SECONDS)
        finally:
            self._button.set_text(_("Review the game")).enable()
        self._draw(told)
        return told.sentences

    def _draw(self, told: ReviewAnswer) -> None:
        rules = self._game.rules
        rows: list[list[object]] = [
            [
                guess.number,
                self._page.code_cell(rules, guess.guess, turn.answer),
                grouped(guess.before),
                grouped(guess.left),
                _expected(guess.expected_before),
                _expected(guess.expected_after),
                _number(guess.loss_fraction, guess.loss_proven, decimals),
                _number(guess.luck_fraction, guess.luck_proven, signed),
                NOT_TOLD if guess.mark is None else mark_text(guess.mark),
            ]
            for guess, turn in zip(told.guesses, self._game.turns, strict=False)
        ]
        headings = [
            "#",
            _("guess"),
            pgettext("codes", "before"),
            pgettext("codes", "left"),
            pgettext("guesses", "to go"),
            pgettext("guesses", "then"),
        ]
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
