"""`least_prices`: the strategy of the least sum of prices, where a code costs more the later it is found.

The best response to an opponent in a duel is such a strategy, see `sito.odds`. The search is
native; on small games it must agree with `sito.exact.reference`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sito import _native
from sito.base.limits import Limits, OnInterrupt, Stopped
from sito.codes.weighing import check_alike
from sito.errors import N_, Fault, InputError, LimitError, whole_number_faults
from sito.exact.problem import Progress, Spent
from sito.exact.solver import memory_of, search_run
from sito.exact.start import check_usual_search
from sito.native.errors import native_errors
from sito.native.game import native_rules
from sito.native.run import counted
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.tree.strategy_tree import StrategyTree

_GREATEST_PRICE = (1 << 28) - 1


@dataclass(frozen=True, slots=True)
class PriceSolution:
    """What a search for the least sum of prices found.

    No strategy costs less than `lower`; `upper` is what the tree costs. If `proven`, they are
    equal. Without a tree, because the search was stopped too early, `upper` is None.
    """

    rules: Rules
    prices: tuple[int, ...]
    lower: int
    upper: int | None
    proven: bool
    tree: StrategyTree | None
    spent: Spent
    stopped: Stopped | None = None


def least_prices(
    rules: Rules | str,
    prices: Sequence[int],
    *,
    name: str = "least-prices",
    width: int | None = None,
    limits: Limits = Limits(),
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> PriceSolution:
    """Finds a strategy of the least sum of prices over all secrets, and proves it.

    A secret that the nth guess finds costs the nth of the `prices`, and a later one as much as the last of them; they
    are whole numbers that never fall. `name` is the name of the strategy in its tree. With a `width`, only so many of
    the best-looking guesses are tried at each position: then the tree is good, and rarely proven. `limits.work`
    counts positions. A search that is stopped gives the best tree so far and both bounds.

    Raises `InputError` for prices that cannot be used and for words with weights, `LimitError` for games that are too
    large, and if the prices of all secrets add up to 2^28 or more.

    >>> least_prices("3x4", range(1, 65)).upper
    206
    >>> solution = least_prices("3x4", [0, 0, 0, 1])
    >>> solution.proven, solution.lower, solution.tree.histogram
    (True, 21, (1, 5, 37, 21))
    """
    game = Rules.of(rules)
    given = tuple(prices)
    InputError.check(_faults(given, width))
    if game.lies:
        lying = N_("prices are for games without lies, and {rules} has some; leave them out, as in 4x6")
        raise InputError.said(lying, rules=str(game))
    check_alike(game)
    check_usual_search(game, "prices")
    if given[-1] > _GREATEST_PRICE:
        high = N_("the price {price} is too high for a search; the highest is {most}")
        raise LimitError.said(high, price=given[-1], most=_GREATEST_PRICE)
    run = search_run(game, limits, on_progress, on_interrupt)
    with native_errors(game):
        outcome = _native.solve_prices(
            native_rules(game),
            list(given),
            memory=memory_of(limits),
            positions=run.work,
            width=counted(width),
            watch=run.watch,
        )
    stopped = run.stopped(outcome.stopped)
    if outcome.proven and stopped is not Stopped.INTERRUPT:
        stopped = None  # it was finished before it could be stopped
    tree = None
    if outcome.tree is not None:
        tree = StrategyTree.from_native(Knowledge(game), *outcome.tree, name)
    assert outcome.lower is not None, "there is always a strategy"
    upper = None if outcome.upper is None else outcome.upper[0]
    spent = Spent(outcome.positions, outcome.memory)
    return PriceSolution(game, given, outcome.lower[0], upper, outcome.proven, tree, spent, stopped)


def _faults(prices: tuple[int, ...], width: int | None) -> Iterator[Fault]:
    if not prices:
        yield Fault("there are no prices; give one for each guess, as in {example}", example="[0, 1, 2]")
    for price in prices:
        if not isinstance(price, int) or isinstance(price, bool) or price < 0:
            wrong = N_("the price {price!r} is no whole number from 0 on; give prices as in {example}")
            yield Fault(wrong, price=price, example="[0, 1, 2]")
            return
    if any(later < price for price, later in pairwise(prices)):
        yield Fault("the prices fall; each must be at least the one before it, as in {example}", example="[0, 1, 1]")
    if width is not None:
        yield from whole_number_faults("width", width, 5, 1)
