"""Makes Click's parameters of the options and arguments in the signature of a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import click
from click.shell_completion import CompletionItem

from sito.cli.parameters import Argument, Option, Parameter, apart, parameters_of, words_of
from sito.errors import NN_, Fault, InputError


class Value(click.ParamType[Any]):
    """How the text of one parameter is read, and completed."""

    def __init__(self, kind: type[Any], about: Parameter, *, many: bool) -> None:
        self.kind, self.about, self.many = kind, about, many
        self.name = about.metavar or "|".join(words_of(kind))

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        example = None if isinstance(self.about, Option) or ctx is None else first_example(ctx.command)
        return self.about.read(self.kind, value, example)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        named: Iterable[tuple[str, str]] = [(word, "") for word in words_of(self.kind)]
        if self.about.complete is not None:
            named = self.about.complete(incomplete, ctx.params)
        return [CompletionItem(name, help=line) for name, line in named if name.startswith(incomplete)]


def first_example(command: click.Command) -> str | None:
    """Gives the first of the examples that the help of a command has."""
    return next(iter(getattr(command, "examples", ())), None)


def click_parameter(name: str, hint: Any, default: Any = MISSING) -> click.Parameter:
    """Makes Click's parameter of a name, its annotated type and its default."""
    kind, many, about = apart(hint)
    usual = None if default is MISSING else default
    if isinstance(about, Option) and kind is bool:
        shown = about.written.lstrip("-") if "/" in about.name and default else None
        return click.Option(_names(name, about), is_flag=True, default=default, help=about.sentence(shown))
    attributes: dict[str, Any] = {
        "type": Value(kind, about, many=many),
        "required": default is MISSING,
        "help": about.sentence(usual, required=default is MISSING),
        "callback": _taking(usual, many=many),
    }
    if isinstance(about, Argument):
        return click.Argument([name], nargs=-1 if many else 1, **attributes)
    return click.Option(_names(name, about), metavar=attributes["type"].name, multiple=True, **attributes)


def _names(name: str, about: Parameter) -> list[str]:
    return [name, *([about.short] if about.short else []), about.name] if isinstance(about, Option) else [name]


def _taking(usual: object, *, many: bool) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Makes the function that gives the value of a parameter; Click would silently take the last of several."""

    def take(_ctx: click.Context, param: click.Parameter, given: Any) -> Any:
        if isinstance(given, tuple) and not many:
            if len(given) > 1:
                twice = NN_(
                    "{option} is given {count} time; give it once", "{option} is given {count} times; give it once"
                )
                raise InputError(Fault(*twice, option=max(param.opts, key=len), count=len(given)))
            given = given[0] if given else None
        if given is None or given == ():
            return usual
        return list(given) if many else given

    return take


class Signature:
    """The parameters of a function; those that are dataclasses stand for all of their fields."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.parts: list[tuple[str, list[click.Parameter]]] = []
        """Parameters that belong together, and their heading: that of their dataclass, or none."""
        self._groups: dict[str, type[Any]] = {}
        for name, given in inspect.signature(function, eval_str=True).parameters.items():
            group = given.annotation
            if isinstance(group, type) and is_dataclass(group):
                self._groups[name] = group
                self.parts.append((getattr(group, "HEADING", ""), of_fields(group)))
            else:
                default = MISSING if given.default is given.empty else given.default
                self.parts.append(("", [click_parameter(name, given.annotation, default)]))

    def gather(self, values: dict[str, Any]) -> dict[str, Any]:
        """Puts the values of parameters into the dataclasses that the function takes."""
        groups = {
            name: group(**{field.name: values.pop(field.name) for field in fields(group)})
            for name, group in self._groups.items()
        }
        return {**values, **groups}


def of_fields(group: type[Any]) -> list[click.Parameter]:
    """Makes Click's parameters of the fields of a dataclass."""
    hints = parameters_of(group)
    return [click_parameter(field.name, hints[field.name], field.default) for field in fields(group)]
