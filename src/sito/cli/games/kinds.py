"""The kinds of games that are kept: which module goes on with one, and what can be said of one that is not finished."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from sito.errors import N_
from sito.games.fields import SavedFields
from sito.games.kinds import BOARDS_KIND
from sito.show.i18n import _
from sito.words.words import readable_name


@dataclass(frozen=True)
class Kind:
    """A kind of games: its title, and where it is played on.

    The module has `go_on(name)`, which plays the game of a name on and returns the exit code, and the function that
    `reader` names, which reads a saved game and raises `InputError` for what is wrong with it.
    """

    title: str
    module: str
    reader: str

    def go_on(self, name: str) -> int:
        """Goes on with the game of this name, and returns the exit code. Raises `InputError`."""
        code: int = self._find("go_on")(name)
        return code

    def check(self, fields: SavedFields) -> None:
        """Raises `InputError` for whatever is wrong with a saved game of this kind."""
        self._find(self.reader)(fields)

    def _find(self, path: str) -> Callable[..., Any]:
        value: Any = import_module(f"sito.cli.{self.module}")
        for name in path.split("."):
            value = getattr(value, name)
        found: Callable[..., Any] = value
        return found


KINDS: Mapping[str, Kind] = {
    "play": Kind(N_("you guess"), "play.play", "PlayGame.read"),
    "keep": Kind(N_("the computer guesses"), "play.keep", "read_keep"),
    "duel": Kind(N_("duel"), "play.duel", "read_duel"),
    BOARDS_KIND: Kind(N_("you guess on several boards"), "play.boards", "BoardsGame.read"),
    "jugs": Kind(N_("water jugs"), "jugs.by_hand", "read_hand"),
    "pegs": Kind(N_("peg solitaire"), "pegs.by_hand", "read_hand"),
}
"""The kinds by name; each name is that of the command."""

_JUGS = re.compile(
    r"jugs (?P<sizes>.+); (?:(?P<any>\d+) in any jug|(?P<one>\d+) in jug (?P<jug>\w+)"
    r"|(?P<together>\d+) in all jugs together|the amounts (?P<amounts>[\d,]+))"
)


def game_in_words(game: str) -> str:
    """Writes the rules or the problem for people; what is asked of jugs, which is kept in English, in their language.

    >>> game_in_words("jugs A 3, B 5; 4 in any jug"), game_in_words("4x6")
    ('A 3, B 5; 4 in any jug', '4x6')
    """
    found = _JUGS.fullmatch(game)
    if found is None:
        return readable_name(game)
    if found["any"]:
        goal = _("{target} in any jug").format(target=found["any"])
    elif found["one"]:
        goal = _("{target} in jug {jug}").format(target=found["one"], jug=found["jug"])
    elif found["together"]:
        goal = _("{target} in all jugs together").format(target=found["together"])
    else:
        goal = f"({found['amounts']})"
    return f"{found['sizes']}; {goal}"
