"""What a result depends on beside the texts of its rules and strategy."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterator

from sito._native import VERSION
from sito.rules import Rules
from sito.strategy import Strategy
from sito.tree.strategy_tree import StrategyTree


def edition(rules: Rules, strategy: Strategy) -> str:
    """Names the version of Sito and a digest of the words, trees and plug-ins that rules and strategy use.

    Results of one edition are kept apart from those of another: a word list, a tree or a
    strategy of one's own may change and keep its name.

    >>> from sito.strategy import parse_strategy
    >>> edition(Rules.parse("4x6"), parse_strategy("first-consistent")) == VERSION
    True
    """
    digest = hashlib.sha256()
    parts = [*_words(rules), *_trees(strategy), *_plug_in_sources(strategy)]
    for part in parts:
        digest.update(f"{len(part)} {part}".encode())
    return f"{VERSION}+{digest.hexdigest()[:16]}" if parts else VERSION


def _words(rules: Rules) -> Iterator[str]:
    if rules.words:
        yield " ".join(rules.words.secrets)
        yield " ".join(rules.words.guesses)


def _trees(strategy: Strategy) -> Iterator[str]:
    for value in _parts(strategy):
        if isinstance(value, StrategyTree):
            yield str(value)


def _parts(strategy: Strategy) -> list[object]:
    return list(getattr(strategy, "__dict__", {}).values())


def _plug_in_sources(strategy: Strategy) -> Iterator[str]:
    """Finds the text of the modules outside this package that a strategy, or a function it holds, comes from."""
    functions = [value for value in _parts(strategy) if callable(value)]
    names = {type(strategy).__module__, *(value.__module__ for value in functions if hasattr(value, "__module__"))}
    for name in sorted(names):
        if name.split(".")[0] != __name__.split(".")[0] and name in sys.modules:
            try:
                yield inspect.getsource(sys.modules[name])
            except (OSError, TypeError):  # no source, as for a compiled module
                yield name
