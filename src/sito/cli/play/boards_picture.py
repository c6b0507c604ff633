"""How several boards look: beside each other where there is room, with what is known of the letters above them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from sito.cli.play.looks import letters_known
from sito.cli.play.pictures import Side, View, beside, filled, shortened
from sito.cli.table.lines import WHOLE
from sito.rules.rules import Rules
from sito.show.game_sentences import board_text
from sito.show.i18n import _, ended, join_sentences, ngettext
from sito.show.render import Line, cell_width, code_line, feedback_line, plain, text_of
from sito.show.sharing import boards_name
from sito.show.spoken import answer_words, code_words

_GAP = 3
_NUMBER = 4  # columns before the guess


@dataclass(frozen=True)
class BoardsPicture:
    """A game on several boards; `sides` has each, and the guesses are the same for all that are not solved."""

    sides: tuple[Side, ...]
    view: View

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.sides[0].rules

    @property
    def longest(self) -> Side:
        """A board on which all guesses were made."""
        return max(self.sides, key=lambda side: len(side.game))

    # On a board

    def lines(self, width: int, height: int) -> list[Line]:
        """Gives the lines for a board: as many boards beside each other as there is room for, and so on below."""
        wide = self._columns(width, wide=True) >= len(self.sides)
        most = min(max(self._columns(width, wide), 1), len(self.sides))
        # As even as can be: two and two, not three and one.
        columns = ceil(len(self.sides) / ceil(len(self.sides) / most))
        groups = [self.sides[at : at + columns] for at in range(0, len(self.sides), columns)]
        head = self._head(width)
        room = (height - len(head)) // len(groups)
        if room < 2:
            head, room = [], max(height // len(groups), 1)
        lines = list(head)
        for number, group in enumerate(groups):
            lines += self._group(group, number * columns, wide, width, room, whole=height >= WHOLE)
        return lines[-height:]

    def _head(self, width: int) -> list[Line]:
        title: Line = ((shortened(boards_name(self.longest.title, len(self.sides)), width), "bold"),)
        letters = self._letters()
        taken = sum(map(cell_width, letters))
        if not letters or taken > width:
            return [title]
        gap = " " if taken + len(letters) <= width else ""
        return [title, plain(gap.join(letters))]

    def _letters(self) -> list[str]:
        """Gives the letters; those that are in the word of no board that is still open are dots."""
        known = [letters_known(side.game) for side in self.sides if not side.game.won]
        marks = [letters for letters in known if letters is not None]
        if not marks:
            return []
        return [
            "." + " " * (cell_width(letter) - 1) if all(each[letter] == 0 for each in marks) else letter
            for letter in marks[0]
        ]

    def _columns(self, width: int, wide: bool) -> int:
        """Tells how many boards have room beside each other."""
        return (width + _GAP) // (self._width(wide) + _GAP)

    def _width(self, wide: bool) -> int:
        pegs, symbol = self.rules.pegs, max(map(cell_width, self.rules.symbols()))
        between = 2 if wide else int(self.rules.notation == "numbers")
        return _NUMBER + pegs * (symbol + between) + 2 + pegs

    def _group(
        self, sides: tuple[Side, ...], first: int, wide: bool, width: int, height: int, *, whole: bool
    ) -> Iterator[Line]:
        """Puts boards beside each other."""
        room = min(self._width(wide), width)
        parts = []
        for number, side in enumerate(sides, first + 1):
            rows = side.rows(wide, self.view, whole or side.game.won)
            title: Line = ((shortened(self._board_title(number, side, room), room), "bold"),)
            shown = rows[-max(height - 1, 1) :] if height > 1 else []
            parts.append([title, *shown])
        return beside(parts, room + _GAP)

    def _board_title(self, number: int, side: Side, room: int) -> str:
        count = side.count_text() if self.view.count else ""
        long = f"{number}  {count}"
        if not count or cell_width(long) <= room:
            return long.rstrip()
        left = side.left or 0
        count = ngettext("{count} left", "{count} left", left).format(count=left)
        return f"{number}  {count}"

    # As lines

    def news(self, before: BoardsPicture | None) -> list[Line]:
        """Gives a line for each guess that is new: the guess, and its answer on each board that was not solved."""
        shown = 0 if before is None else len(before.longest.game)
        return [self._turn_line(index) for index in range(shown, len(self.longest.game))]

    def _turn_line(self, index: int) -> Line:
        line: Line = (*plain(f"{index + 1:2}  "), *code_line(self.rules, self.longest.game.turns[index].guess))
        first = cell_width(text_of(line)) + 2
        for place, side in enumerate(self.sides):
            if index < len(side.game):
                line = filled(line, first + place * (self.rules.pegs + 2))
                line += feedback_line(side.game.turns[index].answer)
        return line

    # In words

    def words(self, before: BoardsPicture | None) -> list[str]:
        """Says the same: each guess, and what its answer is on each board that was not solved."""
        said = []
        shown = 0 if before is None else len(before.longest.game)
        for index in range(shown, len(self.longest.game)):
            code = code_words(self.rules, self.longest.game.turns[index].guess)
            said.append(_("Guess {number}: {code}.").format(number=index + 1, code=code))
            for number, side in enumerate(self.sides, 1):
                if index < len(side.game):
                    guess, answer = side.game.turns[index]
                    told = board_text(number, ended(answer_words(self.rules, guess, answer)))
                    last = index == len(side.game) - 1
                    said.append(join_sentences(told, side.count_words(self.view)) if last else told)
        return said
