"""The language a user reads: gettext, loaded when the first sentence is asked for.

The source language is English. Catalogs lie in `locale/LANG/LC_MESSAGES/sito.mo`; `make locale` gathers the sentences
into `locale/sito.pot` and compiles the catalogs. A program that speaks one language calls `set_language`. A server
that answers many people writes `with language("pl"):` around its work for one of them: this counts for the thread or
the task it is in, and for nobody else. Without either the usual variables decide, in gettext's order: LANGUAGE,
LC_ALL, LC_MESSAGES, LANG. A sentence without a translation stays English.
"""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import cast

from sito.errors import N_, Fault, InputError, SitoError, fill
from sito.words.local_words import read_as, set_reader

DOMAIN = "sito"
LOCALE_DIR = Path(__file__).parent.parent / "locale"

_catalog: _gettext.NullTranslations | None = None
"""The catalog of the process; None until the environment is asked."""

_here: ContextVar[_gettext.NullTranslations | None] = ContextVar("sito_language", default=None)
"""The catalog of this thread or task, if it has one of its own."""


def languages(directory: Path | None = None) -> tuple[str, ...]:
    """Lists the languages that can be chosen, English first."""
    found = (directory or LOCALE_DIR).glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ("en", *sorted(catalog.parent.parent.name for catalog in found))


def set_language(language: str | None, directory: Path | None = None) -> None:
    """Chooses the language of all later sentences of the process; None asks the environment again.

    `language` is a tag such as `pl`, `pl_PL`, `pl-PL` or `pl_PL.UTF-8`; `directory` holds the catalogs, those of this
    package if it is not given. Answers are read as people who speak it write them (`sito.words.local_words`); a
    process that has chosen none reads them as in English. Raises InputError for a language without a catalog.

    >>> set_language("en")
    >>> set_language("tlh")
    Traceback (most recent call last):
    sito.errors.InputError: there is no language 'tlh'; choose one of: en...
    """
    global _catalog
    _catalog = _catalog_of_environment() if language is None else _catalog_of(language, directory)
    set_reader(_tag_of(_catalog))


@contextmanager
def language(tag: str, directory: Path | None = None) -> Iterator[None]:
    """Chooses the language of the sentences within the context, in this thread or task alone.

    Other threads, and other tasks of an asynchronous server, keep theirs; tasks that are
    begun within take it over, threads do not, except by `asyncio.to_thread`. Contexts may
    lie in each other. Raises InputError for a language without a catalog.

    >>> with language("en"):
    ...     fault_text(Fault("no codes are left"))
    'no codes are left'
    """
    catalog = _catalog_of(tag, directory)
    token = _here.set(catalog)
    try:
        with read_as(_tag_of(catalog)):
            yield
    finally:
        _here.reset(token)


def current_language() -> str:
    """Gives the tag of the language that sentences are in now."""
    return _tag_of(_current())


def _tag_of(catalog: _gettext.NullTranslations) -> str:
    return catalog.info().get("language", "en")


def find_language(language: str, directory: Path | None = None) -> str:
    """Finds the tag of the catalog that a tag such as `pl_PL.UTF-8` means. Raises `InputError` if there is none."""
    tag = str(language).strip().replace("-", "_").partition(".")[0].partition("@")[0].lower()
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


_ENGLISH = _gettext.NullTranslations()


def _catalog_of(language: str, directory: Path | None) -> _gettext.NullTranslations:
    tag = find_language(language, directory)
    return _ENGLISH if tag == "en" else _read_catalog(tag, directory or LOCALE_DIR)


def _catalog_of_environment() -> _gettext.NullTranslations:
    found = _gettext.translation(DOMAIN, LOCALE_DIR, fallback=True)
    return found if isinstance(found, _gettext.GNUTranslations) else _ENGLISH


def _current() -> _gettext.NullTranslations:
    global _catalog
    chosen = _here.get()
    if chosen is not None:
        return chosen
    if _catalog is None:
        _catalog = _catalog_of_environment()
    return _catalog


def _(message: str) -> str:
    """Translates a sentence; returns it unchanged where there is no translation.

    >>> set_language("en")
    >>> _("no codes are left")
    'no codes are left'
    """
    return _current().gettext(message) if message else ""


def pgettext(context: str, message: str) -> str:
    """Translates a word whose meaning depends on where it stands, which `context` tells the translators.

    >>> set_language("en")
    >>> pgettext("a column of a review", "mark")
    'mark'
    """
    return _current().pgettext(context, message)


def grouped(number: int) -> str:
    """Writes a whole number with its digits in groups of three, as the reader's language does.

    >>> set_language("en")
    >>> grouped(40861647), grouped(1362), grouped(999)
    ('40,861,647', '1,362', '999')
    """
    return f"{number:,}".replace(",", pgettext("between groups of three digits", ","))


def ngettext(singular: str, plural: str, count: int) -> str:
    """Translates a sentence that speaks of `count` things, in the grammatical number that it needs.

    >>> set_language("en")
    >>> ngettext("{count} code is left", "{count} codes are left", 2).format(count=2)
    '2 codes are left'
    """
    return _current().ngettext(singular, plural, count)


def ended(sentence: str) -> str:
    """Ends what is said with a full stop, unless it has an end already.

    >>> set_language("en")
    >>> ended("15 codes are possible"), ended("It is over."), ended("")
    ('15 codes are possible.', 'It is over.', '')
    """
    if not sentence or sentence[-1] in ".!?…:。！？：":
        return sentence
    return _("{sentence}.").format(sentence=sentence)


def join_sentences(*sentences: str) -> str:
    """Writes sentences one after the other in one line, with what the language puts between them; empty ones not."""
    joined = ""
    for sentence in filter(None, sentences):
        # Translators: between two sentences stands a blank, or nothing in languages that write none.
        joined = _("{first} {second}").format(first=joined, second=sentence) if joined else sentence
    return joined


def fault_text(fault: Fault, *, language: str | None = None) -> str:
    """Renders one fault in the chosen language, or in `language`; a fault among its values is translated too.

    Raises `InputError` for a language without a catalog.
    """
    return _fault_text(fault, _current() if language is None else _catalog_of(language, None))


def _fault_text(fault: Fault, catalog: _gettext.NullTranslations) -> str:
    values = {
        name: _fault_text(value, catalog) if isinstance(value, Fault) else value for name, value in fault.values.items()
    }
    if fault.plural is None:
        return fill(catalog.gettext(fault.message) if fault.message else "", values)
    return fill(catalog.ngettext(fault.message, fault.plural, cast(int, values["count"])), values)


def error_text(error: SitoError, *, language: str | None = None) -> str:
    """Renders every fault of an error in the chosen language, or in `language`, one to a line.

    Raises `InputError` for a language without a catalog.
    """
    return "\n".join(fault_text(fault, language=language) for fault in error.faults)
