"""The view Duel: both sides hide a code and guess in turn, you and the computer, or you and a friend.

`/duel` goes on with the duel that was played last, or begins one with the computer; `?rules=4x6` with
these rules. `/duel/CODE` is the duel of two people: it goes on for both of them, invites one who opens the link, and
tells others that it is not theirs.
"""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from sito.errors import N_
from sito.games.errors import OutOfTurn
from sito.show.i18n import _
from sito.web.games.asked import DuelRequest
from sito.web.games.errors import NotYours
from sito.web.games.service import Move
from sito.web.games.states import DuelState
from sito.web.page import duel_said as said
from sito.web.page.choosing import NewDuel
from sito.web.page.elements import Beat
from sito.web.page.frame import Page, frame
from sito.web.page.games import (
    PATHS,
    GameView,
    Invitation,
    game_sentence,
    giving_up,
    left_notes,
    of_rules_or_taken_up,
    refuse,
    show_review,
    title_of,
)
from sito.web.page.play import answers_text
from sito.web.page.site import PATIENCE

PATH = PATHS["duel"]
PLACES = ".board, .duel-draw"
"""Where the focus is while somebody plays, as a selector of CSS."""
BEAT_SECONDS = 4.0  # well below the seconds after which the service takes a person for gone


class DuelView(GameView[DuelState]):
    """One duel as one side sees it: both boards, side by side where there is room; yours comes first."""

    def __init__(self, page: Page, state: DuelState) -> None:
        super().__init__(page, state)
        self._newest = state.version
        self._new_duel = NewDuel(page, self._begin)
        self._giving_up = giving_up(page, lambda: self._act("give up"))
        self._beating = Beat(seconds=BEAT_SECONDS, on=False)
        self._beating.on("beat", page.act(self._beat, clears=False), args=[])
        page.client.on_disconnect(lambda: self._games.lose(self._state.id, self._state.seat, self._state.version))
        with page.box("duel"):
            with page.row("game-head"):
                self._title = page.heading("")
                with page.row():
                    page.button(_("New duel"), lambda: self._new_duel.open_for("computer"))
                    page.button(_("Play with a friend"), lambda: self._new_duel.open_for("person"))
            self._about = page.text(classes="hint")
            self._inviting = Invitation(page, _("Send this link to your friend"))
            with page.row("duel-now") as self._now:
                self._stage = page.text(classes="stage")
                self._presence = page.text(classes="presence")
            self._add_ending()
            self._add_boards()
            self._give_up_button = page.button(_("Give up"), self._giving_up.open, quiet=True)
        self._busy = self._now
        self._begin_with(state)

    def _add_ending(self) -> None:
        """Puts what stands above the boards when a duel is over."""
        page = self._page
        with page.card(classes="ending duel-ending") as self._ending:
            self._how = page.heading("", 2)
            self._secret = page.text()
            self._score = page.text(classes="hint")
            self._asked = page.text()
            with page.row("game-actions"):
                self._again = page.button(_("Another duel"), lambda: self._act("next round"), primary=True)
                page.button(_("New duel"), lambda: self._new_duel.open_for("computer"))
                self._review = page.link(_("Review this game"), "/analyse", "button")

    def _add_boards(self) -> None:
        page, rules = self._page, self._state.game.rules
        with page.box("duel-boards"):
            with page.box("game duel-side"):
                self._my_title = page.heading("")
                self._mine = page.board(rules, on_guess=self._enter)
                self._draw = page.button(_("Draw a code for me"), lambda: self._hide(None))
                self._draw.classes("duel-draw")
                self._answers = page.text(answers_text(rules), "hint")
                self._my_count = page.text(classes="count")
            with page.box("game duel-side") as self._their_place:
                self._their_title = page.heading("")
                self._theirs = page.board(rules)
                self._their_count = page.text(classes="count")

    # What the person does

    async def _enter(self, text: str) -> None:
        """Takes a code from the board: the one to hide, or a guess."""
        if self._state.ready:
            await self._act("guess", text)
        else:
            await self._hide(text)

    async def _hide(self, text: str | None) -> None:
        if await self._act("secret", text):
            self._mine.draft(None)
            self._focus.give(self._mine)

    async def _begin(self, state: DuelState) -> None:
        """Shows a duel that has just been begun; one with a friend has an address of its own."""
        if said.with_friend(state):
            self._page.go(f"{PATH}/{state.code}")
            return
        self._newest = state.version
        self._begin_with(state)
        self._focus.give(self._mine)
        self._page.announce(title_of(state.game.rules), said.stage_text(state))

    async def _act(self, move: Move, *given: object) -> bool:
        """Makes a move, and looks what the friend has done meanwhile."""
        made = await self._move(move, *given)
        if made and self._newest > self._state.version:
            await self._look()
        return made

    # What the friend does, and the same duel in another window

    async def _heard(self, version: int) -> None:
        self._newest = max(self._newest, version)
        if not self._moving:
            await self._look()

    async def _look(self) -> None:
        """Shows the duel as it stands; a page whose person is gone looks too, so that does not count as being there."""
        self._take(await self._games.look(self._state.id, self._page.person))

    async def _beat(self) -> None:
        """Tells the service that this person is here, and sees whether the friend is."""
        try:
            leave = await self._games.attend(self._state.id, self._page.person)
        except NotYours:
            self._beating.put(on=False)  # the duel is no longer kept; that is said once
            raise
        leave()  # whoever beats no more is gone soon, also where the lost connection has not been noticed
        if not self._moving:
            await self._look()

    def _take(self, state: DuelState, *, told: bool = True, fresh: bool = False) -> None:
        """Shows a state that has come, unless a later one is shown, and says what is new."""
        before = self._state
        if state.id != before.id or state.version < before.version:
            return
        self._state = state
        if state.version == before.version:
            self._show_presence()
        else:
            self._show(fresh=state.round != before.round)
        news = said.news_text(before, state, self._page.preferences.count) if state.version > before.version else ""
        self._page.announce(news, said.presence_news(before, state))
        if state.over and not before.over:
            self._focus.give(self._again, PLACES)
        elif before.over and not state.over:
            self._focus.give(self._mine, ".duel-ending")

    # How it looks

    def _show(self, *, fresh: bool = False) -> None:
        state, page = self._state, self._page
        if fresh:
            self._beating.put(on=said.with_friend(state))
            self._title.set_text(title_of(state.game.rules))
            self._about.set_text(said.about_text(state))
            self._answers.set_text(answers_text(state.game.rules))
            self._their_title.set_text(_("Your friend's guesses") if said.with_friend(state) else _("My guesses"))
            for board in (self._mine, self._theirs):
                board.set_rules(state.game.rules, shapes=page.shapes)
            self._theirs.open(False).name(board=self._their_title.text, secret=_("Your code"))
        self._stage.set_text(said.stage_text(state)).show(not state.over)
        if said.with_friend(state):  # whoever waits elsewhere sees it by the name of the window
            page.set_title(said.stage_text(state) if state.stage == "you" else _("Duel"))
        self._now.show(not state.over or said.with_friend(state))
        self._show_presence()
        self._inviting.show("" if state.code is None or state.joined else f"{PATH}/{state.code}")
        self._show_boards()
        self._show_ending()
        self._give_up_button.show(state.joined and not state.over)

    def _show_presence(self) -> None:
        """Shows whether the friend is there; nothing of the computer, and of somebody who has never come."""
        self._presence.tell(said.presence_text(self._state)).set_class("here", self._state.present)

    def _show_boards(self) -> None:
        state = self._state
        hides = not state.ready and not state.over
        self._my_title.set_text(_("Your code") if hides else _("Your guesses"))
        names = {"board": self._my_title.text, "open": _("Your code") if hides else _("Your next guess")}
        self._mine.name(**names, send=_("Hide") if hides else _("Guess"))
        waits = not hides and not state.over and state.stage != "you"
        found = any(turn.wins for turn in state.yours)
        self._mine.open(not state.over and not found).hold(said.stage_text(state) if waits else "")
        counted = self._page.preferences.count
        self._mine.show(state.game.game_of(state.seat).turns, notes=left_notes(state.yours) if counted else None)
        self._mine.secret(state.other_secret).keep(f"{state.id} {state.round} {state.ready} {len(state.yours)}")
        self._draw.show(hides)
        self._answers.show(state.ready and not state.over and not state.yours)
        self._their_place.show(state.ready or bool(state.theirs))
        self._theirs.show(state.game.game_of(3 - state.seat).turns, notes=left_notes(state.theirs) if counted else None)
        self._theirs.secret(state.secret)
        self._my_count.tell(said.count_text(state, state.left) if counted and not found else "")
        self._their_count.tell(said.count_text(state, state.other_left) if counted and state.theirs else "")

    def _show_ending(self) -> None:
        state = self._state
        self._ending.show(state.over)
        if state.over:
            self._ending.set_class("won", state.outcome == "won")
            self._how.set_text(said.ending_text(state))
            self._secret.tell(said.secret_text(state))
            self._score.tell(said.score_text(state))
            self._asked.tell(said.rematch_text(state))
            self._again.enable(not state.rematch)
            show_review(self._review, state.game.game_of(state.seat))


@ui.page(PATH, response_timeout=PATIENCE)
async def duel(request: Request) -> None:
    with frame(request, N_("Duel")) as page:
        DuelView(page, await of_rules_or_taken_up(request, page, DuelRequest))


@ui.page(f"{PATH}/{{code}}", response_timeout=PATIENCE)
async def duel_with_friend(request: Request, code: str) -> None:
    with frame(request, N_("Duel")) as page:
        try:
            state = await page.services.games.invitation(code, page.person)
        except (NotYours, OutOfTurn) as error:
            told = _("This duel has two players already. You can begin one of your own.")
            refuse(page, told if isinstance(error, OutOfTurn) else "", _("Duel"), PATH)
            return
        if state.seat == 1 or state.joined:
            DuelView(page, state)
        else:
            _invite(page, state, code)


def _invite(page: Page, state: DuelState, code: str) -> None:
    """Shows to what a friend is invited, and lets them join."""

    async def join() -> None:
        await page.services.games.join(code, page.person)
        page.reload()

    with page.card(_("A friend invites you to a duel")):
        page.text(title_of(state.game.rules), "lead")
        page.text(game_sentence(state.game.rules))
        page.text(said.about_text(state), "hint")
        page.button(_("Join"), join, primary=True)
