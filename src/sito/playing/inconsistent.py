"""What is said of a game whose answers leave no code."""

import random

from sito.codes.consistency import clash_at_sight
from sito.codes.hard_mode import Played
from sito.errors import NN_, Fault, InconsistentError, StrategyError
from sito.native.game import Size, size_of
from sito.playing.repairs import Diagnosis
from sito.sieve.knowledge import Knowledge
from sito.sieve.possible import NONE_FOUND, NONE_LEFT
from sito.strategies.halving import only_strategy

REPAIRS_TOLD = 5
"""How many repairs stand in a message."""


def leaves_code(known: Knowledge) -> bool:
    """Tells whether some code agrees with all the answers; on a vast board, whether `halving` can follow them.

    >>> leaves_code(Knowledge("4x6").after("AABB", "-").after("AABB", "x"))
    False
    """
    only = only_strategy(known.rules)
    if only is None:
        return bool(len(known))
    try:
        only.choose(known, random.Random(0))
    except InconsistentError:
        return False
    except StrategyError:  # of rules that it does not play
        pass
    return True


def no_code(game: Played) -> Fault:
    """Says that the answers of a game leave no code; where codes are sampled, that none was found."""
    rules = game.rules
    if size_of(rules) is Size.SAMPLED and not clash_at_sight(rules, game.turns):
        return NONE_FOUND
    if not rules.lies:
        return NONE_LEFT
    with_lies = NN_(
        "no code agrees with the answers, even if {count} of them is a lie; more must be wrong",
        "no code agrees with the answers, even if {count} of them are lies; more must be wrong",
    )
    return Fault(*with_lies, count=rules.lies)


def inconsistent(diagnosis: Diagnosis) -> InconsistentError:
    """Makes the error that says what is wrong with the answers of a game."""
    return InconsistentError(no_code(diagnosis), *diagnosis.faults(REPAIRS_TOLD))
