"""Checks a certificate in plain Python: `python -m sito.certificate FILE` says what it proves."""

from __future__ import annotations

import sys
from hashlib import sha256

from sito.base.files import read_limited
from sito.certificate.check import CertificateClaim
from sito.certificate.header import DIGEST_BYTES
from sito.certificate.packed import unpacked
from sito.certificate.plain import check_plainly
from sito.cli.certificate import lines
from sito.cli.streams import fail_output, flush, prepare, say, silence, visible
from sito.errors import FileError, SitoError


def main(files: list[str]) -> int:
    """Checks files one after the other; the greatest exit code of those that are refused, and 2 without files."""
    usage = "python -m sito.certificate FILE ... checks certificates, which may be packed with gzip"
    if "--help" in files:
        print(usage)
        return 0
    if not files:
        say(usage)
    code = 0 if files else 2
    for file in files:
        try:
            data = unpacked(read_limited(file), file)
            checked = check_plainly(data)
            whole = sha256(data).hexdigest()
            told = lines(CertificateClaim(checked.claim, checked.records, data[-DIGEST_BYTES:].hex(), whole))
            print(visible("\n".join(told)), flush=True)
        except BrokenPipeError:  # the exit code tells of the other files though nobody reads the words
            silence(sys.stdout)
        except FileError as error:  # it names the file
            say(visible(str(error)))
            code = max(code, error.exit_code)
        except SitoError as error:
            say(visible(f"{file}: {error}"))
            code = max(code, error.exit_code)
    return code


def run() -> int:
    """Checks the files of the command line, as `main` does; Ctrl-C and an output that is gone end it quietly."""
    prepare()
    try:
        return flush(main(sys.argv[1:]))
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return fail_output(error)


if __name__ == "__main__":
    sys.exit(run())
