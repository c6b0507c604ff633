"""How a duel looks: both games, beside each other where there is room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from sito.cli.play.pictures import GamePicture, Side, View, latest, shown_before
from sito.cli.table.contract import WHOLE
from sito.show.render import Line, cell_width, plain, text_of

_GAP = 4
_BESIDE = 70
"""From so many columns on the two games stand beside each other."""


@dataclass(frozen=True)
class DuelPicture:
    """Both games of a duel: in `mine` the person guesses, in `theirs` the computer."""

    mine: Side
    theirs: Side
    view: View

    def lines(self, width: int, height: int) -> list[Line]:
        """Gives the lines for a board: beside each other, or below each other with what is asked for last."""
        whole = height >= WHOLE
        if width < _BESIDE:
            return self._below(width, height, whole)
        room = (width - _GAP) // 2
        wide = self.mine.fits(room)
        sides = (self.mine, self.theirs)
        heads = list(_beside(room, *(side.head(room, self.view) for side in sides)))
        rows = list(_beside(room, *(side.rows(wide, self.view, whole) for side in sides)))
        return latest(heads if len(heads) + 2 <= height else [], rows, height)

    def _below(self, width: int, height: int, whole: bool) -> list[Line]:
        wide = self.mine.fits(width)
        first, last = (self.mine, self.theirs) if self.theirs.asks else (self.theirs, self.mine)
        parts: list[list[Line]] = []
        for side in (last, first):
            head, rows = side.head(width, self.view), side.rows(wide, self.view, whole)
            room = height - (1 if side is last else len(parts[0]))
            if side is last:
                room = max(room - min(len(first.game) + 1, room // 3), 1)
            parts.append(latest(head[: max(min(len(head), room - 2), 0)], rows, room) if room > 0 else [])
        return [*parts[1], *parts[0]]

    def news(self, before: DuelPicture | None) -> list[Line]:
        """Gives the turns that are new, and the guess that waits for an answer."""
        mine, theirs = (None, None) if before is None else (before.mine, before.theirs)
        return [
            line
            for side, old in ((self.mine, mine), (self.theirs, theirs))
            for line in (*side.turn_lines()[shown_before(old) :], *side.open_line())
        ]

    def words(self, before: DuelPicture | None) -> list[str]:
        """Says the same."""
        mine, theirs = (None, None) if before is None else (before.mine, before.theirs)
        return [
            sentence
            for side, old in ((self.mine, mine), (self.theirs, theirs))
            for sentence in GamePicture(side, self.view).words(None if old is None else GamePicture(old, self.view))
        ]


def _beside(room: int, left: list[Line], right: list[Line]) -> Iterator[Line]:
    """Puts lines beside each other, the left ones in so many columns."""
    for line, other in zip_longest(left, right, fillvalue=()):
        gap = " " * (room + _GAP - cell_width(text_of(line)))
        yield (*line, *plain(gap), *other) if other else line
