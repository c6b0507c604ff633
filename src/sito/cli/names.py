"""The names that a command line may hold, each with a line about it: for completion, and for `sito help`."""

from __future__ import annotations

from collections.abc import Mapping

from sito.operations.operation import Named
from sito.rules.text import PRESETS, WORD_PRESETS
from sito.show.i18n import _, ngettext
from sito.show.sentences import levels, strategies
from sito.sieve.metrics import metric_names
from sito.words.lists import PACKAGED

_NEEDS_MORE = {"level", "tree"}


def games() -> Named:
    """Lists the games that have a name; those with a colon want a file after it."""
    packaged = [(name, f"words-position:{name}") for name in PACKAGED]
    return [*PRESETS.items(), *packaged, *((f"{name}:", f"{text}FILE") for name, text in WORD_PRESETS.items())]


def complete_strategy(incomplete: str, _given: Mapping[str, object]) -> Named:
    """Completes the name of a strategy, the last of several with commas, a level, and the option `consistent`.

    >>> [name for name, _line in complete_strategy("level:e", {})][:2]
    ['level:beginner', 'level:easy']
    """
    before = incomplete[: incomplete.rfind(",") + 1]
    name, colon, _option = incomplete.removeprefix(before).partition(":")
    if not colon:
        return [(f"{before}{name}:" if name in _NEEDS_MORE else before + name, line) for name, line in strategies()]
    if name == "level":
        return [(f"{before}level:{level}", line) for level, line in levels()]
    if name in metric_names():
        return [(f"{before}{name}:consistent", _("only guesses that may be the code"))]
    return []


def complete_board(incomplete: str, _given: Mapping[str, object]) -> Named:
    """Completes the name of a board of peg solitaire."""
    from sito.puzzles.pegs.boards import BOARD_NAMES, Board

    names = [name for name in BOARD_NAMES if name.startswith(incomplete)]
    holes = [Board.parse(name).holes for name in names]
    lines = [ngettext("{count} hole", "{count} holes", count).format(count=count) for count in holes]
    return list(zip(names, lines, strict=True))


COMPLETIONS = {
    **dict.fromkeys(("RULES", "RULES...", "TEXT"), lambda *_: games()),
    **dict.fromkeys(("STRATEGY", "STRATEGY...", "FIRST", "SECOND", "OPPONENT"), complete_strategy),
    "LEVEL": lambda *_: levels(),
    "BOARD": complete_board,
}
"""What completes a parameter, by the word that stands for its value."""
