"""Every error that Sito raises on purpose, and the faults they carry.

    SitoError                    exit code 1
    ├── InputError               exit code 2: something that was given cannot be used; also a ValueError
    │   ├── RulesError           the rules of a game
    │   ├── CodeError            a code: a guess or a secret
    │   ├── FeedbackError        an answer that cannot be read
    │   │   └── ImpossibleFeedbackError   an answer that can be read, and that no code could give
    │   ├── StrategyError        the name or an option of a strategy
    │   ├── TreeError            a strategy tree that cannot be read, or is wrong
    │   ├── TranscriptError      a game written as text
    │   ├── HardModeError        a guess that contradicts an answer, in hard mode
    │   └── PuzzleError          a board, a position or a set of jugs
    ├── CertificateError         a certificate does not prove what it claims
    ├── InconsistentError        exit code 3: no code agrees with all the answers
    ├── LimitError               exit code 4: a limit of time, memory or size was hit
    ├── FileError                a file cannot be read or written; the message names it
    │   └── UnreadableError      a file that was given cannot be read
    └── StoreError               the file of games and results cannot be used

Messages are English and carry their values apart, so that the edges of the
program can translate the sentence and put the same values in.
"""

from __future__ import annotations

import errno
import re
import string
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Self, TypeVar

Given = TypeVar("Given")
Read = TypeVar("Read")


def N_(message: str) -> str:
    """Marks a message for the translators and returns it unchanged.

    >>> N_("no codes are left")
    'no codes are left'
    """
    return message


def NN_(singular: str, plural: str) -> tuple[str, str]:
    """Marks a sentence that speaks of `{count}` things, in both numbers, for the translators; returns both unchanged.

    >>> NN_("{count} code is left", "{count} codes are left")
    ('{count} code is left', '{count} codes are left')
    """
    return singular, plural


def NC_(context: str, message: str) -> str:
    """Marks a word whose meaning depends on where it stands, for the translators, and returns it unchanged.

    >>> NC_("a command in a game", "show")
    'show'
    """
    return message


# Controls, the marks that turn the direction of writing, line separators, and halves of characters.
_UNSAFE = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ud800-\\udfff]"
)


def printable(text: str) -> str:
    r"""Writes control characters as escapes, so that no text of others can steer a terminal.

    >>> printable("A\x1b[2JB")
    'A\\x1b[2JB'
    """
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape", "surrogatepass").decode("ascii"), text)


