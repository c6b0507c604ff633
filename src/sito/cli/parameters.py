"""Options and arguments as values, which know no Click: what they are called, what they may be, how they are read.

A parameter of a command, or a field of a dataclass that several commands share, is written
as `Annotated[int | None, Option("--rounds", min=0, metavar="NUMBER", help=N_("..."))]`: the
type says what it is, the annotation all else. A dataclass may have a `HEADING`, under which
its fields stand in long pages of help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from math import isnan, nan
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sito.errors import N_, Fault, InputError, nearest
from sito.show.i18n import _, fault_text

Named = list[tuple[str, str]]
"""Names, each with what is said about it."""

Completion = Callable[[str, Mapping[str, Any]], Iterable[tuple[str, str]]]
"""Names that may stand for a parameter, from the beginning that is typed and the parameters that were given."""


def said(text: str | Fault) -> str:
    """Says an English sentence, or one with parts, in the reader's language."""
    return fault_text(text) if isinstance(text, Fault) else _(text)


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """What is said of an option or an argument: its help in English, the least and the most it may be, its names."""

    help: str | Fault
    metavar: str = ""
    min: float | None = None
    max: float | None = None
    complete: Completion | None = None

    @property
    def written(self) -> str:
        """How it is named on a command line."""
        return self.metavar

    def sentence(self, default: object = None, *, required: bool = False) -> str:
        """Explains the parameter in the reader's language.

        >>> Parameter(help="How many threads search.", min=1, max=256).sentence(2)
        'How many threads search. [default: 2; 1\\u2013256]'
        """
        more = [_("required")] if required else []
        if default not in (None, False, ""):
            more.append(_("default: {default}").format(default=getattr(default, "value", default)))
        if self.min is not None:
            least, most = self.min, self.max
            more.append(_("{least} or more").format(least=least) if most is None else f"{least}\u2013{most}")
        return f"{said(self.help)} [{'; '.join(more)}]" if more else said(self.help)

    def read(self, kind: type[Any], text: str, example: str | None = None) -> Any:
        """Reads a value; `example` is a whole command line, if there is a good one. Raises `InputError`.

        >>> Option("--threads", help="How many threads search.", min=1, max=256).read(int, "257")
        Traceback (most recent call last):
        sito.errors.InputError: --threads is 257; it must be at most 256, as in --threads 256
        """
        if issubclass(kind, Enum):
            InputError.check(self._faults_of_word(text, words_of(kind), example))
        elif kind in (int, float):
            InputError.check(self._faults_of_number(text, kind))
        return kind(text)

    def _faults_of_word(self, text: str, words: list[str], example: str | None) -> Iterator[Fault]:
        values = {"option": self.written, "value": text, "names": ", ".join(words)}
        if text in words:
            return
        if meant := nearest(text, words):
            mistyped = N_("{option} is {value!r}; do you mean {meant}? It must be one of {names}")
            yield Fault(mistyped, meant=meant, **values)
        elif example is not None:
            wrong = N_("{name} is {value!r}; it must be one of {names}, as in: {example}")
            yield Fault(wrong, name=self.written, example=example, **values)
        else:
            wrong = N_("{option} is {value!r}; it must be one of {names}, as in {option} {example}")
            yield Fault(wrong, example=words[0], **values)

    def _faults_of_number(self, text: str, kind: type[int] | type[float]) -> Iterator[Fault]:
        try:
            number = kind(text)
        except ValueError:
            number = nan
        if isnan(number):
            whole = N_("{option} is {value!r}; it must be a whole number, as in {option} 10")
            any_ = N_("{option} is {value!r}; it must be a number, as in {option} 10")
            yield Fault(whole if kind is int else any_, option=self.written, value=text)
        elif self.min is not None and number < self.min:
            low = N_("{option} is {value}; it must be at least {least}, as in {option} {example}")
            example = max(self.min, 10) if self.max is None or self.max >= 10 else self.min
            yield Fault(low, option=self.written, value=text, least=self.min, example=example)
        elif self.max is not None and number > self.max:
            high = N_("{option} is {value}; it must be at most {most}, as in {option} {most}")
            yield Fault(high, option=self.written, value=text, most=self.max)


@dataclass(frozen=True, kw_only=True)
class Argument(Parameter):
    """A word that stands by itself."""


@dataclass(frozen=True)
class Option(Parameter):
    """An option: its name, such as `--rules` or `--tap/--no-tap`, and perhaps one of a single letter."""

    name: str
    short: str | None = None

    @property
    def written(self) -> str:
        """How it is named on a command line."""
        return self.name.partition("/")[0]


def words_of(kind: type[Any]) -> list[str]:
    """Lists the words of an enumeration; other types have none."""
    return [str(word.value) for word in kind] if issubclass(kind, Enum) else []


def apart(hint: Any) -> tuple[type[Any], bool, Parameter]:
    """Takes an annotated type apart: the type of a value, whether there may be several, and what is said of it."""
    kind, about = get_args(hint)
    if get_origin(kind) in (Union, UnionType):
        kind = next(part for part in get_args(kind) if part is not type(None))
    many = get_origin(kind) is list
    return get_args(kind)[0] if many else kind, many, about


def parameters_of(group: type[Any]) -> dict[str, Any]:
    """Gives the annotated type of each field of a dataclass."""
    hints = get_type_hints(group, include_extras=True)
    return {field.name: hints[field.name] for field in fields(group)}
