"""Strategies that look one answer ahead: they choose the guess with the best partition of the possible codes.

They differ only in their metrics, which `sito.sieve.metrics` describes. The native core counts the cells;
`choose_plainly` and `rank_plainly` specify in a few lines of Python how it chooses and ranks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from math import inf, log2

from sito import _native
from sito.base.limits import Limits, Stopped
from sito.codes.code import Code
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import feedback_count, score_number
from sito.codes.hard_mode import allowed_guesses
from sito.codes.notations import nobody_gives
from sito.errors import N_, Fault, StrategyError
from sito.native.errors import native_errors
from sito.native.game import native_history, native_moves
from sito.native.run import NativeRun
from sito.sieve.knowledge import Knowledge, look_ahead_work
from sito.sieve.metrics import METRICS, TOLERANCE, Metric, bits_of, find_metric, name_of_metric, native_metric
from sito.sieve.ranking import RankedGuess
from sito.strategies.strategy import KnownByText
from sito.strategies.tree.strategy_tree import StrategyTree, unfinished

OPTIONS = ("consistent", "apart")


class Partition(KnownByText):
    """Scores every guess by the sizes of the cells of its partition, and takes the lowest score.

    `metric` is the name of a metric, or a function of the cell sizes, the largest first. Scores within 1e-9 count as
    equal; among equals a guess that may itself be the code comes first, then the lowest. With one or two codes left,
    it guesses the lowest. In hard mode it compares the guesses that are allowed. The option `consistent` allows only
    guesses that may be the code; `apart` leaves the cell of the guess itself out of the score, since it needs no more
    guesses. With more than 2^34 comparisons of a guess with a possible code, guesses come from a local search on a
    sample of the codes (`Knowledge.search`). Plays all rules. Raises `StrategyError` for another metric or option.

    Where words have weights, the metric gets the weights of the cells instead of their sizes, scores count
    as equal within 1e-9 of themselves, and among equals the likeliest guess comes first.

    Where the codemaker may lie, the cells overlap, and the metric gets their weights instead of
    their sizes: `scored_with_lies` says which and why.

    Source: `minimax`, the largest cell (Knuth 1977); `expected-size`, the sum of squared sizes (Irving 1978);
    `entropy`, the sum of n log2 n (Neuwirth 1982); `most-parts`, minus the number of cells (Kooi 2005). Cost per
    guess: all guesses, up to symmetry, times all possible codes. Known results on 4x6, in this order: 5801, 5696,
    5722 and 5668 guesses for all 1296 codes; on 4x10-distinct 27139, 26551, 26424 and 26751 for 5040.

    >>> from sito.rules.rules import Rules
    >>> str(Partition("entropy", "apart", "consistent"))
    'entropy:consistent,apart'
    >>> Partition("minimax").choose(Knowledge(Rules.parse("4x6")), random.Random(1))
    Code([0, 0, 1, 1])
    >>> def sum_of_squares(sizes): return sum(size * size for size in sizes)
    >>> Partition(sum_of_squares).choose(Knowledge(Rules.parse("4x6")), random.Random(1))
    Code([0, 0, 1, 2])
    """

    deterministic = True

    def __init__(self, metric: str | Metric, *options: str) -> None:
        if not isinstance(metric, str) and (not callable(metric) or isinstance(metric, type)):
            wrong = N_("{value!r} is no metric; give the name of one, as in 'entropy', or a function of the cell sizes")
            raise StrategyError.said(wrong, value=metric)
        self.named = isinstance(metric, str)
        self.name = name_of_metric(metric)
        StrategyError.check(
            Fault(
                "{metric} has no option {option!r}; there are {options}",
                metric=self.name,
                option=option,
                options=", ".join(OPTIONS),
            )
            for option in options
            if option not in OPTIONS
        )
        self.options = tuple(option for option in OPTIONS if option in options)
        self.consistent, self.apart = "consistent" in options, "apart" in options
        # The native core has the named metrics itself.
        self.function = None if self.named and metric in METRICS else find_metric(metric)

    def only_consistent(self) -> Partition:
        """Returns the same strategy with the option `consistent`."""
        metric = self.name if self.named or self.function is None else self.function
        return Partition(metric, *self.options, "consistent")

    def choose(self, knowledge: Knowledge, rng: random.Random, limits: Limits | None = None) -> Code:
        """Returns the guess with the lowest score; if a limit is reached, the best guess compared before.

        `limits.work` counts comparisons of a guess with a possible code. Raises `InconsistentError` if no code is
        left, `LimitError` if too many are, `InputError` for a limit of memory.
        """
        knowledge.check_any_left()
        within = limits or Limits()
        if knowledge.looks_at_sample:
            metric = self.function or self.name
            found = knowledge.search(metric, 1, consistent=self.consistent, apart=self.apart, limits=within)
            return found[0].code if found else knowledge.first()
        knowledge.check_look_ahead(str(self))
        run: NativeRun[object] = NativeRun(within)
        work = look_ahead_work(within)
        with native_errors(knowledge.rules):
            guess, stopped = _native.choose(*self._arguments(knowledge), work=work, watch=run.watch)
        run.stopped(stopped)
        return Code(guess)

    def build_tree(self, knowledge: Knowledge, *, on_progress: Callable[[int], object] | None = None) -> StrategyTree:
        """Builds the whole tree natively. Raises `InconsistentError` if no code is left, `LimitError` if too many."""
        knowledge.check_any_left()
        knowledge.check_look_ahead(str(self))
        run = NativeRun(Limits(), on_progress)
        with native_errors(knowledge.rules):
            tree, _, word = _native.build_tree(*self._arguments(knowledge), watch=run.watch)
        stopped = run.stopped(word)
        if tree is None:
            raise unfinished(stopped or Stopped.ASKED)
        return StrategyTree.from_native(knowledge, *tree, str(self))

    def examined(self, guesses: int, possible: int) -> int:
        """Returns how many of the allowed guesses a choice compares while so many codes are possible."""
        if possible <= 2:
            return 1
        return possible if self.consistent else guesses

    def _arguments(
        self, knowledge: Knowledge
    ) -> tuple[_native.Knowledge, list[tuple[bytes, int]], _native.Metric, bool, bool, _native.Moves | None]:
        history = native_history(knowledge.history, knowledge.guesses)
        moves = native_moves(knowledge.rules, knowledge.history)
        metric = native_metric(self.function or self.name)
        return knowledge.native, history, metric, self.consistent, self.apart, moves

    def __repr__(self) -> str:
        if self.named:
            return super().__repr__()
        return f"Partition({', '.join([self.name, *map(repr, self.options)])})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Partition):
            return NotImplemented
        mine, theirs = (
            (strategy.name, strategy.function, strategy.options, strategy.named) for strategy in (self, other)
        )
        return mine == theirs

    def __hash__(self) -> int:
        return hash((self.name, self.options))


def choose_plainly(knowledge: Knowledge, metric: Metric, *, consistent: bool = False, apart: bool = False) -> Code:
    """Chooses as `Partition` does, in plain Python, to check the native code."""
    if len(knowledge) <= 2:
        return knowledge.likely(1)[0]
    return rank_plainly(knowledge, metric, 1, consistent=consistent, apart=apart)[0].code


def rank_plainly(
    knowledge: Knowledge, metric: Metric, top: int, *, consistent: bool = False, apart: bool = False
) -> tuple[RankedGuess, ...]:
    """Ranks as `Knowledge.rank` does, in plain Python, to check the native code.

    The first is what `choose_plainly` takes, the second what it would take without the
    first, and so on; guesses whose answer reveals nothing come last.
    """
    scored = _scored(knowledge, metric, consistent, apart)
    ranked = [guess for guess in scored if len(knowledge) <= 2 and guess.code == knowledge.likely(1)[0]]
    weights = {guess.code: knowledge.weight_of(guess.code) for guess in scored}
    for useful in (True, False):
        left = [guess for guess in scored if _tells_something(guess, knowledge) is useful and guess not in ranked]
        while left and len(ranked) < top:
            best = left[0]
            for guess in left:
                if _is_better(knowledge, guess.score, weights[guess.code], best.score, weights[best.code]):
                    best = guess
            ranked.append(best)
            left.remove(best)
    return tuple(ranked[:top])


def _tells_something(guess: RankedGuess, knowledge: Knowledge) -> bool:
    """Returns whether the possible codes do not all give the same answer; only then is a guess of any use."""
    return guess.bits > TOLERANCE if knowledge.rules.lies else guess.cells > 1


def _is_better(knowledge: Knowledge, score: float, weight: int, best_score: float, best_weight: int) -> bool:
    """Returns whether a guess beats an earlier one; each has a score and its weight, 0 if it cannot be the code."""
    # The scores of large weights are rounded more coarsely than those of counts.
    is_coarse = knowledge.rules.weights is not None and best_score < inf
    equal_to = TOLERANCE * max(1, abs(best_score)) if is_coarse else TOLERANCE
    return score < best_score - equal_to or (score <= best_score + equal_to and weight > best_weight)


def _scored(knowledge: Knowledge, metric: Metric, consistent: bool, apart: bool) -> list[RankedGuess]:
    if knowledge.rules.lies:
        return scored_with_lies(knowledge, metric, consistent, apart)
    scored = []
    for code in knowledge if consistent else allowed_guesses(knowledge.rules, knowledge.history):
        cells, weights = knowledge.cells(code), knowledge.cell_weights(code)
        possible = any(answer.wins for answer in cells)
        sizes = sorted((size for answer, size in weights.items() if not (apart and answer.wins)), reverse=True)
        bits = bits_of(list(weights.values()), knowledge.weight)
        text = knowledge.guesses.text(code)
        scored.append(RankedGuess(code, text, metric(sizes), bits, max(cells.values()), len(cells), possible))
    return scored


def scored_with_lies(knowledge: Knowledge, metric: Metric, consistent: bool, apart: bool) -> list[RankedGuess]:
    """Scores every guess where the codemaker may lie, in ascending order, in plain Python.

    After each answer but the winning one, every code is possible that gives the answer, or for which a lie is left,
    the guess itself excepted. So the numbers of possible codes tell little: as long as no lie was told, each answer
    leaves all codes. Therefore metrics get weights. A code weighs 1 plus the number of lies left for it times the
    number of false answers, in the manner in which Berlekamp (Block coding with noiseless feedback, 1964) weighs what
    noise leaves possible.

    >>> ranked = scored_with_lies(Knowledge("1x3-lies1"), max, consistent=True, apart=False)
    >>> [(guess.text, guess.score, round(guess.bits, 3), guess.worst, guess.cells) for guess in ranked]
    [('A', 2, 0.918, 2, 2), ('B', 2, 0.918, 2, 2), ('C', 2, 0.918, 2, 2)]
    """
    rules = knowledge.rules
    told = {code: count_lies_told(rules, knowledge.history, code) or 0 for code in knowledge}
    spare = {code: rules.lies - lies for code, lies in told.items()}
    guesses = knowledge if consistent else allowed_guesses(rules, knowledge.history)
    return [_scored_one(knowledge, spare, guess, metric, apart) for guess in guesses]


def _scored_one(knowledge: Knowledge, spare: dict[Code, int], guess: Code, metric: Metric, apart: bool) -> RankedGuess:
    rules, win = knowledge.rules, feedback_count(knowledge.rules) - 1
    may_be_told = [answer for answer in range(win) if not nobody_gives(rules.feedback, rules.pegs, answer)]

    def weight(lies: int) -> int:
        return 1 + lies * (len(may_be_told) - 1)

    truths = {code: score_number(rules, guess, code) for code in spare}
    weights: list[int] = []
    counts = [int(guess in spare)]
    for answer in may_be_told:
        left = [lies - (truths[code] != answer) for code, lies in spare.items() if code != guess]
        possible = [lies for lies in left if lies >= 0]
        counts.append(len(possible))
        weights += [sum(map(weight, possible))] if possible else []
    own = [weight(spare[guess])] if guess in spare else []
    cells = len(weights) + len(own)
    score = metric(sorted(weights if apart else weights + own, reverse=True))
    text = knowledge.guesses.text(guess)
    true_weights: Counter[int] = Counter()
    for code, truth in truths.items():
        true_weights[truth] += weight(spare[code])
    total = true_weights.total()
    bits = log2(total) - sum(true * log2(true) for true in true_weights.values()) / total
    return RankedGuess(guess, text, score, bits, max(counts), cells, guess in spare)
