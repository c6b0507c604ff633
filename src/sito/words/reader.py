"""The language of the person who writes answers, on which it depends whether a letter such as b is in doubt.

`sito.show.i18n` says it. It is kept here, below the rules, where no catalogs and no words are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_reader = "en"
_reader_here: ContextVar[str | None] = ContextVar("sito_reader", default=None)


def reader() -> str:
    """Gives the language of the person who writes the answers, in this thread or task; `en` if nobody said."""
    return _reader_here.get() or _reader


def set_reader(language: str) -> None:
    """Says what language the person writes, for the whole process; `sito.show.i18n` does so."""
    global _reader
    _reader = language


@contextmanager
def read_as(language: str) -> Iterator[None]:
    """Says what language the person writes, in this thread or task, within the context."""
    token = _reader_here.set(language)
    try:
        yield
    finally:
        _reader_here.reset(token)
