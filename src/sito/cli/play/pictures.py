"""How a game looks: on a board, as lines, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest
from pathlib import PurePath

from sito.cli.play.looks import answer_cells, code_cells, keyboard_line, slots_line, typed_answer, typed_code
from sito.cli.table.contract import WHOLE
from sito.codes.code import Code
from sito.errors import N_, LimitError
from sito.playing.game import Transcript
from sito.rules.rules import Notation, Rules
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.render import Line, cell_width, code_line, feedback_line, plain, text_of
from sito.show.sentences import codes_left_text
from sito.show.spoken import answer_words, code_words
from sito.words.words import readable_name

_COUNTED = 2**24
"""Games of more codes are not counted after each turn, which would take long."""


@dataclass
class View:
    """What the player wants to see, changed by commands during a game, and what is being typed."""

    count: bool = True
    """Whether it is told how many codes are possible."""
    typed: str = ""
    """What is being typed, for the open row."""

    def take(self, typed: str) -> Line:
        """Takes in what is being typed; the picture shows it, so there is no other line to be shown for it."""
        self.typed = typed
        return ()


class Guesser(Enum):
    """Who guesses: the only one who does, or in a duel the person or the computer."""

    ONE = "one"
    YOU = "you"
    ME = "me"


@dataclass(frozen=True)
class Side:
    """One game as it is shown: its turns, and what stands in the open row."""

    game: Transcript
    guess: Code | None = None
    """The guess that waits for an answer."""
    guesser: Guesser = Guesser.ONE
    title: str = ""
    left: int | None = None
    """How many codes are possible; None if that is not told."""
    asks: bool = False
    """Whether a guess or an answer is asked for, so that there is an open row."""

    @classmethod
    def of(
        cls,
        game: Transcript,
        guess: Code | None = None,
        guesser: Guesser = Guesser.ONE,
        title: str = "",
        asks: bool = False,
    ) -> Side:
        """Makes it, and counts the codes that are possible."""
        try:
            left = len(game.knowledge) if game.knowledge.secrets.size <= _COUNTED else None
        except LimitError:
            left = None
        return cls(game, guess, guesser, title or _title(game.rules), left, asks or guess is not None)

    def _name(self) -> str:
        """Gives who guesses, before each line of a duel in line mode; both of the same width."""
        return {Guesser.ONE: "", Guesser.YOU: _("you "), Guesser.ME: _("me  ")}[self.guesser]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    def turn_line(self, index: int) -> Line:
        """Gives a turn as line mode writes it: number, guess, answer."""
        guess, answer = self.game.turns[index]
        return (
            *plain(f"{self._name()}{index + 1:2}  "),
            *code_line(self.rules, guess),
            *plain("  "),
            *feedback_line(answer),
        )

    def turn_lines(self) -> list[Line]:
        """Gives all turns."""
        return [self.turn_line(index) for index in range(len(self.game))]

    def open_line(self) -> list[Line]:
        """Gives the guess that waits for an answer, with how many other codes are possible."""
        if self.guess is None:
            return []
        number = plain(f"{self._name()}{len(self.game) + 1:2}  ")
        return [(*number, *code_line(self.rules, self.guess), *plain("  " + self.others_text()))]

    def others_text(self) -> str:
        """Says how many codes are possible beside the guess."""
        knowledge = self.game.knowledge
        others = len(knowledge) - (self.guess in knowledge)
        if not others:
            return _("This must be it.")
        if self.rules.words is None:
            left = ngettext("{count} other code is possible", "{count} other codes are possible", others)
        else:
            left = ngettext("{count} other word is possible", "{count} other words are possible", others)
        return left.format(count=others)

    def count_text(self) -> str:
        """Says how many codes are possible; nothing if that is not told, or the game is won."""
        if self.guess is not None:
            return self.others_text()
        if not self.left or self.game.won:
            return ""
        return codes_left_text(self.left, self.rules)

    # On a board

    def head(self, width: int, view: View) -> list[Line]:
        """Gives its title, with how many codes are possible, and the letters of a word game."""
        title: Line = ((shortened(self.title, width), "bold"),)
        count = self.count_text() if view.count else ""
        lines = [title]
        if count and cell_width(self.title) + 3 + cell_width(count) <= width:
            lines = [(*title, *plain(f"   {count}"))]
        elif count:
            lines.append(plain(shortened(count, width)))
        keyboard = keyboard_line(self.game, width)
        return lines if keyboard is None else [*lines, keyboard]

    def rows(self, wide: bool, view: View, whole: bool) -> list[Line]:
        """Gives the turns, and the open row if there is one and it is not the end."""
        rows = [self.row(index, wide) for index in range(len(self.game))]
        return [*rows, self.open_row(view.typed, wide)] if self.asks and not whole else rows

    def row(self, index: int, wide: bool) -> Line:
        """Gives a turn."""
        guess, answer = self.game.turns[index]
        return (
            *plain(f"{index + 1:2}  "),
            *code_cells(self.rules, guess, answer, wide),
            *plain("  "),
            *answer_cells(answer),
        )

    def open_row(self, typed: str, wide: bool) -> Line:
        """Gives the row that is being filled: with pegs as they are typed, or with the answer to the guess there."""
        number = plain(f"{len(self.game) + 1:2}  ")
        if self.guess is not None:
            answer = typed_answer(self.rules, typed)
            return (*number, *code_cells(self.rules, self.guess, None, wide), *plain("  "), *answer)
        return (*number, *slots_line(self.rules, typed_code(self.rules, typed), wide))

    def fits(self, width: int) -> bool:
        """Tells whether pegs of three columns have room."""
        numbers = self.rules.notation is Notation.NUMBERS
        symbol = max(map(cell_width, self.rules.symbols())) if numbers else 1
        return 4 + self.rules.pegs * (symbol + 2) + 2 + self.rules.pegs <= width

    # In words

    def guess_words(self) -> str:
        """Says the guess that waits for an answer."""
        code = "" if self.guess is None else code_words(self.rules, self.guess)
        return self._of_whom(
            N_("Guess {number}: {code}."), N_("Your guess {number}: {code}."), N_("My guess {number}: {code}.")
        ).format(number=len(self.game) + 1, code=code)

    def turn_words(self, index: int) -> str:
        """Says a turn in one line: the guess and its answer."""
        guess, answer = self.game.turns[index]
        sentence = self._of_whom(
            N_("Guess {number}: {code}. Answer: {answer}."),
            N_("Your guess {number}: {code}. Answer: {answer}."),
            N_("My guess {number}: {code}. Answer: {answer}."),
        )
        code = code_words(self.rules, guess)
        return sentence.format(number=index + 1, code=code, answer=answer_words(self.rules, guess, answer))

    def _of_whom(self, one: str, yours: str, mine: str) -> str:
        return _({Guesser.ONE: one, Guesser.YOU: yours, Guesser.ME: mine}[self.guesser])

    def count_words(self, view: View) -> str:
        """Says how many codes are possible, as a sentence; empty if that is not told."""
        return as_sentence(self.count_text() if view.count else "")


def as_sentence(text: str) -> str:
    """Ends a text with a full stop, that of its language; an empty one stays empty."""
    if not text or text.endswith((".", "。")):
        return text
    return f"{text}。" if cell_width(text[-1]) == 2 else f"{text}."


def latest(head: list[Line], rows: list[Line], height: int) -> list[Line]:
    """Gives the lines that fit: of the rows the latest, and how many are above them."""
    room = height - len(head)
    if len(rows) <= room:
        return [*head, *rows]
    hidden = len(rows) - max(room - 1, 1)
    above = ngettext("{count} guess is above", "{count} guesses are above", hidden).format(count=hidden)
    return [*head, ((above, "dim"),), *rows[hidden:]][-max(height, 1) :]


def shortened(text: str, width: int) -> str:
    """Cuts a text that is too wide."""
    while cell_width(text) > width:
        text = text[:-1]
    return text


def _title(rules: Rules) -> str:
    """Names the game; of a word list only the name."""
    if rules.words is None or rules.short != str(rules):
        return rules.short
    return f"{str(rules).partition(':')[0]}:{readable_name(PurePath(rules.words.name).name)}"


def shown_before(side: Side | None) -> int:
    """Counts the guesses that a picture has shown, the one that waits for its answer included."""
    return 0 if side is None else len(side.game) + (side.guess is not None)


@dataclass(frozen=True)
class GamePicture:
    """A game in which one side guesses."""

    side: Side
    view: View

    def lines(self, width: int, height: int) -> list[Line]:
        """Gives the lines for a board."""
        whole = height >= WHOLE
        head = self.side.head(width, self.view)
        rows = self.side.rows(self.side.fits(width), self.view, whole)
        return latest(head if len(head) + 2 <= height else [], rows, height)

    def news(self, before: GamePicture | None) -> list[Line]:
        """Gives the turns that are new, and the guess that waits for an answer."""
        new = self.side.turn_lines()[shown_before(None if before is None else before.side) :]
        return [*new, *self.side.open_line()]

    def words(self, before: GamePicture | None) -> list[str]:
        """Says the same, and what an answer is that has been corrected."""
        side = self.side
        turns = len(side.game)
        known = () if before is None else before.side.game.turns
        said = [
            side.turn_words(index)
            for index in range(turns)
            if index >= len(known) or known[index] != side.game.turns[index]
        ]
        count = side.count_words(self.view)
        if side.guess is not None:
            said.append(join_sentences(side.guess_words(), count))
        elif said and count:
            said[-1] = join_sentences(said[-1], count)
        return said


class Nothing:
    """The picture of a board that is to leave nothing behind."""

    def lines(self, width: int, height: int) -> list[Line]:
        """Gives no lines."""
        return []

    def news(self, before: object) -> list[Line]:
        """Gives no lines."""
        return []

    def words(self, before: object) -> list[str]:
        """Says nothing."""
        return []


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
