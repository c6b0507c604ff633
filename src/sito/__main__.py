"""Runs the command `sito` as `python -m sito`."""

import sys

from sito.cli import main

if __name__ == "__main__":
    sys.exit(main())
