"""Tables to sort, bars, histograms, bounds and claims: what the views that study games draw beside the board.

All of them take plain data and translated texts; what changes is put in place, so that the focus stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from sito.web.page.elements import DRAWING, Brings, Component, Vue, is_number, is_pair, is_text


class _Rows(Component):
    """Rows in which codes and answers are drawn; the event `choose` brings the key of one."""

    BRINGS: ClassVar[Brings] = {"choose": is_text}

    def show(
        self, rows: Sequence[Mapping[str, object]], *, about: Mapping[str, object] | None = None, pegs: int = 0
    ) -> Self:
        """Shows these rows; `about` tells how codes look, of so many pegs."""
        return self.put(about=about, pegs=pegs, rows=rows)


class SortedTable(_Rows, component="components/sito_sorted.js", dependencies=DRAWING):
    """A table that a person sorts by any column; with `choose` the first cell of a row is a button.

    `columns` have `text`, `number` for those of numbers, and `title`, which says more; rows a `key`, and `cells` of
    `text`, of a value to `sort` by, and of `colors` or an `answer`. `chosen` is the key of a row that is marked.

    Numbers of codes are floats, for no integer of more than 64 bits goes to the browser.
    """


class Bars(_Rows, component="components/sito_bars.js", dependencies=DRAWING):
    """Bars with their names and numbers; with `choose` a name is a button, whose key comes with the event `choose`.

    Rows have `key`, `name`, `value`, `text` and, if there is one, `note`, `answer`, `state` and `title`. Marks of an
    answer by position are drawn on `colors`, those of the guess.
    """


class Histograms(Vue, component="components/sito_histograms.js"):
    """Histograms on one scale: `rows` of `key`, `name`, `counts`, `games`, `mean`, `text`, and `told` to be heard."""


def histogram(key: str, name: str, counts: Sequence[int], mean: float, text: str) -> dict[str, object]:
    """Makes a row of them: how many games took 1, 2, 3 ... guesses."""
    told = ", ".join(f"{guesses}: {count}" for guesses, count in enumerate(counts, 1) if count)
    row = {"key": key, "name": name, "counts": counts, "games": sum(counts), "mean": mean}
    return {**row, "text": text, "told": told}


class Bounds(Vue, component="components/sito_bounds.js"):
    """Two bounds that close on each other: `points` of seconds, lower and upper bound.

    The `texts` are `lower`, `upper`, `seconds` and `told`.
    """


class Claims(Vue, component="components/sito_claims.js", dependencies=DRAWING):
    """Which peg of a guess claims which peg of the code.

    `guess` and `secret` are colors, `claims` places or None; then there are `marks`, `names`, `about` and `told`.
    """


class JugScene(Component, component="components/sito_jugs.js", dependencies=DRAWING):
    """Jugs with water, a tap and a drain; the event `pour` brings the source and the target, None for tap or drain."""

    BRINGS: ClassVar[Brings] = {"pour": is_pair}


class PegScene(Component, component="components/sito_pegs.js", dependencies=DRAWING):
    """A board with pegs; the events are `jump`, with the holes from and to, and `vacancy`, with a hole."""

    BRINGS: ClassVar[Brings] = {"jump": is_pair, "vacancy": is_number}


class SieveScene(Component, component="components/sito_sieve.js", dependencies=DRAWING):
    """All codes of a small game; the event `choose` brings the number of a code, and `cell` that of a cell."""

    BRINGS: ClassVar[Brings] = {"choose": is_number, "cell": is_number}


class Flags(Vue, component="components/sito_flags.js"):
    """Up to ten thousand codes as dots; `flags` has 1 for each that is possible, else 0, and `label` is heard."""
