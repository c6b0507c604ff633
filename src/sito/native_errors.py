"""What the native core refuses, as errors of Sito: the one place where one becomes the other.

The native module raises one exception of its own, `NativeError`, which names the kind of
fault in a word. Everything else that comes out of a native call was raised by a callback
and passes through untouched.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sito._native import NativeError
from sito.errors import (
    N_,
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

_SENTENCES: dict[str, tuple[type[SitoError], str]] = {
    "rules": (RulesError, N_("these rules cannot be used: {why}")),
    "code": (CodeError, N_("this code cannot be used: {why}")),
    "feedback": (FeedbackError, N_("this answer cannot be used: {why}")),
    "metric": (StrategyError, N_("this metric is not known: {why}")),
    "objective": (InputError, N_("this objective is not known: {why}")),
    "prices": (LimitError, N_("the prices for {rules} are more than a search can add up: {why}")),
    "index": (InputError, N_("there is no possible code in this place: {why}")),
    "inconsistent": (InconsistentError, N_("no code of {rules} agrees with all the answers")),
    "too-large": (LimitError, N_("the game {rules} is too large for this: {why}")),
    "too-large-to-solve": (LimitError, N_("the game {rules} is too large for the exact search: {why}")),
    "memory": (
        LimitError,
        N_("the answers of {rules} take {needed} MB; {allowed} MB are allowed; give more memory"),
    ),
    "journal": (InputError, N_("what was kept of an earlier search cannot be read; begin without it")),
    "board": (PuzzleError, N_("this board or position cannot be used: {why}")),
    "level": (PuzzleError, N_("the checkpoint is damaged or belongs to another problem")),
    "jugs": (PuzzleError, N_("these jugs cannot be used: {why}")),
    "threads": (LimitError, N_("the system gives no more threads: {why}")),
}
"""Of each kind the error and its sentence, which may speak of `rules`, `why`, `needed` and `allowed`."""


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

    >>> sito_error(NativeError("memory", "", (3_000_000, 2_000_000)), "4x6")
    LimitError(Fault('the answers of {rules} take {needed} MB; {allowed} MB are allowed; give more memory', \
rules='4x6', needed=4, allowed=2))
    """
    kind, sentence = _SENTENCES[error.kind]
    values: dict[str, object] = {"rules": str(rules), "why": error.message}
    if error.kind == "memory":
        needed, allowed = (int(number) for number in error.details)
        values |= {"needed": needed // 10**6 + 1, "allowed": allowed // 10**6}
    return kind(Fault(sentence, **{name: value for name, value in values.items() if f"{{{name}}}" in sentence}))
