"""The colors of pegs, answer pegs and marks: what tells them apart on terminals of 16, 256 and all colors.

The symbol of a peg is always there; color only repeats what the symbol says. The sixteen
colors for terminals of 256 and more were searched for among the fixed 240 of a 256-color
terminal, so that both show the same. They keep the least difference of any two as large as
possible for normal sight, protanopia, deuteranopia and tritanopia, the first six above all;
stand off from black and from white; and have a symbol on them with a contrast of at least
4.5 to 1 in each of the four. `docs/colors.md` gives the numbers, and a test works them out anew.

Of the sixteen colors that a terminal names itself eleven carry a symbol that well, both in
the shades of xterm and in those of VGA; these are used, and then again with another kind of letter.

>>> style_of("peg 0"), style_of("peg 1", few_colors=True)
('bold #ffffff on #870000', 'black on bright_yellow')
"""

from __future__ import annotations

PEG, MARK = "peg ", "mark "
UNKNOWN_LOOK = f"{PEG}?"

# fmt: off
PEGS = (
    "#870000", "#0000ff", "#ffaf00", "#5f8700", "#d7afff", "#5fffaf", "#87afaf", "#3a3a3a",
    "#5f0087", "#875f87", "#ff5f5f", "#af5fff", "#8787af", "#af8787", "#af005f", "#005f5f",
)
"""What stands behind the symbols of the first sixteen colors, where there are 256 or more."""
FEW_PEGS = (
    "red", "bright_yellow", "blue", "bright_cyan", "green", "bright_magenta",
    "white", "cyan", "bright_green", "bright_white", "black",
)
"""The same where there are sixteen, by the names that Rich and terminals give them."""
# fmt: on
_WHITE_ON = {"#870000", "#0000ff", "#3a3a3a", "#5f0087", "#875f87", "#af005f", "#005f5f"}
_FEW_WHITE_ON = {"red", "blue", "black"}
# Beyond the last color the same backgrounds come again with another kind of letter.
_LETTERS = ("", " underline", " italic", " underline italic", " strike", " underline strike")

# The pegs of an answer, and the marks of letters: in their place, elsewhere, absent, unknown.
_LOOKS = {
    "black peg": "bold #ffffff on #303030",
    "white peg": "bold #000000 on #ffffd7",
    "mark 2": "bold #000000 on #00af87",
    "mark 1": "bold #000000 on #ffd75f",
    "mark 0": "#ffffff on #585858",
    "mark ?": "bold",
    "letter": "bold",
    UNKNOWN_LOOK: "reverse",
}
_FEW_LOOKS = {
    "black peg": "bright_white on black",
    "white peg": "black on bright_white",
    "mark 2": "black on green",
    "mark 1": "black on bright_yellow",
    "mark 0": "bright_white on black",
    "mark ?": "bold",
    "letter": "bold",
    UNKNOWN_LOOK: "reverse",
}
LOOKS = tuple(_LOOKS)
"""The looks that have a style here, beside `peg 0`, `peg 1` and so on."""


def style_of(look: str, *, few_colors: bool = False) -> str:
    """Gives the style of Rich for how a fragment looks; `few_colors` is for terminals with sixteen.

    A look is `peg N` for color N, one of `LOOKS`, or a style already.
    """
    looks = _FEW_LOOKS if few_colors else _LOOKS
    if look in looks:
        return looks[look]
    if not look.startswith(PEG):
        return look
    color = int(look.removeprefix(PEG))
    if few_colors:
        # Not bold: where there are sixteen colors, bold black is often shown as grey.
        round_, place = divmod(color, len(FEW_PEGS))
        back = FEW_PEGS[place]
        style = f"{'bright_white' if back in _FEW_WHITE_ON else 'black'} on {back}"
    else:
        round_, place = divmod(color, len(PEGS))
        back = PEGS[place]
        style = f"bold {'#ffffff' if back in _WHITE_ON else '#000000'} on {back}"
    return f"{style}{_LETTERS[round_ % len(_LETTERS)]}"
