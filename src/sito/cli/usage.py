"""What is wrong with a command line, in Sito's words: what was read, what is allowed, an example.

Typer's own words leave out what was read, are not translated, and for some values are
those of a library that it uses. Its errors are told apart by their names, for Typer does
not export all of their classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import isnan, nan
from typing import Any, get_type_hints

import typer
from typer.models import ParameterInfo

from sito.errors import N_, Fault, InputError, nearest

_HELP = N_("'{command} --help' explains it")


def usage_error(error: typer.TyperException, arguments: Sequence[str]) -> InputError | None:
    """Says what is wrong with the arguments of a command line; None for an error that is only a page of help."""
    ctx: Any = getattr(error, "ctx", None)
    kind = type(error).__name__
    option: str = getattr(error, "option_name", None) or ""
    if kind == "BadOptionUsage":
        is_flag = "not take" in str(error)
        alone = N_("{option} takes no value; write {option} alone")
        with_value = N_("{option} needs a value after it, as in {option} VALUE")
        return InputError(Fault(alone if is_flag else with_value, option=option))
    if ctx is None or kind == "NoArgsIsHelpError":
        return None
    param: Any = getattr(error, "param", None)
    command = ctx.command
    if kind == "MissingParameter":
        wrong = N_("{name} is missing; write it as in: {example}")
        fault = Fault(wrong, name=param.display_name_raw, example=_example(command) or ctx.get_usage())
    elif kind == "NoSuchOption":
        fault = _no_such_option(option, ctx)
    elif param is not None:
        fault = _bad_value(param, command, arguments, str(error)) or Fault(
            N_("{name} cannot be read: {reason}; {help}"), name=_name(param), reason=str(error), help=_help(ctx)
        )
    elif hasattr(command, "commands"):
        fault = _no_command(command.commands, ctx.command_path)
    else:
        wrong = N_("there is more on the line than '{command}' takes: {words}; {help}")
        fault = Fault(wrong, command=ctx.command_path, words=_within(str(error)), help=_help(ctx))
    return InputError(fault)


def _no_command(commands: Any, group: str) -> Fault:
    """Says which commands there are, with a whole command as an example; of a single one just that it is missing."""
    names = list(commands)
    example = _example(commands[names[0]])
    if len(names) == 1 and example is not None:
        return Fault(N_("{name} is missing; write it as in: {example}"), name=names[0], example=example)
    missing = N_("which command? After '{command}' there must be one of {names}, as in {command} {example}")
    whole = names[0] if example is None else example.removeprefix(f"{group} ")
    return Fault(missing, command=group, names=", ".join(names), example=whole)


def _help(ctx: Any) -> Fault:
    return Fault(_HELP, command=ctx.command_path)


def _within(text: str) -> str:
    """Takes the words out of "Got unexpected extra argument(s) (5x5)"."""
    words = text.partition(" (")[2].removesuffix(")")
    return words if words.strip() else repr(words)


def _example(command: Any) -> str | None:
    """Finds the first example in the help of a command."""
    lines = [line.strip() for line in (command.epilog or "").split("\n")]
    return next((line for line in lines if line.startswith("sito ")), None)


def _no_such_option(option: str, ctx: Any) -> Fault:
    known = [name for param in ctx.command.get_params(ctx) for name in (*param.opts, *param.secondary_opts)]
    meant = nearest(option, (name for name in known if name.startswith("--")), 0.7)
    if meant is not None:
        wrong = N_("'{command}' has no option {option}; did you mean {meant}?")
        return Fault(wrong, command=ctx.command_path, option=option, meant=meant)
    wrong = N_("'{command}' has no option {option}; '{command} --help' lists those it has")
    return Fault(wrong, command=ctx.command_path, option=option)


def _name(param: Any) -> str:
    is_option = any(name.startswith("-") for name in param.opts)
    return max(param.opts, key=len) if is_option else str(param.display_name_raw)


def _bad_value(param: Any, command: Any, arguments: Sequence[str], reason: str) -> Fault | None:
    """Says which value was read and what is allowed; None if this is not a number and not one of several words."""
    hint: Any = get_type_hints(command.callback, include_extras=True).get(param.name or "")
    info = next((info for info in getattr(hint, "__metadata__", ()) if isinstance(info, ParameterInfo)), None)
    value = _value(arguments, param.opts)
    if value is None:  # no option, but a word of its own
        value = next((word for word in arguments if repr(word) in reason), None)
    if info is None or value is None:
        return None
    kinds = {hint.__origin__, *getattr(hint.__origin__, "__args__", ())}
    option = _name(param)
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, Enum):
            names = [str(word.value) for word in kind]
            if meant := nearest(value, names):
                mistyped = N_("{option} is {value!r}; do you mean {meant}? It must be one of {names}")
                return Fault(mistyped, option=option, value=value, meant=meant, names=", ".join(names))
            example = None if option.startswith("-") else _example(command)
            if example is not None:
                wrong = N_("{name} is {value!r}; it must be one of {names}, as in: {example}")
                return Fault(wrong, name=option, value=value, names=", ".join(names), example=example)
            wrong = N_("{option} is {value!r}; it must be one of {names}, as in {option} {example}")
            return Fault(wrong, option=option, value=value, names=", ".join(names), example=names[0])
    number_kind = next((kind for kind in (int, float) if kind in kinds), None)
    return None if number_kind is None else _bad_number(option, value, number_kind, info)


def _bad_number(option: str, value: str, kind: type[int] | type[float], info: ParameterInfo) -> Fault | None:
    try:
        number = kind(value)
    except ValueError:
        number = nan
    if isnan(number):
        whole = N_("{option} is {value!r}; it must be a whole number, as in {option} 10")
        any_ = N_("{option} is {value!r}; it must be a number, as in {option} 10")
        return Fault(whole if kind is int else any_, option=option, value=value)
    if info.min is not None and number < info.min:
        least = N_("{option} is {value}; it must be at least {least}, as in {option} {example}")
        example = max(info.min, 10)
        if info.max is not None and example > info.max:
            example = info.min
        return Fault(least, option=option, value=value, least=info.min, example=example)
    if info.max is not None and number > info.max:
        most = N_("{option} is {value}; it must be at most {most}, as in {option} {most}")
        return Fault(most, option=option, value=value, most=info.max)
    return None


def _value(words: Sequence[str], names: Sequence[str]) -> str | None:
    """Finds the last value that was given to an option, as --name value or --name=value."""
    for place in reversed(range(len(words))):
        name, equals, value = words[place].partition("=")
        if name in names:
            return value if equals else words[place + 1] if place + 1 < len(words) else None
    return None
