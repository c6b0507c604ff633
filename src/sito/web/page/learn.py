"""The view Learn: the sieve step by step on a small game, and the five ideas from which Sito grew."""

from __future__ import annotations

import inspect
import secrets

from fastapi import Request
from nicegui import ui

from sito.codes import consistency, feedback
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, Turn, score
from sito.errors import N_
from sito.rules.rules import Rules
from sito.show.i18n import _, join_sentences, ngettext, pgettext
from sito.show.spoken import answer_words
from sito.sieve.knowledge import Knowledge
from sito.web.page.board import about, answer_data, peg_name
from sito.web.page.elements import Html
from sito.web.page.figures import SieveScene
from sito.web.page.frame import Page, frame
from sito.web.page.ideas import Ideas

GAMES = ("2x6", "3x4", "3x5-distinct")
"""Small games: so few codes that all of them can be seen at once."""


class SieveLesson:
    """A person chooses guesses; the codes that disagree with the answers leave."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._guess: Code | None = None
        self._begin_game("3x4")
        with page.section(_("The sieve")):
            self._task = page.text("")
            with page.columns():
                with page.box():
                    self._scene = SieveScene()
                    page.on(self._scene, "choose", self._choose)
                    page.on(self._scene, "cell", self._answer)
                    with page.box("sieve-bar"):
                        self._left = page.text("", "count")
                        self._told = page.text("", "told")
                        with page.row():
                            page.button(_("Ask"), self._ask, primary=True)
                            self._undo = page.button(_("Undo"), self._take_back)
                            page.button(_("Start again"), lambda: self._choose_game(str(self._rules)))
                with page.box():
                    with page.card():
                        page.text(
                            _("Ask, and the computer answers; or choose the answer yourself in the list."), "hint"
                        )
                        headings = [_("guess"), _("answer"), pgettext("codes", "left")]
                        self._turns = page.table(_("Guesses and answers"), headings, [], rules=self._rules)
                    page.choice(_("Game"), _games(), "3x4", self._choose_game, buttons=True)
            with page.details(_("The same in Python")):
                Html("pre", _source(), "source", tabindex=0)
        self._show()

    def _begin_game(self, rules: str) -> None:
        self._rules = Rules.parse(rules)
        self._space = CodeSpace(self._rules)
        self._codes = list(self._space)
        self._known = [Knowledge(self._rules)]
        self._turns_made: list[Turn] = []
        self._secret: Code | None = None
        self._guess = None

    # What a person does

    def _choose(self, number: int) -> None:
        self._guess = self._codes[number]
        self._show()
        self._page.announce(self._space.text(self._guess), self._about_guess())

    def _answer(self, number: int) -> None:
        """Lets the answer of a cell through, as if the codemaker had given it."""
        if self._guess is not None:
            self._sieve(list(self._known[-1].cells(self._guess))[number])

    def _ask(self) -> None:
        """Answers for a code that was drawn; it is drawn anew where the answers so far speak against it."""
        if self._guess is None:
            self._tell(_("First choose a code as your guess."))
            return
        known = self._known[-1]
        if self._secret is None or self._secret not in known:
            self._secret = known[secrets.randbelow(len(known))]
        self._sieve(score(self._rules, self._guess, self._secret))

    def _sieve(self, answer: Feedback) -> None:
        if self._guess is None:
            return
        turn = Turn(self._guess, answer)
        before = len(self._known[-1])
        self._known.append(self._known[-1].after_turn(turn))
        self._turns_made.append(turn)
        self._guess = None
        self._show()
        gone = before - len(self._known[-1])
        leave = ngettext("{answer}: {count} code leaves.", "{answer}: {count} codes leave.", gone)
        words = answer_words(self._rules, turn.guess, answer)
        self._tell(join_sentences(leave.format(answer=words, count=gone), self._left_text()))

    def _tell(self, told: str) -> None:
        self._told.set_text(told)
        self._page.announce(told)

    def _take_back(self) -> None:
        if self._turns_made:
            self._turns_made.pop()
            self._known.pop()
        self._guess = None
        self._show()
        told = ngettext("{count} step is taken back.", "{count} steps are taken back.", 1).format(count=1)
        self._page.announce(told, self._left_text())

    def _choose_game(self, rules: str) -> None:
        self._begin_game(rules)
        self._show()
        self._page.announce(self._left_text())

    # What is shown

    def _left_text(self) -> str:
        left = self._known[-1]
        if len(left) == 1:
            return _("Only {code} is left.").format(code=self._space.text(left.first()))
        return ngettext("{count} code is left.", "{count} codes are left.", len(left)).format(count=len(left))

    def _about_guess(self) -> str:
        if self._guess is None:
            return ""
        sizes = list(self._known[-1].cells(self._guess).values())
        text = ngettext(
            "{count} answer is possible; at worst {worst} codes are left, on average {mean}.",
            "{count} answers are possible; at worst {worst} codes are left, on average {mean}.",
            len(sizes),
        )
        mean = sum(size * size for size in sizes) / sum(sizes)
        return text.format(count=len(sizes), worst=max(sizes), mean=f"{mean:.1f}")

    def _show(self) -> None:
        known, rules = self._known[-1], self._rules
        cells = {} if self._guess is None else known.cells(self._guess)
        answers = {answer: number for number, answer in enumerate(cells)}
        most = max(cells.values(), default=1)
        left_with = [next((turn for turn, now in enumerate(self._known) if code not in now), 0) for code in self._codes]
        self._scene.put(
            about=about(rules, self._page.shapes),
            pegs=rules.pegs,
            codes=[{"name": self._name(code), "colors": list(code)} for code in self._codes],
            left=left_with,
            cell=[
                answers[score(rules, self._guess, code)] if self._guess is not None and code in known else -1
                for code in self._codes
            ],
            cells=[self._cell(answer, count, count / most) for answer, count in cells.items()],
            chosen=-1 if self._guess is None else self._codes.index(self._guess),
            texts={
                "codes": _("Codes: choose one as your guess"),
                "cells": _("Possible answers, and the codes that each would leave"),
                "gone": pgettext("a code that does not fit", "has left"),
            },
        )
        best = min(max(known.cells(code).values()) for code in self._codes)
        task = ngettext(
            "Try it: find a guess that leaves {count} code at worst. No guess does better.",
            "Try it: find a guess that leaves {count} codes at worst. No guess does better.",
            best,
        )
        self._task.set_text(task.format(count=best) if len(known) > 1 else self._left_text())
        self._left.set_text(self._left_text())
        self._told.set_text(self._about_guess() or _("Choose a code as your guess."))
        self._undo.enable(bool(self._turns_made))
        rows: list[list[object]] = [
            [
                self._page.code_cell(rules, turn.guess),
                self._page.answer_cell(rules, turn.guess, turn.answer),
                len(after),
            ]
            for turn, after in zip(self._turns_made, self._known[1:], strict=True)
        ]
        self._turns.put(about=about(rules, self._page.shapes), pegs=rules.pegs, rows=rows)

    def _name(self, code: Code) -> str:
        return f"{self._space.text(code)}: {', '.join(peg_name(self._rules, color) for color in code)}"

    def _cell(self, answer: Feedback, count: int, part: float) -> dict[str, object]:
        guess = self._guess or self._codes[0]
        words = answer_words(self._rules, guess, answer)
        label = ngettext("{answer}: {count} code", "{answer}: {count} codes", count)
        return {
            "answer": answer_data(self._rules, guess, answer),
            "short": str(answer),
            "label": label.format(answer=words, count=count),
            "count": count,
            "part": part,
        }


def _games() -> dict[str, str]:
    sizes = {text: CodeSpace(text).size for text in GAMES}
    told = {text: ngettext("{rules}: {count} code", "{rules}: {count} codes", size) for text, size in sizes.items()}
    return {text: told[text].format(rules=text, count=size) for text, size in sizes.items()}


def _source() -> str:
    """The scorer and the sieve as the library has them, in plain Python."""
    return f"{inspect.getsource(feedback.black_and_white)}\n\n{inspect.getsource(consistency.sieve)}".strip()


@ui.page("/learn")
def view(request: Request) -> None:
    with frame(request, N_("Learn")) as page:
        page.text(_("An answer is a sieve: only those codes stay that would have given the same answer."), "lead")
        SieveLesson(page)
        Ideas(page)
