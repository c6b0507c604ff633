"""The view Analyse: `/analyse?game=…`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from fastapi import Request
from nicegui import ui

from sito.advice.written_turns import WrittenTurns
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, read_noted
from sito.codes.hard_mode import check_allowed, in_hard_mode
from sito.errors import N_, InputError, LimitError
from sito.operations.questions import check_turns
from sito.playing.game import Transcript
from sito.playing.text import read_turn_line, read_written
from sito.rules.rules import Rules
from sito.show.i18n import _, error_text
from sito.show.sentences import codes_left_text, turns_sentence
from sito.web.page.analyse.cards import CodesLeft, Explaining, GameReview, Repairs
from sito.web.page.analyse.guesses import BestGuesses, TreeWalk
from sito.web.page.board import AnswerEntry, Board
from sito.web.page.choosing import GameChoice, HardSwitch
from sito.web.page.elements import Focus, Html
from sito.web.page.frame import Page, frame
from sito.web.page.games import written_game
from sito.web.page.site import PATIENCE
from sito.web.page.studied import Address, add_styles
from sito.words.lists import BUILT_IN, built_in


class Entering:
    """Takes the turns of a game, and gives the game after them to `on_game`."""

    def __init__(self, page: Page, on_game: Callable[[Transcript], Awaitable[None]]) -> None:
        self._page, self._on_game = page, on_game
        self._game: Transcript
        self._guess: Code | None = None
        self._board: Board
        self._entry: AnswerEntry
        self._rules: Rules | None = None
        with page.card().show(False) as self.card:
            self._place = page.box("game")
            with page.box() as self._asking:
                self._entry_place = page.box()
                page.button(_("Cancel"), self._drop, quiet=True)
            with page.box() as self._written_place:
                self._written = page.field("", code=True, most=1000, on_enter=self._take)

    def show(self, game: Transcript) -> None:
        """Shows a game, and asks how it goes on unless it is won."""
        self._game, self._guess = game, None
        if self._rules != game.rules:
            self._begin(game.rules)
        self._draw()
        self._written.fault(None)
        self._written.set("")
        self._written_place.show(game.winning_turn is None)
        self.card.show()

    def _begin(self, rules: Rules) -> None:
        """Puts the board of a game, and the entry of its answers."""
        self._rules = rules
        self._place.clear()
        with self._place:
            self._board = self._page.board(rules, on_guess=self.ask).name(send=_("Your guess"))
        self._entry_place.clear()
        with self._entry_place:
            self._entry = self._page.answer_entry(rules, self._answer, unknown=True)
        self._written.props["label"] = turns_sentence(rules)

    def _draw(self) -> None:
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
        self._board.focus()

    async def _answer(self, text: str) -> None:
        if self._guess is None:
            return
        game = self._game.after(self._guess, read_noted(text, self._game.rules))
        await self._on_game(game)
        if game.winning_turn is None:
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


_EXAMPLES = (
    (N_("a game"), "4x6 CBFF:o EAAB:xxo"),
    (N_("a finished game"), "4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx"),
    (N_("a wrong answer"), "4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo"),
)
_LINES = 4
_LONGEST = 20_000  # characters; a game of more turns than the service takes


class Analyse:
    """One person's look at one game at a time; a later game overtakes an earlier one."""

    def __init__(self, page: Page, text: str) -> None:
        self._page = page
        self._game: Transcript | None = None
        self._number = 0
        self._before: list[Transcript] = []
        self._after: list[Transcript] = []
        self._address = Address(page)
        self._focus = Focus()
        page.text(_("Which codes a game leaves, which guesses are best, and which answer is wrong."), "lead")
        with page.box("study"):
            with page.box():
                with page.card():
                    with page.details(_("New game"), is_open=not text) as self._new_game:
                        self._choice = GameChoice(page)
                        self._hard = HardSwitch(page, self._choice)
                        page.button(_("Start"), self._start)
                    hint = _("The rules, and GUESS:ANSWER for each turn.")
                    self._field = page.field(
                        _("The game"), text, hint=hint, lines=_LINES, code=True, most=_LONGEST, on_enter=self._read
                    )
                    with page.row():
                        page.button(_("Analyse"), self._read, primary=True)
                        self._back = page.button(_("Take the last turn back"), self._take_back)
                        self._undo = page.button(_("Undo"), lambda: self._step(self._before, self._after))
                        self._redo = page.button(_("Redo"), lambda: self._step(self._after, self._before))
                self._entering = Entering(page, self._go_on)
                self._left = CodesLeft(page)
            with page.box():
                with page.card(_("How a game is written")).show(not text) as self._begins:
                    page.text(
                        _(
                            "Its rules, and each guess with its answer: x for a peg in the right place, o for one "
                            "that belongs in another place."
                        )
                    )
                    for name, example in _EXAMPLES:
                        with page.row("examples"):
                            page.button(_(name), partial(self._show_example, example), quiet=True)
                            Html("code", example)
                self._repairs = Repairs(page, self._repair)
                self._guesses = BestGuesses(page, self._add, self._entering.ask)
                self._review = GameReview(page)
        with page.box("study study-even"):
            with page.box():
                self._tree = TreeWalk(page)
            with page.box():
                self._explaining = Explaining(page)
        for button in (self._back, self._undo, self._redo):
            button.enable(False)

    async def begin(self) -> None:
        """Analyses the game of the address, if there is one."""
        if self._field.value:
            await self._read()

    async def _load(self, text: str) -> None:
        """Puts a game into the field and analyses it."""
        self._field.set(text)
        await self._read()

    async def _show_example(self, text: str) -> None:
        await self._load(text)
        self._focus.give(self._back)  # the example that was chosen is gone

    async def _read(self) -> None:
        """Analyses the game in the field; what is wrong with it stands beside the field, and nothing is lost."""
        try:
            game = _read(self._field.value)
        except (InputError, LimitError) as error:
            self._field.fault(error_text(error)).focus()
            self._page.announce(error_text(error))
            return
        self._field.fault(None)
        await self._show(game)

    async def _start(self) -> None:
        """Begins with the game that is chosen."""
        text, words = self._choice.chosen()
        rules = Rules.parse(self._hard.rules(text), built_in if words is None else words.read())
        self._new_game.attribute("open", None)
        await self._go_on(Transcript(in_hard_mode(rules) if self._hard.value else rules))

    async def _go_on(self, game: Transcript) -> None:
        """Shows a game that was entered, with its text in the field."""
        if game.rules.words is None or game.rules.words.name in BUILT_IN:
            self._field.set(written_game(game))
        self._field.fault(None)
        await self._show(game)

    async def _add(self, guess: str, answer: str) -> None:
        if self._game is not None:
            await self._go_on(self._game.after(guess, answer))
            if self._game.won:
                self._focus.give(self._left.told)  # the answer that was chosen is gone

    async def _repair(self, text: str) -> None:
        await self._load(text)
        self._focus.give(self._left.told)  # the repair that was chosen is gone

    async def _take_back(self) -> None:
        if self._game is not None and self._game.turns:
            await self._go_on(self._game.shortened(len(self._game) - 1))

    async def _step(self, taken: list[Transcript], given: list[Transcript]) -> None:
        """Goes to the game that was shown before, or to the one after it."""
        if taken and self._game is not None:
            given.append(self._game)
            self._game = None
            await self._go_on(taken.pop())

    async def _show(self, game: Transcript) -> None:
        self._number += 1
        number = self._number
        if self._game is not None and self._game != game:
            self._before.append(self._game)
            self._after.clear()
        self._game = game
        self._address.show(game=written_game(game))
        self._begins.show(False)
        self._entering.show(game)
        self._back.enable(bool(game.turns))
        self._undo.enable(bool(self._before))
        self._redo.enable(bool(self._after))
        told = await self._left.show(game)
        if number != self._number:
            return  # another game came meanwhile
        said = [codes_left_text(told.left, game.rules)]
        self._tree.card.show(False)
        self._guesses.card.show(False)
        self._guesses.cells.show(False)
        self._explaining.show(game, told.first[0] if told.first else None)
        if not told.left:
            self._left.card.show(False)
            self._review.card.show(False)
            said = await self._repairs.show(game)
        else:
            self._repairs.card.show(False)
            if told.won is None:
                best = await self._guesses.show(game)
                said.append(_("next guess: {guess}").format(guess=best))
                self._tree.show(game)
            else:
                hit = game.turns[told.won - 1].guess
                won = _("The game is won: guess {number}, {guess}, is the code.")
                text = CodeSpace(game.rules, guesses=True).text(hit)
                said.append(won.format(number=told.won, guess=text))
            await self._review.show(game)
        if number == self._number:
            self._page.announce(*said)


def _read(text: str) -> Transcript:
    """Reads a game, quickly whatever it is. Raises `InputError` with every fault, or `LimitError`."""
    if len(text) > _LONGEST:
        raise LimitError.said("the input is longer than {most} characters", most=_LONGEST)
    rules, turns = read_written(text, built_in)
    check_turns(len(turns))
    return Transcript(rules, turns)


@ui.page("/analyse", response_timeout=PATIENCE)
async def analyse(request: Request) -> None:
    add_styles()
    with frame(request, N_("Analyse")) as page:
        view = Analyse(page, request.query_params.get("game", ""))
    await page.client.connected()
    await page.act(view.begin)()
