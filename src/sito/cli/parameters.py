"""Options and arguments as values, which know no Click: what they are called, what they may be, how they are read.

A parameter of a function, or a field of a dataclass, such as a question, is written as
`Annotated[int | None, Ask(N_("How many guesses to show."), 1)] = None`. Without a default it
is an argument, with one an option, named as the field is. A dataclass may have a `HEADING`,
under which its fields stand in long pages of help.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields
from enum import Enum
from math import isnan, nan
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from sito.errors import N_, Fault, InputError, nearest, no_whole_number
from sito.operations.operation import Ask
from sito.show.i18n import _, fault_text

_SIMPLE = (str, int, float, bool, Path, Enum)
REQUIRED: object = ...
"""The default of a parameter that must be given."""
_METAVARS = {int: "NUMBER", float: "NUMBER", Path: "FILE"}


class Argument(Ask):
    """A word that stands by itself though it may be left out."""


def said(text: str | Fault) -> str:
    """Says an English sentence, or one with parts, in the reader's language."""
    return fault_text(text) if isinstance(text, Fault) else _(text)


@dataclass(frozen=True)
class Parameter:
    """An option or an argument: its field, the type of a value, whether there may be several, what is said of it."""

    field: str
    kind: type
    ask: Ask
    many: bool = False
    default: object = REQUIRED

    @classmethod
    def of(cls, field: str, hint: Any, default: object = REQUIRED) -> Parameter:
        """Takes an annotated type apart."""
        kind, ask = _apart(hint)
        if get_origin(kind) is not list:
            return cls(field, kind, ask, default=default)
        one, of_one = _apart(get_args(kind)[0])
        bounded = type(ask)(*(getattr(ask if name not in ("least", "most") else of_one, name) for name in _SAID))
        return cls(field, one, bounded, True, default)

    @property
    def is_argument(self) -> bool:
        """Whether it is a word that stands by itself."""
        return self.default is REQUIRED or isinstance(self.ask, Argument)

    @property
    def name(self) -> str:
        """The name of the option, as in `--rules`; of a truth that holds without it both, as in `--tap/--no-tap`."""
        word = self.field.replace("_", "-")
        return self.ask.name or (f"--{word}/--no-{word}" if self.default is True else f"--{word}")

    @property
    def metavar(self) -> str:
        """What stands for a value."""
        if self.ask.metavar or self.is_argument:
            return self.ask.metavar or self.field.upper()
        return "|".join(self.words) or _METAVARS.get(self.kind, self.field.upper())

    @property
    def written(self) -> str:
        """How it is named on a command line."""
        return self.metavar if self.is_argument else self.name.partition("/")[0]

    @property
    def words(self) -> list[str]:
        """The words of an enumeration; other types have none."""
        return [str(word.value) for word in self.kind] if issubclass(self.kind, Enum) else []

    def sentence(self) -> str:
        """Explains the parameter in the reader's language.

        >>> Parameter("threads", int, Ask("How many threads search.", 1, 256), default=2).sentence()
        'How many threads search. [default: 2; 1\\u2013256]'
        """
        more = [_("required")] if self.default is REQUIRED else []
        default = getattr(self.default, "value", self.default)
        if self.kind is bool:
            default = self.written.lstrip("-") if default and "/" in self.name else None
        if default not in (REQUIRED, None, False, ""):
            more.append(_("default: {default}").format(default=default))
        least, most = self.ask.least, self.ask.most
        if least is not None and self.kind in (int, float):
            more.append(_("{least} or more").format(least=least) if most is None else f"{least}\u2013{most}")
        return f"{said(self.ask.help)} [{'; '.join(more)}]" if more else said(self.ask.help)

    def read(self, text: str, example: str | None = None) -> object:
        """Reads a value; `example` is a whole command line, if there is a good one. Raises `InputError`.

        >>> Parameter("threads", int, Ask("How many threads search.", 1, 256), default=2).read("257")
        Traceback (most recent call last):
        sito.errors.InputError: --threads is 257; it must be at most 256, as in --threads 256
        """
        if self.words:
            InputError.check(self._faults_of_word(text, example if self.is_argument else None))
        elif self.kind in (int, float):
            InputError.check(self._faults_of_number(text))
        return self.kind(text)

    def _faults_of_word(self, text: str, example: str | None) -> Iterator[Fault]:
        values = {"option": self.written, "value": text, "names": ", ".join(self.words)}
        if text in self.words:
            return
        if meant := nearest(text, self.words):
            mistyped = N_("{option} is {value!r}; do you mean {meant}? It must be one of {names}")
            yield Fault(mistyped, meant=meant, **values)
        elif example is not None:
            wrong = N_("{name} is {value!r}; it must be one of {names}, as in: {example}")
            yield Fault(wrong, name=self.written, example=example, **values)
        else:
            wrong = N_("{option} is {value!r}; it must be one of {names}, as in {option} {example}")
            yield Fault(wrong, example=self.words[0], **values)

    def _faults_of_number(self, text: str) -> Iterator[Fault]:
        least, most = self.ask.least, self.ask.most
        example = max(least or 0, 10) if most is None or most >= 10 else most if least is None else least
        try:
            number = self.kind(text)
        except ValueError:
            number = nan
        if isnan(number):
            if self.kind is int:
                yield no_whole_number(self.written, text, f"{self.written} {example}", least, most)
            else:
                any_ = N_("{option} is {value!r}; it must be a number, as in {option} {example}")
                yield Fault(any_, option=self.written, value=text, example=example)
        elif least is not None and number < least:
            low = N_("{option} is {value}; it must be at least {least}, as in {option} {example}")
            yield Fault(low, option=self.written, value=text, least=least, example=example)
        elif most is not None and number > most:
            high = N_("{option} is {value}; it must be at most {most}, as in {option} {most}")
            yield Fault(high, option=self.written, value=text, most=most)


_SAID = [field.name for field in fields(Ask)]


def _apart(hint: Any) -> tuple[Any, Ask]:
    """Takes a type apart: that of a value that is no None, and what is said of it."""
    ask = Ask()
    while get_origin(hint) in (Annotated, Union, UnionType):
        part, *more = (each for each in get_args(hint) if each is not type(None))
        ask = next((each for each in reversed(more) if isinstance(each, Ask)), ask)
        hint = part
    return hint, ask


def parameters_of(group: type) -> list[Parameter]:
    """Gives the parameters of the fields of a dataclass; those that are no words, such as lists of words, have none."""
    hints = get_type_hints(group, include_extras=True)
    found = (Parameter.of(field.name, hints[field.name], _default(field)) for field in fields(group))
    return [each for each in found if issubclass(each.kind, _SIMPLE)]


def _default(field: Field[object]) -> object:
    """Gives the default of a field; where it is made anew each time, None, for its dataclass makes it."""
    if field.default_factory is not MISSING:
        return None
    return REQUIRED if field.default is MISSING else field.default


def given(options: object) -> Iterator[str]:
    """Yields the names of the options of a dataclass that have another value than without them."""
    for each in parameters_of(type(options)):
        if getattr(options, each.field) != each.default:
            # Of two, as in --tap/--no-tap, the second one stands for the value that is not the default.
            yield each.metavar if each.is_argument else each.name.rpartition("/")[2]
