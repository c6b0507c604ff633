"""The entry point of the command `sito`, also as `python -m sito`."""

import sys


def main() -> int:
    """Runs the command; a Ctrl-C ends it quietly even while it is still being imported."""
    try:
        from sito.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
