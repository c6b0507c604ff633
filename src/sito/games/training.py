"""Which exercises somebody has tried and solved, and those from the games that a person has played, in their store.

What was solved is not given again soon; a position of an own game comes back until it is solved.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from sito.errors import LimitError, SitoError
from sito.games.finished import Breaker, Record
from sito.games.kinds import GAME_KINDS
from sito.games.store import Ended, GameStore
from sito.playing.game import Transcript
from sito.reviews import review
from sito.training import Exercise, mistakes

SOON = 30 * 24 * 3600.0
"""What was solved is not given again for so many seconds."""
_KEPT = 5_000
"""So many exercises of a person are kept; the ones that were solved longest ago make room."""


@dataclass(frozen=True)
class OwnExercise:
    """A position of the game of a name, where its player could have done better."""

    game: str
    exercise: Exercise


def note_attempt(store: GameStore, exercise: Exercise, *, solved: bool, person: str = "", game: str = "") -> None:
    """Notes that a person, or the one whose folder this is, has tried an exercise now; `game` is where it is from."""
    now = time.time()
    with store.transaction():
        _put(store, person or store.me, exercise, game, now, now if solved else None)


def _put(store: GameStore, person: str, exercise: Exercise, game: str, tried: float, solved: float | None) -> None:
    words = exercise.game.rules.words
    store.keep_words(words)
    store.change(
        "INSERT INTO exercise VALUES (?,?,?,?,?,?) ON CONFLICT (person, text) DO UPDATE "
        "SET tried = max(tried, excluded.tried), solved = coalesce(excluded.solved, solved)",
        (person, str(exercise), None if words is None else words.digest, game or None, tried, solved),
    )
    oldest = "SELECT text FROM exercise WHERE person = ? ORDER BY solved IS NULL DESC, solved DESC LIMIT -1 OFFSET ?"
    store.change(f"DELETE FROM exercise WHERE person = ? AND text IN ({oldest})", (person, person, _KEPT))


def lately_solved(store: GameStore, person: str = "") -> set[str]:
    """Gives the texts of the exercises that are not to be given again soon."""
    found = store.rows(
        "SELECT text FROM exercise WHERE person = ? AND solved > ?", (person or store.me, time.time() - SOON)
    )
    return {text for (text,) in found}


def unsolved(store: GameStore, person: str = "") -> Iterator[OwnExercise]:
    """Yields the positions of own games that are to be solved, first those that were not tried for longest."""
    found = store.rows(
        "SELECT game, text, words FROM exercise WHERE person = ? AND game IS NOT NULL AND solved IS NULL "
        "ORDER BY tried, game, text",
        (person or store.me,),
    )
    for game, text, words in found:
        try:
            yield OwnExercise(game, Exercise.parse(text, store.listed(words)))
        except SitoError:  # its words are damaged, or the file is
            continue


def not_reviewed(store: GameStore) -> Iterator[Ended]:
    """Yields the records of games with a name whose mistakes are not among the exercises yet, the last one first."""
    found = store.rows("SELECT kind, number FROM ended WHERE reviewed IS NULL ORDER BY ended DESC, number DESC")
    ended = (store.ended_as(kind, number) for kind, number in found if kind in GAME_KINDS)
    return filter(None, ended)


def take_mistakes(store: GameStore, record: Record) -> None:
    """Reviews a game that has ended, and takes its mistakes in among the exercises of the one whose folder this is.

    A game that is too large for reviews has none.
    """
    found: list[Exercise] = []
    for game in own_games(record):
        with suppress(LimitError):
            found += mistakes(review(game))
    keep_mistakes(store, record.name, found)


def own_games(record: Record) -> list[Transcript]:
    """Gives the games of a record in which a person guessed."""
    return [each.played for each in record.games if each.breaker is Breaker.HUMAN]


def keep_mistakes(store: GameStore, name: str, found: Iterable[Exercise]) -> None:
    """Keeps the mistakes of the game of a name."""
    with store.transaction():
        for exercise in found:
            _put(store, store.me, exercise, name, 0.0, None)
        store.change("UPDATE ended SET reviewed = 1 WHERE kind || '-' || number = ?", (name,))
