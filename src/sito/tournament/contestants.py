"""The contestants of a tournament: strategies as objects or texts, and metrics, each with a name and an edition."""

from __future__ import annotations

import hashlib
import inspect
import io
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from inspect import signature
from types import BuiltinFunctionType, FunctionType
from typing import TypeAlias

from sito._native import VERSION
from sito.errors import N_, StrategyError
from sito.rules.rules import Rules
from sito.sieve.metrics import Metric
from sito.strategies.from_tree import strategy_of
from sito.strategies.partition import Partition
from sito.strategies.strategy import Strategy, Trees, parse_strategy, strategy_factory, strategy_names
from sito.strategies.tree.strategy_tree import StrategyTree

Contestant: TypeAlias = Strategy | StrategyTree | str | Metric
"""A strategy, the text or the tree of one, or a function of cell sizes: a metric, to look one answer ahead with."""


_NOT_UNASKED = {"best", "careless", "halving"}
"""Strategies that are compared only if they are named: one takes long, one is made to be weak, one for large boards."""


def default_contestants() -> list[str]:
    """Lists the strategies that are compared where none are named: all that play without any option."""
    names = [name for name in strategy_names() if name not in _NOT_UNASKED]
    return [name for name in names if _needs_nothing(strategy_factory(name))]


def _needs_nothing(factory: Callable[..., Strategy]) -> bool:
    try:
        signature(factory).bind()
    except TypeError:
        return False
    return True


def read_contestants(
    contestants: Contestant | Iterable[Contestant], trees: Trees | None = None
) -> tuple[Strategy, ...]:
    """Turns contestants of every form into strategies; of equal ones only the first is kept.

    `trees` finds the trees that texts name. Raises `StrategyError` with every fault.
    """
    several: Iterable[object] = [contestants]
    if isinstance(contestants, Iterable) and not isinstance(contestants, str | Strategy) and not callable(contestants):
        several = contestants
    found: list[Strategy] = []
    for strategy in StrategyError.gather(partial(read_contestant, trees=trees), several):
        if not any(strategy is known or strategy == known for known in found):
            found.append(strategy)
    return tuple(found)


def read_contestant(contestant: object, trees: Trees | None = None) -> Strategy:
    """Turns a contestant of any form into a strategy. Raises `StrategyError`."""
    contestant = strategy_of(contestant, trees)
    if isinstance(contestant, type):
        raise StrategyError.said("{name} is a class; give an object of it, as in {name}()", name=contestant.__name__)
    if isinstance(contestant, Strategy):
        return contestant
    if callable(contestant):
        metric: Callable[[list[int]], float] = contestant
        return Partition(metric)
    nothing = N_(
        "{value!r}, of type {type}, is no strategy; give an object with deterministic, consistent and choose, a text "
        "as in 'entropy', or a function of the cell sizes"
    )
    raise StrategyError.said(nothing, value=contestant, type=type(contestant).__name__)


def is_known_by_text(strategy: Strategy) -> bool:
    """Returns whether the text of a strategy is enough to find it, on every machine with the same installation."""
    if isinstance(strategy, Partition):
        return strategy.named
    if type(strategy).__module__.split(".")[0] == __name__.split(".")[0]:
        return True
    try:
        found = parse_strategy(str(strategy))
    except StrategyError:
        return False
    if type(found) is not type(strategy) or str(found) != str(strategy):
        return False
    return type(strategy).__eq__ is object.__eq__ or found == strategy


def names_of(strategies: Sequence[Strategy]) -> tuple[str, ...]:
    """Names strategies for a table: by their texts, or by their types if they have no text of their own.

    No name is given twice: a strategy of the registry keeps its own name, and of others
    with the same name the second is called `NAME (2)`.

    >>> def entropy(sizes): return sizes[0]
    >>> names_of([Partition(entropy), parse_strategy("entropy"), Partition(min), Partition(lambda sizes: 0)])
    ('entropy (2)', 'entropy', 'min', '<lambda>')
    """
    names: dict[int, str] = {}
    taken: set[str] = set()
    for place in sorted(range(len(strategies)), key=lambda place: not is_known_by_text(strategies[place])):
        own = name = _own_name(strategies[place])
        number = 1
        while name in taken:
            number += 1
            name = f"{own} ({number})"
        taken.add(name)
        names[place] = name
    return tuple(names[place] for place in range(len(strategies)))


