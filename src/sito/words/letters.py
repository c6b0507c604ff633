"""What a letter of a word is, and how words are compared.

A letter is a character of the composed form of Unicode (NFC) with the marks that follow it and for which there is no
composed form. So `č`, `ё`, `ż` and `が` are one letter each however they were typed, small and capital letters are
the same, and so are a Russian vowel with its stress or a Hindi consonant with its vowel sign. What has two characters
is two letters: `ch`, also in Czech.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_NOT_LETTERS = {"Cc", "Cf", "Cs", "Cn", "Zs", "Zl", "Zp"}  # categories of Unicode: controls, blanks and the like


def fold(text: str) -> str:
    """Writes a text as word lists compare it: in capital letters, each accent joined to its letter.

    A word keeps its number of letters: the sharp s becomes its capital form, and a letter
    whose capitals are several letters stays as it is.

    >>> fold("straße"), fold("cafe\\u0301") == fold("café")
    ('STRAẞE', True)
    """
    if text.isascii():
        return text.upper()
    text = unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", "".join(map(_capital, text)))


def _capital(letter: str) -> str:
    if letter == "ß":
        return "ẞ"
    capital = letter.upper()
    return capital if len(capital) == 1 else letter


def letters_of(word: str) -> Sequence[str]:
    """Cuts a word into its letters: a character with all the marks that follow it and that Unicode cannot join to it.

    >>> list(letters_of("ČAJ")), len(letters_of("X\\u0301Y")), len(letters_of("हिन्दी"))
    (['Č', 'A', 'J'], 2, 3)
    """
    if word.isascii() or not any(map(_is_mark, word)):
        return word
    letters: list[str] = []
    for character in word:
        if letters and _is_mark(character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def word_order(word: str) -> tuple[str, ...]:
    """Gives what words are ordered by: their letters, one after the other."""
    return tuple(letters_of(word))


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def is_letter(letter: str) -> bool:
    """Tells whether all of it can be shown; a mark that no letter stands before cannot."""
    return not _is_mark(letter[0]) and not any(unicodedata.category(part) in _NOT_LETTERS for part in letter)
