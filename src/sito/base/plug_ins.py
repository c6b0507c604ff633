"""Plug-ins: what other packages add to Sito by entry points in their pyproject.toml."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sito.errors import N_, SitoError, StrategyError

STRATEGIES = "sito.strategies"
"""The entry point group of strategies."""
METRICS = "sito.metrics"
"""The entry point group of metrics."""


@cache
def plug_ins(group: str) -> dict[str, EntryPoint]:
    """Finds the entry points of a group by their names. What is installed is read once."""
    return {point.name: point for point in entry_points(group=group)}


def load_plug_in(point: EntryPoint) -> Any:
    """Loads what an entry point names. Raises `StrategyError` with the plug-in's own words if that fails."""
    try:
        return point.load()
    except Exception as error:
        broken = N_("the plug-in {name} ({place}) cannot be loaded: {problem}")
        raise StrategyError.said(broken, name=point.name, place=point.value, problem=own_words(error)) from error


def own_words(error: Exception) -> str:
    """Writes an error of foreign code as a traceback would end; an error of Sito says enough by itself."""
    if isinstance(error, SitoError):
        return str(error)
    return f"{type(error).__name__}: {error}"
