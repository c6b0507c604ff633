"""The dialogs in which a game is chosen and begun: what those of Play, Keep and Duel share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from sito.errors import SitoError
from sito.show.i18n import _
from sito.show.sentences import level_names
from sito.web.games.asked import Level
from sito.web.games.states import GameState
from sito.web.page.elements import Choice, Faults, Field
from sito.web.page.frame import Page
from sito.web.page.play.choosing import whole_number

Begun = TypeVar("Begun", bound=GameState)

_USUAL = "optimal"


class StartDialog(Generic[Begun]):
    """Asks for a game, and begins it with `make`; what was chosen stays for the next time.

    `begin` shows the game. Faults stand in the dialog, which stays open then.
    """

    def __init__(
        self,
        page: Page,
        title: str,
        make: Callable[[], Awaitable[Begun]],
        begin: Callable[[Begun], Awaitable[None]],
    ) -> None:
        self._page, self._make, self._begin = page, make, begin
        self._dialog = page.dialog(title)

    @contextmanager
    def questions(self) -> Iterator[None]:
        """Puts what is asked into the dialog, and under it the faults and the buttons."""
        with self._dialog:
            yield
            self._faults = Faults()
            self._faults.props["close"] = _("Close")
            with self._page.row("game-actions"):
                self._page.button(_("Start"), self.start, primary=True)
                self._page.button(_("Cancel"), self._dialog.close)

    def open(self) -> None:
        """Opens the dialog, without the faults of the last time."""
        self._faults.set_lines([])
        self._dialog.open()

    async def start(self) -> None:
        """Begins the game that is chosen."""
        try:
            state = await self._make()
        except SitoError as error:  # the faults of the page are behind the dialog
            self._faults.set_lines(self._page.told(error).split("\n"))
            return
        self._dialog.close()
        await self._begin(state)


def level_choice(page: Page) -> Choice:
    """Asks how well the computer guesses."""
    return page.choice(_("How well the computer guesses"), level_names(), _USUAL)


def level_of(choice: Choice, *, hard: bool) -> Level | None:
    """Gives the level that is chosen; None for the usual one of hard mode."""
    # The best level makes guesses that hard mode forbids: the service takes its usual one then.
    return None if hard and choice.value == _USUAL else choice.value


def limit_field(page: Page) -> Field:
    """Asks for the most guesses of a game; `limit_of` reads them."""
    return page.field(
        _("The most guesses"), hint=_("Empty for the usual number, 0 for no limit."), mode="numeric", most=4
    )


def limit_of(field: Field) -> int | None:
    """Gives the most guesses that are chosen; None for the usual number. Raises `InputError`."""
    return whole_number(field.value, _("The most guesses"))
