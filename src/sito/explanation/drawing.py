"""The drawings of an explanation, in text and as SVG: the guess above the code, and a line for each claim.

In text the lines run down from the pegs of the guess, along a lane of their own, and down to the pegs of the code
that they claim. Two lines never share a piece of their way: a line comes down onto a column only below the lane on
which that column's own line has turned away, and where lines wait for each other in a ring, one of them goes round by
the blank beside its end (a dogleg, as channels of circuits have them; Deutsch 1976).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sito.base import svg
from sito.explanation.pegs import Claim, PegClaim

Fragment = tuple[str, str]
"""Some characters and how they look."""
Line = tuple[Fragment, ...]

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_BOX = {
    0: " ",
    _NORTH | _SOUTH: "│",
    _EAST | _WEST: "─",
    _NORTH | _EAST: "└",
    _NORTH | _WEST: "┘",
    _SOUTH | _EAST: "┌",
    _SOUTH | _WEST: "┐",
    _NORTH | _SOUTH | _EAST | _WEST: "┼",
}


@dataclass
class _Link:
    """A line still to be drawn between two columns; it must come after the line `after`, if that is still to come."""

    start: int
    end: int
    after: _Link | None = None

    @property
    def span(self) -> tuple[int, int]:
        return min(self.start, self.end), max(self.start, self.end)


def links(pegs: Sequence[PegClaim], step: int) -> list[str]:
    """Draws the lines between two rows of pegs that stand `step` columns apart, the first in column 0.

    >>> from sito.codes.code import Code
    >>> from sito.explanation.pegs import claims
    >>> for row in links(claims(Code([0, 1, 2]), Code([1, 0, 2])), 2):
    ...     print(row)
    └┐│ │
    ┌┼┘ │
    │└┐ │
    """
    straight = [step * peg.place for peg in pegs if peg.claim is Claim.RIGHT_PLACE]
    lanes = _lanes(pegs, step)
    width = step * (len(pegs) - 1) + 1
    rows = []
    down = {line.start for lane in lanes for line in lane if line.start % step == 0}  # from pegs of the guess
    for lane in lanes or [[]]:
        cells = [0] * width
        ends = {line.end for line in lane}
        starts = {line.start for line in lane}
        for column in (*straight, *(down - starts)):
            cells[column] |= _NORTH | _SOUTH
        for line in lane:
            left, right = line.span
            for column in range(left, right + 1):
                cells[column] |= (_EAST if column < right else 0) | (_WEST if column > left else 0)
            cells[line.start] |= _NORTH
            cells[line.end] |= _SOUTH
        rows.append("".join(_BOX[cell] for cell in cells))
        down = (down - starts) | ends
    return rows


def _lanes(pegs: Sequence[PegClaim], step: int) -> list[list[_Link]]:
    crossing = [peg for peg in pegs if peg.claim is Claim.OTHER_PLACE and peg.claimed is not None]
    lines = {step * peg.place: _Link(step * peg.place, step * (peg.claimed or 0)) for peg in crossing}
    for line in lines.values():
        line.after = lines.get(line.end)
    waiting = list(lines.values())
    lanes: list[list[_Link]] = []
    while waiting:
        ready = [line for line in waiting if all(line.after is not other for other in waiting)]
        if not ready:  # only rings are left: one line of the first goes round
            turned = waiting.pop(0)
            blank = turned.end + (1 if turned.start > turned.end else -1)
            first, second = _Link(turned.start, blank), _Link(blank, turned.end, turned.after)
            for line in waiting:
                if line.after is turned:
                    line.after = first
            waiting = [first, second, *waiting]
            second.after = first if second.after is None else second.after
            ready = [first]
        lane = _apart(ready)
        waiting = [line for line in waiting if all(line is not other for other in lane)]
        lanes.append(lane)
    return lanes


def _apart(lines: Iterable[_Link]) -> list[_Link]:
    """Takes lines that do not touch each other, from left to right."""
    lane: list[_Link] = []
    for line in sorted(lines, key=lambda line: line.span):
        if not lane or line.span[0] > lane[-1].span[1] + 1:
            lane.append(line)
    return lane


@dataclass(frozen=True)
class Row:
    """A row of a drawing: what stands before it, and a cell for each peg: its text and how it looks.

    Looks are named as in `sito.show.render`: `peg N` for color N, `mark 2` to `mark 0`, empty for plain text.
    """

    name: str
    cells: tuple[Fragment, ...]


def draw(
    above: Sequence[Row],
    below: Sequence[Row],
    pegs: Sequence[PegClaim],
    width: int,
    measure: Callable[[str], int] = len,
    claimed: str = "claims",
) -> list[Line]:
    """Draws rows of cells with the lines of the claims between them.

    `measure` counts the columns that a text takes. Cells stand as far apart as there is room for, up to four columns;
    where there is room for one column only, a longer number of a place is cut to its last digit, as on a ruler. If
    the drawing does not fit `width` columns, the pegs are listed below each other, with the place that each claims
    under the title `claimed`.
    """
    names = max(measure(row.name) for row in (*above, *below)) + 2
    symbols = [row for row in (*above, *below) if any(look.startswith("peg") for _text, look in row.cells)]
    widest = max(measure(text) for row in symbols for text, _look in row.cells)
    step = next((step for step in (widest + 3, widest + 2, widest + 1) if names + len(pegs) * step - 1 <= width), None)
    if step is None:
        return _table((*above, *below), pegs, claimed, measure)
    lead = 1 if step == widest + 3 else 0
    drawn = [_row(row, names, step, lead, widest, measure) for row in above]
    indent = " " * (names + lead + widest - 1)
    drawn += [((indent + row.rstrip(), ""),) for row in links(pegs, step)]
    return drawn + [_row(row, names, step, lead, widest, measure) for row in below]


def _row(row: Row, names: int, step: int, lead: int, widest: int, measure: Callable[[str], int]) -> Line:
    """Writes a row; the last column of each cell stands above or below the line of its peg."""
    line: list[Fragment] = [(row.name, "")]
    column = measure(row.name)
    for place, (text, look) in enumerate(row.cells):
        shown = text if measure(text) < step else text[-1]
        if look.startswith("peg"):  # a peg in color has a margin of its color, where there is room
            shown = " " * (widest - measure(shown) + lead) + shown + " " * lead
        end = names + lead + widest + place * step + (lead if look.startswith("peg") else 0)
        line += [(" " * (end - measure(shown) - column), ""), (shown, look)]
        column = end
    return tuple(fragment for fragment in line if fragment[0])


def _table(rows: Sequence[Row], pegs: Sequence[PegClaim], claimed: str, measure: Callable[[str], int]) -> list[Line]:
    places = tuple((str(peg.claimed + 1) if peg.claimed is not None else "", "") for peg in pegs)
    columns = (*rows, Row(claimed, places))
    widths = [max(map(measure, (row.name, *(text for text, _look in row.cells)))) for row in columns]
    lines: list[Line] = []
    for number in range(-1, len(pegs)):
        line: list[Fragment] = []
        for row, width in zip(columns, widths, strict=True):
            text, look = (row.name, "") if number < 0 else row.cells[number]
            line += [(" " * (width - measure(text) + (2 if line else 0)), ""), (text, look)]
        lines.append(tuple(fragment for fragment in line if fragment[0]))
    return lines


# Pixels: how far pegs stand apart, how large they are, where the rows stand, and the margin around all.
_LEAST_STEP, _RADIUS, _LETTER = 46, 15, 9
_MARK_Y, _GUESS_Y, _CODE_Y, _BOTTOM = 20, 50, 140, 22
_MARGIN, _NAMES = 16, 62

_RULES = {
    "text": "font:15px sans-serif;fill:$ink",
    ".name": "fill:$faint;font-size:13px",
    ".symbol": "text-anchor:middle;font-weight:bold",
    ".mark": "text-anchor:middle",
    ".peg": "fill:$paper;stroke:$glass;stroke-width:2",
    ".claimed": "fill:$paper;stroke:$goal;stroke-width:3",
    ".link": "fill:none;stroke:$moved;stroke-width:2.5",
    ".right": "fill:none;stroke:$goal;stroke-width:3",
}


def picture(
    rules: str,
    guess: Sequence[str],
    secret: Sequence[str],
    marks: Sequence[str],
    pegs: Sequence[PegClaim],
    names: tuple[str, str, str],
    sentences: Sequence[str],
) -> str:
    """Draws the symbols of a guess above those of the secret; `names` are those of the guess, the marks, the code."""
    widest = max(map(len, (*guess, *secret)))
    radius = _RADIUS + _LETTER * (widest - 1) / 2
    step = max(_LEAST_STEP, 2 * radius + 14)
    names_width = max(_NAMES, 9 * max(map(len, names)))

    def column(place: int) -> float:
        return _MARGIN + names_width + radius + place * step

    parts = [
        svg.text(_MARGIN, y + 5, name, "name") for name, y in zip(names, (_GUESS_Y, _MARK_Y, _CODE_Y), strict=True)
    ]
    parts += [
        _link(column(peg.place), column(peg.claimed), radius, peg.claim) for peg in pegs if peg.claimed is not None
    ]
    taken = {peg.claimed for peg in pegs}
    for place, (above, below, mark) in enumerate(zip(guess, secret, marks, strict=True)):
        x = column(place)
        parts.append(svg.text(x, _MARK_Y + 5, mark, "mark"))
        parts.append(_peg(x, _GUESS_Y, radius, above, pegs[place].claimed is not None))
        parts.append(_peg(x, _CODE_Y, radius, below, place in taken))
    width = column(len(guess) - 1) + radius + _MARGIN
    separator = " " if widest > 1 else ""
    title = f"{rules}: {separator.join(guess)} / {separator.join(secret)}"
    return svg.document(
        "explanation",
        width,
        _CODE_Y + radius + _BOTTOM,
        "\n".join(parts),
        title=title,
        description=" ".join(sentences),
        rules=_RULES,
    )


def _link(start: float, end: float, radius: float, claim: Claim) -> str:
    """Draws a line from a peg of the guess to the one that it claims, bent so that crossing lines can be followed."""
    top, bottom = _GUESS_Y + radius, _CODE_Y - radius
    kind = "link right" if claim is Claim.RIGHT_PLACE else "link"
    bend = (bottom - top) * 0.6
    numbers = [start, top, start, top + bend, end, bottom - bend, end, bottom]
    x1, y1, x2, y2, x3, y3, x4, y4 = map(svg.number, numbers)
    return f'<path class="{kind}" d="M{x1} {y1}C{x2} {y2} {x3} {y3} {x4} {y4}"/>'


def _peg(x: float, y: float, radius: float, symbol: str, claimed: bool) -> str:
    kind = "claimed" if claimed else "peg"
    place = f'cx="{svg.number(x)}" cy="{svg.number(y)}" r="{svg.number(radius)}"'
    return f'<circle class="{kind}" {place}/>' + svg.text(x, y + 5, symbol, "symbol")
