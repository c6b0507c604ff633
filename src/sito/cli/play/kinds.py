"""The kinds of games that are kept: what each is called, how it is read, and who plays it on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from typing import Any

from sito.cli.play.saved import SavedGame
from sito.errors import N_
from sito.games.fields import SavedFields
from sito.games.kinds import BOARDS_KIND


@dataclass(frozen=True)
class Kind:
    """A kind of games: its title, and two functions by module and name.

    `reader` reads a saved game and raises `InputError` for what is wrong with it; `player` takes the `SavedGame` and
    what was read, plays it on, and returns the exit code.
    """

    title: str
    reader: str
    player: str

    def check(self, fields: SavedFields) -> None:
        """Raises `InputError` for whatever is wrong with a saved game of this kind."""
        _found(self.reader)(fields)


KINDS: Mapping[str, Kind] = {
    "play": Kind(N_("you guess"), "play.play:PlayGame.read", "play.play:play_on"),
    "keep": Kind(N_("the computer guesses"), "play.keep:read_keep", "play.keep:keep_on"),
    "duel": Kind(N_("duel"), "play.duel:read_duel", "play.duel:duel_on"),
    BOARDS_KIND: Kind(N_("you guess on several boards"), "play.boards:BoardsGame.read", "play.boards:play_on"),
    "jugs": Kind(N_("water jugs"), "jugs.by_hand:JugStand.read", "by_hand.loop:solve_by_hand"),
    "pegs": Kind(N_("peg solitaire"), "pegs.by_hand:PegStand.read", "by_hand.loop:solve_by_hand"),
}
"""The kinds by name; each name is that of the command."""


def go_on(kind: str, name: str | None = None, *more: object) -> int:
    """Goes on with the unfinished game of a name, or the one of its kind that was left last; gives the exit code.

    Raises `InputError`.
    """
    code: int = _found(KINDS[kind].player)(*SavedGame.resumed(kind, name, _found(KINDS[kind].reader)), *more)
    return code


def _found(path: str) -> Callable[..., Any]:
    module, _colon, names = path.partition(":")
    found: Callable[..., Any] = attrgetter(names)(import_module(f"sito.cli.{module}"))
    return found
