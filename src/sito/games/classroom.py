"""A class: the value that is kept of it, and its results; the boards of its pupils are games of Play."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sito.base.rows import Column, Rows, csv_text
from sito.errors import Fault, InputError, whole_number_faults
from sito.games.fields import SavedFields, as_fields
from sito.games.play import MOST_GUESSES, PlayGame, Pupil, limit_faults
from sito.makers import NamedMaker
from sito.playing.game import Transcript
from sito.rules.rules import Rules

MOST_PUPILS = 40
MOST_CODES = 20
LONGEST_NAME = 30


@dataclass(frozen=True)
class Classroom:
    """A class: what everybody plays there, and the position that the teacher shows to all."""

    rules: Rules
    seed: int
    codes: int
    """How many codes there are, one after the other, the same for everybody."""
    hard: bool
    limit: int | None
    address: str = ""
    """From where it was opened."""
    shown: Transcript | None = None
    shown_name: str = ""
    """Whose position it is; empty if that is not told."""

    @classmethod
    def new(cls, rules: Rules, *, codes: int, hard: bool, limit: int | None, seed: int, address: str) -> Classroom:
        """Opens a class; `limit` 0 is none, and None the usual one. Raises `InputError`."""
        InputError.check([*limit_faults(limit, MOST_GUESSES), *_faults(codes)])
        return cls(rules, seed, codes, hard, limit, address)

    def board(self, text: str) -> PlayGame:
        """Makes the board of a pupil with a name. Raises `InputError`.

        >>> room = Classroom.new(Rules.parse("4x6"), codes=1, hard=False, limit=None, seed=1, address="")
        >>> room.board(" Ada  L.").pupil
        Pupil(name='Ada L.', seed=1, codes=1)
        """
        name = " ".join(unicodedata.normalize("NFC", text[:1000]).split())
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise InputError.said("a name has 1 to {most} characters that can be seen", most=LONGEST_NAME)
        pupil = Pupil(name, self.seed, self.codes)
        board = PlayGame.new(
            self.rules,
            None,
            hard=self.hard,
            limit=self.limit,
            counted=True,
            number=None,
            day=None,
            seed=pupil.seed_of(1),
        )
        return replace(board, pupil=pupil)

    def code(self, round: int) -> str:
        """Gives the code of a round."""
        seed = Pupil("", self.seed, self.codes).seed_of(round)
        return NamedMaker.chosen(None, self.rules, None, seed).secret or ""

    def showing(self, game: Transcript, name: str) -> Classroom:
        """Gives it with a position that everybody sees; the guess that found the code does not belong to it."""
        return replace(self, shown=game.shortened(len(game) - 1) if game.won else game, shown_name=name)

    def saved(self) -> dict[str, object]:
        """Gives it as a JSON value, without the words of a word game."""
        shown = None if self.shown is None else str(self.shown)
        return {**as_fields(self, "rules"), "game": str(Transcript(self.rules)), "shown": shown}

    @classmethod
    def read(cls, fields: SavedFields) -> Classroom:
        """Reads what `saved` gave. Raises `InputError`."""
        codes, limit, hard = fields.number("codes"), fields.number_or_none("limit"), fields.yes("hard")
        InputError.check(_faults(codes))
        shown = None if fields.text_or_none("shown") is None else fields.game("shown")
        address, name = fields.text("address"), fields.text("shown_name")
        return cls(fields.game("game").rules, fields.number("seed"), codes, hard, limit, address, shown, name)


def _faults(codes: int) -> Iterator[Fault]:
    return whole_number_faults("codes", codes, 10, 1, MOST_CODES)


@dataclass(frozen=True)
class Result:
    """How a pupil has fared with one code of a class."""

    name: str
    round: int
    guesses: int
    found: bool
    hints: int
    code: str | None
    """The code, once the class is over, or if the pupil has found it."""


@dataclass(frozen=True, eq=False)
class Results(Rows[Result]):
    """The results of a class, for the teacher to keep: pupil by pupil, code by code."""

    results: tuple[Result, ...]

    @classmethod
    def of(cls, boards: Iterable[PlayGame], room: Classroom | None = None) -> Results:
        """Gives the results of these boards; with their class, which is over, the codes that they had.

        A round that has no guess yet is left out, unless it is the first.
        """
        found = []
        for board in boards:
            name = "" if board.pupil is None else board.pupil.name
            begun = board.game.turns or not board.past
            for each in replace(board, given_up=True).rounds if begun else board.past:
                code = each.secret if room is None else room.code(each.number)
                found.append(Result(name, each.number, each.guesses, each.won, each.hints, code))
        return cls(tuple(found))

    def _columns(self) -> Sequence[Column[Result]]:
        return (
            Column("name", lambda row: row.name),
            Column("round", lambda row: row.round, "d"),
            Column("guesses", lambda row: row.guesses, "d"),
            Column("found", lambda row: row.found),
            Column("hints", lambda row: row.hints, "d"),
            Column("code", lambda row: row.code, nothing=""),
        )

    def _rows(self) -> Sequence[Result]:
        return self.results

    def to_csv(self) -> str:
        """Writes them as CSV; a name that a table of a spreadsheet would take for a formula begins with an apostrophe.

        >>> Results((Result("=1+1", 1, 4, True, 0, "AABB"),)).to_csv()
        "name,round,guesses,found,hints,code\\n'=1+1,1,4,yes,0,AABB\\n"
        """
        columns = self._columns()
        rows = (replace(row, name=f"'{row.name}") if row.name[0] in "=+-@" else row for row in self)
        return csv_text(
            [column.name for column in columns], ({each.name: each.shown(row) for each in columns} for row in rows)
        )
