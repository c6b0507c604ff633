"""What a person says at the prompt of a game: a command, with its arguments, or something for the game itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sito.cli.output import message
from sito.cli.play.saved import Leave
from sito.i18n import _

_WITH_ARGUMENTS = ("/undo", "/fix")
_DIGITS = 9  # of a number; Python refuses to read thousands


def command_in(line: str, commands: Sequence[str], read: Callable[[str], object]) -> str | None:
    """Gives the command that a line is, or None for what the player says to the game itself.

    A command begins with a slash. Without it, as in `help`, it is one if `read` cannot read
    the line, for it may be a guess in a game of words. Says so if there is no such command,
    and gives an empty text. Raises `Leave` for `quit`.
    """
    word = line.strip().lower()
    command = "/help" if word == "?" else word if word.startswith("/") else f"/{word}"
    if not word.startswith("/"):
        if command not in commands:
            return None
        try:
            read(line)
        except ValueError:  # every `InputError` is one
            pass
        else:
            return None
    if command == "/quit":
        raise Leave
    if command not in commands:
        message(
            _("There is no command {command}; there are {commands}.").format(
                command=command, commands=", ".join(commands)
            )
        )
        return ""
    return command


def command_with_arguments(
    line: str, commands: Sequence[str], read: Callable[[str], object]
) -> tuple[str | None, list[str]]:
    """Gives the command that a line is as `command_in` does, and the words that follow it, as in `/undo 3`."""
    first, *arguments = line.split() or [""]
    if arguments and f"/{first.lower().removeprefix('/')}" in _WITH_ARGUMENTS:
        return command_in(first, commands, lambda word: read(line)), arguments
    return command_in(line, commands, read), []


def number_up_to(text: str, most: int) -> int | None:
    """Reads a number from 1 to `most`; None if the text is none."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS and 1 <= int(text) <= most else None
