"""The view Play: you break the computer's code.

`/play` goes on with the game that was played last, or begins one of Mastermind. `?rules=4x6`, `?game=17` and
`?daily=1` name a game: it is gone on with if there is one, else begun. `?id=` goes on with one that is listed. The
address stays that of a game by number, or of a day, so that it can be given to others.
"""

from __future__ import annotations

from datetime import date
from typing import cast

from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import ui

from sito.errors import N_, SitoError
from sito.games.counting import is_counted
from sito.games.play import PlayGame
from sito.rules.rules import FeedbackKind, OwnAnswers, Rules
from sito.show.game_sentences import farewell, maker_sentences, maker_task, play_ending, vast_sentence, which_sentence
from sito.show.i18n import _, join_sentences
from sito.show.sentences import codes_left_text, hard_sentence
from sito.show.sharing import shared_rules
from sito.show.spoken import letters_in_words
from sito.web.games.asked import PlayRequest, today
from sito.web.games.states import BoardsState, HintView, PlayState
from sito.web.page import site
from sito.web.page.board import about
from sito.web.page.boards import BoardsView
from sito.web.page.choosing import NewPlay, whole_number
from sito.web.page.frame import Page, frame
from sito.web.page.games import (
    LONGEST,
    PATHS,
    Clock,
    OwnGameView,
    Sharing,
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
from sito.web.page.site import PATIENCE
from sito.web.page.studied import Address
from sito.words.lists import built_in

_ANSWERS = {
    FeedbackKind.BLACK_WHITE: N_("Black: right, and in its place. White: right, but in another place."),
    FeedbackKind.BLACK: N_("Black: right, and in its place."),
    FeedbackKind.TOTAL: N_("Each peg of the answer stands for one that is right, in its place or in another."),
    FeedbackKind.POSITION: N_("Green: in its right place. Yellow: in another place. Grey: not there."),
    FeedbackKind.NAIVE: N_(
        "Green: in its right place. Yellow: in another place, however often the guess has it. Grey: not there."
    ),
}


def answers_text(rules: Rules) -> str:
    """Says how answers are to be read."""
    if isinstance(rules.feedback, OwnAnswers):
        return _("The answers are {answers}.").format(answers=rules.feedback.shown)
    return _(_ANSWERS[rules.feedback])


def task_text(state: PlayState) -> str:
    """Says what is to be guessed."""
    return maker_task(game_sentence(state.game.rules), adversarial=state.level == "adversarial")


def about_texts(state: PlayState) -> list[str]:
    """Says what is special about a game, in sentences."""
    which = which_sentence(state.number, state.day)
    maker = maker_sentences(state.rules.lies, adversarial=state.level == "adversarial")
    hard = hard_sentence(state.game.rules) if state.hard else ""
    return [*filter(None, [which, *maker, hard, vast_sentence(state.game.rules)])]


def count_text(state: PlayState) -> str:
    """Says how many codes are possible; nothing where they are not counted."""
    if state.left is None or state.over:
        return ""
    return codes_left_text(state.left, state.game.rules)


def ending_text(state: PlayState) -> str:
    """Says how a game has ended."""
    return play_ending(len(state.turns), won=state.won, given_up=state.given_up)


def secret_text(state: PlayState) -> str:
    """Says what the code was, or that an adversarial codemaker had none; and what a liar has lied about."""
    if state.secret is None:
        return _("The code is told when the class ends.")
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


class PlayView(OwnGameView[PlayState]):
    """A game of Play as its person sees it."""

    def __init__(self, page: Page, state: PlayState) -> None:
        super().__init__(page, state)
        self._clock: Clock | None = None
        self._address = Address(page)
        self._new_game = NewPlay(page, self._begin)
        self._giving_up = giving_up(page, lambda: self._move("give up"))
        with page.columns():
            with page.box("game"):
                self._add_head(self._new_game.open)
                self._board = page.board(state.game.rules, on_guess=lambda text: self._move("guess", text))
                self._letters = page.text(classes="visually-hidden letters-known")
                how = _(
                    "Choose by clicks, by keys or by dragging; + or a right-click fills the row, Enter makes the guess."
                )
                self._keys = page.text(how, "hint keys-hint")
            with page.box("game-side"):
                self._add_ending()
                self._add_knowing()
                self._add_rounds()
        self._begin_with(state)

    def _add_ending(self) -> None:
        """Puts what stands below the board when a round is over."""
        page = self._page
        with page.card(classes="ending") as self._ending:
            self._how = page.heading("", 3)
            self._secret = page.text()
            with page.row("game-actions"):
                self._next = page.button(_("Next round"), self._next_round, primary=True)
                self._other = page.button(_("New game"), self._new_game.open)
                self._review = page.link(_("Review this game"), "/analyse", "button")
                self._train = page.link(_("Train my mistakes"), "/train", "button")
            self._share = Sharing(page)

    def _add_knowing(self) -> None:
        """Puts what stands beside the board: how far the game is, hints, and the codes that are possible."""
        page = self._page
        with page.card() as self._side:
            self._progress = page.text(classes="progress")
            if page.preferences.timed:
                self._clock = Clock(label=_("Time"))
            self._count = page.text(classes="count")
            with page.row("game-actions"):
                self._hint_button = page.button(_("Hint"), self._ask_hint)
                self._back = page.button(_("Take back"), self._take_back)
                page.button(_("Give up"), self._giving_up.open, quiet=True)
            with page.box("hint-box") as self._hint:
                with page.row():
                    self._hint_code = page.box()
                    page.button(_("Put it on the board"), self._use_hint)
                self._hint_text = page.text()
            with page.details(_("The possible codes")) as self._few:
                self._few_codes = page.box()
            with page.box() as self._counting:
                page.switch(_("Count the possible codes"), page.preferences.count, self._choose_count)

    def _add_rounds(self) -> None:
        """Puts the rounds that have ended."""
        page = self._page
        with page.section(_("Rounds")) as self._rounds:
            headings = [_("Round"), _("Guesses"), _("Code")]
            rules = self._state.game.rules
            self._table = page.table(_("Rounds"), headings, [], rules=rules, numeric=(1,), hides_caption=True)
            self._totals = page.text(classes="hint")

    # What the person does

    async def _take_back(self) -> None:
        if await self._move("take back", told=False):
            self._page.announce(_("The last guess is taken back."))

    async def _ask_hint(self) -> None:
        with busy(self._hint_button):
            if await self._move("hint", told=False):
                self._page.announce(*(self._state.hint.sentences if self._state.hint else ()))

    def _use_hint(self) -> None:
        """Puts the hint in the open row."""
        if self._state.hint is not None:
            self._board.draft(self._state.hint.colors).focus()

    async def _next_round(self) -> None:
        if await self._move("next round", told=False, fresh=True):
            self._page.announce(task_text(self._state))
            self._board.focus()

    def _choose_count(self, counts: bool) -> None:
        self._page.remember(count=counts)
        self._show()

    def _begun(self) -> None:
        self._board.focus()
        self._page.announce(title_of(self._state.game.rules), task_text(self._state))

    def _ended(self) -> None:
        self._focus.give(self._next if self._state.more else self._other)

    # How it looks

    def _news(self) -> str:
        return news_text(self._state, self._page.preferences.count)

    def _show(self, *, fresh: bool = False) -> None:
        state, page = self._state, self._page
        rules, turns = state.game.rules, state.game.game.turns
        counts = page.preferences.count
        if fresh:
            self._show_address()
            self._show_head(task_text(state), *about_texts(state), answers_text(rules))
            self._board.set_rules(rules, shapes=page.shapes)
            self._hint_button.show(is_counted(rules))
            self._counting.show(is_counted(rules))
            self._table.put(rows=[], about=about(rules, page.shapes), pegs=rules.pegs)
            self._few_codes.clear()
            with self._few_codes:
                self._codes = page.codes(rules, label=_("The possible codes"))
        self._letters.set_text(letters_in_words(rules, turns)).show(bool(turns) and not state.over)
        won = {len(turns): "best"} if state.won else None
        self._board.show(turns, notes=left_notes(state.turns) if counts else None, states=won)
        self._board.rounds(0 if state.over else state.guesses or 0).open(not state.over)
        self._board.keep(f"{state.id} {state.round} {len(turns)}")
        self._board.secret(None if state.won else state.secret)  # then the last row shows it
        self._keys.show(not state.turns and not state.over)
        self._side.show(not state.over)
        self._progress.set_text(progress_text(len(state.turns), state.guesses))
        if self._clock is not None:
            self._clock.put(game=f"{state.id}-{state.round}", runs=not state.over)
        self._count.tell(count_text(state) if counts else "")
        self._back.enable(bool(state.turns))
        self._show_hint(state.hint)
        few = state.codes if counts and not state.over else ()
        self._few.show(bool(few))
        page.set_codes(self._codes, rules, few)
        self._show_rounds()
        self._show_ending()

    def _show_address(self) -> None:
        """Names a game that others can play, too, in the address."""
        state = self._state
        named = state.number is not None or state.day is not None
        self._address.show(
            rules=state.rules.text if named and state.rules.text != _USUAL else None,
            game=str(state.number) if named and state.day is None else None,
            daily="1" if state.day is not None else None,
        )

    def _show_hint(self, hint: HintView | None) -> None:
        self._hint.show(hint is not None)
        self._hint_code.clear()
        if hint is not None:
            with self._hint_code:
                self._page.code(self._state.game.rules, hint.guess)
            self._hint_text.set_text(" ".join(hint.sentences))

    def _show_rounds(self) -> None:
        """Shows the rounds that have ended, once there is more than one."""
        state = self._state
        self._rounds.show(len(state.rounds) > 1 or state.round > 1)
        rows: list[list[object]] = []
        for each in state.rounds:
            code = "" if each.secret is None else self._page.code_cell(state.game.rules, each.secret)
            rows.append([each.number, each.guesses if each.won else _("not found"), code])
        self._table.set_rows(rows)
        self._totals.set_text(totals_text(state))

    def _show_ending(self) -> None:
        state = self._state
        self._ending.show(state.over)
        if state.over:
            self._ending.set_class("won", state.won)
            self._how.set_text(ending_text(state))
            self._secret.tell(secret_text(state))
            self._next.show(state.more)
            show_review(self._review, state.game.game)
            show_review(self._train, state.game.game, "/train")
            self._share.show(state)


_USUAL = shared_rules(Rules.parse("mastermind"))
_ASKED = ("rules", "game", "daily")


@ui.page(PATHS["play"], response_timeout=PATIENCE)
async def play(request: Request) -> None:
    fault: SitoError | None = None
    state: PlayState | None = None
    if any(name in request.query_params for name in _ASKED):
        try:
            state = await _asked_for(request)
        except SitoError as error:
            fault = error
    with frame(request, N_("Play")) as page:
        PlayView(page, state or await taken_up_or_begun(request, page, PlayRequest()))
        if fault is not None:
            page.fault(page.told(fault))


@ui.page(PATHS["boards"], response_timeout=PATIENCE)
async def show_boards(request: Request) -> RedirectResponse | None:
    """Shows the game on several boards that was played last; without one, the view of the other games."""
    state = await taken_up(request, "boards")
    if not isinstance(state, BoardsState):
        return RedirectResponse(site.url(PATHS["play"]), 303)
    with frame(request, N_("Play")) as page:
        BoardsView(page, state)
    return None


async def _asked_for(request: Request) -> PlayState:
    """Gives the game that an address names, which is begun if the person has none. Raises `InputError`."""
    asked = request.query_params
    games, person = site.services().games, request.state.person
    text = asked.get("rules", "mastermind")[:LONGEST]
    rules = Rules.parse(text, built_in)
    number = whole_number(asked.get("game", ""), "game")
    zone = site.zone_of(request)
    day = today(zone) if asked.get("daily", "") not in ("", "0") else None
    for kept in await games.played(person):
        if isinstance(kept.game, PlayGame) and _is_that(kept.game, rules, number, day):
            return cast(PlayState, await games.state(kept.id, person))
    return await games.begin(person, PlayRequest(text, number=number, daily=day is not None, zone=zone))


def _is_that(game: PlayGame, rules: Rules, number: int | None, day: date | None) -> bool:
    """Tells whether a game is the one that is asked for; one without a number is, until it is over."""
    if shared_rules(game.rules) != shared_rules(rules):
        return False
    if day is not None:
        return game.day == day.isoformat()
    return game.number == number and game.day is None and (number is not None or not game.over)
