"""Metrics: how good a guess is, by the sizes of the cells of its partition of the possible codes.

A metric is a function of the cell sizes that returns a lower number for a better guess. It receives a list of the
sizes, the largest first, without empty cells; where words have weights, the size of a cell is the sum of the weights
in it. Four metrics have names, plug-ins can add more in the entry point group `sito.metrics`, and any function
can serve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isnan, log2
from typing import cast

from sito import _native
from sito.base.plug_ins import METRICS as METRICS_GROUP
from sito.base.plug_ins import load_plug_in, plug_ins
from sito.errors import N_, SitoError, StrategyError

Metric = Callable[[list[int]], float]

METRICS: dict[str, Metric] = {
    "minimax": max,
    "expected-size": lambda sizes: sum(n * n for n in sizes),
    "entropy": lambda sizes: sum(n * log2(n) for n in sizes),
    "most-parts": lambda sizes: -len(sizes),
}
"""The named metrics; the native core has its own, much faster versions of them."""


def bits_of(sizes: Sequence[int], codes: int) -> float:
    """Returns how many bits of information an answer gives on average, by the sizes of the cells of so many codes."""
    return log2(codes) - sum(size * log2(size) for size in sizes) / codes


TOLERANCE = 1e-9
"""Scores that differ by no more than this count as equal, because rounding depends on the order of summation."""


def metric_names() -> tuple[str, ...]:
    """Lists the names of all metrics, those of plug-ins included, in alphabetical order."""
    return tuple(sorted({*METRICS, *plug_ins(METRICS_GROUP)}))


def find_metric(name: str | Metric) -> Metric:
    """Returns the metric of this name, which may come from a plug-in, or the one given. Raises `StrategyError`."""
    if not isinstance(name, str):
        return name
    if name in METRICS:
        return METRICS[name]
    points = plug_ins(METRICS_GROUP)
    if name not in points:
        raise StrategyError.said(
            "there is no metric {name!r}; there are {names}", name=name, names=", ".join(metric_names())
        )
    loaded: Metric = load_plug_in(points[name])
    return loaded


def name_of_metric(metric: str | Metric) -> str:
    """Returns the name of a metric that is given by its name or as a function, whose name it has.

    >>> def unevenness(sizes): return sizes[0] - sizes[-1]
    >>> name_of_metric(unevenness), name_of_metric(partial(unevenness))
    ('unevenness', 'unevenness')
    """
    if isinstance(metric, str):
        return metric
    while isinstance(metric, partial):
        metric = metric.func
    name = getattr(metric, "__name__", None)
    return name if isinstance(name, str) else type(metric).__name__


def native_metric(metric: str | Metric) -> _native.Metric:
    """Returns a metric as the native core takes it: the name of one that it has itself, or a checked function.

    Raises `StrategyError` for a name that no metric has, and for what cannot be called.
    """
    if isinstance(metric, str):
        return cast("_native.Metric", metric) if metric in METRICS else checked(metric, find_metric(metric))
    if not callable(metric):
        wrong = N_(
            "{value!r}, of type {type}, is no metric; give a name such as {example}, or a function of cell sizes"
        )
        raise StrategyError.said(wrong, value=metric, type=type(metric).__name__, example="entropy")
    return checked(name_of_metric(metric), metric)


def checked(name: str, metric: Metric) -> Metric:
    """Wraps a metric so that it raises `SitoError` when its score is NaN, with which no other score can be compared.

    What the metric raises itself passes through, with a note that names it.

    >>> checked("lost", lambda sizes: float("nan"))([2, 1])
    Traceback (most recent call last):
    sito.errors.SitoError: the metric lost gives nan for the cell sizes [2, 1]; it must give a number, lower is better
    """
    return partial(_score, name, metric)


def _score(name: str, metric: Metric, sizes: list[int]) -> float:
    try:
        score = metric(sizes)
    except Exception as error:
        error.add_note(f"raised by the metric {name} for the cell sizes {sizes}")
        raise
    if not _is_number(score):
        nonsense = N_(
            "the metric {name} gives {score!r} for the cell sizes {sizes}; it must give a number, lower is better"
        )
        raise SitoError.said(nonsense, name=name, score=score, sizes=sizes)
    return score


def _is_number(score: object) -> bool:
    """Tells whether the native core can compare it: whatever Python can make a float of, but for NaN."""
    try:
        return not isnan(cast(float, score))
    except (TypeError, ValueError):
        return False
    except OverflowError:  # a whole number beyond all floats
        return False
