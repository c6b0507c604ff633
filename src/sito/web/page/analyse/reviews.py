"""The review of a game: its curve, a table with the marks, and what the table does not say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sito.playing.game import Transcript
from sito.reviews import Expectation, Mark
from sito.show.i18n import _, pgettext
from sito.show.in_words.reviews import UNKNOWN, decimals, expectation_text, mark_text, signed
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.studied import ask, game_arguments
from sito.web.tasks import review

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
        self._page.announce(*told["sentences"][-2:])

    async def _load(self) -> dict[str, Any]:
        self._button.set_text(_("Reviewing the game")).enable(False)
        try:
            arguments = game_arguments(self._game)
            told: dict[str, Any] = await ask(self._page, review, seconds=_SECONDS, **arguments, picture=True)
        finally:
            self._button.set_text(_("Review the game")).enable()
        self._draw(told)
        return told

    def _draw(self, told: dict[str, Any]) -> None:
        rules = self._game.rules
        rows = []
        for guess, turn in zip(told["guesses"], self._game.turns, strict=False):
            rows.append(
                [
                    guess["number"],
                    self._page.code_cell(rules, guess["guess"], turn.answer),
                    guess["before"],
                    guess["left"],
                    _expected(guess["expected_before"]),
                    _expected(guess["expected_after"]),
                    _number(guess, "loss", decimals),
                    _number(guess, "luck", signed),
                    UNKNOWN if guess["mark"] is None else mark_text(Mark(guess["mark"])),
                ]
            )
        headings = ["#", _("guess"), _("before"), pgettext("codes", "left"), _("to go"), _("then")]
        headings += [_("loss"), _("luck"), pgettext("how good a guess was", "mark")]
        self._table.clear()
        with self._table:
            numeric = (0, 2, 3, 4, 5, 6, 7)
            self._page.table(_("Guesses and answers"), headings, rows, rules=rules, numeric=numeric, hides_caption=True)
        self._picture.set(told["svg"])
        self._sentences.clear()
        with self._sentences:
            for sentence in told["sentences"]:
                Html("li", sentence)
        self._result.show()


def _expected(value: dict[str, Any] | None) -> str:
    """Writes an expected number of guesses, as the terminal does."""
    return expectation_text(None if value is None else Expectation(_fraction(value, "guesses"), value["source"]))


def _number(guess: dict[str, Any], name: str, write: Any) -> str:
    if guess[name] is None:
        return UNKNOWN
    return str(write(_fraction(guess, name), proven=guess[f"{name}_proven"]))


def _fraction(value: dict[str, Any], name: str) -> Fraction:
    return Fraction(value[f"{name}_fraction"])
