"""Makes the word lists of the package from SCOWL: `python -m tests.make_words FOLDER`.

FOLDER is the source of Debian's package `scowl` (2020.12.07-2), unpacked as `apt-get source scowl` leaves it. It has
the words in files by how common they are (`final/english-words.10` to `.95`), and words that hurt (`misc/`). What is
written depends on these files alone. `src/sito/words/data/README.md` says what is chosen.
"""

import re
import sys
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

WORD_DATA = Path(__file__).parent.parent / "src" / "sito" / "words" / "data"

_SPELLINGS = ("english", "american", "british", "british_z")
_MORE_SPELLINGS = ("canadian", "australian")
_VARIANTS = tuple(f"{place}variant_{rank}" for place in ("", "british_", "canadian_", "australian_") for rank in (1, 2))
_SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)
_COMMON = 35  # SCOWL calls this size small
_COMMONEST = 10
_BASES = 60  # the largest size without misspellings, says SCOWL; of what other words may be forms
_LENGTHS = range(3, 9)

# Words that SCOWL does not mark, and that nobody wants to be the word of the day.
_NEVER_SECRET = """
    anal anus arse ass bastard bitch bloody bosom chink cock cracker cretin cripple damn erotic faggot foreplay
    genocide harlot imbecile incest lynch lynching midget molest moron orgasm orgy oriental penis prick pussy queer
    rape rapist rectum retard semen sex sexy slave slut sod sodomy sperm suicide syphilis tit vagina whore
"""


def read_words(folder: Path, spellings: Iterable[str], most: int) -> set[str]:
    """Reads the words of some spellings up to a size: small letters only, those with accents without them."""
    found = set()
    for spelling in spellings:
        for size in _SIZES:
            file = folder / "final" / f"{spelling}-words.{size}"
            if size > most or not file.exists():
                continue
            apart = unicodedata.normalize("NFD", file.read_text(encoding="latin-1"))
            plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
            found |= {word for word in plain.split() if re.fullmatch("[a-z]+", word)}
    return found


def read_taboo(folder: Path, kinds: Iterable[str]) -> set[str]:
    """Reads the words that SCOWL marks as ones that hurt."""
    return {word for kind in kinds for word in (folder / "misc" / kind).read_text(encoding="latin-1").split()}


def is_inflected(word: str, bases: set[str]) -> bool:
    """Tells whether a word is a regular plural, third person or past form of another."""
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        stems = [word[:-1]]
        if word.endswith("es"):
            stems += [word[:-2], word[:-3] if word[-4:-3] == word[-3:-2] else ""]
        if word.endswith("ies"):
            stems.append(word[:-3] + "y")
        if word.endswith("ves"):
            stems += [word[:-3] + "f", word[:-3] + "fe"]
    elif word.endswith("ed") and not word.endswith("eed"):
        stems = [word[:-1], *_stems(word[:-2])]
    else:
        return False
    return any(len(stem) >= 3 and stem in bases for stem in stems)


def is_compared_or_going_on(word: str, bases: set[str]) -> bool:
    """Tells whether a word is a comparative, a superlative, or a form in -ing of another."""
    for ending, partner in (("er", "est"), ("est", "er"), ("ing", "")):
        if word.endswith(ending):
            before = word.removesuffix(ending)
            has_partner = not partner or before + partner in bases
            return has_partner and any(stem in bases for stem in (*_stems(before), before + "e"))
    return False


def _stems(before: str) -> list[str]:
    """Gives the words whose form with an ending begins so: walk, stopp(ed), tri(ed)."""
    stems = [before]
    if before[-1:] == before[-2:-1]:
        stems.append(before[:-1])
    if before.endswith("i"):
        stems.append(before[:-1] + "y")
    return stems


def packed(words: Iterable[str], secrets: set[str]) -> str:
    """Writes words of one length: a line for each beginning, with all that follows it; secrets in capitals."""
    lines = []
    for beginning, same in groupby(sorted(words), key=lambda word: word[: len(word) // 2]):
        rest = "".join((word.upper() if word in secrets else word)[len(beginning) :] for word in same)
        lines.append(f"{beginning} {rest}\n")
    return "".join(lines)


def main(folder: Path) -> None:
    """Writes the lists."""
    everything = read_words(folder, (*_SPELLINGS, *_MORE_SPELLINGS, *_VARIANTS, "variant_3"), max(_SIZES))
    everything -= read_taboo(folder, ("offensive.1", "offensive.2"))
    bases = read_words(folder, (*_SPELLINGS, *_MORE_SPELLINGS), _BASES)
    commonest = read_words(folder, _SPELLINGS, _COMMONEST)
    common = read_words(folder, _SPELLINGS, _COMMON) & everything
    common -= read_taboo(folder, ("profane.1", "profane.3")) | set(_NEVER_SECRET.split())
    secrets = {
        word
        for word in common
        if not is_inflected(word, bases) and (word in commonest or not is_compared_or_going_on(word, bases))
    }
    for length in _LENGTHS:
        words = {word for word in everything if len(word) == length}
        file = WORD_DATA / f"words-{length}.txt"
        file.write_text(packed(words, secrets), encoding="ascii")
        print(f"{file.name}: {len(words & secrets)} secrets, {len(words)} guesses, {file.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
