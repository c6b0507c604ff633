"""The table of a tournament: how each strategy did, and how certain that is; as text, JSON, CSV and a data frame."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from sito.base.limits import Stopped
from sito.base.rows import Cell, Column, Rows, csv_text
from sito.codes.weighing import total_of
from sito.errors import Fault

CONFIDENCE = 0.95
HARDEST = 5


@dataclass(frozen=True, slots=True)
class Standing:
    """How one strategy did on one game.

    `histogram[i]` counts the games that took i + 1 guesses; `space` is the number of secrets of the game and
    `secrets` of those that were played, each once for every seed (once if the strategy does not draw). `hardest`
    lists the first few of the secrets that took the most guesses. `variance` is the estimated variance of the mean: 0
    if every secret was played and nothing was drawn at random, None if it cannot be estimated. `seconds` and
    `examined` are sums over all games, None if they are not known. If `refusal` says why the strategy does not play
    the game, nothing is counted. `missing` is the number of games that were not played because the run was stopped;
    the others are then not a fair sample of all games, and `variance` is None. Where words have weights, `weighed` is
    the histogram with each game counted as often as the weight of its secret says; `total` and `mean` are by weight
    then.
    """

    rules: str
    strategy: str
    space: int
    secrets: int
    seeds: tuple[int, ...]
    histogram: tuple[int, ...]
    variance: Fraction | None
    hardest: tuple[str, ...]
    seconds: float | None
    examined: int | None
    refusal: tuple[Fault, ...]
    missing: int = 0
    weighed: tuple[int, ...] | None = None

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """The sum of the numbers of guesses of all games, each counted by weight if words have some."""
        return total_of(self.histogram if self.weighed is None else self.weighed)

    @property
    def weight(self) -> int:
        """The sum of the weights of the secrets of all games: how many games there are if words have none."""
        return sum(self.histogram if self.weighed is None else self.weighed)

    @property
    def mean(self) -> float | None:
        """The number of guesses a game took on average."""
        return self.total / self.weight if self.games else None

    @property
    def maximum(self) -> int:
        """The most guesses that a game took."""
        return len(self.histogram)

    @property
    def margin(self) -> float | None:
        """Half the width of the mean's confidence interval, 95 percent; 0 for a mean that is exact."""
        if self.variance is None:
            return None
        return NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * sqrt(self.variance)

    def to_value(self, *, times: bool = False) -> dict[str, Cell]:
        """Gives the value for JSON. Only with `times` does it differ from one run to the next."""
        value: dict[str, Cell] = {"rules": self.rules, "strategy": self.strategy}
        if self.missing:
            value["missing"] = self.missing
        if self.refusal:
            return value | {"refused": "\n".join(map(str, self.refusal))}
        value |= {
            "codes": self.space,
            "secrets": self.secrets,
            "seeds": list(self.seeds),
            "games": self.games,
            "total": self.total,
            "mean": self.mean,
            "margin": self.margin,
            "maximum": self.maximum,
            "histogram": list(self.histogram),
            "hardest": list(self.hardest),
            "examined": self.examined,
        }
        value |= {} if self.weighed is None else {"weight": self.weight}
        return value | ({"seconds": self.seconds} if times else {})


def variance_of_mean(
    lengths: Sequence[Sequence[int]], space: int, weights: Sequence[int] | None = None
) -> Fraction | None:
    """Estimates the variance of the mean number of guesses, exactly as a fraction.

    `lengths` has a row for each seed, with the number of guesses that each secret took. The games are a two-stage
    sample (Cochran, Sampling Techniques, 1977, chapter 10): the secrets, drawn from `space`, differ from each other,
    and the games of one secret differ by their seeds. With `weights`, one for each secret, the mean is the ratio of
    two sums (chapter 6 there). None if the variance cannot be estimated: with only one of several secrets, or with
    only one seed and no other source of variation.
    """
    seeds = len(lengths)
    size = len(lengths[0]) if lengths else 0
    counts = [1] * size if weights is None else weights
    sums = [sum(column) for column in zip(*lengths, strict=True)]
    whole = sum(counts)
    played = Fraction(size, space)
    between = within = None
    if size > 1:
        mean = Fraction(sum(weight * total for weight, total in zip(counts, sums, strict=True)), seeds * whole)
        apart = sum((weight * (total - seeds * mean)) ** 2 for weight, total in zip(counts, sums, strict=True))
        between = Fraction(size * apart, seeds**2 * whole**2 * (size - 1))
    if seeds > 1 and size:
        each = [
            weight**2 * (seeds * sum(length * length for length in column) - total * total)
            for weight, total, column in zip(counts, sums, zip(*lengths, strict=True), strict=True)
        ]
        within = Fraction(sum(each), seeds**2 * (seeds - 1) * whole**2)
    if played == 1:
        return within
    if between is None:
        return None
    # With one seed, differences within a secret cannot be measured; all variation then counts as between secrets.
    return between if within is None else (1 - played) * between + played * within


JSON_VERSION = 1


@dataclass(frozen=True, slots=True)
class Table(Rows[Standing]):
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

    def _columns(self) -> tuple[Column[Standing], ...]:
        """What is shown; `Standing.to_value` has more."""
        return (
            Column("rules", lambda standing: standing.rules),
            Column("strategy", lambda standing: standing.strategy),
            Column("games", lambda standing: standing.games, "d", text=_games),
            Column("total", lambda standing: standing.total or None, "d"),
            Column("mean", lambda standing: standing.mean, ".4f", text=_mean),
            Column("maximum", lambda standing: standing.maximum or None, "d", heading="most"),
            Column("histogram", lambda standing: standing.histogram, heading="games by guesses, from 1"),
        )

    def _rows(self) -> tuple[Standing, ...]:
        return self.standings

    @property
    def note(self) -> str:
        """Why strategies do not play, and how many games are missing, if any are."""
        told = [f"{standing.rules}: {fault}" for standing in self.standings for fault in standing.refusal]
        if self.stopped is not None:
            missing = sum(standing.missing for standing in self.standings)
            told.append(f"incomplete: stopped ({self.stopped}), {missing} games are missing")
        return "\n".join(told)

    def to_dicts(self) -> list[dict[str, Cell]]:
        """Lists the contests as dictionaries with the fields that docs/tournaments.md describes.

        >>> from sito.tournament.comparison import compare
        >>> compare("3x4", "minimax").to_dicts()[0]["histogram"]
        [1, 3, 31, 29]
        """
        fields = (*self._fields(), "seconds")
        return [dict.fromkeys(fields) | standing.to_value(times=True) for standing in self.standings]

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
        values = (standing.to_value(times=times) for standing in self.standings)
        return csv_text(names, ({name: _flat(cell) for name, cell in value.items()} for value in values))


def _games(standing: Standing) -> str:
    missing = f" of {standing.games + standing.missing}" if standing.missing else ""
    return "-" if standing.refusal else f"{standing.games}{missing}"


def _mean(standing: Standing) -> str:
    margin = f" ± {standing.margin:.4f}" if standing.margin else ""
    return "-" if standing.mean is None else f"{standing.mean:.4f}{margin}"


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
