"""Pictures of tournaments, with Matplotlib (extra `plot`), which is imported when something is drawn.

The background is transparent and all ink is of middle brightness, so that a picture
reads as well on a dark page as on a light one.
"""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from sito.base.files import check_writable, write_atomically
from sito.base.svg import MIDDLE_BAR, MIDDLE_INK, MIDDLE_MARK
from sito.errors import InputError, SitoError
from sito.show.i18n import _

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sito.tournament.table import Standing, Table

FORMATS = (".svg", ".png", ".pdf")

_ROW_INCHES, _COLUMN_INCHES = 0.62, 4.2


def check_file(file: Path) -> None:
    """Sees that a picture can be drawn to a file, before anything is computed for it.

    Raises `InputError` for a name that does not end in one of `FORMATS` or a place that cannot be written, `SitoError`
    without Matplotlib.
    """
    if file.suffix.lower() not in FORMATS:
        raise InputError.said("{file!r} names no kind of picture; let it end in .svg, .png or .pdf", file=str(file))
    check_writable(file)
    if find_spec("matplotlib") is None:
        raise SitoError.said("Matplotlib is not installed; install it with: pip install 'sito[plot]'")


def plot_table(table: Table, file: Path) -> None:
    """Draws the histograms of a tournament: a column for each game, a row for each strategy.

    A bar is the share of games that took so many guesses; the line is the mean.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    rules = list(dict.fromkeys(standing.rules for standing in table.standings))
    strategies = list(dict.fromkeys(standing.strategy for standing in table.standings))
    found = {(standing.rules, standing.strategy): standing for standing in table.standings if not standing.refusal}
    longest = max((standing.maximum for standing in found.values()), default=1)
    tallest = max((max(_shares(standing)) for standing in found.values()), default=1.0)
    # Without a date and with names of its own for its parts, the same table gives the same SVG.
    with rc_context({"font.size": 9, "svg.hashsalt": "sito", "svg.fonttype": "none"}):
        size = (_COLUMN_INCHES * len(rules) + 1.4, _ROW_INCHES * len(strategies) + 0.9)
        figure = Figure(figsize=size, layout="constrained")
        grid = figure.subplots(len(strategies), len(rules), squeeze=False, sharex=True, sharey=True)
        for row, strategy in zip(grid, strategies, strict=True):
            for axes, game in zip(row, rules, strict=True):
                _draw(axes, found.get((game, strategy)), tallest)
                if axes is row[0]:
                    axes.set_ylabel(strategy, rotation=0, ha="right", va="center", color=MIDDLE_INK)
        for axes, game in zip(grid[0], rules, strict=True):
            axes.set_title(game, color=MIDDLE_INK, fontsize=10)
        for axes in grid[-1]:
            axes.set_xlabel(_("guesses"), color=MIDDLE_INK)
            axes.set_xticks(range(1, longest + 1))
            axes.set_xlim(0.4, longest + 0.6)
        kind = file.suffix.lower().removeprefix(".")
        metadata = {"Date": None} if kind == "svg" else None
        picture = BytesIO()
        figure.savefig(picture, format=kind, transparent=True, dpi=160, metadata=metadata)
    write_atomically(file, picture.getvalue())


def _draw(axes: Axes, standing: Standing | None, tallest: float) -> None:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(MIDDLE_INK)
    axes.tick_params(colors=MIDDLE_INK, left=False, labelleft=False)
    axes.set_ylim(0, 1.35 * tallest)
    if standing is None or standing.mean is None:
        axes.text(
            0.5, 0.5, _("does not play this game"), transform=axes.transAxes, ha="center", color=MIDDLE_INK, fontsize=8
        )
        return
    shares = _shares(standing)
    axes.bar(range(1, len(shares) + 1), shares, width=0.82, color=MIDDLE_BAR)
    axes.axvline(standing.mean, color=MIDDLE_MARK, linewidth=1.6)
    margin = f" ± {standing.margin:.3f}" if standing.margin else ""
    label = f"{standing.mean:.3f}{margin}"
    axes.text(standing.mean + 0.12, 1.3 * tallest, label, color=MIDDLE_MARK, va="top", fontsize=8)


def _shares(standing: Standing) -> list[float]:
    """Gives the share of games that took 1, 2, 3 ... guesses, by weight if words have weights."""
    counts = standing.histogram if standing.weighed is None else standing.weighed
    return [count / standing.weight for count in counts]
