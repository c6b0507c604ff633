"""Where the lists of word games come from: the caller, or for `words-3` to `words-8` the package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sito.errors import RulesError
from sito.words.data import PACKAGED, read_packaged
from sito.words.words import WordList, Words, find_words, no_list


def packaged(name: str) -> WordList:
    """Gives a list of English words that comes with Sito, `words-3` to `words-8`; it is read when first asked for.

    Common words may be secrets, many more may be guessed. Raises `RulesError` if there is no such list.
    """
    if name not in PACKAGED:
        raise RulesError(no_list(name, PACKAGED))
    return _read(name)


@cache
def _read(name: str) -> WordList:
    return WordList.of(*read_packaged(name), name=name)


def find_list(text: str, words: Words | None) -> WordList:
    """Finds the list that a text names, as `find_words` does; where the caller has none of that name, in the package.

    Raises `RulesError` if there is none, or if its words are not those that the digest tells of.
    """
    name = text.partition("@")[0]
    base = name.partition("+")[0]
    if base in PACKAGED and (words is None or (isinstance(words, Mapping) and not {name, base} & set(words))):
        return find_words(text, {base: packaged(base)})
    return find_words(text, words)
