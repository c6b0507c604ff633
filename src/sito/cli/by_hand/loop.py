"""A person solves a puzzle: steps and commands are read until it is solved, left or given up."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

from sito.base.limits import Limits
from sito.cli.by_hand.stand import KEYS, Stand
from sito.cli.output import emit_json, note, settings
from sito.cli.play.saved import SavedGame
from sito.cli.table import Table, open_table
from sito.cli.table.commands import BOARD, GIVE_UP, HELP, QUIT, Command, Commands, number_up_to
from sito.errors import N_, PuzzleError
from sito.games.finished import FinishedPuzzle
from sito.puzzles.by_hand import Outlook
from sito.show.i18n import _, error_text, ngettext
from sito.show.puzzle_sentences.by_hand import cannot_sentence, hint_sentence

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


def solve_by_hand(saved: SavedGame, stand: Stand[Any], limits: Limits = Limits()) -> int:
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

    def __init__(self, saved: SavedGame, stand: Stand[Any], limits: Limits) -> None:
        self._saved, self.stand, self._said = saved, stand, stand.said
        self._limits = limits if limits.seconds is not None else replace(limits, seconds=PATIENCE)
        self._guide = stand.guide()
        self._about = stand.said.problem(stand.hand.puzzle)
        self._start: Outlook[Any] | None = None
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

    def from_start(self) -> Outlook[Any]:
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

    def _look(self, table: Table) -> Outlook[Any]:
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

    def _known(self, table: Table) -> Outlook[Any]:
        """Gives what is known from here; what was not found in time before is looked for once more."""
        outlook = self.stand.outlook
        if outlook is None or (outlook.possible is not False and outlook.fewest is None):
            return self._look(table)
        return outlook

    def _tell(self, table: Table, sentence: Callable[[Outlook[Any]], str]) -> None:
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
