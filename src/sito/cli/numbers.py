"""What is wrong with a number on the command line: Typer's own words leave out what was read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan, nan
from typing import Any, get_type_hints

import typer
from typer.models import OptionInfo

from sito.errors import N_, Fault, InputError

_ANY_NUMBER = N_("{option} is {value!r}; it must be a number, as in {option} 10")


def number_error(error: typer.BadParameter, command: Callable[..., Any] | None, words: Sequence[str]) -> InputError:
    """Says which number was read and what is allowed. Raises the error itself if it is about something else."""
    param = error.param
    hints = get_type_hints(command, include_extras=True) if command else {}
    hint: Any = hints.get(param.name or "") if param else None
    info = next((info for info in getattr(hint, "__metadata__", ()) if isinstance(info, OptionInfo)), None)
    value = _value(words, param.opts) if param else None
    if param is None or info is None or value is None:
        raise error
    kinds = {hint.__origin__, *getattr(hint.__origin__, "__args__", ())}
    kind = next((kind for kind in (int, float) if kind in kinds), None)
    if kind is None:
        raise error
    option = max(param.opts, key=len)
    try:
        number = kind(value)
    except ValueError:
        number = nan
    if isnan(number):
        whole, any_ = N_("{option} is {value!r}; it must be a whole number, as in {option} 10"), _ANY_NUMBER
        return InputError(Fault(whole if kind is int else any_, option=option, value=value))
    if info.min is not None and number < info.min:
        least = N_("{option} is {value}; it must be at least {least}, as in {option} {example}")
        return InputError(Fault(least, option=option, value=value, least=info.min, example=max(info.min, 10)))
    if info.max is not None and number > info.max:
        most = N_("{option} is {value}; it must be at most {most}, as in {option} {most}")
        return InputError(Fault(most, option=option, value=value, most=info.max))
    raise error


def _value(words: Sequence[str], names: Sequence[str]) -> str | None:
    """Finds the last value that was given to an option, as --name value or --name=value."""
    for place in reversed(range(len(words))):
        name, equals, value = words[place].partition("=")
        if name in names:
            return value if equals else words[place + 1] if place + 1 < len(words) else None
    return None
