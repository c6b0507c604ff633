"""The manual page of `sito` in the language of `man`, made from the commands and their options.

Nothing in it depends on the terminal, the day or the machine, so the page is the same
wherever it is made.
"""

from __future__ import annotations

from collections.abc import Iterable

import click

from sito.cli.command import Explained, Group
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


class RoffPage(click.HelpFormatter):
    """Click's page with the marks of man(7); its lines are not broken."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Adds the line that shows how the command is written."""
        self.write(f".P\n\\fB{escaped(prog)}\\fR {escaped(args)}\n")

    def write_paragraph(self) -> None:
        """Does nothing: what follows begins its own paragraph."""

    def write_heading(self, heading: str) -> None:
        """Adds a heading within the part of one command."""
        self.write(f".P\n\\fI{escaped(heading)}\\fR\n")

    def write_text(self, text: str) -> None:
        """Adds a paragraph; the lines of one that begins with `\\b` are kept apart."""
        lines = text.split("\n")
        if lines[0] == "\b":
            self.write("".join((".RS 4\n.nf\n", *(f"{escaped(line)}\n" for line in lines[1:]), ".fi\n.RE\n")))
        else:
            self.write(f".P\n{flowing(text)}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Adds names, each with what is said about it."""
        self.write("".join(f".TP\n\\fB{escaped(name.rstrip())}\\fR\n{flowing(text)}\n" for name, text in rows))


def manual(root: click.Context) -> str:
    """Writes the whole manual; `root` is the context of the command `sito`."""
    from sito._native import VERSION

    assert isinstance(root.command, Group)
    page = RoffPage()
    page.write(f'.TH SITO 1 "" "sito {VERSION}"\n')
    _begin(page, _("NAME"))
    page.write("sito \\- " + escaped(_("Play, solve, study and prove code-breaking games.")) + "\n")
    _begin(page, _("SYNOPSIS"))
    root.command.format_usage(root, page)
    _begin(page, _("DESCRIPTION"))
    page.write_text(_(_ABOUT))
    _begin(page, _("OPTIONS OF EVERY COMMAND, AND THE COMMANDS"))
    root.command.format_options(root, page)
    root.command.format_common_options(root, page)
    _begin(page, _("WHAT EACH COMMAND DOES"))
    _write_commands(page, root)
    for title, rows in ((_("EXIT STATUS"), _EXITS), (_("ENVIRONMENT"), _VARIABLES)):
        _begin(page, title)
        page.write_dl([(name, _(text)) for name, text in rows])
    text = page.getvalue()
    head, _newline, rest = text.partition("\n")
    return f"{head}\n.na\n{rest}" if "\\:" in rest else text  # lines without blanks cannot be made equally long


def _begin(page: RoffPage, title: str) -> None:
    page.write(f".SH {escaped(title)}\n")


def _write_commands(page: RoffPage, ctx: click.Context) -> None:
    """Adds what each command of a group does, and those of the groups within it."""
    assert isinstance(ctx.command, Group)
    for name in ctx.command.list_commands(ctx):
        command = ctx.command.get_command(ctx, name)
        assert isinstance(command, Explained)
        inner = command.context_class(command, info_name=name, parent=ctx)
        page.write(f".SS {escaped(inner.command_path)}\n")
        command.format_usage(inner, page)
        command.format_help_text(inner, page)
        command.format_arguments(inner, page)
        command.format_options(inner, page)
        command.format_epilog(inner, page)
        if isinstance(command, Group):
            _write_commands(page, inner)


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
    ("SITO_SIMD", N_("The best vector instructions to use: portable, avx2, avx512 or neon; without it the best there are.")),
    ("SITO_LOG_DIR", N_("Where reports on mistakes in Sito are written.")),
)
