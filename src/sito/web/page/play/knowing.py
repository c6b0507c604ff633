"""What is known in a game, and what can be done: the count of codes, the codes when they are few, a hint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sito.rules.rules import Rules
from sito.show.i18n import _
from sito.web.games.states import PlayState
from sito.web.page.drawn import about
from sito.web.page.elements import Codes, Html
from sito.web.page.frame import Page
from sito.web.page.parts import Handler
from sito.web.page.play.giving_up import GivingUp
from sito.web.page.play.shown import busy, left_notes, progress_text, read_code
from sito.web.page.play.texts import count_text, totals_text


@dataclass(frozen=True)
class Actions:
    """What the person can do beside guessing."""

    hint: Handler
    use_hint: Handler
    take_back: Handler
    give_up: Handler
    show_again: Callable[[], None]
    """Shows the game again, after the person has chosen to see other things of it."""


class Knowing:
    """The place beside the board."""

    def __init__(self, page: Page, rules: Rules, actions: Actions) -> None:
        self._page = page
        self._rules = rules
        self._actions = actions
        self._codes: Codes
        with page.card() as self._card:
            self._progress = page.text(classes="progress")
            self._count = page.text(classes="count")
            with page.row("game-actions"):
                self._hint_button = page.button(_("Hint"), self._ask_hint)
                self._back = page.button(_("Take back"), actions.take_back)
                page.button(_("Give up"), lambda: self._giving_up.open(), quiet=True)
            with page.box("hint-box") as self._hint:
                with page.row():
                    self._hint_code = page.box()
                    page.button(_("Put it on the board"), actions.use_hint)
                self._hint_text = page.text()
            with Html("details") as self._few:
                Html("summary", _("The possible codes"))
                self._few_codes = page.box()
            self._counts = page.switch(_("Count the possible codes"), page.preferences.count, self._choose_count)
        with page.section(_("Rounds")) as self._rounds:
            headings = [_("Round"), _("Guesses"), _("Code")]
            self._table = page.table(_("Rounds"), headings, [], rules=rules, numeric=(1,), hides_caption=True)
            self._totals = page.text(classes="hint")
        self._giving_up = GivingUp(page, actions.give_up)
        self.set_rules(rules)

    async def _ask_hint(self) -> None:
        with busy(self._hint_button):
            await self._actions.hint()

    def _choose_count(self, counts: bool) -> None:
        self._page.remember(count=counts)
        self._actions.show_again()

    def set_rules(self, rules: Rules) -> None:
        """Begins anew with other rules."""
        self._rules = rules
        self._table.set_rows([])
        self._table.props.update({"about": about(rules, self._page.shapes), "pegs": rules.pegs})
        self._few_codes.clear()
        with self._few_codes:
            self._codes = self._page.codes(rules, label=_("The possible codes"))

    def notes(self, state: PlayState) -> Mapping[int, str]:
        """Gives how many codes were left after each guess, for the rows of the board."""
        if not self._page.preferences.count:
            return {}
        return left_notes(state.turns)

    def show(self, state: PlayState) -> None:
        """Shows how a game stands."""
        self._card.show(not state.over)
        self._progress.set_text(progress_text(len(state.turns), state.guesses))
        counts = self._page.preferences.count
        self._count.set_text(count_text(state)).show(counts and bool(count_text(state)))
        self._back.enable(bool(state.turns))
        self._show_hint(state)
        few = counts and bool(state.codes) and not state.over
        self._few.show(few)
        codes = [read_code(state.rules, code) for code in state.codes] if few else []
        self._page.set_codes(self._codes, self._rules, codes)
        self._show_rounds(state)

    def _show_hint(self, state: PlayState) -> None:
        hint = state.hint
        self._hint.show(hint is not None)
        self._hint_code.clear()
        if hint is not None:
            with self._hint_code:
                self._page.code(self._rules, read_code(state.rules, hint.guess))
            self._hint_text.set_text(" ".join(hint.sentences))

    def _show_rounds(self, state: PlayState) -> None:
        """Shows the rounds that have ended, once there is more than one."""
        ended = state.rounds
        self._rounds.show(len(ended) > 1 or state.round > 1)
        rows: list[list[object]] = []
        for each in ended:
            guesses = each.guesses if each.won else _("not found")
            code = "" if each.secret is None else self._page.code_cell(self._rules, read_code(state.rules, each.secret))
            rows.append([each.number, guesses, code])
        self._table.set_rows(rows)
        self._totals.set_text(totals_text(state))
