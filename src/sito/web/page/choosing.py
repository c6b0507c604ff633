"""The dialogs in which a game is chosen and begun: by name, by rules as text, or with words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from sito.errors import N_, Fault, InputError, SitoError
from sito.makers import MakerName
from sito.operations.questions import Words
from sito.rules.rules import Rules
from sito.rules.text import PRESETS
from sito.show.i18n import _
from sito.show.sentences import game_name, hard_sentence, level_names
from sito.web.games.asked import BoardsRequest, DuelRequest, KeepRequest, Level, PlayRequest
from sito.web.games.states import BoardsState, DuelState, GameState, KeepState, PlayState
from sito.web.page.elements import Choice, Faults, Field
from sito.web.page.frame import Page
from sito.web.page.games import words_title
from sito.words.lists import LANGUAGES, LENGTHS, built_in
from sito.words.words import WordList

WORDS = "words-position:"
_RULES, _OWN, _ENGLISH = "rules", "own", "words"
_USUAL_LENGTH = 5
OWN_NAME = "words"
_MOST_TEXT = 200_000  # characters of a list of words


class GameChoice:
    """Asks for the rules of a game; `on_change` is called when another game is chosen."""

    def __init__(self, page: Page, on_change: Callable[[], object] | None = None) -> None:
        self._page, self._on_change = page, on_change
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

    def _changed(self) -> None:
        if self._on_change is not None:
            self._on_change()

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

    def chosen(self) -> tuple[str, WordList | None]:
        """Gives the text of the rules, and the words of a word game. Raises `InputError` for words of no use."""
        game = self._game.value
        if game == _RULES:
            return self._rules.value.strip(), None
        if game == _OWN:
            return WORDS + OWN_NAME, WordList.of(self._words.value.split(), name=OWN_NAME)
        if game == _ENGLISH:
            return str(self._length.value), None
        return game, words_of(game)

    @property
    def is_of_words(self) -> bool:
        """Whether a word game is chosen, whose answers are marks of letters."""
        game = str(self._game.value)
        return game in (_OWN, _ENGLISH) or game.startswith(WORDS)


def words_of(rules: str) -> WordList | None:
    """Gives the words of rules that name a list which is built in; None for other games. Raises `RulesError`.

    >>> words_of("words-position:en").name, words_of("4x6")
    ('en', None)
    """
    _head, colon, name = rules.partition(":")
    return built_in(name.partition("@")[0]) if colon else None


class HardSwitch:
    """Asks whether a game is played in hard mode, and says what that means in the game that is chosen."""

    def __init__(self, page: Page) -> None:
        self._switch = page.switch(hard_sentence())

    def fit(self, game: GameChoice) -> None:
        """Says what hard mode is in the game that is chosen."""
        self._switch.props["label"] = hard_sentence(_MARKED if game.is_of_words else None)

    @property
    def value(self) -> bool:
        """Whether it is on."""
        return bool(self._switch.value)


_MARKED = Rules.parse("1x2-position")


def _option(rules: str) -> str:
    return f"{game_name(rules)} · {rules}"


def whole_number(text: str, name: str) -> int | None:
    """Reads a whole number; None if there is none. Raises `InputError`."""
    written = text.strip()
    if not written:
        return None
    if not written.isdecimal():
        raise InputError(Fault(N_("{name} is {value}; it must be a whole number"), name=name, value=repr(written)))
    return int(written)


Begun = TypeVar("Begun", bound=GameState)

_USUAL = "optimal"


class StartDialog(Generic[Begun]):
    """Asks for a game, and begins it with `make`; what was chosen stays for the next time.

    `begin` shows the game. Faults stand in the dialog, which stays open then.
    """

    def __init__(
        self,
        page: Page,
        title: str,
        make: Callable[[], Awaitable[Begun]],
        begin: Callable[[Begun], Awaitable[None]],
    ) -> None:
        self._page, self._make, self._begin = page, make, begin
        self._dialog = page.dialog(title)

    @contextmanager
    def questions(self) -> Iterator[None]:
        """Puts what is asked into the dialog, and under it the faults and the buttons."""
        with self._dialog:
            yield
            self._faults = Faults()
            with self._page.row("game-actions"):
                self._page.button(_("Start"), self.start, primary=True)
                self._page.button(_("Cancel"), self._dialog.close)

    def open(self) -> None:
        """Opens the dialog, without the faults of the last time."""
        self._faults.set_lines([])
        self._dialog.open()

    async def start(self) -> None:
        """Begins the game that is chosen."""
        try:
            state = await self._make()
        except SitoError as error:  # the faults of the page are behind the dialog
            self._faults.set_lines(self._page.told(error).split("\n"))
            return
        self._dialog.close()
        await self._begin(state)


def level_choice(page: Page) -> Choice:
    """Asks how well the computer guesses."""
    return page.choice(_("How well the computer guesses"), level_names(), _USUAL)


def level_of(choice: Choice, *, hard: bool) -> Level | None:
    """Gives the level that is chosen; None for the usual one of hard mode."""
    # The best level makes guesses that hard mode forbids: the service takes its usual one then.
    return None if hard and choice.value == _USUAL else choice.value


def limit_field(page: Page) -> Field:
    """Asks for the most guesses of a game; `limit_of` reads them."""
    return page.field(
        _("The most guesses"), hint=_("Empty for the usual number, 0 for no limit."), mode="numeric", most=4
    )


def limit_of(field: Field) -> int | None:
    """Gives the most guesses that are chosen; None for the usual number. Raises `InputError`."""
    return whole_number(field.value, _("The most guesses"))


BOARDS = (1, 2, 4)
"""On so many boards a game can be played here."""
_RANDOM, _DAILY, _NUMBER = "random", "daily", "number"


class NewGame:
    """Asks which game is to be played, and begins it; what was chosen stays for the next time."""

    def __init__(self, page: Page, begin: Callable[[PlayState], Awaitable[None]] | None = None) -> None:
        self._page, self._begin = page, begin
        self._dialog = StartDialog(page, _("New game"), self._made, self._begun)
        self.open = self._dialog.open
        with self._dialog.questions():
            self._game = GameChoice(page, self._fit)
            counts = {count: str(count) for count in BOARDS}
            self._boards = page.choice(_("Boards"), counts, 1, self._choose_boards, buttons=True)
            with page.box() as self._hard_place:
                self._hard = HardSwitch(page)
            which = {_RANDOM: _("any"), _DAILY: _("the puzzle of the day"), _NUMBER: _("a game by number")}
            self._which = page.choice(_("Which code"), which, _RANDOM, self._choose_which)
            with page.box() as self._number_place:
                self._number = page.field(_("Number"), mode="numeric", most=12, on_enter=self._dialog.start)
            with page.details(_("More choices")):
                makers = {
                    MakerName.FAIR.value: _("honest: it has a code"),
                    MakerName.LYING.value: _("lying: it has a code, and one answer may be wrong"),
                    MakerName.ADVERSARIAL.value: _("evasive: it has no code, and answers so that you need long"),
                }
                with page.box() as self._maker_place:
                    self._maker = page.choice(_("The computer is"), makers, MakerName.FAIR.value)
                self._limit = limit_field(page)
        self._choose_which(_RANDOM)
        self._fit()

    def _fit(self) -> None:
        self._hard.fit(self._game)

    def _choose_boards(self, boards: int) -> None:
        self._hard_place.show(boards == 1)
        self._maker_place.show(boards == 1)

    def _choose_which(self, which: str) -> None:
        self._number_place.show(which == _NUMBER)

    async def _begun(self, state: PlayState | BoardsState) -> None:
        """Shows the game here, or in the view of such games."""
        if isinstance(state, PlayState) and self._begin is not None:
            await self._begin(state)
        else:
            self._page.go("/play" if isinstance(state, PlayState) else "/play/boards")

    async def _made(self) -> PlayState | BoardsState:
        rules, words = self._game.chosen()
        number = (whole_number(self._number.value, _("Number")) or 0) if self._which.value == _NUMBER else None
        which = limit_of(self._limit), number, self._which.value == _DAILY
        games, person, given = self._page.services.games, self._page.person, Words.of(words)
        if self._boards.value > 1:
            return await games.begin(person, BoardsRequest(rules, int(self._boards.value), *which, words=given))
        maker = None if self._maker.value == MakerName.FAIR and "lies" in rules else self._maker.value
        return await games.begin(person, PlayRequest(rules, maker, self._hard.value, *which, words=given))


class NewKeptGame:
    """Asks which code you think of, and how well the computer guesses."""

    def __init__(self, page: Page, begin: Callable[[KeepState], Awaitable[None]]) -> None:
        self._page = page
        self._dialog = StartDialog(page, _("New game"), self._made, begin)
        self.open = self._dialog.open
        with self._dialog.questions():
            self._game = GameChoice(page)
            self._level = level_choice(page)
            with page.details(_("More choices")):
                self._hard = page.switch(hard_sentence())
                self._limit = limit_field(page)

    async def _made(self) -> KeepState:
        rules, words = self._game.chosen()
        hard = self._hard.value
        limit, level = limit_of(self._limit), level_of(self._level, hard=hard)
        asked = KeepRequest(rules, level, hard, limit, words=Words.of(words))
        return await self._page.services.games.begin(self._page.person, asked)


_COMPUTER, _FRIEND = "computer", "person"


class NewDuel:
    """Asks against whom the duel is, in which game, and how it is played."""

    def __init__(self, page: Page, begin: Callable[[DuelState], Awaitable[None]]) -> None:
        self._page = page
        self._dialog = StartDialog(page, _("New duel"), self._made, begin)
        with self._dialog.questions():
            against = {_COMPUTER: _("the computer"), _FRIEND: _("a friend, through a link")}
            self._against = page.choice(_("You play against"), against, _COMPUTER, self._choose_against, buttons=True)
            self._game = GameChoice(page)
            with page.box() as self._level_place:
                self._level = level_choice(page)
            begins = {"you": _("you"), "other": _("the other side")}
            self._begins = page.choice(_("Who begins"), begins, "you", buttons=True)
            with page.details(_("More choices")):
                orders = {
                    "simultaneous": _("who needs fewer guesses"),
                    "alternating": _("who is first to find the code"),
                }
                self._order = page.choice(_("Who wins"), orders, "simultaneous")
                self._hard = page.switch(hard_sentence())

    def open(self, *, friend: bool) -> None:
        """Opens the dialog, with the computer or a friend chosen."""
        self._against.set(_FRIEND if friend else _COMPUTER)
        self._choose_against(self._against.value)
        self._dialog.open()

    def _choose_against(self, against: str) -> None:
        self._level_place.show(against == _COMPUTER)

    async def _made(self) -> DuelState:
        rules, words = self._game.chosen()
        hard = self._hard.value
        friend = self._against.value == _FRIEND
        asked = DuelRequest(
            rules,
            None if friend else level_of(self._level, hard=hard),
            self._against.value,
            self._order.value,
            hard,
            self._begins.value,
            words=Words.of(words),
        )
        return await self._page.services.games.begin(self._page.person, asked)
