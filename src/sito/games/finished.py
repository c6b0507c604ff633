"""Games that have ended, as they are kept.

A record has these fields: `version`, now 2; `kind`, the command that played it; `begun` and `date`, when it
began and ended, in UTC; `words`, the digest of the words of a word game; and `games`, one of them, two in a duel,
or one for each of several boards; or `puzzle`. Each of the games has `game`, its one-line text; `breaker`, who
guessed, "human" or "computer"; `strategy`, the text of the computer's, or null; `secret`, or null if nobody told
it; and only where there is something to say: `rounds`, the most guesses; `number`, of a game by number; `daily`, the
day whose puzzle it was; `again`, if its code had been played before; `hard`; `maker`, if it was not fair;
`given_up`; `order`, of a duel. A puzzle has `problem` and `steps`, as texts, `solved`, and `fewest`, the fewest
steps, if they are known.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeAlias

from sito.codes.code import CodeSpace
from sito.codes.hard_mode import in_hard_mode
from sito.errors import InputError
from sito.games.fields import SavedFields
from sito.games.kinds import BOARDS_KIND, KINDS
from sito.playing.game import Transcript
from sito.words.words import WordList

VERSION = 2


class Breaker(StrEnum):
    """Who guessed."""

    HUMAN = "human"
    COMPUTER = "computer"


@dataclass(frozen=True)
class FinishedGame:
    """A game that has ended: who guessed, with which strategy if it was the computer, and the secret if it is known.

    `date` is when it ended, as ISO 8601 writes it; it is empty until the game is written.
    """

    game: Transcript
    breaker: Breaker
    strategy: str | None = None
    secret: str | None = None
    date: str = ""
    rounds: int | None = None
    """The most guesses that were allowed."""
    number: int | None = None
    """The number of a game by number; of a daily puzzle, that of its day."""
    daily: str | None = None
    """The day whose puzzle it was, as in 2026-11-22."""
    again: bool = False
    """Whether its code had been played before."""
    hard: bool = False
    maker: str | None = None
    """The codemaker, if it was not a fair one."""
    given_up: bool = False
    order: str | None = None
    """How a duel is decided, if not at the end of a round."""

    @classmethod
    def of_human(cls, game: Transcript, secret: str | None, **more: Any) -> FinishedGame:
        """Makes the value of a game in which a person guessed; `secret` is None if the computer had none.

        What else is known of the game is given by name.
        """
        return cls(game, Breaker.HUMAN, None, secret, **more)

    @classmethod
    def of_computer(cls, game: Transcript, strategy: str, secret: str | None = None, **more: Any) -> FinishedGame:
        """Makes the value of a game in which the computer guessed; the guess that hit the code tells the secret."""
        hit = game.winning_turn
        if secret is None and hit is not None:
            secret = CodeSpace(game.rules).text(game.turns[hit - 1].guess)
        return cls(game, Breaker.COMPUTER, strategy, secret, **more)

    @property
    def played(self) -> Transcript:
        """The game with its hard mode in the rules, if it was played in hard mode."""
        return Transcript(in_hard_mode(self.game.rules), self.game.turns) if self.hard else self.game

    def as_json(self) -> dict[str, object]:
        """Gives it as an object of JSON, without its date and its words."""
        value = {"game": str(self.game), "breaker": self.breaker, "strategy": self.strategy, "secret": self.secret}
        more = {name: getattr(self, name) for name in _MORE}
        return value | {name: part for name, part in more.items() if part not in (None, False)}

    @classmethod
    def read(cls, fields: SavedFields, date: str) -> FinishedGame:
        """Reads what `as_json` wrote. Raises `InputError`."""
        breaker = Breaker(fields.choice("breaker", tuple(Breaker)))
        game, secret = fields.game("game"), fields.text_or_none("secret")
        return cls(
            game=game,
            breaker=breaker,
            strategy=fields.text_or_none("strategy"),
            secret=None if secret is None else CodeSpace(game.rules).text(secret),
            date=date,
            rounds=fields.number_or_none("rounds", least=1),
            number=fields.number_or_none("number", least=0),
            daily=fields.day_or_none("daily"),
            again=fields.yes("again"),
            hard=fields.yes("hard"),
            maker=fields.text_or_none("maker"),
            given_up=fields.yes("given_up"),
            order=fields.text_or_none("order"),
        )


_MORE = ("rounds", "number", "daily", "again", "hard", "maker", "given_up", "order")


@dataclass(frozen=True)
class FinishedPuzzle:
    """A puzzle that was done by hand, or given up: its problem and the steps, as texts.

    `fewest` is how many steps it takes at least, if that is known; `date` is empty until it is written.
    """

    problem: str
    steps: tuple[str, ...]
    solved: bool
    fewest: int | None = None
    date: str = ""

    def as_json(self) -> dict[str, object]:
        """Gives it as an object of JSON, without its date."""
        return {name: part for name, part in asdict(self).items() if name != "date"}

    @classmethod
    def read(cls, fields: SavedFields, date: str) -> FinishedPuzzle:
        """Reads what `as_json` wrote. Raises `InputError`."""
        fewest = fields.number_or_none("fewest", least=0)
        return cls(fields.text("problem"), fields.texts("steps"), fields.yes("solved"), fewest, date)


Finished: TypeAlias = tuple[FinishedGame, ...] | FinishedPuzzle
"""What is kept of a game, or of a puzzle, at its end."""


@dataclass(frozen=True)
class Record:
    """What one file of a finished game says: one game, or two of a duel, or a puzzle."""

    name: str
    kind: str
    begun: str | None
    date: str
    games: tuple[FinishedGame, ...] = ()
    puzzle: FinishedPuzzle | None = None

    @property
    def words(self) -> WordList | None:
        """The words of a word game."""
        return self.games[0].game.rules.words if self.games else None

    def as_json(self) -> dict[str, object]:
        """Gives it as an object of JSON: what the file says, with the digest of the words for the words."""
        value: dict[str, object] = {"version": VERSION, "kind": self.kind}
        if self.begun is not None:
            value["begun"] = self.begun
        value["date"] = self.date
        if self.words is not None:
            value["words"] = self.words.digest
        if self.puzzle is not None:
            return {**value, "puzzle": self.puzzle.as_json()}
        return {**value, "games": [each.as_json() for each in self.games]}


def record_of(name: str, fields: SavedFields) -> Record:
    """Reads what an object of JSON says of a finished game. Raises `InputError`."""
    kind, date = fields.choice("kind", KINDS), fields.time("date")
    if name.partition("-")[0] != kind:
        raise InputError.said("it is of the kind {kind}, which its name does not say", kind=kind)
    record = Record(name, kind, fields.time_or_none("begun"), date)
    puzzle = fields.part_or_none("puzzle")
    if puzzle is not None:
        return replace(record, puzzle=FinishedPuzzle.read(puzzle, date))
    parts = fields.parts("games")
    if len(parts) != (2 if kind == "duel" else 1) and (kind != BOARDS_KIND or not parts):
        raise InputError.said("it has {count} games, and {kind} has others", count=len(parts), kind=kind)
    return replace(record, games=tuple(FinishedGame.read(part, date) for part in parts))


def clock(when: str) -> str:
    """Writes a time as a clock on the wall here shows it."""
    try:
        return datetime.fromisoformat(when).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):  # of the first or the last day that there is
        return when[:16]
