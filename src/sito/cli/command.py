"""Commands and groups of commands as Click has them, with pages of help in Sito's words."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any

import click
from click.shell_completion import CompletionItem

from sito.cli.as_click import Signature, Value, click_parameter, explains, no_command
from sito.cli.output import settings
from sito.cli.parameters import parameters_of, said
from sito.errors import N_, NN_, Fault, InputError
from sito.operations.operation import Ask
from sito.show.fitting import cell_width, fill
from sito.show.i18n import _

_MOST_COLUMNS, _LEAST_COLUMNS = 78, 20
_NARROW = 60
"""Below so many columns the help of an option stands under its name."""

# Where a word that is wider than the page may be broken: after these characters.
_JOINTS = re.compile(r"(?<=[|,/:=])")


class HelpPage(click.HelpFormatter):
    """Click's page, whose own way of breaking lines knows neither narrow terminals nor wide letters."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        width = shutil.get_terminal_size().columns - 2 if width is None else width
        super().__init__(indent_increment, max(_LEAST_COLUMNS, min(width, _MOST_COLUMNS)))

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Adds the line that shows how the command is written."""
        usage = prefix or _("Usage:")
        lead = f"{usage} {prog} "
        hang = cell_width(lead) if cell_width(lead) + 20 <= self.width else 4
        self._fill(lead + args, " " * hang, "")

    def write_heading(self, heading: str) -> None:
        """Adds a heading."""
        self._fill(f"{heading}:", "", "")

    def write_text(self, text: str) -> None:
        """Adds a paragraph; the lines of one that begins with `\\b` are kept apart."""
        lead = " " * self.current_indent
        lines = text.split("\n")
        is_raw = lines[0] == "\b"
        for line in lines[1:] if is_raw else [text]:
            self._fill(line, lead + "    " * is_raw, lead)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Adds names, each with what is said about it beside it, or below it on a narrow page."""
        rows = list(rows)
        lead = " " * self.current_indent
        widest = min(max((cell_width(name) for name, _line in rows), default=0), col_max)
        place = self.current_indent + (4 if self.width < _NARROW else widest + col_spacing)
        for name, text in rows:
            lines = fill(text, self.width, " " * place, " " * place, _JOINTS)
            if self.width >= _NARROW and lines and cell_width(name) <= widest:
                blanks = " " * (place - cell_width(lead + name))
                self.write(f"{lead}{name}{blanks}{lines.pop(0).strip()}\n")
            else:
                self._fill(name, lead + "  ", lead)
            self.write("".join(f"{line}\n" for line in lines))

    def _fill(self, text: str, hang: str, lead: str) -> None:
        self.write("".join(f"{line}\n" for line in fill(text, self.width, lead, hang, _JOINTS)))


MAX_WORDS = 10_000
_MANY = 16
"""So many parameters, those of every command among them, are listed under headings."""
_OPEN = "sito: the option that takes one more value"

_SEED = Ask(N_("Seed of the random choices, to repeat a run."))
Seed = Annotated[int, _SEED]
SeedOption = Annotated[int | None, _SEED]


@dataclass(frozen=True, kw_only=True)
class CommonOptions:
    """What every command and every group of commands can be told."""

    lang: Annotated[str | None, Ask(N_("Language, such as en; or set SITO_LANG."), metavar="LANGUAGE")] = None
    json: Annotated[bool, Ask(N_("Give the result as JSON."))] = False
    quiet: Annotated[bool, Ask(N_("Show the result only, no messages."), short="-q")] = False
    no_color: Annotated[bool, Ask(N_("No color; or set NO_COLOR."))] = False
    plain: Annotated[bool, Ask(N_("Plain lines that a screen reader can follow; or set SITO_PLAIN=1."))] = False


class _Context(click.Context):
    formatter_class = HelpPage


