"""Checks a certificate in plain Python: `python -m sito.certificate FILE` says what it proves."""

from __future__ import annotations

import sys

from sito.certificate.check import CertificateClaim
from sito.certificate.plain import check_plainly
from sito.cli.certificate.command import lines
from sito.errors import SitoError
from sito.files import read_limited, unpack_limited


def main(files: list[str]) -> int:
    """Checks files one after the other; the exit code is that of the last that is refused, and 2 without files."""
    if not files:
        print("python -m sito.certificate FILE ...", file=sys.stderr)
    code = 0 if files else 2
    for file in files:
        try:
            raw = read_limited(file)
            data = unpack_limited(raw, file) if file.endswith(".gz") else raw
            checked = check_plainly(data)
            print("\n".join(lines(CertificateClaim(checked.claim, checked.records, data[-32:].hex()))))
        except SitoError as error:
            print(f"{file}: {error}", file=sys.stderr)
            code = error.exit_code
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
