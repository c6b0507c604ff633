"""Operations for training: exercises, what an attempt is worth, the mistakes of a game, and work sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Self

from sito.codes.code import CodeSpace
from sito.errors import N_
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import NotedTurn, OfGame, OfRules, Words, check_size, check_turns
from sito.operations.reviews import twice
from sito.operations.work import Work
from sito.reviews import Mark, review
from sito.show.i18n import fault_text
from sito.show.in_words.training import task_sentence
from sito.show.worksheet import worksheet_html
from sito.training import Exercise, ExerciseKind, ExerciseLevel, Verdict, exercises
from sito.training import mistakes as mistakes_of
from sito.training.exercise import MOST_GUESSES
from sito.words.lists import built_in

MOST_EXERCISES = 100
KindOption = Annotated[ExerciseKind, Ask(N_("What is to be found."))]
DifficultyOption = Annotated[ExerciseLevel, Ask(N_("How hard the exercises are."))]
SeedOfExercises = Annotated[int, Ask(N_("The same seed gives the same exercises."), 0, 2**63)]
SheetOption = Annotated[int, Ask(N_("How many exercises the sheet has."), 1, MOST_EXERCISES)]


@dataclass(frozen=True)
class ExerciseQuestion(OfRules):
    """What kind of exercise is asked for."""

    kind: KindOption = ExerciseKind.ONE_LEFT
    level: DifficultyOption = ExerciseLevel.EASY
    seed: SeedOfExercises = 0

    def made(self, work: Work, count: int = 1) -> list[Exercise]:
        """Makes exercises. Raises `LimitError` where there are not so many."""
        rules = self.read_rules(replace(work, codes=min(work.codes, MOST_GUESSES)))
        return list(islice(exercises(self.kind, rules, self.level, self.seed, limits=work.limits), count))


@dataclass(frozen=True)
class ToldExercise(Value):
    """An exercise."""

    exercise: str
    """The text of it, by which an attempt is checked."""
    kind: ExerciseKind
    rules: str
    turns: list[NotedTurn]
    most: int | None
    """How many codes the guess may leave; null where something else is to be found."""
    task: str
    """What is to be found, in a sentence."""

    @classmethod
    def of(cls, exercise: Exercise) -> Self:
        """Tells an exercise in the reader's language."""
        text = CodeSpace(exercise.game.rules, guesses=True).text
        turns = [NotedTurn(text(turn.guess), str(turn.answer)) for turn in exercise.game.turns]
        about = {"exercise": str(exercise), "rules": str(exercise.game.rules), "task": task_sentence(exercise)}
        return cls.told(exercise, turns=turns, **about)


@operation("training", job=True)
def exercise(asked: ExerciseQuestion, work: Work) -> ToldExercise:
    """Makes an exercise, the same one for the same seed; it has the solution that it claims, by exact search."""
    return ToldExercise.of(asked.made(work)[0])


@dataclass(frozen=True)
class AttemptQuestion(Value):
    """An attempt at an exercise; without one the exercise is given up."""

    exercise: Annotated[str, Ask(N_("The text of an exercise."), 1, 10_000, "one-left 3x4 AAB:xx AAC:xx AAA:xx")]
    attempt: Annotated[str | None, Ask(N_("What was found: a code, or the number of a guess."), most=200)] = None
    words: Annotated[Words | None, Ask("The words of a word game, if none of the lists of Sito is meant.")] = None


@dataclass(frozen=True)
class AttemptAnswer(Value):
    """What an attempt is worth."""

    right: bool
    reason: str | None
    """Why, in a sentence; null if the exercise is given up."""
    loss: float | None
    """How many guesses more are expected than after the best guess, if that is asked for."""
    loss_fraction: str | None
    """The same exactly."""
    proven: bool
    """Whether this number is proven."""
    solutions: list[str] | None
    """What is right, of many guesses the first ones; null as long as it is neither found nor given up."""

    @classmethod
    def of(cls, found: Verdict, solutions: Sequence[str] | None = None) -> Self:
        """Tells a verdict in the reader's language."""
        told = None if solutions is None else list(solutions)
        return cls.told(found, **twice("loss", found.loss), reason=fault_text(found.reason), solutions=told)


@operation("training", job=True)
def attempt(asked: AttemptQuestion, work: Work) -> AttemptAnswer:
    """Checks an attempt at an exercise, and tells the solutions when it is right or given up."""
    read = Exercise.parse(asked.exercise, built_in if asked.words is None else asked.words.read())
    check_size(work, read.game.rules)
    check_turns(len(read.game))
    if asked.attempt is None:
        return AttemptAnswer(False, None, None, None, True, list(read.solutions(limits=work.limits)))
    found = read.check(asked.attempt, limits=work.limits)
    return AttemptAnswer.of(found, read.solutions(limits=work.limits) if found.right else None)


@dataclass(frozen=True)
class MistakesQuestion(OfGame):
    """A game that somebody has played."""


@dataclass(frozen=True)
class ToldMistake(Value):
    """A guess that cost more than it should, and the exercise to find a better one."""

    number: int
    guess: str
    mark: Mark
    exercise: ToldExercise


@dataclass(frozen=True)
class MistakesAnswer(Value):
    """The mistakes of a game, from the first one on."""

    mistakes: list[ToldMistake]


@operation("training", job=True)
def mistakes(asked: MistakesQuestion, work: Work) -> MistakesAnswer:
    """Finds the guesses of a game that cost more than they should, and makes exercises of their positions."""
    seen = review(asked.read(work), limits=work.limits)
    pairs = [(seen[len(made.game)], made) for made in mistakes_of(seen)]
    return MistakesAnswer(
        [ToldMistake.told(guess, guess=guess.text, exercise=ToldExercise.of(made)) for guess, made in pairs]
    )


@dataclass(frozen=True)
class WorksheetQuestion(ExerciseQuestion):
    """What a work sheet is to have."""

    count: SheetOption = 20


@dataclass(frozen=True)
class WorksheetAnswer(Value):
    """A work sheet, as a page for the printer."""

    html: str
    exercises: list[str]
    solutions: list[list[str]]


@operation("training", job=True)
def worksheet(asked: WorksheetQuestion, work: Work) -> WorksheetAnswer:
    """Makes a work sheet of exercises, with the solutions on a page of their own; the same one for the same seed."""
    made = asked.made(work, asked.count)
    solutions = [each.solutions(limits=work.limits) for each in made]
    html = worksheet_html(made, solutions, asked.level, asked.seed)
    return WorksheetAnswer(html, list(map(str, made)), list(map(list, solutions)))
