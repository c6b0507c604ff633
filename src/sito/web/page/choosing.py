"""The dialogs in which a game is chosen and begun: by name, by rules as text, or with words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, ClassVar

from sito.errors import N_, Fault, InputError, SitoError, no_whole_number
from sito.operations.questions import Words
from sito.rules.rules import FeedbackKind, HardMode, Rules
from sito.rules.text import PRESETS
from sito.show.i18n import _, pgettext
from sito.show.sentences import game_name, hard_sentence, level_names
from sito.web.games.asked import (
    BoardsRequest,
    ClassRequest,
    Codemaker,
    DuelRequest,
    KeepRequest,
    Level,
    NewGame,
    Opponent,
    Order,
    PlayRequest,
    Side,
)
from sito.web.games.states import GameState
from sito.web.page.elements import Choice, Faults
from sito.web.page.frame import Page
from sito.web.page.games import words_title
from sito.words.lists import LANGUAGES, LENGTHS
from sito.words.words import WordList

WORDS = "words-position:"
_RULES, _OWN, _ENGLISH = "rules", "own", "words"
_USUAL_LENGTH = 5
OWN_NAME = "words"
_MOST_TEXT = 200_000  # characters of a list of words


class GameChoice:
    """Asks for the rules of a game."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._followers: list[Callable[[], object]] = []
        here = page.language if page.language in LANGUAGES else LANGUAGES[0]
        lists = [here, *(name for name in LANGUAGES if name != here)]
        options = {text: _option(text) for text in PRESETS.values()}
        options |= {_ENGLISH if name == "en" else WORDS + name: words_title(name) for name in lists}
        options |= {_OWN: _("Words of your own"), _RULES: _("Other rules")}
        self._listed = frozenset(options) - {_OWN, _RULES}
        self._game = page.choice(_("Game"), options, next(iter(options)), self._choose)
        with page.box() as self._length_place:
            lengths = {f"words-{length}": str(length) for length in LENGTHS}
            self._length = page.choice(_("Letters"), lengths, f"words-{_USUAL_LENGTH}", self._changed, buttons=True)
        with page.box() as self._naive_place:
            self._naive = page.switch(_("Mark each letter by itself"), hint=_(NAIVE_HINT))
        with page.box() as self._rules_place:
            hint = _("Pegs and colors, as in 5x6, 4x10-distinct or 3x8-black.")
            self._rules = page.field(_("Rules"), "5x6", hint=hint, code=True, most=200)
        with page.box() as self._words_place:
            hint = _("All of the same length, with blanks between them.")
            self._words = page.field(_("Words"), hint=hint, lines=4, most=_MOST_TEXT)
        self._show(self._game.value)

    def _choose(self, game: str) -> None:
        self._show(game)
        self._changed()

    def _show(self, game: str) -> None:
        self._rules_place.show(game == _RULES)
        self._words_place.show(game == _OWN)
        self._length_place.show(game == _ENGLISH)
        self._naive_place.show(self.is_of_words)

    def _changed(self) -> None:
        for follower in self._followers:
            follower()

    def follow(self, on_change: Callable[[], object]) -> None:
        """Calls it now, and when another game is chosen."""
        self._followers.append(on_change)
        on_change()

    def choose(self, rules: str) -> None:
        """Chooses a game by its rules; those that are not in the list stand in the field."""
        english = self._length.can_be(rules)
        listed = english or rules in self._listed
        self._game.set(_ENGLISH if english else rules if listed else _RULES)
        if english:
            self._length.set(rules)
        if not listed:
            self._rules.set(rules)
        self._choose(self._game.value)

    def chosen(self) -> tuple[str, Words | None]:
        """Gives the text of the rules, and words of the person's own. Raises `InputError` for words of no use."""
        game: str = self._game.value
        words = Words.of(WordList.of(self._words.value.split(), name=OWN_NAME)) if game == _OWN else None
        rules = {_RULES: self._rules.value.strip(), _ENGLISH: self._length.value, _OWN: WORDS + OWN_NAME}
        text = rules.get(game, game)
        if self.is_of_words and self._naive.value:
            naive = f"-{FeedbackKind.NAIVE}"
            text = text.replace(WORDS, f"words{naive}:") if text.startswith(WORDS) else text + naive
        return text, words

    @property
    def is_of_words(self) -> bool:
        """Whether a word game is chosen, whose answers are marks of letters."""
        game = str(self._game.value)
        return game in (_OWN, _ENGLISH) or game.startswith(WORDS)


