"""The kinds of games that the atlas shows in tables of pegs and colors."""

from __future__ import annotations

from collections.abc import Mapping

from sito.atlas.record import SolvedGame
from sito.exact.problem import Objective

TITLES = {
    "": "Mastermind: any codes, black and white pegs",
    "-distinct": "Bulls and Cows: no color twice, black and white pegs",
    "-black": "Any codes, black pegs only",
    "-distinct-black": "No color twice, black pegs only (with as many colors as pegs: permutations)",
    "-total": "Any codes, black and white pegs added up",
    "-position": "Any codes, an answer for each peg, as in word games",
}
"""What each kind is called, by what follows pegs and colors in its rules."""

Grid = dict[tuple[int, int], SolvedGame]


def split_rules(rules: str) -> tuple[int, int, str] | None:
    """Splits rules into pegs, colors and kind; None for word games.

    >>> split_rules("4x10-distinct")
    (4, 10, '-distinct')
    """
    size, dash, kind = rules.partition("-")
    pegs, _, colors = size.partition("x")
    return (int(pegs), int(colors), dash + kind) if pegs.isdigit() and colors.isdigit() else None


def grid_of(games: Mapping[str, SolvedGame], kind: str, objective: Objective, *, consistent: bool = False) -> Grid:
    """Finds the games of a kind by pegs and colors, asked without anything special."""
    found = {}
    for game in games.values():
        size = split_rules(game.rules)
        plain = game.depth is None and game.first is None and game.consistent is consistent
        if size is not None and size[2] == kind and game.objective is objective and plain:
            found[size[:2]] = game
    return found
