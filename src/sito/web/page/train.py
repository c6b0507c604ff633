"""The view Train: exercises, and positions of a person's own games in which a guess cost more than it should.

`/train` gives the mistakes of the person first; `/train?game=…` those of one game.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from fastapi import Request
from nicegui import ui

from sito.errors import N_, SitoError
from sito.games.training import OwnExercise
from sito.operations.questions import Words
from sito.operations.training import (
    AttemptAnswer,
    AttemptQuestion,
    ExerciseQuestion,
    MistakesQuestion,
    WorksheetQuestion,
    attempt,
    exercise,
    mistakes,
    worksheet,
)
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.rules.text import PRESETS
from sito.show.i18n import _, ended, join_sentences, ngettext
from sito.show.in_words.training import subject_text, task_sentence
from sito.show.sentences import level_names
from sito.training import Exercise, ExerciseKind, ExerciseLevel
from sito.web.page.board import colors_of, peg_name
from sito.web.page.choosing import GameChoice
from sito.web.page.elements import Focus
from sito.web.page.frame import Page, frame
from sito.web.page.site import PATIENCE
from sito.web.page.studied import LONGEST_GAME, add_styles, ask
from sito.words.lists import built_in

_OWN = "own"
_SECONDS = 10.0
_MOST_TRIES = 20


class Training:
    """One person's exercises, one after the other."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._own: list[OwnExercise] = []
        self._now: OwnExercise | None = None
        self._seed = secrets.randbits(31)
        self._given = self._solved = 0
        self._hints: list[str] = []
        self._focus = Focus()
        with page.columns():
            with page.box("game"):
                self._subject = page.heading("").show(False)  # until there is an exercise
                self._task = page.text(classes="lead")
                self._from = page.text(classes="hint")
                self._board = page.board(
                    Rules.parse(PRESETS["mastermind"]), on_guess=self._try, on_row=lambda number: self._try(str(number))
                )
                self._verdict = page.text(classes="verdict")
                with page.row("game-actions"):
                    self._next = page.button(_("Next exercise"), self.go_on, primary=True)
                    self._hint = page.button(_("Hint"), self._tell_more)
                    self._show = page.button(_("Show the solution"), self._give_up)
                self._close(over=False)  # there is no exercise yet
            with page.box("game-side"), page.card(_("Exercises")):
                self._progress = page.text(classes="progress")
                kinds = {_OWN: _("My mistakes"), **{kind.value: subject_text(kind) for kind in ExerciseKind}}
                self._kind = page.choice(_("What is to be found"), kinds, _OWN, self.go_on)
                self._game = GameChoice(page)
                levels = {level.value: level_names()[level] for level in ExerciseLevel}
                self._level = page.choice(_("Difficulty"), levels, ExerciseLevel.EASY.value, buttons=True)
                with page.row():
                    page.button(_("New exercise"), self.go_on)
                    page.button(_("Work sheet"), self._print)

    async def begin(self, game: str) -> None:
        """Begins with the mistakes of the game of an address, or with those of all games."""
        try:
            self._own = await self._mistakes(game)
        except SitoError as error:
            self._page.fault(self._page.told(error))
        if not self._own:
            self._kind.set(ExerciseKind.ONE_LEFT.value)
        await self.go_on()

    async def _mistakes(self, game: str) -> list[OwnExercise]:
        """Gives the positions of one game, or of all games, that are to be solved."""
        if not game:
            return await self._page.services.games.exercises(self._page.person)
        asked = MistakesQuestion.of(Transcript.parse(game[:LONGEST_GAME], built_in))
        told = await ask(self._page, mistakes, asked, _SECONDS)
        if not told.mistakes:
            self._page.fault(_("No guess of this game cost more than it should."))
        return [OwnExercise("", Exercise.parse(one.exercise.exercise, built_in)) for one in told.mistakes]

    async def go_on(self) -> None:
        """Gives the next exercise. Those that were solved lately do not come again."""
        if self._kind.value != _OWN:
            self._now = OwnExercise("", await self._made(ExerciseKind(self._kind.value)))
        elif self._own:
            self._now = self._own.pop(0)
        else:
            self._page.fault(_("No position of your games is to be solved."))
            return
        self._given += 1
        self._draw(self._now)

    async def _made(self, kind: ExerciseKind) -> Exercise:
        rules, words = self._game.chosen()
        solved = await self._page.services.games.lately_solved(self._page.person)
        for _again in range(_MOST_TRIES):  # a small game has few exercises
            asked = ExerciseQuestion(rules, kind, ExerciseLevel(self._level.value), self._seed, words=words)
            told = await ask(self._page, exercise, asked, _SECONDS)
            self._seed += 1
            if told.exercise not in solved:
                break
        return Exercise.parse(told.exercise, built_in if words is None else words.read())

    def _draw(self, own: OwnExercise) -> None:
        made = own.exercise
        task, wrong = task_sentence(made), made.kind is ExerciseKind.WRONG_ANSWER
        self._subject.tell(subject_text(made.kind))
        self._task.set_text(task)
        self._from.tell(_("This is a position of your game {name}.").format(name=own.game) if own.game else "")
        self._board.set_rules(made.game.rules, shapes=self._page.shapes)
        self._board.show(made.game.turns).open(not wrong).correct(wrong)
        self._verdict.tell("")
        self._next.show(False)
        self._hints = []
        self._hint.show()
        self._show.show()
        self._progress.set_text(self._count())
        self._page.announce(task)
        if not wrong:
            self._board.focus()

    def _count(self) -> str:
        done = ngettext("{solved} of {count} exercise solved.", "{solved} of {count} exercises solved.", self._given)
        return done.format(solved=self._solved, count=self._given)

    async def _ask(self, own: OwnExercise, text: str | None = None) -> AttemptAnswer:
        """Has an attempt checked; without one the solutions are told."""
        asked = AttemptQuestion(str(own.exercise), text, Words.of(own.exercise.game.rules.words))
        return await ask(self._page, attempt, asked, _SECONDS)

    async def _try(self, text: str) -> None:
        """Checks an attempt: a code, or the number of a guess."""
        if self._now is None:
            return
        told = await self._ask(self._now, text)
        sentence = _("Right: {reason}") if told.right else _("No: {reason}")
        self._say(ended(sentence.format(reason=told.reason)), right=told.right)
        if told.right:
            await self._end(solved=True)
        else:
            self._board.draft(None).focus()

    async def _tell_more(self) -> None:
        """Tells a peg of what is right, or an answer that is; with each hint one more. A hint costs nothing."""
        if self._now is None:
            return
        told = await self._ask(self._now)
        hints = _hints(self._now.exercise, told.solutions or [])
        self._hints = hints[: len(self._hints) + 1]
        self._verdict.tell(join_sentences(*map(ended, self._hints)))
        self._verdict.set_class("verdict-right", False).set_class("verdict-wrong", False)
        self._page.announce(*self._hints[-1:])

    async def _give_up(self) -> None:
        if self._now is None:
            return
        told = await self._ask(self._now)
        self._say(_("Right is: {solutions}").format(solutions=" ".join(told.solutions or ())), right=False)
        await self._end(solved=False)

    def _say(self, text: str, *, right: bool) -> None:
        self._verdict.tell(text)
        self._verdict.set_class("verdict-right", right).set_class("verdict-wrong", not right)
        self._page.announce(text)

    async def _end(self, *, solved: bool) -> None:
        now, self._now = self._now, None
        if now is None:
            return
        await self._page.services.games.note_attempt(self._page.person, now, solved=solved)
        self._solved += solved
        self._progress.set_text(self._count())
        self._close(over=True)
        self._focus.give(self._next)

    def _close(self, *, over: bool) -> None:
        """Leaves nothing to be done but the next exercise, if one is over."""
        self._board.open(False).correct(False)
        self._hint.show(False)
        self._show.show(False)
        self._next.show(over)

    async def _print(self) -> None:
        """Gives a work sheet, as a file for the printer."""
        rules, words = self._game.chosen()
        kind = ExerciseKind.ONE_LEFT if self._kind.value == _OWN else ExerciseKind(self._kind.value)
        asked = WorksheetQuestion(rules, kind, ExerciseLevel(self._level.value), self._seed, words=words)
        told = await ask(self._page, worksheet, asked, _SECONDS)
        ui.download.content(told.html, "worksheet.html", "text/html")


def _hints(exercise: Exercise, solutions: Sequence[str]) -> list[str]:
    """Gives all that hints tell, one after the other; never all of the solution."""
    rules = exercise.game.rules
    if exercise.kind is ExerciseKind.WRONG_ANSWER:
        right = [number for number in range(1, len(exercise.game) + 1) if str(number) not in solutions]
        return [_("Answer {number} is right.").format(number=number) for number in right[:-1]]
    code = colors_of(rules, solutions[0]) if solutions else []
    place = _("Place {place}: {peg}")
    return [place.format(place=number, peg=peg_name(rules, color)) for number, color in enumerate(code[:-1], 1)]


@ui.page("/train", response_timeout=PATIENCE)
async def train(request: Request) -> None:
    add_styles()
    with frame(request, N_("Train")) as page:
        view = Training(page)
    await page.client.connected()
    await page.act(lambda: view.begin(request.query_params.get("game", "")))()
