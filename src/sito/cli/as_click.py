"""Makes Click's parameters of the options and arguments in the signature of a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

import click
from click.shell_completion import CompletionItem

from sito.cli.parameters import REQUIRED, Parameter, parameters_of
from sito.errors import NN_, Fault, InputError


class Value(click.ParamType[Any]):
    """How the text of one parameter is read, and completed."""

    def __init__(self, about: Parameter) -> None:
        self.about, self.name = about, about.metavar

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self.about.read(value, None if ctx is None else first_example(ctx.command))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from sito.cli.names import COMPLETIONS

        complete = self.about.ask.complete or COMPLETIONS.get(self.name)
        named = [(word, "") for word in self.about.words] if complete is None else complete(incomplete, ctx.params)
        return [CompletionItem(name, help=line) for name, line in named if name.startswith(incomplete)]


def first_example(command: click.Command) -> str | None:
    """Gives the first of the examples that the help of a command has."""
    return next(iter(getattr(command, "examples", ())), None)


def click_parameter(about: Parameter) -> click.Parameter:
    """Makes Click's parameter."""
    names = [about.field, *([about.ask.short] if about.ask.short else []), about.name]
    if about.kind is bool:
        return click.Option(names, is_flag=True, default=about.default, help=about.sentence())
    attributes: dict[str, Any] = {
        "type": Value(about),
        "required": about.default is REQUIRED,
        "help": about.sentence(),
        "callback": _taking(None if about.default is REQUIRED else about.default, many=about.many),
    }
    if about.is_argument:
        return click.Argument([about.field], nargs=-1 if about.many else 1, **attributes)
    return click.Option(names, metavar=about.metavar, multiple=True, **attributes)


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
    """The parameters of a function; those that are dataclasses, such as questions, stand for their fields."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.parts: list[tuple[str, list[click.Parameter]]] = []
        """Parameters that belong together, and their heading: that of their dataclass, or none."""
        self._groups: dict[str, tuple[type[Any], list[Parameter]]] = {}
        for name, given in inspect.signature(function, eval_str=True).parameters.items():
            group = given.annotation
            if isinstance(group, type) and is_dataclass(group):
                found = parameters_of(group)
                self._groups[name] = group, found
                self.parts.append((getattr(group, "HEADING", ""), list(map(click_parameter, found))))
            else:
                default = REQUIRED if given.default is given.empty else given.default
                self.parts.append(("", [click_parameter(Parameter.of(name, group, default))]))

    def gather(self, values: dict[str, Any]) -> dict[str, Any]:
        """Puts the values of parameters into the dataclasses that the function takes."""
        groups = {}
        for name, (group, found) in self._groups.items():
            given = {each.field: values.pop(each.field) for each in found}
            groups[name] = group(**{field: value for field, value in given.items() if value is not None})
        return {**values, **groups}
