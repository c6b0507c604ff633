"""The view of games on several boards: `/play/boards`. One word is written for all, and each board answers it."""

from __future__ import annotations

from sito.rules.rules import Rules
from sito.show.game_sentences import board_text, boards_ending, boards_task, which_sentence
from sito.show.i18n import _, ended, join_sentences
from sito.show.sentences import codes_left_text
from sito.show.spoken import answer_words, letters_in_words, marks_known
from sito.web.games.states import BoardsState, BoardView, GameState
from sito.web.page.board import Board
from sito.web.page.choosing import NewPlay
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.games import PATHS, OwnGameView, Sharing, game_sentence, giving_up, progress_text, title_of


class BoardsView(OwnGameView[BoardsState]):
    """A game on several boards as its person sees it."""

    def __init__(self, page: Page, state: BoardsState) -> None:
        super().__init__(page, state)
        rules = state.game.rules
        self._giving_up = giving_up(page, lambda: self._move("give up"))
        self._add_head(NewPlay(page, self._begin).open)
        self._boards: list[tuple[Board, Html, Html]] = []
        with page.box(f"boards boards-{len(state.boards)}"):
            for each in state.boards:
                with page.section(_("Board {number}:").format(number=each.number)):
                    board = page.board(rules).open(False)
                    self._boards.append((board, page.text(classes="hint"), page.text(classes="visually-hidden")))
        with page.box("boards-entry"):
            self._progress = page.text(classes="progress")
            self._entry = page.board(rules, on_guess=self._guess)
            self._surrender = page.button(_("Give up"), self._giving_up.open, quiet=True)
            with page.card() as self._ending:
                self._how = page.heading("", 3)
                self._share = Sharing(page)
        self._begin_with(state)

    async def _guess(self, text: str) -> None:
        if await self._move("guess", text):
            self._entry.draft(None)

    async def _begin(self, state: GameState) -> None:
        self._page.go(PATHS[state.kind])

    def _ended(self) -> None:
        self._focus.give(self._new)

    def _news(self) -> str:
        state = self._state
        rules = state.game.rules
        said = []
        for board, game in zip(state.boards, state.game.play.games, strict=True):
            if len(game) == state.made > 0 and not state.given_up:
                answer = board_text(board.number, ended(answer_words(rules, *game.turns[-1])))
                said.append(_("Board {number}: solved.").format(number=board.number) if board.solved else answer)
        return join_sentences(*said, _ending_text(state) if state.over else "")

    def _show(self, *, fresh: bool = False) -> None:
        state = self._state
        rules = state.game.rules
        if fresh:
            self._show_head(_task_text(state))
            self._title.set_text(f"{title_of(rules)} x{len(state.boards)}")
        parts = zip(state.boards, state.game.play.games, self._boards, strict=True)
        for board, game, (drawn, told, letters) in parts:
            turns = game.turns
            letters.set_text(letters_in_words(rules, turns)).show(bool(turns) and not board.solved and not state.over)
            drawn.show(turns)
            drawn.rounds(0 if state.over or board.solved else state.guesses or 0)
            drawn.secret(board.secret if state.over and not board.solved else None)
            told.set_text(_status_text(rules, board) if self._page.preferences.count or board.solved else "")
        self._entry.props["known"] = _known(state, rules)
        self._entry.open(not state.over).keep(f"{state.id} {state.made}")
        self._progress.tell("" if state.over else progress_text(state.made, state.guesses))
        self._surrender.show(not state.over)
        self._ending.show(state.over)
        if state.over:
            self._how.set_text(_ending_text(state))
            self._share.show(state)


def _task_text(state: BoardsState) -> str:
    task = boards_task(len(state.boards), game_sentence(state.game.rules))
    return join_sentences(task, which_sentence(state.number, state.day))


def _status_text(rules: Rules, board: BoardView) -> str:
    """Says how many codes a board leaves."""
    if board.solved:
        return _("solved")
    return "" if board.left is None else codes_left_text(board.left, rules)


def _known(state: BoardsState, rules: Rules) -> dict[int, int]:
    """Gives what keys show of letters: the marks of the last open board, or which are in the word of no open board."""
    known = [marks_known(rules, game.turns) for game in state.game.play.games if not game.won]
    if len(known) == 1:
        return known[0]
    return {color: 0 for color in range(rules.colors) if known and all(each.get(color) == 0 for each in known)}


def _ending_text(state: BoardsState) -> str:
    left = [(board.number, board.secret) for board in state.boards if not board.solved]
    return boards_ending(state.made, left, won=state.won, given_up=state.given_up)
