"""The lists of words that come with Sito: short common words, one list for each language of the page.

They were written down for this program. A game names one as `words-position:en`; nothing that a client sends is ever
the name of a file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sito.errors import RulesError
from sito.words.data import PACKAGED
from sito.words.lists import packaged
from sito.words.words import WordList, no_list

LANGUAGES = ("en", "cs", "ja", "pl", "ru")
"""The names of the small lists: the tags of the languages."""
BUILT_IN = (*LANGUAGES, *PACKAGED)
"""The names of all lists."""


def built_in(name: str) -> WordList:
    """Gives the list of this name, as `Rules.parse` asks for it; `words-5` and the like are those of the package.

    Raises `RulesError` if there is none.
    """
    if name in PACKAGED:
        return packaged(name)
    if name not in LANGUAGES:
        raise RulesError(no_list(name, BUILT_IN))
    return _read(name)


@cache
def _read(name: str) -> WordList:
    text = files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return WordList.of(text.split(), name=name)
