"""How a duel looks: both games, beside each other where there is room."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from sito.cli.play.pictures import GamePicture, Side, View, shown_before
from sito.render import Line, cell_width, plain, text_of

_GAP = 4
_BESIDE = 70
"""From so many columns on the two games stand beside each other."""


@dataclass(frozen=True)
class DuelPicture:
    """Both games of a duel: in `mine` the person guesses, in `theirs` the computer."""

    mine: Side
    theirs: Side
    view: View

    @property
    def asked(self) -> Side:
        """The game in which something is asked for."""
        return self.mine if self.theirs.guess is None else self.theirs

    def lines(self, width: int, height: int) -> list[Line]:
        """Gives the lines for a board."""
        if width < _BESIDE:
            return self._below(width, height)
        room = (width - _GAP) // 2
        wide = self.view.wide = max(side.width(True) for side in (self.mine, self.theirs)) <= room
        left, right = (self._column(side, wide, height) for side in (self.mine, self.theirs))
        return [
            (*line, *plain(" " * (room + _GAP - cell_width(text_of(line)))), *other) if other else line
            for line, other in zip_longest(left, right, fillvalue=())
        ]

    def _below(self, width: int, height: int) -> list[Line]:
        """Gives the games below each other, the one that is asked about last."""
        wide = self.view.wide = max(side.width(True) for side in (self.mine, self.theirs)) <= width
        first, second = (self.theirs, self.mine) if self.asked is self.mine else (self.mine, self.theirs)
        room = max(height - min(len(first.game) + 2, height // 2), 1)
        last = self._column(second, wide, room)
        return [*self._column(first, wide, max(height - len(last), 0)), *last]

    def _column(self, side: Side, wide: bool, height: int) -> list[Line]:
        if height < 1:
            return []
        head: list[Line] = [((side.title, "bold"),)] if height > 2 else []
        count = side.count_text() if self.view.count and height > 3 else ""
        foot = [plain(count)] if count else []
        return [*head, *side.rows(wide, max(height - len(head) - len(foot), 1)), *foot]

    def open_row(self, typed: str) -> Line:
        """Gives the row that is being filled, behind the name of who guesses."""
        side = self.asked
        return (*plain(side.name), *side.open_row(typed, self.view.wide))

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
