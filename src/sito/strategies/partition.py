"""Strategies that look one answer ahead: they guess what cuts the possible codes into the best cells.

They are one chooser with different metrics. A metric is a function of the cell sizes,
lower for a better cut; four have names, and plug-ins add more by the entry point group
`sito.metrics`. The native core counts the cells; `choose_plainly` says in a few lines
of Python what it chooses.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from math import inf, isnan, log2
from typing import cast

from sito import _native
from sito.code import Code
from sito.errors import N_, Fault, LimitError, SitoError, StrategyError
from sito.knowledge import Knowledge
from sito.limits import Limits
from sito.native_run import NativeRun
from sito.strategy import KnownByText, load_plug_in, metric_entry_points, strategy_text
from sito.tree.strategy_tree import StrategyTree

Metric = Callable[[Sequence[int]], float]

METRICS: dict[str, Metric] = {
    "minimax": max,
    "expected-size": lambda sizes: sum(n * n for n in sizes),
    "entropy": lambda sizes: sum(n * log2(n) for n in sizes),
    "most-parts": lambda sizes: -len(sizes),
}
"""The named metrics; the native core has its own, much faster forms of them."""

OPTIONS = ("consistent", "apart")
TOLERANCE = 1e-9


class Partition(KnownByText):
    """Scores every guess by the sizes of the cells that its answers would make, and takes the lowest score.

    Scores within 1e-9 are equal; among equals a guess that may itself be the code comes
    first, then the lowest. With one or two codes left, guesses the lowest. The option
    `consistent` allows only guesses that may be the code; `apart` leaves the cell of the
    guess itself out of the score, since it needs no more guesses. Plays all rules.
    Raises `StrategyError` for another metric or option.

    Source: `minimax`, the largest cell (Knuth 1977); `expected-size`, the sum of squared
    sizes (Irving 1978); `entropy`, the sum of n log2 n (Neuwirth 1982); `most-parts`,
    minus the number of cells (Kooi 2005). Cost per guess: all guesses, up to symmetry,
    times all possible codes. Known results on 4x6, in this order: 5801, 5696, 5722 and
    5668 guesses for all 1296 codes; on 4x10-distinct 27139, 26551, 26424 and 26751 for 5040.

    >>> from sito.rules import Rules
    >>> str(Partition("entropy", "apart", "consistent"))
    'entropy:consistent,apart'
    >>> Partition("minimax").choose(Knowledge(Rules.parse("4x6")), random.Random(1))
    Code([0, 0, 1, 1])
    """

    deterministic = True

    def __init__(self, metric: str, *options: str) -> None:
        StrategyError.check(
            Fault(
                N_("{metric} has no option {option!r}; there are {options}"),
                metric=metric,
                option=option,
                options=", ".join(OPTIONS),
            )
            for option in options
            if option not in OPTIONS
        )
        self.metric = metric
        self.options = tuple(option for option in OPTIONS if option in options)
        # What the native core takes: the name of a metric that it knows, or a function.
        self.function = cast("_native.Metric", metric if metric in METRICS else find_metric(metric))

    @property
    def consistent(self) -> bool:
        """Whether only guesses are allowed that may be the code."""
        return "consistent" in self.options

    @property
    def apart(self) -> bool:
        """Whether the cell of the guess itself is left out of the score."""
        return "apart" in self.options

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Gives the guess of the lowest score. Raises `InconsistentError` if none is left, `LimitError` if too many."""
        knowledge.check_any_left()
        run: NativeRun[object] = NativeRun(Limits())
        guess, stopped = _native.choose(*self._arguments(knowledge))
        run.stopped(stopped)
        return Code(guess)

    def build_tree(self, knowledge: Knowledge, *, on_progress: Callable[[int], object] | None = None) -> StrategyTree:
        """Builds the whole tree natively. Raises `InconsistentError` if no code is left, `LimitError` if too many."""
        knowledge.check_any_left()
        run = NativeRun(Limits(), on_progress)
        tree, word = _native.build_tree(*self._arguments(knowledge), watch=run.watch)
        stopped = run.stopped(word)
        if tree is None:
            raise LimitError(Fault(N_("the tree was not finished; it was stopped ({reason})"), reason=stopped))
        return StrategyTree.from_native(knowledge, *tree, str(self))

    def examined(self, guesses: int, possible: int) -> int:
        """Tells how many of the allowed guesses a choice compares while so many codes are possible."""
        if possible <= 2:
            return 1
        return possible if self.consistent else guesses

    def _arguments(
        self, knowledge: Knowledge
    ) -> tuple[_native.Knowledge, list[tuple[bytes, int]], _native.Metric, bool, bool]:
        if len(knowledge) > _native.LOOK_AHEAD_LIMIT:
            raise LimitError(
                Fault(
                    N_(
                        "{strategy} looks ahead with up to {most} possible codes and there are {count}; "
                        "guess with first-consistent until fewer are left"
                    ),
                    strategy=str(self),
                    most=_native.LOOK_AHEAD_LIMIT,
                    count=len(knowledge),
                )
            )
        history = [(bytes(guess), answer.number) for guess, answer in knowledge.history]
        metric = partial(_score, self.metric, self.function) if callable(self.function) else self.function
        return knowledge.native, history, metric, self.consistent, self.apart

    def __str__(self) -> str:
        return strategy_text(self.metric, *self.options)


def _score(name: str, metric: Callable[[list[int]], float], sizes: list[int]) -> float:
    """Judges sizes by the metric of a plug-in. Raises `SitoError` for what is no number: nothing is lower than NaN."""
    score = metric(sizes)
    if isnan(score):
        nonsense = N_(
            "the metric {name} gives {score} for the cell sizes {sizes}; it must give a number, lower is better"
        )
        raise SitoError(Fault(nonsense, name=name, score=score, sizes=sizes))
    return score


def find_metric(name: str) -> Metric:
    """Loads the metric of a plug-in. Raises `StrategyError`.

    >>> find_metric("cheapest")
    Traceback (most recent call last):
    sito.errors.StrategyError: there is no metric 'cheapest'; there are entropy, expected-size, minimax, most-parts
    """
    points = metric_entry_points()
    if name not in points:
        raise StrategyError(
            Fault(
                N_("there is no metric {name!r}; there are {names}"),
                name=name,
                names=", ".join(sorted({*METRICS, *points})),
            )
        )
    loaded: Metric = load_plug_in(points[name])
    return loaded


def choose_plainly(knowledge: Knowledge, metric: Metric, *, consistent: bool = False, apart: bool = False) -> Code:
    """Chooses as `Partition` does, in plain Python; the oracle of the native chooser.

    >>> from sito.rules import Rules
    >>> choose_plainly(Knowledge(Rules.parse("3x4")), METRICS["most-parts"])
    Code([0, 1, 2])
    """
    if len(knowledge) <= 2:
        return knowledge.first()
    best, best_score, best_possible = knowledge.first(), inf, False
    for guess in knowledge if consistent else knowledge.guesses:
        cells = knowledge.cells(guess)
        possible = any(answer.wins for answer in cells)
        sizes = sorted((size for answer, size in cells.items() if not (apart and answer.wins)), reverse=True)
        if len(cells) == 1:
            continue  # one cell tells nothing
        score = metric(sizes)
        if score < best_score - TOLERANCE or (score <= best_score + TOLERANCE and possible > best_possible):
            best, best_score, best_possible = guess, score, possible
    return best