class HardSwitch:
    """Asks whether the game that is chosen is played in hard mode, and of words in the strict one."""

    def __init__(self, page: Page, game: GameChoice) -> None:
        self._game = game
        self._switch = page.switch(hard_sentence(), on_change=self._show)
        with page.box() as self._strict_place:
            self._strict = page.switch(hard_sentence(replace(_MARKED, hard=HardMode.STRICT)))
        game.follow(self._fit)

    def _show(self) -> None:
        self._strict_place.show(self._game.is_of_words and self.value)

    def _fit(self) -> None:
        """Says what hard mode is in the game that is chosen."""
        self._switch.props["label"] = hard_sentence(_MARKED if self._game.is_of_words else None)
        self._show()

    def rules(self, text: str) -> str:
        """Gives the rules with the strict hard mode, if it is chosen."""
        head, colon, words = text.partition(":")
        strict = self._game.is_of_words and self.value and self._strict.value
        return f"{head}-{HardMode.STRICT}{colon}{words}" if strict else text

    @property
    def value(self) -> bool:
        """Whether it is on."""
        return bool(self._switch.value)


NAIVE_HINT = N_("Yellow is a letter that the word has in another place, however often the guess has it.")
_MOST_DIGITS = 200
_MARKED = Rules.parse("1x2-position")


def _option(rules: str) -> str:
    return f"{game_name(rules)} · {rules}"


def number_fault(text: str, name: str, least: int = 0) -> Fault | None:
    """Says what is wrong with a text that is no whole number from the least on."""
    if text.strip().isdecimal() and len(text) <= _MOST_DIGITS and int(text) >= least:
        return None
    return no_whole_number(name, text[:_MOST_DIGITS], 10, least)


def whole_number(text: str, name: str, least: int = 0) -> int | None:
    """Reads a whole number; None if there is none. Raises `InputError`."""
    if not text.strip():
        return None
    if (fault := number_fault(text, name, least)) is not None:
        raise InputError(fault)
    return int(text)


_USUAL = "optimal"


class StartDialog(ABC):
    """Asks for a game, and begins it, for `begin` to show; what was chosen stays for the next time.

    Faults stand in the dialog, which stays open then.
    """

    TITLE: ClassVar[str] = N_("New game")

    def __init__(self, page: Page, begin: Callable[[Any], Awaitable[None]]) -> None:
        self._page, self._begin = page, begin
        with page.dialog(_(self.TITLE)) as self._dialog:
            self._add_questions()
            self._faults = Faults()
            with page.row("game-actions"):
                page.button(_("Start"), self._start, primary=True)
                page.button(_("Cancel"), self._dialog.close)

    def open(self) -> None:
        """Opens the dialog, without the faults of the last time."""
        self._faults.tell("")
        self._dialog.open()

    async def _start(self) -> None:
        try:
            begun = await self._begun(self._asked())
        except SitoError as error:  # the faults of the page are behind the dialog
            self._faults.tell(self._page.told(error))
            return
        self._dialog.close()
        await self._begin(begun)

    async def _begun(self, asked: NewGame[GameState] | ClassRequest) -> object:
        games, page = self._page.services.games, self._page
        if isinstance(asked, NewGame):
            return await games.begin(page.person, asked)
        return await games.open_class(page.person, asked, page.request.client.host if page.request.client else "")

    @abstractmethod
    def _add_questions(self) -> None:
        """Puts what is asked."""

    @abstractmethod
    def _asked(self) -> NewGame[GameState] | ClassRequest:
        """Gives the game that is chosen. Raises `InputError`."""

    def _add_level(self) -> None:
        """Asks how well the computer guesses."""
        self._level: Choice[Any] = self._page.choice(_("How well the computer guesses"), level_names(), _USUAL)

    def _level_in(self, *, hard: bool) -> Level | None:
        # The best level makes guesses that hard mode forbids: the service takes its usual one then.
        return None if hard and self._level.value == _USUAL else self._level.value

    def _add_limit(self) -> None:
        """Asks for the most guesses of the game."""
        hint = _("Empty for the usual number, 0 for no limit.")
        self._limit = self._page.field(_("The most guesses"), hint=hint, mode="numeric", most=4)

    def _most(self) -> int | None:
        """Gives the most guesses that are chosen; None for the usual number. Raises `InputError`."""
        return whole_number(self._limit.value, _("The most guesses"))


BOARDS = (1, 2, 4)
"""On so many boards a game can be played here."""
_RANDOM, _DAILY, _NUMBER = "random", "daily", "number"


