"""How a game goes on: on the board and by marks, or as text; a guess waits there for its answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sito.advice.written_turns import WrittenTurns
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, read_noted
from sito.codes.hard_mode import check_allowed
from sito.codes.notations import example_answer
from sito.errors import InputError
from sito.playing.game import Transcript
from sito.playing.text import read_turn_line
from sito.rules.rules import Rules
from sito.show.i18n import _, error_text
from sito.web.page.board import AnswerEntry, Board
from sito.web.page.frame import Page


class Entering:
    """Takes the turns of a game, and gives the game after them to `on_game`."""

    def __init__(self, page: Page, on_game: Callable[[Transcript], Awaitable[None]]) -> None:
        self._page, self._on_game = page, on_game
        self._game: Transcript
        self._guess: Code | None = None
        self._board: Board | None = None
        self._entry: AnswerEntry
        with page.card() as self.card:
            self._place = page.box("game")
            with page.box() as self._asking:
                self._entry_place = page.box()
                page.button(_("Cancel"), self._drop, quiet=True)
            with page.box() as self._written_place:
                self._written = page.field("", code=True, most=1000, on_enter=self._take)
        self.card.show(False)

    def show(self, game: Transcript) -> None:
        """Shows a game, and asks how it goes on unless it is won."""
        fresh = self._board is None or self._board.rules != game.rules
        self._game, self._guess = game, None
        if self._board is None:
            with self._place:
                self._board = self._page.board(game.rules, on_guess=self.ask)
        if fresh:
            self._board.set_rules(game.rules, shapes=self._page.shapes)
            self._board.name(send=_("Your guess"))
            self._entry_place.clear()
            with self._entry_place:
                self._entry = self._page.answer_entry(game.rules, self._answer, unknown=True)
            self._written.props["label"] = _turns_sentence(game.rules)
        self._draw()
        self._written.fault(None)
        self._written.set("")
        self._written_place.show(game.winning_turn is None)
        self.card.show()

    def _draw(self) -> None:
        assert self._board is not None
        turns: list[tuple[Code | str, Answer | None]] = [(turn.guess, turn.answer) for turn in self._game.turns]
        states = {}
        if self._guess is not None:
            turns.append((self._guess, None))
            states[len(turns)] = "new"
        self._board.show(turns, states=states).open(self._guess is None and self._game.winning_turn is None)
        self._asking.show(self._guess is not None)

    async def ask(self, text: str) -> None:
        """Takes a guess, and asks for its answer. Raises `CodeError`, and `HardModeError` if it is not allowed."""
        code = CodeSpace(self._game.rules, guesses=True).parse(text)
        check_allowed(self._game, code)
        self._guess = code
        self._draw()
        self._entry.ask(code).focus()

    def _drop(self) -> None:
        """Takes the guess back that waits for its answer."""
        self._guess = None
        self._draw()
        if self._board is not None:
            self._board.focus()

    async def _answer(self, text: str) -> None:
        if self._guess is None:
            return
        game = self._game.after(self._guess, read_noted(text, self._game.rules))
        await self._on_game(game)
        if self._board is not None and game.winning_turn is None:
            self._board.focus()

    async def _take(self) -> None:
        """Reads what is written: turns, or a guess that waits for its answer."""
        rules, line = self._game.rules, self._written.value.strip()
        if not line:
            return
        game, guess = self._game, None
        try:
            if rules.words is None:
                turn = read_turn_line(rules, line)
                game = game.after(turn.guess, turn.answer)
            else:
                reader = WrittenTurns(rules)
                reader.read(line)
                while (written := reader.take()) is not None:
                    check_allowed(game, written.guess)
                    game = game.after(written.guess, written.answers[0])
                guess = next(iter(reader.guesses), None)
                if guess is None and reader.answers:
                    read_turn_line(rules, line)  # says what is missing
        except InputError as error:
            self._written.fault(error_text(error)).focus()
            self._page.announce(error_text(error))
            return
        if len(game) > len(self._game):
            await self._on_game(game)
        self._written.fault(None)
        self._written.set("")
        if guess is not None:
            await self.ask(CodeSpace(rules, guesses=True).text(guess))


def _turns_sentence(rules: Rules) -> str:
    """Says how to write a turn, with an example that can be read."""
    example = f"{CodeSpace(rules, guesses=True).example} {example_answer(rules)}"
    return _("Write your turns, such as {example}: the guess and its answer.").format(example=example)
