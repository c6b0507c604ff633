"""Makes Click's parameters of the options and arguments in the signature of a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

import click
from click.shell_completion import CompletionItem

from sito.cli.parameters import REQUIRED, Parameter, parameters_of
from sito.errors import N_, NN_, Fault, InputError, nearest


class Value(click.ParamType[object]):
    """How the text of one parameter is read, and completed."""

    def __init__(self, about: Parameter) -> None:
        self.about, self.name = about, about.metavar

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self.name

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> object:
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


def _taking(usual: object, *, many: bool) -> Callable[[click.Context, click.Parameter, object], object]:
    """Makes the function that gives the value of a parameter; Click would silently take the last of several."""

    def take(_ctx: click.Context, param: click.Parameter, given: object) -> object:
        if isinstance(given, tuple) and not many:
            if len(given) > 1:
                twice = NN_(
                    "{option} is given {count} time; give it once", "{option} is given {count} times; give it once"
                )
                raise InputError(Fault(*twice, option=max(param.opts, key=len), count=len(given)))
            given = given[0] if given else None
        if given is None or given == ():
            return usual
        return list(given) if isinstance(given, tuple) else given

    return take


class Signature:
    """The parameters of a function; those that are dataclasses, such as questions, stand for their fields."""

    def __init__(self, function: Callable[..., object]) -> None:
        self.parts: list[tuple[str, list[click.Parameter]]] = []
        """Parameters that belong together, and their heading: that of their dataclass, or none."""
        self._groups: dict[str, tuple[type, list[Parameter]]] = {}
        for name, given in inspect.signature(function, eval_str=True).parameters.items():
            group = given.annotation
            if isinstance(group, type) and is_dataclass(group):
                found = parameters_of(group)
                self._groups[name] = group, found
                self.parts.append((getattr(group, "HEADING", ""), list(map(click_parameter, found))))
            else:
                default = REQUIRED if given.default is given.empty else given.default
                self.parts.append(("", [click_parameter(Parameter.of(name, group, default))]))

    def gather(self, values: dict[str, object]) -> dict[str, object]:
        """Puts the values of parameters into the dataclasses that the function takes."""
        groups = {}
        for name, (group, found) in self._groups.items():
            given = {each.field: values.pop(each.field) for each in found}
            groups[name] = group(**{field: value for field, value in given.items() if value is not None})
        return {**values, **groups}


def usage_fault(error: click.UsageError) -> Fault:
    """Says what is wrong with a command line that Click refuses."""
    ctx = error.ctx
    assert ctx is not None
    if isinstance(error, click.BadOptionUsage):
        takes_none = any(
            error.option_name in (*param.opts, *param.secondary_opts)
            for param in ctx.command.get_params(ctx)
            if isinstance(param, click.Option) and param.is_flag
        )
        alone = N_("{option} takes no value; write {option} alone")
        with_value = N_("{option} needs a value after it, as in {option} VALUE")
        return Fault(alone if takes_none else with_value, option=error.option_name)
    if isinstance(error, click.NoSuchOption):
        return _no_such_option(error.option_name, ctx)
    if isinstance(error, click.NoSuchCommand) and isinstance(ctx.command, click.Group):
        return no_such_command(error.command_name, ctx.command.list_commands(ctx), ctx.command_path)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        example = first_example(ctx.command) or ctx.get_usage()
        return Fault(N_("{name} is missing; write it as in: {example}"), name=error.param.type.name, example=example)
    return Fault(N_("the command line cannot be read; {help}"), help=explains(ctx))


def explains(ctx: click.Context) -> Fault:
    """Says where a command is explained."""
    return Fault(N_("'{command} --help' explains it"), command=ctx.command_path)


def no_such_command(word: str, names: list[str], command: str) -> Fault:
    """Says that there is no such command, and which one may have been meant."""
    meant = nearest(word, names)
    if meant is not None:
        wrong = N_("there is no command '{command} {word}'; did you mean '{command} {meant}'?")
        return Fault(wrong, command=command, word=word, meant=meant)
    if len(names) == 1:
        alone = N_("there is no command '{command} {word}'; there is only '{command} {name}'")
        return Fault(alone, command=command, word=word, name=names[0])
    wrong = N_("there is no command '{command} {word}'; there are {names}, as in {command} {example}")
    return Fault(wrong, command=command, word=word, names=", ".join(names), example=names[0])


def no_command(ctx: click.Context, group: click.Group) -> Fault:
    """Says which commands there are, with a whole command as an example; of a single one just that it is missing."""
    names = group.list_commands(ctx)
    first = group.get_command(ctx, names[0])
    example = None if first is None else first_example(first)
    if len(names) == 1 and example is not None:
        return Fault(N_("{name} is missing; write it as in: {example}"), name=names[0], example=example)
    missing = N_("which command? After '{command}' there must be one of {names}, as in {command} {example}")
    whole = names[0] if example is None else example.removeprefix(f"{ctx.command_path} ")
    return Fault(missing, command=ctx.command_path, names=", ".join(names), example=whole)


def _no_such_option(option: str, ctx: click.Context) -> Fault:
    known = [name for param in ctx.command.get_params(ctx) for name in (*param.opts, *param.secondary_opts)]
    meant = nearest(option, (name for name in known if name.startswith("--")), 0.7)
    if meant is not None:
        wrong = N_("'{command}' has no option {option}; did you mean {meant}?")
        return Fault(wrong, command=ctx.command_path, option=option, meant=meant)
    wrong = N_("'{command}' has no option {option}; '{command} --help' lists those it has")
    return Fault(wrong, command=ctx.command_path, option=option)
