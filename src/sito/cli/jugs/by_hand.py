"""`sito jugs --play`: a person pours; the jugs with their water, and the steps so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from sito.base.limits import Limits
from sito.cli.by_hand.loop import KEYS, Stand
from sito.cli.jugs.views import BLOCKS, WATER_STYLE, draw
from sito.games.fields import SavedFields
from sito.operations.jugs import JugGoal, JugStep
from sito.operations.operation import as_json
from sito.puzzles.by_hand import Outlook
from sito.puzzles.jugs.by_hand import JugsByHand, hand_fields, read_action, read_fields
from sito.puzzles.jugs.plan import Action, Step, jug_name
from sito.show.i18n import _, join_sentences
from sito.show.puzzle_sentences.jugs import JUGS, action_text, amount_sentences, state_text, step_sentence
from sito.show.render import Line, cell_width, plain
from sito.words.local_words import latin

MOST_ROWS, LEAST_ROWS = 8, 3
_WIDEST = 9
_AROUND = 4  # lines of the drawn jugs that are no rows of a jug: arrows, floor, names, the chosen one
_CHOSEN, _HELD = "▲", "◆"


@dataclass(frozen=True, kw_only=True)
class JugStand(Stand[JugsByHand]):
    """A water-jug problem before a person."""

    kind = "jugs"
    said = JUGS
    gap = 1

    jug: int | None = None
    """The jug that the arrow keys have chosen."""
    held: int | None = None
    """The one that is held to pour out of it."""

    @classmethod
    def read(cls, fields: SavedFields) -> Self:
        """Reads what `saved` gave. Raises `InputError`."""
        texts = ("jugs", "where", "start", "target", "end", "supply", "steps")
        needed = {name: fields.text(name) for name in texts[:3]}
        needed |= {name: str(fields.number(name)) for name in ("tap", "drain")}
        return cls(hand=read_fields({name: fields.text_or_none(name) for name in texts[3:]} | needed))

    @classmethod
    def guide(cls) -> Callable[[JugsByHand, Limits], Outlook[Action]]:
        """Searches from each position."""
        return JugsByHand.outlook

    def after(self, line: str) -> JugsByHand:
        """Takes an action, written shortly or as plans write it in the language of the reader."""
        twin = latin(line)
        said = latin(" ".join(line.casefold().split()))
        written = (action for action in self._actions() if latin(action_text(action).casefold()) == said)
        return self.hand.after(next(written, None) or read_action(twin if twin.isascii() else line, self.hand.puzzle))

    @property
    def _count(self) -> int:
        return len(self.hand.puzzle.capacities)

    def _actions(self) -> Iterator[Action]:
        """All actions, also those that cannot be taken now: why not is to be told."""
        jugs = range(self._count)
        yield from (Action(None, jug) for jug in jugs)
        yield from (Action(jug, None) for jug in jugs)
        yield from (Action(source, target) for source in jugs for target in jugs)

    def pressed(self, key: str) -> Self:
        """Left and right choose a jug, up and down fill and empty it, Enter takes it and pours."""
        jug, held = self.jug, self.held
        if jug is None:
            return self.chosen(jug=0)
        if key in (KEYS["left"], KEYS["right"], KEYS["tab"]):
            by = -1 if key == KEYS["left"] else 1
            return self.chosen(jug=(jug + by) % self._count, held=held)
        if key in (KEYS["up"], KEYS["down"]):
            return self.moved(self.hand.after(Action(None, jug) if key == KEYS["up"] else Action(jug, None)), jug=jug)
        if held is None or held == jug:
            return self.chosen(jug=jug, held=jug if held is None else None)
        return self.moved(self.hand.after(Action(held, jug)), jug=jug)

    def how(self, *, keys: bool) -> Iterator[str]:
        """Says how actions are written."""
        if self.hand.puzzle.tap:
            yield _("Write a to fill jug A.")
        if self.hand.puzzle.drain:
            yield _("Write empty a to empty jug A.")
        if self._count > 1:
            yield _("Write ab to pour from jug A into jug B.")
        if keys:
            yield _("Or choose a jug with left and right.")

    @property
    def prompt(self) -> str:
        """Asks for the next action."""
        return _("action {number}: ").format(number=self.hand.length + 1)

    def as_json(self) -> Mapping[str, object]:
        """Gives the problem, the steps and how the jugs stand."""
        hand, jugs = self.hand, self.hand.puzzle
        return {
            "jugs": jugs.capacities,
            "start": jugs.initial,
            "goal": as_json(JugGoal.of(jugs)),
            "tap": jugs.tap,
            "drain": jugs.drain,
            "supply": jugs.supply,
            "actions": hand.length,
            "steps": as_json(JugStep.of(jugs, map(Step, hand.steps, hand.states[1:]))),
            "end": jugs.amounts(hand.position),
        }

    def saved(self) -> Mapping[str, object]:
        """Gives the problem and the steps; numbers that may be long are texts."""
        return {"problem": str(self.hand.puzzle), **hand_fields(self.hand)}

    def _news(self, before: Self | None) -> list[Line]:
        steps = self._steps()
        known = 0 if before is None else min(len(before.hand.steps) + 1, len(steps) - 1)
        return [*map(plain, steps[known:])]

    def _words(self, before: Self | None) -> list[str]:
        steps = self.hand.steps
        known = len(steps if before is None else before.hand.steps)
        said = (step_sentence(number, step) for number, step in enumerate(steps[known:], known + 1))
        return [join_sentences(*said, *amount_sentences(self.hand))]

    def _steps(self, width: int = 0) -> list[str]:
        texts = [_("start"), *map(action_text, self.hand.steps)]
        last = self._count - 1
        longest = (Action(None, last), Action(last, None), Action(last, last))
        widest = max(map(cell_width, (texts[0], *map(action_text, longest))))
        return [
            f"{number or '':>2}  {text}{' ' * (widest - cell_width(text))}  {state_text(self.hand.puzzle, state)}"
            for number, (text, state) in enumerate(zip(texts, self.hand.states, strict=True))
        ]

    def _drawn(self, width: int, room: int) -> list[Line]:
        """Draws the jugs side by side; a line for each where they are too many or too large for that."""
        jugs = self.hand.puzzle
        amounts = jugs.amounts(self.hand.position)
        rows = min(MOST_ROWS, max(room - _AROUND - 2, 0))
        labels = [
            f"{jug_name(jug)} {amount}/{capacity}"
            for jug, (amount, capacity) in enumerate(zip(amounts, jugs.capacities, strict=True))
        ]
        longest = max(len(f"{jug_name(jug)} {capacity}/{capacity}") for jug, capacity in enumerate(jugs.capacities))
        wide = min(max(_WIDEST, longest - 2), (width + 1) // len(labels) - 4)
        marks = [_HELD if jug == self.held else _CHOSEN if jug == self.jug else "" for jug in range(len(labels))]
        if wide < longest - 2 or rows < LEAST_ROWS:
            return [plain(f"{mark or ' '} {label}") for mark, label in zip(marks, labels, strict=True)]
        last = self.hand.steps[-1] if self.hand.steps else None
        drawn = draw(jugs.capacities, amounts, last, wide, rows)[:-1]
        named = "  ".join(label.center(wide + 2) for label in labels)
        chosen = ["  ".join(mark.center(wide + 2) for mark in marks)] if any(marks) else []
        return [_watered(line.rstrip()) for line in (*drawn, named, *chosen)]

    def _choice(self) -> str:
        if self.jug is None:
            return ""
        if self.held is None:
            text = _("Jug {jug} is chosen: up fills it, down empties it, Enter takes it to pour out of it.")
        elif self.held == self.jug:
            text = _("Jug {jug} is taken: choose the jug to pour into with left and right. Enter puts it back.")
        else:
            text = _("Enter pours jug {held} into jug {jug}.")
        return text.format(jug=jug_name(self.jug), held=jug_name(self.held or 0))


def _watered(line: str) -> Line:
    """Colors the water of a line."""
    parts = re.split(f"([{BLOCKS.strip()}]+)", line)
    return tuple((part, WATER_STYLE if number % 2 else "") for number, part in enumerate(parts) if part)
