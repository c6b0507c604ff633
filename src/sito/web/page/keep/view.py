"""The view Keep: the guesses of the computer, the answer that you give, and what can be done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.codes.code import Code
from sito.codes.feedback import Answer
from sito.show.i18n import _, join_sentences
from sito.show.sentences import answer_sentence, unknown_sentence
from sito.web.games.states import GameState, KeepState, WhyView
from sito.web.page.board import AnswerEntry
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.keep.ending import KeptEnding
from sito.web.page.keep.mending import Correcting, Mending
from sito.web.page.keep.new_game import NewKeptGame
from sito.web.page.keep.texts import about_text, count_text, guess_text, news_text, task_text
from sito.web.page.play.following import OwnGameView
from sito.web.page.play.shown import board_rules, busy, progress_text, shown_turns, title_of


class KeepView(OwnGameView[KeepState]):
    """A game of Keep as its person sees it."""

    def __init__(self, page: Page, state: KeepState) -> None:
        super().__init__(page, state)
        self._entry: AnswerEntry
        self._new_game = NewKeptGame(page, self._begin)
        self._correcting = Correcting(page, self._correct)
        self._mending = Mending(page, self._repair, self._take_back, self._ask_correction)
        with page.columns():
            with page.box("game kept"):
                with page.row("game-head"):
                    self._title = page.heading("")
                    page.button(_("New game"), self._new_game.open)
                self._task = page.text()
                self._about = page.text(classes="hint")
                self._board = page.board(board_rules(state.rules), on_row=self._ask_correction)
            with page.box("game-side"):
                with page.card() as self._asking:
                    self._asking.classes("asking")
                    self._guess = page.heading("", 3)
                    self._entry_place = page.box()
                    with Html("details"):
                        Html("summary", _("Write the answer"))
                        self._how = page.text(classes="hint")
                        self._written = page.field(_("Your answer"), on_enter=self._write, code=True, most=200)
                with page.card() as self._clash:
                    page.text(_("The answers contradict each other"))
                    page.button(_("Mend the answers"), self._mending.open, primary=True)
                self._ending = KeptEnding(page, self._reveal, self._new_game.open)
                with page.card() as self._side:
                    self._progress = page.text(classes="progress")
                    self._count = page.text(classes="count")
                    with page.row("game-actions"):
                        self._why_button = page.button(_("Why this guess?"), self._ask_why)
                        self._back = page.button(_("Take back"), self._take_back)
                        self._give_up_button = page.button(_("Give up"), self._give_up, quiet=True)
                    self._why = page.box("hint-box why")
                    self._tip = page.text(_("A guess is answered wrongly? Correct it with ✎ beside it."), "hint")
        self._begin_with(state)

    # What the person does

    async def _answer(self, text: str) -> None:
        version = self._state.version
        if await self._move(lambda: self._games.answer(self._state.id, self._page.person, text, version=version)):
            self._look_on()

    async def _write(self, text: str) -> None:
        version = self._state.version
        if await self._move(lambda: self._games.answer(self._state.id, self._page.person, text, version=version)):
            self._written.set("")
            if self._state.guess is None:
                self._look_on()

    async def _correct(self, turn: int, text: str) -> None:
        await self._move(lambda: self._games.correct(self._state.id, self._page.person, turn, text))

    async def _repair(self, index: int) -> None:
        if await self._move(lambda: self._games.repair(self._state.id, self._page.person, index)):
            self._look_on()

    async def _take_back(self) -> None:
        if await self._move(lambda: self._games.take_back(self._state.id, self._page.person)):
            self._look_on()

    async def _give_up(self) -> None:
        if await self._move(lambda: self._games.give_up(self._state.id, self._page.person)):
            self._look_on()

    async def _reveal(self, text: str) -> None:
        await self._move(lambda: self._games.reveal(self._state.id, self._page.person, text))

    def _ask_correction(self, turn: int) -> None:
        self._correcting.open(self._state, turn)

    async def _ask_why(self) -> None:
        """Tells why the computer makes the guess that waits."""
        with busy(self._why_button):
            why = await self._games.why(self._state.id, self._page.person, len(self._state.turns) + 1)
        self._show_why(why)
        self._page.announce(*why.sentences)

    async def _begin(self, state: KeepState) -> None:
        """Shows a game that has just been begun."""
        self._begin_with(state)
        self._entry.focus()
        self._page.announce(title_of(state.rules), task_text(state), guess_text(state))

    def _look_on(self) -> None:
        """Puts the focus where the game goes on: at the next answer, or at the end."""
        if self._state.over:
            self._ending.focus(self._state)
        elif self._state.guess is not None:
            self._entry.focus()

    async def _move(self, make: Callable[[], Awaitable[GameState]]) -> bool:
        """Makes a move and shows what has become of the game."""

        async def change() -> None:
            with busy(self._asking):
                self._take(await make())
            self._show()
            self._page.announce(self._news())

        return await self._alone(change)

    # How it looks

    def _news(self) -> str:
        return news_text(self._state)

    def _show(self, *, fresh: bool = False) -> None:
        state = self._state
        rules = board_rules(state.rules)
        if fresh:
            self._title.set_text(title_of(state.rules))
            self._task.set_text(task_text(state))
            self._about.set_text(about_text(state))
            self._board.set_rules(rules, shapes=self._page.shapes)
            self._entry_place.clear()
            with self._entry_place:
                self._entry = self._page.answer_entry(rules, self._answer, unknown=True)
            self._how.set_text(join_sentences(answer_sentence(rules), unknown_sentence(rules)))
            self._ending.set_rules(rules)
        clash = state.conflict.clash if state.conflict is not None else ()
        turns: list[tuple[Code, Answer | None]] = [*shown_turns(state.rules, state.turns)]
        states = dict.fromkeys(clash, "wrong")
        if state.guess is not None:
            turns.append((Code(state.colors), None))
            states[len(turns)] = "new"
        self._board.show(turns, states=states)
        self._board.rounds(0 if state.over else state.guesses or 0).correct(not state.over)
        self._asking.show(state.guess is not None)
        self._side.show(not state.over)
        self._clash.show(state.conflict is not None)
        self._why.clear()
        self._why.show(False)
        self._why_button.enable(state.guess is not None)
        self._back.enable(bool(state.turns))
        self._tip.show(bool(state.turns))
        if state.guess is not None:
            self._guess.set_text(_("My guess {number}").format(number=len(state.turns) + 1))
            self._entry.ask(Code(state.colors))
        self._progress.set_text(progress_text(len(state.turns), state.guesses))
        self._count.set_text(count_text(state)).show(bool(count_text(state)))
        self._mending.show(state)
        self._ending.show(state)

    def _show_why(self, why: WhyView) -> None:
        self._why.clear()
        self._why.show()
        with self._why:
            for sentence in why.sentences:
                self._page.text(sentence)
