"""What a guess does to the codes that are possible, beside the best other guess."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from sito.base.limits import Limits, Stopped, limits_of
from sito.base.rows import Column, Rows
from sito.codes.code import Code, CodeOrText
from sito.codes.consistency import turns_against
from sito.codes.feedback import Feedback
from sito.errors import N_, NN_, Fault, LimitError
from sito.explanation.steps import listed
from sito.sieve.cells import Cells
from sito.sieve.knowledge import Knowledge, check_knowledge
from sito.sieve.metrics import METRICS, TOLERANCE, Metric, name_of_metric
from sito.sieve.possible import estimate
from sito.sieve.ranking import RankedGuess

_LARGEST = 5
"""How many cells a sentence names, the largest first."""


@dataclass(frozen=True)
class GuessFacts(Rows[tuple[Feedback, int]]):
    """What a guess does to the codes that are possible before it.

    `text` is the guess as text. `before` is the number of these codes; `cells` are the answers that they would give and
    how many codes each leaves, the most first. `bits` is the information that the answer gives on average, `worst` the
    most codes that it can leave. Where the codemaker may lie, a code is in the cells of several answers; then `bits`
    and `mean` are None. `possible` says whether the guess may be the code; if not, `contradicts` are the places of the
    turns, from 0, with which it disagrees. Where the codemaker may lie, `excluded` says that these answers are never
    lies: the guess was made before. `score` is that of the metric, lower is better; `best` is the best other guess by
    the same metric, or None if too many codes are possible to compare guesses, or the guess is the only code. `stopped`
    says which limit ended the comparison before all guesses were compared, and `searched` that the best other one is
    the best that a local search found. Where the codemaker may lie, the metric gets weights of cells and no sizes, as
    for `Knowledge.rank`: a code weighs more if more lies are left for it. Where words have weights, `weights` are those
    of the cells, and `bits`, `mean` and `score` count the codes by them. With `estimated` the possible codes are
    sampled, numbers of codes are estimates, and scores are of the sample. As a sequence and as a table it has the
    cells.

    >>> facts = explain_guess(Knowledge("4x6"), "AABB")
    >>> facts.worst, round(facts.bits, 2), facts.possible, facts.best.text
    (256, 2.89, True, 'ABCD')
    """

    guess: Code
    text: str
    before: int
    cells: Cells
    bits: float | None
    worst: int
    possible: bool
    contradicts: tuple[int, ...]
    metric: str
    score: float
    best: RankedGuess | None
    stopped: Stopped | None = None
    excluded: bool = False
    searched: bool = False
    weights: tuple[int, ...] | None = None
    estimated: bool = False

    @property
    def overlapping(self) -> bool:
        """Whether codes are in the cells of several answers, because the codemaker may lie."""
        return self.bits is None

    @property
    def mean(self) -> float | None:
        """How many codes are left on average after the answer, each possible code as likely as its weight says."""
        if self.overlapping:
            return None
        sizes = list(self.cells.values())
        weights = self.weights or sizes
        mean = sum(size * weight for size, weight in zip(sizes, weights, strict=True)) / sum(weights)
        return float(estimate(mean)) if self.estimated else mean

    @property
    def loss(self) -> float | None:
        """By how much the score is above that of the best other guess; negative if it is below; None without one."""
        return None if self.best is None else self.score - self.best.score

    def _columns(self) -> tuple[Column[tuple[Feedback, int]], ...]:
        weights = dict(zip(self.cells, self.weights or (), strict=False))
        return (
            Column("answer", lambda cell: cell[0]),
            Column("codes", lambda cell: cell[1], "d"),
            *([Column[tuple[Feedback, int]]("weight", lambda cell: weights[cell[0]], "d")] if weights else []),
        )

    def _rows(self) -> tuple[tuple[Feedback, int], ...]:
        return tuple(self.cells.items())

    @property
    def note(self) -> str:
        """The sentences, one after the other."""
        return " ".join(map(str, self.sentences))

    @property
    def sentences(self) -> tuple[Fault, ...]:
        """What there is to say, each a sentence that the edges of the program can translate."""
        return tuple(_sentences(self))

    def __str__(self) -> str:
        return "\n".join(map(str, self.sentences))


def explain_guess(
    knowledge: Knowledge,
    guess: CodeOrText,
    metric: str | Metric = "entropy",
    *,
    limits: Limits = Limits(),
    seconds: float | None = None,
) -> GuessFacts:
    """Explains what a `guess` does to the codes that `knowledge` holds, and compares it with the best other guess.

    `metric` is the name of a metric or a function of the cell sizes, as for `Knowledge.rank`. The `limits`, and
    `seconds` as one more of them, end the work early; `limits.work` counts comparisons of a guess with a possible
    code. Then the best other guess is the best so far, and `stopped` says what ended it.

    Raises `CodeError` for a guess that is not allowed, `InconsistentError` if no code is possible, and
    `StrategyError` for an unknown metric.

    >>> print(explain_guess(Knowledge("4x6"), "AABB", "minimax"))
    The answer to AABB cuts the 1296 possible codes into 13 cells; the largest: - 256, o 256, \
