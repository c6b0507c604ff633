"""The view Duel: both boards, whose turn it is, who is there, and what can be done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.show.i18n import _
from sito.web.games.duel_games import Action
from sito.web.games.errors import NotYours
from sito.web.games.states import DuelState, GameState
from sito.web.page.duel.boards import PLACES, DuelBoards
from sito.web.page.duel.ending import DuelEnding
from sito.web.page.duel.friend import PATH, Beat, InvitingLink, Presence, path_of
from sito.web.page.duel.new_duel import NewDuel
from sito.web.page.duel.texts import about_text, news_text, presence_news, stage_text, with_friend
from sito.web.page.frame import Page
from sito.web.page.play.focus import Focus
from sito.web.page.play.following import GameView
from sito.web.page.play.giving_up import GivingUp
from sito.web.page.play.shown import busy, title_of


class DuelView(GameView[DuelState]):
    """One duel as one side sees it."""

    def __init__(self, page: Page, state: DuelState) -> None:
        super().__init__(page, state)
        self._newest = state.version
        self._new_duel = NewDuel(page, self._begin)
        self._giving_up = GivingUp(page, self._give_up)
        focus = Focus()
        self._beating = Beat()
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
            self._ending = DuelEnding(page, self._rematch, lambda: self._new_duel.open(friend=False), focus)
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

    async def _act(self, action: Action, text: str | None = None) -> bool:
        return await self._move(lambda: self._games.act(self._state.id, self._page.person, action, text))

    async def _give_up(self) -> None:
        await self._move(lambda: self._games.give_up(self._state.id, self._page.person))

    async def _rematch(self) -> None:
        await self._act("rematch")

    async def _begin(self, state: DuelState) -> None:
        """Shows a duel that has just been begun; one with a friend has an address of its own."""
        if state.code is not None or self._state.against == "person":
            self._page.go(PATH if state.code is None else path_of(state.code))
            return
        self._newest = state.version
        self._begin_with(state)
        self._boards.focus()
        self._page.announce(title_of(state.rules), stage_text(state))

    async def _move(self, make: Callable[[], Awaitable[GameState]]) -> bool:
        """Makes a move and shows what has become of the duel."""

        async def change() -> None:
            with busy(self._now):
                self._take(await make())

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
            self._beating.set(False)  # the duel is no longer kept; that is said once
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
            self._beating.set(with_friend(state))
            self._title.set_text(title_of(state.rules))
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
