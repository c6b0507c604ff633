"""What the commands share: the options that each of them has, settings, and where words and data go.

Data goes to standard output, every other word to standard error.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from sito.cli.quick import QuickCommand
from sito.i18n import _, set_language

if TYPE_CHECKING:
    from sito.render import Screen

HELP_NAMES = ["--help", "-h"]

LangOption = Annotated[
    str | None, typer.Option("--lang", metavar=_("LANGUAGE"), help=_("Language, such as en; or set LANGUAGE."))
]
JsonOption = Annotated[bool, typer.Option("--json", help=_("Give the result as JSON."))]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help=_("Show the result only, no messages."))]
NoColorOption = Annotated[bool, typer.Option("--no-color", help=_("No color; or set NO_COLOR."))]
SeedOption = Annotated[int | None, typer.Option("--seed", help=_("Seed of the random choices, to repeat a run."))]


class Settings:
    """What the options that every command has were set to, before or after the command's name."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Sets every option back to its default."""
        self.json = self.quiet = self.no_color = False
        self.seed: int | None = None

    def update(
        self,
        *,
        lang: str | None = None,
        json: bool = False,
        quiet: bool = False,
        no_color: bool = False,
        seed: int | None = None,
    ) -> None:
        """Takes in what was given; what was not given stays."""
        if lang is not None:
            set_language(lang)
        self.json |= json
        self.quiet |= quiet
        self.no_color |= no_color
        self.seed = self.seed if seed is None else seed


settings = Settings()


def message(text: str = "") -> None:
    """Writes words for a person to standard error."""
    print(_fitted(text, sys.stderr), file=sys.stderr, flush=True)


def _fitted(text: str, stream: TextIO) -> str:
    """Breaks the lines of a text between words if it goes to a terminal."""
    if not stream.isatty():
        return text
    from sito.render import wrap

    return wrap(text, columns_of(stream))


def columns_of(stream: TextIO) -> int:
    """Tells how wide the terminal is to which a stream goes; the other stream may go to a file."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked):
        return int(asked)
    with suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or 80
    return 80


def note(text: str) -> None:
    """Writes words for a person to standard error, unless --quiet was given."""
    if not settings.quiet:
        message(text)


def progress_text(text: str, end: str = "\n") -> None:
    """Writes to standard error how a long work stands; the work goes on even if nobody takes the words any more."""
    try:
        print(text, end=end, file=sys.stderr, flush=True)
    except OSError:
        # A reader that has gone (2>&1 | head), or a log on a full disk. The words that follow go nowhere, too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def emit(text: str) -> None:
    """Writes data to standard output, lines broken between words if it is a terminal."""
    print(_fitted(text, sys.stdout), flush=True)


def emit_json(value: Any) -> None:
    """Writes a value as one line of JSON to standard output."""
    import json

    print(json.dumps(value, ensure_ascii=False), flush=True)


def screen() -> Screen:
    """Makes the screen for data: standard output, in color unless --no-color or NO_COLOR says otherwise."""
    return _screen(sys.stdout)


def message_screen() -> Screen:
    """Makes the screen for words to a person: standard error."""
    return _screen(sys.stderr)


def board_screen() -> Screen:
    """Makes the screen for the board of a game: standard output, or standard error if JSON will be the output."""
    return message_screen() if settings.json else screen()


def _screen(stream: TextIO) -> Screen:
    from sito.render import Screen

    return Screen(stream, color=not settings.no_color and not os.environ.get("NO_COLOR"))


def examples(*lines: str) -> str:
    """Formats the examples at the end of a command's help; `\\b` keeps Typer from filling the lines."""
    return "\b\n" + "\n".join([_("Examples:"), *("  " + line for line in lines)])


def new_app() -> typer.Typer:
    """Makes the Typer app of one command's module, or of a group of commands."""
    return typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": HELP_NAMES},
    )


def command(
    app: typer.Typer,
    name: str | None = None,
    *,
    help: str,
    epilog: str | None = None,
    cls: type[QuickCommand] = QuickCommand,
    context_settings: dict[str, Any] | None = None,
) -> Callable[[Callable[..., int | None]], Callable[..., int | None]]:
    """Registers a function as a command of `app` and gives it the options that every command has.

    The function may return an exit code. `help` and `epilog` are translated texts;
    `context_settings` are Typer's.
    """

    def register(function: Callable[..., int | None]) -> Callable[..., int | None]:
        @functools.wraps(function)
        def run(
            *arguments: Any, lang: str | None, json: bool, quiet: bool, no_color: bool, **options: Any
        ) -> int | None:
            settings.update(lang=lang, json=json, quiet=quiet, no_color=no_color)
            return function(*arguments, **options)

        common = inspect.signature(_common_options, eval_str=True).parameters.values()
        own = inspect.signature(function, eval_str=True).parameters.values()
        signature = inspect.Signature([*own, *common])
        # Typer reads a function's options from these two.
        run.__dict__["__signature__"] = signature
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in signature.parameters.values()}
        app.command(
            name,
            cls=cls,
            help=help,
            epilog=epilog,
            no_args_is_help=False,
            context_settings=context_settings,
        )(run)
        return function

    return register


def _common_options(
    *, lang: LangOption = None, json: JsonOption = False, quiet: QuietOption = False, no_color: NoColorOption = False
) -> None:
    """Carries the signature of the options that every command has."""
