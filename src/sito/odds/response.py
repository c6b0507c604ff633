"""`duel_odds`: how likely each side wins a duel; `best_response`: what does best against an opponent, with bounds."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from sito.base.deadline import Deadline
from sito.base.limits import Limits, OnInterrupt, Stopped, limits_of
from sito.base.rows import Column, Tabular
from sito.codes.code import CodeSpace
from sito.codes.weighing import check_alike
from sito.errors import N_, InputError
from sito.exact.problem import Progress, Spent
from sito.odds.distribution import Distribution, Side, distribution_of
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree

_SPREAD_95 = 1.959964
"""Of a normal distribution 95 parts in 100 are within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Odds(Tabular["Odds"]):
    """The chances of the side that begins: that it wins, that nobody does, that it loses.

    These are `win`, `tie` and `loss`, fractions that add up to 1. They are exact, or measured: then `margin` is half
    the width of the interval that holds each of the true chances with 95 parts in 100, the widest of the three.

    >>> Odds(Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)).points
    Fraction(7, 12)
    """

    win: Fraction
    tie: Fraction
    loss: Fraction
    margin: float = 0.0

    @property
    def points(self) -> Fraction:
        """The points that a duel brings on average: one for a win, half a point for a tie."""
        return self.win + self.tie / 2

    def _columns(self) -> tuple[Column[Odds], ...]:
        return (
            Column("win", lambda odds: odds.win, ".4f"),
            Column("tie", lambda odds: odds.tie, ".4f"),
            Column("loss", lambda odds: odds.loss, ".4f"),
            Column("points", lambda odds: odds.points, ".4f"),
            Column("margin", lambda odds: odds.margin, ".4f", heading=None if self.margin else ""),
        )


def duel_odds(
    rules: Rules | str,
    first: Side,
    second: Side,
    alternating: bool = False,
    *,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_progress: Callable[[int], object] | None = None,
) -> Odds:
    """Works out how likely the side that begins wins a duel: exact fractions.

    `rules` are those of the game; `first` is the side that begins, `second` the other.
    Both secrets are drawn independently, each code with the same chance. In a duel of rounds both sides guess as
    often, fewer guesses win and equal is a tie. If `alternating`, the side that hits first wins, so the side that
    begins wins where both need the same number. A side is a strategy, its text, its tree or a `Distribution`, which
    may be a measured one.

    The `limits`, and `seconds` as one more of them, end the work early; there is no limit of work or memory.
    `on_progress` is told how far the work is, and ends it by a true answer: the number of codes that have their place
    in the tree of a side. Raises `LimitError` then, and what `distribution_of` raises.

    Source: the odds follow from how many guesses the sides need, whatever the codes. None are
    published; Tanaka (1996) notes only that the strategy of the least average is not the strongest.

    >>> odds = duel_odds("4x6", "entropy", "first-consistent")
    >>> odds.win, odds.tie, odds.loss
    (Fraction(1316441, 1679616), Fraction(64223, 419904), Fraction(106283, 1679616))
    >>> duel_odds("3x4", "minimax", "minimax", alternating=True)
    Odds(win=Fraction(1477, 2048), tie=Fraction(0, 1), loss=Fraction(571, 2048), margin=0.0)
    """
    game = Rules.of(rules)
    deadline = Deadline(limits_of(limits, seconds))
    mine, theirs = (
        distribution_of(game, side, limits=deadline.left(), on_progress=on_progress) for side in (first, second)
    )
    earlier, equal = (_sum(mine, part) for part in (theirs.earlier, theirs.exactly))
    win, tie, loss = 1 - earlier - equal, equal, earlier
    if alternating:
        win, tie = win + tie, Fraction(0)
    return Odds(win, tie, loss, _margin(mine, theirs, alternating=alternating))


def _sum(mine: Distribution, part: Callable[[int], Fraction]) -> Fraction:
    return sum((chance * part(guesses) for guesses, chance in enumerate(mine.chances, 1)), Fraction(0))


def _margin(mine: Distribution, theirs: Distribution, *, alternating: bool) -> float:
    """Half the width of the widest interval: two independent samples, as in the test of Mann and Whitney (1947)."""
    if mine.is_exact and theirs.is_exact:
        return 0.0
    events = [operator.lt, operator.gt] if alternating else [operator.lt, operator.gt, operator.eq]
    return _SPREAD_95 * math.sqrt(max(_variance_of(event, mine, theirs) for event in events))


def _variance_of(event: Callable[[int, int], bool], mine: Distribution, theirs: Distribution) -> float:
    """The variance of a measured chance: that the two numbers of guesses compare so."""
    own, other = (range(1, len(side.chances) + 1) for side in (mine, theirs))
    of_mine = [sum(float(theirs.exactly(n)) for n in other if event(guesses, n)) for guesses in own]
    of_theirs = [sum(float(mine.exactly(n)) for n in own if event(n, guesses)) for guesses in other]
    return _variance(mine, of_mine) + _variance(theirs, of_theirs)


def _variance(side: Distribution, values: list[float]) -> float:
    """The variance of the mean of these values, by number of guesses, over the games that were measured."""
    if side.games is None:
        return 0.0
    chances = [float(chance) for chance in side.chances]
    mean = sum(chance * value for chance, value in zip(chances, values, strict=True))
    spread = sum(chance * (value - mean) ** 2 for chance, value in zip(chances, values, strict=True))
    return spread / (side.games - 1)


