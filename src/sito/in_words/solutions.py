"""What an exact search found, in words; only what is proven is called so."""

from __future__ import annotations

from collections.abc import Iterator

from sito.code import CodeSpace
from sito.exact.problem import Objective, Problem, Solution
from sito.i18n import _, ngettext, pgettext
from sito.tree.strategy_tree import StrategyTree


def solution_sentences(question: Problem, solution: Solution) -> Iterator[str]:
    """Says what was found, sentence by sentence; only what is proven is called so."""
    tree = solution.tree
    if solution.proven and tree is None:
        depth = question.depth or 0
        none = ngettext(
            "Proven: no strategy keeps to {count} guess.", "Proven: no strategy keeps to {count} guesses.", depth
        )
        yield none.format(count=depth)
        return
    names = aim_names(question.objective)
    if solution.lower is None or solution.upper is None:
        lower = ", ".join(f"{name} {value}" for name, value in zip(names, solution.lower or (), strict=False))
        yield _("No strategy within the limits was found. No strategy beats: {lower}.").format(lower=lower)
        return
    found = ", ".join(f"{name} {value}" for name, value in zip(names, solution.upper, strict=True))
    if solution.proven:
        yield _("Proven best: {values}.").format(values=found)
    else:
        lower = ", ".join(f"{name} {value}" for name, value in zip(names, solution.lower, strict=True))
        yield _("Best found, not proven: {values}.").format(values=found)
        yield _("No strategy beats: {values}.").format(values=lower)
    if tree is not None:
        guess = CodeSpace(question.rules, guesses=True).text(tree.first_guess)
        first = _sentence_with_lies() if question.rules.lies else _sentence(tree.size)
        yield first.format(guess=guess, count=tree.size, total=tree.total, mean=tree.mean, maximum=tree.maximum)
        yield histogram_line(tree)


def _sentence(count: int) -> str:
    return ngettext(
        "first guess {guess}; {count} code; guesses: {total} in all, {mean:.4f} on average, {maximum} at most",
        "first guess {guess}; {count} codes: {total} guesses in all, {mean:.4f} on average, {maximum} at most",
        count,
    )


def _sentence_with_lies() -> str:
    return _(
        "first guess {guess}; {count} games that the codemaker can play: {total} guesses in all, {mean:.4f} on "
        "average, {maximum} at most"
    )


def aim_names(objective: Objective) -> tuple[str, ...]:
    """Names the parts of a value, the one that decides first."""
    total, worst = pgettext("an aim of a search", "total"), pgettext("an aim of a search", "worst")
    return {
        Objective.TOTAL: (total,),
        Objective.WORST: (worst,),
        Objective.WORST_TOTAL: (worst, total),
        Objective.TOTAL_WORST: (total, worst),
        Objective.WORST_FEWEST: (worst, _("codes as bad")),
        Objective.WORST_FEWEST_TOTAL: (worst, _("codes as bad"), total),
    }[objective]


def histogram_line(tree: StrategyTree) -> str:
    """Says how many codes are found with so many guesses; with lies, how many games end so."""
    histogram = " ".join(map(str, tree.histogram))
    if tree.rules.lies:
        return _("games that end with 1, 2, 3 ... guesses: {histogram}").format(histogram=histogram)
    return _("codes found with 1, 2, 3 ... guesses: {histogram}").format(histogram=histogram)
