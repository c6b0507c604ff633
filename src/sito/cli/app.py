"""The Typer app: global options, lazily loaded commands, errors turned into messages and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, MutableMapping, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command

from sito.cli.commands import COMMANDS
from sito.cli.output import (
    HELP_NAMES,
    JsonOption,
    LangOption,
    NoColorOption,
    PlainOption,
    QuietOption,
    examples,
    message,
    settings,
)
from sito.cli.preferences import Preferences
from sito.cli.quick import QuickGroup
from sito.cli.streams import fail_output, is_output_failure
from sito.errors import N_, Fault, SitoError, system_reason
from sito.show.i18n import LOCALE_DIR, _, error_text, fault_text

# Typer's own words, for the translators; it looks them up itself, see _speak_to_typer.
_TYPER_WORDS = (
    N_("Arguments"),
    N_("Options"),
    N_("default: {default}"),
    N_("required"),
)


class _LazyCommands(MutableMapping[str, Any]):
    """The commands by name; a command's module is imported when the command is looked up."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            module = import_module(f"sito.cli.{COMMANDS[name][0]}")
            command = get_command(module.app)
            command.name = name
            self._loaded[name] = command
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class _LazyGroup(QuickGroup):
    """A group that lists its commands from the table, without importing them."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _LazyCommands()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(summary)) for name, (_module, summary) in COMMANDS.items()])


def _version(wanted: bool) -> None:
    if wanted:
        from sito._native import VERSION

        print(f"sito {VERSION}")
        raise typer.Exit


def _build() -> typer.Typer:
    """Builds the app; its help is translated here."""
    app = typer.Typer(
        cls=_LazyGroup,
        name="sito",
        help=_("Play, solve, study and prove code-breaking games."),
        epilog=examples(
            "sito break 6281 --rules bulls-and-cows",
            "sito play",
            "sito keep --rules logik",
            "sito advise '4x6 CBFF:o EAAB:xxo'",
        ),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": HELP_NAMES},
        options_metavar=_("[OPTIONS]"),
        subcommand_metavar=_("COMMAND [ARGS]..."),
    )

    @app.callback()
    def sito(
        lang: LangOption = None,
        json: JsonOption = False,
        quiet: QuietOption = False,
        no_color: NoColorOption = False,
        plain: PlainOption = False,
        seed: Annotated[
            int | None, typer.Option(metavar="NUMBER", help=_("Seed of the random choices, to repeat a run."))
        ] = None,
        version: Annotated[
            bool, typer.Option("--version", help=_("Show the version and exit."), is_eager=True, callback=_version)
        ] = False,
    ) -> None:
        settings.update(lang=lang, json=json, quiet=quiet, no_color=no_color, plain=plain, seed=seed)

    return app


def root_context() -> Any:
    """Makes the context of the command `sito` itself, from which every command can be reached."""
    root = get_command(_build())
    return root.context_class(root, info_name="sito", resilient_parsing=True, **root.context_settings)


def run(arguments: Sequence[str], language: str | None, saved: Preferences) -> int:
    """Runs one command line and returns the exit code; every error becomes a message on standard error.

    `language` is the one that was asked for, if any, and `saved` what the person has chosen for all commands.
    """
    settings.reset(saved)
    try:
        _speak_to_typer(language)
        result = get_command(_build()).main(args=list(arguments), prog_name="sito", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except SystemExit as error:
        # Typer makes an exit code of a closed pipe; what that is to mean is for `main` to say.
        if error.code == 1 and isinstance(error.__context__, BrokenPipeError):
            raise error.__context__ from None
        return error.code if isinstance(error.code, int) else 0
    except typer.TyperException as error:
        return _show_usage_error(error, arguments)
    except typer.Abort:
        return 1
    except SitoError as error:
        if os.environ.get("SITO_DEBUG") and error.__cause__ is not None:
            raise
        return _show(error)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
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


def _show_usage_error(error: typer.TyperException, arguments: Sequence[str]) -> int:
    from sito.cli.usage import usage_error

    explained = usage_error(error, arguments)
    if explained is not None:
        return _show(explained)
    message(str(error))  # the help, where there was no word at all
    return error.exit_code


def _speak_to_typer(language: str | None) -> None:
    """Lets Typer's own words (Usage, Options ...) come from our catalogs: it asks the process-wide gettext."""
    import gettext

    if language is not None:
        os.environ["LANGUAGE"] = language.replace("-", "_")
    gettext.bindtextdomain("sito", str(LOCALE_DIR))
    gettext.textdomain("sito")


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
