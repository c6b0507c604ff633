"""A strategy to copy: put it in a package of your own and change `choose`.

Registering it takes two lines in the pyproject.toml of that package, after which
`sito break 6281 --strategy median-consistent` finds it by its name:

    [project.entry-points."sito.strategies"]
    median-consistent = "my_package.median:MedianConsistent"
"""

from __future__ import annotations

import random

from sito.codes.code import Code
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import KnownByText


class MedianConsistent(KnownByText):
    """Guesses the possible code in the middle, in ascending order, or at another fraction of the way.

    The text after the colon in `median-consistent:0.25` is passed to `__init__`.

    >>> from sito.rules.rules import Rules
    >>> MedianConsistent("0.25").choose(Knowledge(Rules.parse("4x6")), random.Random(1))
    Code([1, 2, 5, 5])
    """

    name = "median-consistent"
    deterministic = True  # the generator is never used
    consistent = True  # every guess agrees with all the answers

    def __init__(self, share: str = "0.5") -> None:
        self.share = min(max(float(share), 0.0), 1.0)
        self.options = () if self.share == 0.5 else (str(self.share),)

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Returns a code of `knowledge.guesses`. All that it needs is in `knowledge`; it keeps no state."""
        knowledge.check_any_left()
        return knowledge[int(self.share * (len(knowledge) - 1))]
