"""The tables of docs/atlas, as Markdown."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterable, Sequence

from benchmarks.atlas.families import Grid
from benchmarks.atlas.places import PAGES, ROOT
from sito.atlas.record import Published, SolvedGame


def table(header: Sequence[str], rows: Iterable[Sequence[object]], right: str = "") -> str:
    """Writes a table in Markdown; `right` has an `r` for each column that stands to the right, `l` for the others."""
    marks = ["---:" if place < len(right) and right[place] == "r" else "---" for place in range(len(header))]
    lines = [header, marks, *([str(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def grid_table(grid: Grid, shown: Callable[[SolvedGame], str]) -> str:
    """Writes what is known of games by pegs and colors, a row for each number of colors."""
    pegs = sorted({at[0] for at in grid})
    colors = sorted({at[1] for at in grid})
    rows = [
        [f"**{count}**", *(shown(grid[peg, count]) if (peg, count) in grid else "" for peg in pegs)] for count in colors
    ]
    return table(["colors", *(f"{peg} pegs" for peg in pegs)], rows, "r" * (len(pegs) + 1))


def value_text(game: SolvedGame) -> str:
    """Writes the value of a game; bounds where it is open."""
    if game.proven:
        return ", ".join(map(str, game.upper))
    lower, upper = (", ".join(map(str, bound)) for bound in (game.lower, game.upper))
    return f"{lower} … {upper}"


def linked_value(game: SolvedGame) -> str:
    """Writes the value, which leads to the tree if that is in the repository."""
    return link(value_text(game), None if game.tree is None else game.tree.file)


def link(text: str, file: str | None) -> str:
    """Makes a link to a file of the repository from a page of the atlas."""
    return text if file is None else f"[{text}]({os.path.relpath(ROOT / file, PAGES)})"


def y_text(game: SolvedGame) -> str:
    """Writes the time in Y; of the processor, or where only that is known, the time that passed."""
    if game.run is None or game.run.y is None:
        return ""
    passed = f" ({game.run.threads} threads, elapsed)" if game.run.elapsed else ""
    if game.run.y < 0.01:
        return "< 0.01" + passed
    return (f"{game.run.y:.2f}" if game.run.y < 10 else f"{game.run.y:.0f}") + passed


def positions_text(game: SolvedGame) -> str:
    if game.run is None or game.run.positions is None:
        return ""
    return f"{'≥ ' if game.run.at_least else ''}{game.run.positions}"


FULL = (
    "game",
    "value",
    "mean",
    "first",
    "codes found with 1, 2, 3 … guesses",
    "positions",
    "Y",
    "date",
    "commit",
    "tree",
    "certificate",
)


def full_row(game: SolvedGame) -> list[str]:
    """Writes all that the page of all games says of one."""
    return [
        f"`{shown_name(game)}`",
        value_text(game),
        "" if game.mean is None else f"{float(game.mean):.4f}",
        game.guess or "",
        _histogram(game.histogram),
        positions_text(game),
        y_text(game),
        "" if game.run is None else game.run.date,
        "" if game.run is None else game.run.commit,
        "" if game.tree is None else link(f"`{game.tree.sha256[:12]}`", game.tree.file),
        "" if game.certificate is None else link(f"`{game.certificate.sha256[:12]}`", game.certificate.file),
    ]


def shown_name(game: SolvedGame) -> str:
    """Names a game without the objective, which stands over the table."""
    return game.name.replace(f" {game.objective.value}", "", 1)


def _histogram(counts: Sequence[int]) -> str:
    if len(counts) <= 24:
        return " ".join(map(str, counts))
    return " ".join(map(str, counts[:16])) + f" … {counts[-1]} ({len(counts)} numbers)"


def full_table(games: Iterable[SolvedGame]) -> str:
    rows = list(map(full_row, games))
    if not any(row[-1] for row in rows):  # a column that would be empty
        return table(FULL[:-1], [row[:-1] for row in rows], "lrrllrr")
    return table(FULL, rows, "lrrllrr")


def published_text(each: Published) -> str:
    """Writes a published value, who found it, and whether it was proven."""
    return f"{', '.join(map(str, each.value))} ({each.source}{', proven' if each.exact else ''})"
