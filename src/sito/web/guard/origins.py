"""Whether a request comes from a page of this service, and not from another site that the person has open."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers

_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def is_from_here(headers: Headers, allowed: Collection[str]) -> bool:
    """Tells whether a request that changes something, or opens a websocket, may do so.

    Browsers say from which site it comes; programs that say nothing have no person's cookies to misuse.

    >>> is_from_here(Headers({"host": "sito.example:8080", "origin": "http://sito.example:8080"}), ())
    True
    >>> is_from_here(Headers({"host": "sito.example", "origin": "https://evil.example"}), ())
    False
    >>> is_from_here(Headers({"host": "sito.example", "origin": "https://school.example"}), {"https://school.example"})
    True
    >>> is_from_here(Headers({"host": "sito.example", "sec-fetch-site": "cross-site"}), ())
    False
    >>> is_from_here(Headers({"host": "sito.example"}), ())
    True
    """
    origin = headers.get("origin")
    if origin is not None:
        if origin in allowed:
            return True
        try:
            place = urlsplit(origin).netloc
        except ValueError:
            return False
        return bool(place) and place.lower() == headers.get("host", "").lower()
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def changes_something(method: str) -> bool:
    """Tells whether requests of this method may change something."""
    return method not in _SAFE_METHODS
