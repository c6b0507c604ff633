"""The English words that come with Sito, for games of three to eight letters; README.md says where they are from."""

from __future__ import annotations

from pathlib import Path

LENGTHS = range(3, 9)
"""How many letters the words of a list have."""

PACKAGED = tuple(f"words-{length}" for length in LENGTHS)
"""The names of the lists."""


def read_packaged(name: str) -> tuple[list[str], list[str]]:
    """Reads the words of a list, one of `PACKAGED`: those that may be secrets, and all that may be guessed."""
    length = LENGTHS[PACKAGED.index(name)]
    secrets, guesses = [], []
    for line in (Path(__file__).parent / f"{name}.txt").read_text(encoding="ascii").splitlines():
        beginning, rest = line.split(" ")
        size = length - len(beginning)
        for place in range(0, len(rest), size):
            ending = rest[place : place + size]
            word = beginning + ending.lower()
            guesses.append(word)
            if ending.isupper():
                secrets.append(word)
    return secrets, guesses
