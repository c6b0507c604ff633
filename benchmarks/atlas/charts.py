"""Charts in SVG: curves over a whole number, such as the colors of a game, and bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from sito.base import svg

Points = Sequence[tuple[float, float]]

_LEFT, _RIGHT, _TOP, _BELOW = 84, 190, 46, 48
_WIDTH, _HEIGHT = 520, 320  # of what the axes enclose
_COLORS = ("peg", "moved", "goal", "faint", "water", "ink")
_DASHES = ("", "7 4", "2 3", "10 3 2 3")
_RULES = {
    "text": "font:13px sans-serif;fill:$ink",
    ".title": "font-weight:bold",
    ".axis": "stroke:$ink;stroke-width:1;fill:none",
    ".grid": "stroke:$faint;stroke-width:1;stroke-opacity:.3",
    ".left": "text-anchor:end",
    ".below": "text-anchor:middle",
    **{f".curve{place}": f"fill:none;stroke:${name};stroke-width:2" for place, name in enumerate(_COLORS)},
    **{f".dot{place}": f"fill:${name};stroke:$paper" for place, name in enumerate(_COLORS)},
    **{f".dash{place}": f"stroke-dasharray:{dash}" for place, dash in enumerate(_DASHES) if dash},
    ".bar": "fill:$peg",
}


@dataclass(frozen=True)
class Axis:
    """From where to where an axis goes, in how many steps, and whether each step is a power of ten."""

    least: float
    most: float
    step: float
    powers: bool = False

    @classmethod
    def over(cls, values: Sequence[float], *, powers: bool = False) -> Axis:
        """Finds round ends around some values.

        >>> Axis.over([1.2, 7.9])
        Axis(least=1, most=8, step=1, powers=False)
        """
        if powers:
            return cls(floor(log10(min(values))), ceil(log10(max(values))), 1, True)
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if max(values) - min(values) <= 14 * step)
        return cls(floor(min(values) / step) * step, ceil(max(values) / step) * step, step)

    def part(self, value: float) -> float:
        """Tells how far along the axis a value stands, from 0 to 1."""
        at = log10(value) if self.powers else value
        return (at - self.least) / max(self.most - self.least, 1e-9)

    def ticks(self) -> list[tuple[float, str]]:
        """Lists the values with a line, and what is written there."""
        count = round((self.most - self.least) / self.step)
        at = [self.least + place * self.step for place in range(count + 1)]
        return [(10**value, _power(value)) if self.powers else (value, f"{value:g}") for value in at]


def _power(exponent: float) -> str:
    value: float = 10**exponent
    return f"{round(value):,}".replace(",", "\N{NO-BREAK SPACE}") if exponent >= 0 else f"{value:g}"


@dataclass(frozen=True)
class Curve:
    """A curve through points, its name in the legend, its color and how it is dashed."""

    name: str
    points: Points
    color: int = 0
    dash: int = 0

    @property
    def style(self) -> str:
        """The classes of its line."""
        return f"curve{self.color % len(_COLORS)} dash{self.dash % len(_DASHES)}"


def curves(
    lines: Sequence[Curve],
    *,
    title: str,
    across: str,
    upwards: str,
    description: str,
    powers: bool = False,
    powers_across: bool = False,
) -> str:
    """Draws curves with a dot for each value, and a legend beside them."""
    points = [point for line in lines for point in line.points]
    wide = Axis.over([x for x, _ in points], powers=powers_across)
    high = Axis.over([y for _, y in points], powers=powers)
    parts = [svg.text(_LEFT, 24, title, "title")]
    for value, written in high.ticks():
        y = _TOP + (1 - high.part(value)) * _HEIGHT
        parts.append(f'<path class="grid" d="M{_LEFT} {svg.number(y)}h{_WIDTH}"/>')
        parts.append(svg.text(_LEFT - 8, y + 4, written, "left"))
    for value, written in wide.ticks():
        parts.append(svg.text(_LEFT + wide.part(value) * _WIDTH, _TOP + _HEIGHT + 18, written, "below"))
    parts.append(svg.text(_LEFT + _WIDTH / 2, _TOP + _HEIGHT + 38, across, "below"))
    parts.append(svg.text(_LEFT, _TOP - 6, upwards))
    parts.append(f'<path class="axis" d="M{_LEFT} {_TOP}v{_HEIGHT}h{_WIDTH}"/>')
    for number, line in enumerate(lines):
        placed = [(_LEFT + wide.part(x) * _WIDTH, _TOP + (1 - high.part(y)) * _HEIGHT) for x, y in line.points]
        path = " ".join(f"{svg.number(x)},{svg.number(y)}" for x, y in placed)
        parts.append(f'<polyline class="{line.style}" points="{path}"/>')
        parts += [_dot(line, x, y) for x, y in placed]
        x, y = _LEFT + _WIDTH + 16, _TOP + 8 + 20 * number
        parts.append(f'<path class="{line.style}" d="M{x} {y}h30"/>{_dot(line, x + 15, y)}')
        parts.append(svg.text(x + 38, y + 4, line.name))
    return svg.document(
        "chart",
        _LEFT + _WIDTH + _RIGHT,
        _TOP + max(_HEIGHT, 20 * len(lines)) + _BELOW,
        "\n".join(parts),
        title=title,
        description=description,
        rules=_RULES,
    )


def _dot(line: Curve, x: float, y: float) -> str:
    return f'<circle class="dot{line.color % len(_COLORS)}" cx="{svg.number(x)}" cy="{svg.number(y)}" r="3.5"/>'


_BARS, _BAR, _SMALL = 100, 15, 190


def histograms(games: Mapping[str, Sequence[int]], *, title: str, description: str, columns: int = 4) -> str:
    """Draws the histogram of each game: which part of its codes is found with 1, 2, 3 ... guesses."""
    drawn = []
    for name, counts in games.items():
        parts = [svg.text(10, 16, name, "title")]
        for number, count in enumerate(counts, 1):
            height = _BARS * count / max(counts)
            x, y = 10 + (number - 1) * _BAR, 24 + _BARS - height
            told = f"<title>{number}: {count}</title>"
            size = f'width="{_BAR - 3}" height="{svg.number(max(height, 1))}"'
            parts.append(f'<rect class="bar" x="{svg.number(x)}" y="{svg.number(y)}" {size}>{told}</rect>')
            if number == 1 or number % 2 == 0 or len(counts) < 10:
                parts.append(svg.text(x + (_BAR - 3) / 2, 24 + _BARS + 15, str(number), "below"))
        drawn.append("".join(parts))
    width, height, content = svg.grid(drawn, _SMALL, _BARS + 60, columns)
    content = svg.text(10, 20, title, "title") + svg.group(0, 30, content)
    return svg.document("chart", width, height + 30, content, title=title, description=description, rules=_RULES)
