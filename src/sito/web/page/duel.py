"""The view Duel: both sides hide a code and guess in turn, you and the computer, or you and a friend.

`/duel` goes on with the duel that was played last, or begins one with the computer. `/duel/CODE` is the duel of two
people: it goes on for both of them, invites one who opens the link, and tells others that it is not theirs.
"""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from sito.errors import N_, SitoError
from sito.games.errors import OutOfTurn
from sito.show.i18n import _
from sito.web.games.asked import DuelRequest
from sito.web.games.errors import NotYours
from sito.web.games.service import Move
from sito.web.games.states import DuelState, GameState
from sito.web.page.choosing import NewDuel
from sito.web.page.duel_said import (
    BEAT_SECONDS,
    PATH,
    Beat,
    InvitingLink,
    Presence,
    about_text,
    count_text,
    ending_text,
    invitation,
    news_text,
    path_of,
    presence_news,
    refusal,
    rematch_text,
    score_text,
    secret_text,
    stage_text,
    with_friend,
)
from sito.web.page.elements import Focus
from sito.web.page.frame import Page, frame
from sito.web.page.games import GameView, busy, giving_up, left_notes, show_review, taken_up_or_begun, title_of
from sito.web.page.parts import Handler
from sito.web.page.play import answers_text
from sito.web.page.site import PATIENCE

PLACES = ".board, .duel-draw"
"""Where the focus is while somebody plays, as a selector of CSS."""


class DuelBoards:
    """Both boards, side by side where there is room; yours comes first."""

    def __init__(self, page: Page, state: DuelState, on_code: Handler, on_draw: Handler, focus: Focus) -> None:
        self._page = page
        self._focus = focus
        rules = state.game.rules
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
        rules = state.game.rules
        self._answers.set_text(answers_text(rules))
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
        self._mine.show(state.game.game_of(state.seat).turns, notes=left_notes(state.yours) if counted else None)
        self._mine.secret(state.other_secret)
        self._draw.show(hides)
        self._answers.show(bool(state.ready and not state.over and not state.yours))
        self._their_place.show(state.ready or bool(state.theirs))
        self._theirs.show(state.game.game_of(3 - state.seat).turns, notes=left_notes(state.theirs) if counted else None)
        self._theirs.secret(state.secret)
        self._my_count.tell(count_text(state, state.left) if counted and not found else "")
        self._their_count.tell(count_text(state, state.other_left) if counted and state.theirs else "")

    def clear_draft(self) -> None:
        """Takes from the open row what was chosen there."""
        self._mine.draft(None)

    def focus(self, within: str = "") -> None:
        """Gives the open row the focus."""
        self._focus.give(self._mine, within)


class DuelEnding:
    """What stands above the boards when a duel is over."""

    def __init__(self, page: Page, rematch: Handler, new_duel: Handler, focus: Focus) -> None:
        self._focus = focus
        with page.card() as self._card:
            self._card.classes("ending duel-ending")
            self._title = page.heading("", 2)
            self._secret = page.text()
            self._score = page.text(classes="hint")
            self._asked = page.text()
            with page.row("game-actions"):
                self._again = page.button(_("Another duel"), rematch, primary=True)
                page.button(_("New duel"), new_duel)
                self._review = page.link(_("Review this game"), "/analyse", "button")

    def show(self, state: DuelState) -> None:
        """Shows how a duel has ended; hides if it has not."""
        self._card.show(state.over)
        if not state.over:
            return
        won = state.outcome == "won"
        self._card.classes(add="won" if won else "", remove="" if won else "won")
        self._title.set_text(ending_text(state))
        self._secret.tell(secret_text(state))
        self._score.tell(score_text(state))
        self._asked.tell(rematch_text(state))
        self._again.enable(not state.rematch)
        show_review(self._review, state.game.game_of(state.seat))

    def focus(self, within: str = "") -> None:
        """Gives the focus to what is likely next."""
        self._focus.give(self._again, within)


