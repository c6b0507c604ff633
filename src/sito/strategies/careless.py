"""A weak strategy that plays all rules, for the lowest level of the computer."""

from __future__ import annotations

import random

from sito.codes.code import Code
from sito.errors import N_, StrategyError
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import KnownByText, check_no_hard_mode

_USUAL_SHARE = "0.5"


class Careless(KnownByText):
    """Guesses any code at random now and then, and else a possible code, drawn at random.

    `share` is how often it does not heed the answers, from 0 to 0.9. A single possible code is
    guessed at once. Plays all rules. Raises `StrategyError` for another share.

    Source: none; it is made to be beaten. Cost per guess: that of the sieve. Known results: docs/levels.md.

    >>> from sito.rules.rules import Rules
    >>> Careless("0.25").choose(Knowledge(Rules.parse("4x6")), random.Random(1))
    Code([0, 3, 3, 3])
    """

    name = "careless"
    deterministic = False
    consistent = False

    def __init__(self, share: str = _USUAL_SHARE) -> None:
        try:
            self.share = float(share)
        except ValueError:
            self.share = -1.0
        if not 0 <= self.share <= 0.9:
            wrong = N_("careless has no share {share!r}; it is a number from 0 to 0.9, as in careless:0.25")
            raise StrategyError.said(wrong, share=share)
        self.options = () if share == _USUAL_SHARE else (share,)

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Returns any allowed code or a possible one. Raises `InconsistentError` if no code is left."""
        check_no_hard_mode(str(self), knowledge.rules)
        knowledge.check_any_left()
        if len(knowledge) > 1 and rng.random() < self.share:
            return knowledge.guesses.draw(rng)
        return knowledge.draw(rng)
