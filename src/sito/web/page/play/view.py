"""The view Play: the board of the game that is played, what is known, and what can be done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.show.i18n import _, join_sentences
from sito.show.spoken import letters_in_words
from sito.web.games.states import GameState, PlayState
from sito.web.page.frame import Page
from sito.web.page.play.ending import Ending
from sito.web.page.play.following import OwnGameView
from sito.web.page.play.knowing import Actions, Knowing
from sito.web.page.play.new_game import NewGame
from sito.web.page.play.shown import board_rules, read_code, shown_turns, title_of
from sito.web.page.play.texts import about_texts, answers_text, news_text, task_text


class PlayView(OwnGameView[PlayState]):
    """A game of Play as its person sees it."""

    def __init__(self, page: Page, state: PlayState) -> None:
        super().__init__(page, state)
        rules = board_rules(state.rules)
        self._new_game = NewGame(page, self._begin)
        with page.columns():
            with page.box("game"):
                with page.row("game-head"):
                    self._title = page.heading("")
                    page.button(_("New game"), self._new_game.open)
                self._task = page.text()
                self._about = page.text(classes="hint")
                self._board = page.board(rules, on_guess=self._guess)
                self._letters = page.text(classes="visually-hidden letters-known")
                self._keys = page.text(_("Choose by clicks or by keys; Enter makes the guess."), "hint keys-hint")
            with page.box("game-side"):
                self._ending = Ending(page, self._next_round, self._new_game.open)
                actions = Actions(self._hint, self._use, self._take_back, self._give_up, self._show)
                self._knowing = Knowing(page, rules, actions)
        self._begin_with(state)

    # What the person does

    async def _guess(self, text: str) -> None:
        await self._move(lambda: self._games.guess(self._state.id, self._page.person, text))

    async def _take_back(self) -> None:
        if await self._move(lambda: self._games.take_back(self._state.id, self._page.person), told=False):
            self._page.announce(_("The last guess is taken back."))

    async def _hint(self) -> None:
        if await self._move(lambda: self._games.hint(self._state.id, self._page.person), told=False):
            self._page.announce(*(self._state.hint.sentences if self._state.hint else ()))

    async def _give_up(self) -> None:
        await self._move(lambda: self._games.give_up(self._state.id, self._page.person))

    async def _next_round(self) -> None:
        if await self._move(lambda: self._games.next_round(self._state.id, self._page.person), fresh=True):
            self._board.focus()

    def _use(self) -> None:
        """Puts the hint in the open row."""
        if self._state.hint is not None:
            self._board.draft(self._state.hint.colors).focus()

    async def _begin(self, state: PlayState) -> None:
        """Shows a game that has just been begun."""
        self._begin_with(state)
        self._board.focus()
        self._page.announce(title_of(state.rules), task_text(state))

    async def _move(self, make: Callable[[], Awaitable[GameState]], *, told: bool = True, fresh: bool = False) -> bool:
        """Makes a move and shows what has become of the game."""

        async def change() -> None:
            was_over = self._state.over
            self._take(await make())
            self._show(fresh=fresh)
            if told:
                self._page.announce(task_text(self._state) if fresh else self._news())
            if self._state.over and not was_over:
                self._ending.focus()

        return await self._alone(change)

    # How it looks

    def _news(self) -> str:
        return news_text(self._state, self._page.preferences.count)

    def _show(self, *, fresh: bool = False) -> None:
        state = self._state
        rules = board_rules(state.rules)
        if fresh:
            self._title.set_text(title_of(state.rules))
            self._task.set_text(task_text(state))
            self._about.set_text(join_sentences(*about_texts(state), answers_text(state.rules)))
            self._board.set_rules(rules, shapes=self._page.shapes)
            self._knowing.set_rules(rules)
        turns = shown_turns(state.rules, state.turns)
        self._letters.set_text(letters_in_words(rules, turns)).show(bool(turns) and not state.over)
        self._board.show(turns, notes=self._knowing.notes(state))
        self._board.rounds(0 if state.over else state.guesses or 0).open(not state.over)
        self._board.secret(read_code(state.rules, state.secret) if state.secret else None)
        self._keys.show(not state.turns and not state.over)
        self._knowing.show(state)
        self._ending.show(state)
