"""Certificates that gzip has compressed: what both checkers take for one, and what they say where it is damaged."""

from __future__ import annotations

import zlib
from pathlib import Path

from sito.base.files import MOST_BYTES, too_long
from sito.errors import N_, Fault, UnreadableError

PACKED = b"\x1f\x8b"
"""What every file begins with that is packed with gzip, whatever its name."""
DAMAGED = N_("what gzip has compressed in it is damaged or cut off")


def unpacked(raw: bytes, name: Path | str, most: int = MOST_BYTES) -> bytes:
    """Unpacks a certificate that gzip has compressed, in one piece or several; gives any other as it is.

    Nothing else may follow, not even zeros, for the native checker is as strict. Raises `UnreadableError`, which names
    the file, where it is damaged or unpacks to more than so many bytes.
    """
    if not raw.startswith(PACKED):
        return raw
    pieces = bytearray()
    while raw:
        member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        try:
            pieces += member.decompress(raw, most + 1 - len(pieces))
        except zlib.error:
            raise damaged(name) from None
        if len(pieces) > most:
            raise UnreadableError(too_long(name, most))
        if not member.eof:
            raise damaged(name)
        raw = member.unused_data
    return bytes(pieces)


def damaged(name: Path | str) -> UnreadableError:
    """Gives the error for a file that begins as gzip files do and cannot be unpacked."""
    return UnreadableError.said("{file} cannot be read: {reason}", file=str(name), reason=Fault(DAMAGED))
