"""A review as a picture: one curve, the expected remaining guesses along the game, with a mark at each guess."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from sito.base import svg
from sito.reviews.values import Expectation, Mark, Review, check_review

_LEFT, _RIGHT, _TOP, _BELOW = 56, 40, 56, 96
_GUESS = 44  # pixels for one remaining guess
_LETTER = 9  # pixels of a letter, at most
_LEAST_STEP = 92  # pixels from guess to guess, so that the longest mark has room
_RADIUS = 6
_LEAST_WIDTH = 460  # of the whole picture, for the title

_RULES = {
    "text": "font:14px sans-serif;fill:$ink;text-anchor:middle",
    ".title": "font-weight:bold",
    ".scale": "fill:$faint;text-anchor:end",
    ".code": "font:bold 14px monospace",
    ".line": "stroke:$faint;stroke-width:1;stroke-opacity:.35",
    ".curve": "fill:none;stroke:$peg;stroke-width:2.5;stroke-linejoin:round",
    ".dot": "fill:$peg;stroke:$paper;stroke-width:1.5",
    ".best": "fill:$goal",
    ".excellent": "fill:$goal",
    ".good": "fill:$water",
    ".inaccuracy": "fill:$level_0;stroke:$ink",
    ".mistake": "fill:$moved",
    ".blunder": "fill:$moved;stroke:$ink;stroke-width:2.5",
}


def review_svg(
    review: Review,
    title: str = "Expected remaining guesses",
    label: Callable[[Mark], str] = str,
    begin: str = "start",
) -> str:
    """Draws the review of a game as SVG.

    A point for the start and for each guess shows how many guesses were expected to be needed
    from there on, with the best play. Under it stand the guess, its answer and its mark. Where
    an expectation is not known the curve has a gap. `title`, `label` and `begin` are the words
    over the picture, those of the marks, and that under the start. Raises `InputError` for what is not a review.
    """
    check_review(review)
    expected = [review.start, *(guess.after for guess in review)]
    known = [float(each.guesses) for each in expected if each is not None]
    highest = max(1, ceil(max(known, default=1)))
    words = [begin, *(guess.text for guess in review), *(str(guess.answer) for guess in review)]
    step = max(_LEAST_STEP, _LETTER * max(map(len, words)) + 12)
    width = max(_LEAST_WIDTH, _LEFT + step * len(review) + step / 2 + _RIGHT)
    floor = _TOP + _GUESS * highest

    def across(place: int) -> float:
        return _LEFT + step / 2 + step * place

    def up(value: Expectation) -> float:
        return floor - _GUESS * float(value.guesses)

    parts = [svg.text(width / 2, 24, title, "title")]
    for level in range(highest + 1):
        y = svg.number(floor - _GUESS * level)
        parts.append(f'<path class="line" d="M{_LEFT} {y}H{svg.number(width - _RIGHT / 2)}"/>')
        parts.append(svg.text(_LEFT - 10, floor - _GUESS * level + 5, str(level), "scale"))
    points = [(across(place), None if value is None else up(value)) for place, value in enumerate(expected)]
    parts.append(f'<path class="curve" d="{_path(points)}"/>')
    for place, value in enumerate(expected):
        guess = None if place == 0 else review[place - 1]
        if value is not None:
            kind = "dot" if guess is None or guess.mark is None else f"dot {guess.mark.value}"
            x, y = svg.number(across(place)), svg.number(up(value))
            parts.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{_RADIUS}"/>')
            parts.append(svg.text(across(place), up(value) - 13, f"{float(value.guesses):.2f}", "value"))
        if guess is None:
            parts.append(svg.text(across(place), floor + 26, begin))
            continue
        parts.append(svg.text(across(place), floor + 26, guess.text, "code"))
        parts.append(svg.text(across(place), floor + 48, str(guess.answer), "code"))
        if guess.mark is not None:
            parts.append(svg.text(across(place), floor + 70, label(guess.mark)))
    return svg.document(
        "review",
        width,
        floor + _BELOW,
        "\n".join(parts),
        title=title,
        description=_description(review, label),
        rules=_RULES,
    )


def _path(points: list[tuple[float, float | None]]) -> str:
    """Writes a curve through the points; one without a height makes a gap."""
    drawn, pen = [], "M"
    for x, y in points:
        if y is None:
            pen = "M"
        else:
            drawn.append(f"{pen}{svg.number(x)} {svg.number(y)}")
            pen = "L"
    return "".join(drawn)


def _description(review: Review, label: Callable[[Mark], str]) -> str:
    told = []
    for guess in review:
        value = "" if guess.after is None else f" {float(guess.after.guesses):.2f}"
        mark = "" if guess.mark is None else f" ({label(guess.mark)})"
        told.append(f"{guess.number}. {guess.text} {guess.answer}{mark}{value}")
    return f"{review.game.rules}: " + "; ".join(told)