x 256, xo 208, xx 114.
    The answer gives 2.89 bits on average; it leaves 256 codes at worst and 204.5 on average.
    AABB may be the code itself, one of the 1296.
    No guess is better by the size of the largest cell; AACC is as good.
    """
    limits = limits_of(limits, seconds)
    check_knowledge(knowledge)
    code = knowledge.guesses.read(guess)
    knowledge.check_any_left()
    cells = knowledge.cells(code, estimated=True).largest_first()
    counts = list(cells.values())
    weights = None if knowledge.rules.weights is None else knowledge.cell_weights(code)
    possible = code in knowledge
    count = knowledge.left
    settled = possible and count == 1  # then there is nothing to compare
    best, stopped = (None, None) if settled else _best_other(knowledge, code, metric, limits)
    estimated = knowledge.is_sampled and not knowledge.is_all_sampled
    figures = knowledge.assess(code, metric, exact=True)
    against = turns_against(knowledge.rules, () if possible else knowledge.history, code)
    return GuessFacts(
        guess=code,
        text=knowledge.guesses.text(code),
        before=count,
        cells=cells,
        bits=figures.bits if estimated or sum(counts) == count else None,
        worst=counts[0],
        possible=possible,
        contradicts=against.places,
        excluded=bool(knowledge.rules.lies) and against.never_lies,
        metric=name_of_metric(metric),
        score=figures.score,
        best=best,
        stopped=stopped,
        searched=knowledge.looks_at_sample,
        weights=None if weights is None else tuple(weights[answer] for answer in cells),
        estimated=estimated,
    )


def _best_other(
    knowledge: Knowledge, code: Code, metric: str | Metric, limits: Limits
) -> tuple[RankedGuess | None, Stopped | None]:
    try:
        ranking = knowledge.rank(metric, top=2, limits=limits)
    except LimitError:  # more codes are possible than guesses are compared for
        return None, None
    best = next((other for other in ranking if other.code != code), None)
    if best is not None and knowledge.looks_at_sample:
        best = knowledge.assess(best.code, metric, exact=True)  # the ranking has figures of the sample
    return best, ranking.stopped


# How sentences call what guesses are compared by.
_MEASURES = {
    "minimax": N_("by the size of the largest cell"),
    "expected-size": N_("by the number of codes left on average"),
    "entropy": N_("by bits"),
    "most-parts": N_("by the number of cells"),
}
_BY_METRIC = N_("by {metric}")
_BY_WEIGHT = ("minimax", "expected-size")
"""Where words have weights, these give no numbers of codes."""


def _sentences(facts: GuessFacts) -> Iterator[Fault]:
    if facts.before == 1 and facts.possible:
        yield Fault("Only {guess} is possible.", guess=facts.text)
        return
    yield _cells(facts)
    if facts.overlapping:
        yield Fault("It leaves {count} code at worst.", "It leaves {count} codes at worst.", count=facts.worst)
    else:
        yield _figures(facts)
    yield _may_be_the_code(facts)
    yield from _beside_the_best(facts)
    if facts.estimated:
        yield Fault("The possible codes are sampled, so numbers of codes are estimates.")


def _figures(facts: GuessFacts) -> Fault:
    figures = NN_(
        "The answer gives {bits:.2f} bits on average; it leaves {count} code at worst and {mean} on average.",
        "The answer gives {bits:.2f} bits on average; it leaves {count} codes at worst and {mean} on average.",
    )
    mean = facts.mean or 0.0
    told = estimate(mean) if facts.estimated else f"{mean:.1f}"
    return Fault(*figures, bits=facts.bits, count=facts.worst, mean=told)


def _cells(facts: GuessFacts) -> Fault:
    if len(facts.cells) == 1:
        known = N_("The answer to {guess} is {answer} whatever the code is: it reveals nothing.")
        return Fault(known, guess=facts.text, answer=next(iter(facts.cells)))
    if facts.overlapping:
        with_lies = NN_(
            "The answer to {guess} may be a lie, so its {count} cell overlaps; of the {before} possible codes the "
            "largest keep: {sizes}.",
            "The answer to {guess} may be a lie, so its {count} cells overlap; of the {before} possible codes the "
            "largest keep: {sizes}.",
        )
        return Fault(*with_lies, guess=facts.text, count=len(facts.cells), before=facts.before, sizes=_sizes(facts))
    all_ = NN_(
        "The answer to {guess} cuts the {before} possible codes into {count} cell: {sizes}.",
        "The answer to {guess} cuts the {before} possible codes into {count} cells: {sizes}.",
    )
    largest = NN_(
        "The answer to {guess} cuts the {before} possible codes into {count} cell; the largest: {sizes}.",
        "The answer to {guess} cuts the {before} possible codes into {count} cells; the largest: {sizes}.",
    )
    return Fault(
        *(all_ if len(facts.cells) <= _LARGEST else largest),
        guess=facts.text,
        before=facts.before,
        count=len(facts.cells),
        sizes=_sizes(facts),
    )


def _sizes(facts: GuessFacts) -> str:
    return ", ".join(f"{answer} {size}" for answer, size in islice(facts.cells.items(), _LARGEST))


def _may_be_the_code(facts: GuessFacts) -> Fault:
    if facts.possible:
        return Fault("{guess} may be the code itself, one of the {before}.", guess=facts.text, before=facts.before)
    if not facts.contradicts:
        return Fault("{guess} cannot be the code: it is allowed as a guess, but not as a code.", guess=facts.text)
    disagrees = NN_(
        "{guess} cannot be the code: it disagrees with answer {turns}.",
        "{guess} cannot be the code: it disagrees with answers {turns}.",
    )
    turns = listed(facts.contradicts)
    if facts.excluded:
        alone = N_("{guess} cannot be the code: it disagrees with answer {turns}, which is never a lie about it.")
        return Fault(alone, guess=facts.text, turns=turns)
    return Fault(*disagrees, count=len(facts.contradicts), guess=facts.text, turns=turns)


def _beside_the_best(facts: GuessFacts) -> Iterator[Fault]:
    if facts.best is None:
        if facts.stopped is None and facts.before > 1:
            yield Fault("Too many codes are possible to compare all guesses.")
        return
    loss = facts.score - facts.best.score
    name = facts.metric
    by_number = name in _MEASURES and (facts.weights is None or name not in _BY_WEIGHT)
    measure = Fault(_MEASURES[name]) if by_number else Fault(_BY_METRIC, metric=name)
    # The scores of large sets are rounded more coarsely than those of small ones.
    equal_to = TOLERANCE * max(1, abs(facts.score))
    incomplete = facts.searched or facts.stopped is not None
    if incomplete and loss <= equal_to:
        yield Fault("No better guess was found {by_measure}, but not all were compared.", by_measure=measure)
        return
    if abs(loss) <= equal_to:
        equal = N_("No guess is better {by_measure}; {best} is as good.")
        and_possible = N_("No guess is better {by_measure}; {best} is as good, and may be the code.")
        only_best = facts.best.possible and not facts.possible
        yield Fault(and_possible if only_best else equal, by_measure=measure, best=facts.best.text)
    else:
        yield _comparison(facts, facts.best, loss, measure)
    if incomplete:
        yield Fault("There may be a better one still: not all guesses were compared.")


def _comparison(facts: GuessFacts, best: RankedGuess, loss: float, measure: Fault) -> Fault:
    """Says how much better or worse the best other guess is."""
    values: dict[str, object] = {"best": best.text}
    if facts.overlapping:
        more = N_("{best} is better {by_measure}, weighed by the lies that are left.")
        less = N_("No guess is better {by_measure}, weighed by the lies that are left; the next best is {best}.")
        return Fault(more if loss > 0 else less, **values, by_measure=measure)
    has_sizes = facts.weights is None and not facts.estimated
    match facts.metric if has_sizes or facts.metric not in _BY_WEIGHT else None:
        case "entropy" if facts.bits is not None:
            more = N_("By bits {best} is better: it gives {value:.2f}, {difference:.2f} more.")
            less = N_("No guess is better by bits; the next best, {best}, gives {value:.2f}, {difference:.2f} less.")
            values |= {"value": best.bits, "difference": abs(best.bits - facts.bits)}
        case "minimax":
            more = N_("By the worst case {best} is better: it leaves at most {value}, {difference} fewer.")
            less = N_(
                "No guess is better by the worst case; the next best, {best}, leaves at most {value}, "
                "{difference} more."
            )
            values |= {"value": best.worst, "difference": round(abs(loss))}
        case "expected-size":
            more = N_("By the codes left on average {best} is better: it leaves {value:.1f}, {difference:.1f} fewer.")
            less = N_(
                "No guess is better by the codes left on average; the next best, {best}, leaves {value:.1f}, "
                "{difference:.1f} more."
            )
            values |= {"value": best.score / facts.before, "difference": abs(loss) / facts.before}
        case "most-parts":
            more = N_("By the number of cells {best} is better: it makes {value}, {difference} more.")
            less = N_(
                "No guess is better by the number of cells; the next best, {best}, makes {value}, {difference} fewer."
            )
            values |= {"value": best.cells, "difference": round(abs(loss))}
        case _:
            more = N_("{best} is better {by_measure}: its score is {value:g}, lower by {difference:g}.")
            less = N_(
                "No guess is better {by_measure}; the next best, {best}, has a score of {value:g}, higher by "
                "{difference:g}."
            )
            values |= {"by_measure": measure, "value": best.score, "difference": abs(loss)}
    return Fault(more if loss > 0 else less, **values)


_HOW = {
    "best": N_(
        "{strategy} looks further ahead: it takes the guess after which the fewest further guesses are expected, "
        "whatever its bits."
    ),
    "color-by-color": N_("{strategy} settles how often the code has each color, and then the order."),
    "distinct-first": N_("{strategy} draws a code that agrees with all the answers, one without repeats if there is."),
    "first-consistent": N_("{strategy} takes the first code in order that agrees with all the answers."),
    "random-consistent": N_("{strategy} draws one of the codes that agree with all the answers."),
    "tree": N_("{strategy} follows a strategy tree that was computed before."),
    "uniform-probe": N_("{strategy} asks for one color after the other, and then tries the arrangements."),
}
_BY_CELLS = N_("{strategy} compares the guesses by the cells they make, and takes the best.")
_OTHERWISE = N_("The guess was chosen by {strategy}.")


def explain_choice(
    knowledge: Knowledge, guess: CodeOrText, strategy: str | None, *, limits: Limits = Limits()
) -> GuessFacts:
    """Explains a guess by the metric of the strategy that made it, or by bits if it has none.

    Where answers may lie there are no bits; then it is the size of the largest cell. Raises what
    `explain_guess` raises.
    """
    name = str(strategy).partition(":")[0]
    metric = name if name in METRICS else "minimax" if knowledge.rules.lies else "entropy"
    return explain_guess(knowledge, guess, metric, limits=limits)


def choice_faults(facts: GuessFacts, strategy: str | None) -> Iterator[Fault]:
    """Yields the sentences about a guess, and how the strategy, given as text, came to it."""
    yield from facts.sentences
    if strategy is not None and not (facts.before == 1 and facts.possible):
        name = strategy.partition(":")[0]
        how = _BY_CELLS if name in METRICS else _HOW.get(name.removesuffix("-narrowing"), _OTHERWISE)
        yield Fault(how, strategy=strategy)
