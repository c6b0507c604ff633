"""Codes and answers as plain data, from which the components draw them; the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer
from sito.codes.partial import UNKNOWN
from sito.errors import N_
from sito.rules.rules import FeedbackKind, Notation, Rules
from sito.show.i18n import _
from sito.show.spoken import answer_words

# The colors of Okabe and Ito, in the order of the colors of a game.
COLOR_NAMES = (
    N_("orange"),
    N_("sky blue"),
    N_("green"),
    N_("yellow"),
    N_("blue"),
    N_("red"),
    N_("pink"),
    N_("black"),
)

_KEYBOARDS = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "cs": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
    "ru": ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"),
}
_KEYS_IN_A_ROW = 10


def about(rules: Rules, shapes: str = "") -> dict[str, Any]:
    """Tells how the codes of a game look: the symbol and the name of each color, shapes or letters.

    `shapes` is what pegs show instead of their symbols: `digits`, `shapes`, or nothing else.

    >>> from sito.show.i18n import language
    >>> with language("en"):
    ...     about(Rules.parse("4x6"))["names"][:2]
    ['A, orange', 'B, sky blue']
    """
    symbols = rules.symbols()
    letters = rules.notation is Notation.WORD
    digits = shapes == "digits" and rules.notation is Notation.LETTERS
    names = [symbol.upper() if letters else peg_name(rules, color) for color, symbol in enumerate(symbols)]
    return {
        "symbols": list(symbols),
        "names": names,
        "letters": letters,
        "shapes": shapes == "shapes",
        "faces": [str(number) for number in range(1, rules.colors + 1)] if digits else None,
        "empty": _("empty"),
        "unknown": _("not known"),
    }


def peg_name(rules: Rules, color: int) -> str:
    """Names a peg for those who hear the page: its symbol, and its color where the color has a name."""
    symbol = rules.symbols()[color]
    if color >= len(COLOR_NAMES):
        return symbol
    return _("{symbol}, {color}").format(symbol=symbol, color=_(COLOR_NAMES[color]))


def colors_of(rules: Rules, code: Code | str | Sequence[int]) -> list[int]:
    """Gives the colors of a code or of its text; -1 for a peg that is not known. Raises `CodeError`.

    >>> colors_of(Rules.parse("4x6"), "AAB?")
    [0, 0, 1, -1]
    """
    read = CodeSpace(rules, guesses=True).read_noted(code) if isinstance(code, str) else code
    return [color if color < rules.colors else -1 for color in read]


def answer_data(rules: Rules, guess: Code, answer: Answer) -> dict[str, Any]:
    """Tells how an answer looks, and what it says in words."""
    text = answer_words(rules, guess, answer)
    if answer.kind is FeedbackKind.POSITION:
        return {"marks": list(answer.marks), "text": text}
    if UNKNOWN in str(answer):
        return {"plain": str(answer), "text": text}
    if answer.kind is FeedbackKind.TOTAL:
        return {"total": answer.total or 0, "text": text}
    return {"black": answer.black or 0, "white": answer.white or 0, "text": text}


def keyboard(rules: Rules, tag: str = "en") -> list[list[int]]:
    """Lays out the keys of a game, in rows of colors: pegs in one row, letters as on a keyboard of the language.

    >>> keyboard(Rules.parse("4x6"))
    [[0, 1, 2, 3, 4, 5]]
    >>> [len(row) for row in keyboard(Rules.of_words(["tale", "late", "mean"]))]
    [2, 2, 2]
    """
    symbols = rules.symbols()
    if rules.notation is not Notation.WORD:
        return [list(range(len(symbols)))]
    places = {symbol.lower(): color for color, symbol in enumerate(symbols)}
    for rows in (_KEYBOARDS.get(tag, _KEYBOARDS["en"]), *_KEYBOARDS.values()):
        if set(places) <= set("".join(rows)):
            laid = ([places[letter] for letter in row if letter in places] for row in rows)
            return [row for row in laid if row]
    colors = list(range(len(symbols)))
    return [colors[start : start + _KEYS_IN_A_ROW] for start in range(0, len(colors), _KEYS_IN_A_ROW)]
