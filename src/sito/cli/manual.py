"""`sito help`: the help of any command, lists of names, and the whole manual as `man` reads it."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

import click

from sito.cli.app import TOPICS, root
from sito.cli.as_click import no_such_command
from sito.cli.command import Explained, Group, HelpPage, command
from sito.cli.names import games
from sito.cli.output import emit, emit_json, note, settings
from sito.cli.parameters import Argument
from sito.errors import N_, Fault, InputError, nearest
from sito.operations.operation import Ask, Named
from sito.show.fitting import pieces
from sito.show.i18n import _
from sito.show.sentences import levels, strategies


def _answers() -> Named:
    from sito.rules.rules import Rules
    from sito.show.sentences import answer_sentence

    return [(text, answer_sentence(Rules.parse(text))) for text in ("4x6", "4x6-black", "4x6-total", "4x6-position")]


# What can be asked for that is no command: the list, and what is said below it.
_LISTS: tuple[tuple[Callable[[], Named], str], ...] = (
    (strategies, N_("Give one with --strategy, as in: sito break CADE --strategy entropy")),
    (levels, N_("Give one with --level, as in: sito keep --level easy")),
    (games, N_("Give one with --rules, as in: sito play --rules logik. More: sito help rules")),
    (_answers, N_("An answer is read in any notation that fits the rules. More: sito rules 4x6")),
)
TOPIC_LISTS = dict(zip(TOPICS, _LISTS, strict=True))


def _complete_words(_incomplete: str, given: Mapping[str, object]) -> Named:
    """Completes the name of a command or a topic, or of a command within those that were given."""
    words = given.get("words")
    words = words if isinstance(words, list) else []
    try:
        ctx = _context(click.Context(root(), info_name="sito"), words)
    except InputError:
        return []
    names = [(item.value, item.help or "") for item in ctx.command.shell_complete(ctx, "")]
    return names if words else [*names, *((topic, "") for topic in TOPIC_LISTS)]


@command(
    help=N_(
        "Explains a command, or lists what there is: strategies, levels, games by name (presets), and how answers are "
        "written. With --man it writes the whole manual in the form that man reads."
    ),
    examples=("sito help", "sito help compare", "sito help tree build", "sito help strategies"),
)
def help_(
    words: Annotated[
        list[str] | None,
        Argument(
            Fault(N_("A command, or one of {topics}."), topics=", ".join(TOPIC_LISTS)),
            metavar="COMMAND",
            complete=_complete_words,
        ),
    ] = None,
    man: Annotated[bool, Ask(N_("Write the manual page of sito, for man."))] = False,
) -> None:
    ctx = click.get_current_context().find_root()
    words = words or []
    if man:
        if words:
            raise InputError.said("--man writes the whole manual; leave out {words}", words=" ".join(words))
        sys.stdout.write(manual(ctx))
    elif len(words) == 1 and words[0] in TOPIC_LISTS:
        _list(words[0])
    else:
        ctx = _context(ctx, words)
        if settings.json:
            emit_json({"about": ctx.command_path, "help": ctx.get_help()})
        else:
            emit(ctx.get_help())


def _list(topic: str) -> None:
    names, more = TOPIC_LISTS[topic][0](), TOPIC_LISTS[topic][1]
    if settings.json:
        emit_json({topic: dict(names)})
        return
    page = HelpPage()
    page.write_dl(names)
    emit(page.getvalue().rstrip("\n"))
    note(_(more))


def _context(ctx: click.Context, words: list[str]) -> click.Context:
    """Finds the context of the command that the words name. Raises `InputError` if there is none."""
    for word in words:
        if not isinstance(ctx.command, click.Group):
            wrong = N_("'{command}' has no commands of its own; leave out {word!r}")
            raise InputError(Fault(wrong, command=ctx.command_path, word=word))
        found = ctx.command.get_command(ctx, word)
        if found is None:
            names = ctx.command.list_commands(ctx)
            topic = None if ctx.parent else nearest(word, [*TOPIC_LISTS, *names])
            if topic in TOPIC_LISTS:
                raise InputError.said("there is no help about '{word}'; do you mean {meant}?", word=word, meant=topic)
            raise InputError(no_such_command(word, names, ctx.command_path))
        ctx = found.context_class(found, info_name=word, parent=ctx)
    return ctx


# The manual page in the language of `man`. Nothing in it depends on the terminal, the day or the machine, so the page
# is the same wherever it is made.

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


class ManualPage(click.HelpFormatter, ABC):
    """Click's page for the help of several commands."""

    @abstractmethod
    def write_command(self, path: str) -> None:
        """Begins the part about a command, such as `sito tree build`."""


class RoffPage(ManualPage):
    """The page with the marks of man(7); its lines are not broken."""

    def write_command(self, path: str) -> None:
        """Begins the part about a command."""
        self.write(f".SS {escaped(path)}\n")

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
    write_commands(page, root)
    for title, rows in ((_("EXIT STATUS"), EXITS), (_("ENVIRONMENT"), VARIABLES)):
        _begin(page, title)
        page.write_dl([(name, _(text)) for name, text in rows])
    text = page.getvalue()
    head, _newline, rest = text.partition("\n")
    return f"{head}\n.na\n{rest}" if "\\:" in rest else text  # lines without blanks cannot be made equally long


def _begin(page: RoffPage, title: str) -> None:
    page.write(f".SH {escaped(title)}\n")


def write_commands(page: ManualPage, ctx: click.Context) -> None:
    """Adds what each command of a group does, and those of the groups within it."""
    assert isinstance(ctx.command, Group)
    for name in ctx.command.list_commands(ctx):
        command = ctx.command.get_command(ctx, name)
        assert isinstance(command, Explained)
        inner = command.context_class(command, info_name=name, parent=ctx)
        page.write_command(inner.command_path)
        command.format_usage(inner, page)
        command.format_help_text(inner, page)
        command.format_arguments(inner, page)
        command.format_options(inner, page)
        command.format_epilog(inner, page)
        if isinstance(command, Group):
            write_commands(page, inner)


_ABOUT = N_(
    "Sito plays, solves and proves code-breaking games such as Mastermind, Bulls and Cows and Logik, and two classic "
    "search puzzles, water jugs and peg solitaire."
)
EXITS = (
    ("0", N_("All went well.")),
    ("1", N_("Something failed, such as a file that cannot be written.")),
    ("2", N_("The command line, or what was given, cannot be used.")),
    ("3", N_("The answers of a game contradict each other.")),
    ("4", N_("A limit of time or memory was hit.")),
    ("129, 130, 143", N_("The terminal was closed, Ctrl-C was pressed, or the program was told to end.")),
)
VARIABLES = (
    ("SITO_LANG", N_("The language, as --lang has it; without it LANGUAGE, LC_ALL, LC_MESSAGES and LANG are asked.")),
    ("SITO_PLAIN", N_("1 for plain lines that a screen reader can follow, as --plain.")),
    ("NO_COLOR", N_("No color, as --no-color.")),
    ("COLUMNS", N_("How wide the terminal is taken to be.")),
    ("SITO_DATA_DIR", N_("Where games and results are kept.")),
    ("SITO_CONFIG_DIR", N_("Where the settings are kept.")),
    ("SITO_SIMD", N_("The best vector instructions to use: portable, avx2, avx512 or neon.")),
    ("SITO_LOG_DIR", N_("Where reports on mistakes in Sito are written.")),
)
