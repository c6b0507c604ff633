"""Levels of the computer, from beginner to optimal: each is a strategy, and each is stronger than the one before.

The order is measured: `benchmarks/levels.py` plays every level on the common games, and asserts its totals.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from sito.base.limits import Limits
from sito.codes.code import Code
from sito.errors import N_, StrategyError, nearest
from sito.rules.rules import Allowed
from sito.sieve.knowledge import Knowledge
from sito.strategies.halving import only_strategy
from sito.strategies.strategy import (
    KnownByText,
    Strategy,
    check_options,
    choose_within,
    hard_strategy,
    parse_strategy,
    strategy_text,
)

LEVEL = "level"


@dataclass(frozen=True)
class Level:
    """A level: its name, the strategy that it plays, and the one for games that this strategy does not play."""

    name: str
    strategy: str
    otherwise: str | None = None

    def player(self) -> Strategy:
        """Makes the strategy that plays this level in every game."""
        return parse_strategy(f"{LEVEL}:{self.name}")


LEVELS = (
    Level("beginner", "uniform-probe", "careless:0.75"),
    Level("easy", "first-consistent"),
    Level("medium", "random-consistent"),
    Level("hard", "minimax"),
    Level("expert", "entropy"),
    Level("optimal", "best"),
)
"""The levels, the weakest first."""

_CONSISTENT = "consistent"


def parse_level(text: str) -> Level:
    """Finds the level of this name. Raises `StrategyError` if there is none."""
    name = text.strip().lower() if isinstance(text, str) else text
    for level in LEVELS:
        if level.name == name:
            return level
    names = ", ".join(level.name for level in LEVELS)
    if meant := nearest(str(text), (level.name for level in LEVELS)):
        mistyped = N_("there is no level {name!r}; do you mean {meant}? There are {names}")
        raise StrategyError.said(mistyped, name=text, meant=meant, names=names)
    raise StrategyError.said("there is no level {name!r}; there are {names}", name=text, names=names)


def player_of(level: str, *, hard: bool) -> Strategy:
    """Makes the strategy of a level. Raises `StrategyError` for a level that there is not, or not in hard mode."""
    player = parse_level(level).player()
    return hard_strategy(player) if hard else player


def level_name(strategy: str) -> str:
    """Gives the level that the text of a strategy plays, or the text if it plays none."""
    kind, colon, rest = strategy.partition(":")
    return rest.partition(",")[0] if kind == LEVEL and colon else strategy


class LevelStrategy(KnownByText):
    """Plays a level of the computer: `level:easy`.

    The beginner asks for one color after the other; where colors cannot repeat or the codemaker may lie, it guesses
    at random most of the time. The option `consistent` allows only guesses that may be the code, as hard mode does.
    On boards that are too large for the native core every level plays as `halving` does. Plays all other rules. Raises
    `StrategyError` if there is no such level, and for other options.

    Source: the strategies of the levels. Known results: docs/levels.md.

    >>> LevelStrategy("expert").choose(Knowledge("4x6"), random.Random(1))
    Code([0, 1, 2, 3])
    """

    def __init__(self, level: str, *options: str) -> None:
        self.level = parse_level(level)
        check_options(f"{LEVEL}:{self.level.name}", options, _CONSISTENT)
        self._options = tuple(dict.fromkeys(options))
        self._strategy = self._made(self.level.strategy)
        self.deterministic, self.consistent = self._strategy.deterministic, self._strategy.consistent
        self._otherwise = None if self.level.otherwise is None else parse_strategy(self.level.otherwise)

    def only_consistent(self) -> LevelStrategy:
        """Returns the level as it plays in hard mode. Raises `StrategyError` for the beginner, who cannot."""
        return LevelStrategy(self.level.name, _CONSISTENT)

    def _made(self, text: str) -> Strategy:
        strategy = parse_strategy(text)
        if not self._options:
            return strategy
        try:
            return hard_strategy(strategy)
        except StrategyError:
            names = ", ".join(level.name for level in LEVELS if level is not self.level)
            contradicts = N_(
                "the level {level} makes guesses that contradict answers, and hard mode forbids them; "
                "take another level: {names}"
            )
            raise StrategyError.said(contradicts, level=self.level.name, names=names) from None

    def choose(self, knowledge: Knowledge, rng: random.Random, limits: Limits | None = None) -> Code:
        """Returns the guess of the level's strategy. Raises `InconsistentError` if no code is left."""
        player = self._player(knowledge)
        return player.choose(knowledge, rng) if limits is None else choose_within(player, knowledge, rng, limits)

    def _player(self, knowledge: Knowledge) -> Strategy:
        rules = knowledge.rules
        if (only := only_strategy(rules)) and not self._options:
            return only
        if self._otherwise is not None and (rules.allowed is not Allowed.ANY or rules.lies):
            return self._otherwise
        return self._strategy

    def __str__(self) -> str:
        return strategy_text(LEVEL, self.level.name, *self._options)
