"""A language that only marks its sentences, so that words which no catalog can translate stand out.

While a command runs, every sentence that is in the template of the catalogs is written
between two marks that take no room. What stands outside of them in words, and is no data, is
English that was left behind. The marks are taken away before a test sees the text, so that
the whole suite of the command line is a test of this, and costs nothing.
"""

import gettext
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from sito.advice.levels import LEVELS
from sito.cli.commands import COMMANDS
from sito.cli.preferences import COLORS, SETTINGS
from sito.rules.text import PRESETS, WORD_PRESETS
from sito.show import i18n
from sito.strategies.strategy import strategy_names
from tests.catalogs import TEMPLATE, forms, messages_of, read_catalog

OPEN, CLOSE = "\ufe20", "\ufe21"  # combining half marks, which no terminal gives a column of its own
_MARKS = re.compile(f"[{OPEN}{CLOSE}]")
_WORD = re.compile(r"[A-Za-z]*[a-z]{3,}[A-Za-z]*")

# What data for programs begin with.
_DOCUMENTS = ("{", "[", "sito-tree", "digraph", "<svg", "rules,", "guess,", "name,")

_DATA = {
    # what data are called in texts that are data: trees, CSV, pictures, reviews, the names of files
    *("rules", "sito", "tree", "json", "svg", "csv", "seed", "strategy", "after", "words", "lies", "end"),
    *("black", "white", "total", "position", "distinct", "letters", "digits", "numbers", "logik"),
    *("hoppers", "english", "french", "diamond", "wiegleb", "asymmetric", "triangle", "square", "centre", "apex"),
    *("any", "together", "same", "fewest", "true", "false", "none", "auto", "yes", "null"),
    *("play", "keep", "duel", "boards", "jugs", "pegs", "human", "computer", "fair", "adversarial", "lying"),
    # the names of games in the atlas, its trees, and the commands that find and verify them
    *("worst", "first", "consistent", "depth", "objective", "solve", "docs", "tables", "trees", "atlas", "wordle"),
    *("original", "python", "benchmarks", "rows", "least", "hard"),
    # commands within groups and games
    *("list", "show", "resume", "delete", "stats", "share", "export", "import", "build", "verify", "more", "check"),
    *("hint", "why", "undo", "fix", "board", "hide", "give", "quit", "help", "printf"),
    *("simultaneous", "alternating", "points", "win", "not-lose", "dask", "tcp", "serial", "processes"),
}


@cache
def _sentences() -> frozenset[str]:
    """Gives every sentence that a catalog may hold, those with a plural by their first form."""
    return frozenset(forms(message.id)[0] for message in messages_of(read_catalog(TEMPLATE)))


def _marked(text: str) -> str:
    """Marks a sentence within its blanks, which may be taken away at the end of a line."""
    inner = text.strip()
    return text.replace(inner, f"{OPEN}{inner}{CLOSE}", 1) if inner else text


class _Marked(gettext.NullTranslations):
    """English, each sentence of the template between two marks."""

    def gettext(self, message: str) -> str:
        return _marked(message) if message in _sentences() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        text = msgid1 if n == 1 else msgid2
        return _marked(text) if msgid1 in _sentences() else text

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def _is_help(arguments: Sequence[str]) -> bool:
    """Tells whether pages of help or scripts are asked for.

    Help is translated when modules are imported, and tested apart; the scripts of shells are no sentences.
    """
    return not arguments or bool({"--help", "-h"} & {*arguments}) or arguments[0] in ("help", "man", "completion")


@contextmanager
def marking(arguments: Sequence[str]) -> Iterator[None]:
    """Marks the English sentences within the context; other languages stay as they are."""
    if _is_help(arguments):
        yield
        return
    before = i18n._ENGLISH
    i18n._ENGLISH = _Marked()
    i18n.set_language(None)
    try:
        yield
    finally:
        i18n._ENGLISH = before
        i18n.set_language("en")


def plain(text: str) -> str:
    """Takes the marks away."""
    return _MARKS.sub("", text)


def outside(text: str) -> str:
    """Gives what stands outside of all marks."""
    kept, depth = [], 0
    for letter in text:
        if letter == OPEN:
            depth += 1
        elif letter == CLOSE:
            depth -= 1
        elif depth == 0 or letter == "\n":
            kept.append(letter)
    return "".join(kept)


def untranslated(arguments: Sequence[str], stdin: str, *texts: str) -> list[str]:
    """Finds the lines with words that are neither translated nor data, nor what the command was given."""
    if _is_help(arguments):
        return []
    given = " ".join([*arguments, stdin]).lower()
    found = []
    for line in "\n".join(outside(text) for text in texts if not text.lstrip().startswith(_DOCUMENTS)).splitlines():
        if _is_data(line):
            continue
        words = [word for word in _WORD.findall(_without_names(line)) if word.lower() not in _known()]
        if any(word.lower() not in given for word in words):
            found.append(f"{' '.join(arguments)}: {line}")
    return found


def _is_data(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _without_names(line: str) -> str:
    """Takes options, variables, paths and names with a dot or a colon out of a line."""
    return re.sub(r"\b(?:[xo]+|[gy-]+)\b|--[a-z-]+|\S*[/\\@:=.][^\s,;]*\w|[A-Z_]{4,}", " ", line)


@cache
def _known() -> frozenset[str]:
    names = {
        *COMMANDS,
        *SETTINGS,
        *COLORS,
        *PRESETS,
        *WORD_PRESETS,
        *strategy_names(),
        *(level.name for level in LEVELS),
    }
    return frozenset(part for name in (*names, *_DATA) for part in (name, *name.split("-")))
