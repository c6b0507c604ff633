"""Which game is played: by name, by rules as text, or with words; the same in every view that begins games."""

from __future__ import annotations

from collections.abc import Callable

from sito.errors import N_, Fault, InputError
from sito.rules.presets import PRESETS
from sito.rules.rules import Rules
from sito.show.i18n import _
from sito.show.sentences import game_name, hard_sentence
from sito.web.page.frame import Page
from sito.web.page.play.shown import words_title
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
