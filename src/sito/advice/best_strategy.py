"""The adviser as a strategy: the first guess of `sito.advice.advice`."""

from __future__ import annotations

import random
from functools import lru_cache

from sito.advice.advice import advise
from sito.advice.best_play import consistent_play
from sito.advice.candidates import is_quick_to_compare, sample_candidates
from sito.base.deadline import Deadline
from sito.base.limits import Limits
from sito.codes.code import Code
from sito.codes.feedback import Turn
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.halving import only_strategy
from sito.strategies.partition import Partition
from sito.strategies.strategy import KnownByText, check_options

_CONSISTENT = "consistent"
_KEPT = 1 << 12  # the guesses of so many moments are remembered


class Best(KnownByText):
    """Guesses what the adviser would guess: the guess after which the fewest further guesses are expected.

    Where a proof is quick, as at any moment of 4x6 and of most games with a few hundred codes left, this is the best
    guess there is. Else it is the best of a few candidates, valued by the trees of the one-ply strategies, or in
    large games the best of a sample by entropy. `sito.advice.advice` says which. Plays all rules; on boards that are
    too large for the native core, those of `halving`, as that does.

    The work is bounded by counted steps, not by a clock, so that the choice is the same on every machine; on two
    cores of 2026 it takes a second at most. Only a limit of time that is given to `choose` can end it earlier.

    The option `consistent` allows only guesses that may be the code, as hard mode does. The guess
    is then proven to be the best of these where few codes are left, is that of
    `entropy:consistent` where all of them can be compared, and else the best of a sample of them.

    Raises `StrategyError` for another option.

    Source: the exact search of this package, and the one-ply strategies of Knuth (1977), Irving
    (1978), Neuwirth (1982) and Kooi (2005). Known results: 5625 guesses for all 1296 codes of 4x6,
    which is the least there is (Koyama and Lai 1993); docs/levels.md has more.

    >>> known = Knowledge("4x6")
    >>> known.guesses.text(Best().choose(known, random.Random(1)))
    'AABC'
    >>> known.guesses.text(Best("consistent").choose(known.after("AABC", "o"), random.Random(1)))
    'BDDE'
    """

    name = "best"
    deterministic = True

    def __init__(self, *options: str) -> None:
        check_options(self.name, options, _CONSISTENT)
        self.options = (_CONSISTENT,) if options else ()
        self.consistent = bool(options)

    def only_consistent(self) -> Best:
        """Returns the same strategy with the option `consistent`."""
        return Best(_CONSISTENT)

    def choose(self, knowledge: Knowledge, rng: random.Random, limits: Limits | None = None) -> Code:
        """Returns the first guess of an advice. Raises `InconsistentError` if no code is left."""
        if (only := only_strategy(knowledge.rules)) and not self.consistent:
            return only.choose(knowledge, rng)
        if self.consistent:
            return _best_consistent(knowledge, rng, limits or Limits())
        if limits is not None:
            return _first(knowledge, limits)
        return _remembered(_Moment(knowledge))


def _best_consistent(knowledge: Knowledge, rng: random.Random, limits: Limits) -> Code:
    knowledge.check_any_left()
    deadline = Deadline(limits)
    proven = consistent_play(knowledge, deadline)
    if proven is not None:
        return proven.guess
    if is_quick_to_compare(knowledge, len(knowledge)):
        return Partition("entropy", _CONSISTENT).choose(knowledge, rng, deadline.left(work=limits.work))
    return _first_of_sample(knowledge, deadline, only_possible=True)


def _first_of_sample(knowledge: Knowledge, deadline: Deadline, *, only_possible: bool) -> Code:
    found = sample_candidates(knowledge, 1, deadline, only_possible=only_possible).codes
    return found[0] if found else knowledge.first()


def _first(knowledge: Knowledge, limits: Limits) -> Code:
    if knowledge.looks_at_sample or (knowledge.rules.lies and not is_quick_to_compare(knowledge)):
        # As the advice, but without its figures, for which all possible codes with their lies have to be listed.
        return _first_of_sample(knowledge, Deadline(limits), only_possible=False)
    return advise(knowledge, 1, limits=limits)[0].figures.code


class _Moment:
    """A moment of a game that is equal to others with the same history; what is remembered holds no sets of codes."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.key: tuple[Rules, tuple[Turn, ...]] = knowledge.rules, knowledge.history
        self.knowledge: Knowledge | None = knowledge

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Moment) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=_KEPT)
def _remembered(moment: _Moment) -> Code:
    knowledge, moment.knowledge = moment.knowledge, None
    assert knowledge is not None, "it is forgotten only after the guess has been found"
    return _first(knowledge, Limits())
