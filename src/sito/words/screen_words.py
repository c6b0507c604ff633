"""The words on the screen of a terminal to be hacked, from text that was copied or typed with all that stands between.

Such a screen has addresses, two columns of garbage with words in it, and words that go on in the
next line of their column: `0xF4A0 ..<TRUST$]  0xF56C (=/BRAVE%`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from sito.words.faults import MAX_LETTERS
from sito.words.letters import fold

_ADDRESS = re.compile(r"\b0[xX][0-9A-Fa-f]{2,}\b:?")
_LETTERS = re.compile(r"[^\W\d_]+")
_SHORTEST = 3
"""Runs of letters that are shorter are garbage."""


def screen_words(lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """Finds the words of a screen, which all have the same length, and the runs of letters of another length.

    Where lines have addresses, a word may go on in the next line of its column. The words are in
    capital letters, each once, as they stand on the screen.

    >>> screen_words(["0xF4A0 ..<TRUST$]  0xF56C (=/BRAVE%", "0xF4AC ,'GIA;?{CH  0xF578 !SHORE|;"])
    (['TRUST', 'BRAVE', 'SHORE'], ['GIA', 'CH'])
    >>> screen_words(["0xF4A0 ..<TRUST$BR  0xF56C (=/SHORE%GH", "0xF4AC AVE,';?{-.]<  0xF578 OST!|;%,.:;"])[0]
    ['TRUST', 'BRAVE', 'SHORE', 'GHOST']
    >>> screen_words(["trust brave", "shore", "x"])
    (['TRUST', 'BRAVE', 'SHORE'], ['X'])
    """
    columns: dict[int, list[str]] = {}
    apart: list[str] = []
    for line in lines:
        first, *cells = _ADDRESS.split(line)
        if not cells or first.strip():
            apart.append(first)
        for place, cell in enumerate(cells):
            columns.setdefault(place, []).append(cell.strip())
    found = [fold(run) for text in (*apart, *map("".join, columns.values())) for run in _LETTERS.findall(text)]
    runs = list(dict.fromkeys(found))
    lengths = Counter(len(run) for run in runs if _SHORTEST <= len(run) <= MAX_LETTERS)
    length = max(lengths, key=lambda length: (lengths[length], length), default=0)
    return [run for run in runs if len(run) == length], [run for run in runs if len(run) != length]