def nearest(word: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Finds the name that a mistyped word most likely stands for; None if it is like none of them.

    >>> nearest("Entorpy", ["entropy", "minimax"]), nearest("oracle", ["entropy", "minimax"])
    ('entropy', None)
    """
    from difflib import get_close_matches  # only now: few need it, and every start would pay for it

    found = get_close_matches(word.strip().lower(), list(names), n=1, cutoff=cutoff)
    return found[0] if found else None


_LONGEST = 1000
"""The most characters of a value that a sentence repeats; of a longer one it has the beginning and the end."""


class _SafeFormatter(string.Formatter):
    """Fills the places of a sentence; what fills them has its control characters escaped, and is not very long."""

    def format_field(self, value: object, format_spec: str) -> str:
        text = format(value, format_spec)
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 10 :]}"
        return printable(text)


def fill(message: str, values: dict[str, object]) -> str:
    r"""Puts values in the `{name}` places of a sentence, with their control characters escaped, and without the middle
    of very long ones.

    >>> fill("{word} is not a word", {"word": "A\x07"})
    'A\\x07 is not a word'
    >>> len(fill("{word} is not a word", {"word": "A" * 1_000_000}))
    617
    """
    return _SafeFormatter().vformat(message, (), values)


class Fault:
    """One thing that is wrong, in words: what was read, what is allowed, an example.

    `message` is the English sentence with `{name}` places; `values` fill them. Where the
    value `count` asks for it, `plural` is the sentence for other numbers than one.

    >>> fault = Fault("{count} pegs were given, 1 to 16 are allowed", count=0)
    >>> str(fault)
    '0 pegs were given, 1 to 16 are allowed'
    >>> [str(Fault("{count} job is missing", "{count} jobs are missing", count=count)) for count in (1, 2)]
    ['1 job is missing', '2 jobs are missing']
    """

    __slots__ = ("message", "plural", "values")

    def __init__(self, message: str, plural: str | None = None, /, **values: object) -> None:
        self.message = message
        self.plural = plural
        self.values = values

    def __str__(self) -> str:
        one = self.plural is None or self.values["count"] == 1
        return fill(self.message if one else self.plural or "", self.values)

    def __repr__(self) -> str:
        plural = "" if self.plural is None else f", {self.plural!r}"
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Fault({self.message!r}{plural}{values})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fault):
            return NotImplemented
        return (self.message, self.plural, self.values) == (other.message, other.plural, other.values)

    def __hash__(self) -> int:
        return hash((self.message, tuple(sorted(self.values))))

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild_fault, (self.message, self.plural, self.values))


def no_whole_number(
    name: str, value: object, example: object, least: float | None = None, most: float | None = None
) -> Fault:
    """Says which whole number a value must be: any, one from `least` on, or one from `least` to `most`.

    >>> str(no_whole_number("--threads", "x", "--threads 2", 1, 64))
    "--threads is 'x'; it must be a whole number from 1 to 64, as in --threads 2"
    """
    if least is None:
        allowed = Fault("a whole number")
    elif most is None:
        allowed = Fault("a whole number from {least} on", least=least)
    else:
        allowed = Fault("a whole number from {least} to {most}", least=least, most=most)
    said = N_("{name} is {value!r}; it must be {allowed}, as in {example}")
    return Fault(said, name=name, value=value, allowed=allowed, example=example)


def whole_number_faults(
    name: str, value: object, example: int, least: int | None = None, most: int | None = None
) -> Iterator[Fault]:
    """Finds what is wrong with a parameter that must be a whole number; a truth value is none. `most` needs `least`."""
    number = value if isinstance(value, int) and not isinstance(value, bool) else None
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        yield no_whole_number(name, value, f"{name}={example}", least, most)


def _rebuild_fault(message: str, plural: str | None, values: dict[str, object]) -> Fault:
    return Fault(message, plural, **values)


_SYSTEM = {
    errno.EACCES: N_("Permission denied"),
    errno.EEXIST: N_("File exists"),
    errno.EFBIG: N_("File too large"),
    errno.EIO: N_("Input/output error"),
    errno.EISDIR: N_("Is a directory"),
    errno.ELOOP: N_("Too many levels of symbolic links"),
    errno.EMFILE: N_("Too many open files"),
    errno.ENAMETOOLONG: N_("File name too long"),
    errno.ENOENT: N_("No such file or directory"),
    errno.ENOSPC: N_("No space left on device"),
    errno.ENOTDIR: N_("Not a directory"),
    errno.EPERM: N_("Operation not permitted"),
    errno.EROFS: N_("Read-only file system"),
}


def system_reason(error: OSError) -> Fault | str:
    """Gives what the system says of a file; as a fault, which can be translated, where it is common and English.

    >>> system_reason(FileNotFoundError(errno.ENOENT, "No such file or directory"))
    Fault('No such file or directory')
    >>> system_reason(OSError("gone"))
    'gone'
    """
    if error.strerror and error.errno in _SYSTEM and _SYSTEM[error.errno] == error.strerror:
        return Fault(error.strerror)
    return error.strerror or str(error)


class SitoError(Exception):
    """The root of all errors that Sito raises on purpose; carries one fault or several, `faults`.

    >>> error = SitoError(Fault("first"), Fault("second"))
    >>> print(error)
    first
    second
    >>> error.exit_code
    1
    """

    exit_code = 1

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults: tuple[Fault, ...] = faults

    @classmethod
    def said(cls, message: str, plural: str | None = None, /, **values: object) -> Self:
        """Makes the error of one fault, which is given as to `Fault`: a `message`, its `plural`, and `values` for both.

        >>> InputError.said("{count} pegs were given", count=0)
        InputError(Fault('{count} pegs were given', count=0))
        """
        return cls(Fault(message, plural, **values))

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)

    @classmethod
    def check(cls, faults: Iterable[Fault]) -> None:
        """Raises this error with all the faults, or returns if there are none.

        >>> InputError.check([])
        >>> InputError.check([Fault("too long")])
        Traceback (most recent call last):
        sito.errors.InputError: too long
        """
        found = tuple(faults)
        if found:
            raise cls(*found)

    @classmethod
    def gather(cls, read: Callable[[Given], Read], given: Iterable[Given]) -> list[Read]:
        """Reads each of the `given` things by `read`; raises this error with the faults of all wrong ones, each once.

        >>> InputError.gather(str.upper, "ab")
        ['A', 'B']
        """
        found: list[Read] = []
        faults: list[Fault] = []
        for each in given:
            with gathered(faults):
                found.append(read(each))
        cls.check(dict.fromkeys(faults))
        return found


@contextmanager
def gathered(faults: list[Fault]) -> Iterator[None]:
    """Adds what is wrong within the context to `faults`, which are raised later, all together.

    >>> faults = []
    >>> with gathered(faults):
    ...     raise InputError(Fault("too long"))
    >>> faults
    [Fault('too long')]
    """
    try:
        yield
    except SitoError as error:
        faults += error.faults


class InputError(SitoError, ValueError):
    """Something that was given cannot be used."""

    exit_code = 2


class RulesError(InputError):
    """The rules of a game are nonsense or cannot be read."""


class CodeError(InputError):
    """A code does not fit the rules."""


class FeedbackError(InputError):
    """An answer cannot be read."""


class ImpossibleFeedbackError(FeedbackError):
    """An answer can be read, and no secret could give it."""


class StrategyError(InputError):
    """A strategy is not known, or an option of it is not."""


class TreeError(InputError):
    """A strategy tree cannot be read, or does not do what it says."""


class TranscriptError(InputError):
    """A game written as text cannot be read."""


class HardModeError(InputError):
    """A guess contradicts an answer, and hard mode allows no such guess."""


class PuzzleError(InputError):
    """A board, a position or a set of jugs cannot be used."""


class CertificateError(SitoError):
    """A certificate does not prove what it claims, or cannot be read."""


class InconsistentError(SitoError):
    """No code agrees with all the answers."""

    exit_code = 3


class LimitError(SitoError):
    """A limit of time, memory or size was hit."""

    exit_code = 4


class FileError(SitoError):
    """A file cannot be read or written."""


class UnreadableError(FileError):
    """A file that was given cannot be read."""

    exit_code = 2


class StoreError(SitoError):
    """The file that keeps games and results cannot be used."""


def not_installed(library: str) -> SitoError:
    """Makes the error that says how to install a library that is needed only here.

    >>> print(not_installed("numpy"))
    numpy is not installed; install it with: pip install numpy
    """
    return SitoError.said("{name} is not installed; install it with: pip install {name}", name=library)
