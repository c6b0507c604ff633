"""What a native search tells about how far it is, as values."""

from __future__ import annotations

from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback
from sito.exact.problem import Progress, SearchStep, StepCell

StepReport = tuple[int, int, int, int, tuple[int, int, int, int, int, int] | None]
"""A guess, how many are settled of how many, a lower bound, and a cell.

Of the cell: answer, codes, cells settled of how many, and the sums of the squares of their sizes.
"""
Report = tuple[str, int, int | None, int | None, int, int, int, int, list[StepReport]]
"""Stage, bounds, first guess, positions, bytes, first guesses settled of how many, and the guesses that are tried."""


def read_report(report: Report, guesses: CodeSpace) -> Progress:
    """Reads a report; `guesses` are the codes that may be guessed, by number."""
    stage, lower, upper, guess, positions, memory, settled, first_guesses, steps = report
    first = None if guess is None else guesses[guess]
    tried = tuple(_step(step, guesses) for step in steps)
    return Progress(stage, lower, upper, first, positions, memory, settled, first_guesses, tried)


def _step(step: StepReport, guesses: CodeSpace) -> SearchStep:
    guess, settled, count, lower, cell = step
    return SearchStep(guesses[guess], settled, count, lower, None if cell is None else _cell(*cell, guesses=guesses))


def _cell(answer: int, *counts: int, guesses: CodeSpace) -> StepCell:
    return StepCell(Feedback(guesses.rules.feedback, guesses.rules.pegs, answer), *counts)
