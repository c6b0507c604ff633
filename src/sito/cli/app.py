"""The command `sito` itself: its commands, each loaded when it is called for; errors become messages and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import click
from click.shell_completion import CompletionItem

from sito.cli.as_click import usage_fault
from sito.cli.command import Group, SeedOption, list_rows
from sito.cli.commands import COMMANDS, SECTIONS
from sito.cli.output import message, settings
from sito.cli.preferences import Preferences
from sito.cli.streams import fail_output, is_output_failure
from sito.errors import N_, Fault, InputError, SitoError, system_reason
from sito.operations.operation import Ask
from sito.show.i18n import _, error_text, fault_text

TOPICS = ("strategies", "levels", "presets", "answers")
"""What `sito help` lists besides the commands."""


class Root(Group):
    """The group of all commands, which lists them from the table and imports but the one that is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Lists the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the module of a command."""
        if cmd_name not in COMMANDS:
            from sito.cli.derived import derived

            return derived(cmd_name)  # perhaps an operation of a plug-in
        module, _colon, name = COMMANDS[cmd_name][0].partition(":")
        found = getattr(import_module(f"sito.cli.{module}"), name)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands by what they are for."""
        widest = max(map(len, COMMANDS))
        for heading, commands in SECTIONS.items():
            rows = [(name.ljust(widest), _(line)) for name, (_module, line) in commands.items()]
            list_rows(formatter, _(heading), rows)

    def format_common_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Explains the options of every command."""
        list_rows(formatter, _("Options of every command"), self.common_options(ctx))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the examples, and what more can be read."""
        super().format_epilog(ctx, formatter)
        formatter.write_paragraph()
        formatter.write_text(_("More: sito help COMMAND | {topics}").format(topics=" | ".join(TOPICS)))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Lists the commands, or the options."""
        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        named = ((name, _(line)) for name, (_module, line) in COMMANDS.items())
        return [CompletionItem(name, help=line) for name, line in named if name.startswith(incomplete)]


def _start(seed: SeedOption = None, version: Annotated[bool, Ask(N_("Show the version and exit."))] = False) -> None:
    settings.update(seed=seed)
    if version:
        from sito._native import VERSION

        print(f"sito {VERSION}")
        click.get_current_context().exit()


def root() -> Root:
    """Makes the command `sito`; its help is in the language of now."""
    return Root(
        "sito",
        _start,
        help=N_("Play, solve, study and prove code-breaking games."),
        examples=(
            "sito break 6281 --rules bulls-and-cows",
            "sito play",
            "sito keep --rules logik",
            "sito advise '4x6 CBFF:o EAAB:xxo'",
        ),
    )


def run(arguments: Sequence[str], saved: Preferences) -> int:
    """Runs one command line and returns the exit code; every error becomes a message on standard error.

    `saved` is what the person has chosen for all commands.
    """
    settings.reset(saved)
    command = root()
    try:
        with command.make_context("sito", list(arguments)) as ctx:
            if not arguments:
                message(ctx.get_help())
                return 2
            result = command.invoke(ctx)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.UsageError as error:
        return _show(InputError(usage_fault(error)))
    except SitoError as error:
        if os.environ.get("SITO_DEBUG") and error.__cause__ is not None:
            raise
        return _show(error)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except EOFError:
        return 1
    except MemoryError:
        message(_("sito: there is not enough memory for this"))
        return 4
    except OSError as error:
        if is_output_failure(error):
            return fail_output(error)
        reason = system_reason(error)
        what = fault_text(reason) if isinstance(reason, Fault) else reason
        named = f"{error.filename}: {what}" if error.filename and error.strerror else what
        message(_("sito: {problem}").format(problem=named))
        return 1
    except Exception:
        if os.environ.get("SITO_DEBUG"):
            raise
        _report_internal_error(arguments)
        return 1


def _show(error: SitoError) -> int:
    message(_("sito: {problem}").format(problem=error_text(error).replace("\n", "\n      ")))
    return error.exit_code


def _report_internal_error(arguments: Sequence[str]) -> None:
    import traceback

    from sito._native import VERSION
    from sito.base.paths import log_dir

    details = f"sito {VERSION}, Python {sys.version}\narguments: {list(arguments)}\n\n{traceback.format_exc()}"
    try:
        log_dir().mkdir(parents=True, exist_ok=True)
        file = log_dir() / f"error-{os.getpid()}.log"
        file.write_text(details, encoding="utf-8")
        text = _("sito: this is a mistake in Sito, not yours. Please report it with the file {file}.").format(file=file)
    except OSError:
        text = _("sito: this is a mistake in Sito, not yours. Please report it with what SITO_DEBUG=1 shows.")
    message(text)
