"""The board that is the same in every view, and the entry of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from sito.codes.code import Code
from sito.codes.feedback import Answer
from sito.rules.rules import Notation, Rules
from sito.show.i18n import _, current_language
from sito.show.spoken import marks_known
from sito.web.page.drawn import about, answer_data, colors_of, keyboard
from sito.web.page.elements import Brings, Component, are_numbers, is_number, is_text

_DRAWING: list[str | Path] = ["components/sito_drawing.js"]


class Board(Component, component="components/sito_board.js", dependencies=_DRAWING):
    """Rows of guesses and answers, and the open row that a person fills by mouse, touch or keys.

    Choosing pegs needs no server: the event `guess` brings the text of the code, `draft` the colors
    so far (None for an empty place), and `row` the number of a row that was chosen, with `correct`.
    """

    BRINGS: ClassVar[Brings] = {"guess": is_text, "draft": are_numbers, "row": is_number}

    def __init__(self, rules: Rules, *, shapes: str = "", is_open: bool = True, rounds: int = 0) -> None:
        super().__init__()
        self._props["open"] = is_open
        self._props["rounds"] = rounds
        self.rules = rules
        self.set_rules(rules, shapes=shapes)

    def set_rules(self, rules: Rules, *, shapes: str = "") -> Self:
        """Shows an empty board for other rules."""
        self.rules = rules
        self._props["about"] = about(rules, shapes)
        self._props["pegs"] = rules.pegs
        self._props["separator"] = " " if rules.notation is Notation.NUMBERS else ""
        self._props["keys"] = keyboard(rules, current_language())
        self._props["texts"] = _texts(rules)
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
            row: dict[str, Any] = {"number": number, "code": colors}
            if answer is not None:
                row["answer"] = answer_data(self.rules, Code(colors), answer)
                exact.append((Code(colors), answer))
                row["choose"] = _("Correct answer {number}").format(number=number)
            if notes and number in notes:
                row["note"] = notes[number]
            if states and number in states:
                row["state"] = states[number]
            rows.append(row)
        self._props["rows"] = rows
        self._props["known"] = marks_known(self.rules, exact)
        return self

    def open(self, is_open: bool = True) -> Self:
        """Opens a row for the next guess, or closes the board."""
        self._props["open"] = is_open
        return self

    def name(self, **texts: str) -> Self:
        """Calls parts of the board otherwise, until other rules are set: `board`, `open`, `send`, `secret`."""
        self._props["texts"] = {**self._props["texts"], **texts}
        return self

    def hold(self, why: str) -> Self:
        """Lets the open row be filled but not sent, and says why where somebody tries; nothing lets it be sent."""
        self._props["hold"] = why
        return self

    def rounds(self, rounds: int) -> Self:
        """Shows the empty rows of so many rounds; 0 for none."""
        self._props["rounds"] = rounds
        return self

    def correct(self, can_be: bool = True) -> Self:
        """Gives every row with an answer a button, whose number comes with the event `row`."""
        self._props["correct"] = can_be
        return self

    def secret(self, code: Code | str | None) -> Self:
        """Shows the code above the rows; None hides it again."""
        self._props["secret"] = None if code is None else colors_of(self.rules, code)
        return self

    def draft(self, colors: Sequence[int | None] | None) -> Self:
        """Puts these colors in the open row; None empties it."""
        self._props["draft"] = None if colors is None else list(colors)
        self._props["drafts"] = self._props.get("drafts", 0) + 1
        return self

    def focus(self) -> Self:
        """Gives the open row the focus; for the start of a game that the person has asked for."""
        self._props["focus"] = self._props.get("focus", 0) + 1
        return self


class AnswerEntry(Component, component="components/sito_answer.js", dependencies=_DRAWING):
    """The answer to a guess by buttons or keys; the event `answer` brings its text, which `read_noted` reads."""

    BRINGS: ClassVar[Brings] = {"answer": is_text}

    def __init__(self, rules: Rules, *, shapes: str = "", unknown: bool = False) -> None:
        super().__init__()
        self.rules = rules
        self._props["about"] = about(rules, shapes)
        self._props["pegs"] = rules.pegs
        self._props["kind"] = rules.feedback.value
        self._props["unknown"] = unknown
        self._props["texts"] = _answer_texts(rules, f"c{self.id}")

    def ask(self, guess: Code | str | None) -> Self:
        """Asks for the answer to this guess, from nothing on."""
        self._props["guess"] = None if guess is None else colors_of(self.rules, guess)
        self._props["clears"] = self._props.get("clears", 0) + 1
        return self

    def focus(self) -> Self:
        """Gives it the focus."""
        self._props["focus"] = self._props.get("focus", 0) + 1
        return self


def _texts(rules: Rules) -> dict[str, Any]:
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


def _answer_texts(rules: Rules, name: str) -> dict[str, Any]:
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
            _("not in the word") if rules.words else _("not in the code"),
            _("in another place"),
            _("in place"),
            _("not known"),
        ],
        "marksLabel": _("A mark for each place"),
        "send": _("Answer"),
    }
