"""Checks certificates of any size: the native checker, which shares no code with the search either."""

from __future__ import annotations

import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sito._native import check_certificate as _check
from sito.base.files import read_limited
from sito.base.limits import Limits, OnInterrupt, limits_of
from sito.base.log import log
from sito.base.rows import Column, Tabular
from sito.certificate.header import REASONS, Claim, read_header, unproven_at, with_digest
from sito.certificate.packed import DAMAGED, PACKED
from sito.errors import (
    N_,
    CertificateError,
    Fault,
    InputError,
    LimitError,
    SitoError,
    UnreadableError,
    system_reason,
    whole_number_faults,
)
from sito.native.run import NativeRun
from sito.rules.rules import Rules

MOST_THREADS = 256
_EXAMPLE = Claim(Rules(4, 6), 5625).header.decode().strip()


@dataclass(frozen=True)
class CertificateClaim(Tabular["CertificateClaim"]):
    """What a certificate has proven: its `claim`, the number of its proofs, and its digests in hexadecimal digits.

    `records` is that number. `digest` is the one with which it ends, of all bytes before it; `sha256` is that of the
    whole certificate, unpacked, which `sha256sum` gives and the atlas names.

    >>> proven = check_certificate(with_digest(Claim(Rules.parse("2x3"), 21).header + bytes(1)))
    >>> proven.claim.lower, proven.records, len(proven.digest), len(proven.sha256)
    (21, 1, 64, 64)
    """

    claim: Claim
    records: int
    digest: str
    sha256: str

    def _columns(self) -> tuple[Column[CertificateClaim], ...]:
        return (
            Column("rules", lambda proven: proven.claim.rules),
            Column("lower", lambda proven: proven.claim.lower, "d"),
            Column("records", lambda proven: proven.records, "d"),
            Column("digest", lambda proven: proven.digest),
            Column("sha256", lambda proven: proven.sha256),
        )


@dataclass(frozen=True)
class CheckProgress:
    """How far a check is: how many bytes were read, of how many if that is known, and how many proofs begun."""

    bytes: int
    size: int | None
    records: int


def check_certificate(
    file: Path | str | bytes,
    *,
    threads: int | None = None,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_progress: Callable[[CheckProgress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> CertificateClaim:
    """Checks a certificate: a `file`, or the bytes of one, which may be packed with gzip.

    It takes so many `threads`, all that the machine has if none are named. The `limits`, and `seconds` as one more of
    them, end the work early; there is no limit of work or memory. `on_progress` is told how far the work is, and ends
    it by a true answer. Ctrl-C raises `KeyboardInterrupt`, or with `on_interrupt="return"` ends the work, too.

    Raises `CertificateError`, which says where and why, if it does not prove its claim; `UnreadableError` if it cannot
    be read; `LimitError` if the work ended early, or for a game of more than 256 answers.

    >>> check_certificate(with_digest(Claim(Rules.parse("2x3"), 21).header + bytes(1))).claim.lower
    21
    >>> check_certificate(with_digest(Claim(Rules.parse("2x3"), 22).header + bytes(1)))
    Traceback (most recent call last):
    sito.errors.CertificateError: the certificate does not prove what it claims, at byte 1 of its body: AB \
may cost 21, and nothing shows that it costs 22
    """
    if threads is not None:
        InputError.check(whole_number_faults("threads", threads, 2, 1, MOST_THREADS))
    run: NativeRun[tuple[int, int]] = NativeRun(limits_of(limits, seconds), _told(file, on_progress), on_interrupt)
    try:
        source = file if isinstance(file, bytes) else _readable(file)
        log.debug("checking a certificate")
        if run.watch.seconds is not None and run.watch.seconds <= 0:
            raise LimitError(_not_to_its_end())  # a small one might be done before anybody looks at the clock
        proven, refused, stopped = _check(source, threads=threads, watch=run.watch)
    except (OSError, ValueError) as error:
        raise _unreadable(file, error) from None
    if proven is not None:
        line, records, digest, whole = proven
        claim, _ = read_header(with_digest(line + b"\n"))
        log.debug("checked a certificate of %s: %d proofs", claim.rules, records)
        return CertificateClaim(claim, records, digest.hex(), whole.hex())
    if refused is not None:
        sound = _sound_claim(source) if refused[0] == "header" else None
        if sound is not None:
            beyond = N_("the quick checker does not take {rules}; python -m sito.certificate FILE checks it, too")
            raise LimitError.said(beyond, rules=sound.rules)
        raise CertificateError(_why(*refused))
    run.stopped(stopped)
    raise LimitError(_not_to_its_end())


def _not_to_its_end() -> Fault:
    return Fault("the certificate was not checked to its end")


def _readable(file: Path | str) -> str | bytes:
    """Gives the name of a file that can be read, for Python says best why not; or what comes through a pipe.

    What comes through a pipe is there only once, and Ctrl-C can end the waiting for it here.
    """
    mode = os.stat(file).st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        return read_limited(file)
    with open(file, "rb") as opened:
        opened.read(1)
    return os.fspath(file)


def _sound_claim(source: str | bytes) -> Claim | None:
    """Reads the claim of a certificate whose first line the native checker has refused, if nothing is wrong with it."""
    try:
        with io.BytesIO(source) if isinstance(source, bytes) else open(source, "rb") as file:
            is_packed = file.read(2) == PACKED
            file.seek(0)
            line = (gzip.GzipFile(fileobj=file) if is_packed else file).readline().removesuffix(b"\n")
        return read_header(with_digest(line + b"\n"))[0]
    except (SitoError, OSError, EOFError, zlib.error):
        return None


def _told(
    file: Path | str | bytes, on_progress: Callable[[CheckProgress], object] | None
) -> Callable[[tuple[int, int]], object] | None:
    if on_progress is None or not callable(on_progress):
        return on_progress
    try:
        size = len(file) if isinstance(file, bytes) else os.stat(file).st_size or None  # that of a pipe is 0
    except (OSError, ValueError):
        size = None
    if size is not None and _is_packed(file):
        size = None  # what is counted is what it unpacks to
    return lambda told: on_progress(CheckProgress(told[0], size, told[1]))


def _is_packed(file: Path | str | bytes) -> bool:
    """Tells whether a file begins as gzip files do; one that cannot be read does not."""
    try:
        with io.BytesIO(file) if isinstance(file, bytes) else open(file, "rb") as opened:
            return opened.read(len(PACKED)) == PACKED
    except OSError:
        return False


def _unreadable(file: Path | str | bytes, error: OSError | ValueError) -> UnreadableError:
    if not isinstance(error, OSError):
        reason: Fault | str = Fault("it cannot be the name of a file")
    elif error.errno is None:
        reason = Fault(DAMAGED)
    else:
        reason = system_reason(error)
    name = "-" if isinstance(file, bytes) else os.fspath(file)
    return UnreadableError.said("{file} cannot be read: {reason}", file=name, reason=reason)


_OF_THE_FILE = {"header", "cut", "digest", "trailing"}


def _why(kind: str, place: int, path: list[tuple[str, str]], text: str, first: int, second: int) -> Fault:
    """Says what the checker found: the same sentences as those of the plain checker."""
    reason = Fault(
        REASONS[kind],
        example=_EXAMPLE,
        tag=first,
        guess=first if kind == "entry" else text,
        answer=first,
        look=first,
        cost=second if kind == "guess" else first,
    )
    if kind in _OF_THE_FILE:
        return reason
    turns = " ".join(f"{guess}:{answer}" for guess, answer in path)
    return unproven_at(place, turns, reason)
