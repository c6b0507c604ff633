"""The view Play: you break the computer's code.

`/play` goes on with the game that was played last, or begins one of Mastermind. `?rules=4x6`, `?game=17` and
`?daily=1` name a game: the last one if it is that, else a new one is begun. `?id=` goes on with one that is listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import ui

from sito.errors import N_, Fault, InputError, SitoError
from sito.operations.questions import Words
from sito.rules.rules import FeedbackKind, Rules
from sito.show.game_sentences import farewell, maker_sentences, maker_task, play_ending, which_sentence
from sito.show.i18n import _, fault_text, join_sentences
from sito.show.sentences import hard_sentence
from sito.show.sharing import shared_rules
from sito.show.spoken import letters_in_words
from sito.sieve.knowledge import how_many_possible
from sito.web.games.asked import PlayRequest
from sito.web.games.states import BoardsState, PlayState
from sito.web.page import site
from sito.web.page.board import about
from sito.web.page.boards import BoardsView
from sito.web.page.choosing import NewGame, words_of
from sito.web.page.elements import Codes, Focus, Html, Shared
from sito.web.page.frame import Page, frame
from sito.web.page.games import (
    OwnGameView,
    busy,
    game_sentence,
    giving_up,
    left_notes,
    progress_text,
    show_review,
    taken_up,
    taken_up_or_begun,
    title_of,
    turn_text,
)
from sito.web.page.parts import Handler
from sito.web.page.site import PATIENCE

_ANSWERS = {
    FeedbackKind.BLACK_WHITE: N_("Black: a right color in its right place. White: a right color in another place."),
    FeedbackKind.BLACK: N_("Black: a right color in its right place."),
    FeedbackKind.TOTAL: N_("Each peg of the answer is a right color, in its place or in another."),
    FeedbackKind.POSITION: N_("Green: in its right place. Yellow: in another place. Grey: not there."),
}


def answers_text(rules: Rules) -> str:
    """Says how answers are to be read."""
    return _(_ANSWERS[rules.feedback])


def task_text(state: PlayState) -> str:
    """Says what is to be guessed."""
    return maker_task(game_sentence(state.game.rules), adversarial=state.level == "adversarial")


def about_texts(state: PlayState) -> list[str]:
    """Says what is special about a game, in sentences."""
    which = which_sentence(state.number, state.day)
    maker = maker_sentences(state.rules.lies, adversarial=state.level == "adversarial")
    return [*filter(None, [which]), *maker, *([hard_sentence(state.game.rules)] if state.hard else [])]


def count_text(state: PlayState) -> str:
    """Says how many codes are possible; nothing where they are not counted."""
    if state.left is None or state.over:
        return ""
    return fault_text(how_many_possible(state.game.rules, state.left))


def ending_text(state: PlayState) -> str:
    """Says how a game has ended."""
    return play_ending(len(state.turns), won=state.won, given_up=state.given_up)


def secret_text(state: PlayState) -> str:
    """Says what the code was, or that an adversarial codemaker had none; and what a liar has lied about."""
    lies = [{**vars(each), "guess": state.turns[each.turn - 1].guess} for each in state.lies]
    told = farewell(
        state.secret, lies if state.rules.lies else None, won=state.won, adversarial=state.level == "adversarial"
    )
    return join_sentences(*told)


def news_text(state: PlayState, count: bool) -> str:
    """Says what has just changed: the last guess and its answer, and how the game stands; `count` tells the codes."""
    told, game = _("Guess {number}: {code}. Answer: {answer}."), state.game.game
    last = turn_text(told, game.rules, len(game), game.turns[-1]) if game.turns else ""
    if state.over:
        return join_sentences(last, ending_text(state), secret_text(state))
    left = count_text(state) if count else ""
    return join_sentences(last, left)


def totals_text(state: PlayState) -> str:
    """Sums up the rounds that have ended."""
    won = sum(each.won for each in state.rounds)
    guesses = sum(each.guesses for each in state.rounds)
    told = _("Found: {won} of {rounds}. Guesses in all: {guesses}.")
    return told.format(won=won, rounds=len(state.rounds), guesses=guesses)


class Ending:
    """What stands below the board when a round is over."""

    def __init__(self, page: Page, next_round: Handler, new_game: Handler) -> None:
        self._focus = Focus()
        self._next_is_there = False
        with page.card() as self._card:
            self._card.classes("ending")
            self._title = page.heading("", 3)
            self._told = page.text()
            with page.row("game-actions"):
                self._next = page.button(_("Next round"), next_round, primary=True)
                self._new = page.button(_("New game"), new_game)
                self._review = page.link(_("Review this game"), "/analyse", "button")
            with Html("details") as self._share:
                Html("summary", _("Share the result"))
                self._shared = Shared()
                self._words = page.text(classes="hint share-words")

    def show(self, state: PlayState) -> None:
        """Shows how a round has ended; hides if it has not."""
        self._card.show(state.over)
        if not state.over:
            return
        self._card.classes(add="won" if state.won else "", remove="" if state.won else "won")
        self._title.set_text(ending_text(state))
        self._told.tell(secret_text(state))
        self._next_is_there = state.more
        self._next.show(state.more)
        show_review(self._review, state.game.game)
        self._share.show(state.share is not None and bool(state.turns))
        self._shared.set(state.share or "")
        self._words.set_text(state.share_words or "")

    def focus(self) -> None:
        """Gives the focus to what is likely next."""
        self._focus.give(self._next if self._next_is_there else self._new)


class Knowing:
    """The place beside the board."""

    def __init__(self, page: Page, rules: Rules, view: PlayView) -> None:
        self._page = page
        self._rules = rules
        self._view = view
        self._codes: Codes
        with page.card() as self._card:
            self._progress = page.text(classes="progress")
            self._count = page.text(classes="count")
            with page.row("game-actions"):
                self._hint_button = page.button(_("Hint"), self._ask_hint)
                self._back = page.button(_("Take back"), view.take_back)
                page.button(_("Give up"), lambda: self._giving_up.open(), quiet=True)
            with page.box("hint-box") as self._hint:
                with page.row():
                    self._hint_code = page.box()
                    page.button(_("Put it on the board"), view.use_hint)
                self._hint_text = page.text()
            with Html("details") as self._few:
                Html("summary", _("The possible codes"))
                self._few_codes = page.box()
            self._counts = page.switch(_("Count the possible codes"), page.preferences.count, self._choose_count)
        with page.section(_("Rounds")) as self._rounds:
            headings = [_("Round"), _("Guesses"), _("Code")]
            self._table = page.table(_("Rounds"), headings, [], rules=rules, numeric=(1,), hides_caption=True)
            self._totals = page.text(classes="hint")
        self._giving_up = giving_up(page, view.give_up)
        self.set_rules(rules)

    async def _ask_hint(self) -> None:
        with busy(self._hint_button):
            await self._view.hint()

    def _choose_count(self, counts: bool) -> None:
        self._page.remember(count=counts)
        self._view.show_again()

    def set_rules(self, rules: Rules) -> None:
        """Begins anew with other rules."""
        self._rules = rules
        self._table.set_rows([])
        self._table.put(about=about(rules, self._page.shapes), pegs=rules.pegs)
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
        self._count.tell(count_text(state) if counts else "")
        self._back.enable(bool(state.turns))
        self._show_hint(state)
        few = counts and bool(state.codes) and not state.over
        self._few.show(few)
        self._page.set_codes(self._codes, self._rules, state.codes if few else ())
        self._show_rounds(state)

    def _show_hint(self, state: PlayState) -> None:
        hint = state.hint
        self._hint.show(hint is not None)
        self._hint_code.clear()
        if hint is not None:
            with self._hint_code:
                self._page.code(self._rules, hint.guess)
            self._hint_text.set_text(" ".join(hint.sentences))

    def _show_rounds(self, state: PlayState) -> None:
        """Shows the rounds that have ended, once there is more than one."""
        ended = state.rounds
        self._rounds.show(len(ended) > 1 or state.round > 1)
        rows: list[list[object]] = []
        for each in ended:
            guesses = each.guesses if each.won else _("not found")
            code = "" if each.secret is None else self._page.code_cell(self._rules, each.secret)
            rows.append([each.number, guesses, code])
        self._table.set_rows(rows)
        self._totals.set_text(totals_text(state))


class PlayView(OwnGameView[PlayState]):
    """A game of Play as its person sees it."""

    def __init__(self, page: Page, state: PlayState) -> None:
        super().__init__(page, state)
        rules = state.game.rules
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
                self._knowing = Knowing(page, rules, self)
        self._begin_with(state)

    # What the person does

    async def _guess(self, text: str) -> None:
        await self._move("guess", text)

    async def give_up(self) -> None:
        """Gives the game up."""
        await self._move("give up")

    async def take_back(self) -> None:
        """Takes the last guess back."""
        if await self._move("take back", told=False):
            self._page.announce(_("The last guess is taken back."))

    async def hint(self) -> None:
        """Asks for a hint."""
        if await self._move("hint", told=False):
            self._page.announce(*(self._state.hint.sentences if self._state.hint else ()))

    async def _next_round(self) -> None:
        if await self._move("next round", told=False, fresh=True):
            self._page.announce(task_text(self._state))
            self._board.focus()

    def use_hint(self) -> None:
        """Puts the hint in the open row."""
        if self._state.hint is not None:
            self._board.draft(self._state.hint.colors).focus()

    async def _begin(self, state: PlayState) -> None:
        """Shows a game that has just been begun."""
        self._begin_with(state)
        self._board.focus()
        self._page.announce(title_of(state.game.rules), task_text(state))

    def _ended(self) -> None:
        self._ending.focus()

    # How it looks

    def show_again(self) -> None:
        """Shows the game again, after the person has chosen to see other things of it."""
        self._show()

    def _news(self) -> str:
        return news_text(self._state, self._page.preferences.count)

    def _show(self, *, fresh: bool = False) -> None:
        state = self._state
        rules = state.game.rules
        if fresh:
            self._title.set_text(title_of(state.game.rules))
            self._task.set_text(task_text(state))
            self._about.set_text(join_sentences(*about_texts(state), answers_text(rules)))
            self._board.set_rules(rules, shapes=self._page.shapes)
            self._knowing.set_rules(rules)
        turns = state.game.game.turns
        self._letters.set_text(letters_in_words(rules, turns)).show(bool(turns) and not state.over)
        self._board.show(turns, notes=self._knowing.notes(state))
        self._board.rounds(0 if state.over else state.guesses or 0).open(not state.over)
        self._board.secret(state.secret)
        self._keys.show(not state.turns and not state.over)
        self._knowing.show(state)
        self._ending.show(state)


_PATH = "/play"
_LONGEST = 200  # characters of what an address names
_ASKED = ("rules", "game", "daily")


@ui.page(_PATH, response_timeout=PATIENCE)
async def play(request: Request) -> RedirectResponse | None:
    fault: SitoError | None = None
    if any(name in request.query_params for name in _ASKED):
        try:
            await _begin_asked(request)
        except SitoError as error:
            fault = error
        else:
            # A reload of the address would begin the game anew.
            return RedirectResponse(request.scope.get("root_path", "") + _PATH, 303)
    with frame(request, N_("Play")) as page:
        PlayView(page, await taken_up_or_begun(request, page, PlayRequest()))
        if fault is not None:
            page.fault(page.told(fault))
    return None


@ui.page(f"{_PATH}/boards", response_timeout=PATIENCE)
async def show_boards(request: Request) -> RedirectResponse | None:
    """Shows the game on several boards that was played last; without one, the view of the other games."""
    state = await taken_up(request, "boards")
    if not isinstance(state, BoardsState):
        return RedirectResponse(request.scope.get("root_path", "") + _PATH, 303)
    with frame(request, N_("Play")) as page:
        BoardsView(page, state)
    return None


async def _begin_asked(request: Request) -> None:
    """Begins the game that an address names, unless it is the last one. Raises `InputError` with every fault."""
    asked = request.query_params
    games, person = site.services().games, request.state.person
    text = asked.get("rules", "mastermind")[:_LONGEST]
    words = words_of(text)
    rules = Rules.parse(text, words)
    number = _number(asked.get("game"))
    daily = asked.get("daily", "") not in ("", "0")
    last = await games.latest(person, "play")
    if not isinstance(last, PlayState) or not _is_that(last, rules, number, daily):
        await games.begin(person, PlayRequest(text, number=number, words=Words.of(words), daily=daily))


def _is_that(last: PlayState, rules: Rules, number: int | None, daily: bool) -> bool:
    """Tells whether the last game is the one that is asked for; one without a number is, until it is over."""
    if last.rules.text != shared_rules(rules):
        return False
    if daily:
        return last.day == date.today().isoformat()
    return last.number == number and last.day is None and (number is not None or not last.over)


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > _LONGEST:
        wrong = N_("{name} is {value}; it must be a whole number")
        raise InputError(Fault(wrong, name="game", value=repr(text[:_LONGEST])))
    return int(text)
