"""A game of a terminal in the store of games: written after every turn, so that a killed process loses nothing.

A game that is being played is locked; whoever takes it up a second time goes on with a copy.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from click.exceptions import Exit

from sito.base.paths import data_dir
from sito.cli.options import read_words
from sito.cli.output import emit_json, message, note, settings, telling
from sito.cli.table.commands import Leave
from sito.errors import N_, Fault, InconsistentError, InputError, SitoError, StoreError
from sito.games.boards import BoardsGame
from sito.games.fields import SavedFields
from sito.games.finished import Finished, Record
from sito.games.kinds import BOARDS_KIND, GAME_KINDS, PUZZLE_KINDS, kind_of, number_of, read_name
from sito.games.lock import GameLock
from sito.games.old import open_games
from sito.games.store import Ended, GameStore, Row
from sito.operations.games import game_as_json
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.show.i18n import _, error_text
from sito.strategies.from_tree import FromTree
from sito.strategies.strategy import TREE, Strategy, strategy_text
from sito.words.words import WordList

State = TypeVar("State")
One = TypeVar("One")


class Savable(Protocol):
    """A game or a puzzle as it is kept."""

    @property
    def rules(self) -> Rules | None:
        """The rules of a game."""
        ...

    def saved(self) -> Mapping[str, object]:
        """Gives it as a JSON value, without the words of a word game."""
        ...


def open_store() -> GameStore:
    """Opens the games that are kept here; a message tells which of an earlier Sito cannot be read.

    Raises `StoreError`.
    """
    return open_games(data_dir(), read_words, lambda error: message(error_text(error)))


def lock_of(name: str) -> GameLock:
    """Gives the lock of the game of this name."""
    return GameLock(data_dir() / "games.lock", name)


class SavedGame:
    """One game of a kind, such as "play", in the store of games, which is open as long as it is played."""

    def __init__(self, kind: str, store: GameStore | None, row: Row | None = None) -> None:
        self.kind = kind
        self._store = store
        self._row = row
        self._number = row.number if row is not None else None
        self.goes_on = False
        """Whether it was begun before."""
        self._complained = False
        self._refused: str | None = None  # what is to be said of the last turn, if the disk has refused it
        self._lock: GameLock | None = None

    @property
    def name(self) -> str:
        """The name of the game, which it keeps when it ends: `play-7`."""
        return f"{self.kind}-{self._number or 1}"

    @classmethod
    def new(cls, kind: str, store: GameStore | None = None) -> SavedGame:
        """Makes the place of a new game; a disk that refuses it is told with the first turn."""
        saved = cls(kind, store)
        try:
            saved._store = store or open_store()
            saved._store.change("PRAGMA synchronous = FULL", ())  # a turn is on the disk before it is shown
            saved._number = saved._store.new_number(kind)
            saved._take()
        except StoreError as error:
            saved._complain(_("The game cannot be saved: {reason}"), error)
        return saved

    def _take(self) -> bool:
        self._lock = lock_of(self.name)
        return self._lock.take()

    @classmethod
    def resumed(cls, kind: str, name: str | None, read: Callable[[SavedFields], State]) -> tuple[SavedGame, State]:
        """Takes up the unfinished game of a name, or the one of its kind that was played last, as `read` reads it.

        Where the last one is damaged it is set aside, and the one before it is taken up. Says so, and gives a copy, if
        the game is being played elsewhere. Raises `InputError` if there is no game, or if it cannot be read now.
        """
        store = open_store()
        try:
            rows = store.unfinished([kind]) if name is None else [unfinished_of(store, name)]
            for row in reversed(rows):
                state = read_row(store, row, read)
                if state is not None:
                    return cls._taken(store, row), state
        except BaseException:
            store.close()
            raise
        store.close()
        if name is not None:
            raise InputError.said("there is no game {name} any more to go on with", name=read_name(name))
        raise InputError.said("there is no unfinished game; begin one with {command}", command=f"sito {kind}")

    @classmethod
    def _taken(cls, store: GameStore, row: Row) -> SavedGame:
        saved = cls(row.kind, store, row)
        if saved._take():
            store.change("PRAGMA synchronous = FULL", ())
        else:
            _tell_copy()
            saved = cls.new(row.kind, store)
        saved.goes_on = True
        return saved

    def write(self, game: Savable, ended: Finished | None = None) -> None:
        """Saves how a game stands now and, if it has `ended`, keeps its record.

        A disk that refuses is reported once, and the game goes on.
        """
        text = json.dumps(game.saved(), ensure_ascii=False)
        try:
            if self._store is None:
                self._store = open_store()
            if self._number is None:
                self._number = self._store.new_number(self.kind)
            self._put(self._store, text, None if game.rules is None else game.rules.words, ended)
        except StoreError as error:
            sentence = _("The game cannot be saved: {reason}")
            self._complain(_("The finished game cannot be kept: {reason}") if ended is not None else sentence, error)
        else:
            self._refused = None

    def _put(self, store: GameStore, text: str, words: WordList | None, ended: Finished | None) -> None:
        """Writes the next version of the game; if it has gone on elsewhere, this one becomes a copy."""
        now, before = time.time(), self._row
        with store.transaction():
            row = None if before is None else _next(store, replace(before, touched=now, text=text), ended)
            if row is None:
                if before is not None:
                    _tell_copy()
                    self._number = store.new_number(self.kind)
                head = (secrets.token_urlsafe(12), self.kind, store.me, None, None, 1, False, now, now)
                row = Row(*head, None if words is None else words.digest, text, self._number, words)
                store.add(row)
                if ended is not None:
                    row = _next(store, row, ended)
        self._row = row

    def _complain(self, sentence: str, error: SitoError) -> None:
        """Says once in a game that the disk refuses it."""
        self._refused = sentence.format(reason=error_text(error))
        if not self._complained:
            message(self._refused)
        self._complained = True

    @contextmanager
    def guard(self) -> Iterator[None]:
        """Tells how to go on when a game is left: on purpose (exit code 0), at end of input (1), by Ctrl-C (130).

        At the end of input while answers contradict each other the exit code is 3.
        """
        try:
            yield
        except (EOFError, KeyboardInterrupt, BrokenPipeError, InconsistentError, Leave) as reason:
            if not isinstance(reason, Leave):
                message()
            if self._refused is not None:  # what is saved, if anything, is not the game as it is now
                message(self._refused)
            elif self._row is not None:
                note(_("The game is saved. Go on with: {command}").format(command=self._how_to_go_on()))
            if isinstance(reason, Leave | EOFError):
                self._tell_json()
                raise Exit(1 if isinstance(reason, EOFError) else 0) from None
            raise
        finally:
            if self._lock is not None:
                self._lock.let_go()
            if self._store is not None:
                with suppress(StoreError):
                    self._store.close()

    def _tell_json(self) -> None:
        """Gives how a game stands that is left, if JSON is asked for; of a puzzle its loop does so."""
        if settings.json and self._row is not None and self.kind not in PUZZLE_KINDS:
            games = self._row.read(partial(games_of, self.kind))
            stands = {"name": self.name, "kind": self.kind, "finished": False}
            emit_json({**stands, "games": list(map(game_as_json, games))})

    def _how_to_go_on(self) -> str:
        return f"sito {self.kind} --resume" if self.kind in GAME_KINDS else f"sito games resume {self.name}"


def _tell_copy() -> None:
    message(_("This game is being played in another window; you go on with a copy of it."))


def _next(store: GameStore, row: Row, ended: Finished | None) -> Row | None:
    """Writes the next version of a game that is kept, and gives it; None if it has gone on elsewhere."""
    row = replace(row, version=row.version + 1, over=ended is not None)
    return row if store.go_on(row, None if ended is None else row.record(ended)) else None


def games_of(kind: str, fields: SavedFields) -> tuple[Transcript, ...]:
    """Reads the games that go on: both of a duel, one for each of several boards, none of a puzzle."""
    if kind in PUZZLE_KINDS:
        return ()
    if kind == BOARDS_KIND:
        return BoardsGame.read(fields).play.games
    return tuple(fields.games("games")) if kind == "duel" else (fields.game("game"),)


def read_row(store: GameStore, row: Row, read: Callable[[SavedFields], State]) -> State | None:
    """Reads a game; a damaged one is set aside, which a message tells, and gives None. Raises `InputError`."""
    return store.read_or_set_aside(row, lambda: row.read(read), lambda error: message(error_text(error)))


def read_ended(store: GameStore, ended: Ended) -> Record | None:
    """Reads the record of a game; a damaged one is set aside, which a message tells, and gives None."""
    return store.read_or_set_aside(ended, ended.read, lambda error: message(error_text(error)))


def readable(kept: Iterable[One], read: Callable[[One], State | None]) -> Iterator[tuple[One, State]]:
    """Yields games with what is read of them; a message tells which cannot be read."""
    for one in kept:
        with telling(InputError):
            if (value := read(one)) is not None:
                yield one, value


def records(store: GameStore, kinds: tuple[str, ...]) -> list[Record]:
    """Reads the records of all games of these kinds that have ended, the oldest first, as `readable` does."""
    found = (record for _ended, record in readable(store.ended(kinds), partial(read_ended, store)))
    return sorted(found, key=lambda record: (datetime.fromisoformat(record.date), record.name))


def find(store: GameStore, name: str) -> Row | Ended:
    """Finds the game of this name, unfinished or ended. Raises `InputError` if there is none."""
    wanted = read_name(name)
    kind, number = kind_of(wanted), number_of(wanted)
    found = store.named(kind, number) or store.ended_as(kind, number)
    if found is None:
        raise InputError.said("there is no game {name}; {command} lists the games", name=wanted, command="sito games")
    return found


def unfinished_of(store: GameStore, name: str) -> Row:
    """Finds the unfinished game of this name. Raises `InputError`."""
    found = find(store, name)
    if isinstance(found, Ended):
        ended = N_("the game {name} has ended; {command} shows it")
        raise InputError(Fault(ended, name=found.name, command=f"sito games show {found.name}"))
    return found


def saved_strategy(strategy: Strategy) -> str:
    """Gives the text of a strategy for a saved game, which may be taken up again in another directory."""
    if isinstance(strategy, FromTree):
        return strategy_text(TREE, str(Path(strategy.file).absolute()))
    return str(strategy)
