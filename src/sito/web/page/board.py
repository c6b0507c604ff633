"""The board that is the same in every view, the entry of an answer, and codes and answers as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Self

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer
from sito.codes.partial import UNKNOWN
from sito.errors import N_
from sito.rules.rules import FeedbackKind, Notation, Rules
from sito.show.i18n import _, current_language
from sito.show.spoken import answer_words, marks_known
from sito.web.page.elements import DRAWING, Brings, Component, is_number, is_text

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
_ROWS_OF_COLORS = 3
_COLORS_IN_A_ROW = 20


def about(rules: Rules, shapes: str = "") -> dict[str, object]:
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


def answer_data(rules: Rules, guess: Code, answer: Answer) -> dict[str, object]:
    """Tells how an answer looks, and what it says in words."""
    text = answer_words(rules, guess, answer)
    if answer.kind.marks_pegs:
        return {"marks": list(answer.marks), "text": text}
    if UNKNOWN in str(answer):
        return {"plain": str(answer), "text": text}
    if answer.kind is FeedbackKind.TOTAL:
        return {"total": answer.total or 0, "text": text}
    return {"black": answer.black or 0, "white": answer.white or 0, "text": text}


def keyboard(rules: Rules, tag: str = "en") -> list[list[int]]:
    """Lays out the keys of a game, in rows of colors: pegs in one row, many in three; letters as on a keyboard.

    >>> keyboard(Rules.parse("4x6"))
    [[0, 1, 2, 3, 4, 5]]
    >>> [len(row) for row in keyboard(Rules.parse("24x30"))]
    [10, 10, 10]
    >>> [len(row) for row in keyboard(Rules.of_words(["tale", "late", "mean"]))]
    [2, 2, 2]
    """
    symbols = rules.symbols()
    colors = list(range(len(symbols)))
    if rules.notation is not Notation.WORD:
        length = len(colors) if len(colors) <= _COLORS_IN_A_ROW else -(-len(colors) // _ROWS_OF_COLORS)
        return [colors[start : start + length] for start in range(0, len(colors), length)]
    places = {symbol.lower(): color for color, symbol in enumerate(symbols)}
    for rows in (_KEYBOARDS.get(tag, _KEYBOARDS["en"]), *_KEYBOARDS.values()):
        if set(places) <= set("".join(rows)):
            laid = ([places[letter] for letter in row if letter in places] for row in rows)
            return [row for row in laid if row]
    return [colors[start : start + _KEYS_IN_A_ROW] for start in range(0, len(colors), _KEYS_IN_A_ROW)]


class Board(Component, component="components/sito_board.js", dependencies=DRAWING):
    """Rows of guesses and answers, and the open row that a person fills by mouse, touch or keys.

    Choosing pegs needs no server: the event `guess` brings the text of the code, and `row` the number of a row that was
    chosen, with `correct`.
    """

    BRINGS: ClassVar[Brings] = {"guess": is_text, "row": is_number}

    def __init__(self, rules: Rules, *, shapes: str = "", is_open: bool = True, colored: bool = True) -> None:
        super().__init__(open=is_open)
        self._colored = colored
        self.set_rules(rules, shapes=shapes)

    def set_rules(self, rules: Rules, *, shapes: str = "") -> Self:
        """Shows an empty board for other rules."""
        self.rules = rules
        self.put(
            about=about(rules, shapes),
            pegs=rules.pegs,
            separator=" " if rules.notation is Notation.NUMBERS else "",
            keys=keyboard(rules, current_language()),
            texts=_texts(rules),
        )
        return self.show([]).draft(None)

    def show(
        self,
        turns: Iterable[tuple[Code | str, Answer | None]],
        *,
        notes: Mapping[int, str] | None = None,
        states: Mapping[int, str] | None = None,
    ) -> Self:
        """Shows these guesses and answers; an answer that is None is still awaited.

        `notes` are short texts beside rows, by the numbers of the rows from 1; `states` are
        `wrong`, `best` or `new`, which color a row.
        """
        rows = []
        exact: list[tuple[Code, Answer]] = []
        for number, (guess, answer) in enumerate(turns, 1):
            colors = colors_of(self.rules, guess)
            row: dict[str, object] = {"number": number, "code": colors}
            if answer is not None:
                row["answer"] = answer_data(self.rules, Code(colors), answer)
                exact.append((Code(colors), answer))
                row["choose"] = _("Correct answer {number}").format(number=number)
            if notes and number in notes:
                row["note"] = notes[number]
            if states and number in states:
                row["state"] = states[number]
            rows.append(row)
        return self.put(rows=rows, known=marks_known(self.rules, exact) if self._colored else {})

    def open(self, is_open: bool = True) -> Self:
        """Opens a row for the next guess, or closes the board."""
        return self.put(open=is_open)

    def name(self, **texts: str) -> Self:
        """Calls parts of the board otherwise, until other rules are set: `board`, `open`, `send`, `secret`."""
        return self.put(texts={**self.props["texts"], **texts})

    def hold(self, why: str) -> Self:
        """Lets the open row be filled but not sent, and says why where somebody tries; nothing lets it be sent."""
        return self.put(hold=why)

    def rounds(self, rounds: int) -> Self:
        """Shows the empty rows of so many rounds; 0 for none."""
        return self.put(rounds=rounds)

    def correct(self, can_be: bool = True) -> Self:
        """Gives every row with an answer a button, whose number comes with the event `row`."""
        return self.put(correct=can_be)

    def secret(self, code: Code | str | None) -> Self:
        """Shows the code above the rows; None hides it again."""
        return self.put(secret=None if code is None else colors_of(self.rules, code))

    def keep(self, name: str) -> Self:
        """Keeps in the browser what the open row has, for the guess that is named so, if the page is opened anew."""
        return self.put(keep=name)

    def draft(self, colors: Sequence[int | None] | None) -> Self:
        """Puts these colors in the open row; None empties it."""
        return self.again("drafts", draft=None if colors is None else list(colors))


class AnswerEntry(Component, component="components/sito_answer.js", dependencies=DRAWING):
    """The answer to a guess by buttons or keys; the event `answer` brings its text, which `read_noted` reads."""

    BRINGS: ClassVar[Brings] = {"answer": is_text}

    def __init__(self, rules: Rules, *, shapes: str = "", unknown: bool = False) -> None:
        super().__init__(about=about(rules, shapes), pegs=rules.pegs, kind=rules.feedback.value, unknown=unknown)
        self.rules = rules
        self.props["texts"] = _answer_texts(rules, f"c{self.id}")

    def ask(self, guess: Code | str | None) -> Self:
        """Asks for the answer to this guess, from nothing on."""
        return self.again("clears", guess=None if guess is None else colors_of(self.rules, guess))


def _texts(rules: Rules) -> dict[str, object]:
    word = rules.notation is Notation.WORD
    return {
        "board": _("Guesses and answers"),
        "open": _("Your next guess"),
        "place": _("Place {place}: {peg}"),
        "put": _("Place {place}: {peg}"),
        "missing": _("A place is still empty."),
        "palette": _("Letters") if word else _("Colors"),
        "send": _("Guess"),
        "rub": _("Take the last one out"),
        "secret": _("The code"),
        "known": [_("not in the word"), _("in another place"), _("in place")],
    }


def _answer_texts(rules: Rules, name: str) -> dict[str, object]:
    return {
        "name": name,
        "label": _("Your answer"),
        "black": _("in the right place"),
        "white": _("right, in another place"),
        "total": _("right, wherever they are"),
        "unknown": _("not known"),
        "said": "{part}: {count}",
        "marked": _("{place}: {peg}, {mark}"),
        "marks": [
            _("not in the word") if rules.of_letters else _("not in the code"),
            _("in another place"),
            _("in place"),
            _("not known"),
        ],
        "marksLabel": _("A mark for each place"),
        "missing": _("Count the pegs of the answer first."),
        "send": _("Answer"),
    }
