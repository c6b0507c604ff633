"""Why a strategy made a guess: what the guess does to the possible codes, and how the strategy came to it."""

from __future__ import annotations

from collections.abc import Iterator

from sito.base.limits import Limits
from sito.codes.code import CodeOrText
from sito.errors import N_, Fault
from sito.explanation.guess import GuessFacts, explain_guess
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import METRICS

_HOW = {
    "best": N_(
        "{strategy} looks further ahead: it takes the guess after which the fewest further guesses are expected, "
        "whatever its bits."
    ),
    "color-by-color": N_("{strategy} settles how often the code has each color, and then the order."),
    "color-by-color-narrowing": N_("{strategy} settles how often the code has each color, and then the order."),
    "distinct-first": N_("{strategy} draws a code that agrees with all the answers, one without repeats if there is."),
    "first-consistent": N_("{strategy} takes the first code in order that agrees with all the answers."),
    "random-consistent": N_("{strategy} draws one of the codes that agree with all the answers."),
    "tree": N_("{strategy} follows a strategy tree that was computed before."),
    "uniform-probe": N_("{strategy} asks for one color after the other, and then tries the arrangements."),
}
_BY_METRIC = N_("{strategy} compares the guesses by the cells they make, and takes the best.")
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
        how = _BY_METRIC if name in METRICS else _HOW.get(name, _OTHERWISE)
        yield Fault(how, strategy=strategy)