class Explained(click.Command):
    """What commands and groups share: the options of every command, and the page of help.

    `help` and `short_help` are in English, and `examples` are whole command lines.
    """

    context_class = _Context

    def __init__(
        self,
        name: str | None,
        callback: Callable[..., object],
        help: str | Fault,
        examples: Sequence[str] = (),
        context_settings: dict[str, Any] | None = None,
        **attributes: Any,
    ) -> None:
        self.examples = examples
        self._about = help
        self._function = callback
        self._signature = Signature(callback)
        self._common = list(map(click_parameter, parameters_of(CommonOptions)))
        own = (param for _heading, params in self._signature.parts for param in params)
        attributes["params"] = [*own, *self._common]
        context = {"help_option_names": ["-h", "--help"], **(context_settings or {})}
        super().__init__(name, callback=self._run, context_settings=context, **attributes)

    def _run(self, **values: Any) -> object:
        """Takes in the options of every command, and calls the function with its own."""
        settings.update(**{field.name: values.pop(field.name) for field in fields(CommonOptions)})
        settings.command = click.get_current_context().command_path.partition(" ")[2]
        return self._function(**self._signature.gather(values))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the words; every error knows where it happened."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Gives the option --help, explained in the reader's language."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _("Show this message and exit.")
        return option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Lists what stands behind the command's name."""
        return [_("[OPTIONS]"), *(piece for param in self.params for piece in param.get_usage_pieces(ctx))]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the page of help."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self.format_arguments(ctx, formatter)
        self.format_options(ctx, formatter)
        self.format_common_options(ctx, formatter)
        self.format_epilog(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes what the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(said(self._about))

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the arguments."""
        rows = [(param.type.name, param.help or "") for param in self.params if isinstance(param, click.Argument)]
        list_rows(formatter, _("Arguments"), rows)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the options that are the command's own; of many those that belong together have a heading."""
        many = len(self.params) >= _MANY
        rows: dict[str, list[tuple[str, str]]] = {N_("Options"): []}
        for heading, params in self._signature.parts:
            options = [param for param in params if isinstance(param, click.Option)]
            rows.setdefault(heading if many and heading else "Options", []).extend(_rows(ctx, options))
        for heading, listed in rows.items():
            list_rows(formatter, _(heading), listed)

    def common_options(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Lists the options of every command, each with its help."""
        return _rows(ctx, [*self._common, *filter(None, [self.get_help_option(ctx)])])

    def format_common_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names the options of every command."""
        with formatter.section(_("Options of every command, which 'sito --help' explains")):
            formatter.write_text("; ".join(name for name, _line in self.common_options(ctx)))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the examples."""
        if self.examples:
            with formatter.section(_("Examples")):
                formatter.write_text("\n".join(["\b", *self.examples]))

    def get_short_help_str(self, limit: int = 45) -> str:
        """Says in a line what the command does."""
        return said(self.short_help) if self.short_help else ""


def _rows(ctx: click.Context, params: Sequence[click.Parameter]) -> list[tuple[str, str]]:
    return [row for param in params if (row := param.get_help_record(ctx)) is not None]


def list_rows(formatter: click.HelpFormatter, heading: str, rows: list[tuple[str, str]]) -> None:
    """Writes names, and what is said about them, under a heading; nothing if there are none."""
    if rows:
        with formatter.section(heading):
            formatter.write_dl(rows)


class Command(Explained):
    """A command; what it does is a function, which may return an exit code."""

    def _run(self, **values: object) -> object:
        if settings.seed is not None and "seed" not in values:
            name = click.get_current_context().command_path.partition(" ")[2]
            raise InputError.said("sito {command} draws nothing at random; leave out --seed", command=name)
        source = click.get_current_context().get_parameter_source("seed")
        if settings.seed is not None and source is click.core.ParameterSource.DEFAULT:
            values["seed"] = settings.seed  # which stands before the name of the command
        return super()._run(**values)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the words. Raises `InputError` for more of them than the command takes."""
        if len(args) > MAX_WORDS:
            many = NN_(
                "{count} word was given after the command; {limit} are allowed",
                "{count} words were given after the command; {limit} are allowed",
            )
            raise InputError(Fault(*many, count=len(args), limit=MAX_WORDS))
        ctx.allow_extra_args = True
        extra = super().parse_args(ctx, self._spread(ctx, args))
        if extra and not ctx.resilient_parsing:
            words = " ".join(extra)
            wrong = N_("there is more on the line than '{command}' takes: {words}; {help}")
            shown = words if words.strip() else repr(words)
            raise InputError(Fault(wrong, command=ctx.command_path, words=shown, help=explains(ctx)))
        return extra

    def _spread(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeats an option of which there may be several values before each of them, for Click reads but one."""
        several = {
            name: param
            for param in self.params
            if isinstance(param, click.Option) and isinstance(param.type, Value) and param.type.about.many
            for name in param.opts
        }
        words: list[str] = []
        option = ""
        for word in args:
            if word.startswith("-"):
                option = word.partition("=")[0]
            elif option in several and words[-1] != option:
                words.append(option)
            words.append(word)
        ctx.meta[_OPEN] = several.get(option)
        return words

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Lists options, or more values of the last one."""
        option = ctx.meta.get(_OPEN)
        if option is not None and not incomplete.startswith("-"):
            return list(option.shell_complete(ctx, incomplete))
        return super().shell_complete(ctx, incomplete)


class Group(Explained, click.Group):
    """A group of commands; without the name of one the command `default` is called, if there is such."""

    command_class = Command

    def __init__(
        self,
        name: str | None = None,
        callback: Callable[..., None] = lambda: None,
        default: str | None = None,
        **attributes: Any,
    ) -> None:
        super().__init__(name, callback, invoke_without_command=True, no_args_is_help=False, **attributes)
        self._default = default

    def _run(self, **values: object) -> object:
        super()._run(**values)
        ctx = click.get_current_context()
        if ctx.invoked_subcommand is not None:
            return None
        if self._default is None:
            raise InputError(no_command(ctx, self))
        with self.commands[self._default].make_context(self._default, [], parent=ctx) as inner:
            return inner.command.invoke(inner)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Lists the names of the commands in the order in which they were added."""
        return list(self.commands)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Lists what stands behind the group's name."""
        return [*Explained.collect_usage_pieces(self, ctx), _("COMMAND [ARGS]...")]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands, each in a line, and the options."""
        self.format_commands(ctx, formatter)
        Explained.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands."""
        named = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        list_rows(formatter, _("Commands"), [(name, one.get_short_help_str()) for name, one in named if one])


def command(
    name: str | None = None, cls: type[Command] = Command, **attributes: Any
) -> Callable[[Callable[..., int | None]], Command]:
    """Makes a command of a function, whose parameters are options, arguments and dataclasses of them."""
    return click.command(name, cls=cls, **attributes)
