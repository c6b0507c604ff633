"""What each first guess is worth: `every_first`, and the table that it gives."""

from sito.exact.first.valuing import every_first
from sito.exact.first.worth import EveryFirst, FirstGuess, FirstProgress, parse_csv

__all__ = ["EveryFirst", "FirstGuess", "FirstProgress", "every_first", "parse_csv"]
