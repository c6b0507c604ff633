"""Charts: bars and curves, with the same numbers in a table behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from nicegui.element import Element

from sito.show.i18n import _


@dataclass(frozen=True)
class Series:
    """One row of numbers of a chart; None where there is none.

    `texts` are what the table shows instead of the numbers; `marks` tells which stand out.
    """

    name: str
    values: Sequence[float | None]
    texts: Sequence[str] | None = None
    marks: Sequence[bool] | None = None


class Chart(Element, component="components/sito_chart.js"):
    """A chart; `set` shows other numbers in place."""

    def __init__(self, kind: str, label: str, *, across: str = "", up: str = "") -> None:
        super().__init__()
        self._props.update({"kind": kind, "label": label, "across": across, "up": up, "table": _("As a table")})

    def set(self, names: Sequence[object], *series: Series, label: str | None = None) -> Self:
        """Shows these numbers: `names` stand below, one for each number of every series."""
        listed: list[dict[str, Any]] = [
            {
                "name": one.name,
                "values": list(one.values),
                "texts": None if one.texts is None else list(one.texts),
                "marks": None if one.marks is None else list(one.marks),
            }
            for one in series
        ]
        self._props["names"] = [str(name) for name in names]
        self._props["series"] = listed
        if label is not None:
            self._props["label"] = label
        return self
