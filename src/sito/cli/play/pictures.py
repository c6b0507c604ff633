"""How a game looks: on a board, as lines, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import repeat, zip_longest
from pathlib import PurePath

from sito.cli.play.looks import answer_cells, code_cells, keyboard_line, slots_line, typed_answer, typed_code
from sito.cli.table import thinking
from sito.cli.table.lines import WHOLE
from sito.codes.code import Code
from sito.errors import N_, LimitError
from sito.games.counting import is_counted
from sito.playing.game import Transcript
from sito.rules.rules import Notation, Rules
from sito.show.fitting import wrap
from sito.show.i18n import _, ended, join_sentences, ngettext, pgettext
from sito.show.render import Line, cell_width, code_line, feedback_line, plain, text_of
from sito.show.sentences import codes_left_text
from sito.show.spoken import answer_words, code_words
from sito.words.own import OwnGame
from sito.words.words import readable_name

_MOST_MARKED = 2**24
"""Games of more codes whose answers mark each peg are not counted after each turn, which takes seconds."""


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
        is_slow = game.rules.feedback.marks_pegs and game.knowledge.secrets.size > _MOST_MARKED
        try:
            with thinking(_("Looking for the codes that are possible")):
                left = game.knowledge.left if is_counted(game.rules) and not is_slow else None
        except LimitError:
            left = None
        return cls(game, guess, guesser, title or _title(game.rules), left, asks or guess is not None)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    # In lines

    def news(self, before: Side | None) -> list[Line]:
        """Gives the turns that are new, and the guess that waits for an answer, with how many others are possible."""
        shown = 0 if before is None else len(before.game) + (before.guess is not None)
        lines: list[Line] = [
            (*self._numbered(index), *code_line(self.rules, guess), *plain("  "), *feedback_line(answer))
            for index, (guess, answer) in enumerate(self.game.turns[shown:], shown)
        ]
        if self.guess is not None:
            code = code_line(self.rules, self.guess)
            others = self.others_text()
            lines.append((*self._numbered(len(self.game)), *code, *(plain("  " + others) if others else ())))
        return lines

    def _numbered(self, index: int) -> Line:
        """Begins a line; in a duel with who guesses, both of the same width."""
        if self.guesser is Guesser.ONE:
            return plain(f"{index + 1:2}  ")
        # Translators: who makes a guess, in the line of this guess in a duel.
        you, me = pgettext("who guesses", "you"), pgettext("who guesses", "me")
        name: Line = plain(you if self.guesser is Guesser.YOU else me)
        return (*filled(name, max(cell_width(you), cell_width(me)) + 1), *plain(f"{index + 1:2}  "))

    def others_text(self) -> str:
        """Says how many codes are possible beside the guess; nothing on a vast board."""
        if not is_counted(self.rules):
            return ""
        knowledge = self.game.knowledge
        if knowledge.is_sampled and not knowledge.is_all_sampled:  # an estimate
            return codes_left_text(knowledge.left, self.rules)
        others = len(knowledge) - (self.guess in knowledge)
        if not others:
            return _("This must be it.")
        if not self.rules.of_letters:
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
        lines: list[Line] = [((shortened(line, width), "bold"),) for line in wrap(self.title, width).splitlines()]
        count = self.count_text() if view.count else ""
        if count and cell_width(self.title) + 3 + cell_width(count) <= width:
            lines = [(*lines[0], *plain(f"   {count}"))]
        elif count:
            lines.append(plain(shortened(count, width)))
        keyboard = keyboard_line(self.game, width)
        return lines if keyboard is None else [*lines, keyboard]

    def rows(self, wide: bool, view: View, whole: bool) -> list[Line]:
        """Gives the turns, and the open row if there is one and it is not the end."""
        rows: list[Line] = [
            (*plain(f"{number:2}  "), *code_cells(self.rules, guess, answer, wide), *plain("  "), *answer_cells(answer))
            for number, (guess, answer) in enumerate(self.game.turns, 1)
        ]
        return [*rows, self._open_row(view.typed, wide)] if self.asks and not whole else rows

    def _open_row(self, typed: str, wide: bool) -> Line:
        """Gives the row that is being filled: with pegs as they are typed, or with the answer to the guess there."""
        number = plain(f"{len(self.game) + 1:2}  ")
        if self.guess is not None:
            answer = typed_answer(self.rules, typed)
            return (*number, *code_cells(self.rules, self.guess, None, wide), *plain("  "), *answer)
        return (*number, *slots_line(self.rules, typed_code(self.rules, typed), wide))

    def fits(self, width: int) -> bool:
        """Tells whether pegs of three columns have room."""
        if isinstance(self.rules.words, OwnGame):
            texts = self.rules.words.guesses, self.rules.words.answers.texts
            return 8 + sum(max(map(cell_width, several)) for several in texts) <= width
        numbers = self.rules.notation is Notation.NUMBERS
        symbol = max(map(cell_width, self.rules.symbols())) if numbers else 1
        return 4 + self.rules.pegs * (symbol + 2) + 2 + self.rules.pegs <= width

    def fits_beside(self, width: int) -> bool:
        """Tells whether rows fit into half a screen of this width."""
        longest = self.rules.pegs * (1 + max(map(len, self.rules.symbols())))
        return 4 + longest + len("  100 0") <= width

    # In words

    def words(self, before: Side | None, view: View) -> list[str]:
        """Says the same, and what an answer is that has been corrected."""
        known = () if before is None else before.game.turns
        said = [
            self._turn_words(index)
            for index, turn in enumerate(self.game.turns)
            if index >= len(known) or known[index] != turn
        ]
        count = self.count_words(view)
        if self.guess is not None:
            sentence = self._of_whom(
                N_("Guess {number}: {code}."), N_("Your guess {number}: {code}."), N_("My guess {number}: {code}.")
            )
            told = sentence.format(number=len(self.game) + 1, code=code_words(self.rules, self.guess))
            said.append(join_sentences(told, count))
        elif said and count:
            said[-1] = join_sentences(said[-1], count)
        return said

    def _turn_words(self, index: int) -> str:
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
        return ended(self.count_text() if view.count else "")


def latest(head: list[Line], rows: list[Line], height: int, width: int) -> list[Line]:
    """Gives the lines that fit: of the rows the latest, and how many are above them."""
    room, lines, hidden = height - len(head), list[Line](), len(rows)
    for row in reversed(rows):
        part = folded(row, width)
        if lines and len(lines) + len(part) + (hidden > 1) > room:
            above = ngettext("{count} guess is above", "{count} guesses are above", hidden).format(count=hidden)
            lines = [((above, "dim"),), *lines]
            break
        lines, hidden = [*part, *lines], hidden - 1
    return [*head, *lines][-max(height, 1) :]


def folded(row: Line, width: int) -> list[Line]:
    """Breaks a row that is too wide between its pegs; what follows stands below the first peg."""
    if cell_width(text_of(row)) <= width:
        return [row]
    lines: list[list[tuple[str, str]]] = [[]]
    used = 0
    for text, look in row:
        size = cell_width(text)
        if used + size > width and lines[-1]:
            lines.append([*plain("    ")])
            used = 4
            if not text.strip():
                continue
        lines[-1].append((text, look))
        used += size
    return list(map(tuple, lines))


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


_GAP = 4
_BESIDE = 70
"""From so many columns on the two games of a duel stand beside each other."""


@dataclass(frozen=True)
class GamePicture:
    """A game in which one side guesses, or both games of a duel: that of the person, and that of the computer.

    Without any it leaves nothing on the board.
    """

    view: View
    sides: tuple[Side, ...] = ()

    def lines(self, width: int, height: int) -> list[Line]:
        """Gives the lines for a board: beside each other, or below each other with what is asked for last."""
        if not self.sides:
            return []
        whole, both = height >= WHOLE, len(self.sides) > 1
        if both and (width < _BESIDE or not self.sides[0].fits_beside((width - _GAP) // 2)):
            return self._below(width, height, *self.sides)
        room = (width - _GAP) // 2 if both else width
        wide = self.sides[0].fits(room)
        heads = list(beside([side.head(room, self.view) for side in self.sides], room + _GAP))
        rows = list(beside([side.rows(wide, self.view, whole) for side in self.sides], room + _GAP))
        return latest(heads if len(heads) + 2 <= height else [], rows, height, width)

    def _below(self, width: int, height: int, mine: Side, theirs: Side) -> list[Line]:
        wide = mine.fits(width)
        first, last = (mine, theirs) if theirs.asks else (theirs, mine)
        parts: list[list[Line]] = []
        for side in (last, first):
            head, rows = side.head(width, self.view), side.rows(wide, self.view, height >= WHOLE)
            room = height - (1 if side is last else len(parts[0]))
            if side is last:
                room = max(room - min(len(first.game) + 1, room // 3), 1)
            parts.append(latest(head[: max(min(len(head), room - 2), 0)], rows, room, width) if room > 0 else [])
        return [*parts[1], *parts[0]]

    def news(self, before: GamePicture | None) -> list[Line]:
        """Gives the turns that are new, and the guess that waits for an answer."""
        return [line for side, old in self._each(before) for line in side.news(old)]

    def words(self, before: GamePicture | None) -> list[str]:
        """Says the same, and what an answer is that has been corrected."""
        return [sentence for side, old in self._each(before) for sentence in side.words(old, self.view)]

    def _each(self, before: GamePicture | None) -> Iterator[tuple[Side, Side | None]]:
        return zip(self.sides, repeat(None) if before is None else before.sides, strict=False)


def beside(parts: list[list[Line]], apart: int) -> Iterator[Line]:
    """Puts lines beside each other, so many columns apart."""
    for lines in zip_longest(*parts, fillvalue=()):
        joined: Line = ()
        for place, line in enumerate(lines):
            if line:
                joined = (*(filled(joined, place * apart) if place else ()), *line)
        yield joined


def filled(line: Line, width: int) -> Line:
    """Adds blanks up to a width."""
    return (*line, *plain(" " * max(width - cell_width(text_of(line)), 0)))
