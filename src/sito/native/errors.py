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
    "rules": (RulesError, N_("these rules cannot be used: {why}")),
    "code": (CodeError, N_("this code cannot be used: {why}")),
    "feedback": (FeedbackError, N_("this answer cannot be used: {why}")),
    "metric": (StrategyError, N_("this metric is not known: {why}")),
    "objective": (InputError, N_("this objective is not known: {why}")),
    "prices": (LimitError, N_("the prices for {rules} are more than a search can add up: {why}")),
    "index": (InputError, N_("there is no possible code in this place: {why}")),
    "inconsistent": (InconsistentError, N_("no code of {rules} agrees with all the answers")),
    "too-large": (
        LimitError,
        NN_(
            "the game {rules} has {count} code and the sieve holds up to {most}; "
            "take fewer pegs or colors, or let colors differ, as in 6x10 or 8x10-distinct",
            "the game {rules} has {count} codes and the sieve holds up to {most}; "
            "take fewer pegs or colors, or let colors differ, as in 6x10 or 8x10-distinct",
        ),
    ),
    "too-many-codes": (
        LimitError,
        N_(
            "the game {rules} is too large for the exact search: it has {first} secrets and {second} guesses; up to "
            "{third} secrets and {fourth} guesses are allowed"
        ),
    ),
    "too-many-answers": (
        LimitError,
        N_(
            "the game {rules} is too large for the exact search: a guess has {first} different answers; up to {second} "
            "are allowed"
        ),
    ),
    "too-deep": (
        LimitError,
        N_(
            "the game {rules} is too large for the exact search: its answers tell so little that some code takes more "
            "than {first} guesses, the most of any tree"
        ),
    ),
    "memory": (
        LimitError,
        N_("the answers of {rules} take {needed} MB; {allowed} MB are allowed; give more memory"),
    ),
    "refused": (LimitError, N_("the system does not give the {needed} MB that the answers of {rules} take")),
    "journal": (InputError, N_("what was kept of an earlier search cannot be read; begin without it")),
    "board": (PuzzleError, N_("this board or position cannot be used: {why}")),
    "level": (PuzzleError, N_("the checkpoint is damaged or belongs to another problem")),
    "jugs": (PuzzleError, N_("these jugs cannot be used: {why}")),
    "threads": (LimitError, N_("the system gives no more threads: {why}")),
}
"""Of each kind the error and its sentence.

It may speak of `rules`, of `why`, which is what the core says in English, of `needed` and
`allowed`, and of the numbers in what the core says, called `first` and so on, or `count` and `most`.
"""

_TOO_LARGE_TO_SOLVE = ("too-deep", "too-many-answers", "too-many-codes")
"""What is too large, by how many details there are."""

_ORDINALS = ("first", "second", "third", "fourth")


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
    name = _TOO_LARGE_TO_SOLVE[len(error.details)] if error.kind == "too-large-to-solve" else error.kind
    kind, sentence = _SENTENCES[name]
    values: dict[str, object] = {"rules": str(rules), "why": error.message}
    numbers = re.findall(r"\d+", error.message)
    values |= zip(_ORDINALS, numbers, strict=False)
    values |= zip(("count", "most"), map(int, numbers), strict=False)
    if error.kind in ("memory", "refused"):
        needed, allowed = (*(int(number) for number in error.details), 0)[:2]
        values |= {"needed": needed // 10**6 + 1, "allowed": allowed // 10**6}
    forms = (sentence,) if isinstance(sentence, str) else sentence
    return kind(Fault(*forms, **{name: value for name, value in values.items() if f"{{{name}}}" in forms[0]}))
