"""The form in which an answer was noted: which part of it is known. A wrong answer is repaired in its own form."""

from __future__ import annotations

from functools import lru_cache

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, Feedback, Turn, score_number
from sito.codes.notations import count_answers
from sito.codes.partial import UNKNOWN, PartialFeedback, read_partial
from sito.rules.rules import FeedbackKind, Rules


def in_form_of(noted: Answer, number: int, rules: Rules) -> Answer:
    """Gives of the answer with this number the part that is known in a noted answer.

    Where this part leaves one answer alone, it is that answer: of three black pegs on four
    none can be followed by a white one.

    >>> from sito.codes.feedback import read_noted
    >>> rules = Rules.parse("4x6")
    >>> [str(in_form_of(read_noted("2?", rules), number, rules)) for number in (0, 1, 2, 7, 8, 9)]
    ['0?', '0?', '1?', '1?', '2?', 'xxx']
    >>> str(in_form_of(read_noted("xo", rules), 1, rules))
    'o'
    """
    if isinstance(noted, Feedback):
        return Feedback.of(rules, number)
    text = UNKNOWN if noted.tells_nothing else _part_text(noted, number, rules)
    part = read_partial(text, rules)
    return part if isinstance(part, PartialFeedback) else Feedback.of(rules, part)


def _part_text(noted: PartialFeedback, number: int, rules: Rules) -> str:
    if noted.kind is FeedbackKind.POSITION:
        marks = (number // 3**place % 3 for place in reversed(range(noted.pegs)))
        return "".join(
            UNKNOWN if known is None else "-yg"[mark] for known, mark in zip(noted.marks, marks, strict=True)
        )
    black, white = _counts(rules, number)
    return f"{black}{UNKNOWN}" if noted.black is not None else f"{UNKNOWN}{white}"


def _counts(rules: Rules, number: int) -> tuple[int, int]:
    """Gives the black and white pegs of an answer of both, whether or not any code gives it."""
    total = 0
    while (total + 1) * (total + 2) // 2 <= number:
        total += 1
    black = number - total * (total + 1) // 2
    return black, total - black


def true_answers(rules: Rules, turn: Turn, secret: Code) -> tuple[Answer, ...]:
    """Gives what a codemaker with this secret would have answered, in the form in which it was noted.

    It is one answer, or several where pegs of the guess are unknown. In ascending order of their numbers.

    >>> space = CodeSpace("4x6")
    >>> answers = true_answers(space.rules, Turn.read("C?FF", "o", space), space.parse("CAAB"))
    >>> [str(answer) for answer in answers]
    ['x', 'xo', 'xx']
    """
    made = CodeSpace(rules, guesses=True).completions(turn.guess)
    numbers = sorted({score_number(rules, guess, secret) for guess in made})
    return tuple(dict.fromkeys(in_form_of(turn.answer, number, rules) for number in numbers))


@lru_cache(maxsize=64)
def part_numbers(noted: PartialFeedback, rules: Rules) -> tuple[int, ...]:
    """Gives for each number of an answer of black and white pegs the least number with the same known part.

    The native core tells parts apart by these numbers.

    >>> from sito.codes.feedback import read_noted
    >>> rules = Rules.parse("2x6")
    >>> part_numbers(read_noted("0?", rules), rules)
    (0, 0, 2, 0, 2, 5)
    """
    known = 0 if noted.black is not None else 1
    parts = [_counts(rules, number)[known] for number in range(count_answers(rules.feedback, rules.pegs))]
    return tuple(map(parts.index, parts))
