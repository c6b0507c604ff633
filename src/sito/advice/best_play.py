"""The best play that is found from a moment of a game on, with a bounded amount of work.

A small set of possible codes is searched exactly. That needs no history: the possible codes are
the secrets of a small game of their own, whose guesses are all the codes that may be guessed. A
whole game that is small is searched with its history, for then symmetry saves most of the work.
A large set is played by the best of the strategies that look one answer ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial, perm

from sito import _native
from sito.base.deadline import Deadline
from sito.base.limits import Limits
from sito.codes.code import Code
from sito.codes.feedback import feedback_count
from sito.codes.weighing import total_by_weight, total_of
from sito.exact.problem import Objective
from sito.exact.solver import made_by
from sito.native.errors import native_errors
from sito.native.game import native_history, native_moves, native_rules
from sito.native.run import NativeRun
from sito.rules.rules import Allowed, FeedbackKind, Rules
from sito.sieve.effort import effort, is_by_rows
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import native_metric

EXACT = made_by(True)
"""The source of a value that no strategy beats."""
FOUND = made_by(False)
"""The source of a tree that an exact search found before it ended without a proof."""
STRATEGIES = ("entropy", "most-parts", "expected-size")
"""The strategies whose trees value sets that are too large for a proof."""
CONSISTENT_STRATEGIES = ("entropy:consistent",)
"""The same where too many guesses are allowed to compare them all."""

USUAL_WORK = 1 << 15
"""The work for one value if it is not limited, in units of about 0.1 milliseconds on a server of 2026."""

# How much work something is: a shift says how many of it are one unit; factors and shares say of what.
_TREE_SHIFT = 18  # comparisons of a guess with a code, for the tree of a strategy
_TREE_PEGS = 7  # of codes that are compared so; with fewer it is less
_CONSISTENT_SHIFT = 16  # the same if only possible codes are guessed: there is no symmetry among them
_TABLE_SHIFT = 14  # answers that are tabulated
_LISTING_SHIFT = 10  # guesses that are listed
_POSITION_SHIFT = 1  # positions of an exact search
_WITHOUT_SYMMETRY = 2  # times as long for a table of answers
_WHOLE_TREE = 1.6  # times as many comparisons as for its first guess
_TREES_SHARE = 0.5  # of the work, for the trees of the strategies
_CALL = 2  # of any native function
_ROW_TABLE = 2  # times as long in tables
_ROW_TREE = 16  # times as long in trees, most of whose sets are small

_FEW_KINDS = 3  # of answers
_FEW_CODES = 512  # a set that may be searched as a game of its own
_ALONE_CODES = 64  # a set that is searched so even if the whole game can be tabulated
_FEW_ANSWERS = 1 << 22  # of such a game
_FEW_POSITIONS = 400  # a proof that takes more is not quick there, for lack of symmetry
_FEW_CONSISTENT_POSITIONS = 4000  # the same where only possible codes are guessed
_MOST_GUESSES = 1 << 16  # beyond, to list them takes too long
_WHOLE_ANSWERS = 1 << 25  # of a game that is tabulated as a whole
_MEMORY = 1 << 30
_ANY_WORK = 1 << 62  # which is counted, not limited


@dataclass(frozen=True, slots=True)
class Prospect:
    """How many more guesses a game needs, if it is played on as well as the source can.

    `total` is the sum of the further guesses over all `codes` that are possible, the winning guess included; `worst`
    is the most that any of them needs with the tree that was found. `source` is "exact" if no strategy has a smaller
    total; otherwise it names the strategies whose trees were counted, "best-found" for the tree of a search that was
    not finished. `guess` is the next guess. `weight` is the sum of the weights of the codes, and their number if all
    are equally likely; in `total` each counts as often as its weight says.

    >>> found = best_play(Knowledge("4x6").after("CBFF", "o").after("EAAB", "xxo"), Budget.of(Limits()))
    >>> found.total, found.codes, found.worst, found.source, float(found.expected)
    (35, 15, 3, 'exact', 2.3333333333333335)
    """

    total: int
    codes: int
    worst: int
    source: str
    guess: Code
    weight: int

    @property
    def expected(self) -> Fraction:
        """The number of further guesses on average, the winning guess included."""
        return Fraction(self.total, self.weight)

    @property
    def exact(self) -> bool:
        """Whether it is proven that no strategy has a smaller total."""
        return self.source == EXACT


_AND = "+"


def sources_of(source: str) -> list[str]:
    """Names all that found a value: strategies whose trees were counted, or an exact search."""
    return source.split(_AND)


def joined_source(sources: Iterable[str]) -> str:
    """Names the source of a sum by those of its parts: it is exact if all of them are.

    >>> joined_source(["exact", "minimax+entropy", "minimax"]), joined_source(["exact"])
    ('entropy+minimax', 'exact')
    """
    return _AND.join(sorted({name for source in sources for name in sources_of(source)} - {EXACT})) or EXACT


def sum_of_cells(knowledge: Knowledge, guess: Code, cells: Iterable[Prospect | None]) -> Prospect | None:
    """Values a guess by the cells that it makes beside its own; None if one of them has no value."""
    total, worst = knowledge.weight, 1
    sources: set[str] = set()
    for cell in cells:
        if cell is None:
            return None
        total += cell.total
        worst = max(worst, 1 + cell.worst)
        sources.add(cell.source)
    return Prospect(total, len(knowledge), worst, joined_source(sources), guess, knowledge.weight)


@dataclass
class Budget:
    """What may still be spent: time, and work in units of about 0.1 milliseconds on a server of 2026."""

    deadline: Deadline
    work: int

    @classmethod
    def of(cls, limits: Limits) -> Budget:
        """Makes the budget of these limits, which begins now."""
        return cls(Deadline(limits), USUAL_WORK if limits.work is None else limits.work)

    def run(self) -> NativeRun[object]:
        """Begins a stretch of native work."""
        return NativeRun(self.deadline.left())


def best_play(knowledge: Knowledge, budget: Budget) -> Prospect | None:
    """Finds the best play that the budget allows; None if it does not suffice for the tree of a strategy.

    The first tree is built if there is time, even if it takes more than the budget of work. At least
    one code must be possible.
    """
    count = len(knowledge)
    if count <= 2:
        return _one_after_the_other(knowledge)
    for_trees = int(budget.work * _TREES_SHARE)
    names = _strategies(knowledge, for_trees)
    best = _tree(knowledge, names[0], budget) if names else None
    is_weighed = knowledge.rules.weights is not None
    if best is not None and best.total <= (2 * best.weight - knowledge.most_weight if is_weighed else 2 * count):
        # One code at most is found at once. Entropy would have taken a guess that may be the code and
        # tells all others apart; without one, no code is found at once, or some take three guesses. Where
        # words have weights, the code that is found at once must be the likeliest.
        return replace(best, source=EXACT)
    found = _searched(knowledge, budget)
    if found is not None and found.exact:
        return found
    plays = [play for play in (best, found) if play is not None]
    affordable = max(1, min(for_trees, budget.work) // work_of_any(knowledge))
    trees = (_tree(knowledge, name, budget) for name in names[1:affordable])
    plays.extend(play for play in trees if play is not None)
    return min(plays, key=lambda play: play.total, default=None)


def consistent_play(knowledge: Knowledge, deadline: Deadline) -> Prospect | None:
    """Finds the best play with guesses that may be the code, if a proof is quick; None if it is not.

    At least one code must be possible.
    """
    count = len(knowledge)
    if count <= 2:
        return _one_after_the_other(knowledge)
    if knowledge.rules.lies or count > _ALONE_CODES:
        return None
    game, budget = _rest(knowledge, consistent=True), Budget(deadline, USUAL_WORK)
    found = _solved(knowledge, game, [], 0, _FEW_CONSISTENT_POSITIONS, budget, consistent=True)
    return found if found is not None and found.exact else None


def _one_after_the_other(knowledge: Knowledge) -> Prospect:
    """Guesses the likeliest code, and then the other, which is known."""
    codes = knowledge.likely()
    total = sum(guesses * knowledge.weight_of(code) for guesses, code in enumerate(codes, 1))
    return Prospect(total, len(codes), len(codes), EXACT, codes[0], knowledge.weight)


def tree_work(knowledge: Knowledge) -> int | None:
    """Returns about how much work the tree of a strategy is from here on, at least; None if it is too much."""
    if knowledge.rules.lies or knowledge.looks_at_sample:
        return None  # with lies, how long a game lasts depends on which answers are lies
    work = _work_of_consistent(knowledge)
    if knowledge.rules.feedback is not FeedbackKind.TOTAL:
        work = min(work, work_of_any(knowledge))
    return work if work <= USUAL_WORK else None


def work_of_any(knowledge: Knowledge) -> int:
    """Returns about how much work the tree of a strategy is that compares all guesses."""
    rules, times = knowledge.rules, _WHOLE_TREE
    if rules.allowed is Allowed.DISTINCT and rules.pegs > 1:
        # All pairs of colors are compared as the last two pegs, also those that are no code.
        times *= rules.colors**2 / perm(rules.colors - rules.pegs + 2, 2)
    return _price(int(times * knowledge.comparisons), rules)


def _work_of_consistent(knowledge: Knowledge) -> int:
    count, rules = len(knowledge), knowledge.rules
    compared = count**2
    if rules.feedback is FeedbackKind.TOTAL:
        # Codes of the same colors, mostly half of those in any order, are tried one by one.
        alike = min(count, factorial(rules.pegs) // 2)
        compared += count * alike**2 // 3
    return _price(compared, rules, consistent=True)


def _price(comparisons: int, rules: Rules, *, consistent: bool = False) -> int:
    """Returns how much work a tree is for which guesses were compared so often with a code."""
    weighed = comparisons * (_ROW_TREE if is_by_rows(rules) else 1)
    if consistent:
        return _CALL + (weighed * effort(rules) >> _CONSISTENT_SHIFT)
    if rules.feedback is FeedbackKind.BLACK_WHITE:
        weighed = weighed * rules.pegs // _TREE_PEGS
    return _CALL + (weighed >> _TREE_SHIFT)


def table_work(answers: int) -> int:
    """Returns how much work it is to tabulate so many answers."""
    return answers >> _TABLE_SHIFT


def _strategies(knowledge: Knowledge, work: int) -> tuple[str, ...]:
    """Names the strategies whose trees can be built; where there are too many guesses, only possible codes are."""
    least = tree_work(knowledge)
    if least is None:
        return ()
    # By totals a guess tells codes of the same colors apart only if it is one of them, so that others gain little.
    if work_of_any(knowledge) > max(work, least) or knowledge.rules.feedback is FeedbackKind.TOTAL:
        return CONSISTENT_STRATEGIES
    # Of few answers nearly every guess makes as many cells: to count them tells nothing, and such trees are deep.
    few = feedback_count(knowledge.rules) <= _FEW_KINDS
    return tuple(name for name in STRATEGIES if not (few and name == "most-parts"))


def _tree(knowledge: Knowledge, name: str, budget: Budget) -> Prospect | None:
    """Plays by the tree of a strategy that looks one answer ahead; None if it is not finished in time."""
    run = budget.run()
    metric, _, option = name.partition(":")
    history = native_history(knowledge.history, knowledge.guesses)
    with native_errors(knowledge.rules):
        tree, compared, word = _native.build_tree(
            knowledge.native,
            history,
            native_metric(metric),
            bool(option),
            moves=native_moves(knowledge.rules, knowledge.history),
            work=_ANY_WORK,
            watch=run.watch,
        )
    run.stopped(word)
    is_listed = knowledge.rules.allowed is Allowed.WORDS or knowledge.rules.feedback.marks_pegs
    times = effort(knowledge.rules) if is_listed and not option else 1
    budget.work -= _price(compared * times, knowledge.rules, consistent=bool(option))
    return None if tree is None else _counted(knowledge, native_rules(knowledge.rules), *tree, name)


def _counted(
    knowledge: Knowledge, game: _native.Rules, preorder: bytes, histogram: Sequence[int], source: str
) -> Prospect:
    """Counts a native tree with the guesses of a game; the second number of the tree is its first guess."""

    def code_at(number: int) -> Code:
        return Code(game.guess(number))

    total = total_of(histogram)
    if knowledge.rules.weights is not None:
        total = total_by_weight(preorder, code_at, knowledge.weighed, native_rules(knowledge.rules).score)
    guess = code_at(int.from_bytes(preorder[4:8], "little"))
    return Prospect(total, sum(histogram), len(histogram), source, guess, knowledge.weight)


def _searched(knowledge: Knowledge, budget: Budget) -> Prospect | None:
    """Searches exactly as far as the budget allows; None if that is not far enough to begin."""
    count, guesses, rules = len(knowledge), knowledge.guesses, knowledge.rules
    if guesses.size > _MOST_GUESSES or rules.lies:
        return None
    # Symmetry can only be seen in a history of exact answers; words have none. In hard mode the history says
    # which guesses are allowed.
    is_symmetric = rules.allowed is not Allowed.WORDS and not rules.hard
    is_symmetric &= all(turn.is_exact for turn in knowledge.history)
    whole = guesses.size * knowledge.secrets.size
    found: Prospect | None = None
    if count <= (_ALONE_CODES if is_symmetric and whole <= _WHOLE_ANSWERS else _FEW_CODES):
        game = _rest(knowledge) if rules.hard else None
        listed = guesses.size if game is None else game.guess_count
        answers = count * listed
        prepared = (listed >> _LISTING_SHIFT) + table_work(answers) * _WITHOUT_SYMMETRY
        prepared *= _ROW_TABLE if is_by_rows(rules) else 1
        if answers <= _FEW_ANSWERS and budget.work > prepared:
            game = game or _rest(knowledge)
            found = _solved(knowledge, game, [], prepared, _FEW_POSITIONS, budget)
    if is_symmetric and whole <= _WHOLE_ANSWERS and (found is None or not found.exact):
        prepared = table_work(whole)
        if budget.work > prepared:
            turns = [(guesses.number(turn.guess), turn.answer.numbers[0]) for turn in knowledge.history]
            game = native_rules(rules)
            found = _solved(knowledge, game, turns, prepared, USUAL_WORK << _POSITION_SHIFT, budget)
    return found


def _solved(
    knowledge: Knowledge,
    game: _native.Rules,
    history: list[tuple[int, int]],
    prepared: int,
    most: int,
    budget: Budget,
    *,
    consistent: bool = False,
) -> Prospect | None:
    """Searches at most so many positions of a game that is `prepared` with so much work."""
    run = budget.run()
    with native_errors(knowledge.rules):
        outcome = _native.solve_exact(
            game,
            Objective.TOTAL.value,
            memory=_MEMORY,
            history=history,
            positions=min(most, (budget.work - prepared) << _POSITION_SHIFT),
            counts_all=True,
            consistent=consistent,
            watch=run.watch,
        )
    run.stopped(outcome.stopped)
    budget.work -= _CALL + prepared + (outcome.positions >> _POSITION_SHIFT)
    return None if outcome.tree is None else _counted(knowledge, game, *outcome.tree, made_by(outcome.proven))


def _rest(knowledge: Knowledge, *, consistent: bool = False) -> _native.Rules:
    """Makes a game of the rest of this one; with `consistent` only its secrets may be guessed."""
    moves = native_moves(knowledge.rules, knowledge.history)
    with native_errors(knowledge.rules):
        return _native.rest_of_game(knowledge.native, moves, consistent)
