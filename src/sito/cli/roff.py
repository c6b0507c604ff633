"""The manual page of `sito` in the language of `man`, made from the pages of help.

`RoffPage` stands in for the page of help: a command writes its help to it, and it comes
out with the marks of man(7). Nothing depends on the terminal, the day or the machine, so
the page is the same wherever it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sito.cli.help import KIND
from sito.errors import N_
from sito.show.fitting import pieces
from sito.show.i18n import _

_SPECIAL = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti", "`": "\\(ga"}


def escaped(text: str) -> str:
    """Writes a text so that none of it is taken for a command of roff.

    >>> escaped(".B --view"), escaped("'tis a \\\\")
    ('\\\\&.B \\\\-\\\\-view', '\\\\(aqtis a \\\\e')
    """
    safe = "".join(_SPECIAL.get(letter, letter if letter.isascii() else f"\\[u{ord(letter):04X}]") for letter in text)
    return f"\\&{safe}" if safe.startswith(".") else safe


def flowing(text: str) -> str:
    """Writes a text as `escaped` does, with places to break lines at beside wide letters, which need no blanks.

    >>> flowing("one two"), flowing("予想")
    ('one two', '\\\\[u4E88]\\\\:\\\\[u60F3]')
    """
    if text.isascii():
        return escaped(text)
    written = ""
    for blanks, piece in pieces(" ".join(text.split())):
        written += (blanks or "\\:" if written else "") + escaped(piece)
    return written


class RoffPage:
    """Takes the place of a page of help: the same methods; options that are `listed` already are left out."""

    width = 10_000
    """No line is ever broken, and nothing shortened, for want of room."""

    def __init__(self) -> None:
        self.listed: set[str] = set()
        self.names: list[str] = []
        self.lines: list[str] = []

    def getvalue(self) -> str:
        """Gives what was written."""
        return "\n".join(self.lines) + "\n"

    def write(self, text: str) -> None:
        """Adds lines, each by itself."""
        for line in text.strip("\n").split("\n"):
            self.lines += [escaped(line), ".br"]

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Adds the line that shows how the command is written."""
        self.lines += [".P", f"\\fB{escaped(prog)}\\fR {escaped(args)}".rstrip()]

    def write_paragraph(self) -> None:
        """Does nothing: what follows begins its own paragraph."""

    def write_heading(self, heading: str) -> None:
        """Adds a heading within the part of one command."""
        self.lines += [".P", f"\\fI{escaped(heading)}\\fR"]

    def write_text(self, text: str) -> None:
        """Adds paragraphs; the lines of one that begins with `\\b` are kept apart."""
        for paragraph in text.split("\n\n"):
            lines = paragraph.split("\n")
            if lines[0].strip() != "\b":
                self.lines += [".P", flowing(" ".join(paragraph.split()))]
                continue
            self.lines += [".P", flowing(lines[1]), ".RS 4", ".nf"]
            self.lines += [escaped(line.strip()) for line in lines[2:]]
            self.lines += [".fi", ".RE"]

    def write_dl(self, rows: Sequence[tuple[str, str]]) -> None:
        """Adds names, each with what is said about it."""
        for full, text in rows:
            name = KIND.sub("", full)
            self.names.append(name)
            if name not in self.listed:
                self.lines += [".TP", f"\\fB{escaped(name)}\\fR", flowing(" ".join(text.split()))]

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """Begins a part: a heading, if anything follows it."""
        before = len(self.lines)
        self.write_heading(name)
        begun = len(self.lines)
        yield
        if len(self.lines) == begun:
            del self.lines[before:]

    @contextmanager
    def indentation(self) -> Iterator[None]:
        """Leaves the margin where it is: man(7) has its own."""
        yield


def manual(root: Any) -> str:
    """Writes the whole manual; `root` is the context of the command `sito`."""
    from sito._native import VERSION

    page = RoffPage()
    page.lines += [
        f'.TH SITO 1 "" "sito {VERSION}"',
        _part(_("NAME")),
        "sito \\- " + escaped(_("Play, solve, study and prove code-breaking games.")),
        _part(_("SYNOPSIS")),
        f"\\fBsito\\fR {escaped(_usage())}",
        _part(_("DESCRIPTION")),
    ]
    page.write_text(_(_ABOUT))
    page.lines.append(_part(_("OPTIONS OF EVERY COMMAND, AND THE COMMANDS")))
    root.command.format_options(root, page)
    page.listed = set(page.names)
    page.lines.append(_part(_("WHAT EACH COMMAND DOES")))
    _write_commands(page, root)
    for title, rows in ((N_("EXIT STATUS"), _EXITS), (N_("ENVIRONMENT"), _VARIABLES)):
        page.lines.append(_part(_(title)))
        page.write_dl([(name, _(text)) for name, text in rows])
    if any("\\:" in line for line in page.lines):
        page.lines.insert(1, ".na")  # lines without blanks cannot be made equally long
    return page.getvalue()


def _part(title: str) -> str:
    """Begins a part of the manual. Its title is translated before, for no catalog finds a sentence in an f-string."""
    return f".SH {escaped(title)}"


def _usage() -> str:
    """Says how a command line is written, as the page of help does."""
    return " ".join((_("[OPTIONS]"), _("COMMAND [ARGS]...")))


def _write_commands(page: RoffPage, group: Any) -> None:
    """Adds what each command of a group does, and those of the groups within it."""
    for name in group.command.commands:
        command = group.command.get_command(group, name)
        ctx = command.context_class(command, info_name=name, parent=group)
        page.lines.append(f".SS {escaped(ctx.command_path)}")
        command.format_help(ctx, page)
        if hasattr(command, "commands"):
            _write_commands(page, ctx)


_ABOUT = N_(
    "Sito plays, solves and proves code-breaking games such as Mastermind, Bulls and Cows and Logik, and two classic "
    "search puzzles, water jugs and peg solitaire."
)
_EXITS = (
    ("0", N_("All went well.")),
    ("1", N_("Something failed, such as a file that cannot be written.")),
    ("2", N_("The command line, or what was given, cannot be used.")),
    ("3", N_("The answers of a game contradict each other.")),
    ("4", N_("A limit of time or memory was hit.")),
    ("129, 130, 143", N_("The terminal was closed, Ctrl-C was pressed, or the program was told to end.")),
)
_VARIABLES = (
    ("SITO_LANG", N_("The language, as --lang has it; without it LANGUAGE, LC_ALL, LC_MESSAGES and LANG are asked.")),
    ("SITO_PLAIN", N_("1 for plain lines that a screen reader can follow, as --plain.")),
    ("NO_COLOR", N_("No color, as --no-color.")),
    ("COLUMNS", N_("How wide the terminal is taken to be.")),
    ("SITO_DATA_DIR", N_("Where games and results are kept.")),
    ("SITO_CONFIG_DIR", N_("Where the settings are kept.")),
    ("SITO_LOG_DIR", N_("Where reports on mistakes in Sito are written.")),
)
