"""The view Class: a teacher opens a class and sees every board; pupils join by its link, and play.

`/class` opens a class, or goes on with the one that this browser has opened; `?id=` leads it from anywhere.
`/class/CODE` is for pupils: it asks for a name, and then has the pupil's board.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

import segno
from fastapi import Request
from nicegui import ui

from sito.errors import N_, NN_
from sito.games.classroom import LONGEST_NAME
from sito.rules.rules import Rules
from sito.show.i18n import _, ended, grouped, join_sentences, ngettext
from sito.show.sentences import codes_left_text
from sito.web.games.errors import NotYours
from sito.web.games.states import ClassState, PlayState, PupilView, ShownView
from sito.web.page.board import about
from sito.web.page.choosing import NewClass, whole_number
from sito.web.page.elements import Beat, Html, Shared
from sito.web.page.figures import Flags, Histograms, SortedTable, histogram
from sito.web.page.frame import Page, frame
from sito.web.page.games import Invitation, asking, game_sentence, left_notes, refuse, title_of
from sito.web.page.play import PlayView
from sito.web.page.site import PATIENCE

PATH = "/class"
_GATHER_SECONDS = 0.3
"""What happens within so long is shown together."""
_LOOK_SECONDS = 15.0
"""How often a teacher sees who has not moved since."""


class Showing:
    """The position that everybody in a class sees, and the sieve: what it leaves possible."""

    def __init__(self, page: Page, rules: Rules) -> None:
        self._page, self._rules = page, rules
        with page.card(_("Look at this position")) as self.card, page.row("class-shown"):
            with page.box():
                self._whose = page.text(classes="hint")
                self._board = page.board(rules).open(False)
            with page.box():
                self._left = page.text(classes="count")
                with page.box() as self._sieve:
                    self._dots = Flags(label=_("The codes that are left, as dots"))
                self._codes = page.codes(rules, label=_("The possible codes"))
        self.card.show(False)

    def show(self, shown: ShownView | None) -> str:
        """Shows a position, or none; gives what is said of it."""
        self.card.show(shown is not None)
        if shown is None:
            return ""
        self._whose.tell(_("This is what {name} knows.").format(name=shown.name) if shown.name else "")
        self._board.show(shown.game.turns, notes=left_notes(shown.turns))
        left = "" if shown.left is None else codes_left_text(shown.left, self._rules)
        self._left.tell(left)
        self._sieve.show(bool(shown.sieve))
        self._dots.put(flags=shown.sieve)
        self._page.set_codes(self._codes, self._rules, shown.codes)
        return left


def _idle_text(pupil: PupilView) -> str:
    """Says how the board of a pupil stands, or how long nothing has happened on it."""
    if pupil.over:
        return _("found") if pupil.won else _("not found")
    if not pupil.stuck:
        return ""
    minutes = pupil.idle // 60
    return ngettext("stuck for {count} minute", "stuck for {count} minutes", minutes).format(count=minutes)


def summary_text(state: ClassState) -> str:
    """Says how many have joined and found the code, and who is stuck."""
    count, found = len(state.pupils), sum(pupil.won for pupil in state.pupils)
    if not count:
        return _("Nobody has joined yet.")
    told = ngettext("{count} pupil has joined.", "{count} pupils have joined.", count).format(count=count)
    done = ngettext("{count} has found the code.", "{count} have found the code.", found).format(count=found)
    stuck = ", ".join(pupil.name for pupil in state.pupils if pupil.stuck)
    return join_sentences(told, done, _("Stuck: {names}.").format(names=stuck) if stuck else "")


def news_text(before: ClassState, after: ClassState) -> str:
    """Says who has come, and who has found a code."""
    known = {pupil.id: pupil for pupil in before.pupils}
    told = []
    for pupil in after.pupils:
        if pupil.id not in known:
            told.append(_("{name} has joined.").format(name=pupil.name))
        elif pupil.won and not known[pupil.id].won:
            told.append(_("{name} has found the code.").format(name=pupil.name))
    return join_sentences(*told)


class TeacherView:
    """A class as its teacher sees it: every board as it is moved on, who is stuck, and the spread of guesses."""

    def __init__(self, page: Page, state: ClassState) -> None:
        self._page, self._state, self._rules = page, state, state.game.rules
        self._games = page.services.games
        self._about = about(self._rules, page.shapes)
        self._chosen = ""
        self._gathering = False
        page.text(join_sentences(ended(title_of(self._rules)), _codes_text(state)), "lead")
        inviting = Invitation(page, _("Let the class open this link"))
        link = inviting.show(f"{PATH}/{state.code}")
        with inviting.card:
            picture = segno.make_qr(link, error="m").svg_data_uri(scale=8, border=4, light="#fff")
            Html("img", classes="qr", src=picture, alt=_("The link as a QR code"), width=224, height=224)
            with page.details(_("Lead this class from another computer")):
                page.text(_("Whoever has this link leads the class: keep it for yourself."), "hint")
                Shared(link.replace(f"{PATH}/{state.code}", _address(state.id)))
        self._summary = page.text(classes="count")
        self._add_table()
        with page.columns():
            with page.box():
                self._histograms = Histograms()
                self._showing = Showing(page, self._rules)
            self._add_board()
        with page.row("game-actions"):
            self._hide = page.button(_("Show it no more"), partial(self._show_to_class, None))
            self._add_ending()
        beating = Beat(seconds=_LOOK_SECONDS, on=True)
        beating.on("beat", page.act(self._look, clears=False), args=[])
        unlisten = self._games.listen(state.id, page.listener(self._heard))
        page.on_close(unlisten)
        self._show()

    def _add_table(self) -> None:
        columns: list[dict[str, object]] = [
            {"text": _("name")},
            *([{"text": _("Round"), "number": True}] if self._state.codes > 1 else []),
            {"text": _("guesses"), "number": True},
            {"text": _("left"), "number": True, "title": _("how many codes are still possible")},
            {"text": _("how it goes")},
            {"text": _("last guess")},
            {"text": _("answer")},
            {"text": _("help"), "number": True, "title": _("hints, and guesses taken back")},
        ]
        self._table = SortedTable(caption=_("Pupils"), columns=columns, choose=True)
        self._page.on(self._table, "choose", self._choose)

    def _add_board(self) -> None:
        """Puts the board of the pupil that is chosen, and what can be done with it."""
        page = self._page
        with page.card() as self._card:
            self._name = page.heading("")
            self._board = page.board(self._rules).open(False)
            hint = _("Empty for the position of now.")
            self._turns = page.field(_("After how many guesses"), hint=hint, mode="numeric", most=3)
            self._named = page.switch(_("With the name"))
            page.button(_("Show the sieve to everybody"), self._show_chosen, primary=True)
            remove = _("Remove this pupil")
            removing = asking(page, _("Remove this pupil?"), remove, _("Cancel"), self._remove)
            page.button(remove, removing.open, quiet=True)

    def _add_ending(self) -> None:
        page = self._page
        _link_results(page, self._state.id)
        text = _("All boards are removed, and everybody sees the codes. You can save the results for 15 minutes.")
        ending = asking(page, _("End the class?"), _("End the class"), _("Cancel"), self._end, text)
        page.button(_("End the class"), ending.open)

    # What the teacher does

    def _choose(self, id: str) -> None:
        self._chosen = id
        self._show()

    async def _show_chosen(self) -> None:
        turns = whole_number(self._turns.value, _("After how many guesses"))
        await self._show_to_class(self._chosen, turns, named=self._named.value)

    async def _show_to_class(self, board: str | None, turns: int | None = None, *, named: bool = False) -> None:
        await self._games.show_to_class(self._state.id, board, turns, named=named)
        await self._look()

    async def _remove(self) -> None:
        await self._games.remove_pupil(self._state.id, self._chosen)
        self._chosen = ""
        await self._look()

    async def _end(self) -> None:
        await self._games.end_class(self._state.id)
        self._page.go(_address(self._state.id))

    # What happens in the class

    async def _heard(self) -> None:
        if not self._gathering:
            self._gathering = True
            await asyncio.sleep(_GATHER_SECONDS)
            self._gathering = False
            await self._look()

    async def _look(self) -> None:
        try:
            before, self._state = self._state, await self._games.class_state(self._state.id)
        except NotYours:  # it was ended in another window
            self._page.go(_address(self._state.id))
            return
        self._show()
        self._page.announce(news_text(before, self._state))

    # How it looks

    def _show(self) -> None:
        state = self._state
        self._summary.set_text(summary_text(state))
        self._table.show(list(map(self._row, state.pupils)), about=self._about, pegs=self._rules.pegs)
        found, total = sum(state.spread), sum(guesses * count for guesses, count in enumerate(state.spread, 1))
        mean = total / max(1, found)
        text = _("Guesses on average: {mean}").format(mean=f"{mean:.2f}")
        self._histograms.put(rows=[histogram("spread", _("Guesses"), state.spread, mean, text)] if found else [])
        chosen = next((pupil for pupil in state.pupils if pupil.id == self._chosen), None)
        self._card.show(chosen is not None)
        if chosen is not None:
            self._name.set_text(chosen.name)
            self._board.show(chosen.game.game.turns, notes=left_notes(chosen.turns))
        self._showing.show(state.shown)
        self._hide.show(state.shown is not None)

    def _row(self, pupil: PupilView) -> dict[str, object]:
        last: tuple[dict[str, object], ...] = ({"text": ""}, {"text": ""})
        if pupil.turns:
            (guess, answer), told = pupil.game.game.turns[-1], pupil.turns[-1]
            last = (
                {**self._page.code_cell(self._rules, guess), "text": told.guess},
                {**self._page.answer_cell(self._rules, guess, answer), "text": told.answer},
            )
        cells: list[dict[str, object]] = [
            {"text": pupil.name},
            *([{"text": str(pupil.round), "sort": pupil.round}] if self._state.codes > 1 else []),
            {"text": str(len(pupil.turns)), "sort": len(pupil.turns)},
            {"text": "" if pupil.left is None else grouped(pupil.left), "sort": float(pupil.left or 0)},
            {"text": _idle_text(pupil), "sort": -pupil.idle},
            *last,
            {"text": str(pupil.hints + pupil.taken_back), "sort": pupil.hints + pupil.taken_back},
        ]
        return {"key": pupil.id, "cells": cells}


def _address(id: str) -> str:
    return f"{PATH}?id={id}"


def _link_results(page: Page, id: str) -> None:
    for text, ending in ((_("Results as CSV"), "results.csv"), (_("Results as JSON"), "results")):
        page.link(text, f"/api/v1/classes/{id}/{ending}", "button").attribute("download", f"sito-class-{ending}")


def _codes_text(state: ClassState) -> str:
    told = NN_("Everybody looks for the same code.", "Everybody looks for the same {count} codes, one after the other.")
    return ngettext(*told, state.codes).format(count=state.codes)


class PupilBoard(PlayView):
    """The board of a pupil: a game of Play, with the position that the teacher shows above it."""

    def __init__(self, page: Page, state: PlayState) -> None:
        self._showing = Showing(page, state.game.rules)
        self._seen: ShownView | None = None
        super().__init__(page, state)
        self._new.show(False)
        self._other.show(False)

    async def look(self) -> None:
        """Shows what the teacher shows."""
        shown = await self._games.shown_in_class(self._state.id, self._page.person)
        left = self._showing.show(shown)
        if shown is not None and shown != self._seen:
            self._page.announce(_("Your teacher shows a position."), left)
        self._seen = shown

    async def _heard(self, version: int) -> None:
        try:
            await self.look()
            await super()._heard(version)
        except NotYours:  # the class is over, or the teacher has removed the board
            self._page.reload()

    def _show_head(self, task: str, *about: str) -> None:
        super()._show_head(task, *about)
        if self._state.game.pupil is not None:
            self._title.set_text(f"{title_of(self._state.game.rules)} · {self._state.game.pupil.name}")

    def _ended(self) -> None:
        self._focus.give(self._next if self._state.more else self._review)


@ui.page(PATH, response_timeout=PATIENCE)
async def lead(request: Request) -> None:
    with frame(request, N_("Class")) as page:
        games = page.services.games
        id = request.query_params.get("id", "")[:40] or games.class_of(page.person) or ""
        with suppress(NotYours):
            TeacherView(page, await games.class_state(id))
            return
        with suppress(NotYours):
            results = await games.class_results(id)
            with page.card(_("The class is over")):
                page.text(_("Nothing of it is kept. For 15 minutes you can save the results."))
                rows: list[list[object]] = [
                    [row.name, row.round, row.guesses, _("found") if row.found else _("not found"), row.hints, row.code]
                    for row in results
                ]
                headings = [_("name"), _("Round"), _("guesses"), _("how it goes"), _("hints"), _("code")]
                page.table(_("Results"), headings, rows, numeric=(1, 2, 4), hides_caption=True)
                with page.row("game-actions"):
                    _link_results(page, id)

        async def opened(state: ClassState) -> None:
            page.go(PATH)  # a wall may show the address, which is not to have the key in it

        new = NewClass(page, opened)
        page.text(_("Your pupils join by a link or a QR code, with a name and without an account."), "lead")
        page.text(_("You see every board, and can show a position to everybody. At the end nothing is kept."))
        page.button(_("Open a class"), new.open, primary=True)


@ui.page(f"{PATH}/{{code}}", response_timeout=PATIENCE)
async def join(request: Request, code: str) -> None:
    with frame(request, N_("Class")) as page:
        games = page.services.games
        codes = games.class_over(code)
        if codes is not None:
            with page.card(_("The class is over")):
                told = ngettext("The code was {codes}.", "The codes were {codes}.", len(codes))
                page.text(told.format(codes=", ".join(codes)) if codes else _("Nobody has played."))
                page.link(_("Play"), "/play", "button primary")
            return
        try:
            room = games.class_with(code)
        except NotYours:
            refuse(page, "", _("Play"), "/play")
            return
        board = room.boards.get(page.person)
        state = None if board is None else await games.state(board, page.person)
        if isinstance(state, PlayState):
            await PupilBoard(page, state).look()
        else:
            _invite(page, room.value.rules, code)


def _invite(page: Page, rules: Rules, code: str) -> None:
    """Asks a pupil for a name."""

    async def join() -> None:
        await page.services.games.join_class(code, page.person, name.value)
        page.reload()

    with page.card(_("Join the class")):
        page.text(title_of(rules), "lead")
        page.text(game_sentence(rules))
        hint = _("Your teacher sees it and your guesses. Both are removed when the class ends.")
        name = page.field(_("Your name"), hint=hint, most=LONGEST_NAME, on_enter=join)
        page.button(_("Join"), join, primary=True)
