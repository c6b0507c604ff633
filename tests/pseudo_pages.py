"""Writes every page of help, and what some commands say, in a language of brackets: `python -m tests.pseudo_pages`.

In a process of its own, because the words of options are translated when their modules are
imported. The sentences are longer than the English ones and have letters with marks.
"""

import gettext
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from babel.messages.catalog import Catalog

from sito.show import i18n
from tests.catalogs import TEMPLATE, compiled, forms, messages_of, read_catalog

LANGUAGE = "xx"
OPEN, CLOSE = "⟦", "⟧"
_LETTERS = str.maketrans("aceilnorsuyzACEILNORSUYZ", "áčéíľňóřšúýžÁČÉÍĽŇÓŘŠÚÝŽ")
_LONGER = 1.4


def changed(sentence: str) -> str:
    """Writes a sentence in brackets, with marks on its letters and something at its end; places stay as they are.

    >>> changed("no {name} is left")
    '⟦ňó {name} íš ľéft~~~~~~⟧'
    """
    parts = re.split(r"(\{[^{}]*\})", sentence)
    text = "".join(part if part.startswith("{") else part.translate(_LETTERS) for part in parts)
    return f"{OPEN}{text}{'~' * round(len(sentence) * (_LONGER - 1) - 1)}{CLOSE}"


def make_catalog(directory: Path) -> None:
    """Writes the compiled catalog of the language."""
    catalog = Catalog(locale="en")
    for message in messages_of(read_catalog(TEMPLATE)):
        texts = tuple(map(changed, forms(message.id)))
        catalog.add(message.id, texts if len(texts) > 1 else texts[0], context=message.context)
    file = directory / LANGUAGE / "LC_MESSAGES" / "sito.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled(catalog).replace(b"Language: en\n", b"Language: xx\n"))


def command_names() -> Iterator[list[str]]:
    """Yields the words of every command, groups among them."""
    import click

    from sito.cli.app import root

    yield []
    ctx = click.Context(root(), info_name="sito")
    for name in ctx.command.list_commands(ctx):
        yield [name]
        yield from ([name, inner] for inner in getattr(ctx.command.get_command(ctx, name), "commands", {}))


def written(arguments: list[str], stdin: str = "") -> str:
    """Runs a command and gives what it writes."""
    from sito.cli import main

    out, sys.stdin = io.StringIO(), io.StringIO(stdin)
    with redirect_stdout(out), redirect_stderr(out):
        main(arguments)
    return out.getvalue()


TRIED: tuple[tuple[str, str], ...] = (
    ("break FADC --seed 1 --why", ""),
    ("play --secret ABCD --seed 1", "AABB\nhint\nwhy\n?\nxyzzy\nABCE\nABCD\n"),
    ("keep --strategy first-consistent", "xo\nwhy\n?\nxxxo\nundo\nq7\n"),
    ("keep --strategy first-consistent --plain", "o\nxo\n"),
    ("duel --seed 1 --strategy first-consistent", "AABB\nxo\nABCD\n-\n"),
    ("advise", "AABB:xo\nCCDD:o\nEEFF:zz\n"),
    ("explain AABB ABBA xxo", ""),
    ("review", "4x6 CBFF:o EAAB:xxo\n"),
    ("compare -r 3x3 -s first-consistent", ""),
    ("odds minimax entropy -r 3x3", ""),
    ("respond minimax -r 3x3", ""),
    ("solve 3x3", ""),
    ("value 3x3", ""),
    ("jugs 8 5 --target 4", ""),
    ("jugs 8 6 --target 3", ""),
    ("pegs hoppers --count", ""),
    ("pegs 'ooo/ooo/ooo'", ""),
    ("rules", ""),
    ("rules 4x6-lies1", ""),
    ("config", ""),
    ("config plan", ""),
    ("tree show nowhere.tree", ""),
    ("rules 101x101-shiny", ""),
    ("break", ""),
    ("break ABCG", ""),
    ("brake", ""),
    ("break ABCD --rulez 4x6", ""),
    ("break ABCD --rounds no", ""),
    ("jugs 8 5", ""),
    ("solve 9x9", ""),
)


def main() -> None:
    """Writes everything, each under a line with its command; arguments: a directory and how wide the page is."""
    directory, columns = Path(sys.argv[1]), sys.argv[2]
    make_catalog(directory / "locale")
    i18n.LOCALE_DIR = directory / "locale"
    os.environ |= {"LANGUAGE": LANGUAGE, "COLUMNS": columns, "SITO_CONFIG_DIR": str(directory / "config")}
    os.environ |= {"SITO_DATA_DIR": str(directory / "data"), "SITO_LOG_DIR": str(directory / "log")}
    gettext._translations.clear()  # type: ignore[attr-defined]
    import shlex

    for words in command_names():
        print(f"$ {' '.join(words)} --help\n{written([*words, '--help'])}")
    for line, stdin in TRIED if columns == "80" else ():
        print(f"$ {line}\n{written(shlex.split(line), stdin)}")


if __name__ == "__main__":
    main()
