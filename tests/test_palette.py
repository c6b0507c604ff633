"""The colors of pegs tell apart, and the symbol on each can be read, with normal and color-blind sight.

The numbers stand in `docs/colors.md`; SITO_WRITE_GOLDEN=1 writes them there anew.
"""

from __future__ import annotations

import os
from functools import cache
from itertools import combinations
from math import floor
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem
from rich.style import Style

from sito.show.palette import FEW_PEGS, LOOKS, PEGS, style_of
from tests.cases import cases
from tests.sight import RGB, SIGHTS, contrast, difference, lab, seen

Shades = list[tuple[int, int, int]]

# What the sixteen colors are in xterm of itself, and on a screen of VGA: the two families that most palettes follow.
XTERM: Shades = [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205)]
XTERM += [(229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255)]
XTERM += [(0, 255, 255), (255, 255, 255)]
VGA: Shades = [(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170)]
VGA += [(170, 170, 170), (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255), (255, 85, 255)]
VGA += [(85, 255, 255), (255, 255, 255)]

TERMINALS = {"256 and more": None, "16, xterm": XTERM, "16, VGA": VGA}
BACKGROUNDS = ((0, 0, 0), (255, 255, 255))
DOCS = Path(__file__).parent.parent / "docs/colors.md"
BEGIN, END = "<!-- The numbers, written by tests/test_palette.py -->\n", "<!-- The end of the numbers -->\n"


def shown(color: Color | None, shades: Shades | None) -> tuple[int, int, int]:
    """Gives the shade that a terminal shows for a color; with 256 colors that is exactly what was asked for."""
    assert color is not None
    if shades is not None:
        assert color.number < len(shades)
        return shades[color.number]
    asked = tuple(color.get_truecolor())
    assert color.downgrade(ColorSystem.EIGHT_BIT).get_truecolor() == asked
    return asked


@cache
def shades_of(look: str, terminal: str) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Gives the shades of a symbol and of what is behind it."""
    shades = TERMINALS[terminal]
    style = Style.parse(style_of(look, few_colors=shades is not None))
    return shown(style.color, shades), shown(style.bgcolor, shades)


def pegs_of(terminal: str) -> int:
    return len(PEGS if TERMINALS[terminal] is None else FEW_PEGS)


def least_letter(terminal: str, sight: str, looks: list[str]) -> float:
    """Gives the least contrast of a symbol on what is behind it."""
    return min(contrast(*(seen(shade, sight) for shade in shades_of(look, terminal))) for look in looks)


def backs(terminal: str, sight: str, looks: list[str]) -> list[RGB]:
    return [seen(shades_of(look, terminal)[1], sight) for look in looks]


def least_pair(terminal: str, sight: str, count: int) -> tuple[float, float]:
    """Gives the least difference, and the least contrast, of two among the first colors of pegs."""
    pairs = list(combinations(backs(terminal, sight, [f"peg {color}" for color in range(count)]), 2))
    return min(difference(lab(a), lab(b)) for a, b in pairs), min(contrast(a, b) for a, b in pairs)


def peg_looks(terminal: str) -> list[str]:
    return [f"peg {color}" for color in range(pegs_of(terminal))]


COLORED = [look for look in LOOKS if " on " in style_of(look)]


@cases("one", "other", "apart")
def test_the_difference_of_colors_is_worked_out_right(one: RGB, other: RGB, apart: float) -> None:
    assert difference(one, other) == pytest.approx(apart, abs=5e-5)
    assert difference(other, one) == pytest.approx(apart, abs=5e-5)


def test_contrast_goes_from_1_to_21() -> None:
    black, white = (seen(shade, "normal") for shade in BACKGROUNDS)
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(white, white) == 1


@pytest.mark.parametrize("sight", SIGHTS)
def test_greys_stay_grey(sight: str) -> None:
    assert max(seen((128, 128, 128), sight)) - min(seen((128, 128, 128), sight)) < 0.001


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("terminal", TERMINALS)
def test_the_symbol_can_be_read_on_everything(terminal: str, sight: str) -> None:
    assert least_letter(terminal, sight, [*peg_looks(terminal), *COLORED]) >= 4.5


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("colors", "least"), [(6, 18), (8, 16), (10, 15.5), (12, 13.5), (16, 10.9)])
def test_the_first_colors_tell_apart_best(sight: str, colors: int, least: float) -> None:
    assert least_pair("256 and more", sight, colors)[0] >= least


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("terminal", ["16, xterm", "16, VGA"])
def test_the_first_six_of_few_colors_tell_apart(terminal: str, sight: str) -> None:
    assert least_pair(terminal, sight, 6)[0] >= 13.9


@pytest.mark.parametrize("sight", SIGHTS)
def test_pegs_stand_off_from_light_and_dark_backgrounds(sight: str) -> None:
    grounds = [lab(seen(ground, sight)) for ground in BACKGROUNDS]
    for color, back in enumerate(backs("256 and more", sight, peg_looks("256 and more"))):
        assert min(difference(lab(back), ground) for ground in grounds) >= 15, color


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("terminal", TERMINALS)
def test_answer_pegs_and_marks_tell_apart(terminal: str, sight: str) -> None:
    for looks in (["black peg", "white peg"], ["mark 2", "mark 1", "mark 0"]):
        for one, other in combinations(backs(terminal, sight, looks), 2):
            assert difference(lab(one), lab(other)) >= 13.9, looks


def down(number: float, parts: int) -> str:
    """Writes a number in tenths or hundredths, rounded down: what is the least must not look like more."""
    return f"{floor(number * parts) / parts:.{len(str(parts)) - 1}f}"


def numbers() -> str:
    """Writes what docs/colors.md says: the least of all pairs of colors, and of all symbols."""
    rows = ["| terminal | colors | normal | protanopia | deuteranopia | tritanopia |", "|---|---:|---:|---:|---:|---:|"]
    for terminal in TERMINALS:
        counts = [count for count in (6, 8, 10, 12, 16) if count <= pegs_of(terminal)]
        for count in sorted({*counts, pegs_of(terminal)}):
            found = (down(least_pair(terminal, sight, count)[0], 10) for sight in SIGHTS)
            rows.append(f"| {terminal} | {count} | {' | '.join(found)} |")
    contrasts = [
        "| terminal | what | normal | protanopia | deuteranopia | tritanopia |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for terminal in TERMINALS:
        for what, looks in (("symbol on its peg", peg_looks(terminal)), ("answer pegs, marks", COLORED)):
            found = (down(least_letter(terminal, sight, looks), 10) for sight in SIGHTS)
            contrasts.append(f"| {terminal} | {what} | {' | '.join(found)} |")
        found = (down(least_pair(terminal, sight, pegs_of(terminal))[1], 100) for sight in SIGHTS)
        contrasts.append(f"| {terminal} | any two pegs | {' | '.join(found)} |")
    return (
        "The least difference (CIEDE2000) of any two among the first colors of a game:\n\n"
        + "\n".join(rows)
        + "\n\nThe least contrast (WCAG 2, from 1 to 21):\n\n"
        + "\n".join(contrasts)
        + "\n\n"
    )


def test_the_numbers_in_the_docs_are_those_of_the_palette() -> None:
    page = DOCS.read_text(encoding="utf-8")
    before, _begin, rest = page.partition(BEGIN)
    written, _end, after = rest.partition(END)
    if os.environ.get("SITO_WRITE_GOLDEN"):
        DOCS.write_text(before + BEGIN + numbers() + END + after, encoding="utf-8")
        return
    assert written == numbers()
