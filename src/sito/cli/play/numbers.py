"""Games by number and daily puzzles: the options of `sito play`, and what was played of them before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from sito.cli.output import emit_json, message, note, settings
from sito.cli.play.saved import open_store
from sito.errors import N_, Fault, InputError, StoreError
from sito.games.boards import BoardsGame
from sito.games.finished import Record
from sito.games.play import PlayGame
from sito.games.store import GameStore
from sito.operations.operation import Ask
from sito.playing.numbered import LARGEST, daily_number
from sito.rules.rules import Rules
from sito.show.i18n import _, ngettext


@dataclass(frozen=True)
class Numbered:
    """Which game by number is played, if one is; these are fields of a game that is kept."""

    number: int | None = None
    day: str | None = None
    """The day whose puzzle it is, as in 2026-11-22."""
    again: bool = False
    """Whether its code was played before, so that the game counts for nothing."""


def number_as_json(game: PlayGame | BoardsGame) -> dict[str, object]:
    """Gives what is said of it as JSON."""
    value = {"number": game.number, "daily": game.day, "again": game.again}
    return {name: part for name, part in value.items() if part not in (None, False)}


@dataclass(frozen=True, kw_only=True)
class NumberOptions:
    """Which game by number is asked for."""

    HEADING = N_("Games by number")

    game: Annotated[
        int | None,
        Ask(
            N_("Play the game of a number, which has the same code for everybody who plays by these rules."),
            0,
            LARGEST - 1,
        ),
    ] = None
    daily: Annotated[bool, Ask(N_("Play the puzzle of the day, the same for everybody."))] = False
    again: Annotated[bool, Ask(N_("Play the puzzle of the day once more; it does not count then."))] = False

    def asked(self, **others: object) -> Numbered:
        """Gives the game that is asked for; `others` are options that say another code.

        Raises `InputError`.
        """
        InputError.check(self._faults(others))
        if self.daily:
            today = date.today()
            return Numbered(daily_number(today), today.isoformat(), self.again)
        return Numbered(self.game)

    def _faults(self, others: dict[str, object]) -> Iterator[Fault]:
        if self.daily and self.game is not None:
            yield Fault(N_("--daily and --game each say which game is played; leave out one of them"))
        if self.again and not self.daily:
            yield Fault(N_("--again is for the puzzle of the day; add --daily, or leave it out"))
        if self.daily or self.game is not None:
            named = "--daily" if self.daily else "--game"
            wrong = N_("{named} says already which code is played; leave out {other}")
            yield from (Fault(wrong, named=named, other=f"--{other}") for other, value in others.items() if value)


def begun_before(rules: Rules, numbered: Numbered) -> str | None:
    """Finds the unfinished game of a number, and gives its name."""
    with _games() as store:
        for row in reversed([] if store is None else store.unfinished(["play"])):
            try:
                game = row.read(PlayGame.read)
            except InputError:  # which says so when it is taken up
                continue
            if (game.number, game.again, game.rules.key) == (numbered.number, numbered.again, rules.key):
                return row.name
    return None


@contextmanager
def _games() -> Iterator[GameStore | None]:
    """Opens the games that are kept; none can be used where the disk refuses, which is told when one is played."""
    try:
        opened = open_store()
    except StoreError:
        yield None
        return
    with opened:
        yield opened


def played_before(rules: Rules, numbered: Numbered) -> Record | None:
    """Finds the first game of a number that was played to its end."""
    said = f'"number": {numbered.number}'
    with _games() as store:
        for ended in [] if store is None else store.ended(["play"]):
            if said not in ended.text:  # reading thousands of games takes a while
                continue
            try:
                record = ended.read()
                (game,) = record.games
            except (InputError, ValueError):
                continue
            if game.number == numbered.number and game.game.rules.key == rules.key and not game.again:
                return record
    return None


def tell_before(record: Record) -> None:
    """Says how a game went that was played before."""
    game = record.games[0].game
    hit, count = game.winning_turn, len(game)
    if hit is not None:
        told = ngettext("You found it in {count} guess.", "You found it in {count} guesses.", hit)
    else:
        told = ngettext("You did not find it with {count} guess.", "You did not find it with {count} guesses.", count)
    note(told.format(count=hit or count))


def tell_already_played(record: Record) -> None:
    """Says that the puzzle of the day was played already, how it went, and what can be done now."""
    if settings.json:
        emit_json({"already_played": record.name, "found": record.games[0].game.winning_turn})
        return
    message(_("You have played the puzzle of today already."))
    tell_before(record)
    note(_("Show it with: {command}").format(command=f"sito games share {record.name}"))
    note(_("Play it once more, which does not count, with: {command}").format(command="sito play --daily --again"))
