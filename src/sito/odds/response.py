"""`best_response`: the strategy that does best against a given opponent in a duel, proven or with bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from sito.base.limits import Limits, OnInterrupt, Stopped
from sito.codes.code import CodeSpace
from sito.codes.weighing import check_alike
from sito.errors import N_, Fault, InputError
from sito.exact.prices import least_prices
from sito.exact.problem import Progress, Spent
from sito.odds.between import Odds, duel_odds
from sito.odds.distribution import Distribution, Side, distribution_of
from sito.rules.rules import Rules
from sito.strategies.tree.strategy_tree import StrategyTree


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
            raise InputError(Fault(unknown, name=aim, names=", ".join(cls))) from None

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
class Response:
    """The best answer to an opponent that was found.

    `tree` gains `lower` on average, and no strategy gains more than `upper`: points, or the chance to win or not to
    lose, as the aim says. If `proven`, they are equal. `odds` are those of the tree, in a duel of rounds. `stopped`
    says what ended the search early, if anything did; stopped too early, there is no tree.

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


def best_response(
    rules: Rules | str,
    opponent: Side,
    aim: Aim | str = Aim.POINTS,
    *,
    width: int | None = None,
    limits: Limits = Limits(),
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Response:
    """Finds the strategy that gains most against an opponent, and proves that none gains more.

    What counts of the opponent is how many guesses it needs, so it may also be a `Distribution`. The search is exact:
    a code found with the nth guess costs what the aim then lacks, and the sum over all codes is made least.
    `progress.lower` and `.upper` are such sums; a `width` makes the search quick and gives up the proof, as for
    `solve`. A search that is stopped gives the best tree so far with both bounds. Raises what `least_prices` and
    `distribution_of` raise.

    >>> response = best_response("3x4", "minimax")
    >>> response.proven, response.lower == response.upper, response.tree.histogram
    (True, True, (1, 5, 37, 21))
    >>> response.odds.points
    Fraction(1161, 2048)
    """
    game = Rules.of(rules)
    wanted = Aim.of(aim)
    check_alike(game)
    against = distribution_of(game, opponent)
    prices = wanted.prices(against)
    solution = least_prices(
        game,
        prices,
        name="best-response",
        width=width,
        limits=limits,
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
