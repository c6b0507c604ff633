"""The words of a terminal to be hacked: pasted at the prompt, or from standard input."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sito.cli.output import note
from sito.cli.table import line_table
from sito.errors import N_, Fault, InputError, RulesError
from sito.playing.text import read_turn_line
from sito.rules.presets import WORD_PRESETS
from sito.rules.rules import FeedbackKind, Rules
from sito.show.i18n import _
from sito.words.screen_words import screen_words
from sito.words.words import WordList

SCREEN_ROUNDS = 4
"""How many guesses such a terminal allows."""
_NAME = "screen"
_HACKED = next(name for name, text in WORD_PRESETS.items() if text == "words-black:")


def needs_screen(rules: str) -> bool:
    """Tells whether rules need the words of a screen: they are of such a terminal, and name no list.

    >>> needs_screen("terminal-hacking"), needs_screen("terminal-hacking:words.txt"), needs_screen("4x6")
    (True, False, False)
    """
    return rules.strip().lower().rstrip(":") in (_HACKED, WORD_PRESETS[_HACKED].rstrip(":"))


_MOST_LINES = 200
"""A screen has no more lines, so what comes after so many is not looked at for turns: each look reads all of them."""
_MOST_SHOWN = 20
"""How many of the words that are left out are shown."""


def screen_rules(lines: Iterator[tuple[int, str]] | None) -> tuple[Rules, Iterator[tuple[int, str]] | None]:
    """Reads the words of a screen, from a person or from the lines of a pipe, and gives the lines after them.

    The screen ends with an empty line, in a pipe also before the first line that is a turn. Raises
    `RulesError` if there are no words on it.
    """
    if lines is None:
        return _rules(_asked()), None
    screen: list[str] = []
    for number, line in lines:
        if screen and not line.strip():
            break
        if 0 < len(screen) <= _MOST_LINES and _is_turn(screen, line):
            lines = chain([(number, line)], lines)
            break
        screen.append(line)
    return _rules(screen), lines


def _asked() -> Iterator[str]:
    note(_("Paste the words on the screen, with all that stands between them; an empty line ends them."))
    table = line_table()
    while line := table.ask("> "):
        yield line


def _is_turn(screen: list[str], line: str) -> bool:
    words, _others = screen_words(screen)
    if not words:
        return False
    try:
        read_turn_line(_game(words), line)
    except InputError:
        return False
    return True


def _game(words: list[str]) -> Rules:
    return Rules.of_words(WordList.of(words, name=_NAME), FeedbackKind.BLACK)


def _rules(screen: list[str] | Iterator[str]) -> Rules:
    words, others = screen_words(screen)
    if not words:
        raise RulesError(
            Fault(N_("there are no words on the screen; write them, as in {example}"), example="TRUST BRAVE SHORE")
        )
    if others:
        shown = others[:_MOST_SHOWN] + ["..."] * (len(others) > _MOST_SHOWN)
        note(_("Left out, for they have another length: {words}").format(words=" ".join(shown)))
    return _game(words)
