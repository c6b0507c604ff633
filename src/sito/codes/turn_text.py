"""A turn as a text: `GUESS:ANSWER`."""

from __future__ import annotations

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, Feedback, Turn
from sito.codes.notations import example_answer
from sito.errors import Fault, TranscriptError
from sito.rules.rules import FeedbackKind, Rules


def read_pair(pair: str, guesses: CodeSpace) -> Turn:
    """Reads `GUESS:ANSWER`. Raises `InputError`.

    >>> str(read_pair("AABB:2b", CodeSpace("4x6")).answer)
    'xx'
    """
    guess, colon, answer = pair.rpartition(":")
    if not colon:
        raise TranscriptError(no_answer(pair, guesses.rules))
    return Turn.read(guess, answer, guesses)


def pair_text(guess: Code, answer: Answer, guesses: CodeSpace) -> str:
    """Writes `GUESS:ANSWER`, without a blank in it.

    >>> pair_text(Code([0, 10]), Feedback.of("2x12-numbers", 1), CodeSpace("2x12-numbers"))
    '1,11:o'
    """
    return f"{guesses.text(guess).replace(' ', ',')}:{answer}"


def no_answer(guess: str, rules: Rules) -> Fault:
    """Says of a guess that no answer stands beside it."""
    return Fault(
        "{text!r} has no answer; write GUESS:ANSWER, as in {text}:{answer}, and {text}:{none} for none",
        text=guess,
        answer="xo" if rules.feedback is FeedbackKind.BLACK_WHITE else example_answer(rules),
        none=Feedback.of(rules, 0),
    )
