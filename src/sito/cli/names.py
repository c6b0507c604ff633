"""The names that a command line may hold, each with a line about it: for completion, and for `sito help`."""

from __future__ import annotations

from collections.abc import Iterable

from sito.rules.presets import PRESETS, WORD_PRESETS
from sito.show.i18n import _, ngettext
from sito.show.sentences import levels, strategies
from sito.sieve.metrics import metric_names
from sito.words.data import PACKAGED

Named = list[tuple[str, str]]
"""Names, each with what is said about it."""

_NEEDS_MORE = {"level", "tree"}


def games() -> Named:
    """Lists the games that have a name; those with a colon want a file after it."""
    packaged = [(name, f"words-position:{name}") for name in PACKAGED]
    return [*PRESETS.items(), *packaged, *((f"{name}:", f"{text}FILE") for name, text in WORD_PRESETS.items())]


def beginning(names: Iterable[tuple[str, str]], incomplete: str, before: str = "") -> Named:
    """Gives the names that begin so; `before` is what stands before each of them on the command line.

    >>> beginning([("easy", "weak"), ("hard", "strong")], "level:e", "level:")
    [('level:easy', 'weak')]
    """
    return [(before + name, text) for name, text in names if (before + name).startswith(incomplete)]


def complete_rules(incomplete: str) -> Named:
    """Completes the name of a game."""
    return beginning(games(), incomplete)


def complete_strategy(incomplete: str) -> Named:
    """Completes the name of a strategy, the last of several with commas, a level, and the option `consistent`.

    >>> [name for name, _line in complete_strategy("entropy,mi")]
    ['entropy,minimax']
    >>> [name for name, _line in complete_strategy("level:e")]
    ['level:easy', 'level:expert']
    """
    before = incomplete[: incomplete.rfind(",") + 1]
    last = incomplete.removeprefix(before)
    name = last.partition(":")[0]
    if ":" not in last:
        known = [(f"{name}:" if name in _NEEDS_MORE else name, line) for name, line in strategies()]
        return beginning(known, incomplete, before)
    if name == "level":
        return beginning(levels(), incomplete, f"{before}level:")
    if name in metric_names():
        return beginning([("consistent", _("only guesses that may be the code"))], incomplete, f"{before}{name}:")
    return []


def complete_level(incomplete: str) -> Named:
    """Completes the name of a level."""
    return beginning(levels(), incomplete)


def complete_board(incomplete: str) -> Named:
    """Completes the name of a board of peg solitaire."""
    from sito.puzzles.pegs.boards import BOARD_NAMES, Board

    names = [name for name in BOARD_NAMES if name.startswith(incomplete)]
    holes = [Board.parse(name).holes for name in names]
    lines = [ngettext("{count} hole", "{count} holes", count).format(count=count) for count in holes]
    return list(zip(names, lines, strict=True))
