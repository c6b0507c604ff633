"""`play_many`: the games of one strategy against many secrets, in one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sito.base.rows import Column, Rows
from sito.codes.code import Code, CodeSpace
from sito.codes.weighing import total_of
from sito.errors import InputError
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.scores import Codes
from sito.strategies.strategy import blaming
from sito.strategies.tree.strategy_tree import BuildsTrees
from sito.tournament.contestants import Contestant, read_contestant
from sito.tournament.games import Games, secret_numbers
from sito.tournament.plan import number_faults

_TREE_OF = 32
"""The tree of a whole game is built for one of so many secrets or more: looking ahead game by game takes longer."""


class Length(NamedTuple):
    """A game of many: its secret as text, and the number of guesses that it took."""

    secret: str
    guesses: int


@dataclass(frozen=True, repr=False)
class ManyGames(Rows[Length]):
    """The games of a strategy against many secrets, a sequence of them.

    `rules`, `strategy` and `seed` say what was played. `lengths` has the number of guesses of each game, in the order
    of `secrets`. Each game counts alike, also where words have weights.

    >>> games = play_many("2x3", "first-consistent")
    >>> games.total, round(games.mean, 3), games.histogram
    (24, 2.667, (1, 2, 5, 1))
    >>> games.to_dicts()[1]
    {'secret': 'AB', 'guesses': 2}
    """

    rules: Rules
    strategy: str
    seed: int
    secrets: CodeSpace | tuple[Code, ...]
    lengths: tuple[int, ...]

    def _columns(self) -> tuple[Column[Length], ...]:
        return (
            Column("secret", lambda game: game.secret),
            Column("guesses", lambda game: game.guesses, "d"),
        )

    def _rows(self) -> Sequence[Length]:
        return self._listed

    @cached_property
    def _listed(self) -> tuple[Length, ...]:
        text = CodeSpace(self.rules).text
        return tuple(Length(text(code), guesses) for code, guesses in zip(self.secrets, self.lengths, strict=True))

    @property
    def note(self) -> str:
        """The total of the guesses, their average and the most."""
        return f"{self.total} guesses, {self.mean:.4f} on average, {self.maximum} at most"

    def __len__(self) -> int:
        return len(self.lengths)

    @cached_property
    def histogram(self) -> tuple[int, ...]:
        """How many games took 1, 2, 3 ... guesses."""
        counts = Counter(self.lengths)
        return tuple(counts[length] for length in range(1, max(counts, default=0) + 1))

    @property
    def total(self) -> int:
        """The sum of the numbers of guesses."""
        return total_of(self.histogram)

    @property
    def mean(self) -> float:
        """The number of guesses that a game took on average; 0 if there was none."""
        return self.total / len(self) if self.lengths else 0.0

    @property
    def maximum(self) -> int:
        """The most guesses that a game took."""
        return len(self.histogram)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.strategy} on {self.rules}: {self.note}>"


def play_many(rules: Rules | str, strategy: Contestant, secrets: Codes | None = None, *, seed: int = 0) -> ManyGames:
    """Plays a strategy against many secrets, and tells how many guesses each of them took.

    `strategy` is a strategy, its text or its tree, or a metric: a function of the cell sizes. `secrets` are codes as
    texts, values or rows of an array, as often as they are given, or those that are possible after some answers;
    without them each code of the game is played once. Each game goes as `play` with this seed: the next guess depends
    on the turns so far and the seed alone, also of a strategy that draws, so every moment that games share is thought
    about once. For games that draw independently of each other, for limits and for executors there is `compare`.

    Raises `RulesError`, `CodeError` for what is no secret, `StrategyError` for what is no strategy or does not play
    these rules, `LimitError` for a game that is too large, and what the strategy raises, with its name.

    >>> games = play_many("4x6", "entropy")
    >>> games
    <1296 games of entropy on 4x6: 5722 guesses, 4.4151 on average, 6 at most>
    >>> play_many("4x6", "first-consistent", ["ABCD", "FADC", "ABCD"]).lengths
    (4, 6, 4)
    """
    game = Rules.of(rules)
    player = read_contestant(strategy)
    InputError.check(number_faults(None, 1, seed))
    start, space = Knowledge(game), CodeSpace(game)  # refuses a game that is too large
    numbers = range(space.size) if secrets is None else secret_numbers(game, secrets)
    distinct = numbers if isinstance(numbers, range) else tuple(dict.fromkeys(numbers))
    games = Games(game, player, distinct)
    with blaming(player, game):
        if player.deterministic and isinstance(player, BuildsTrees) and len(distinct) * _TREE_OF >= space.size:
            lengths = games.of_tree(player.build_tree(start))
        else:
            lengths = games.together(seed)
    if secrets is None:
        return ManyGames(game, str(player), seed, space, lengths)
    found = dict(zip(distinct, lengths, strict=True))
    codes = {number: space[number] for number in distinct}
    return ManyGames(
        game, str(player), seed, tuple(codes[number] for number in numbers), tuple(found[number] for number in numbers)
    )
