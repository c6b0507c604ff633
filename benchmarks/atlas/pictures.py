"""The pictures of docs/atlas, drawn from its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from benchmarks.atlas.charts import Curve, curves, histograms
from benchmarks.atlas.families import Grid, grid_of, split_rules
from sito.atlas.record import Bounds, SolvedGame
from sito.exact.problem import Objective

Games = Mapping[str, SolvedGame]


_MOST_COLORS = 16
"""More colors would only have curves of two pegs."""


def pictures(games: Games) -> dict[str, str]:
    """Draws all pictures, by the names of their files."""
    mean = "Guesses on average with the best strategy"
    time = "Time of the proof of the least total"
    drawn = {
        "means.svg": _over_colors(games, ("",), _mean, title=mean, upwards="guesses"),
        "means-distinct.svg": _over_colors(
            games, ("-distinct", "-distinct-black"), _mean, title=f"{mean}, no color twice", upwards="guesses"
        ),
        "means-black.svg": _over_colors(
            games, ("-black", "-total"), _mean, title=f"{mean}, where answers tell less", upwards="guesses"
        ),
        "positions.svg": _over_colors(
            games,
            ("", "-distinct"),
            _positions,
            title="Positions that the proof of the least total searches",
            upwards="positions",
            powers=True,
        ),
        "y.svg": _over_colors(games, ("", "-distinct"), _y, title=time, upwards="Y of one processor", powers=True),
        "y-black.svg": _over_colors(
            games, ("-black", "-total"), _y, title=f"{time}, where answers tell less", upwards="Y", powers=True
        ),
        "histograms.svg": _histograms(games),
    }
    drawn = {name: picture for name, picture in drawn.items() if picture}
    sizes = ((game, split_rules(game.rules)) for game in games.values() if len(game.progress) > 1)
    watched = {game.rules: game.progress for game, size in sizes if size is not None and size[2] in ("", "-distinct")}
    if watched:
        drawn["gap.svg"] = _gaps(watched)
    return drawn


def _mean(game: SolvedGame) -> float | None:
    return None if game.mean is None else float(game.mean)


def _positions(game: SolvedGame) -> float | None:
    return None if game.run is None else game.run.positions or None


def _y(game: SolvedGame) -> float | None:
    return None if game.run is None or game.run.elapsed else game.run.y


def _over_colors(
    games: Games,
    kinds: tuple[str, ...],
    value: Callable[[SolvedGame], float | None],
    *,
    title: str,
    upwards: str,
    powers: bool = False,
) -> str:
    """Draws a curve over the colors for each number of pegs of some kinds of games, of the proven ones."""
    lines = []
    for dash, kind in enumerate(kinds):
        points: dict[int, list[tuple[float, float]]] = {}
        for (pegs, colors), game in sorted(grid_of(games, kind, Objective.TOTAL).items()):
            found = value(game) if game.proven and colors <= _MOST_COLORS else None
            if found is not None:
                points.setdefault(pegs, []).append((colors, found))
        lines += [
            Curve(f"{pegs} pegs{kind.replace('-', ', ')}", line, pegs - 2, dash)
            for pegs, line in points.items()
            if len(line) > 1
        ]
    if not lines:
        return ""  # an atlas that is begun anew
    described = "; ".join(f"{line.name}, {len(line.points)} games" for line in lines)
    return curves(
        lines,
        title=title,
        across="colors",
        upwards=upwards,
        description=f"One curve for each number of pegs over the number of colors: {described}.",
        powers=powers,
    )


def _histograms(games: Games) -> str:
    """Draws the game with the most codes for each number of pegs, of the kinds with the most games."""
    shown: dict[str, tuple[int, ...]] = {}
    for kind in ("", "-distinct", "-black", "-total"):
        solved: Grid = {at: game for at, game in grid_of(games, kind, Objective.TOTAL).items() if game.proven}
        for pegs, alike in groupby(sorted(solved), key=lambda at: at[0]):
            last = solved[max(alike)]
            if 3 <= pegs <= 6 and last.codes > 100 and len(last.histogram) <= 12:
                shown[last.rules] = last.histogram
    return histograms(
        shown,
        title="Codes found with 1, 2, 3 ... guesses by the best strategy",
        description=f"The largest proven game of some kinds: {', '.join(shown)}.",
    )


def _gaps(watched: Mapping[str, Sequence[Bounds]]) -> str:
    """Draws how far apart the bounds were over the time, as parts of the upper one."""
    return curves(
        [
            Curve(
                name, [(each.y, 100 * (each.upper - each.lower) / each.upper) for each in progress], place, place // 6
            )
            for place, (name, progress) in enumerate(watched.items())
        ],
        title="The gap between the best tree and the proven bound over the time",
        across="Y of one processor",
        upwards="gap, %",
        description=f"One curve for each game: {', '.join(watched)}.",
        powers_across=True,
    )