class NewPlay(StartDialog):
    """Asks which game is to be played, on one board or on several."""

    def _add_questions(self) -> None:
        page = self._page
        self._game = GameChoice(page)
        counts = {count: str(count) for count in BOARDS}
        self._boards = page.choice(_("Boards"), counts, 1, self._choose_boards, buttons=True)
        with page.box() as self._hard_place:
            self._hard = HardSwitch(page, self._game)
        which = {_RANDOM: pgettext("code", "any"), _DAILY: _("the puzzle of the day"), _NUMBER: _("a game by number")}
        self._which = page.choice(_("Which code"), which, _RANDOM, self._choose_which)
        with page.box() as self._number_place:
            self._number = page.field(_("Number"), mode="numeric", most=12, on_enter=self._start)
        with page.details(_("More choices")):
            with page.box() as self._unused_place:
                hint = _("No word that was the code of one of your ended games with this list; it may be guessed.")
                self._unused = page.switch(_("Leave out words that were used"), hint=hint)
            makers: dict[Codemaker, str] = {
                "fair": _("honest: it has a code"),
                "lying": _("lying: it has a code, and one answer may be wrong"),
                "adversarial": _("evasive: it has no code, and answers so that you need long"),
            }
            with page.box() as self._maker_place:
                self._maker = page.choice(_("The computer is"), makers, "fair")
            self._add_limit()
        self._choose_which(_RANDOM)
        self._game.follow(lambda: self._unused_place.show(self._may_leave_out))

    @property
    def _may_leave_out(self) -> bool:
        """Whether words may be left out: in a game of words on one board, whose code is any."""
        return self._game.is_of_words and self._boards.value == 1 and self._which.value == _RANDOM

    def _choose_boards(self, boards: int) -> None:
        self._hard_place.show(boards == 1)
        self._maker_place.show(boards == 1)
        self._unused_place.show(self._may_leave_out)

    def _choose_which(self, which: str) -> None:
        self._number_place.show(which == _NUMBER)
        self._unused_place.show(self._may_leave_out)

    def _asked(self) -> NewGame[GameState]:
        rules, words = self._game.chosen()
        number = (whole_number(self._number.value, _("Number")) or 0) if self._which.value == _NUMBER else None
        which = self._most(), number, self._which.value == _DAILY, self._page.zone
        if self._boards.value > 1:
            return BoardsRequest(rules, self._boards.value, *which, words=words)
        maker = None if self._maker.value == "fair" and "lies" in rules else self._maker.value
        unused = bool(self._unused.value) and self._may_leave_out
        rules = self._hard.rules(rules)
        return PlayRequest(rules, maker, self._hard.value, *which, words=words, unused=unused)


class NewKeep(StartDialog):
    """Asks which code you think of, and how well the computer guesses."""

    def _add_questions(self) -> None:
        self._game = GameChoice(self._page)
        self._add_level()
        with self._page.details(_("More choices")):
            self._hard = HardSwitch(self._page, self._game)
            self._add_limit()

    def _asked(self) -> KeepRequest:
        rules, words = self._game.chosen()
        hard = self._hard.value
        return KeepRequest(self._hard.rules(rules), self._level_in(hard=hard), hard, self._most(), words=words)


class NewDuel(StartDialog):
    """Asks against whom the duel is, in which game, and how it is played."""

    TITLE = N_("New duel")

    def _add_questions(self) -> None:
        page = self._page
        against: dict[Opponent, str] = {"computer": _("the computer"), "person": _("a friend, through a link")}
        self._against = page.choice(_("You play against"), against, "computer", self._choose_against, buttons=True)
        self._game = GameChoice(page)
        with page.box() as self._level_place:
            self._add_level()
        begins: dict[Side, str] = {"you": _("you"), "other": _("the other side")}
        self._begins = page.choice(_("Who begins"), begins, "you", buttons=True)
        with page.details(_("More choices")):
            orders: dict[Order, str] = {
                "simultaneous": _("who needs fewer guesses"),
                "alternating": _("who is first to find the code"),
            }
            self._order = page.choice(_("Who wins"), orders, "simultaneous")
            self._hard = HardSwitch(page, self._game)

    def open_for(self, against: Opponent) -> None:
        """Opens the dialog, with the computer or a person chosen."""
        self._against.set(against)
        self._choose_against(against)
        self.open()

    def _choose_against(self, against: Opponent) -> None:
        self._level_place.show(against == "computer")

    def _asked(self) -> DuelRequest:
        rules, words = self._game.chosen()
        hard, against = self._hard.value, self._against.value
        level = None if against == "person" else self._level_in(hard=hard)
        rules = self._hard.rules(rules)
        return DuelRequest(rules, level, against, self._order.value, hard, self._begins.value, words=words)


CODES = (1, 3, 5, 10)
"""A class can have so many codes, one after the other."""


class NewClass(StartDialog):
    """Asks what a class is to play."""

    TITLE = N_("Open a class")

    def _add_questions(self) -> None:
        page = self._page
        self._game = GameChoice(page)
        codes = {count: str(count) for count in CODES}
        hint = _("One after the other, the same for everybody.")
        self._codes = page.choice(_("How many codes"), codes, 1, buttons=True, hint=hint)
        self._hard = HardSwitch(page, self._game)
        self._add_limit()

    def _asked(self) -> ClassRequest:
        rules, words = self._game.chosen()
        return ClassRequest(self._hard.rules(rules), self._codes.value, self._hard.value, self._most(), words=words)
