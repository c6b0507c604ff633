"""What `sito duel` and `sito odds` say about the odds of a duel."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sito.codes.code import CodeSpace
from sito.playing.duel import Order
from sito.rules.rules import Rules
from sito.show.i18n import _
from sito.strategies.strategy import Strategy
from sito.strategies.tree.strategy_tree import BuildsTrees

if TYPE_CHECKING:
    from sito.odds import Odds

_QUICK = 1296
"""Trees of games of at most so many codes are built while nobody waits for long."""


def quick_odds(strategy: Strategy, rules: Rules, order: Order) -> Odds | None:
    """The odds of the side that begins, if both play the computer's strategy and that can be said at once."""
    if not isinstance(strategy, BuildsTrees) or rules.lies or CodeSpace(rules).size > _QUICK:
        return None
    from sito.odds import duel_odds

    return duel_odds(rules, strategy, strategy, order is Order.ALTERNATING)


def odds_sentence(odds: Odds, order: Order) -> str:
    """Says what chances somebody has who guesses as the computer does."""
    if order is Order.ALTERNATING:
        text = _("If you guessed as I do, whoever begins would win {win} of such duels.")
    else:
        text = _("If you guessed as I do, you would win {win} of such duels, and {tie} would be ties.")
    return text.format(win=percent(odds.win), tie=percent(odds.tie))


def percent(chance: Fraction) -> str:
    """Writes a chance in percent.

    >>> percent(Fraction(1, 3))
    '33.33 %'
    """
    return f"{100 * float(chance):.2f} %"


def odds_as_json(odds: Odds) -> dict[str, Any]:
    """Gives odds as a value of JSON: fractions as texts, so that nothing is lost, and their points as a number too."""
    chances = {"win": odds.win, "tie": odds.tie, "loss": odds.loss}
    exact = not odds.margin
    return {
        **{name: str(chance) if exact else float(chance) for name, chance in chances.items()},
        "points": float(odds.points),
        "margin": odds.margin,
    }