def _own_name(strategy: Strategy) -> str:
    kind = type(strategy)
    if kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__:
        return kind.__name__  # the default text of an object contains its address
    return " ".join(str(strategy).split()) or kind.__name__


_MAIN = ("__main__", "__mp_main__")
"""The module of the program that runs; in a worker another one has its name."""


def edition(rules: Rules, strategy: Strategy) -> str:
    """Names the version of Sito and a digest of the words, trees and plug-ins that rules and strategy use.

    Results of different editions are kept apart, because a word list, a tree or a plug-in
    may change without changing its name.
    """
    return _digest([*_words(rules), *_trees(strategy), *_plug_in_sources(strategy)])


def lasting_edition(rules: Rules, strategy: Strategy) -> str | None:
    """Returns the edition under which results of an object can be kept from one run to the next, or None.

    For a strategy that its text names, that is its edition. Another object is identified by
    its pickled form and by the source of the modules to which the pickle refers. None if it
    cannot be pickled, or if a source is not available, as in an interactive session.

    >>> from sito.strategies.partition import Partition
    >>> lasting_edition(Rules.parse("4x6"), Partition(lambda sizes: sizes[0])) is None
    True
    """
    if is_known_by_text(strategy):
        return edition(rules, strategy)
    try:
        pickled, modules = _pickled(strategy)
        sources = [inspect.getsource(sys.modules[name]) for name in modules]
    except (pickle.PicklingError, AttributeError, TypeError, OSError, RecursionError, KeyError):
        return None
    return _digest([*_words(rules), *_trees(strategy), pickled.hex(), *sources])


def _digest(parts: list[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{len(part)} {part}".encode())
    return f"{VERSION}+{digest.hexdigest()[:16]}" if parts else VERSION


def _words(rules: Rules) -> Iterator[str]:
    if rules.words:
        yield rules.words.digest


def _trees(strategy: Strategy) -> Iterator[str]:
    for value in _parts(strategy):
        if isinstance(value, StrategyTree):
            yield str(value)


def _parts(strategy: Strategy) -> list[object]:
    return list(getattr(strategy, "__dict__", {}).values())


def _plug_in_sources(strategy: Strategy) -> Iterator[str]:
    """Yields the source of the modules outside this package that define a strategy, or a function it holds."""
    functions = [value for value in _parts(strategy) if callable(value)]
    names = {getattr(value, "__module__", None) for value in (type(strategy), *functions)}
    for name in sorted(name for name in names if isinstance(name, str)):
        if _is_foreign(name) and name not in _MAIN and name in sys.modules:
            try:
                yield inspect.getsource(sys.modules[name])
            except (OSError, TypeError):  # there is no source, as for a compiled module
                yield name


def _is_foreign(module: str) -> bool:
    return module.split(".")[0] != __name__.split(".")[0]


def _pickled(strategy: Strategy) -> tuple[bytes, list[str]]:
    """Pickles a strategy, and lists the modules outside Sito and the standard library to which the pickle refers."""
    modules: set[str] = set()

    class Pickler(pickle.Pickler):
        def persistent_id(self, value: object) -> None:
            if isinstance(value, type | FunctionType | BuiltinFunctionType):
                modules.add(value.__module__ or "builtins")

    buffer = io.BytesIO()
    Pickler(buffer, protocol=5).dump(strategy)
    known = {"builtins", *sys.stdlib_module_names}
    return buffer.getvalue(), sorted(name for name in modules if _is_foreign(name) and name.split(".")[0] not in known)
