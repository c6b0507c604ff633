"""One shell and one palette for all of Sito's pictures in SVG.

A picture follows the page or the system into light or dark, has a title and a description for those who hear it, and
a background of its own, so that it can be read wherever it is shown. Its rules of style are bound to its kind:
several pictures can stand in one page without changing each other.

>>> svg = document("note", 40, 20, text(20, 14, "a < b"), title="A note", rules={"text": "fill:$ink"})
>>> "<title>A note</title>" in svg, "a &lt; b" in svg, "prefers-color-scheme:dark" in svg
(True, True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from string import Template

# What each color is called in rules of style, on a light page and on a dark one. The hues of pegs, water and goals
# are those of Okabe and Ito (Color Universal Design, 2008), which people with any kind of color vision tell apart.
PALETTE: dict[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#16181b"),
    "ink": ("#1a1a1a", "#ececec"),
    "faint": ("#5f5f66", "#a5a5ad"),
    "water": ("#56b4e9", "#3b93c9"),
    "glass": ("#4d4d4d", "#b8b8b8"),
    "goal": ("#009e73", "#2cc295"),
    "board": ("#f3e9d8", "#3a3022"),
    "board_edge": ("#c9b48a", "#6d5a38"),
    "hole": ("#d8c7a3", "#1f1a13"),
    "hole_edge": ("#a58a55", "#8a7347"),
    "peg": ("#0072b2", "#4ba3dd"),
    "peg_edge": ("#003f66", "#b9dcf5"),
    "moved": ("#d55e00", "#ff8a3d"),
    "moved_edge": ("#7a3500", "#ffd0ad"),
    "level_0": ("#f2c14e", "#6b4e0d"),
    "level_1": ("#9fd0f0", "#1f4d70"),
    "level_2": ("#8fd3b6", "#1f5c45"),
    "level_3": ("#e8b5d3", "#6b3558"),
    "level_4": ("#f3a683", "#7a3a1d"),
}
LEVELS = sum(name.startswith("level_") for name in PALETTE)
"""How many colors there are for the levels of a tree; deeper levels begin again with the first."""

# For pictures without a background: at least 4.2 to 1 in contrast on white and on near-black.
MIDDLE_INK = "#77777f"
MIDDLE_BAR = "#3b8bc4"
MIDDLE_MARK = "#d55e00"


def document(
    kind: str,
    width: float,
    height: float,
    content: str,
    *,
    title: str,
    description: str = "",
    rules: Mapping[str, str],
    definitions: str = "",
) -> str:
    """Makes a picture of `width` by `height` pixels from its parts.

    `rules` gives declarations of style for each selector within a picture of this `kind`; `$ink` and the other names
    of `PALETTE` stand for their colors. `definitions` are elements to refer to, such as markers.
    """
    light = _style(kind, rules, dark=False)
    colored = {selector: declarations for selector, declarations in rules.items() if "$" in declarations}
    dark = _style(kind, colored | {".paper": "fill:$paper"}, dark=True)
    paper = Template("fill:$paper").substitute(_colors(dark=False))
    told = f"<desc>{escaped(description)}</desc>" if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{_scope(kind)}" role="img" '
        f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}">\n'
        f"<title>{escaped(title)}</title>{told}\n"
        f"<style>.{_scope(kind)} .paper{{{paper}}}{light}@media (prefers-color-scheme:dark){{{dark}}}</style>"
        f"{f'<defs>{definitions}</defs>' if definitions else ''}\n"
        f'<rect class="paper" width="{number(width)}" height="{number(height)}"/>\n{content}\n</svg>\n'
    )


def _scope(kind: str) -> str:
    return f"sito-{kind}"


def _colors(*, dark: bool) -> dict[str, str]:
    return {name: colors[dark] for name, colors in PALETTE.items()}


def _style(kind: str, rules: Mapping[str, str], *, dark: bool) -> str:
    """Writes rules with the colors of light or of dark pages; for dark ones only what a color is in."""
    colors = _colors(dark=dark)
    written = []
    for selector, declarations in rules.items():
        kept = [one for one in declarations.split(";") if not dark or "$" in one]
        written.append(f".{_scope(kind)} {selector}{{{Template(';'.join(kept)).substitute(colors)}}}")
    return "".join(written)


def group(x: float, y: float, content: str) -> str:
    """Moves a part of a picture."""
    return f'<g transform="translate({number(x)} {number(y)})">{content}</g>'


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """Writes words at a place; `kind` is the class that a rule of style refers to."""
    styled = f'class="{kind}" ' if kind else ""
    return f'<text {styled}x="{number(x)}" y="{number(y)}">{escaped(words)}</text>'


def grid(parts: Iterable[str], width: float, height: float, columns: int) -> tuple[float, float, str]:
    """Places parts of one size row by row; gives the width and the height of all, and the content.

    >>> grid(["<a/>", "<b/>", "<c/>"], 10, 5, 2)[:2]
    (20, 10)
    """
    listed = list(parts)
    columns = max(1, min(columns, len(listed)))
    placed = [group(place % columns * width, place // columns * height, part) for place, part in enumerate(listed)]
    return columns * width, -(-len(listed) // columns) * height, "\n".join(placed)


def number(value: float) -> str:
    """Writes a length with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def escaped(words: str) -> str:
    """Makes words safe in XML and HTML; characters that XML does not allow become question marks."""
    return escape("".join(letter if _is_allowed(letter) else "?" for letter in words))


def _is_allowed(letter: str) -> bool:
    if letter in "\t\n\r":
        return True
    return letter >= " " and letter not in "\x7f\ufffe\uffff" and not "\ud800" <= letter <= "\udfff"


def figure(words: str, picture: str = "") -> str:
    """Makes HTML for a notebook: paragraphs of words, one for each line, and then a picture."""
    paragraphs = "".join(f"<p>{escaped(line)}</p>" for line in words.split("\n") if line)
    return f'<div class="sito">{paragraphs}{picture}</div>'
