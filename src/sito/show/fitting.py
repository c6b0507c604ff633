"""How wide texts are at a terminal, and where their lines may break, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Typographers' rules of Japanese: what begins no line, and what ends none.
_NOT_FIRST = frozenset(
    "、。，．・：；？！）」』】〉》］｝〕ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々…‥,.:;?!)]}%"
)
_NOT_LAST = frozenset("（「『【〈《［｛〔([{")
_WORDS = re.compile(r"(\s*)(\S+)")


def cell_width(text: str) -> int:
    """Counts the terminal columns that a text takes: two for wide characters such as those of Japanese.

    >>> cell_width("code"), cell_width("コード")
    (4, 6)
    """
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(letter: str) -> int:
    from unicodedata import category, combining, east_asian_width

    if combining(letter) or category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def wrap(text: str, width: int) -> str:
    """Breaks the lines of a text so that none is wider than `width`, as far as that can be done.

    Lines break between words, beside wide characters, which need no blanks, and between the moves of
    a puzzle; a word that is longer than a line stays whole. What a line begins with, it goes on with.

    >>> print(wrap("one two three", 8))
    one two
    three
    >>> print(wrap("コードを当てる。", 10))
    コードを当
    てる。
    >>> print(wrap("(0,6)(2,0,6)(14,2)", 14))
    (0,6)(2,0,6)
    (14,2)
    """
    return "\n".join(line for long in text.split("\n") for line in _broken(long, width))


def _broken(text: str, width: int) -> list[str]:
    if cell_width(text) <= width:
        return [text]
    indent = text[: len(text) - len(text.lstrip())]
    return fill(text, width, indent, indent) or [indent]


def fill(text: str, width: int, lead: str = "", hang: str = "", joints: re.Pattern[str] | None = None) -> list[str]:
    """Breaks a text into lines as `wrap` does; `lead` begins the first line, `hang` the others.

    A word that is longer than a line is broken where `joints` matches.

    >>> fill("--view <steps|table|line>  How to write it.", 20, "", "  ", re.compile("(?<=[|])"))
    ['--view', '  <steps|table|line>', '  How to write it.']
    """
    lines: list[str] = []
    line, used, is_bare = lead, cell_width(lead), True
    room = width - cell_width(hang)
    for blanks, piece in pieces(text):
        for part in joints.split(piece) if joints is not None and cell_width(piece) > room else [piece]:
            apart = "" if is_bare else blanks
            needed = cell_width(apart) + cell_width(part)
            if not is_bare and used + needed > width:
                lines.append(line)
                line, used, apart, needed = hang, cell_width(hang), "", cell_width(part)
            line, used, is_bare, blanks = line + apart + part, used + needed, False, ""
    return lines if is_bare else [*lines, line]


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yields the parts that no line may break, each with the blanks before it.

    >>> list(pieces("sito の help"))
    [('', 'sito'), (' ', 'の'), (' ', 'help')]
    """
    for blanks, word in _WORDS.findall(text):
        begin = 0
        for place in range(1, len(word)):
            if _may_break(word[place - 1], word[place]):
                yield blanks if begin == 0 else "", word[begin:place]
                begin = place
        yield blanks if begin == 0 else "", word[begin:]


def _may_break(before: str, after: str) -> bool:
    if before.isascii() and after.isascii():
        return before + after == ")("
    wide = 2 in (_width(before), _width(after))
    return wide and bool(_width(after)) and after not in _NOT_FIRST and before not in _NOT_LAST
