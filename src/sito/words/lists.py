"""Where lists of words come from: the caller, or the package; `data/README.md` says where its words are from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from sito.errors import RulesError
from sito.words.words import WordList, Words, find_words, no_list

LENGTHS = range(3, 9)
"""How many letters the words of a list have."""

PACKAGED = tuple(f"words-{length}" for length in LENGTHS)
"""The names of the lists."""
LANGUAGES = ("en", "cs", "ja", "pl", "ru")
"""The names of the small lists, short common words that were written down for this program: the tags of languages."""
BUILT_IN = (*LANGUAGES, *PACKAGED)
"""The names of all lists."""


def read_packaged(name: str) -> tuple[list[str], list[str]]:
    """Reads the words of a list, one of `PACKAGED`: those that may be secrets, and all that may be guessed."""
    length = LENGTHS[PACKAGED.index(name)]
    secrets, guesses = [], []
    for line in (Path(__file__).parent / "data" / f"{name}.txt").read_text(encoding="ascii").splitlines():
        beginning, rest = line.split(" ")
        size = length - len(beginning)
        for place in range(0, len(rest), size):
            ending = rest[place : place + size]
            word = beginning + ending.lower()
            guesses.append(word)
            if ending.isupper():
                secrets.append(word)
    return secrets, guesses


def packaged(name: str) -> WordList:
    """Gives a list of English words that comes with Sito, `words-3` to `words-8`; it is read when first asked for.

    Common words may be secrets, many more may be guessed. Raises `RulesError` if there is no such list.
    """
    return _one_of(PACKAGED, name)


def built_in(name: str) -> WordList:
    """Gives the list of this name, as `Rules.parse` asks for it: a small one, or one of the package.

    Nothing that a client sends is ever the name of a file. Raises `RulesError` if there is none.
    """
    return _one_of(BUILT_IN, name)


def _one_of(names: Sequence[str], name: str) -> WordList:
    if name not in names:
        raise RulesError(no_list(name, names))
    return _read(name)


@cache
def _read(name: str) -> WordList:
    if name in PACKAGED:
        return WordList.of(*read_packaged(name), name=name)
    small = Path(__file__).parent / "small" / f"{name}.txt"
    return WordList.of(small.read_text(encoding="utf-8").split(), name=name)


def find_list(text: str, words: Words | None) -> WordList:
    """Finds the list that a text names, as `find_words` does; where the caller has none of that name, in the package.

    Raises `RulesError` if there is none, or if its words are not those that the digest tells of.
    """
    name = text.partition("@")[0]
    base = name.partition("+")[0]
    if base in PACKAGED and (words is None or (isinstance(words, Mapping) and not {name, base} & set(words))):
        return find_words(text, {base: packaged(base)})
    return find_words(text, words)
