"""Which games are to be reviewed: those of the command line, of a pipe, of a file, or those that were kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sito.base.files import read_limited
from sito.cli.options import given_game, read_game, read_words
from sito.cli.play.saved import open_store, read_ended, records
from sito.cli.table.reading import numbered_lines
from sito.errors import N_, Fault, InputError, SitoError, TranscriptError
from sito.games.fields import SavedFields
from sito.games.finished import FinishedGame
from sito.games.kinds import GAME_KINDS
from sito.games.old import read_finished, read_object
from sito.playing.game import Transcript


@dataclass(frozen=True)
class GivenGame:
    """A game to review, with its secret if that is known."""

    game: Transcript
    secret: str | None = None
    finished: FinishedGame | None = None
    """What was kept of it, if it is a finished game."""

    @classmethod
    def of(cls, finished: FinishedGame) -> GivenGame:
        """Takes a game that was kept."""
        return cls(finished.played, finished.secret, finished)

    def origin_as_json(self) -> dict[str, Any]:
        """Says for JSON who guessed in a game that was kept; nothing of other games."""
        if self.finished is None:
            return {}
        breaker, strategy, date = self.finished.breaker, self.finished.strategy, self.finished.date
        return {"breaker": breaker.value, "strategy": strategy, "date": date}


def given_games(words: Sequence[str], rules: str | None, secret: str | None) -> Iterator[GivenGame]:
    """Gives the game that the words of the command line write, or one for each line of standard input.

    Without words, or with a single `-`, the lines are read. Raises `InputError`.
    """
    text = " ".join(words)
    if text.strip() not in ("", "-"):
        yield GivenGame(given_game(rules, text), secret)
        return
    if not text and sys.stdin.isatty():
        wrong = N_("no game was given; write one, as in {command}, or take --last or --all")
        raise InputError(Fault(wrong, command="sito review '4x6 CBFF:o EAAB:xxo'"))
    for number, line in numbered_lines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield GivenGame(_line(rules, line.strip()), secret)
        except InputError as error:
            raise TranscriptError(*_in_line(number, error)) from None


def _in_line(number: int, error: SitoError) -> Iterator[Fault]:
    return (Fault(N_("line {number}: {fault}"), number=number, fault=fault) for fault in error.faults)


def _line(rules: str | None, line: str) -> Transcript:
    """Reads a game in one line: its text, or its JSON."""
    return Transcript.from_json(line, read_words) if line.startswith("{") else given_game(rules, line)


def games_of_file(file: Path) -> list[GivenGame]:
    """Reads the games of a file: a finished game, a saved one, a game in JSON, or one a line. Raises `InputError`."""
    try:
        text = read_limited(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        no_text = N_("{file} is not text; give a game that Sito saved, or games one a line")
        raise InputError(Fault(no_text, file=file)) from None
    if not text.lstrip().startswith("{"):
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        return [GivenGame(read_game(line)) for line in lines]
    values = read_object(file)
    if "games" in values:
        return list(map(GivenGame.of, read_finished(file)))
    if "turns" in values:
        return [GivenGame(Transcript.from_json(text, read_words))]
    fields = SavedFields(values, read_words)
    # A duel that goes on has two games; of other games in progress there is one.
    names = ("first", "second") if "first" in values else ("game",)
    return [GivenGame(fields.game(name)) for name in names]


def last_games() -> list[GivenGame]:
    """Reads the game that ended last, or the two of a duel. Raises `InputError` if none was kept."""
    with open_store() as store:
        for ended in reversed(store.ended(GAME_KINDS)):
            record = read_ended(store, ended)
            if record is not None:
                return list(map(GivenGame.of, record.games))
    raise InputError(_none_kept())


def _none_kept() -> Fault:
    none = N_("no finished game was kept yet; play one with {command}")
    return Fault(none, command="sito play")


def all_games() -> list[FinishedGame]:
    """Reads all games that were kept; says which cannot be read. Raises `InputError` if there are none."""
    with open_store() as store:
        games = [game for record in records(store, GAME_KINDS) for game in record.games]
    if not games:
        raise InputError(_none_kept())
    return games
