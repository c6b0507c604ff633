"""The view of games on several boards: `/play/boards`. One word is written for all, and each board answers it."""

from __future__ import annotations

from sito.rules.rules import Rules
from sito.show.game_sentences import board_text, boards_ending, boards_task, which_sentence
from sito.show.i18n import _, fault_text, join_sentences
from sito.show.spoken import answer_words, letters_in_words, marks_known
from sito.sieve.knowledge import how_many_possible
from sito.web.games.states import BoardsState, BoardView
from sito.web.page.board import Board
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.play.ending import Shared
from sito.web.page.play.focus import Focus
from sito.web.page.play.following import OwnGameView
from sito.web.page.play.giving_up import GivingUp
from sito.web.page.play.new_game import NewGame
from sito.web.page.play.shown import board_rules, game_sentence, progress_text, read_code, shown_turns, title_of


class BoardsView(OwnGameView[BoardsState]):
    """A game on several boards as its person sees it."""

    def __init__(self, page: Page, state: BoardsState) -> None:
        super().__init__(page, state)
        rules = board_rules(state.rules)
        self._new_game = NewGame(page)
        self._giving_up = GivingUp(page, self._give_up)
        self._focus = Focus()
        with page.row("game-head"):
            page.heading(f"{title_of(state.rules)} x{len(state.boards)}")
            self._new = page.button(_("New game"), self._new_game.open)
        page.text(_task_text(state))
        self._boards: list[Board] = []
        self._told: list[Html] = []
        self._letters: list[Html] = []
        with page.box(f"boards boards-{len(state.boards)}"):
            for each in state.boards:
                with page.section(_("Board {number}:").format(number=each.number)):
                    self._boards.append(page.board(rules).open(False))
                    self._told.append(page.text(classes="hint"))
                    self._letters.append(page.text(classes="visually-hidden"))
        with page.box("boards-entry"):
            self._progress = page.text(classes="progress")
            self._entry = page.board(rules, on_guess=self._guess)
            self._surrender = page.button(_("Give up"), self._giving_up.open, quiet=True)
            with page.card() as self._ending:
                self._ended = page.heading("", 3)
                with page.details(_("Share the result")):
                    self._shared = Shared()
                    self._words = page.text(classes="hint share-words")
        self._begin_with(state)

    async def _guess(self, text: str) -> None:
        await self._move(text)

    async def _give_up(self) -> None:
        await self._move(None)

    async def _move(self, text: str | None) -> None:
        async def change() -> None:
            games, id, person = self._games, self._state.id, self._page.person
            self._take(await (games.give_up(id, person) if text is None else games.guess(id, person, text)))
            self._entry.draft(None)
            self._show()
            self._page.announce(self._news())
            if self._state.over:
                self._focus.give(self._new)

        await self._alone(change)

    def _news(self) -> str:
        state = self._state
        rules = board_rules(state.rules)
        said = []
        for board in state.boards:
            if len(board.turns) == state.made > 0 and not state.given_up:
                ((guess, answer),) = shown_turns(state.rules, board.turns[-1:])
                text = f"{answer_words(rules, guess, answer)}."
                said.append(board_text(board.number, _("solved") + "." if board.solved else text))
        return join_sentences(*said, _ending_text(state) if state.over else "")

    def _show(self, *, fresh: bool = False) -> None:
        state = self._state
        rules = board_rules(state.rules)
        for board, drawn, told, letters in zip(state.boards, self._boards, self._told, self._letters, strict=True):
            turns = shown_turns(state.rules, board.turns)
            letters.set_text(letters_in_words(rules, turns)).show(bool(turns) and not board.solved and not state.over)
            drawn.show(turns)
            drawn.rounds(0 if state.over or board.solved else state.guesses or 0)
            secret = board.secret if state.over and not board.solved else None
            drawn.secret(None if secret is None else read_code(state.rules, secret))
            told.set_text(_status_text(rules, board) if self._page.preferences.count or board.solved else "")
        self._entry.props["known"] = _known(state, rules)
        self._entry.open(not state.over)
        self._progress.set_text("" if state.over else progress_text(state.made, state.guesses)).show(not state.over)
        self._surrender.show(not state.over)
        self._ending.show(state.over)
        if state.over:
            self._ended.set_text(_ending_text(state))
            self._shared.set(state.share or "")
            self._words.set_text(state.share_words or "")


def _task_text(state: BoardsState) -> str:
    task = boards_task(len(state.boards), game_sentence(state.rules))
    return join_sentences(task, which_sentence(state.number, state.day))


def _status_text(rules: Rules, board: BoardView) -> str:
    """Says how many codes a board leaves."""
    if board.solved:
        return _("solved")
    return "" if board.left is None else fault_text(how_many_possible(rules, board.left))


def _known(state: BoardsState, rules: Rules) -> dict[int, int]:
    """Gives what keys show of letters: the marks of the last open board, or which are in the word of no open board."""
    known = [marks_known(rules, shown_turns(state.rules, board.turns)) for board in state.boards if not board.solved]
    if len(known) == 1:
        return known[0]
    return {color: 0 for color in range(rules.colors) if known and all(each.get(color) == 0 for each in known)}


def _ending_text(state: BoardsState) -> str:
    left = [(board.number, board.secret) for board in state.boards if not board.solved]
    return boards_ending(state.made, left, won=state.won, given_up=state.given_up)
