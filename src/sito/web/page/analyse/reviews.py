"""The review of a game: its curve, a table with the marks, and what the table does not say."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sito.operations.reviews import ReviewAnswer, ReviewQuestion, ToldExpectation, review
from sito.playing.game import Transcript
from sito.reviews import Expectation
from sito.show.i18n import _, pgettext
from sito.show.in_words.reviews import UNKNOWN, decimals, expectation_text, mark_text, signed
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.studied import ask

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
                    UNKNOWN if guess.mark is None else mark_text(guess.mark),
                ]
            )
        headings = ["#", _("guess"), _("before"), pgettext("codes", "left"), _("to go"), _("then")]
        headings += [_("loss"), _("luck"), pgettext("how good a guess was", "mark")]
        self._table.clear()
        with self._table:
            numeric = (0, 2, 3, 4, 5, 6, 7)
            self._page.table(_("Guesses and answers"), headings, rows, rules=rules, numeric=numeric, hides_caption=True)
        self._picture.set(told.svg or "")
        self._sentences.clear()
        with self._sentences:
            for sentence in told.sentences:
                Html("li", sentence)
        self._result.show()


def _expected(value: ToldExpectation | None) -> str:
    """Writes an expected number of guesses, as the terminal does."""
    told = None if value is None else Expectation(Fraction(value.guesses_fraction or 0), value.source)
    return expectation_text(told)


def _number(exact: str | None, proven: bool, write: Callable[..., str]) -> str:
    return UNKNOWN if exact is None else write(Fraction(exact), proven=proven)
