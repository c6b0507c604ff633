"""Commands that start quickly: values that need no conversion are let through, so that Typer need not load Pydantic.

Some versions of Typer (0.29 is one) convert every value with Pydantic, whose import takes
longer than most commands. A default, a text for a text, a word of a choice, a small whole
number need no Pydantic; for all else Typer's own conversion is called, with its messages.

Such a Typer makes a parameter's converter when it is first needed and keeps it in
`_runtime_param`; ours is put there before. Other versions do not have that name, and
convert as they always do.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from typer.core import TyperCommand, TyperGroup

from sito.errors import N_, NN_, Fault, InputError, nearest
from sito.show.i18n import _

MAX_WORDS = 10_000
# Whole numbers of more digits are left to Typer, which says what is wrong with them.
_DIGITS = 18

# Typer's own options, whose help it does not translate itself.
_TYPER_HELP = (
    N_("Show this message and exit."),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)


class _LetThrough:
    """Converts the values of one parameter, and gives way to Typer at the first that is not plain."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Returns the value as the command gets it."""
        kind = param.type_descriptor.annotation
        if param.multiple or param.nargs == -1:
            if kind == list[str] and isinstance(value, list | tuple) and {type(text) for text in value} == {str}:
                return list(value)
        elif value is None or type(value) is kind:
            return value
        elif isinstance(kind, type) and issubclass(kind, StrEnum) and value in list(kind):
            return kind(value)
        elif kind is int and isinstance(value, str) and _is_small_number(value, param.type_descriptor):
            return int(value)
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _is_small_number(text: str, descriptor: Any) -> bool:
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        return False
    least, most = descriptor.parameter_info.min, descriptor.parameter_info.max
    return (least is None or least <= int(text)) and (most is None or int(text) <= most)


def _times(param: Any, args: list[str]) -> int:
    """Counts how often an option that takes one value is given; Typer would silently take the last."""
    if param.multiple or getattr(param, "is_flag", True):  # a flag, or no option
        return 0
    words = args[: args.index("--")] if "--" in args else args
    return sum(word.partition("=")[0] in param.opts for word in words)


def let_plain_values_through(parameters: list[Any]) -> list[Any]:
    """Gives our converter to the parameters of a command, and returns them."""
    for parameter in parameters:
        if getattr(parameter, "help", None) in _TYPER_HELP:
            parameter.help = _(parameter.help)
        if getattr(parameter, "_runtime_param", _LetThrough) is None:
            parameter._runtime_param = _LetThrough()
    return parameters


def page_of_help(command: Any, ctx: Any) -> str:
    """Gives the help of a command or a group, in lines that fit the terminal."""
    from shutil import get_terminal_size

    from sito.cli.help import HelpPage

    page = HelpPage(get_terminal_size().columns)
    command.format_help(ctx, page)
    return page.getvalue().rstrip("\n")


class QuickGroup(TyperGroup):
    """A group of commands that says in words of its own what is wrong with the name of a command."""

    def get_help(self, ctx: Any) -> str:
        """Gives the page of help."""
        return page_of_help(self, ctx)

    def get_params(self, ctx: Any) -> list[Any]:
        """Returns the parameters, --help among them."""
        return let_plain_values_through(super().get_params(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Lists the commands of the group; Typer would cut what is said of them."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, command.help or "") for name, command in self.commands.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Finds the command that was named."""
        if self.get_command(ctx, args[0]) is None:
            raise InputError(_unknown(args[0], list(self.commands), ctx.command_path))
        return super().resolve_command(ctx, args)


def _unknown(word: str, names: list[str], command: str) -> Fault:
    """Says that there is no such command, and which one may have been meant."""
    meant = nearest(word, names)
    if meant is not None:
        wrong = N_("there is no command '{command} {word}'; did you mean '{command} {meant}'?")
        return Fault(wrong, command=command, word=word, meant=meant)
    wrong = N_("there is no command '{command} {word}'; there are {names}, as in {command} {example}")
    return Fault(wrong, command=command, word=word, names=", ".join(names), example=names[0])


class QuickCommand(TyperCommand):
    """A command whose plain values need no conversion, and that refuses a command line without end."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the words; Typer's parser takes a time that grows with the square of their number."""
        if len(args) > MAX_WORDS:
            raise InputError(
                Fault(
                    *NN_(
                        "{count} word was given after the command; {limit} are allowed",
                        "{count} words were given after the command; {limit} are allowed",
                    ),
                    count=len(args),
                    limit=MAX_WORDS,
                )
            )
        InputError.check(
            Fault(
                *NN_("{option} is given {count} time; give it once", "{option} is given {count} times; give it once"),
                option=max(param.opts, key=len),
                count=count,
            )
            for param in self.params
            if (count := _times(param, args)) > 1
        )
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """Gives the page of help."""
        return page_of_help(self, ctx)

    def get_params(self, ctx: Any) -> list[Any]:
        """Returns the parameters, --help among them."""
        return let_plain_values_through(super().get_params(ctx))
