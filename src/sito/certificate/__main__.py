"""Checks certificates in plain Python: `python -m sito.certificate FILE ...` says what each proves."""

import sys

from sito.certificate.plain import check_plainly
from sito.errors import SitoError
from sito.files import read_limited


def main(files: list[str]) -> int:
    """Checks files; gives the exit code of the last that proves nothing."""
    code = 0
    for file in files:
        try:
            checked = check_plainly(read_limited(file))
            print(f"{file}: {checked}")
        except SitoError as error:
            print(f"{file}: {error}", file=sys.stderr)
            code = error.exit_code
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
