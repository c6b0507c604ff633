"""Exercises: positions in which something is to be found, made with a seed or taken from games; and their check."""

from sito.training.exercise import Exercise, ExerciseKind, Verdict
from sito.training.making import ExerciseLevel, exercises
from sito.training.mistakes import mistakes

__all__ = ["Exercise", "ExerciseKind", "ExerciseLevel", "Verdict", "exercises", "mistakes"]
