"""`sito games stats`: what came of the finished games, for each game and opponent."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, replace
from datetime import date
from itertools import groupby

from sito.cli.output import columns_of, emit, emit_json, settings, show_table
from sito.cli.play.kinds import KINDS
from sito.games.finished import Record
from sito.operations.operation import as_json
from sito.operations.statistics import (
    Group,
    Result,
    Tally,
    days,
    game_in_words,
    game_names,
    group_name,
    tallies,
    tally_row,
    tally_titles,
)
from sito.show.i18n import _, ngettext
from sito.show.render import Column

_BAR = "█"
_WIDEST = 40  # characters of a bar
_NONE = "-"


def show_statistics(games: Sequence[Record], today: date) -> None:
    """Writes what came of games, the oldest first."""
    found = tallies(games)
    groups = sorted(found, key=_order)
    names = game_names(games)
    told = [(replace(group, game=names[group.game]), found[group]) for group in groups]
    daily = [replace(each, game=names[each.game]) for each in days(games, today)]
    if settings.json:
        emit_json({"groups": [_as_json(group, tally) for group, tally in told], "daily": as_json(daily)})
        return
    for index, (kind, mine) in enumerate(groupby(told, lambda each: each[0].kind)):
        if index:
            emit("")
        counted = list(mine)
        emit(_("{kind}:").format(kind=_(KINDS[kind].title)))
        show_table(_columns(tally_titles()), [tally_row(group, tally, nothing=_NONE) for group, tally in counted])
        for group, tally in counted:
            if tally.lengths:
                _show_histogram(group, tally.lengths)
    if daily:
        emit("")
        emit(_("daily puzzles:"))
        game, played, won, *_others, longest = tally_titles()
        rows = [(game_in_words(each.game), *astuple(each)[1:]) for each in daily]
        show_table(_columns([game, played, won, _("days in a row"), longest]), rows)


def _order(group: Group) -> tuple[int, str, str, bool]:
    return list(KINDS).index(group.kind), group.game, group.against or "", group.hard


def _columns(titles: Iterable[str]) -> list[Column]:
    return [Column(title, right=bool(place)) for place, title in enumerate(titles)]


def _show_histogram(group: Group, lengths: Mapping[int, int]) -> None:
    """Draws how many games took how many guesses; in words for a screen reader."""
    emit("")
    emit(_("{game}, games by length:").format(game=group_name(group)))
    if settings.plain:
        for length in sorted(lengths):
            count = lengths[length]
            told = ngettext("length {length}: {count} game", "length {length}: {count} games", count)
            emit(told.format(length=length, count=count))
        return
    for line in histogram(lengths, columns_of(sys.stdout)):
        emit(line)


def histogram(lengths: Mapping[int, int], columns: int) -> list[str]:
    """Draws a bar for each length from the least to the greatest, with the number of games behind it.

    >>> print(*histogram({3: 1, 5: 4}, 40), sep=chr(10))
     3  ████████ 1
     4   0
     5  ███████████████████████████████ 4
    """
    most = max(lengths.values())
    width = max(1, min(_WIDEST, columns - 8 - len(str(most))))
    lines = []
    for length in range(min(lengths), max(lengths) + 1):
        count = lengths.get(length, 0)
        lines.append(f"{length:>2}  {_BAR * (-(-width * count // most))} {count}")
    return lines


def _as_json(group: Group, tally: Tally) -> dict[str, object]:
    return {
        **asdict(group),
        "played": tally.played,
        "results": {result.value: tally.results[result] for result in Result},
        "mean": None if tally.mean is None else float(tally.mean),
        "mean_fraction": None if tally.mean is None else str(tally.mean),
        "best": tally.best,
        "fewest": tally.fewest,
        "streak": tally.streak,
        "longest_streak": tally.longest,
        "lengths": {str(length): tally.lengths[length] for length in sorted(tally.lengths)},
    }
