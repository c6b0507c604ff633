"""The view Keep: you think of a code, and the computer guesses it.

`/keep` goes on with the game that was played last, or begins one of Mastermind. `?rules=4x6` goes on with a game of
these rules, or begins one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import Request
from nicegui import ui

from sito.codes.code import Code
from sito.codes.feedback import Answer, read_noted
from sito.errors import N_, SitoError
from sito.games.counting import is_counted
from sito.show.game_sentences import keep_ending, keep_task, vast_sentence
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.sentences import answer_sentence, codes_left_text, hard_sentence, level_sentence, unknown_sentence
from sito.show.spoken import code_words
from sito.web.games.asked import KeepRequest
from sito.web.games.service import Move
from sito.web.games.states import KeepState, RepairView
from sito.web.page.board import AnswerEntry
from sito.web.page.choosing import NewKeep
from sito.web.page.elements import Codes, Faults, Html
from sito.web.page.frame import Page, frame
from sito.web.page.games import (
    PATHS,
    OwnGameView,
    busy,
    game_sentence,
    of_rules_or_taken_up,
    progress_text,
    show_review,
    title_of,
)
from sito.web.page.site import PATIENCE


def task_text(state: KeepState) -> str:
    """Says what to think of, and how many guesses the computer has."""
    return join_sentences(*keep_task(game_sentence(state.game.rules), state.guesses))


def about_texts(state: KeepState) -> tuple[str, ...]:
    """Says how well the computer guesses, and whether it keeps to hard mode."""
    hard = hard_sentence() if state.hard else ""
    return level_sentence(state.level), hard, vast_sentence(state.game.rules)


def guess_text(state: KeepState) -> str:
    """Says the guess that waits for an answer."""
    code = code_words(state.game.rules, Code(state.colors))
    return _("My guess {number}: {code}.").format(number=len(state.turns) + 1, code=code)


def count_text(state: KeepState) -> str:
    """Says how many codes are possible; nothing where they are not counted."""
    if state.left is None or state.over or state.conflict is not None:
        return ""
    if state.left == 1:
        return _("This must be it.")
    return codes_left_text(state.left, state.game.rules)


def ending_text(state: KeepState) -> str:
    """Says how a game has ended."""
    return keep_ending(len(state.turns), won=state.won, given_up=state.given_up)


def verdict_texts(state: KeepState) -> list[str]:
    """Says which answers were wrong, once the code is known."""
    if state.secret is None:
        return []
    if not state.verdicts:
        return [] if state.won else [_("All your answers were right.")]
    count = len(state.verdicts)
    wrong = ngettext("{count} answer was wrong:", "{count} answers were wrong:", count).format(count=count)
    return [wrong, *state.verdicts]


def news_text(state: KeepState) -> str:
    """Says what has just changed: the next guess of the computer, or how the game has ended."""
    if state.over:
        return join_sentences(ending_text(state), *verdict_texts(state))
    if state.guess is None:
        return ""
    return join_sentences(guess_text(state), count_text(state))


_SHOWN = 5
"""How many repairs are offered at first."""


class Mending:
    """The dialog for answers that contradict each other."""

    def __init__(self, page: Page, move: Callable[..., Awaitable[None]], correct: Callable[[int], None]) -> None:
        self._page, self._move, self._correct = page, move, correct
        self._state: KeepState
        with page.dialog(_("The answers contradict each other")) as self._dialog:
            self.open = self._dialog.open
            self._told = page.box("told")
            self._offer = page.text(_("Which answer should have been another one?"), "lead")
            self._list = Html("ul", classes="mending")
            self._more = page.button(_("Show more"), lambda: self._list_repairs(None), quiet=True)
            with page.row("game-actions"):
                page.button(_("Take the last answer back"), lambda: move("take back"))
                page.button(_("Correct another answer"), self._close_to_correct)

    def show(self, state: KeepState) -> None:
        """Shows what is wrong with the answers of a game, and opens at that; closes when nothing is any more."""
        self._state = state
        if state.conflict is None:
            self._dialog.close()
            return
        first, *others = map(_capital, state.conflict.sentences)
        self._dialog.put(title=first)
        self._told.fill(others, "p")
        self._offer.show(bool(state.conflict.repairs))
        self._list_repairs(_SHOWN)
        self._dialog.open()

    def _list_repairs(self, most: int | None) -> None:
        repairs = self._state.conflict.repairs if self._state.conflict else ()
        self._list.clear()
        with self._list:
            for repair in repairs[:most]:
                self._add(repair)
        self._more.show(len(repairs) > len(repairs[:most]))

    def _add(self, repair: RepairView) -> None:
        """Draws the answers as they are and as they would be; who hears the page has the sentence."""
        rules = self._state.game.rules
        effect = codes_left_text(repair.codes, rules)
        with Html("li"), self._page.button("", lambda: self._move("repair", repair.index)) as button:
            button.classes("repair")
            Html("span", _capital(repair.sentence), "visually-hidden")
            for change in repair.changes:
                with Html("span", aria_hidden="true"):
                    Html("span", f"{change.turn}", "row-number")
                    was, right = (read_noted(answer, rules) for answer in (change.answer, change.right))
                    self._page.code(rules, change.guess, was, small=True)
                    Html("span", "→")
                    self._page.answer(rules, change.guess, right)
            Html("span", effect, "hint")

    def _close_to_correct(self) -> None:
        self._dialog.close()
        clash = self._state.conflict.clash if self._state.conflict else ()
        self._correct(clash[-1] if clash else len(self._state.turns))


class Correcting:
    """The dialog in which one answer is given anew."""

    def __init__(self, page: Page, correct: Callable[[int, str], Awaitable[object]]) -> None:
        self._page, self._correct = page, correct
        self._turn = 0
        with page.dialog("") as self._dialog:
            self._faults = Faults()
            self._place = page.box()

    def open(self, state: KeepState, turn: int) -> None:
        """Asks for the right answer to a turn, counted from 1."""
        self._turn = turn
        self._dialog.put(title=_("Correct answer {number}").format(number=turn))
        self._faults.tell("")
        self._place.clear()
        with self._place:
            entry = self._page.answer_entry(state.game.rules, self._send, unknown=True)
            if 1 <= turn <= len(state.turns):
                entry.ask(state.game.game.turns[turn - 1].guess)
        self._dialog.open()

    async def _send(self, text: str) -> None:
        try:
            await self._correct(self._turn, text)
        except SitoError as error:  # the faults of the page are behind the dialog
            self._faults.tell(self._page.told(error))
            return
        self._dialog.close()


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


class KeepView(OwnGameView[KeepState]):
    """A game of Keep as its person sees it."""

    def __init__(self, page: Page, state: KeepState) -> None:
        super().__init__(page, state)
        self._entry: AnswerEntry
        self._codes: Codes
        self._new_game = NewKeep(page, self._begin)
        self._correcting = Correcting(page, lambda turn, text: self._move("correct", turn, text))
        self._mending = Mending(page, self._then, self._ask_correction)
        with page.columns():
            with page.box("game kept"):
                self._add_head(self._new_game.open)
                self._board = page.board(state.game.rules, on_row=self._ask_correction)
            with page.box("game-side"):
                self._add_asking()
                self._add_ending()
                self._add_side()
        self._begin_with(state)

    def _add_asking(self) -> None:
        """Puts the guess that waits, and the entry of its answer; and what is to be done where answers contradict."""
        page = self._page
        with page.card(classes="asking") as self._asking:
            self._busy = self._asking
            self._guess = page.heading("", 3)
            self._entry_place = page.box()
            with page.details(_("Write the answer")):
                self._how = page.text(classes="hint")
                self._written = page.field(_("Your answer"), on_enter=self._write, code=True, most=200)
        with page.card() as self._clash:
            page.text(_("The answers contradict each other"))
            page.button(_("Mend the answers"), self._mending.open, primary=True)

    def _add_ending(self) -> None:
        """Puts what stands below the board when a game is over."""
        page = self._page
        with page.card(classes="ending") as self._ending:
            self._title_of_end = page.heading("", 3)
            self._verdicts = page.box()
            with page.box("reveal") as self._reveal:
                self._secret = page.field(_("What was your code?"), on_enter=self._tell_code, code=True, most=200)
                page.button(_("Check my answers"), lambda: self._tell_code(self._secret.value))
            with page.box() as self._left:
                page.text(_("The possible codes"), "hint")
                self._codes_place = page.box()
            with page.row("game-actions"):
                self._other = page.button(_("New game"), self._new_game.open, primary=True)
                self._review = page.link(_("Review this game"), "/analyse", "button")

    def _add_side(self) -> None:
        """Puts how far the game is, and what else can be done."""
        page = self._page
        with page.card() as self._side:
            self._progress = page.text(classes="progress")
            self._count = page.text(classes="count")
            with page.row("game-actions"):
                self._why_button = page.button(_("Why this guess?"), self._ask_why)
                self._back = page.button(_("Take back"), lambda: self._then("take back"))
                page.button(_("Give up"), lambda: self._then("give up"), quiet=True)
            self._why = page.box("hint-box why")
            self._tip = page.text(_("A guess is answered wrongly? Correct it with ✎ beside it."), "hint")

    # What the person does

    async def _answer(self, text: str) -> None:
        if await self._move("answer", text, version=self._state.version):
            self._look_on()

    async def _write(self, text: str) -> None:
        if await self._move("answer", text, version=self._state.version):
            self._written.set("")
            if self._state.guess is None:
                self._look_on()

    async def _tell_code(self, text: str) -> None:
        await self._move("secret", text)

    async def _then(self, move: Move, *given: object) -> None:
        """Makes a move, and puts the focus where the game goes on."""
        if await self._move(move, *given):
            self._look_on()

    def _ask_correction(self, turn: int) -> None:
        self._correcting.open(self._state, turn)

    async def _ask_why(self) -> None:
        """Tells why the computer makes the guess that waits."""
        with busy(self._why_button):
            why = await self._games.why(self._state.id, self._page.person, len(self._state.turns) + 1)
        self._why.show().fill(why.sentences, "p")
        self._page.announce(*why.sentences)

    def _begun(self) -> None:
        self._entry.focus()
        self._page.announce(title_of(self._state.game.rules), task_text(self._state), guess_text(self._state))

    def _look_on(self) -> None:
        """Puts the focus where the game goes on: at the next answer, or at the end."""
        if self._state.over and self._state.won:
            self._focus.give(self._other)
        elif self._state.over:
            self._secret.focus()
        elif self._state.guess is not None:
            self._entry.focus()

    # How it looks

    def _news(self) -> str:
        return news_text(self._state)

    def _show(self, *, fresh: bool = False) -> None:
        state, page = self._state, self._page
        rules = state.game.rules
        if fresh:
            self._show_head(task_text(state), *about_texts(state))
            self._board.set_rules(rules, shapes=page.shapes)
            self._how.set_text(join_sentences(answer_sentence(rules), unknown_sentence(rules)))
            self._secret.set("")
            for place in (self._entry_place, self._codes_place):
                place.clear()
            with self._entry_place:
                self._entry = page.answer_entry(rules, self._answer, unknown=True)
            with self._codes_place:
                self._codes = page.codes(rules, label=_("The possible codes"))
        turns: list[tuple[Code, Answer | None]] = [*state.game.game.turns]
        states = dict.fromkeys(state.conflict.clash if state.conflict else (), "wrong")
        if state.guess is not None:
            guess = Code(state.colors)
            turns.append((guess, None))
            states[len(turns)] = "new"
            self._guess.set_text(_("My guess {number}").format(number=len(turns)))
            self._entry.ask(guess)
        self._board.show(turns, states=states)
        self._board.rounds(0 if state.over else state.guesses or 0).correct(not state.over)
        self._asking.show(state.guess is not None)
        self._side.show(not state.over)
        self._clash.show(state.conflict is not None)
        self._why.clear()
        self._why.show(False)
        self._why_button.enable(state.guess is not None).show(is_counted(rules))
        self._back.enable(bool(state.turns))
        self._tip.show(bool(state.turns))
        self._progress.set_text(progress_text(len(state.turns), state.guesses))
        self._count.tell(count_text(state))
        self._mending.show(state)
        self._show_ending()

    def _show_ending(self) -> None:
        state = self._state
        self._ending.show(state.over)
        if state.over:
            self._title_of_end.set_text(ending_text(state))
            self._verdicts.fill(map(_capital, verdict_texts(state)), "p")
            self._reveal.show(not state.won)
            codes = () if state.won else state.codes
            self._left.show(bool(codes))
            self._page.set_codes(self._codes, state.game.rules, codes)
            show_review(self._review, state.game.game)


@ui.page(PATHS["keep"], response_timeout=PATIENCE)
async def keep(request: Request) -> None:
    with frame(request, N_("Keep")) as page:
        KeepView(page, await of_rules_or_taken_up(request, page, KeepRequest))
