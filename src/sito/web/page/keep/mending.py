"""Wrong answers: the dialog that tells which clash and offers repairs, and the one that corrects an answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.codes.code import Code
from sito.errors import SitoError
from sito.show.i18n import _, fault_text
from sito.sieve.knowledge import how_many_possible
from sito.web.games.states import ConflictView, KeepState, RepairView
from sito.web.page.elements import Faults, Html
from sito.web.page.frame import Page
from sito.web.page.parts import Handler
from sito.web.page.play.shown import board_rules

_SHOWN = 5
"""How many repairs are offered at first."""


class Mending:
    """The dialog for answers that contradict each other."""

    def __init__(
        self, page: Page, repair: Callable[[int], Awaitable[None]], take_back: Handler, correct: Callable[[int], None]
    ) -> None:
        self._page = page
        self._repair = repair
        self._correct = correct
        self._state: KeepState | None = None
        with page.dialog(_("The answers contradict each other")) as self._dialog:
            self._told = page.box("told")
            self._offer = page.text(classes="lead")
            self._list = Html("ul", classes="repairs")
            self._more = page.button(_("Show more"), self._show_more, quiet=True)
            with page.row("game-actions"):
                page.button(_("Take the last answer back"), take_back)
                page.button(_("Correct another answer"), self._close_to_correct)

    def open(self) -> None:
        """Opens the dialog."""
        self._dialog.open()

    def close(self) -> None:
        """Closes the dialog."""
        self._dialog.close()

    def show(self, state: KeepState) -> None:
        """Shows what is wrong with the answers of a game, and opens at that; closes when nothing is any more."""
        self._state = state
        conflict = state.conflict
        if conflict is None:
            self._dialog.close()
            return
        self._dialog.set_title(_capital(conflict.sentences[0]))
        self._told.clear()
        with self._told:
            for sentence in conflict.sentences[1:]:
                self._page.text(_capital(sentence))
        self._offer.set_text(_("Which answer should have been another one?")).show(bool(conflict.repairs))
        self._list.clear()
        with self._list:
            for repair in conflict.repairs[:_SHOWN]:
                self._add(state, repair)
        self._more.show(len(conflict.repairs) > _SHOWN)
        self._dialog.open()

    def _show_more(self) -> None:
        conflict: ConflictView | None = None if self._state is None else self._state.conflict
        if self._state is None or conflict is None:
            return
        with self._list:
            for repair in conflict.repairs[_SHOWN:]:
                self._add(self._state, repair)
        self._more.show(False)

    def _add(self, state: KeepState, repair: RepairView) -> None:
        async def choose() -> None:
            await self._repair(repair.index)

        effect = fault_text(how_many_possible(board_rules(state.rules), repair.codes))
        with Html("li"), self._page.button("", choose) as button:
            button.classes("repair")
            Html("span", _capital(repair.sentence))
            Html("span", effect, "hint")

    def _close_to_correct(self) -> None:
        self._dialog.close()
        if self._state is not None:
            clash = self._state.conflict.clash if self._state.conflict else ()
            self._correct(clash[-1] if clash else len(self._state.turns))


class Correcting:
    """The dialog in which one answer is given anew."""

    def __init__(self, page: Page, correct: Callable[[int, str], Awaitable[None]]) -> None:
        self._page = page
        self._correct = correct
        self._turn = 0
        with page.dialog("") as self._dialog:
            self._faults = Faults()
            self._faults.props["close"] = _("Close")
            self._place = page.box()

    def open(self, state: KeepState, turn: int) -> None:
        """Asks for the right answer to a turn, counted from 1."""
        self._turn = turn
        self._dialog.set_title(_("Correct answer {number}").format(number=turn))
        self._faults.set_lines([])
        self._place.clear()
        rules = board_rules(state.rules)
        with self._place:
            others = [each for each in state.turns if each.number == turn]
            entry = self._page.answer_entry(rules, self._send, unknown=True)
            for each in others:
                entry.ask(Code(each.colors))
        self._dialog.open()

    async def _send(self, text: str) -> None:
        try:
            await self._correct(self._turn, text)
        except SitoError as error:  # the faults of the page are behind the dialog
            self._faults.set_lines(self._page.told(error).split("\n"))
            return
        self._dialog.close()


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
