"""How a game that the service keeps is shown: its rules for a board, and its turns as the library has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from urllib.parse import quote

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, read_noted
from sito.rules.rules import Allowed, FeedbackKind, HardMode, Rules
from sito.show.i18n import _, ngettext
from sito.show.sentences import game_name, rules_sentence
from sito.show.spoken import answer_words, code_words
from sito.web.games.states import RulesView, TurnView
from sito.web.page.elements import Html
from sito.web.page.languages import language_names
from sito.words.lists import BUILT_IN, PACKAGED
from sito.words.words import WordList


@lru_cache(maxsize=64)
def board_rules(view: RulesView) -> Rules:
    """Makes the rules by which a board draws a game.

    The words of a word game are not sent with its state, and a board needs none but the letters: the list of these
    rules has the letters of the game, and none of its words.
    """
    if view.allowed != Allowed.WORDS:
        return Rules.parse(view.text)
    letters = "".join(view.symbols)
    stand_ins = [letters[start : start + view.pegs] for start in range(0, len(letters), view.pegs)]
    words = WordList.of([word.ljust(view.pegs, letters[0]) for word in stand_ins])
    hard = HardMode(view.hard) if view.hard else None
    return Rules.of_words(words, FeedbackKind(view.feedback), view.lies, hard)


def shown_turns(rules: RulesView, turns: Iterable[TurnView]) -> list[tuple[Code, Answer]]:
    """Gives the guesses and answers of a game for a board."""
    drawn = board_rules(rules)
    return [(Code(turn.colors), read_noted(turn.answer, drawn)) for turn in turns]


def left_notes(turns: Iterable[TurnView]) -> dict[int, str]:
    """Gives how many codes were left after each guess, for the rows of a board."""
    return {turn.number: _left_text(turn.left) for turn in turns if turn.left is not None}


def _left_text(count: int) -> str:
    # Translators: beside a guess on a board, how many codes were possible after it; as short as can be.
    return ngettext("{count} left", "{count} left", count).format(count=count)


def turn_text(rules: RulesView, turn: TurnView) -> str:
    """Says a guess and its answer in a sentence."""
    drawn = board_rules(rules)
    ((guess, answer),) = shown_turns(rules, [turn])
    return _("Guess {number}: {code}. Answer: {answer}.").format(
        number=turn.number, code=code_words(drawn, guess), answer=answer_words(drawn, guess, answer)
    )


def game_sentence(rules: RulesView) -> str:
    """Says what a code of the game looks like; of a word game without an example, for its words are not sent."""
    if rules.allowed == Allowed.WORDS:
        return ngettext("a word of {pegs} letter", "a word of {pegs} letters", rules.pegs).format(pegs=rules.pegs)
    return rules_sentence(board_rules(rules))


def title_of(rules: RulesView) -> str:
    """Names the game of these rules; of a word game the language of its list, or the name of the list."""
    if rules.allowed != Allowed.WORDS:
        return game_name(rules.text)
    name = _list_name(rules)
    return words_title("en" if name in PACKAGED else name)


def words_title(name: str) -> str:
    """Names a game of words by the name of its list."""
    return _("Words: {name}").format(name=language_names().get(name, name))


def read_code(rules: RulesView, text: str) -> Code:
    """Reads a code that the service has written; the words of a word game need not be known for that."""
    if rules.allowed != Allowed.WORDS:
        return CodeSpace(board_rules(rules)).parse(text)
    places = {symbol: color for color, symbol in enumerate(rules.symbols)}
    return Code(places[symbol] for symbol in text)


def progress_text(turns: int, limit: int | None) -> str:
    """Says which guess is next, after so many turns."""
    if limit is None:
        return _("Guess {number}").format(number=turns + 1)
    return _("Guess {number} of {limit}").format(number=turns + 1, limit=limit)


def review_path(rules: RulesView, turns: Iterable[TurnView]) -> str | None:
    """Gives the path of the view that analyses a game; None for words of somebody's own, which that view has not."""
    if rules.allowed == Allowed.WORDS and _list_name(rules) not in BUILT_IN:
        return None
    written = (f"{turn.guess.replace(' ', ',')}:{turn.answer}" for turn in turns)
    return f"/analyse?game={quote(' '.join([rules.text, *written]))}"


def _list_name(rules: RulesView) -> str:
    if ":" in rules.text:
        return rules.text.partition(":")[2].rpartition("@")[0]
    return "-".join(rules.text.split("-")[:2])  # words-5-hard


@contextmanager
def busy(button: Html) -> Iterator[None]:
    """Shows at a button that the computer searches."""
    button.attribute("aria-busy", "true")
    try:
        yield
    finally:
        button.attribute("aria-busy", None)
