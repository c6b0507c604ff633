"""Results as tables: the same rows as dictionaries, as a frame of pandas or polars, as aligned text and as HTML.

A result names its columns once, each with the value of a row in it; all forms follow from them. `Tabular` is what every
result inherits; `Rows` is the same for a result that is a sequence of its rows, and `Listed` for one that has rows and
is no `Sequence` of Python.
"""

from __future__ import annotations

import csv
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from importlib import import_module
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar, cast, overload

from sito.errors import N_, InputError, LimitError, not_installed

if TYPE_CHECKING:
    import pandas
    import polars

Row = TypeVar("Row")

Cell: TypeAlias = "str | int | float | Sequence[Cell] | Mapping[str, Cell] | None"
"""What stands in a column of a row: plain values, which `json.dumps` can write."""

MOST_ROWS = 1 << 24
"""The most rows that are listed at once; some plans for jugs have more actions than any memory could hold."""
_SHOWN = 60
"""How many rows a notebook shows, as many as pandas does."""
_FRAMES = ("pandas", "polars")


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column: its name, the value of a row in it, and how this is written where the table is shown.

    A column of numbers has a `form`, such as `.3f`, and stands to the right. The `heading` is the name unless there is
    another; without any the column is not shown, and only the data have it. `text` writes what a form cannot.
    """

    name: str
    value: Callable[[Row], object]
    form: str = ""
    heading: str | None = None
    nothing: str = "-"
    text: Callable[[Row], str] | None = None

    @property
    def head(self) -> str:
        """What stands above the column where the table is shown; empty if it is not."""
        return self.name if self.heading is None else self.heading

    def shown(self, row: Row) -> str:
        """Writes the cell of a row.

        >>> Column("loss", Fraction, ".3f").shown("1/3"), Column("possible", bool).shown(1)
        ('0.333', 'yes')
        """
        if self.text is not None:
            return self.text(row)
        value = plain(self.value(row))
        if value is None or value == []:
            return self.nothing
        if isinstance(value, bool):
            return "yes" if value else "no"
        return " ".join(map(str, value)) if isinstance(value, list) else format(value, self.form)


def plain(value: object) -> Cell:
    """Gives a value as data have it: fractions as the nearest numbers, tuples as lists, answers and the like as text.

    >>> plain((Fraction(1, 2), True, None))
    [0.5, True, None]
    """
    match value:
        case None | bool() | int() | float():
            return value
        case Fraction():
            return float(value)
        case tuple() | list():
            return [plain(each) for each in value]
    return str(value)


def at_once(rows: Iterable[Row]) -> list[Row]:
    """Lists rows. Raises `LimitError` for more than 2^24, of which memory might not hold the table."""
    found = list(islice(rows, MOST_ROWS + 1))
    if len(found) > MOST_ROWS:
        raise LimitError.said("there are more than {most} rows, too many for a table", most=MOST_ROWS)
    return found


def _in_64_bits(column: list[Cell]) -> list[Cell]:
    """Gives the values of a column as polars can hold them."""
    if any(isinstance(value, int) and abs(value) >> 63 for value in column):
        return [float(value) if isinstance(value, int) else value for value in column]
    return column


def text_table(
    header: Sequence[str], rows: Iterable[Sequence[str]], *, right: AbstractSet[str] = frozenset(), note: str = ""
) -> str:
    """Aligns the columns; those whose heading is in `right` to the right. A note stands below."""
    lines = [list(header), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    texts = []
    for line in lines:
        cells = (
            cell.rjust(width) if name in right else cell.ljust(width)
            for name, cell, width in zip(header, line, widths, strict=True)
        )
        texts.append("  ".join(cells).rstrip())
    return "\n".join([*texts, *([note] if note else [])])


def html_table(
    header: Sequence[str], rows: Iterable[Sequence[str]], *, right: AbstractSet[str] = frozenset(), note: str = ""
) -> str:
    """Writes an HTML table; a note is its caption."""
    styles = [f'style="text-align:{"right" if name in right else "left"}"' for name in header]

    def line(tag: str, cells: Sequence[str]) -> str:
        inside = (f"<{tag} {style}>{escape(cell)}</{tag}>" for style, cell in zip(styles, cells, strict=True))
        return f"<tr>{''.join(inside)}</tr>"

    caption = f"<caption>{escape(note)}</caption>" if note else ""
    body = "".join(line("td", row) for row in rows)
    return f"<table>{caption}<thead>{line('th', header)}</thead><tbody>{body}</tbody></table>"


def csv_text(names: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Writes rows as CSV below their names; what a row does not have is left empty.

    >>> csv_text(["code", "left"], [{"code": "AABB"}])
    'code,left\\nAABB,\\n'
    """
    text = StringIO()
    writer = csv.DictWriter(text, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


class Tabular(Generic[Row]):
    """A result that can be had as a table; a subclass names its columns and, if it is no row itself, its rows."""

    __slots__ = ()

    @abstractmethod
    def _columns(self) -> Sequence[Column[Row]]:
        """The columns, from left to right."""

    def _rows(self) -> Iterable[Row]:
        """The rows, from the top: the result itself, if it does not name others."""
        return (cast(Row, self),)

    @property
    def note(self) -> str:
        """What stands below the table."""
        return ""

    def to_dicts(self) -> list[dict[str, Cell]]:
        """Lists the rows as dictionaries of plain values: texts, numbers, None, and lists of these.

        Guesses, codes and answers are texts; fractions are the nearest numbers. Raises `LimitError` for more than 2^24
        rows.
        """
        columns = self._columns()
        return [{column.name: plain(column.value(row)) for column in columns} for row in at_once(self._rows())]

    @overload
    def to_frame(self, kind: Literal["pandas"]) -> pandas.DataFrame: ...
    @overload
    def to_frame(self, kind: Literal["polars"]) -> polars.DataFrame: ...
    @overload
    def to_frame(self, kind: None = None) -> pandas.DataFrame | polars.DataFrame: ...
    def to_frame(self, kind: Literal["pandas", "polars"] | None = None) -> pandas.DataFrame | polars.DataFrame:
        """Gives a data frame with the values of `to_dicts`, a row for each.

        `kind` is `"pandas"` or `"polars"`; without one the first of them that is installed makes the frame. In polars
        a column of whole numbers beyond 64 bits has the nearest floats. Raises `SitoError` if the library is not
        installed, `InputError` for another kind, and what `to_dicts` raises.
        """
        if kind is not None and not (isinstance(kind, str) and kind in _FRAMES):
            wrong = N_("there are no frames of {kind!r}; there are those of {names}")
            raise InputError.said(wrong, kind=kind, names=", ".join(_FRAMES))
        rows = self.to_dicts()
        names = list(rows[0]) if rows else [column.name for column in self._columns()]
        values = {name: [row[name] for row in rows] for name in names}
        for module in _FRAMES if kind is None else (kind,):
            try:
                frames = import_module(module)
            except ImportError:
                continue
            fit = _in_64_bits if module == "polars" else list
            made: pandas.DataFrame | polars.DataFrame = frames.DataFrame(
                {name: fit(column) for name, column in values.items()}
            )
            return made
        raise not_installed(kind or _FRAMES[0])

    def _table(self, most: int | None, write: Callable[..., str]) -> str:
        columns = [column for column in self._columns() if column.head]
        rows: Iterator[Row] = iter(self._rows())
        cells = [[column.shown(row) for column in columns] for row in islice(rows, most)]
        if next(rows, None) is not None:
            cells.append(["…" for _column in columns])
        right = {column.head for column in columns if column.form}
        return write([column.head for column in columns], cells, right=right, note=self.note)

    def __str__(self) -> str:
        return self._table(MOST_ROWS, text_table)

    def _repr_html_(self) -> str:
        return self._table(_SHOWN, html_table)


class Listed(Tabular[Row]):
    """A result that has a length, an index and an iterator of its rows, which may come one by one; always true."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows())

    def __len__(self) -> int:
        return len(at_once(self._rows()))

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return at_once(self._rows())[index]

    def __bool__(self) -> bool:
        return True


class Rows(Listed[Row], Sequence[Row]):
    """A result that is a sequence of its rows, all at hand, and is true if it has some."""

    __slots__ = ()

    @abstractmethod
    def _rows(self) -> Sequence[Row]:
        """The rows, from the top."""

    def __len__(self) -> int:
        return len(self._rows())

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return self._rows()[index]

    def __bool__(self) -> bool:
        return bool(self._rows())
