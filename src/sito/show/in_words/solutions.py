"""What an exact search found, in words; only what is proven is called so."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sito.codes.code import CodeSpace
from sito.exact.problem import Objective, Problem, Solution
from sito.show.i18n import _, ngettext, pgettext
from sito.strategies.tree.strategy_tree import StrategyTree


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
    lower = _values(question, solution.lower, solution.least_mean)
    if solution.lower is None or solution.upper is None:
        yield _("No strategy within the limits was found. No strategy beats: {lower}.").format(lower=lower)
        return
    found = _values(question, solution.upper, solution.mean)
    if solution.proven:
        yield _("Proven best: {values}.").format(values=found)
    else:
        yield _("Best found, not proven: {values}.").format(values=found)
        yield _("No strategy beats: {values}.").format(values=lower)
    if tree is not None:
        guess = CodeSpace(question.rules, guesses=True).text(tree.first_guess)
        first = sentence_with_lies(tree.size) if question.rules.lies else _sentence(tree)
        yield first.format(guess=guess, count=tree.size, total=tree.total, mean=tree.mean, maximum=tree.maximum)
        yield histogram_line(tree)


def _values(question: Problem, values: tuple[int, ...] | None, mean: Fraction | None) -> str:
    """Writes the parts of a value; beside a total by weight, of which the number says little, the mean."""
    parts = []
    for name, part, value in zip(aim_names(question.objective), question.objective.names, values or (), strict=False):
        if part == "total" and mean is not None and question.rules.weights is not None:
            by_weight = _("{name} {value} by weight, {mean:.4f} on average")
            parts.append(by_weight.format(name=name, value=value, mean=float(mean)))
        else:
            parts.append(f"{name} {value}")
    return ", ".join(parts)


def _sentence(tree: StrategyTree) -> str:
    count = tree.size
    if tree.rules.weights is not None:
        return ngettext(
            "first guess {guess}; {count} word; guesses: {mean:.4f} on average by weight, {maximum} at most",
            "first guess {guess}; {count} words: {mean:.4f} guesses on average by weight, {maximum} at most",
            count,
        )
    return ngettext(
        "first guess {guess}; {count} code; guesses: {total} in all, {mean:.4f} on average, {maximum} at most",
        "first guess {guess}; {count} codes: {total} guesses in all, {mean:.4f} on average, {maximum} at most",
        count,
    )


def sentence_with_lies(games: int) -> str:
    """Gives the sentence about a tree for a game with lies, with its places."""
    return ngettext(
        "first guess {guess}; {count} game that the codemaker can play; guesses: {total} in all, {mean:.4f} on "
        "average, {maximum} at most",
        "first guess {guess}; {count} games that the codemaker can play: {total} guesses in all, {mean:.4f} on "
        "average, {maximum} at most",
        games,
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


def stage_names() -> dict[str, str]:
    """Names what a search makes least; it makes nothing least yet while it prepares."""
    return {
        "total": pgettext("an aim of a search", "total"),
        "worst": pgettext("an aim of a search", "worst"),
        "fewest": pgettext("an aim of a search", "fewest"),
        "prices": pgettext("an aim of a search", "cost"),
    }


def histogram_line(tree: StrategyTree) -> str:
    """Says how many codes are found with so many guesses; with lies, how many games end so."""
    histogram = " ".join(map(str, tree.histogram))
    if tree.rules.lies:
        return _("games that end with 1, 2, 3 ... guesses: {histogram}").format(histogram=histogram)
    return _("codes found with 1, 2, 3 ... guesses: {histogram}").format(histogram=histogram)
