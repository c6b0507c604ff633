"""The games of one strategy against many secrets, played as fast as the strategy allows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol, runtime_checkable

from sito.base.limits import Limits
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback, score_number
from sito.codes.hard_mode import GameSoFar, check_allowed
from sito.native.game import Size, native_rules, size_of
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.scores import Codes, packed
from sito.strategies.strategy import Strategy, choose_within, endless, keeps_limits, turn_generator
from sito.strategies.tree.node import Node
from sito.strategies.tree.strategy_tree import StrategyTree

MOST_GUESSES = 10_000
"""A game that takes more guesses than this is given up as one that never ends."""

Secrets = range | tuple[int, ...]
_SECRETS_A_LOOK = 4096
_NOTHING = random.Random(0)
"""For strategies that draw nothing."""
_QUICK = 1_000_000
"""A choice that compares no more guesses with codes than this is over in an instant, and needs no limits."""


def _ask_nothing() -> None:
    """Stands for the question whether to go on where nobody asks it."""


def secret_numbers(rules: Rules, secrets: Codes) -> list[int]:
    """Gives the numbers of secrets, in their order. Raises `CodeError` for what is no secret of the game."""
    space = CodeSpace(rules)
    number_of = _ways(rules).number
    colors = packed(space, secrets) or b""
    codes = (colors[start : start + rules.pegs] for start in range(0, len(colors), rules.pegs))
    return [space.number(Code(code)) if (number := number_of(code)) is None else number for code in codes]


@runtime_checkable
class TellsExamined(Protocol):
    """A strategy that reports how much work a choice is."""

    def examined(self, guesses: int, possible: int) -> int:
        """Returns how many of the allowed guesses a choice compares while so many codes are possible."""
        ...


class _Ways(NamedTuple):
    """How an answer is numbered, a secret found by its number, and numbered; None for what is no secret."""

    score: Callable[[bytes, bytes], int]
    secret: Callable[[int], bytes]
    number: Callable[[bytes], int | None]


def _ways(rules: Rules) -> _Ways:
    """Gives the ways of the native core, or for boards that are too large for it those in plain Python."""
    if size_of(rules) is not Size.VAST:
        game = native_rules(rules)
        return _Ways(game.score, game.secret, game.secret_number)
    space = CodeSpace(rules)
    return _Ways(
        lambda guess, secret: score_number(rules, Code(guess), Code(secret)),
        lambda number: bytes(space[number]),
        lambda secret: None,
    )


class Games:
    """The games of a strategy against some secrets, which are given by number.

    Each method that plays them returns the numbers of guesses in the order of the secrets, and raises `StrategyError`
    if the strategy does not play the rules. Afterwards `examined` is the number of guesses that were compared in
    these games, or None if the strategy does not report it. `name` is used in place of the strategy's text, to seed
    random choices and in messages; `ask` is called before every guess, and by strategies that keep limits while they
    choose.

    >>> from sito.strategies.strategy import parse_strategy
    >>> Games(Rules.parse("2x2"), parse_strategy("first-consistent"), range(4)).together()
    (1, 2, 3, 2)
    """

    def __init__(
        self,
        rules: Rules,
        strategy: Strategy,
        secrets: Secrets,
        *,
        name: str | None = None,
        ask: Callable[[], object] = _ask_nothing,
    ) -> None:
        self.rules = rules
        self.strategy = strategy
        self.name = str(strategy) if name is None else name
        self.numbers = secrets
        searches = Knowledge(rules).looks_at_sample  # and so compares few guesses
        self._compared = strategy.examined if isinstance(strategy, TellsExamined) and not searches else None
        self.examined: int | None = None
        self._guesses = CodeSpace(rules, guesses=True)
        self._score, self._secret, _ = _ways(rules)
        self._win = Feedback.win(rules)
        self._ask = ask
        # Some choices take minutes: the question whether to go on is asked in the midst of them, too.
        self._limits = Limits(stop=ask) if ask is not _ask_nothing and keeps_limits(strategy) else None

    @cached_property
    def secrets(self) -> list[bytes]:
        """The secrets themselves, a byte for each color."""
        found: list[bytes] = []
        for start in range(0, len(self.numbers), _SECRETS_A_LOOK):
            self._ask()
            found += map(self._secret, self.numbers[start : start + _SECRETS_A_LOOK])
        return found

    def together(self, seed: int = 0) -> tuple[int, ...]:
        """Plays all games at once, and visits each set of possible codes that they lead to only once.

        A strategy that draws at random does so as in games played with this seed, in all of which the same turns
        are followed by the same guess.
        """
        self._begin()
        lengths = [0] * len(self.secrets)
        stack: list[tuple[Knowledge, Sequence[int]]] = [(Knowledge(self.rules), range(len(lengths)))]
        while stack:
            known, games = stack.pop()
            rng = _NOTHING if self.strategy.deterministic else turn_generator(seed, len(known.history))
            guess = self._next_guess(known, rng)
            if self.examined is not None:
                self._count(len(known), len(games))
            for answer, part in self._answers(guess, games):
                if answer == self._win:
                    lengths[part[0]] = len(known.history) + 1
                else:
                    stack.append((known.after(guess, answer), part))
        return tuple(lengths)

    def of_tree(self, tree: StrategyTree) -> tuple[int, ...]:
        """Reads the games of all secrets from a tree."""
        self._begin()
        paths = map(tree.follow, self.secrets)
        if self._compared is None:
            return tuple(map(len, paths))
        lengths = []
        games: Counter[Node] = Counter()
        for path in paths:
            lengths.append(len(path))
            games.update(path)
        for count in games.values():
            self._count(count, count)
        return tuple(lengths)

    def drawn(self, seed: int) -> tuple[int, ...]:
        """Plays game by game, each with its own generator, seeded with the strategy, the secret and the seed."""
        self._begin()
        start = Knowledge(self.rules)
        lengths = []
        for number, secret in zip(self.numbers, self.secrets, strict=True):
            rng = random.Random(f"{seed}/{self.name}/{number}")
            known = start
            while True:
                guess = self._next_guess(known, rng)
                if self.examined is not None:
                    self._count(len(known), 1)
                answer = Feedback.of(self.rules, self._score(bytes(guess), secret))
                if answer == self._win:
                    break
                known = known.after(guess, answer)
            lengths.append(len(known.history) + 1)
        return tuple(lengths)

    def _begin(self) -> None:
        self.examined = None if self._compared is None else 0

    def _next_guess(self, known: Knowledge, rng: random.Random) -> Code:
        self._ask()
        if len(known.history) >= MOST_GUESSES:
            raise endless(self.name, MOST_GUESSES)
        # In a larger game nothing is asked of the codes, which may have to be sampled first.
        is_quick = self._guesses.size < _QUICK and len(known) * self._guesses.size < _QUICK
        limits = None if is_quick else self._limits
        guess = self._guesses.read(choose_within(self.strategy, known, rng, limits))
        check_allowed(GameSoFar(self.rules, known.history), guess)
        return guess

    def _answers(self, guess: Code, games: Sequence[int]) -> Iterator[tuple[Feedback, list[int]]]:
        """Groups games by the answers that their secrets give."""
        code, score = bytes(guess), self._score
        parts: dict[int, list[int]] = {}
        for game in games:
            parts.setdefault(score(code, self.secrets[game]), []).append(game)
        for number, part in parts.items():
            yield Feedback.of(self.rules, number), part

    def _count(self, possible: int, games: int) -> None:
        """Counts the guesses that a choice among so many possible codes compared, once for each of its games."""
        if self._compared and self.examined is not None:
            self.examined += games * self._compared(self._guesses.size, possible)
