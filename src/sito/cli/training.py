"""`sito train`: a person solves exercises, their own mistakes first. `sito worksheet`: exercises on paper."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from sito.base.files import check_writable, write_atomically
from sito.cli.command import SeedOption, command
from sito.cli.files import STANDARD_OUTPUT, named
from sito.cli.options import RulesOption, game_rules, game_seed, read_rules, read_words
from sito.cli.output import emit_json, message, note, settings, telling
from sito.cli.parameters import Argument
from sito.cli.play.human import see, with_slip
from sito.cli.play.pictures import GamePicture, Side, View
from sito.cli.play.saved import open_store, read_ended, readable
from sito.cli.table import Table, open_table, thinking
from sito.cli.table.commands import BOARD, GIVE_UP, HELP, QUIT, Command, Commands, Leave
from sito.errors import N_, Fault, InputError, LimitError, StoreError
from sito.games.store import GameStore
from sito.games.training import OwnExercise, lately_solved, not_reviewed, note_attempt, take_mistakes, unsolved
from sito.operations.operation import Ask, as_json
from sito.operations.training import (
    MOST_EXERCISES,
    AttemptAnswer,
    DifficultyOption,
    KindOption,
    SeedOfExercises,
    SheetOption,
    WorksheetQuestion,
)
from sito.operations.training import worksheet as make_worksheet
from sito.operations.work import Work
from sito.show.i18n import _, ended, fault_text, ngettext
from sito.show.in_words.training import task_sentence
from sito.show.sentences import rules_sentence
from sito.training import Exercise, ExerciseKind, ExerciseLevel, exercises

_COMMANDS = Commands(
    HELP,
    Command(QUIT.name, N_("ends the training")),
    Command(GIVE_UP.name, N_("shows what is right, and goes on to the next exercise")),
    BOARD,
)
_LOOKED_AT = 5
"""So many games are looked through for mistakes in one sitting, for a review may take long."""


@dataclass
class _Sitting:
    """The exercises of one sitting; `given` has for each of them the attempts, and whether it was solved."""

    store: GameStore | None
    given: list[dict[str, object]] = field(default_factory=list)

    def play(self, table: Table, exercises: Iterator[OwnExercise]) -> None:
        """Gives exercises, one after the other."""
        for own in exercises:
            attempts: list[object] = []
            told: dict[str, object] = {"exercise": str(own.exercise), "game": own.game or None}
            told |= {"attempts": attempts, "solved": False}
            self.given.append(told)
            told["solved"] = self._solve(table, own, attempts)

    def _solve(self, table: Table, own: OwnExercise, attempts: list[object]) -> bool:
        """Asks until the exercise is solved or given up."""
        exercise = own.exercise
        task, by_number = task_sentence(exercise), exercise.kind is ExerciseKind.WRONG_ANSWER
        picture = GamePicture(View(count=False), (Side.of(exercise.game, title=task, asks=not by_number),))
        if own.game:
            table.say(_("This is a position of your game {name}.").format(name=own.game))
        table.show(picture, whole=True)  # it is another game than the one before
        if not table.board:  # there the picture says it
            table.say(task)
        while True:
            line = table.ask(_("number: ") if by_number else _("guess: "), paint=picture.view.take, commands=_COMMANDS)
            said = _COMMANDS.read(line, exercise.read).command
            if said is None and line:
                try:
                    with thinking(_("I am thinking")):
                        verdict = exercise.check(line)
                except InputError as error:
                    message(with_slip(error, line, _COMMANDS))
                    continue
                attempts.append(as_json(AttemptAnswer.of(verdict)))
                self._note(own, solved=verdict.right)
                sentence = _("Right: {reason}") if verdict.right else _("No: {reason}")
                table.say(ended(sentence.format(reason=fault_text(verdict.reason))))
                if verdict.right:
                    return True
            elif said == GIVE_UP.name:
                self._note(own, solved=False)
                table.say(_("Right is: {solutions}").format(solutions=" ".join(exercise.solutions())))
                return False
            elif said == HELP.name:
                for sentence in (task, *_COMMANDS.help()):
                    table.say(sentence)
                if not by_number:
                    table.say(_("Guess {rules}.").format(rules=rules_sentence(exercise.game.rules)))
            elif said == BOARD.name:
                see(table, picture, said)

    def _note(self, own: OwnExercise, *, solved: bool) -> None:
        if self.store is not None:
            with telling(StoreError):
                note_attempt(self.store, own.exercise, solved=solved, game=own.game)

    def end(self) -> int:
        """Says how it went; gives the exit code."""
        solved = sum(bool(each["solved"]) for each in self.given)
        if settings.json:
            emit_json({"exercises": self.given, "solved": solved})
        elif self.given:
            done = ngettext(
                "{solved} of {count} exercise solved.", "{solved} of {count} exercises solved.", len(self.given)
            )
            note(done.format(solved=solved, count=len(self.given)))
        return 0 if solved == len(self.given) else 1


@dataclass(frozen=True, kw_only=True)
class _Asked:
    kind: Annotated[
        ExerciseKind | None,
        Argument(N_("What is to be found; without it your own mistakes, and then all kinds in turn."), metavar="KIND"),
    ] = None
    rules: RulesOption = None
    level: DifficultyOption = ExerciseLevel.EASY
    seed: SeedOption = None
    count: Annotated[int, Ask(N_("How many exercises are given."), 1, MOST_EXERCISES)] = 5
    mistakes: Annotated[bool, Ask(N_("Only positions of games that you have played."))] = False
    exercise: Annotated[str | None, Ask(N_("This exercise: its text, as --json and work sheets have it."))] = None

    def check(self) -> None:
        """Raises `InputError` with what would be passed over in silence."""
        others = {"KIND": self.kind is not None, "--seed": self.seed is not None}
        of_exercise = {**others, "--rules": self.rules is not None, "--mistakes": self.mistakes}
        option, more = ("--exercise", of_exercise) if self.exercise is not None else ("--mistakes", others)
        if self.exercise is not None or self.mistakes:
            twice = N_("{option} says already which exercises are given; leave out {other}")
            InputError.check(Fault(twice, option=option, other=other) for other, given in more.items() if given)

    def given(self, store: GameStore | None) -> Iterator[OwnExercise]:
        """Yields the exercises of a sitting."""
        if self.exercise is not None:
            exercise = Exercise.parse(self.exercise, read_words)
            exercise.check_sense()
            yield OwnExercise("", exercise)
            return
        own = self._own(store)
        yield from own
        if not self.mistakes:
            solved = lately_solved(store) if store is not None and self.seed is None else set()
            made = (each for each in self._made() if str(each) not in solved)
            yield from (OwnExercise("", each) for each in islice(made, self.count - len(own)))
        elif not own:
            note(_("No position of your games is to be solved; play one with {command}.").format(command="sito play"))

    def _made(self) -> Iterator[Exercise]:
        """Makes exercises of the kind, or of all kinds in turn, of those that the game has."""
        rules, seed = game_rules(self.rules), game_seed(self.seed)
        kinds = list(ExerciseKind) if self.kind is None else [self.kind]
        turns = deque(exercises(kind, rules, self.level, seed) for kind in kinds)
        while turns:
            try:
                yield next(turns[0])
                turns.rotate(-1)
            except LimitError:
                if len(turns) == 1:
                    raise
                turns.popleft()

    def _own(self, store: GameStore | None) -> list[OwnExercise]:
        """Lists positions of own games that are to be solved; some games are looked through if they are few."""
        if store is None or self.kind is not None or self.seed is not None:
            return []
        records = readable(islice(not_reviewed(store), _LOOKED_AT), lambda kept: read_ended(store, kept))
        with thinking(_("I am looking through your games for mistakes")):
            while len(found := self._unsolved(store)) < self.count and (read := next(records, None)) is not None:
                take_mistakes(store, read[1])
        return found

    def _unsolved(self, store: GameStore) -> list[OwnExercise]:
        rules = None if self.rules is None else read_rules(self.rules)
        found = (own for own in unsolved(store) if rules is None or own.exercise.game.rules.key == rules.key)
        return list(islice(found, self.count))


@command(
    name="train",
    help=N_(
        "Solve exercises: find the only code that is left, a guess that leaves few, the wrong answer, the best guess. "
        "Positions of your games where another guess would have been better come first, until they are solved; what "
        "you have solved does not come again soon, unless you give a seed. Exit code 1 if not all are solved."
    ),
    examples=(
        "sito train",
        "sito train best-guess --level hard",
        "sito train one-left --rules words --count 3",
        "sito train --mistakes",
        "sito train --exercise 'best-guess 4x6 CBFF:o EAAB:xxo'",
    ),
)
def train(asked: _Asked) -> int:
    asked.check()
    with ExitStack() as closing:
        store = None
        with telling(StoreError):
            store = closing.enter_context(open_store())
        sitting = _Sitting(store)
        try:
            with open_table() as table:
                sitting.play(table, asked.given(store))
        except (Leave, EOFError) as reason:
            message()
            code = sitting.end()
            raise Exit(0 if isinstance(reason, Leave) else code) from None
        return sitting.end()


@command(
    name="worksheet",
    help=N_(
        "Makes a work sheet of exercises, a page of HTML that a browser prints in color or in black and white, also as "
        "PDF. The solutions have a page of their own. The same seed gives the same sheet."
    ),
    examples=(
        "sito worksheet --output sheet.html",
        "sito worksheet --rules 4x6 --count 20 --seed 7 --level easy --output sheet.html",
        "sito worksheet --kind best-guess --rules bulls-and-cows",
    ),
)
def worksheet(
    rules: RulesOption = None,
    kind: KindOption = ExerciseKind.ONE_LEFT,
    level: DifficultyOption = ExerciseLevel.EASY,
    count: SheetOption = 20,
    seed: SeedOfExercises = 0,
    output: Annotated[Path, Ask(N_("The file to write, - for standard output."))] = STANDARD_OUTPUT,
) -> None:
    if named(output) is not None:
        check_writable(output)
    question = WorksheetQuestion.of_rules(game_rules(rules), kind=kind, level=level, count=count, seed=seed)
    made = make_worksheet(question, Work())
    if named(output) is not None:
        write_atomically(output, made.html)
        note(_("The work sheet is in {file}.").format(file=output))
    if settings.json:
        emit_json(as_json(made))
    elif named(output) is None:
        print(made.html, end="", flush=True)