class DuelView(GameView[DuelState]):
    """One duel as one side sees it."""

    def __init__(self, page: Page, state: DuelState) -> None:
        super().__init__(page, state)
        self._newest = state.version
        self._new_duel = NewDuel(page, self._begin)
        self._giving_up = giving_up(page, lambda: self._act("give up"))
        focus = Focus()
        self._beating = Beat(seconds=BEAT_SECONDS, on=False)
        self._beating.on("beat", page.act(self._beat, clears=False), args=[])
        with page.box("duel"):
            with page.row("game-head"):
                self._title = page.heading("")
                with page.row():
                    page.button(_("New duel"), lambda: self._new_duel.open(friend=False))
                    page.button(_("Play with a friend"), lambda: self._new_duel.open(friend=True))
            self._about = page.text(classes="hint")
            self._link = InvitingLink(page)
            with page.row("duel-now") as self._now:
                self._stage = page.text(classes="stage")
                self._presence = Presence(page)
            self._ending = DuelEnding(
                page, lambda: self._act("next round"), lambda: self._new_duel.open(friend=False), focus
            )
            self._boards = DuelBoards(page, state, self._enter, self._draw, focus)
            self._give_up_button = page.button(_("Give up"), self._giving_up.open, quiet=True)
        self._begin_with(state)

    # What the person does

    async def _enter(self, text: str) -> None:
        """Takes a code from the board: the one to hide, or a guess."""
        if self._state.ready:
            await self._act("guess", text)
        else:
            await self._hide(text)

    async def _draw(self) -> None:
        await self._hide(None)

    async def _hide(self, text: str | None) -> None:
        if await self._act("secret", text):
            self._boards.clear_draft()
            self._boards.focus()

    async def _begin(self, state: DuelState) -> None:
        """Shows a duel that has just been begun; one with a friend has an address of its own."""
        if state.code is not None or self._state.against == "person":
            self._page.go(PATH if state.code is None else path_of(state.code))
            return
        self._newest = state.version
        self._begin_with(state)
        self._boards.focus()
        self._page.announce(title_of(state.game.rules), stage_text(state))

    async def _act(self, move: Move, *given: object) -> bool:
        """Makes a move and shows what has become of the duel."""

        async def change() -> None:
            with busy(self._now):
                self._take(await self._games.move(self._state.id, self._page.person, move, *given))

        if not await self._alone(change):
            return False
        if self._newest > self._state.version:  # the friend has moved meanwhile
            await self._look()
        return True

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

    def _take(self, state: GameState) -> None:
        """Shows a state that has come, unless a later one is shown, and says what is new."""
        before = self._state
        if not isinstance(state, DuelState) or state.id != before.id or state.version < before.version:
            return
        self._state = state
        if state.version == before.version:
            self._presence.show(state)
        else:
            self._show(fresh=state.round != before.round)
        told = news_text(before, state, self._page.preferences.count) if state.version > before.version else ""
        self._page.announce(told, presence_news(before, state))
        if state.over and not before.over:
            self._ending.focus(PLACES)
        elif before.over and not state.over:
            self._boards.focus(".duel-ending")

    # How it looks

    def _show(self, *, fresh: bool = False) -> None:
        state = self._state
        if fresh:
            self._beating.put(on=with_friend(state))
            self._title.set_text(title_of(state.game.rules))
            self._about.set_text(about_text(state))
            self._boards.begin(state)
        self._stage.set_text(stage_text(state)).show(not state.over)
        if with_friend(state):  # whoever waits elsewhere sees it by the name of the window
            self._page.set_title(stage_text(state) if state.stage == "you" else _("Duel"))
        self._now.show(not state.over or with_friend(state))
        self._presence.show(state)
        self._link.show(state)
        self._boards.show(state)
        self._ending.show(state)
        self._give_up_button.show(state.joined and not state.over)


@ui.page(PATH, response_timeout=PATIENCE)
async def duel(request: Request) -> None:
    with frame(request, N_("Duel")) as page:
        DuelView(page, await taken_up_or_begun(request, page, DuelRequest()))


@ui.page(path_of("{code}"), response_timeout=PATIENCE)
async def duel_with_friend(request: Request, code: str) -> None:
    with frame(request, N_("Duel")) as page:
        await _show(page, code)


async def _show(page: Page, code: str) -> None:
    games = page.services.games
    try:
        state = await games.invitation(code, page.person)
    except SitoError as error:
        if not isinstance(error, NotYours | OutOfTurn):
            raise
        refusal(page, error)
        return
    if state.seat == 1 or state.joined:
        DuelView(page, state)
        return

    async def join() -> None:
        await games.join(code, page.person)
        page.reload()

    invitation(page, state, join)
