"""The picture of water jugs that a person pours by hand: the jugs with their water, and the steps so far."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sito.cli.by_hand.puzzle import fold
from sito.cli.jugs.views import BLOCKS, WATER_STYLE, draw
from sito.puzzles.jugs.by_hand import JugsByHand
from sito.puzzles.jugs.plan import Action, jug_name
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.puzzle_sentences.jugs import action_text, amount_sentences, problem_sentence, state_text, step_sentence
from sito.show.render import Line, cell_width, plain

MOST_ROWS, LEAST_ROWS = 8, 3
_WIDEST = 9
_AROUND = 4  # lines of the drawn jugs that are no rows of a jug: arrows, floor, names, the chosen one
_CHOSEN, _HELD = "▲", "◆"
_DEAD_STYLE = "bold #d55e00"


@dataclass(frozen=True)
class JugChoice:
    """The jug that the arrow keys have chosen, and the one that is held to pour out of it; None for none."""

    jug: int | None = None
    held: int | None = None


@dataclass(frozen=True)
class JugPicture:
    """How the jugs stand."""

    hand: JugsByHand
    choice: JugChoice
    dead: str = ""
    """Says that it cannot be done from here; empty unless that is proven."""

    def lines(self, width: int, height: int) -> list[Line]:
        """Draws the jugs below the latest of the steps."""
        about = [plain(line) for line in fold(problem_sentence(self.hand.puzzle), width)]
        below = [*self._chosen(width), *self._status(width)]
        room = height - len(about) - len(below)
        drawn = self._drawn(width, min(MOST_ROWS, max(room - _AROUND - 2, 0)))
        steps = self._steps()
        fit = max(room - len(drawn) - 1, 1)
        if len(steps) > fit:
            hidden = len(steps) - fit + 1
            more = ngettext("... {count} line above", "... {count} lines above", hidden).format(count=hidden)
            steps = [more, *steps[hidden:]]
        return [*about, *map(plain, steps), *drawn, *below]

    def news(self, before: JugPicture | None) -> list[Line]:
        """Gives the steps that are new, or the last one after some were taken back."""
        steps = self._steps()
        if before is None:
            return [*map(plain, steps)]
        if before.hand == self.hand:
            return []
        known = len(before.hand.steps) + 1
        return [*map(plain, steps[min(known, len(steps) - 1) :])]

    def words(self, before: JugPicture | None) -> list[str]:
        """Says the same in sentences."""
        if before is not None and before.hand == self.hand:
            return []
        steps = self.hand.steps
        known = len(steps) if before is None else len(before.hand.steps)
        said = [step_sentence(number, step) for number, step in enumerate(steps, 1) if number > known]
        return [join_sentences(*said, *amount_sentences(self.hand))]

    def _steps(self) -> list[str]:
        """Writes the start and the steps as plans are written."""
        texts = [_("start"), *map(action_text, self.hand.steps)]
        last = len(self.hand.puzzle.capacities) - 1
        longest = (Action(None, last), Action(last, None), Action(last, last))
        width = max(map(cell_width, (texts[0], *map(action_text, longest))))
        return [
            f"{number or '':>2}  {text}{' ' * (width - cell_width(text))}  " + state_text(self.hand.puzzle, state)
            for number, (text, state) in enumerate(zip(texts, self.hand.states, strict=True))
        ]

    def _drawn(self, columns: int, rows: int) -> list[Line]:
        """Draws the jugs side by side; a line for each where they are too many or too large for that."""
        jugs = self.hand.puzzle
        amounts = jugs.amounts(self.hand.position)
        labels = [
            f"{jug_name(jug)} {amount}/{capacity}"
            for jug, (amount, capacity) in enumerate(zip(amounts, jugs.capacities, strict=True))
        ]
        longest = max(len(f"{jug_name(jug)} {capacity}/{capacity}") for jug, capacity in enumerate(jugs.capacities))
        width = min(max(_WIDEST, longest - 2), (columns + 1) // len(labels) - 4)
        marks = [self._mark(jug) for jug in range(len(labels))]
        if width < longest - 2 or rows < LEAST_ROWS:
            chosen = [f"{mark or ' '} {label}" for mark, label in zip(marks, labels, strict=True)]
            return [plain(line) for line in chosen]
        last = self.hand.steps[-1] if self.hand.steps else None
        drawn = draw(jugs.capacities, amounts, last, width, rows)[:-1]
        named = "  ".join(label.center(width + 2) for label in labels)
        chosen = ["  ".join(mark.center(width + 2) for mark in marks)] if any(marks) else []
        return [_watered(line.rstrip()) for line in (*drawn, named, *chosen)]

    def _mark(self, jug: int) -> str:
        return _HELD if jug == self.choice.held else _CHOSEN if jug == self.choice.jug else ""

    def _chosen(self, width: int) -> list[Line]:
        """Says what the keys do with the jug that is chosen."""
        if self.choice.jug is None:
            return []
        if self.choice.held is None:
            text = _("Jug {jug} is chosen: up fills it, down empties it, Enter takes it to pour out of it.")
        elif self.choice.held == self.choice.jug:
            text = _("Jug {jug} is taken: choose the jug to pour into with left and right. Enter puts it back.")
        else:
            text = _("Enter pours jug {held} into jug {jug}.")
        held = "" if self.choice.held is None else jug_name(self.choice.held)
        said = text.format(jug=jug_name(self.choice.jug), held=held)
        return [((line, "dim"),) for line in fold(said, width)]

    def _status(self, width: int) -> list[Line]:
        return [((line, _DEAD_STYLE),) for line in fold(self.dead, width) if line]


def _watered(line: str) -> Line:
    """Colors the water of a line."""
    parts = re.split(f"([{BLOCKS.strip()}]+)", line)
    return tuple((part, WATER_STYLE if number % 2 else "") for number, part in enumerate(parts) if part)
