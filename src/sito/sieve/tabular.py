"""Small tables: the same rows as aligned text, as HTML for a notebook, and as a frame of pandas."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from html import escape
from typing import TYPE_CHECKING, ClassVar, TypeVar, overload

from sito.errors import SitoError

if TYPE_CHECKING:
    from pandas import DataFrame

Row = TypeVar("Row")


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


def frame(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> DataFrame:
    """Gives a frame of pandas with these columns. Raises `SitoError` if pandas is not installed."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise SitoError.said("pandas is not installed; install it with: pip install pandas") from None
    return DataFrame(list(rows), columns=list(columns))


class Tabled(Sequence[Row]):
    """Guesses, the best first, that show themselves as a table in text and in a notebook."""

    HEADER: ClassVar[tuple[str, ...]]
    NUMBERS: ClassVar[AbstractSet[str]]
    """The headings of columns that stand to the right."""
    guesses: tuple[Row, ...]

    @abstractmethod
    def cells(self, guess: Row) -> list[str]:
        """Writes the row of a guess."""

    @property
    def note(self) -> str:
        """What stands below the table."""
        return ""

    def __len__(self) -> int:
        return len(self.guesses)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        return self.guesses[index]

    def __str__(self) -> str:
        return text_table(self.HEADER, map(self.cells, self.guesses), right=self.NUMBERS, note=self.note)

    def _repr_html_(self) -> str:
        return html_table(self.HEADER, map(self.cells, self.guesses), right=self.NUMBERS, note=self.note)
