"""Whether a request comes from a page of this service, and what browsers are told that a response may do."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# What is no page has no use for anything; a picture may have its own styles.
_NO_PAGE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


def page_policy(nonce: str) -> str:
    """Gives the content security policy of a page.

    Scripts come from here alone, those that stand in the page itself carry the nonce of this one response, and no text
    is evaluated. Styles may stand anywhere: the pictures that the library draws carry their colors with them, and
    Quasar and NiceGUI make styles while they run.
    """
    return (
        f"default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
    )


def protect(headers: MutableHeaders, nonce: str) -> None:
    """Adds the headers to those of a response.

    >>> headers = MutableHeaders({"content-type": "application/json"})
    >>> protect(headers, "")
    >>> headers["content-security-policy"].startswith("default-src 'none';")
    True
    """
    for name, value in _ALWAYS.items():
        headers.setdefault(name, value)
    is_page = headers.get("content-type", "").startswith("text/html")
    headers.setdefault("Content-Security-Policy", page_policy(nonce) if is_page else _NO_PAGE)


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


def is_called_rightly(host: str, allowed: Collection[str], *, only_here: bool) -> bool:
    """Tells whether a request calls this service by a name that it has.

    Any site can let a name of its own lead to this machine, and its pages then count as pages of this service. They
    cannot do so with an address, nor with `localhost`. A service that listens to this machine alone (`only_here`)
    has no other names unless they are `allowed`; one that listens to a network cannot know by which name it is called.

    >>> [is_called_rightly(host, (), only_here=True) for host in ("127.0.0.1:8080", "localhost", "evil.example:8080")]
    [True, True, False]
    >>> is_called_rightly("Sito.example", {"sito.example"}, only_here=True)
    True
    >>> is_called_rightly("pc-7", (), only_here=False), is_called_rightly("pc-7", {"sito.example"}, only_here=False)
    (True, False)
    """
    if "*" in allowed or not (allowed or only_here):
        return True
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if name == "localhost" or name.endswith(".localhost") or name in {known.lower() for known in allowed}:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_here(host: str) -> bool:
    """Tells whether who listens at this address hears this machine alone.

    >>> is_here("127.0.0.1"), is_here("localhost"), is_here("0.0.0.0"), is_here("")
    (True, True, False, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def changes_something(method: str) -> bool:
    """Tells whether requests of this method may change something."""
    return method not in _SAFE_METHODS
