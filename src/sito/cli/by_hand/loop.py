"""A person solves a puzzle: steps and commands are read until it is solved, left or given up."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from sito.base.limits import Limits
from sito.cli.output import emit_json, note, settings
from sito.cli.play.saved import SavedGame
from sito.cli.table import Table, open_table
from sito.cli.table.commands import BOARD, GIVE_UP, HELP, QUIT, Command, Commands, number_up_to
from sito.errors import N_, PuzzleError
from sito.games.fields import SavedFields
from sito.games.finished import FinishedPuzzle
from sito.puzzles.by_hand import AnyHand, AnyOutlook
from sito.show.i18n import _, error_text, ngettext
from sito.show.puzzle_sentences.by_hand import Sentences, cannot_sentence, hint_sentence
from sito.show.render import Line, plain, wrap

Hand = TypeVar("Hand", bound=AnyHand)

KEYS = {key: f"<{key}>" for key in ("up", "down", "left", "right", " ", "tab")}
"""The keys that are read on an empty line, and the lines that they stand for, which nobody types."""
_DEAD_STYLE = "bold #d55e00"


def fold(text: str, width: int) -> list[str]:
    """Breaks a text into lines for a board of a width; a word that is longer, such as a drawing, is broken, too.

    >>> fold("one two threefour", 8)
    ['one two', 'threefo', 'ur']
    """
    room = max(width - 1, 1)
    lines = wrap(text, room).split("\n")
    return [line[at : at + room] for line in lines for at in range(0, max(len(line), 1), room)]


@dataclass(frozen=True, kw_only=True)
class Stand(ABC, Generic[Hand]):
    """How a puzzle stands; what the keys have chosen are the further fields of each kind.

    It is its own picture; see `sito.cli.table.lines.Picture`.
    """

    kind: ClassVar[str]
    said: ClassVar[Sentences]
    rules: ClassVar[None] = None
    """None; games have such."""
    gap: ClassVar[int] = 0
    """Lines that the steps leave free above the drawing where they do not all fit."""

    hand: Hand
    outlook: AnyOutlook | None = None
    """What is known from here."""

    @classmethod
    @abstractmethod
    def read(cls, fields: SavedFields) -> Self:
        """Reads what `saved` gave. Raises `InputError`."""

    @classmethod
    @abstractmethod
    def guide(cls) -> Callable[[Hand, Limits], AnyOutlook]:
        """Gives what looks what can come of positions."""

    @abstractmethod
    def after(self, line: str) -> Hand:
        """Takes the steps that a line asks for. Raises `PuzzleError`."""

    @abstractmethod
    def pressed(self, key: str) -> Self:
        """Does what a key asks for: one of `KEYS`, or an empty line for Enter. Raises `PuzzleError`."""

    @abstractmethod
    def how(self, *, keys: bool) -> Iterator[str]:
        """Says how steps are written and, where there are `keys`, what these do."""

    @property
    @abstractmethod
    def prompt(self) -> str:
        """Asks for the next step."""

    @abstractmethod
    def as_json(self) -> Mapping[str, object]:
        """Gives how it stands as JSON values."""

    @abstractmethod
    def saved(self) -> Mapping[str, object]:
        """Gives what is needed to go on, as JSON values."""

    def chosen(self, **choice: Any) -> Self:
        """Chooses something else on the same position."""
        return type(self)(hand=self.hand, outlook=self.outlook, **choice)

    def moved(self, hand: Hand, **choice: Any) -> Self:
        """Goes on with another position; what can come of it is not known yet, unless it is the same one."""
        return type(self)(hand=hand, outlook=self.outlook if hand == self.hand else None, **choice)

    # As a picture

    def lines(self, width: int, height: int) -> list[Line]:
        """Draws the position below the latest of the steps."""
        about = fold(self.said.problem(self.hand.puzzle), width)
        dead = self.outlook is not None and self.outlook.possible is False and cannot_sentence(self.outlook)
        told = ((self._choice(), "dim"), (dead or "", _DEAD_STYLE))
        below: list[Line] = [((line, look),) for text, look in told for line in fold(text, width) if line]
        room = height - len(about) - len(below)
        drawn, steps = self._drawn(width, room), self._steps(width)
        fit = max(room - len(drawn) - self.gap, 1)
        if len(steps) > fit:
            hidden = len(steps) - fit + 1
            more = ngettext("... {count} line above", "... {count} lines above", hidden).format(count=hidden)
            steps = [more, *steps[hidden:]]
        return [*map(plain, (*about, *steps)), *drawn, *below]

    def news(self, before: Self | None) -> list[Line]:
        """Gives the steps that are new, or the last one after some were taken back."""
        return [] if before is not None and before.hand == self.hand else self._news(before)

    def words(self, before: Self | None) -> list[str]:
        """Says the same in sentences."""
        return [] if before is not None and before.hand == self.hand else self._words(before)

    @abstractmethod
    def _drawn(self, width: int, room: int) -> list[Line]:
        """Draws the position, where there is room for so many lines."""

    @abstractmethod
    def _steps(self, width: int) -> list[str]:
        """Writes the steps so far as plans are written."""

    @abstractmethod
    def _choice(self) -> str:
        """Says what the keys do with what is chosen; empty where nothing is."""

    @abstractmethod
    def _news(self, before: Self | None) -> list[Line]:
        """Gives the lines that are new after another picture; all of them without one."""

    @abstractmethod
    def _words(self, before: Self | None) -> list[str]:
        """Says the same in sentences."""


AnyStand: TypeAlias = Stand[Any]

PATIENCE = 1.0
"""How many seconds the computer may look for what can come of a position, unless --time says otherwise."""
_MOST_STEPS = 100  # of a solution that is told

_COMMANDS = Commands(
    HELP,
    QUIT,
    Command("hint", N_("tells a next step of the best way that is known")),
    Command("fewest", N_("tells how far the goal is from here")),
    Command("undo", N_("takes the last step back; undo 3 the last three"), arguments=True),
    BOARD,
    GIVE_UP,
)


def solve_by_hand(saved: SavedGame, stand: AnyStand, limits: Limits = Limits()) -> int:
    """Lets a person solve a puzzle on from where it is; 0 if it was solved, else 1."""
    if saved.goes_on:
        note(_("The puzzle goes on."))
    session = _Session(saved, stand, limits)
    try:
        with saved.guard(), open_table() as table:
            return session.play(table)
    finally:
        if settings.json and not isinstance(sys.exception(), KeyboardInterrupt):
            facts = session.stand.as_json()
            emit_json({**facts, "solved": session.stand.hand.solved, "fewest": session.from_start().fewest})


class _Session:
    """One sitting at a puzzle."""

    def __init__(self, saved: SavedGame, stand: AnyStand, limits: Limits) -> None:
        self._saved, self.stand, self._said = saved, stand, stand.said
        self._limits = limits if limits.seconds is not None else replace(limits, seconds=PATIENCE)
        self._guide = stand.guide()
        self._about = stand.said.problem(stand.hand.puzzle)
        self._start: AnyOutlook | None = None
        self._dead = False  # whether it has been told that it cannot be done from here

    def play(self, table: Table) -> int:
        """Plays on to the end."""
        if not table.board:  # there the picture says it
            note(self._about)
        for sentence in (*self.stand.how(keys=table.board), _("help tells what else you can write.")):
            note(sentence)
        self._arrive(table)
        while not self.stand.hand.solved:
            line = table.ask(self.stand.prompt, KEYS, commands=_COMMANDS)
            said = _COMMANDS.read(line)
            if said.command == GIVE_UP.name:
                self._give_up(table)
                self._end()
                return 1
            if said.command is not None:
                self._answer(said.command, said.arguments, table)
            else:
                self._step(line, table)
        table.say(self._said.ending(self.stand.hand, self.from_start()))
        self._end()
        return 0

    def from_start(self) -> AnyOutlook:
        """What is known of the way from the start."""
        if self._start is None:
            hand = self.stand.hand
            self._start = self._guide(type(hand)(hand.puzzle), self._limits)
        return self._start

    def _end(self) -> None:
        """Keeps the puzzle among those that have ended."""
        told, solved, fewest = self.stand.saved(), self.stand.hand.solved, self.from_start().fewest
        ended = FinishedPuzzle(str(told["problem"]), tuple(str(told["steps"]).split()), solved, fewest)
        self._saved.write(self.stand, ended)

    def _step(self, line: str, table: Table) -> None:
        """Takes a step, or chooses something for one; says what is wrong with a line that asks for none."""
        before = self.stand
        try:
            if not line or line in KEYS.values():
                self.stand = before.pressed(line) if table.board else before
            else:
                self.stand = before.moved(before.after(line))
        except PuzzleError as error:
            table.say(_COMMANDS.slip(line) or error_text(error))
            return
        if self.stand.hand == before.hand:
            table.show(self.stand)
        else:
            self._arrive(table)

    def _arrive(self, table: Table) -> None:
        """Keeps and shows a new position, and says it if from there it cannot be done."""
        self._saved.write(self.stand)
        table.show(self.stand)
        outlook = self._look(table)
        table.show(self.stand)
        if outlook.possible is False and not self._dead and not table.board:  # there the picture says it
            table.say(cannot_sentence(outlook))
        self._dead = outlook.possible is False

    def _look(self, table: Table) -> AnyOutlook:
        with table.thinking(_("I am looking for what can come of this")):
            found = self._guide(self.stand.hand, self._limits)
        self.stand = replace(self.stand, outlook=found)
        if not self.stand.hand.steps:
            self._start = found
        return found

    def _answer(self, command: str, arguments: tuple[str, ...], table: Table) -> None:
        answers: dict[str, Callable[[Table], None]] = {
            "hint": lambda table: self._tell(table, lambda outlook: hint_sentence(outlook, self._said.step)),
            "fewest": lambda table: self._tell(table, self._said.fewest),
            BOARD.name: lambda table: table.show(self.stand, whole=True),
            HELP.name: self._help,
            "undo": lambda table: self._undo(arguments, table),
        }
        if command:
            answers[command](table)

    def _help(self, table: Table) -> None:
        about = () if table.board else (self._about,)
        for sentence in (*about, *self.stand.how(keys=table.board), *_COMMANDS.help()):
            table.say(sentence)

    def _known(self, table: Table) -> AnyOutlook:
        """Gives what is known from here; what was not found in time before is looked for once more."""
        outlook = self.stand.outlook
        if outlook is None or (outlook.possible is not False and outlook.fewest is None):
            return self._look(table)
        return outlook

    def _tell(self, table: Table, sentence: Callable[[AnyOutlook], str]) -> None:
        """Says something of the way from here; a board has in its picture already why there is none."""
        outlook = self._known(table)
        if outlook.possible is not False:
            table.say(sentence(outlook))
        else:
            table.say(_("It cannot be done; undo takes steps back.") if table.board else cannot_sentence(outlook))

    def _undo(self, arguments: tuple[str, ...], table: Table) -> None:
        count = number_up_to(arguments[0], 10**8) if arguments else 1
        if count is None or len(arguments) > 1:
            wrong = _("'{text}' is no number of steps; write undo, or undo 3 for the last three.")
            table.say(wrong.format(text=" ".join(arguments)[:40]))
            return
        try:
            self.stand = self.stand.moved(self.stand.hand.undone(count))
        except PuzzleError as error:
            table.say(error_text(error))
            return
        told = ngettext("{count} step is taken back.", "{count} steps are taken back.", count)
        table.say(told.format(count=count))
        self._arrive(table)

    def _give_up(self, table: Table) -> None:
        """Tells a way from here."""
        outlook = self._known(table)
        steps = list(islice(outlook.plan(), _MOST_STEPS + 1))
        if outlook.possible is False:
            table.say(cannot_sentence(outlook))
        elif not steps:
            table.say(_("No way from here is known."))
        else:
            table.say(_("A way from here:"))
            width = len(str(min(len(steps), _MOST_STEPS)))
            for number, step in enumerate(steps[:_MOST_STEPS], 1):
                table.say(f"{number:>{width}}  {self._said.step(step)}")
            if len(steps) > _MOST_STEPS:
                table.say(_("... and so on."))