class Aim(StrEnum):
    """What a side wants of a duel."""

    POINTS = "points"
    """A win counts one, a tie one half."""
    WIN = "win"
    """Only wins count: also the aim of the side that does not begin where the first hit wins."""
    NOT_LOSE = "not-lose"
    """A tie is as good as a win: also the aim of the side that begins where the first hit wins."""

    @classmethod
    def of(cls, aim: Aim | str) -> Aim:
        """Finds the aim of this name. Raises `InputError` if there is none."""
        try:
            return cls(aim)
        except ValueError:
            unknown = N_("there is no aim {name!r}; there are {names}")
            raise InputError.said(unknown, name=aim, names=", ".join(cls)) from None

    def prices(self, opponent: Distribution) -> list[int]:
        """The price of a hit with the 1st, 2nd, 3rd ... guess: what it lacks to a sure win, scaled to whole numbers.

        The last price is that of all guesses after the opponent's last; it stands for a sure loss.

        >>> Aim.POINTS.prices(Distribution.of_histogram("2x2", (1, 2, 1)))
        [1, 4, 7, 8]
        """
        loss, tie = {Aim.POINTS: (2, 1), Aim.WIN: (1, 1), Aim.NOT_LOSE: (1, 0)}[self]
        guesses = range(1, len(opponent.chances) + 2)
        scale = opponent.scale
        return [int(scale * (loss * opponent.earlier(n) + tie * opponent.exactly(n))) for n in guesses]


@dataclass(frozen=True, slots=True)
class Response(Tabular["Response"]):
    """The best answer to an opponent that was found.

    `rules` are those of the game, `spent` is what the search took. `tree` gains `lower` on average, and no strategy
    gains more than `upper`: points, or the chance to win or not to lose, as the aim says. If `proven`, they are equal.
    `odds` are those of the tree, in a duel of rounds. `stopped` says what ended the search early, if anything did;
    stopped too early, there is no tree.

    >>> response = best_response("3x4", "minimax", "win")
    >>> response.proven, response.lower == response.odds.win
    (True, True)
    """

    rules: Rules
    opponent: Distribution
    aim: Aim
    lower: Fraction | None
    upper: Fraction
    proven: bool
    tree: StrategyTree | None
    odds: Odds | None
    spent: Spent
    stopped: Stopped | None = None

    def _columns(self) -> tuple[Column[Response], ...]:
        guesses = CodeSpace(self.rules, guesses=True)
        return (
            Column("rules", lambda found: found.rules),
            Column("opponent", lambda found: found.opponent.strategy),
            Column("aim", lambda found: found.aim),
            Column("lower", lambda found: found.lower, ".4f"),
            Column("upper", lambda found: found.upper, ".4f"),
            Column("proven", lambda found: found.proven),
            Column("guess", lambda found: found.tree and guesses.text(found.tree.first_guess)),
            Column("win", lambda found: found.odds and found.odds.win, ".4f"),
            Column("tie", lambda found: found.odds and found.odds.tie, ".4f"),
            Column("loss", lambda found: found.odds and found.odds.loss, ".4f"),
        )


def best_response(
    rules: Rules | str,
    opponent: Side,
    aim: Aim | str = Aim.POINTS,
    *,
    width: int | None = None,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Response:
    """Finds the strategy that gains most against an `opponent`, and proves that none gains more.

    `rules` are those of the game, `aim` what is to be gained. What counts of the opponent is how many guesses it
    needs, so it may also be a `Distribution`. The search is exact: a code found with the nth guess costs what the aim
    then lacks, and the sum over all codes is made least. A `width` makes the search quick and gives up the proof, as
    for `solve`.

    The `limits`, and `seconds` as one more of them, end the work early; `limits.work` counts positions.
    `on_progress` is told how far the work is, and ends it by a true answer; its `lower` and `upper` are sums over all
    codes. Ctrl-C raises `KeyboardInterrupt`, or with `on_interrupt="return"` ends the work, too. Then the result has
    the best tree so far with both bounds, and `stopped` says what ended it. Raises what `least_prices` and
    `distribution_of` raise: `LimitError` if a limit ends the work before the opponent's whole tree is built.

    >>> response = best_response("3x4", "minimax")
    >>> response.proven, response.lower == response.upper, response.tree.histogram
    (True, True, (1, 5, 37, 21))
    >>> response.odds.points
    Fraction(1161, 2048)
    """
    from sito.exact.prices import least_prices

    game = Rules.of(rules)
    wanted = Aim.of(aim)
    check_alike(game)
    within = limits_of(limits, seconds)
    deadline = Deadline(within)
    against = distribution_of(game, opponent, limits=deadline.left())
    prices = wanted.prices(against)
    solution = least_prices(
        game,
        prices,
        name="best-response",
        width=width,
        limits=replace(within, seconds=deadline.left().seconds),
        on_progress=on_progress,
        on_interrupt=on_interrupt,
    )
    most = prices[-1] * CodeSpace(game).size
    tree = solution.tree
    return Response(
        game,
        against,
        wanted,
        None if solution.upper is None else 1 - Fraction(solution.upper, most),
        1 - Fraction(solution.lower, most),
        solution.proven,
        tree,
        None if tree is None else duel_odds(game, tree, against),
        solution.spent,
        solution.stopped,
    )
