"""The commands in a game: with or without a slash, the nearest one offered for a slip, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from sito.cli.output import message
from sito.errors import N_, NC_
from sito.show.fitting import cell_width
from sito.show.i18n import _, pgettext
from sito.show.render import Line
from sito.words.local_words import bare, hiragana, narrow

_DIGITS = 9  # of a number; Python refuses to read thousands
_NEAR = 0.7  # how much of a word must be right for the command to be offered


class Leave(Exception):
    """The player leaves the game on purpose; it is kept."""


class GiveUp(Exception):
    """The player gives the game up; it has ended."""


_CONTEXT = "a command in a game"
# Every name that a command has, for the translators. A translation is written as one types it, in small letters.
_NAMES = (
    NC_("a command in a game", "help"),
    NC_("a command in a game", "quit"),
    NC_("a command in a game", "give up"),
    NC_("a command in a game", "board"),
    NC_("a command in a game", "hide"),
    NC_("a command in a game", "show"),
    NC_("a command in a game", "hint"),
    NC_("a command in a game", "why"),
    NC_("a command in a game", "letters"),
    NC_("a command in a game", "undo"),
    NC_("a command in a game", "fix"),
    NC_("a command in a game", "more"),
    NC_("a command in a game", "fewest"),
    NC_("a command in a game", "new"),
)


@dataclass(frozen=True)
class Command:
    """A command of a game: its name, what it does, and whether words may follow it, as in `undo 2`."""

    name: str
    """The English name, which is understood in every language."""
    help: str
    arguments: bool = False

    @property
    def word(self) -> str:
        """The name in the language of the reader."""
        return pgettext(_CONTEXT, self.name)

    def spellings(self) -> set[str]:
        """Gives all ways to write the name, also without blanks, marks of letters, and katakana."""
        names = {self.name, self.word.lower(), bare(self.word)}
        names |= {hiragana(name) for name in names}
        return names | {name.replace(" ", "") for name in names}


HELP = Command("help", N_("tells what you can write"))
QUIT = Command("quit", N_("leaves the game, and keeps it"))
GIVE_UP = Command("give up", N_("ends the game"))
BOARD = Command("board", N_("shows the whole game again"))
HIDE = Command("hide", N_("hides how many codes are possible"))
SHOW = Command("show", N_("shows how many codes are possible"))


@dataclass(frozen=True)
class Said:
    """What a person has said: a command with its arguments, or a line for the game itself if `command` is None.

    An empty `command` is one that there is not; the person has been told.
    """

    command: str | None
    arguments: tuple[str, ...] = ()


class Commands:
    """The commands that are at hand at a prompt; those of `also` are understood, and not shown.

    >>> commands = Commands(Command("hint", "tells what is possible"), Command("undo", "takes back", arguments=True))
    >>> commands.read("/hint"), commands.read("undo 2"), commands.read("ABCD")
    (Said(command='hint', arguments=()), Said(command='undo', arguments=('2',)), Said(command=None, arguments=()))
    """

    def __init__(self, *commands: Command, also: tuple[Command, ...] = ()) -> None:
        self.all = commands
        self._understood = (*commands, *also)

    def without(self, *hidden: Command) -> Commands:
        """Gives the same commands, of which some are not shown: those that would change nothing now.

        >>> Commands(HIDE, SHOW).without(SHOW).at_hand(40)
        (('hide', 'dim'),)
        """
        shown = tuple(command for command in self.all if command not in hidden)
        return Commands(*shown, also=tuple(command for command in self._understood if command not in shown))

    def read(self, line: str, readable: Callable[[str], object] | None = None) -> Said:
        """Tells a command from a line for the game itself.

        A command begins with a slash. Without it, as in `help`, it is one if `readable` cannot
        read the line, for it may be a guess in a game of words. Says so if there is no such
        command. Raises `Leave` for `quit`.
        """
        text = " ".join(narrow(line).lower().split())
        if text.startswith("・"):  # what the key of the slash writes at a Japanese keyboard
            text = f"/{text[1:]}"
        slash = text.startswith("/")
        name, arguments = self._split(text.removeprefix("/"), line)
        if not slash:
            if name is None or (readable is not None and _can_read(readable, line)):
                return Said(None)
        elif name is None:
            self._complain(text)
            return Said("")
        if name == QUIT.name:
            raise Leave
        return Said(name, arguments)

    def _split(self, text: str, line: str) -> tuple[str | None, tuple[str, ...]]:
        """Finds the command that a text is, with the words that follow it."""
        spelled = self._spelled()
        whole = spelled.get("help" if text == "?" else text)
        if whole is not None:
            return whole.name, ()
        first, *rest = text.split() or [""]
        begun = spelled.get(first)
        if rest and begun is not None and begun.arguments:
            return begun.name, tuple(line.split()[1:])
        return None, ()

    def _spelled(self) -> dict[str, Command]:
        return {spelling: command for command in self._understood for spelling in command.spellings()}

    def _complain(self, text: str) -> None:
        near = self.near(text)
        if near is not None:
            message(_("There is no command {command}; did you mean /{meant}?").format(command=text, meant=near))
            return
        names = ", ".join(f"/{command.word}" for command in self.all)
        message(_("There is no command {command}; there are {commands}.").format(command=text, commands=names))

    def near(self, text: str) -> str | None:
        """Gives the command whose name is nearest to a word, if one is near."""
        spelled = self._spelled()
        found = get_close_matches(text.strip().lower().removeprefix("/"), spelled, n=1, cutoff=_NEAR)
        return spelled[found[0]].word if found else None

    def slip(self, line: str) -> str | None:
        """Asks whether a command was meant by a line that the game could not read; None if that is not likely."""
        near = self.near(line) if line.strip().isalpha() else None
        return None if near is None else _("Did you mean the command {command}?").format(command=near)

    def help(self) -> list[str]:
        """Says what each command does, one a line."""
        return [f"/{command.word}: {_(command.help)}" for command in self.all]

    def at_hand(self, width: int) -> Line:
        """Gives the names of the commands in one line, as many as fit."""
        line = ""
        for command in self.all:
            longer = f"{line}  {command.word}" if line else command.word
            if cell_width(longer) > width:
                break
            line = longer
        return ((line, "dim"),)


def _can_read(readable: Callable[[str], object], line: str) -> bool:
    try:
        readable(line)
    except ValueError:  # every `InputError` is one
        return False
    return True


def number_up_to(text: str, most: int) -> int | None:
    """Reads a number from 1 to `most`; None if the text is none.

    >>> number_up_to("3", 5), number_up_to("6", 5), number_up_to("x", 5)
    (3, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= _DIGITS and 1 <= int(text) <= most else None
