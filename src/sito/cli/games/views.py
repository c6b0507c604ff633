"""How games that are kept are shown: as a list, one by one, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

from sito.cli.options import read_rules
from sito.cli.output import emit, show_table, show_turns
from sito.cli.parameters import Argument
from sito.cli.play.kinds import KINDS
from sito.cli.play.saved import games_of, open_store, read_row, readable, records
from sito.errors import N_, Fault, InputError, StoreError
from sito.games.fields import SavedFields
from sito.games.finished import Breaker, FinishedGame, Record, clock
from sito.games.kinds import BOARDS_KIND, GAME_KINDS, PUZZLE_KINDS
from sito.games.store import Ended, GameStore, Row, time_text
from sito.operations.games import game_as_json
from sito.operations.operation import Ask, Named, as_json
from sito.operations.statistics import Result, game_in_words, game_of, result_of, result_text
from sito.playing.game import Transcript
from sito.show.i18n import _
from sito.show.render import Column
from sito.show.sharing import boards_name, shared_rules

_DIGEST = re.compile("@[0-9a-f]+$")
"""The digest of a list of words, which the list of games has no room for; `sito games show` tells it."""


@dataclass(frozen=True)
class Entry:
    """A game in the list: one that has ended, or one that has not; these are the fields of it as JSON."""

    name: str
    kind: str
    game: str
    """The rules, or the problem of a puzzle."""
    finished: bool
    result: Result | None
    length: int
    """How many guesses were made, of a duel by both sides together, or steps of a puzzle."""
    number: int | None
    daily: str | None
    when: str
    """When it ended, or was played last, with its time zone."""

    @classmethod
    def of(cls, record: Record) -> Entry:
        """Makes the entry of a game that has ended."""
        first = record.games[0] if record.games else None
        lengths = [len(record.puzzle.steps)] if record.puzzle else [len(each.game) for each in record.games]
        length = max(lengths) if record.kind == BOARDS_KIND else sum(lengths)
        which = (None, None) if first is None else (first.number, first.daily)
        name = game_of(record)
        return cls(record.name, record.kind, name, True, result_of(record)[0], length, *which, record.date)

    @property
    def state(self) -> str:
        """Says how it stands."""
        return _("not finished") if self.result is None else result_text(self.kind, self.result)


@dataclass(frozen=True)
class Unfinished:
    """What can be said of a game that is not finished."""

    entry: Entry
    games: tuple[Transcript, ...]
    steps: tuple[str, ...]

    @classmethod
    def read(cls, row: Row, fields: SavedFields) -> Unfinished:
        """Makes it of what is saved. Raises `InputError`."""
        which = fields.number_or_none("number", least=0), fields.day_or_none("day")
        games = games_of(row.kind, fields)
        steps = tuple((fields.text_or_none("steps") or "").split()) if row.kind in PUZZLE_KINDS else ()
        game, length = "" if not games else shared_rules(games[0].rules), sum(map(len, games))
        if row.kind in PUZZLE_KINDS:
            game, length = fields.text("problem"), len(steps)
        elif row.kind == BOARDS_KIND:
            game, length = boards_name(game, len(games)), max(map(len, games))
        when = time_text(row.touched, "seconds")
        return cls(Entry(row.name, row.kind, game, False, None, length, *which, when), games, steps)


def read_unfinished(store: GameStore, row: Row) -> Unfinished | None:
    """Reads a game that is not finished; a damaged one is set aside, which a message tells. Raises `InputError`."""
    return read_row(store, row, partial(Unfinished.read, row))


def show_list(entries: Sequence[Entry]) -> None:
    """Writes the list of games as a table."""
    rows = []
    for entry in entries:
        which = entry.daily or ("" if entry.number is None else f"#{entry.number}")
        game = f"{game_in_words(_DIGEST.sub('', entry.game))} {which}".rstrip()
        rows.append((entry.name, game, entry.length, entry.state, clock(entry.when)))
    columns = [Column(title) for title in (_("name"), _("game"), _("length"), _("state"), _("when"))]
    columns[2] = replace(columns[2], right=True)
    show_table(columns, rows)


def _show_turns(game: Transcript) -> None:
    if game.turns:
        show_turns(game)
    else:
        emit(_("There are no guesses yet."))


def _show_steps(steps: Sequence[str]) -> None:
    for number, step in enumerate(steps, 1):
        emit(f"{number:>{len(str(len(steps)))}}  {step}")
    if not steps:
        emit(_("There are no steps yet."))


def show_unfinished(game: Unfinished) -> None:
    """Writes a game that is not finished, without its code."""
    entry = game.entry
    _show_title(entry)
    _show_number(entry.number, entry.daily)
    for number, each in enumerate(game.games, 1):
        if entry.kind == BOARDS_KIND:
            emit(_("Board {number}:").format(number=number))
        elif len(game.games) > 1:
            emit(_("Who guesses first:") if number == 1 else _("Who guesses second:"))
        _show_turns(each)
    if not game.games:
        _show_steps(game.steps)
    command = f"sito games resume {entry.name}"
    emit(_("It is not finished. Go on with: {command}").format(command=command))


def show_record(entry: Entry, record: Record) -> None:
    """Writes a finished game."""
    _show_title(entry)
    if record.puzzle is not None:
        _show_steps(record.puzzle.steps)
        if record.puzzle.fewest is not None:
            emit(_("fewest steps: {count}").format(count=record.puzzle.fewest))
    for number, each in enumerate(record.games, 1):
        if record.kind == BOARDS_KIND:
            emit(_("Board {number}:").format(number=number))
        _show_game(each, duel=record.kind == "duel", first=number == 1)
    emit(_("ended {when}: {result}").format(when=clock(record.date), result=entry.state))


def _show_title(entry: Entry) -> None:
    title, game = _(KINDS[entry.kind].title), game_in_words(entry.game)
    emit(_("{name}: {kind}, {game}").format(name=entry.name, kind=title, game=game))


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
    _show_turns(each.game)
    if each.secret is not None:
        emit(_("code: {code}").format(code=each.secret))


def _show_number(number: int | None, daily: str | None) -> None:
    if daily is not None:
        emit(_("puzzle of {day}").format(day=daily))
    elif number is not None:
        emit(_("game by number: {number}").format(number=number))


def unfinished_as_json(game: Unfinished) -> dict[str, object]:
    """Gives a game that is not finished as an object of JSON, without its code."""
    return {**as_json(game.entry), "games": [game_as_json(each) for each in game.games], "steps": list(game.steps)}


def record_as_json(entry: Entry, record: Record) -> dict[str, object]:
    """Gives a finished game as an object of JSON."""
    games = [{**each.as_json(), **game_as_json(each.game), "length": each.game.winning_turn} for each in record.games]
    return {**as_json(entry), "games": games, "puzzle": None if record.puzzle is None else record.puzzle.as_json()}


def complete_game(_incomplete: str, _given: Mapping[str, object]) -> Named:
    """Lists the names of games, those that are not finished first."""
    with suppress(StoreError), open_store() as store:
        return _names(*reversed(store.unfinished()), *reversed(store.ended()))
    return []


def complete_unfinished(_incomplete: str, _given: Mapping[str, object]) -> Named:
    """Lists the names of games that can be resumed."""
    with suppress(StoreError), open_store() as store:
        return _names(*reversed(store.unfinished()))
    return []


def _names(*games: Row | Ended) -> Named:
    return [(game.name, "") for game in games]


def _complete_kind(_incomplete: str, _given: Mapping[str, object]) -> Named:
    return [(kind, "") for kind in KINDS]


NameArgument = Annotated[str, Argument(N_("The name of a game, as in play-7."), complete=complete_game)]
KindOption = Annotated[
    str | None, Ask(Fault(N_("Only games of one kind: {kinds}."), kinds=", ".join(KINDS)), complete=_complete_kind)
]


@dataclass(frozen=True, kw_only=True)
class WhichGames:
    """Which games are meant."""

    kind: KindOption = None
    rules: Annotated[str | None, Ask(N_("Only games by these rules: a name or a text such as 4x6."), short="-r")] = None
    last: Annotated[int | None, Ask(N_("Only so many, the newest."), 1)] = None

    def kinds(self) -> tuple[str, ...]:
        """Gives the kinds that are meant. Raises `InputError`."""
        if self.kind is None:
            return GAME_KINDS if self.rules is not None else tuple(KINDS)
        if self.kind not in KINDS:
            wrong = N_("there is no kind of games {kind!r}; there are {kinds}")
            raise InputError(Fault(wrong, kind=self.kind[:80], kinds=", ".join(KINDS)))
        return (self.kind,)

    def _meant(self) -> Callable[[Transcript | None], bool]:
        """Tells of a game, or of a puzzle, which is None, whether its rules are meant. Raises `InputError`."""
        key = None if self.rules is None else read_rules(self.rules).key
        return lambda game: key is None or (game is not None and game.rules.key == key)

    def records(self, store: GameStore) -> list[Record]:
        """Reads the finished games that are meant, the oldest first. Raises `InputError`."""
        meant, found = self._meant(), records(store, self.kinds())
        return [each for each in found if meant(each.games[0].game if each.games else None)]

    def unfinished(self, store: GameStore) -> list[Entry]:
        """Reads the games that are meant and not finished, the one that was played last at the end."""
        meant, found = self._meant(), readable(store.unfinished(self.kinds()), partial(read_unfinished, store))
        return [game.entry for _row, game in found if meant(game.games[0] if game.games else None)]
