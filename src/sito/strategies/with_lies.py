"""Scores guesses where the codemaker may lie, in plain Python, to check the native code.

After each answer but the winning one, every code is possible that gives the answer, or for which a lie is left, the
guess itself excepted. So the numbers of possible codes tell little: as long as no lie was told, each answer leaves
all codes. Therefore metrics get weights. A code weighs 1 plus the number of lies left for it times the number of
false answers, in the manner in which Berlekamp (Block coding with noiseless feedback, 1964) weighs what noise leaves
possible.
"""

from __future__ import annotations

from collections import Counter
from math import log2

from sito.codes.code import Code
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import feedback_count, score_number
from sito.codes.hard_mode import allowed_guesses
from sito.codes.notations import nobody_gives
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import Metric
from sito.sieve.ranking import RankedGuess


def scored_with_lies(knowledge: Knowledge, metric: Metric, consistent: bool, apart: bool) -> list[RankedGuess]:
    """Scores every guess, in ascending order.

    >>> ranked = scored_with_lies(Knowledge("1x3-lies1"), max, consistent=True, apart=False)
    >>> [(guess.text, guess.score, round(guess.bits, 3), guess.worst, guess.cells) for guess in ranked]
    [('A', 2, 0.918, 2, 2), ('B', 2, 0.918, 2, 2), ('C', 2, 0.918, 2, 2)]
    """
    rules = knowledge.rules
    told = {code: count_lies_told(rules, knowledge.history, code) or 0 for code in knowledge}
    spare = {code: rules.lies - lies for code, lies in told.items()}
    guesses = knowledge if consistent else allowed_guesses(rules, knowledge.history)
    return [_scored(knowledge, spare, guess, metric, apart) for guess in guesses]


def _scored(knowledge: Knowledge, spare: dict[Code, int], guess: Code, metric: Metric, apart: bool) -> RankedGuess:
    rules, win = knowledge.rules, feedback_count(knowledge.rules) - 1
    may_be_told = [answer for answer in range(win) if not nobody_gives(rules.feedback, rules.pegs, answer)]

    def weight(lies: int) -> int:
        return 1 + lies * (len(may_be_told) - 1)

    truths = {code: score_number(rules, guess, code) for code in spare}
    weights: list[int] = []
    counts = [int(guess in spare)]
    for answer in may_be_told:
        left = [lies - (truths[code] != answer) for code, lies in spare.items() if code != guess]
        possible = [lies for lies in left if lies >= 0]
        counts.append(len(possible))
        weights += [sum(map(weight, possible))] if possible else []
    own = [weight(spare[guess])] if guess in spare else []
    cells = len(weights) + len(own)
    score = metric(sorted(weights if apart else weights + own, reverse=True))
    text = knowledge.guesses.text(guess)
    true_weights: Counter[int] = Counter()
    for code, truth in truths.items():
        true_weights[truth] += weight(spare[code])
    total = true_weights.total()
    bits = log2(total) - sum(true * log2(true) for true in true_weights.values()) / total
    return RankedGuess(guess, text, score, bits, max(counts), cells, guess in spare)
