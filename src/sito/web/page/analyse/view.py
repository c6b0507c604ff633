"""The view Analyse: a game in text, and everything that can be said about it."""

from __future__ import annotations

from sito.codes.code import CodeSpace
from sito.codes.hard_mode import in_hard_mode
from sito.errors import N_, Fault, InputError, LimitError
from sito.operations.questions import check_turns
from sito.playing.game import Transcript
from sito.playing.text import read_written
from sito.rules.rules import Rules
from sito.show.i18n import _, error_text
from sito.show.sentences import codes_left_text
from sito.web.page.analyse.entering import Entering
from sito.web.page.analyse.explaining import Explaining
from sito.web.page.analyse.guesses import BestGuesses
from sito.web.page.analyse.left import CodesLeft
from sito.web.page.analyse.repairs import Repairs
from sito.web.page.analyse.reviews import GameReview
from sito.web.page.analyse.trees import TreeWalk
from sito.web.page.frame import Page
from sito.web.page.play.choosing import GameChoice, HardSwitch
from sito.web.page.play.focus import Focus
from sito.web.page.studied import Address
from sito.words.lists import BUILT_IN, built_in

EXAMPLE = "4x6 CBFF:o EAAB:xxo"
_FINISHED = "4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx"
_WRONG = "4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo"
_LINES = 4
_LONGEST = 20_000  # characters; a game of more turns than the service takes


class Analyse:
    """One person's look at one game at a time; a later game overtakes an earlier one."""

    def __init__(self, page: Page, text: str) -> None:
        self._page = page
        self._game: Transcript | None = None
        self._number = 0
        self._address = Address()
        self._focus = Focus()
        with page.box("study"):
            with page.box():
                with page.card():
                    with page.details(_("New game"), is_open=not text) as self._new_game:
                        self._choice = GameChoice(page, self._fit)
                        self._hard = HardSwitch(page)
                        page.button(_("Start"), self._start)
                    hint = _("The rules, and GUESS:ANSWER for each turn.")
                    self._field = page.field(
                        _("The game"), text, hint=hint, lines=_LINES, code=True, most=_LONGEST, on_enter=self.read
                    )
                    with page.row():
                        page.button(_("Analyse"), self.read, primary=True)
                        self._undo = page.button(_("Take the last turn back"), self._take_back)
                    with page.row("examples"):
                        page.text(_("For example:"), "hint")
                        page.button(_("a game"), lambda: self.load(EXAMPLE), quiet=True)
                        page.button(_("a finished game"), lambda: self.load(_FINISHED), quiet=True)
                        page.button(_("a wrong answer"), lambda: self.load(_WRONG), quiet=True)
                self._entering = Entering(page, self._go_on)
                self._left = CodesLeft(page)
            with page.box():
                self._repairs = Repairs(page, self._repair)
                self._guesses = BestGuesses(page, self._add, self._entering.ask)
                self._review = GameReview(page)
        with page.box("study study-even"):
            with page.box():
                self._tree = TreeWalk(page)
            with page.box():
                self._explaining = Explaining(page)
        self._undo.enable(False)

    async def begin(self) -> None:
        """Analyses the game of the address, if there is one."""
        if self._field.value:
            await self.read()

    async def load(self, text: str) -> None:
        """Puts a game into the field and analyses it."""
        self._field.set(text)
        await self.read()

    async def read(self) -> None:
        """Analyses the game in the field; what is wrong with it stands beside the field, and nothing is lost."""
        try:
            game = _read(self._field.value)
        except (InputError, LimitError) as error:
            self._field.fault(error_text(error)).focus()
            self._page.announce(error_text(error))
            return
        self._field.fault(None)
        await self._show(game)

    def _fit(self) -> None:
        self._hard.fit(self._choice)

    async def _start(self) -> None:
        """Begins with the game that is chosen."""
        text, words = self._choice.chosen()
        rules = Rules.parse(text, words)
        self._new_game.attribute("open", None)
        await self._go_on(Transcript(in_hard_mode(rules) if self._hard.value else rules))

    async def _go_on(self, game: Transcript) -> None:
        """Shows a game that was entered, with its text in the field."""
        if game.rules.words is None or game.rules.words.name in BUILT_IN:
            self._field.set(_written(game))
        self._field.fault(None)
        await self._show(game)

    async def _add(self, guess: str, answer: str) -> None:
        if self._game is not None:
            await self._go_on(self._game.after(guess, answer))
            if self._game.won:
                self._focus.give(self._left.told)  # the answer that was chosen is gone

    async def _repair(self, text: str) -> None:
        await self.load(text)
        self._focus.give(self._left.told)  # the repair that was chosen is gone

    async def _take_back(self) -> None:
        if self._game is not None and self._game.turns:
            await self._go_on(self._game.shortened(len(self._game) - 1))

    async def _show(self, game: Transcript) -> None:
        self._number += 1
        number = self._number
        self._game = game
        self._address.show(game=_written(game))
        self._entering.show(game)
        self._undo.enable(bool(game.turns))
        told = await self._left.show(game)
        if number != self._number:
            return  # another game came meanwhile
        said = [codes_left_text(told.left, game.rules)]
        self._tree.card.show(False)
        self._guesses.hide()
        self._explaining.show(game, told.first[0] if told.first else None)
        if not told.left:
            self._left.card.show(False)
            self._review.card.show(False)
            said = await self._repairs.show(game)
        else:
            self._repairs.hide()
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


def _written(game: Transcript) -> str:
    """Writes a game in one line, with the short name of a list that comes with Sito."""
    return " ".join([game.rules.short, *str(game).split(" ")[1:]])


def _read(text: str) -> Transcript:
    """Reads a game, quickly whatever it is. Raises `InputError` with every fault, or `LimitError`."""
    if len(text) > _LONGEST:
        raise LimitError(Fault(N_("the input is longer than {most} characters"), most=_LONGEST))
    rules, turns = read_written(text, built_in)
    check_turns(len(turns))
    return Transcript(rules, turns)
