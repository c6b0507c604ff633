"""`sito games stats`: what came of the finished games, for each game and opponent."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from sito.cli.games.kinds import KINDS, game_in_words
from sito.cli.games.tally import Days, Group, Result, Tally, days, game_names, tallies
from sito.cli.output import columns_of, emit, emit_json, screen, settings
from sito.games.finished import Record
from sito.show.i18n import _, ngettext
from sito.show.render import Column, Line, plain

_BAR = "█"
_WIDEST = 40  # characters of a bar
_NONE = "-"


def show_statistics(games: Sequence[Record], today: date) -> None:
    """Writes what came of games, the oldest first."""
    found = tallies(games)
    groups = sorted(found, key=_order)
    names = game_names(games)
    daily = days(games, today)
    if settings.json:
        emit_json(
            {
                "groups": [_as_json(group, found[group], names) for group in groups],
                "daily": [_days_as_json(each, names) for each in daily],
            }
        )
        return
    for index, kind in enumerate(dict.fromkeys(group.kind for group in groups)):
        if index:
            emit("")
        mine = [group for group in groups if group.kind == kind]
        emit(_("{kind}:").format(kind=_(KINDS[kind].title)))
        screen().table(_columns(), [_row(group, found[group], names) for group in mine])
        for group in mine:
            if found[group].lengths:
                _show_histogram(group, found[group].lengths, names)
    if daily:
        emit("")
        emit(_("daily puzzles:"))
        screen().table(_day_columns(), [_day_row(each, names) for each in daily])


def _order(group: Group) -> tuple[int, str, str, bool]:
    return list(KINDS).index(group.kind), group.game, group.against or "", group.hard


def _columns() -> list[Column]:
    titles = _("played"), _("won"), _("mean"), _("best"), _("streak"), _("longest")
    return [Column(_("game")), *(Column(title, right=True) for title in titles)]


def _row(group: Group, tally: Tally, names: Mapping[str, str]) -> list[Line]:
    won = f"{round(100 * tally.won / tally.played)} %"
    best = _NONE if tally.best is None else str(tally.best)
    if tally.fewest is not None:
        best = _("{best} of {fewest}").format(best=best, fewest=tally.fewest)
    numbers = (tally.played, won, _mean(tally.mean), best, tally.streak, tally.longest)
    return [plain(group_name(group, names)), *map(plain, numbers)]


def _mean(mean: Fraction | None) -> str:
    return _NONE if mean is None else f"{float(mean):.2f}"


def group_name(group: Group, names: Mapping[str, str]) -> str:
    """Says what a group is: the game, against whom, and whether in hard mode."""
    name = game_in_words(names[group.game])
    if group.against is not None and group.hard:
        return _("{game}, {against}, hard").format(game=name, against=group.against)
    if group.against is not None:
        return _("{game}, {against}").format(game=name, against=group.against)
    return _("{game}, hard").format(game=name) if group.hard else name


def _show_histogram(group: Group, lengths: Mapping[int, int], names: Mapping[str, str]) -> None:
    """Draws how many games took how many guesses; in words for a screen reader."""
    emit("")
    emit(_("{game}, games by length:").format(game=group_name(group, names)))
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


def _day_columns() -> list[Column]:
    titles = _("played"), _("won"), _("days in a row"), _("longest")
    return [Column(_("game")), *(Column(title, right=True) for title in titles)]


def _day_row(each: Days, names: Mapping[str, str]) -> list[Line]:
    return [plain(part) for part in (game_in_words(names[each.game]), each.played, each.won, each.streak, each.longest)]


def _as_json(group: Group, tally: Tally, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "kind": group.kind,
        "game": names[group.game],
        "against": group.against,
        "hard": group.hard,
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


def _days_as_json(each: Days, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "game": names[each.game],
        "played": each.played,
        "won": each.won,
        "streak": each.streak,
        "longest_streak": each.longest,
    }
