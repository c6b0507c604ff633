"""Exercises in words: what is to be found, and what each kind is called."""

from __future__ import annotations

from sito.errors import N_, NN_
from sito.show.i18n import _, ngettext
from sito.training import Exercise, ExerciseKind

_TASKS = {
    ExerciseKind.ONE_LEFT: N_("The answers leave exactly one code. Which one?"),
    ExerciseKind.WRONG_ANSWER: N_("One of the answers is wrong. Which one? Give the number of its guess."),
    ExerciseKind.BEST_GUESS: N_("Find a best guess: one after which the fewest further guesses are expected."),
}
_AT_MOST = NN_(
    "Find a guess that leaves at most {count} code, whatever the answer.",
    "Find a guess that leaves at most {count} codes, whatever the answer.",
)
_SUBJECTS = {
    ExerciseKind.ONE_LEFT: N_("One code left"),
    ExerciseKind.AT_MOST: N_("Leave at most so many"),
    ExerciseKind.WRONG_ANSWER: N_("Which answer is wrong?"),
    ExerciseKind.BEST_GUESS: N_("The best guess"),
}


def task_sentence(exercise: Exercise) -> str:
    """Says what is to be found."""
    if exercise.most is not None:
        return ngettext(*_AT_MOST, exercise.most).format(count=exercise.most)
    return _(_TASKS[exercise.kind])


def subject_text(kind: ExerciseKind) -> str:
    """Names a kind of exercises."""
    return _(_SUBJECTS[kind])
