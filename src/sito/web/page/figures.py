"""Tables to sort, bars, histograms, bounds and claims: what the views that study games draw beside the board.

All of them take plain data and translated texts; what changes is put in place, so that the focus stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from nicegui.element import Element

from sito.web.page.elements import Brings, Component, is_text

_DRAWING: list[str | Path] = ["components/sito_drawing.js"]


class SortedTable(Component, component="components/sito_sorted.js", dependencies=_DRAWING):
    """A table that a person sorts by any column; with `choose` the first cell of a row is a button.

    The event `choose` brings the key of the row.
    """

    BRINGS: ClassVar[Brings] = {"choose": is_text}

    def __init__(self, caption: str, *, choose: bool = False) -> None:
        super().__init__()
        self._props["caption"] = caption
        self._props["choose"] = choose

    def columns(self, columns: Iterable[Mapping[str, Any]]) -> Self:
        """Names the columns: `text`, `number` for those of numbers, and `title`, which says more."""
        self._props["columns"] = [dict(column) for column in columns]
        return self

    def show(self, rows: Sequence[Mapping[str, Any]], *, about: Mapping[str, Any] | None = None, pegs: int = 0) -> Self:
        """Shows rows: a `key`, and `cells` of `text`, of a value to `sort` by, and of `colors` or an `answer`."""
        self._props["about"] = about
        self._props["pegs"] = pegs
        self._props["rows"] = [dict(row) for row in rows]
        return self

    def choose(self, key: str | None) -> Self:
        """Marks the row that is chosen."""
        self._props["chosen"] = key
        return self


class Bars(Component, component="components/sito_bars.js", dependencies=_DRAWING):
    """Bars with their names and numbers; with `choose` a name is a button, whose key comes with the event `choose`."""

    BRINGS: ClassVar[Brings] = {"choose": is_text}

    def __init__(self, caption: str, heads: Sequence[str], *, choose: bool = False) -> None:
        super().__init__()
        self._props["caption"] = caption
        self._props["heads"] = list(heads)
        self._props["choose"] = choose

    def show(self, rows: Sequence[Mapping[str, Any]], *, about: Mapping[str, Any] | None = None, pegs: int = 0) -> Self:
        """Shows rows of `key`, `name`, `value`, `text` and, if there is one, `note`, `answer`, `state` and `title`.

        Marks of an answer by position are drawn on `colors`, those of the guess.
        """
        self._props["about"] = about
        self._props["pegs"] = pegs
        self._props["rows"] = [dict(row) for row in rows]
        return self


class Histograms(Element, component="components/sito_histograms.js"):
    """Histograms below each other on one scale."""

    def show(self, rows: Sequence[Mapping[str, Any]]) -> Self:
        """Shows rows of `key`, `name`, `counts`, `games`, `mean`, a `text`, and `told` for those who hear it."""
        self._props["rows"] = [dict(row) for row in rows]
        return self


class Bounds(Element, component="components/sito_bounds.js"):
    """Two bounds that close on each other over time."""

    def show(self, points: Sequence[Sequence[float | None]], texts: Mapping[str, str]) -> Self:
        """Shows points of seconds, lower and upper bound; `texts` are `lower`, `upper`, `seconds` and `told`."""
        self._props["texts"] = dict(texts)
        self._props["points"] = [list(point) for point in points]
        return self


class Claims(Element, component="components/sito_claims.js", dependencies=_DRAWING):
    """Which peg of a guess claims which peg of the code."""

    def show(self, **data: Any) -> Self:
        """Shows `guess` and `secret` as colors, `claims` as places or None, `marks`, `names`, `about` and `told`."""
        for name, value in data.items():
            self._props[name] = value
        return self
