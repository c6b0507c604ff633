"""The headers that tell browsers what a response may do: nothing but what the page needs."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders

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
