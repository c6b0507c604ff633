"""How games that are kept are shown: as a list, one by one, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sito.cli.games.kinds import KINDS, Unfinished, game_in_words
from sito.cli.games.stats import Result, game_name, result_of
from sito.cli.output import emit, screen
from sito.errors import N_
from sito.games.finished import Breaker, FinishedGame, Record, clock
from sito.games.kinds import BOARDS_KIND
from sito.games.store import Row, time_text
from sito.operations.games import game_as_json
from sito.playing.game import Transcript
from sito.show.i18n import _
from sito.show.render import Column, Line, code_line, feedback_line, plain

RESULTS = {
    Result.WON: N_("found"),
    Result.TIED: N_("tie"),
    Result.LOST: N_("not found"),
    Result.GIVEN_UP: N_("given up"),
}
DUEL_RESULTS = {**RESULTS, Result.WON: N_("you won"), Result.LOST: N_("the computer won")}
PUZZLE_RESULTS = {**RESULTS, Result.WON: N_("solved")}

_DIGEST = re.compile("@[0-9a-f]+$")
"""The digest of a list of words, which the list of games has no room for; `sito games show` tells it."""


@dataclass(frozen=True)
class Entry:
    """A game in the list: a finished one, or one that is not."""

    name: str
    kind: str
    game: str
    played: int
    when: str
    """When it ended, or was played last, with its time zone."""
    record: Record | None
    number: int | None
    daily: str | None

    @classmethod
    def of_record(cls, record: Record) -> Entry:
        """Makes the entry of a finished game."""
        length = len(record.puzzle.steps) if record.puzzle else _length(record)
        first = record.games[0] if record.games else None
        number, daily = (None, None) if first is None else (first.number, first.daily)
        return cls(record.name, record.kind, game_name(record), length, record.date, record, number, daily)

    @classmethod
    def of_unfinished(cls, row: Row, game: Unfinished) -> Entry:
        """Makes the entry of a game that is not finished."""
        when = time_text(row.touched, "seconds")
        return cls(game.name, game.kind, game.game, game.played, when, None, game.number, game.daily)

    @property
    def state(self) -> str:
        """Says how it stands."""
        return _("not finished") if self.record is None else result_text(self.record)

    def as_json(self) -> dict[str, Any]:
        """Gives it as an object of JSON."""
        return {
            "name": self.name,
            "kind": self.kind,
            "game": self.game,
            "finished": self.record is not None,
            "result": None if self.record is None else result_of(self.record)[0].value,
            "length": self.played,
            "number": self.number,
            "daily": self.daily,
            "when": self.when,
        }


def _length(record: Record) -> int:
    """Counts the guesses of a game, of a duel those of both sides."""
    lengths = [len(each.game) for each in record.games]
    return max(lengths) if record.kind == BOARDS_KIND else sum(lengths)


def result_text(record: Record) -> str:
    """Says how a game ended."""
    texts = DUEL_RESULTS if record.kind == "duel" else PUZZLE_RESULTS if record.puzzle is not None else RESULTS
    return _(texts[result_of(record)[0]])


def show_list(entries: Sequence[Entry]) -> None:
    """Writes the list of games as a table."""
    columns = [
        Column(_("name")),
        Column(_("game")),
        Column(_("length"), right=True),
        Column(_("state")),
        Column(_("when")),
    ]
    screen().table(columns, [_row(entry) for entry in entries])


def _row(entry: Entry) -> list[Line]:
    which = entry.daily or ("" if entry.number is None else f"#{entry.number}")
    game = game_in_words(_DIGEST.sub("", entry.game))
    if which:
        game = f"{game} {which}"
    texts = (entry.name, game, entry.played, entry.state, clock(entry.when))
    return [plain(text) for text in texts]


def show_turns(game: Transcript) -> None:
    """Writes the guesses and answers of a game."""
    columns = [Column("#", right=True), Column(_("guess")), Column(_("answer"))]
    turns = [
        [plain(number), code_line(game.rules, turn.guess), feedback_line(turn.answer)]
        for number, turn in enumerate(game, 1)
    ]
    if turns:
        screen().table(columns, turns)
    else:
        emit(_("There are no guesses yet."))


def show_steps(steps: Sequence[str]) -> None:
    """Writes the steps of a puzzle."""
    for number, step in enumerate(steps, 1):
        emit(f"{number:>{len(str(len(steps)))}}  {step}")
    if not steps:
        emit(_("There are no steps yet."))


def show_unfinished(game: Unfinished) -> None:
    """Writes a game that is not finished, without its code."""
    played = game_in_words(game.game)
    emit(_("{name}: {kind}, {game}").format(name=game.name, kind=_(KINDS[game.kind].title), game=played))
    _show_number(game.number, game.daily)
    for number, each in enumerate(game.games, 1):
        if game.kind == BOARDS_KIND:
            emit(_("Board {number}:").format(number=number))
        elif len(game.games) > 1:
            emit(_("Who guesses first:") if number == 1 else _("Who guesses second:"))
        show_turns(each)
    if not game.games:
        show_steps(game.steps)
    command = f"sito games resume {game.name}"
    emit(_("It is not finished. Go on with: {command}").format(command=command))


def show_record(record: Record) -> None:
    """Writes a finished game."""
    title = _(KINDS[record.kind].title)
    emit(_("{name}: {kind}, {game}").format(name=record.name, kind=title, game=game_in_words(game_name(record))))
    if record.puzzle is not None:
        show_steps(record.puzzle.steps)
        if record.puzzle.fewest is not None:
            emit(_("fewest steps: {count}").format(count=record.puzzle.fewest))
    for number, each in enumerate(record.games, 1):
        if record.kind == BOARDS_KIND:
            emit(_("Board {number}:").format(number=number))
        _show_game(each, duel=record.kind == "duel", first=number == 1)
    ended = _("ended {when}: {result}").format(when=clock(record.date), result=result_text(record))
    emit(ended)


def _show_game(each: FinishedGame, *, duel: bool, first: bool) -> None:
    if first:
        _show_number(each.number, each.daily)
    if duel:
        emit(_("Your guesses:") if each.breaker is Breaker.HUMAN else _("The computer's guesses:"))
    if each.strategy is not None:
        emit(_("strategy: {strategy}").format(strategy=each.strategy))
    if each.maker is not None:
        emit(_("codemaker: {maker}").format(maker=each.maker))
    if each.hard:
        emit(_("hard mode"))
    show_turns(each.game)
    if each.secret is not None:
        emit(_("code: {code}").format(code=each.secret))


def _show_number(number: int | None, daily: str | None) -> None:
    if daily is not None:
        emit(_("puzzle of {day}").format(day=daily))
    elif number is not None:
        emit(_("game by number: {number}").format(number=number))


def unfinished_as_json(entry: Entry, game: Unfinished) -> dict[str, Any]:
    """Gives a game that is not finished as an object of JSON, without its code."""
    return {**entry.as_json(), "games": [game_as_json(each) for each in game.games], "steps": list(game.steps)}


def record_as_json(entry: Entry) -> dict[str, Any]:
    """Gives a finished game as an object of JSON."""
    record = entry.record
    assert record is not None
    games = [{**each.as_json(), **game_as_json(each.game), "length": each.game.winning_turn} for each in record.games]
    puzzle = None if record.puzzle is None else record.puzzle.as_json()
    return {**entry.as_json(), "games": games, "puzzle": puzzle}
