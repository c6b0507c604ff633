"""How a game stands on which `sito advise` advises, on one board or several, and the lines that carry it on."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from sito.advice.boards import Boards
from sito.advice.written_turns import WrittenTurn, WrittenTurns
from sito.codes.code import Code
from sito.codes.feedback import Answer, Turn
from sito.playing.game import Transcript
from sito.playing.text import read_turn_line
from sito.rules.rules import Rules

Standing: TypeAlias = Transcript | Boards


class Reader(Protocol):
    """Takes lines and gives turns."""

    guesses: list[Code]
    answers: list[Answer]

    def read(self, line: str, boards: int = 1) -> None:
        """Takes a line in. Raises `InputError` for one that is no turn, and no part of one."""
        ...

    def take(self, boards: int = 1) -> WrittenTurn | None:
        """Gives the next turn, if one is complete."""
        ...

    def forget(self) -> bool:
        """Drops what waits for the rest of its turn, and tells whether anything did."""
        ...


class CodeTurns:
    """A reader of games of codes on one board, where every line is a whole turn."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._turns: list[Turn] = []
        self.guesses: list[Code] = []
        self.answers: list[Answer] = []

    def read(self, line: str, boards: int = 1) -> None:
        """Takes a line in."""
        self._turns.append(read_turn_line(self._rules, line))

    def take(self, boards: int = 1) -> WrittenTurn | None:
        """Gives the next turn, if there is one."""
        if not self._turns:
            return None
        guess, answer = self._turns.pop(0)
        return WrittenTurn(guess, (answer,))

    def forget(self) -> bool:
        """Drops nothing, for nothing waits."""
        return False


def reader_of(stand: Standing) -> Reader:
    """Makes the reader for the turns of a game."""
    return CodeTurns(stand.rules) if stand.rules.words is None and wanted(stand) == 1 else WrittenTurns(stand.rules)


def wanted(stand: Standing) -> int:
    """Tells how many answers the next guess has."""
    return len(stand.open) if isinstance(stand, Boards) else 1


def after(stand: Standing, turn: WrittenTurn) -> Standing:
    """Gives the game after one more turn."""
    if isinstance(stand, Boards):
        return stand.after(turn.guess, turn.answers)
    return stand.after(turn.guess, turn.answers[0])


def taken(stand: Standing, reader: Reader) -> Standing:
    """Gives the game after the turns that are complete; those after its end are left."""
    while not stand.won:
        turn = reader.take(wanted(stand))
        if turn is None:
            break
        stand = after(stand, turn)
    return stand
