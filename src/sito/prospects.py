"""Prospects: how many more guesses a game will need, from a moment on or after a guess.

A small set of possible codes is searched exactly. The search then needs to know no history: the
codes that are still possible are the secrets of a small game of their own, whose guesses are all
the codes that may be guessed. A large set is valued by the best tree of the strategies that look
one answer ahead, and the value says whose tree it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from sito import _native
from sito.code import Code, CodeOrText, CodeSpace
from sito.deadline import Deadline
from sito.exact.problem import Objective
from sito.exact.solver import made_by
from sito.feedback import Turn
from sito.knowledge import Knowledge, native_rules
from sito.limits import Limits
from sito.metrics import native_metric
from sito.native_errors import native_errors
from sito.native_run import NativeRun
from sito.rules import Allowed, Rules

EXACT = made_by(True)
"""The source of a value that no strategy beats."""
STRATEGIES = ("entropy", "most-parts", "expected-size")
"""The strategies whose trees value sets that are too large for a proof."""

_FEW_CODES = 512  # a set that may be searched as a game of its own
_ALONE_CODES = 64  # a set that is searched so even if the whole game could be tabulated
_FEW_ANSWERS = 1 << 23  # to tabulate for it, one for each possible code and each guess
_FEW_POSITIONS = 400  # a proof of it that takes more is not quick
_FEW_WORK = 1 << 27  # positions times answers: where the table is large, a position takes longer
_WHOLE_ANSWERS = 1 << 25  # of a game that is tabulated as a whole
_WHOLE_POSITIONS = 1 << 14
_TREE_COMPARISONS = 1 << 34  # a strategy's tree takes about as many as there are pairs of a code and a guess
_MOST_GUESSES = 1 << 16  # beyond, to list them takes too long
_MEMORY = 1 << 30
_FOUND = made_by(False)
_AND = "+"


@dataclass(frozen=True, slots=True)
class Prospect:
    """How many more guesses a game needs, if it is played on as well as the source can.

    `total` is the sum of the further guesses over all `codes` that are possible, the winning
    guess included; `worst` is the most that any of them needs with the tree that was found.
    `source` is "exact" if no strategy has a smaller total; otherwise it names the strategies
    whose trees were counted, "best-found" for the tree of a search that was not finished.
    `guess` is the next guess.

    >>> found = prospect(Knowledge("4x6").after("CBFF", "o").after("EAAB", "xxo"))
    >>> found.total, found.codes, found.worst, found.source, float(found.expected)
    (35, 15, 3, 'exact', 2.3333333333333335)
    """

    total: int
    codes: int
    worst: int
    source: str
    guess: Code

    @property
    def expected(self) -> Fraction:
        """The number of further guesses on average, the winning guess included."""
        return Fraction(self.total, self.codes)

    @property
    def exact(self) -> bool:
        """Whether it is proven that no strategy has a smaller total."""
        return self.source == EXACT


def prospect(knowledge: Knowledge, limits: Limits = Limits(seconds=1)) -> Prospect | None:
    """Values a moment of a game: the best play that is found from here on.

    The value is exact where a proof is quick, and else that of the best tree of a strategy
    that looks one answer ahead. It is None where not even such a tree is finished within the
    limits. Raises `InconsistentError` if no code is possible.

    >>> float(prospect(Knowledge("4x6")).expected)
    4.340277777777778
    """
    return Valuation(limits).of(knowledge)


def prospect_after(knowledge: Knowledge, guess: CodeOrText, limits: Limits = Limits(seconds=1)) -> Prospect | None:
    """Values a guess: this guess next, and then the best play that is found.

    The guess itself is counted. Raises `InconsistentError` if no code is possible, `CodeError`
    for a guess that is not allowed.

    >>> known = Knowledge("4x6").after("CBFF", "o").after("EAAB", "xxo")
    >>> prospect_after(known, "EABE").total, prospect_after(known, "AAAA").total
    (37, 43)
    """
    return Valuation(limits).after(knowledge, guess)


class Valuation:
    """Values many moments and guesses in one consistent way, each at most once.

    The value of a moment is never greater than that of any guess valued there before: if a
    guess turns out better than what had been found, the moment takes its value. To value a whole
    game, begin with its last turn; then each value contains those of the later turns.
    The limits hold for each value anew. What is found does not depend on the speed of the
    machine unless a limit of time ends it: proofs are bounded by their number of positions.

    >>> values = Valuation()
    >>> known = Knowledge("3x6")
    >>> values.after(known, "AAA").total >= values.of(known).total
    True
    """

    def __init__(self, limits: Limits = Limits(seconds=1)) -> None:
        self._limits = limits
        self._kept: dict[tuple[Rules, tuple[Turn, ...]], Prospect] = {}

    def of(self, knowledge: Knowledge) -> Prospect | None:
        """Values a moment. Raises `InconsistentError` if no code is possible."""
        knowledge.check_any_left()
        return self._value(knowledge, Deadline(self._limits))

    def after(self, knowledge: Knowledge, guess: CodeOrText) -> Prospect | None:
        """Values a guess at a moment. Raises `InconsistentError` if no code is possible, `CodeError`."""
        code = knowledge.guesses.read(guess)
        knowledge.check_any_left()
        deadline = Deadline(self._limits)
        total, worst = len(knowledge), 1
        sources: set[str] = set()
        for answer in knowledge.cells(code):
            if answer.wins:
                continue
            cell = self._value(knowledge.after_turn(Turn(code, answer)), deadline)
            if cell is None:
                return None
            total += cell.total
            worst = max(worst, 1 + cell.worst)
            sources.update(cell.source.split(_AND))
        source = _AND.join(sorted(sources - {EXACT})) or EXACT
        found = Prospect(total, len(knowledge), worst, source, code)
        best = self._value(knowledge, deadline)
        if best is not None and found.total < best.total:
            # That the guess is valued exactly does not prove that no other guess is better.
            self._keep(knowledge, replace(found, source=_FOUND if found.exact else source))
        return found

    def _keep(self, knowledge: Knowledge, found: Prospect) -> Prospect:
        self._kept[knowledge.rules, knowledge.history] = found
        return found

    def _value(self, knowledge: Knowledge, deadline: Deadline) -> Prospect | None:
        kept = self._kept.get((knowledge.rules, knowledge.history))
        if kept is not None:
            return kept
        count = len(knowledge)
        if count <= 2:  # the first is guessed, and then the other is known
            return self._keep(knowledge, Prospect(2 * count - 1, count, count, EXACT, knowledge.first()))
        best = _tree_value(knowledge, STRATEGIES[0], deadline)
        if best is not None and best.total <= 2 * count:
            # One code at most is found at once. Entropy would have taken a guess that may be the code and
            # tells all others apart; without one, no code is found at once, or some take three guesses.
            return self._keep(knowledge, replace(best, source=EXACT))
        exact = _search(knowledge, deadline)
        if exact is None or not exact.exact:
            others = (_tree_value(knowledge, name, deadline) for name in STRATEGIES[1:])
            best = min((each for each in (best, *others, exact) if each), key=lambda each: each.total, default=None)
        else:
            best = exact
        return None if best is None else self._keep(knowledge, best)


def _tree_value(knowledge: Knowledge, name: str, deadline: Deadline) -> Prospect | None:
    """Values a moment by the tree of a strategy that looks one answer ahead; None if it is not finished in time."""
    count = len(knowledge)
    if count > _native.LOOK_AHEAD_LIMIT or count * knowledge.guesses.size > _TREE_COMPARISONS:
        return None
    run: NativeRun[object] = NativeRun(deadline.left())
    history = [(bytes(guess), answer.number) for guess, answer in knowledge.history]
    with native_errors(knowledge.rules):
        tree, word = _native.build_tree(
            knowledge.native, history, native_metric(name), seconds=run.seconds, watch=run.watch
        )
    run.stopped(word)
    return None if tree is None else _counted(knowledge.guesses, *tree, name)


def _counted(guesses: CodeSpace, preorder: bytes, histogram: Sequence[int], source: str) -> Prospect:
    """Values a native tree, whose second number is its first guess."""
    total = sum(number * codes for number, codes in enumerate(histogram, 1))
    guess = guesses[int.from_bytes(preorder[4:8], "little")]
    return Prospect(total, sum(histogram), len(histogram), source, guess)


def _search(knowledge: Knowledge, deadline: Deadline) -> Prospect | None:
    """Searches exactly, for as long as a quick proof takes; None if the set is too large to begin with."""
    count, guesses = len(knowledge), knowledge.guesses
    if guesses.size > _MOST_GUESSES:
        return None
    whole = guesses.size * knowledge.secrets.size <= _WHOLE_ANSWERS
    few = count <= _FEW_CODES and count * guesses.size <= _FEW_ANSWERS
    found: Prospect | None = None
    if few and (count <= _ALONE_CODES or not whole):
        positions = min(_FEW_POSITIONS, _FEW_WORK // (count * guesses.size))
        found = _solved(knowledge, _game_of(knowledge), [], positions, deadline)
    if whole and (found is None or not found.exact):
        # For larger sets it is worth tabulating the whole game, for symmetry saves most of the work.
        history = [(guesses.number(guess), answer.number) for guess, answer in knowledge.history]
        found = _solved(knowledge, native_rules(knowledge.rules), history, _WHOLE_POSITIONS, deadline)
    return found


def _solved(
    knowledge: Knowledge, rules: _native.Rules, history: list[tuple[int, int]], positions: int, deadline: Deadline
) -> Prospect | None:
    run: NativeRun[object] = NativeRun(deadline.left())
    with native_errors(knowledge.rules):
        outcome = _native.solve_exact(
            rules,
            Objective.TOTAL.value,
            memory=_MEMORY,
            history=history,
            positions=positions,
            seconds=run.seconds,
            watch=run.watch,
        )
    run.stopped(outcome.stopped)
    return None if outcome.tree is None else _counted(knowledge.guesses, *outcome.tree, made_by(outcome.proven))


def _game_of(knowledge: Knowledge) -> _native.Rules:
    """Makes the game in which the codes that are possible are the secrets, and any allowed code is guessed.

    Guesses have the same numbers in it, for it has all of them, in the same order.
    """
    rules = knowledge.rules
    secrets = [bytes(code) for code in knowledge]
    return _native.Rules(
        rules.pegs, rules.colors, Allowed.WORDS.value, rules.feedback.value, secrets, _all_guesses(rules)
    )


@lru_cache(maxsize=4)
def _all_guesses(rules: Rules) -> list[bytes]:
    return [bytes(code) for code in CodeSpace(rules, guesses=True)]
