"""The dialog in which a new game is chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.makers import MakerName
from sito.operations.questions import Words
from sito.show.i18n import _
from sito.web.games.asked import BoardsRequest, PlayRequest
from sito.web.games.states import BoardsState, PlayState
from sito.web.page.frame import Page
from sito.web.page.play.choosing import GameChoice, HardSwitch, whole_number
from sito.web.page.play.starting import StartDialog, limit_field, limit_of

BOARDS = (1, 2, 4)
"""On so many boards a game can be played here."""
_RANDOM, _DAILY, _NUMBER = "random", "daily", "number"


class NewGame:
    """Asks which game is to be played, and begins it; what was chosen stays for the next time."""

    def __init__(self, page: Page, begin: Callable[[PlayState], Awaitable[None]] | None = None) -> None:
        self._page, self._begin = page, begin
        self._dialog = StartDialog(page, _("New game"), self._made, self._begun)
        self.open = self._dialog.open
        with self._dialog.questions():
            self._game = GameChoice(page, self._fit)
            counts = {count: str(count) for count in BOARDS}
            self._boards = page.choice(_("Boards"), counts, 1, self._choose_boards, buttons=True)
            with page.box() as self._hard_place:
                self._hard = HardSwitch(page)
            which = {_RANDOM: _("any"), _DAILY: _("the puzzle of the day"), _NUMBER: _("a game by number")}
            self._which = page.choice(_("Which code"), which, _RANDOM, self._choose_which)
            with page.box() as self._number_place:
                self._number = page.field(_("Number"), mode="numeric", most=12, on_enter=self._dialog.start)
            with page.details(_("More choices")):
                makers = {
                    MakerName.FAIR.value: _("honest: it has a code"),
                    MakerName.LYING.value: _("lying: it has a code, and one answer may be wrong"),
                    MakerName.ADVERSARIAL.value: _("evasive: it has no code, and answers so that you need long"),
                }
                with page.box() as self._maker_place:
                    self._maker = page.choice(_("The computer is"), makers, MakerName.FAIR.value)
                self._limit = limit_field(page)
        self._choose_which(_RANDOM)
        self._fit()

    def _fit(self) -> None:
        self._hard.fit(self._game)

    def _choose_boards(self, boards: int) -> None:
        self._hard_place.show(boards == 1)
        self._maker_place.show(boards == 1)

    def _choose_which(self, which: str) -> None:
        self._number_place.show(which == _NUMBER)

    async def _begun(self, state: PlayState | BoardsState) -> None:
        """Shows the game here, or in the view of such games."""
        if isinstance(state, PlayState) and self._begin is not None:
            await self._begin(state)
        else:
            self._page.go("/play" if isinstance(state, PlayState) else "/play/boards")

    async def _made(self) -> PlayState | BoardsState:
        rules, words = self._game.chosen()
        number = (whole_number(self._number.value, _("Number")) or 0) if self._which.value == _NUMBER else None
        which = limit_of(self._limit), number, self._which.value == _DAILY
        games, person, given = self._page.services.games, self._page.person, Words.of(words)
        if self._boards.value > 1:
            return await games.begin(person, BoardsRequest(rules, int(self._boards.value), *which, words=given))
        maker = None if self._maker.value == MakerName.FAIR and "lies" in rules else self._maker.value
        return await games.begin(person, PlayRequest(rules, maker, self._hard.value, *which, words=given))
