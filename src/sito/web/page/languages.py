"""Which language a person reads the page in, and what the languages call themselves."""

from __future__ import annotations

from sito.errors import InputError
from sito.show.i18n import find_language, languages

NAMES = {"en": "English", "cs": "Čeština", "ja": "日本語", "pl": "Polski", "ru": "Русский"}
_MOST_RANGES = 20


def language_names() -> dict[str, str]:
    """Gives each language that can be chosen, and its own name for itself.

    >>> language_names()["en"]
    'English'
    """
    return {tag: NAMES.get(tag, tag) for tag in languages()}


def accepted_language(header: str) -> str:
    """Chooses the language that a browser asks for first among those there are; English if it asks for none.

    >>> accepted_language("de-DE, pl;q=0.7, ru;q=0.9"), accepted_language(""), accepted_language("ja;q=0, *")
    ('ru', 'en', 'en')
    """
    wanted: list[tuple[float, str]] = []
    for part in header.split(",")[:_MOST_RANGES]:
        tag, _semicolon, quality = part.partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if weight > 0:
            wanted.append((-weight, tag.strip()))
    for _weight, tag in sorted(wanted, key=lambda one: one[0]):
        try:
            return find_language(tag)
        except InputError:
            continue
    return "en"
