"""What the native core refuses, as errors of Sito: the one place where one becomes the other.

The native module raises one exception of its own, `NativeError`, which names the kind of
fault in a word. Everything else that comes out of a native call was raised by a callback
and passes through untouched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sito._native import NativeError
from sito.errors import (
    N_,
    NN_,
    CodeError,
    Fault,
    FeedbackError,
    InconsistentError,
    InputError,
    LimitError,
    PuzzleError,
    RulesError,
    SitoError,
    StrategyError,
)

_SENTENCES: dict[str, tuple[type[SitoError], str | tuple[str, str]]] = {
    "Rules": (RulesError, N_("these rules cannot be used: {why}")),
    "Code": (CodeError, N_("this code cannot be used: {why}")),
    "Feedback": (FeedbackError, N_("this answer cannot be used: {why}")),
    "Metric": (StrategyError, N_("this metric is not known: {why}")),
    "Objective": (InputError, N_("this objective is not known: {why}")),
    "Prices": (LimitError, N_("the prices for {rules} are more than a search can add up: {why}")),
    "Index": (InputError, N_("there is no possible code in this place: {why}")),
    "Inconsistent": (InconsistentError, N_("no code of {rules} agrees with all the answers")),
    "TooLarge": (
        LimitError,
        NN_(
            "the game {rules} has {count} code and the sieve holds up to {most}; "
            "take fewer pegs or colors, or let colors differ, as in 6x10 or 8x10-distinct",
            "the game {rules} has {count} codes and the sieve holds up to {most}; "
            "take fewer pegs or colors, or let colors differ, as in 6x10 or 8x10-distinct",
        ),
    ),
    "TooManyCodes": (
        LimitError,
        N_(
            "the game {rules} is too large for the exact search: it has {first} secrets and {second} guesses; up to "
            "{third} secrets and {fourth} guesses are allowed"
        ),
    ),
    "TooManyAnswers": (
        LimitError,
        N_(
            "the game {rules} is too large for the exact search: a guess has {first} different answers; up to {second} "
            "are allowed"
        ),
    ),
    "TooDeep": (
        LimitError,
        N_(
            "the game {rules} is too large for the exact search: its answers tell so little that some code takes more "
            "than {first} guesses, the most of any tree"
        ),
    ),
    "Memory": (
        LimitError,
        N_("the answers of {rules} take {needed} MB; {allowed} MB are allowed; give more memory"),
    ),
    "Refused": (LimitError, N_("the system does not give the {needed} MB that the answers of {rules} take")),
    "Journal": (InputError, N_("what was kept of an earlier search cannot be read; begin without it")),
    "Board": (PuzzleError, N_("this board or position cannot be used: {why}")),
    "Level": (PuzzleError, N_("the checkpoint is damaged or belongs to another problem")),
    "Jugs": (PuzzleError, N_("these jugs cannot be used: {why}")),
    "Threads": (LimitError, N_("the system gives no more threads: {why}")),
}
"""Of each kind the error and its sentence.

It may speak of `rules`, and of `why`, which is what the core says in English. What else it speaks of are the numbers in
what the core says, one after the other.
"""


@contextmanager
def native_errors(rules: object = "") -> Iterator[None]:
    """Turns what the native core refuses within the context into an error of Sito.

    `rules` are named in sentences about a game. What callbacks raise passes through.

    >>> from sito._native import Rules
    >>> with native_errors():
    ...     Rules(4, 99, "any", "black")
    Traceback (most recent call last):
    sito.errors.RulesError: these rules cannot be used: 99 colors; 1 to 64 are allowed
    """
    try:
        yield
    except NativeError as error:
        raise sito_error(error, rules) from None


def sito_error(error: NativeError, rules: object = "") -> SitoError:
    """Gives the error of Sito that says the same.

    >>> sito_error(NativeError("Memory", "they take 3000000 bytes; 2000000 are allowed"), "4x6")
    LimitError(Fault('the answers of {rules} take {needed} MB; {allowed} MB are allowed; give more memory', \
rules='4x6', needed=4, allowed=2))
    """
    kind, sentence = _SENTENCES[error.kind]
    forms = (sentence,) if isinstance(sentence, str) else sentence
    names = re.findall(r"{(\w+)}", forms[0])
    values: dict[str, object] = {"rules": str(rules), "why": error.message}
    numbers = [int(number) for number in re.findall(r"\d+", error.message)]
    if error.kind in ("Memory", "Refused"):  # bytes
        numbers = [numbers[0] // 10**6 + 1, *(number // 10**6 for number in numbers[1:])]
    values |= zip((name for name in names if name not in values), numbers, strict=False)
    return kind(Fault(*forms, **{name: values[name] for name in names}))
