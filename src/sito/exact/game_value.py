"""`game_value`: what a game is worth where codemaker and codebreaker mix as they like.

The codemaker chooses a code by chances, the codebreaker a strategy tree, and the codemaker gains the number of guesses.
What renames colors and reorders pegs maps strategies onto strategies, so all codes of one kind may be chosen alike, and
few numbers say how the codemaker plays. The search alternates (McMahan, Gordon and Blum, 2003): against the trees found
so far the best chances are worked out in fractions, and against these chances the best tree is found by the native
search for weights. It ends when no tree costs less than those that are known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sito import _native
from sito.base.deadline import Deadline
from sito.base.limits import Limits, OnInterrupt, Stopped, check_run, limits_of
from sito.base.rows import Column, Tabular
from sito.codes.code import Code, CodeSpace
from sito.errors import N_, InputError
from sito.exact.matrix_game import MatrixGame
from sito.exact.problem import Problem, Progress, Spent
from sito.exact.solver import memory_of, search_run, solve
from sito.native.errors import native_errors
from sito.native.game import native_rules
from sito.rules.rules import Allowed, FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.tree.strategy_tree import StrategyTree

_MOST_WEIGHT = 1 << 56
"""What the weights of all codes may add up to in the native search."""

_NEAR, _ROUGH = 4, 1 << 24
"""How much nearer to the chances that have proven most the search looks, and to what weights are rounded there."""


@dataclass(frozen=True, slots=True)
class CodeKind:
    """The codes that differ from `code` in the order of the pegs and the names of the colors alone.

    There are `size` of them, and the codemaker chooses one of them with `chance`, each as likely as the others.
    """

    code: Code
    size: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class MixedTree:
    """A tree, and the `chance` with which the codebreaker plays it.

    Before each game the codebreaker shuffles the names of the colors and the order of the pegs; where only black pegs
    are told, the names for each peg on their own. `guesses` are those that the tree needs on average for the codes of
    each kind.
    """

    tree: StrategyTree
    chance: Fraction
    guesses: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class ValueProgress:
    """How far the search is: both bounds, trees found so far, positions searched, and a first guess."""

    lower: Fraction
    upper: Fraction | None
    trees: int
    positions: int
    guess: Code | None


@dataclass(frozen=True, slots=True)
class GameValue(Tabular["GameValue"]):
    """What a game is worth, as far as a search has found it; `rules` are those of the game.

    If the codemaker chooses by the chances of the `kinds`, no strategy needs less than `lower` guesses on average. If
    the codebreaker plays by those of the `trees`, each code takes `upper` guesses at most on average; without trees,
    because the search was stopped too early, `upper` is None. `spent` is what the search took, `stopped` says what
    ended it early, if anything did.

    >>> found = game_value("2x3")
    >>> found.proven, found.lower == found.upper, [str(kind.chance) for kind in found.kinds]
    (True, True, ['1/2', '1/2'])
    """

    rules: Rules
    lower: Fraction
    upper: Fraction | None
    kinds: tuple[CodeKind, ...]
    trees: tuple[MixedTree, ...]
    spent: Spent
    stopped: Stopped | None = None

    @property
    def proven(self) -> bool:
        """Whether both bounds are the value."""
        return self.lower == self.upper

    def _columns(self) -> tuple[Column[GameValue], ...]:
        return (
            Column("rules", lambda found: found.rules),
            Column("lower", lambda found: found.lower, ".4f"),
            Column("upper", lambda found: found.upper, ".4f"),
            Column("proven", lambda found: found.proven),
            Column("trees", lambda found: len(found.trees), "d"),
            Column("positions", lambda found: found.spent.positions, "d"),
            Column("stopped", lambda found: found.stopped, heading=None if self.stopped else ""),
        )


def game_value(
    rules: Rules | str,
    *,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_progress: Callable[[ValueProgress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> GameValue:
    """Finds the value of a game, and proves it: the guesses that it takes where both sides mix as they like.

    `rules` are those of the game, without words, lies and hard mode. The value is the number of guesses that the
    codemaker can make sure of on average by its choice of chances, and the codebreaker by its choice among trees.

    The `limits`, and `seconds` as one more of them, end the work early; `limits.work` counts positions.
    `on_progress` is told how far the work is, and ends it by a true answer. Ctrl-C raises `KeyboardInterrupt`, or with
    `on_interrupt="return"` ends the work, too. Then the result has both bounds as they are by then, and `stopped` says
    what ended it. Raises `InputError` for other games, and `LimitError` for those that are too large to tabulate.

    Source: Wiener (1995) found the value of 4x6, 5600/1290.

    >>> found = game_value("3x4")
    >>> found.proven, found.upper, [str(kind.chance) for kind in found.kinds]
    (True, Fraction(219, 68), ['2/17', '9/17', '6/17'])
    """
    game = Rules.of(rules)
    if game.words is not None or game.lies or game.hard is not None:
        other = N_("values are found of games without words, lies and hard mode, and {rules} is none; try 4x6")
        raise InputError.said(other, rules=str(game))
    within = limits_of(limits, seconds)
    check_run(within, on_interrupt, on_progress=on_progress)
    search = _Search(game, within, on_progress, on_interrupt)
    search.first()
    while not search.is_over:
        search.step()
    return search.result()


def code_kinds(rules: Rules) -> list[list[Code]]:
    """Sorts the codes of a game by kind: what a renaming of colors and an order of the pegs map onto each other.

    Codes whose colors all differ are of one kind. Where only black pegs are told, the colors of each peg can be renamed
    on their own, so that all codes are of one kind, too.

    >>> [(kind[0], len(kind)) for kind in code_kinds(Rules.parse("3x4"))]
    [(Code([0, 0, 0]), 4), (Code([0, 0, 1]), 36), (Code([0, 1, 2]), 24)]
    """
    kinds: dict[tuple[int, ...], list[Code]] = {}
    alike = rules.allowed is Allowed.DISTINCT or rules.feedback is FeedbackKind.BLACK
    for code in CodeSpace(rules):
        counts = () if alike else tuple(sorted(map(code.count, set(code))))
        kinds.setdefault(counts, []).append(code)
    return list(kinds.values())


class _Search:
    """The search, between its steps."""

    def __init__(
        self,
        rules: Rules,
        limits: Limits,
        on_progress: Callable[[ValueProgress], object] | None,
        on_interrupt: OnInterrupt,
    ) -> None:
        self._rules = rules
        self._limits, self._deadline = limits, Deadline(limits)
        self._on_progress = on_progress
        self._on_interrupt = on_interrupt
        self._trees: list[tuple[StrategyTree, list[int]]] = []  # and the guesses for each kind, summed over its codes
        self._lower = Fraction(1)
        self._positions = self._memory = 0
        self._stopped: Stopped | None = None
        self._ended = False
        self._is_near = True

    @property
    def is_over(self) -> bool:
        """Whether the value is found, or the search was stopped."""
        return self._ended or self._stopped is not None or not self._trees or self._lower == self._game.value

    def first(self) -> None:
        """Finds the least total: what a game is worth at least, for the codemaker may choose all codes alike."""
        told = self._on_progress and self._tell
        found = solve(Problem(self._rules), limits=self._left(), on_progress=told, on_interrupt=self._on_interrupt)
        assert found.least_mean is not None, "a total has a mean"
        self._kinds = code_kinds(self._rules)  # of a game that is small enough to be searched
        self._sizes = [len(kind) for kind in self._kinds]
        self._kind_of = {code: number for number, kind in enumerate(self._kinds) for code in kind}
        self._game = MatrixGame(len(self._kinds))
        self._lower, self._chances = found.least_mean, self._even([1] * len(self._kinds))  # these have proven the bound
        self._note(found.spent.positions, found.spent.memory, found.tree, found.stopped)

    def step(self) -> None:
        """Finds the best tree against the best chances that are known by now."""
        weights = self._weights(near=self._is_near)
        known = min(_cost(weights, guesses) for _, guesses in self._trees)
        run = search_run(self._rules, self._left(), self._on_progress and self._tell, self._on_interrupt)
        with native_errors(self._rules):
            outcome = _native.solve_weighed(
                native_rules(self._rules),
                [weights[self._kind_of[code]] for code in CodeSpace(self._rules)],
                known,
                memory=memory_of(self._limits),
                positions=run.work,
                watch=run.watch,
            )
        lower = Fraction(outcome.lower[0] if outcome.lower else 0, _cost(weights, self._sizes))
        if lower > self._lower:
            self._lower, self._chances = lower, self._even(weights)
        tree = None
        if outcome.tree is not None:
            tree = StrategyTree.from_native(Knowledge(self._rules), *outcome.tree, "game-value")
        # At weights that had to be rounded, this may prove a little less than the value.
        self._ended = tree is None and not self._is_near
        self._is_near = tree is not None
        self._note(outcome.positions, outcome.memory, tree, run.stopped(outcome.stopped))

    def result(self) -> GameValue:
        """Tells what was found."""
        kinds = zip(self._kinds, self._chances, strict=True)
        mixed = zip(self._trees, self._game.rows, strict=True)
        return GameValue(
            self._rules,
            self._lower,
            self._game.value if self._trees else None,
            tuple(CodeKind(codes[0], len(codes), chance) for codes, chance in kinds),
            tuple(MixedTree(tree, chance, self._means(sums)) for (tree, sums), chance in mixed if chance),
            Spent(self._positions, self._memory),
            self._stopped,
        )

    def _note(self, positions: int, memory: int, tree: StrategyTree | None, stopped: Stopped | None) -> None:
        self._positions += positions
        self._memory = max(self._memory, memory)
        if tree is not None:
            sums = [0] * len(self._kinds)
            for depth, _, node in tree.walk():
                if node.wins:
                    sums[self._kind_of[node.guess]] += depth + 1
            self._trees.append((tree, sums))
            self._game.add(self._means(sums))
        proven = bool(self._trees) and self._lower == self._game.value
        self._stopped = None if proven and stopped is not Stopped.INTERRUPT else stopped

    def _weights(self, *, near: bool) -> list[int]:
        """Gives the best chances of single codes, by kind, as whole numbers; rounded if they would be too great.

        Few trees say little, and the best chances against them swing. So the search looks `near` those that have proven
        most so far, until no better tree is found there (Wentges, 1997).
        """
        best = [chance / size for chance, size in zip(self._game.places, self._sizes, strict=True)]
        proven = [chance / size for chance, size in zip(self._chances, self._sizes, strict=True)]
        each = [(one + _NEAR * other) / (1 + _NEAR) for one, other in zip(best, proven, strict=True)] if near else best
        scale = min(_ROUGH if near else _MOST_WEIGHT, math.lcm(*(chance.denominator for chance in each)))
        return [round(chance * scale) for chance in each]

    def _even(self, weights: Sequence[int]) -> list[Fraction]:
        return [
            Fraction(weight * size, _cost(weights, self._sizes))
            for weight, size in zip(weights, self._sizes, strict=True)
        ]

    def _means(self, sums: Sequence[int]) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, sums, self._sizes))

    def _left(self) -> Limits:
        work = self._limits.work
        left = None if work is None else max(0, work - self._positions)
        return replace(self._limits, seconds=self._deadline.seconds, work=left)

    def _tell(self, progress: Progress) -> object:
        upper = self._game.value if self._trees else None
        positions = self._positions + progress.positions
        told = ValueProgress(self._lower, upper, len(self._trees), positions, progress.guess)
        return self._on_progress and self._on_progress(told)


def _cost(weights: Sequence[int], counts: Sequence[int]) -> int:
    return sum(weight * count for weight, count in zip(weights, counts, strict=True))
