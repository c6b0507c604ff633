"""The drawing of an explanation as SVG: the guess above the code, and a line for each peg that is claimed."""

from __future__ import annotations

from collections.abc import Sequence

from sito.base import svg
from sito.explanation.pegs import Claim, PegClaim

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
    marks: str,
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
