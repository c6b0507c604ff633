"""The two boards of a duel: on one you guess, after you have hidden a code with it; on the other the rival guesses."""

from __future__ import annotations

from sito.show.i18n import _
from sito.web.games.states import DuelState
from sito.web.page.duel.texts import count_text, stage_text, with_friend
from sito.web.page.frame import Page
from sito.web.page.parts import Handler
from sito.web.page.play.focus import Focus
from sito.web.page.play.shown import board_rules, left_notes, read_code, shown_turns
from sito.web.page.play.texts import answers_text

PLACES = ".board, .duel-draw"
"""Where the focus is while somebody plays, as a selector of CSS."""


class DuelBoards:
    """Both boards, side by side where there is room; yours comes first."""

    def __init__(self, page: Page, state: DuelState, on_code: Handler, on_draw: Handler, focus: Focus) -> None:
        self._page = page
        self._focus = focus
        rules = board_rules(state.rules)
        with page.box("duel-boards"):
            with page.box("game duel-side"):
                self._my_title = page.heading("")
                self._mine = page.board(rules, on_guess=on_code)
                self._draw = page.button(_("Draw a code for me"), on_draw)
                self._draw.classes("duel-draw")
                self._answers = page.text(classes="hint")
                self._my_count = page.text(classes="count")
            with page.box("game duel-side") as self._their_place:
                self._their_title = page.heading("")
                self._theirs = page.board(rules)
                self._their_count = page.text(classes="count")

    def begin(self, state: DuelState) -> None:
        """Empties both boards for a new duel."""
        rules = board_rules(state.rules)
        self._answers.set_text(answers_text(state.rules))
        self._their_title.set_text(_("Your friend's guesses") if with_friend(state) else _("My guesses"))
        for board in (self._mine, self._theirs):
            board.set_rules(rules, shapes=self._page.shapes)
        self._theirs.open(False).name(board=self._their_title.text, secret=_("Your code"))

    def show(self, state: DuelState) -> None:
        """Shows how a duel stands."""
        hides = not state.ready and not state.over
        self._my_title.set_text(_("Your code") if hides else _("Your guesses"))
        names = {"board": self._my_title.text, "open": _("Your code") if hides else _("Your next guess")}
        self._mine.name(**names, send=_("Hide") if hides else _("Guess"))
        waits = not hides and state.stage != "you"
        found = any(turn.wins for turn in state.yours)
        self._mine.open(not state.over and not found).hold(stage_text(state) if waits and not state.over else "")
        counted = self._page.preferences.count
        self._mine.show(shown_turns(state.rules, state.yours), notes=left_notes(state.yours) if counted else None)
        self._mine.secret(None if state.other_secret is None else read_code(state.rules, state.other_secret))
        self._draw.show(hides)
        self._answers.show(bool(state.ready and not state.over and not state.yours))
        self._their_place.show(state.ready or bool(state.theirs))
        self._theirs.show(shown_turns(state.rules, state.theirs), notes=left_notes(state.theirs) if counted else None)
        self._theirs.secret(None if state.secret is None else read_code(state.rules, state.secret))
        mine = count_text(state, state.left) if counted and not found else ""
        theirs = count_text(state, state.other_left) if counted and state.theirs else ""
        self._my_count.set_text(mine).show(bool(mine))
        self._their_count.set_text(theirs).show(bool(theirs))

    def clear_draft(self) -> None:
        """Takes from the open row what was chosen there."""
        self._mine.draft(None)

    def focus(self, within: str = "") -> None:
        """Gives the open row the focus."""
        self._focus.give(self._mine, within)
