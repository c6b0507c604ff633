"""What may come next on a command line, for the shells: `sito completion` prints the scripts that ask here.

A script sets SITO_COMPLETE to the name of its shell and SITO_COMPLETE_LINE to the line as far
as it is written, and reads a line for each word that may follow. Nothing is printed where the
shell should offer files. Only the module of the command that was named is imported.
"""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from typing import Any

from sito.cli.commands import COMMANDS
from sito.cli.completion import LINE
from sito.show.i18n import _

# Where bash breaks words of its own accord, it wants only what comes after the break.
_BREAKS = ":="


def answer(shell: str) -> int:
    """Prints what may come next; a command line that makes no sense has no answer, and nothing is said about it."""
    with suppress(Exception):
        words = split(os.environ.get(LINE, ""))
        for name, line in candidates(words[1:-1], words[-1]):
            print(_written(shell, name, " ".join(line.split()), words[-1]))
    return 0


def _written(shell: str, name: str, line: str, incomplete: str) -> str:
    if shell == "zsh":
        return f"{name.replace(':', chr(92) + ':')}:{line}"
    if shell == "fish":
        return f"{name}\t{line}"
    cut = max(incomplete.rfind(mark) for mark in _BREAKS) + 1
    return name[cut:]


def split(line: str) -> list[str]:
    """Splits the beginning of a command line into words; the last one is what is being written, and may be empty.

    >>> split("sito break 'AB CD' -s en"), split("sito ")
    (['sito', 'break', 'AB CD', '-s', 'en'], ['sito', ''])
    """
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    try:
        words += lexer
    except ValueError:  # a quotation that is not closed yet
        words.append(lexer.token)
        return words
    return [*words, ""] if not words or line[-1:].isspace() else words


def candidates(given: list[str], incomplete: str) -> list[tuple[str, str]]:
    """Lists what the word that is being written may become, each with a line about it.

    `given` are the words between `sito` and the one that is being written.

    >>> candidates([], "adv")
    [('advise', 'Say which codes are possible in a game, and what to guess next.')]
    >>> [name for name, _line in candidates(["break", "--level"], "--st")]
    ['--strategy']
    """
    from sito.cli.app import root_context

    ctx = root_context()
    given = list(given)
    while hasattr(ctx.command, "commands"):
        name = _next_command(ctx, given)
        if name is None:
            return _in_group(ctx, given, incomplete)
        command = ctx.command.commands[name]
        ctx = command.context_class(command, info_name=name, parent=ctx, resilient_parsing=True)
    return _in_command(ctx, given, incomplete)


def _next_command(ctx: Any, given: list[str]) -> str | None:
    """Takes the words up to the name of the next command from the words given; None if there is no name yet."""
    while given:
        word = given.pop(0)
        if word in ctx.command.commands:
            return word
        option = _option(ctx, word)
        if option is not None and not option.is_flag and "=" not in word:
            if not given:
                given.append(word)
                return None
            given.pop(0)
    return None


def _in_group(ctx: Any, given: list[str], incomplete: str) -> list[tuple[str, str]]:
    if given or incomplete.startswith("-"):
        return _of_options(ctx, given, incomplete) or []
    if ctx.parent is None:
        named = [(name, _(line)) for name, (_module, line) in COMMANDS.items()]
    else:
        named = [(name, command.get_short_help_str(200)) for name, command in ctx.command.commands.items()]
    return [(name, line) for name, line in named if name.startswith(incomplete)]


def _in_command(ctx: Any, given: list[str], incomplete: str) -> list[tuple[str, str]]:
    values = _of_options(ctx, given, incomplete)
    if values is not None:
        return values
    arguments = [param for param in ctx.command.get_params(ctx) if param.param_type_name == "argument"]
    place = _count_arguments(ctx, given)
    if place >= len(arguments) and not (arguments and arguments[-1].nargs == -1):
        return []
    if place:
        with suppress(Exception):  # what comes next may depend on what was given before
            ctx = ctx.command.make_context(ctx.info_name, list(given), parent=ctx.parent, resilient_parsing=True)
    return _values(ctx, arguments[min(place, len(arguments) - 1)], incomplete)


def _of_options(ctx: Any, given: list[str], incomplete: str) -> list[tuple[str, str]] | None:
    """Lists options, or the values of one; None if neither is being written."""
    name, equals, value = incomplete.partition("=")
    if equals and (option := _option(ctx, name)) is not None:
        return [(f"{name}={found}", line) for found, line in _values(ctx, option, value)]
    option = _open_option(ctx, given)
    if option is not None and "--" not in given:
        return _values(ctx, option, incomplete)
    if not incomplete.startswith("-") or "--" in given:
        return None
    named = [(max(param.opts, key=len), param.help or "") for param in ctx.command.get_params(ctx) if _is_option(param)]
    return [(name, line) for name, line in named if name.startswith(incomplete)]


def _open_option(ctx: Any, given: list[str]) -> Any:
    """Finds the option that waits for a value: the last word, or one before it that takes several."""
    if not given:
        return None
    option = _option(ctx, given[-1])
    if option is not None and not option.is_flag and "=" not in given[-1]:
        return option
    last = next((word for word in reversed(given) if word.startswith("-")), "")
    return _option(ctx, last) if last in getattr(ctx.command, "take_several", ()) else None


def _is_option(param: Any) -> bool:
    return bool(param.param_type_name == "option") and not getattr(param, "hidden", False)


def _option(ctx: Any, word: str) -> Any:
    name = word.partition("=")[0]
    return next((param for param in ctx.command.get_params(ctx) if _is_option(param) and name in param.opts), None)


def _count_arguments(ctx: Any, given: list[str]) -> int:
    """Counts the words that are neither options nor their values."""
    count, skip = 0, False
    for word in given:
        option = None if skip else _option(ctx, word)
        if not skip and option is None and not word.startswith("--"):
            count += 1
        skip = option is not None and not option.is_flag and "=" not in word
    return count


def _values(ctx: Any, param: Any, incomplete: str) -> list[tuple[str, str]]:
    items = param.shell_complete(ctx, incomplete)
    return [(item.value, item.help or "") for item in items if item.type == "plain"]
