"""The language a user reads: gettext, loaded when the first sentence is asked for.

The source language is English. Catalogs lie in `locale/LANG/LC_MESSAGES/sito.mo`;
`make locale` gathers the sentences into `locale/sito.pot` and compiles the catalogs.
Without a call of `set_language` the usual variables decide, in gettext's order:
LANGUAGE, LC_ALL, LC_MESSAGES, LANG. A sentence without a translation stays English.
"""

from __future__ import annotations

import gettext as _gettext
from functools import lru_cache
from pathlib import Path
from typing import cast

from sito.errors import N_, Fault, InputError, SitoError, fill

DOMAIN = "sito"
LOCALE_DIR = Path(__file__).parent / "locale"

_catalog: _gettext.NullTranslations | None = None


def languages(directory: Path | None = None) -> tuple[str, ...]:
    """Lists the languages that can be chosen, English first.

    >>> languages()[0]
    'en'
    """
    found = (directory or LOCALE_DIR).glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ("en", *sorted(catalog.parent.parent.name for catalog in found))


def set_language(language: str | None, directory: Path | None = None) -> None:
    """Chooses the language of all later sentences; None asks the environment again.

    `language` is a tag such as `pl`, `pl_PL`, `pl-PL` or `pl_PL.UTF-8`; `directory` holds
    the catalogs, those of this package if it is not given.
    Raises InputError for a language without a catalog.

    >>> set_language("en")
    >>> set_language("tlh")
    Traceback (most recent call last):
    sito.errors.InputError: there is no language 'tlh'; choose one of: en...
    """
    global _catalog
    _catalog = None if language is None else _catalog_of(find_language(language, directory), directory)


def find_language(language: str, directory: Path | None = None) -> str:
    """Finds the tag of the catalog that a tag such as `pl_PL.UTF-8` means. Raises `InputError` if there is none.

    >>> find_language("en-GB"), find_language("POSIX")
    ('en', 'en')
    """
    tag = language.strip().replace("-", "_").partition(".")[0].partition("@")[0].lower()
    there = languages(directory)
    if tag in ("c", "posix"):
        return "en"
    for meant in (tag, tag.partition("_")[0]):
        if meant in there:
            return meant
    wrong = N_("there is no language '{language}'; choose one of: {languages}")
    raise InputError(Fault(wrong, language=language, languages=", ".join(there)))


@lru_cache
def _read_catalog(tag: str, directory: Path) -> _gettext.NullTranslations:
    """Reads a catalog once."""
    return _gettext.translation(DOMAIN, directory, [tag])


def _catalog_of(tag: str, directory: Path | None) -> _gettext.NullTranslations:
    return _gettext.NullTranslations() if tag == "en" else _read_catalog(tag, directory or LOCALE_DIR)


def _current() -> _gettext.NullTranslations:
    global _catalog
    if _catalog is None:
        _catalog = _gettext.translation(DOMAIN, LOCALE_DIR, fallback=True)
    return _catalog


def _(message: str) -> str:
    """Translates a sentence; returns it unchanged where there is no translation.

    >>> set_language("en")
    >>> _("no codes are left")
    'no codes are left'
    """
    return _current().gettext(message) if message else ""


def ngettext(singular: str, plural: str, count: int) -> str:
    """Translates a sentence that speaks of `count` things, in the grammatical number that it needs.

    >>> set_language("en")
    >>> ngettext("{count} code is left", "{count} codes are left", 2).format(count=2)
    '2 codes are left'
    """
    return _current().ngettext(singular, plural, count)


def fault_text(fault: Fault) -> str:
    """Renders one fault in the chosen language; a fault among its values is translated too.

    >>> set_language("en")
    >>> fault_text(Fault("{count} pegs were given, 1 to 16 are allowed", count=0))
    '0 pegs were given, 1 to 16 are allowed'
    """
    values = {name: fault_text(value) if isinstance(value, Fault) else value for name, value in fault.values.items()}
    if fault.plural is None:
        return fill(_(fault.message), values)
    return fill(ngettext(fault.message, fault.plural, cast(int, values["count"])), values)


def error_text(error: SitoError) -> str:
    """Renders every fault of an error in the chosen language, one to a line.

    >>> set_language("en")
    >>> print(error_text(SitoError(Fault("first"), Fault("second"))))
    first
    second
    """
    return "\n".join(fault_text(fault) for fault in error.faults)
