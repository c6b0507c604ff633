"""How many guesses a strategy needs, as chances: what the odds of a duel are worked out from."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from sito.base.deadline import Deadline
from sito.base.limits import Limits, OnInterrupt, Stopped, check_run, why_stopped
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import score_number
from sito.codes.weighing import check_alike
from sito.errors import N_, Fault, InputError, LimitError, StrategyError, whole_number_faults
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.consistent import RandomConsistent
from sito.strategies.strategy import Strategy, parse_strategy
from sito.strategies.tree.strategy_tree import StrategyTree, unfinished

_MOST_CODES = 256
_MOST_SETS = 20_000
"""How many codes, and sets of codes, a game may have of which all random draws are followed."""
_EXAMPLE = 'Distribution(Rules(1, 2), "entropy", (Fraction(1, 2), Fraction(1, 2)))'


@dataclass(frozen=True)
class Distribution:
    """The chances that a strategy finds a secret with exactly 1, 2, 3 ... guesses.

    All secrets are equally likely, but those of a word list with weights as likely as these say.

    `games` is None if the chances are exact, and otherwise the number of games in which they
    were measured. Raises `InputError` for chances that do not add up to 1.
    """

    rules: Rules
    strategy: str
    chances: tuple[Fraction, ...]
    games: int | None = None

    def __post_init__(self) -> None:
        InputError.check(self._kind_faults())
        if sum(self.chances) != 1 or min(self.chances) < 0:
            wrong = N_("the chances of {strategy} on {rules} add up to {sum}; chances are from 0 on and add up to 1")
            raise InputError.said(wrong, strategy=self.strategy, rules=str(self.rules), sum=sum(self.chances))

    def _kind_faults(self) -> Iterator[Fault]:
        wrong = N_("{field} cannot be {value!r}, of type {type}; write a distribution as in {example}")
        chances: object = self.chances
        fits = {
            "rules": isinstance(self.rules, Rules),
            "strategy": isinstance(self.strategy, str),
            "chances": isinstance(chances, tuple) and all(map(_is_number, chances)),
            "games": self.games is None or _is_count(self.games),
        }
        for field, is_right in fits.items():
            if not is_right:
                value: object = getattr(self, field)
                yield Fault(wrong, field=field, value=value, type=type(value).__name__, example=_EXAMPLE)

    @classmethod
    def of_histogram(
        cls, rules: Rules | str, histogram: Sequence[int], strategy: str = "?", games: int | None = None
    ) -> Distribution:
        """Makes it of the numbers of secrets or games that took 1, 2, 3 ... guesses, or of their weights.

        Raises `InputError`.
        """
        if not isinstance(histogram, Sequence) or isinstance(histogram, bytes) or not all(map(_is_count, histogram)):
            wrong = N_(
                "{value!r}, of type {type}, is not a histogram; list how many codes take 1, 2, 3 ... guesses, "
                "as in {example}"
            )
            raise InputError.said(wrong, value=histogram, type=type(histogram).__name__, example="(1, 2, 1)")
        size = sum(histogram)
        if size < 1:
            raise InputError.said("{strategy} finds no code; there is nothing to compare", strategy=strategy)
        chances = tuple(Fraction(count, size) for count in histogram)
        return cls(Rules.of(rules), strategy, chances, games)

    @property
    def mean(self) -> Fraction:
        """The number of guesses that a secret takes on average."""
        return sum((guesses * chance for guesses, chance in enumerate(self.chances, 1)), Fraction(0))

    @property
    def is_exact(self) -> bool:
        """Whether the chances are exact, not measured."""
        return self.games is None

    @property
    def scale(self) -> int:
        """The least number that makes whole numbers of all chances; of a tree, at most the number of secrets."""
        return math.lcm(*(chance.denominator for chance in self.chances))

    def earlier(self, guesses: int) -> Fraction:
        """The chance of a hit with fewer guesses than so many."""
        return sum(self.chances[: max(0, guesses - 1)], Fraction(0))

    def exactly(self, guesses: int) -> Fraction:
        """The chance of a hit with exactly so many guesses."""
        return self.chances[guesses - 1] if 1 <= guesses <= len(self.chances) else Fraction(0)


def _is_number(value: object) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


Side: TypeAlias = Strategy | str | StrategyTree | Distribution
"""One side of a duel: a strategy, its text, its whole tree, or the chances of its numbers of guesses."""


def distribution_of(
    rules: Rules | str,
    side: Side,
    *,
    limits: Limits = Limits(),
    on_progress: Callable[[int], object] | None = None,
) -> Distribution:
    """Works out how likely a strategy finds a secret with 1, 2, 3 ... guesses, exactly.

    Of a strategy that never draws at random, the whole tree is built: `on_progress` is told the number of codes that
    have their place in it, and ends the work by a true answer. Of `random-consistent` all draws are followed, which
    takes a small game. Raises `StrategyError` for other strategies that draw (`measured_distribution` plays them),
    `LimitError` where too many draws would have to be followed and when a limit of time or a stop ends the work, and
    `InputError` for a side that plays another game, or that does not find every code.

    >>> distribution_of("4x6", "first-consistent").mean
    Fraction(7471, 1296)
    >>> distribution_of("2x3", "random-consistent").chances
    (Fraction(1, 9), Fraction(10, 27), Fraction(4, 9), Fraction(2, 27))
    """
    check_run(limits, on_progress=on_progress)
    deadline = Deadline(limits)

    def told(codes: int) -> None:
        stopped = deadline.stopped
        if stopped is None and on_progress is not None and on_progress(codes):
            stopped = Stopped.ASKED
        if stopped is not None:
            raise unfinished(stopped)

    game = Rules.of(rules)
    if game.lies:
        lying = N_("the odds of a duel are for games without lies, and {rules} has some; leave them out, as in 4x6")
        raise InputError.said(lying, rules=str(game))
    if isinstance(side, Distribution):
        if side.rules.key != game.key:
            raise _other_game(side.strategy, side.rules, game)
        return side
    if isinstance(side, StrategyTree):
        return _of_tree(side, game)
    strategy = parse_strategy(side) if isinstance(side, str) else side
    if not isinstance(strategy, Strategy):
        wrong = N_("{value!r}, of type {type}, is no side of a duel; give a strategy, its text or its tree")
        raise StrategyError.said(wrong, value=strategy, type=type(strategy).__name__)
    if strategy.deterministic:
        return _of_tree(StrategyTree.build(strategy, Knowledge(game), on_progress=told), game)
    if isinstance(strategy, RandomConsistent):
        return Distribution(game, str(strategy), _Draws(game, lambda: told(0)).chances())
    drawing = N_("{strategy} draws at random, and its chances cannot be worked out; 'sito odds --sample' measures them")
    raise StrategyError.said(drawing, strategy=str(strategy))


def measured_distribution(
    rules: Rules | str,
    strategy: Strategy | str,
    games: int = 10_000,
    seed: int = 0,
    *,
    limits: Limits = Limits(),
    on_progress: Callable[[object], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Distribution:
    """Measures how many guesses a strategy needs, in games with random draws and secrets that depend on the seed.

    Every secret is played equally often if the game has fewer secrets than `games`, so there are
    at least so many games; otherwise the secrets are drawn. Raises `InputError` for a number of
    games below 2 and for words with weights, `LimitError` if a limit ends the games early, and what the games raise.

    >>> measured = measured_distribution("2x3", "random-consistent", games=900)
    >>> measured.games, abs(measured.mean - distribution_of("2x3", "random-consistent").mean) < 0.1
    (900, True)
    """
    from sito.tournament.comparison import compare

    game = Rules.of(rules)
    InputError.check(whole_number_faults("games", games, 10000, 2))
    check_alike(game)
    size = CodeSpace(game).size
    table = compare(
        game,
        strategy,
        sample=games,
        seeds=max(1, -(-games // size)),
        seed=seed,
        limits=limits,
        on_progress=on_progress,
        on_interrupt=on_interrupt,
    )
    standing = table.standings[0]
    if standing.refusal:
        raise StrategyError(*standing.refusal)
    if table.stopped is not None:
        cut = N_("not all games of {strategy} were played: {reason}; without all of them nothing is measured")
        raise LimitError.said(cut, strategy=standing.strategy, reason=why_stopped(table.stopped))
    return Distribution.of_histogram(game, standing.histogram, standing.strategy, sum(standing.histogram))


def _of_tree(tree: StrategyTree, rules: Rules) -> Distribution:
    name = tree.strategy or "?"
    if tree.rules.key != rules.key:
        raise _other_game(name, tree.rules, rules)
    size = CodeSpace(rules).size
    if tree.history or tree.size != size:
        wrong = N_("the tree of {strategy} finds {found} of the {count} codes of {rules}; a duel needs a whole tree")
        raise InputError.said(wrong, strategy=name, found=tree.size, count=size, rules=str(rules))
    return Distribution.of_histogram(rules, tree.weighed, name)


def _other_game(name: str, found: Rules, rules: Rules) -> InputError:
    wrong = N_("{strategy} plays {other}, not {rules}; both sides of a duel play the same game")
    return InputError.said(wrong, strategy=name, other=str(found), rules=str(rules))


class _Draws:
    """Follows every draw of a strategy that guesses each possible code as often as its weight says.

    A set of codes is a number, bit by bit; each set is followed once.
    """

    def __init__(self, rules: Rules, ask: Callable[[], None]) -> None:
        self._rules, self._ask = rules, ask
        secrets = list(CodeSpace(rules)) if CodeSpace(rules).size <= _MOST_CODES else []
        if not secrets:
            raise self._too_many()
        self._cells = [list(_cells(rules, guess, secrets)) for guess in secrets]
        self._weights = rules.weights or (1,) * len(secrets)
        self._known: dict[int, tuple[Fraction, ...]] = {}

    def chances(self) -> tuple[Fraction, ...]:
        """The chances of 1, 2, 3 ... guesses over all secrets."""
        whole = sum(self._weights)
        return tuple(found / whole for found in self._found((1 << len(self._cells)) - 1))

    def _found(self, codes: int) -> tuple[Fraction, ...]:
        """How many codes of a set, by weight, are found by 1, 2, 3 ... guesses on average."""
        known = self._known.get(codes)
        if known is not None:
            return known
        self._ask()
        if len(self._known) >= _MOST_SETS:
            raise self._too_many()
        weights = [self._weights[code] for code in _bits(codes)]
        whole = sum(weights)
        later: list[Fraction] = []
        for guess, weight in zip(_bits(codes), weights, strict=True):
            for cell in self._cells[guess]:
                rest = cell & codes
                if rest:
                    counts = self._found(rest)
                    later += [Fraction(0)] * (len(counts) - len(later))
                    for index, count in enumerate(counts):
                        later[index] += weight * count
        at_once = Fraction(sum(weight * weight for weight in weights), whole)
        found = (at_once, *(count / whole for count in later))
        self._known[codes] = found
        return found

    def _too_many(self) -> LimitError:
        many = N_(
            "random-consistent draws from too many sets of codes on {rules} to follow them all; 'sito odds --sample' "
            "measures its chances"
        )
        return LimitError.said(many, rules=str(self._rules))


def _cells(rules: Rules, guess: Code, secrets: Sequence[Code]) -> Iterator[int]:
    """The cells of the partition that a guess makes, as sets, its own code left out."""
    cells: dict[int, int] = {}
    for place, secret in enumerate(secrets):
        if secret != guess:
            answer = score_number(rules, guess, secret)
            cells[answer] = cells.get(answer, 0) | 1 << place
    yield from cells.values()


def _bits(number: int) -> Iterator[int]:
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1
