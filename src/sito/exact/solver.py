"""Exact: the best strategy there is, with a proof.

The search itself is native and described in `docs/exact.md`; what it must agree with on small
games is `sito.exact.reference`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from sito import _native
from sito.code import Code, CodeSpace
from sito.errors import N_, Fault, InconsistentError, InputError, LimitError
from sito.feedback import Feedback, score
from sito.knowledge import native_rules
from sito.rules import Rules
from sito.tree.strategy_tree import Node, StrategyTree

DEFAULT_MEMORY = 2 << 30
_MOST = (1 << 63) - 1  # what the native search can count to; no search reaches it

Journal = _native.ExactJournal
"""What searches have learnt about larger sets; `Journal(journal.dump())` is a copy, also while a search is running."""


class Objective(Enum):
    """What the best strategy makes least; of two values the first decides."""

    TOTAL = "total"
    """The number of guesses, summed over all secrets."""
    WORST = "worst"
    """The number of guesses for the worst secret."""
    WORST_TOTAL = "worst-total"
    TOTAL_WORST = "total-worst"
    WORST_FEWEST = "worst-fewest"
    """The worst secret, then how many secrets are as bad."""
    WORST_FEWEST_TOTAL = "worst-fewest-total"

    def values(self, histogram: Sequence[int]) -> tuple[int, ...]:
        """Tells what a strategy is worth that finds so many secrets with 1, 2, 3 ... guesses.

        >>> Objective.TOTAL_WORST.values((1, 3, 2))
        (13, 3)
        """
        total, worst = sum(guesses * count for guesses, count in enumerate(histogram, 1)), len(histogram)
        match self:
            case Objective.TOTAL:
                return (total,)
            case Objective.WORST:
                return (worst,)
            case Objective.WORST_TOTAL:
                return worst, total
            case Objective.TOTAL_WORST:
                return total, worst
            case Objective.WORST_FEWEST:
                return worst, histogram[-1]
            case Objective.WORST_FEWEST_TOTAL:
                return worst, histogram[-1], total


@dataclass(frozen=True, slots=True)
class Progress:
    """How a search stands; `stage` is what is made least now: the total, the worst, or the fewest as bad as it."""

    stage: str
    lower: int
    upper: int | None
    guess: Code | None
    positions: int
    memory: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What a search took: positions searched, and bytes of its two large tables."""

    positions: int
    memory: int


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found.

    `lower` is what no strategy beats, `upper` what the tree reaches, one number for each part of
    the objective. If `proven`, both are equal; or both are None, for no strategy keeps to the depth.
    """

    rules: Rules
    objective: Objective
    lower: tuple[int, ...] | None
    upper: tuple[int, ...] | None
    proven: bool
    tree: StrategyTree | None
    spent: Spent
    interrupted: bool = False


def solve(
    rules: Rules,
    objective: Objective = Objective.TOTAL,
    *,
    depth: int | None = None,
    history: Sequence[tuple[Code, Feedback]] = (),
    first_guess: Code | None = None,
    consistent: bool = False,
    width: int | None = None,
    positions: int | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    journal: Journal | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Finds a strategy that no strategy beats, and proves it.

    `depth` is the most guesses that any secret may need; with a `history` of guesses and answers the
    search starts after it and counts from there. If `consistent`, every guess must agree with all answers
    so far. The values do not depend on the number of `threads`. `width` searches only so many of the best-looking
    guesses at each larger position: good trees for games beyond proof. A limit on `positions`
    or `memory` (bytes), Ctrl-C, or a true answer of `on_progress`, called about ten times a second, ends
    the search with the best so far. What is learnt about larger sets goes into the `journal`, from which a later
    search of the same rules, width and kind of guesses goes on. Raises `LimitError` for games too large to
    tabulate, `InconsistentError` if no code agrees with the history, `InputError` for limits that are none and
    for a first guess that is not allowed.

    >>> solution = solve(Rules.parse("3x4"))
    >>> solution.proven, solution.upper, solution.tree.histogram
    (True, (206,), (1, 7, 33, 23))
    >>> solve(Rules.parse("3x4"), Objective.WORST_FEWEST).upper
    (4, 21)
    >>> print(solve(Rules.parse("3x4"), depth=3).tree)
    None
    """
    faults = [
        Fault(N_("{name} is {value}; it must be at least 1, as in {name}=5"), name=name, value=value)
        for name, value in (("depth", depth), ("width", width), ("memory", memory), ("threads", threads))
        if value is not None and value < 1
    ]
    if positions is not None and positions < 0:
        least = N_("{name} is {value}; it must be at least 0, as in {name}=1000")
        faults.append(Fault(least, name="positions", value=positions))
    InputError.check(faults)
    _, guesses = CodeSpace.both(rules)
    if consistent and first_guess is not None:
        _check_agrees(rules, guesses, history, first_guess)

    def watch(told: tuple[str, int, int | None, int | None, int, int]) -> object:
        stage, lower, upper, guess, searched, taken = told
        code = None if guess is None else guesses[guess]
        return on_progress(Progress(stage, lower, upper, code, searched, taken)) if on_progress else False

    try:
        outcome = _native.solve_exact(
            native_rules(rules),
            objective.value,
            memory=min(memory, _MOST),
            depth=None if depth is None else min(depth, 255),
            history=[(guesses.number(guess), answer.number) for guess, answer in history],
            first=None if first_guess is None else guesses.number(first_guess),
            positions=None if positions is None else min(positions, _MOST),
            width=None if width is None else min(width, _MOST),
            consistent=consistent,
            threads=threads,
            journal=journal,
            watch=watch if on_progress else None,
        )
    except OverflowError as error:
        raise LimitError(
            Fault(N_("the game {rules} is too large for the exact search: {why}"), rules=str(rules), why=str(error))
        ) from None
    except MemoryError as error:
        needed, allowed = error.args
        raise LimitError(
            Fault(
                N_("the answers of {rules} take {needed} MB; {allowed} MB are allowed; give more memory"),
                rules=str(rules),
                needed=needed // 10**6 + 1,
                allowed=allowed // 10**6,
            )
        ) from None
    except ValueError:
        raise InconsistentError(Fault(N_("no code of {rules} agrees with all the answers"), rules=str(rules))) from None
    return Solution(
        rules,
        objective,
        None if outcome.lower is None else tuple(outcome.lower),
        None if outcome.upper is None else tuple(outcome.upper),
        outcome.proven,
        None if outcome.nodes is None else _tree(rules, guesses, outcome.nodes, history, made_by(outcome.proven)),
        Spent(outcome.positions, outcome.memory),
        outcome.interrupted,
    )


def made_by(proven: bool) -> str:
    """Says in a tree what made it, so that one which may be beaten is not taken for the best.

    >>> made_by(True), made_by(False)
    ('exact', 'best-found')
    """
    return "exact" if proven else "best-found"


def _check_agrees(
    rules: Rules, guesses: CodeSpace, history: Sequence[tuple[Code, Feedback]], first_guess: Code
) -> None:
    if not all(score(rules, guess, first_guess) == answer for guess, answer in history):
        disagrees = N_("the first guess {guess} does not agree with the answers so far; leave out one or the other")
        raise InputError(Fault(disagrees, guess=guesses.text(first_guess)))


def _tree(
    rules: Rules,
    guesses: CodeSpace,
    nodes: list[tuple[int, int, bool, int]],
    history: Sequence[tuple[Code, Feedback]],
    strategy: str,
) -> StrategyTree:
    """Hangs the nodes, which come in preorder, below each other."""
    rows = iter(nodes)

    def node() -> tuple[int, Node]:
        answer, guess, wins, branches = next(rows)
        children = (node() for _ in range(branches))
        return answer, Node(guesses[guess], wins, {Feedback.of(rules, number): child for number, child in children})

    return StrategyTree(rules, node()[1], strategy, history)
