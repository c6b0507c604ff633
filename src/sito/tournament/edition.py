"""Editions: what a result depends on besides the texts of its rules and its strategy."""

from __future__ import annotations

import hashlib
import inspect
import io
import pickle
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType

from sito._native import VERSION
from sito.rules.rules import Rules
from sito.strategies.strategy import Strategy
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.tournament.contestants import is_known_by_text

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
