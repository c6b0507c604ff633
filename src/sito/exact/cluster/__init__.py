"""The exact search on many workers, which share what they learn: `solve_together`."""

from sito.exact.cluster.lead import OpenLine, Standing
from sito.exact.cluster.together import check_no_words, solve_together

__all__ = ["OpenLine", "Standing", "check_no_words", "solve_together"]
