"""The entry point of the command `sito`, also as `python -m sito`."""

import sys


def main() -> int:
    """Runs the command; a Ctrl-C ends it quietly even while it is still being imported."""
    try:
        from sito.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130
    finally:
        # Where Ctrl-C came in the middle of an `exec` of text, as data classes do it, `python -m sito` would end by the
        # signal after all, though it was caught here. Python forgets that when it begins the next text.
        exec("")


if __name__ == "__main__":
    sys.exit(main())
