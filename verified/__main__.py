"""Builds the proven checker and checks with it: python -m verified [GAME or CERTIFICATE ...].

Of a game the certificate is written first; where it claims one guess more, the same proof must be refused.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from sito.certificate.check import check_certificate
from sito.certificate.header import read_header, with_digest
from sito.certificate.packed import unpacked
from sito.certificate.writing import certify
from sito.errors import CertificateError, SitoError
from verified.building import BUILT, build, check
from verified.elaborate import elaborate


def prove(program: Path, asked: str) -> bool:
    """Says whether the checker proves what a certificate claims, or a game, of which it must refuse one guess more."""
    certificate = Path(asked)
    if is_game := not certificate.is_file():
        certificate = BUILT / f"{asked}.cert"
        certify(asked, certificate)
    data = unpacked(certificate.read_bytes(), certificate)
    check_certificate(data)
    if is_game:
        _refuses_more(data)
    text = elaborate(data)
    first, _, rest = text.partition("\n")
    pegs, colors, lower = first.split()
    count, _, steps = rest.partition("\n")
    *before, last = steps.splitlines()
    lemma, claim, more = last.split(" ", 2)
    false = "\n".join([f"{pegs} {colors} {int(lower) + 1}", count, *before, f"{lemma} {int(claim) + 1} {more}", ""])
    accepted = []
    for name, kernel in [("kernel", text), *([("false", false)] if is_game else [])]:
        file = BUILT / f"{certificate.stem}.{name}"
        file.write_text(kernel)
        began = getrusage(RUSAGE_CHILDREN).ru_utime
        done = check(program, file)
        seconds = getrusage(RUSAGE_CHILDREN).ru_utime - began
        print(f"{done.stdout.strip()} {done.stderr.strip()}({count} steps, {len(kernel)} bytes, {seconds:.1f} s)")
        accepted.append(done.returncode)
    return accepted == ([0, 1] if is_game else [0])


def _refuses_more(data: bytes) -> None:
    """Raises `ValueError` if the native checker believes a claim of one guess more."""
    claim, body = read_header(data)
    try:
        check_certificate(with_digest(replace(claim, lower=(claim.lower or 0) + 1).header + body))
    except CertificateError:
        return
    raise ValueError("the native checker accepts a claim of one guess more")


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("python -m verified GAME_OR_CERTIFICATE ...")
    built = build()
    try:
        sys.exit(not all(prove(built, asked) for asked in sys.argv[1:]))
    except (SitoError, ValueError) as error:
        sys.exit(str(error))
