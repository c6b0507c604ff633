"""Options and arguments as values, and the one place where they become Click's.

A parameter of a command, or a field of a dataclass that several commands share, is written
as `Annotated[int | None, Option("--rounds", min=0, metavar="NUMBER", help=N_("..."))]`: the
type says how it is read, the annotation all else. Both are data alone, which know no Click,
and their sentences are translated when somebody reads them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from math import isnan, nan
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import click
from click.shell_completion import CompletionItem

from sito.errors import N_, NN_, Fault, InputError, nearest
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


@dataclass(frozen=True, kw_only=True)
class Argument(Parameter):
    """A word that stands by itself."""


@dataclass(frozen=True)
class Option(Parameter):
    """An option: its name, such as `--rules` or `--tap/--no-tap`, and perhaps one of a single letter."""

    name: str
    short: str | None = None


class Value(click.ParamType[Any]):
    """How the text of one parameter is read, and completed; what is wrong with it is said in Sito's words."""

    def __init__(self, kind: type[Any], about: Parameter, *, many: bool = False) -> None:
        self.kind = kind
        self.about = about
        self.many = many
        self.words = [str(word.value) for word in kind] if issubclass(kind, Enum) else []
        self.name = about.metavar or "|".join(self.words)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or isinstance(value, Enum):  # what it is without the option
            return value
        name = self.about.name.split("/")[0] if isinstance(self.about, Option) else self.name
        example = None if isinstance(self.about, Option) or ctx is None else first_example(ctx.command)
        if self.words:
            InputError.check(self._faults_of_word(name, value, example))
        elif self.kind in (int, float):
            InputError.check(self._faults_of_number(name, value))
        return self.kind(value)

    def _faults_of_word(self, name: str, value: str, example: str | None) -> Iterator[Fault]:
        if value in self.words:
            return
        about = {"option": name, "name": name, "value": value, "names": ", ".join(self.words)}
        if meant := nearest(value, self.words):
            mistyped = N_("{option} is {value!r}; do you mean {meant}? It must be one of {names}")
            yield Fault(mistyped, meant=meant, **about)
        elif example is not None:
            wrong = N_("{name} is {value!r}; it must be one of {names}, as in: {example}")
            yield Fault(wrong, example=example, **about)
        else:
            wrong = N_("{option} is {value!r}; it must be one of {names}, as in {option} {example}")
            yield Fault(wrong, example=self.words[0], **about)

    def _faults_of_number(self, name: str, value: str) -> Iterator[Fault]:
        least, most = self.about.min, self.about.max
        try:
            number = self.kind(value)
        except ValueError:
            number = nan
        if isnan(number):
            whole = N_("{option} is {value!r}; it must be a whole number, as in {option} 10")
            any_ = N_("{option} is {value!r}; it must be a number, as in {option} 10")
            yield Fault(whole if self.kind is int else any_, option=name, value=value)
        elif least is not None and number < least:
            low = N_("{option} is {value}; it must be at least {least}, as in {option} {example}")
            example = max(least, 10) if most is None or most >= 10 else least
            yield Fault(low, option=name, value=value, least=least, example=example)
        elif most is not None and number > most:
            high = N_("{option} is {value}; it must be at most {most}, as in {option} {most}")
            yield Fault(high, option=name, value=value, most=most)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        named: Iterable[tuple[str, str]] = [(word, "") for word in self.words]
        if self.about.complete is not None:
            named = self.about.complete(incomplete, ctx.params)
        return [CompletionItem(name, help=line) for name, line in named if name.startswith(incomplete)]


def first_example(command: click.Command) -> str | None:
    """Gives the first of the examples that the help of a command has."""
    return next(iter(getattr(command, "examples", ())), None)


def click_parameter(name: str, hint: Any, default: Any = MISSING) -> click.Parameter:
    """Makes Click's parameter from a name, its annotated type and its default."""
    kind, about = get_args(hint)
    if get_origin(kind) in (Union, UnionType):
        kind = next(part for part in get_args(kind) if part is not type(None))
    many = get_origin(kind) is list
    required = default is MISSING
    usual = None if required else default
    named = [name, *filter(None, (about.short, about.name))] if isinstance(about, Option) else [name]
    if kind is bool:
        shown = named[-1].partition("/")[0].lstrip("-") if "/" in named[-1] and default else None
        return click.Option(named, is_flag=True, default=default, help=about.sentence(shown))
    read = Value(get_args(kind)[0] if many else kind, about, many=many)
    text = about.sentence(usual, required=required)
    if isinstance(about, Argument):
        nargs = -1 if many else 1
        return click.Argument(named, type=read, help=text, required=required, nargs=nargs, callback=_gathered(usual))
    return click.Option(
        named, type=read, help=text, metavar=read.name, required=required, multiple=True, callback=_gathered(usual)
    )


def _gathered(usual: object) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Makes the function that gives the values of a parameter: a list, or the only one, or what it is without any."""

    def gather(_ctx: click.Context, param: click.Parameter, values: Any) -> Any:
        if not isinstance(values, tuple):  # an argument that is one word
            return usual if values is None else values
        if getattr(param.type, "many", False):
            return list(values) or usual
        if len(values) > 1:  # Click would silently take the last
            times = NN_("{option} is given {count} time; give it once", "{option} is given {count} times; give it once")
            raise InputError(Fault(*times, option=max(param.opts, key=len), count=len(values)))
        return values[0] if values else usual

    return gather


@dataclass(frozen=True)
class Part:
    """Parameters that stand together: those of a dataclass, or single ones of a function."""

    heading: str
    parameters: tuple[click.Parameter, ...]

    @classmethod
    def of_fields(cls, group: type[Any]) -> Part:
        """Makes the parameters of the fields of a dataclass; its `HEADING` says what they are about."""
        hints = get_type_hints(group, include_extras=True)
        made = (click_parameter(field.name, hints[field.name], field.default) for field in fields(group))
        return cls(getattr(group, "HEADING", ""), tuple(made))


class Signature:
    """The parameters of a function, of which some are dataclasses whose fields are parameters."""

    def __init__(self, function: Callable[..., Any]) -> None:
        given = inspect.signature(function, eval_str=True).parameters
        self.groups = {
            name: parameter.annotation
            for name, parameter in given.items()
            if isinstance(parameter.annotation, type) and is_dataclass(parameter.annotation)
        }
        self.parts = [
            Part.of_fields(self.groups[name])
            if name in self.groups
            else Part(
                "",
                (click_parameter(name, one.annotation, MISSING if one.default is one.empty else one.default),),
            )
            for name, one in given.items()
        ]

    def gather(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Puts the values of single parameters into the dataclasses that the function takes."""
        left = dict(values)
        groups = {
            name: group(**{field.name: left.pop(field.name) for field in fields(group)})
            for name, group in self.groups.items()
        }
        return {**groups, **left}


def option_names(group: type[Any]) -> dict[str, str]:
    """Names each field of a dataclass as it is written on a command line.

    >>> @dataclass
    ... class Pace:
    ...     pace: Annotated[float, Option("--pace", help="How long a step takes.")] = 1.0
    >>> option_names(Pace)
    {'pace': '--pace'}
    """
    hints = get_type_hints(group, include_extras=True)
    known = {field.name: get_args(hints[field.name])[1] for field in fields(group)}
    return {name: about.name if isinstance(about, Option) else about.metavar for name, about in known.items()}
