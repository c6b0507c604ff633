"""The command `sito`.

Each command is a function in a module of this package, which is imported when it is called
for, so that `sito --help` stays fast. To add a command, write the module and add its line
to `cli/commands.py`; `cli/rules.py` is a short one to start from.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from sito.cli.preferences import read_preferences
from sito.cli.signals import ending_by_signals
from sito.cli.streams import ended, flush, prepare, say, silence, visible
from sito.errors import SitoError
from sito.show.i18n import _, error_text, fault_text, set_language


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command `sito` and returns the exit code of the process.

    0 success, 1 failure, 2 wrong usage or input, 3 inconsistent answers, 4 a limit was hit,
    130 Ctrl-C, 143 SIGTERM, 129 SIGHUP. A reader that closes its end of the pipe has had enough: 0.
    """
    prepare()
    return flush(_run(sys.argv[1:] if arguments is None else list(arguments)))


def _run(arguments: Sequence[str]) -> int:
    saved = read_preferences()
    language = _language_asked(arguments) or saved.language
    try:
        set_language(language)
    except SitoError as error:
        set_language(saved.language)  # a language that there is not is told of in the usual one
        say(visible(_("sito: {problem}").format(problem=error_text(error))))
        return error.exit_code
    for fault in saved.faults:
        say(visible(_("sito: {problem}").format(problem=fault_text(fault))))
    # Only now, for the words of the options are translated when these modules are imported. Nothing of what they
    # make can be collected; not to look for it saves a twentieth of the start.
    gc.disable()
    try:
        if shell := os.environ.get("SITO_COMPLETE"):
            from sito.cli.completion import answer

            return answer(shell)
        from sito.cli import app

        gc.enable()
        with ending_by_signals():
            return ended(app.run(arguments, saved))
    except BrokenPipeError:
        silence(sys.stdout)
        return 0
    except KeyboardInterrupt:
        return 130


def _language_asked(arguments: Sequence[str]) -> str | None:
    """Finds `--lang` before Click does: even the help, and the message about a wrong option, follow it."""
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang" and place + 1 < len(arguments):
            return arguments[place + 1]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return None
