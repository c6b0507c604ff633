"""The names that a command line may hold, each with a line about it: for completion, and for `sito help`."""

from __future__ import annotations

from collections.abc import Iterable

from sito.errors import N_
from sito.i18n import _, ngettext
from sito.metrics import metric_names
from sito.presets import PRESETS, WORD_PRESETS
from sito.sentences import levels
from sito.strategy import strategy_names

Named = list[tuple[str, str]]
"""Names, each with what is said about it."""

STRATEGY_LINES = {
    "best": N_("the guess after which the fewest guesses are expected"),
    "careless": N_("any code, and only now and then one that agrees with all answers"),
    "color-by-color": N_("one color after the other, always in a code that agrees with all answers"),
    "color-by-color-narrowing": N_("as color-by-color, and keeps its promise of few guesses"),
    "distinct-first": N_("first a code of different colors, then the first that agrees with all answers"),
    "entropy": N_("the guess whose answer tells the most"),
    "expected-size": N_("the guess that leaves the fewest codes on average"),
    "first-consistent": N_("the first code that agrees with all answers"),
    "level": N_("a level of the computer, as in level:easy"),
    "minimax": N_("the guess that leaves the fewest codes at worst"),
    "most-parts": N_("the guess that can have the most different answers"),
    "random-consistent": N_("any code that agrees with all answers"),
    "tree": N_("from a strategy tree, as in tree:best.tree"),
    "uniform-probe": N_("asks for one color after the other, then tries arrangements"),
}
_NEEDS_MORE = {"level", "tree"}


def strategies() -> Named:
    """Lists the strategies, those of plug-ins too, which nothing is said about."""
    return [(name, _(STRATEGY_LINES.get(name, ""))) for name in strategy_names()]


def games() -> Named:
    """Lists the games that have a name; those of words want a file after the colon."""
    return [*PRESETS.items(), *((f"{name}:", f"{text}FILE") for name, text in WORD_PRESETS.items())]


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
