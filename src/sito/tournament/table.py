"""The table of a tournament: as text, in a notebook, as JSON, as CSV and as a pandas data frame."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sito.base.limits import Stopped
from sito.sieve.tabular import frame, html_table, text_table
from sito.tournament.standings import Standing

if TYPE_CHECKING:
    from pandas import DataFrame

JSON_VERSION = 1


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a tournament, in the order in which it was planned.

    It is displayed as a table, in text and in a notebook. `stopped` says what ended the run before all games were
    played, and is None if nothing did; `Standing.missing` then counts the missing games.

    >>> from sito.tournament.comparison import compare
    >>> print(compare(["3x4", "2x6"], "first-consistent"))
    rules  strategy          games  total    mean  most  games by guesses, from 1
    3x4    first-consistent     64    250  3.9062     6  1 3 12 35 11 2
    2x6    first-consistent     36    166  4.6111     7  1 2 5 7 9 11 1
    """

    standings: tuple[Standing, ...]
    stopped: Stopped | None = None

    def __str__(self) -> str:
        return text_table(_HEADER, map(_row, self.standings), right=_NUMBERS, note=self._note())

    def _repr_html_(self) -> str:
        return html_table(_HEADER, map(_row, self.standings), right=_NUMBERS, note=self._note())

    def _note(self) -> str:
        if self.stopped is None:
            return ""
        missing = sum(standing.missing for standing in self.standings)
        return f"incomplete: stopped ({self.stopped}), {missing} games are missing"

    def to_frame(self) -> DataFrame:
        """Returns a pandas data frame with a row for each contest. Raises `SitoError` if pandas is not installed."""
        return frame([standing.to_value(times=True) for standing in self.standings], (*self._fields(), "seconds"))

    def _fields(self) -> tuple[str, ...]:
        weight = () if all(standing.weighed is None for standing in self.standings) else ("weight",)
        return (*_FIELDS, *weight, *(() if self.stopped is None else ("missing",)))

    def to_json(self, *, times: bool = False) -> str:
        """Writes the table as one line of JSON, described in docs/tournaments.md.

        Without `times` the same tournament always gives the same bytes.
        """
        return json.dumps(self.to_value(times=times), ensure_ascii=False)

    def to_value(self, *, times: bool = False) -> dict[str, object]:
        """Returns the value for JSON: a version, what stopped the run if anything did, and the contests."""
        stopped = {} if self.stopped is None else {"stopped": self.stopped.value}
        contests = [standing.to_value(times=times) for standing in self.standings]
        return {"version": JSON_VERSION, **stopped, "contests": contests}

    def to_csv(self, *, times: bool = False) -> str:
        """Writes the table as CSV, one line per contest; lists are joined by `; ` for codes, else by spaces."""
        names = [*self._fields(), *(["seconds"] if times else [])]
        text = io.StringIO()
        writer = csv.DictWriter(text, names, restval="", lineterminator="\n")
        writer.writeheader()
        for standing in self.standings:
            value = standing.to_value(times=times)
            writer.writerow({name: _flat(cell) for name, cell in value.items()})
        return text.getvalue()


def _row(standing: Standing) -> list[str]:
    missing = f" of {standing.games + standing.missing}" if standing.missing else ""
    games = "-" if standing.refusal else f"{standing.games}{missing}"
    start = [standing.rules, standing.strategy, games]
    if standing.mean is None:
        return [*start, *["-"] * (len(_HEADER) - len(start))]
    margin = f" ± {standing.margin:.4f}" if standing.margin else ""
    return [
        *start,
        str(standing.total),
        f"{standing.mean:.4f}{margin}",
        str(standing.maximum),
        " ".join(map(str, standing.histogram)),
    ]


def _flat(cell: object) -> object:
    if isinstance(cell, list):
        return ("; " if isinstance(next(iter(cell), 0), str) else " ").join(map(str, cell))
    return cell


_FIELDS = (
    "rules",
    "strategy",
    "codes",
    "secrets",
    "seeds",
    "games",
    "total",
    "mean",
    "margin",
    "maximum",
    "histogram",
    "hardest",
    "examined",
    "refused",
)

_HEADER = ("rules", "strategy", "games", "total", "mean", "most", "games by guesses, from 1")
_NUMBERS = frozenset({"games", "total", "mean", "most"})
