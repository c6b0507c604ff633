"""How a strategy did on a game, and how certain the figures are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

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

    def to_value(self, *, times: bool = False) -> dict[str, Any]:
        """Gives the value for JSON. Only with `times` does it differ from one run to the next."""
        value: dict[str, Any] = {"rules": self.rules, "strategy": self.strategy}
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
