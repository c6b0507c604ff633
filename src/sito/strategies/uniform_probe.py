"""The easy level of founding system 5: ask for one color at a time, then arrange them."""

from __future__ import annotations

import random

from sito.codes.code import Code, PartialCode
from sito.codes.feedback import Feedback
from sito.errors import StrategyError
from sito.rules.rules import Allowed
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import KnownByText, check_no_hard_mode, check_no_lies

ARRANGEMENTS = ("possible", "untried")


class UniformProbe(KnownByText):
    """Guesses all pegs of one color until the colors of the secret are known, then tries their arrangements.

    The colors are tried in random order. The arrangements are drawn from those that agree
    with every answer, or with the option `untried`, as the source has it, from all that
    have not been guessed yet. Raises `StrategyError` for another option.

    Plays all rules where colors may repeat and the codemaker does not lie; raises `StrategyError` for others. In a
    game that others began, it does not ask for a color that a guess of theirs in one color settled, and if a single
    code is possible, it guesses that at once. A color whose question was answered in part stays unsettled.

    Source: founding system 5 (Bulls and Cows with repeated digits), the easy level. Cost
    per guess: one sieve. Known results: 4x10 at most 33 guesses with `untried` (the source
    says 10 + 24 = 34, but the tenth question reveals nothing new).

    >>> from sito.rules.rules import Rules
    >>> UniformProbe().choose(Knowledge(Rules.parse("4x10")), random.Random(1))
    Code([2, 2, 2, 2])
    """

    name = "uniform-probe"
    deterministic = False
    consistent = False

    def __init__(self, arrangements: str = "possible") -> None:
        if arrangements not in ARRANGEMENTS:
            raise StrategyError.said(
                "uniform-probe has no arrangements {arrangements!r}; there are {names}",
                arrangements=arrangements,
                names=", ".join(ARRANGEMENTS),
            )
        self.arrangements = arrangements
        self.options = () if arrangements == "possible" else (arrangements,)

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Returns the next question or an arrangement. Raises `InconsistentError` if no code is left."""
        rules = knowledge.rules
        if rules.allowed is not Allowed.ANY:
            raise StrategyError.said(
                "{name} does not play {rules}: it needs a game where colors may repeat, as in 4x10",
                name=str(self),
                rules=str(rules),
            )
        check_no_lies(str(self), rules)
        check_no_hard_mode(str(self), rules)
        first = knowledge.first()
        # What a turn of unknown parts tells is in the knowledge alone.
        exact = [(guess, answer) for guess, answer in knowledge.history if isinstance(answer, Feedback)]
        uniform = [turn for turn in exact if len(set(turn[0])) == 1 and not isinstance(turn[0], PartialCode)]
        counts = {guess[0]: _pegs(answer) for guess, answer in uniform}
        unknown = [color for color in range(rules.colors) if color not in counts]
        rest = rules.pegs - sum(counts.values())
        if rest and len(unknown) > 1 and len(knowledge) > 1:
            return Code([rng.choice(unknown)] * rules.pegs)
        tried = {guess for guess, _ in exact}
        colors = sorted(first)
        own = all(len(set(guess)) == 1 or sorted(guess) == colors for guess, _ in knowledge.history)
        if self.arrangements == "possible" or (len(knowledge) == 1 and not own):
            return knowledge.draw(rng)
        while (code := Code(rng.sample(colors, len(colors)))) in tried:
            pass
        return code


def _pegs(answer: Feedback) -> int:
    """Counts the pegs of the secret that have the color of a guess of one color."""
    return answer.black if answer.black is not None else answer.total or 0
