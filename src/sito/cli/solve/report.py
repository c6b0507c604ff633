"""What `sito solve` tells: a solution in words and as JSON."""

from __future__ import annotations

from collections.abc import Callable

from sito.cli.figures import histogram_line
from sito.code import CodeSpace
from sito.exact.problem import Objective, Problem, Solution
from sito.i18n import _, ngettext, pgettext


def tell(question: Problem, solution: Solution, emit: Callable[[str], None]) -> None:
    """Says what was found, line by line; only what is proven is called so."""
    tree = solution.tree
    if solution.proven and tree is None:
        depth = question.depth or 0
        none = ngettext(
            "Proven: no strategy keeps to {count} guess.", "Proven: no strategy keeps to {count} guesses.", depth
        )
        emit(none.format(count=depth))
        return
    names = _names(question.objective)
    if solution.lower is None or solution.upper is None:
        lower = ", ".join(f"{name} {value}" for name, value in zip(names, solution.lower or (), strict=False))
        emit(_("No strategy within the limits was found. No strategy beats: {lower}.").format(lower=lower))
        return
    found = ", ".join(f"{name} {value}" for name, value in zip(names, solution.upper, strict=True))
    if solution.proven:
        emit(_("Proven best: {values}.").format(values=found))
    else:
        lower = ", ".join(f"{name} {value}" for name, value in zip(names, solution.lower, strict=True))
        emit(_("Best found, not proven: {values}.").format(values=found))
        emit(_("No strategy beats: {values}.").format(values=lower))
    if tree is not None:
        guess = CodeSpace(question.rules, guesses=True).text(tree.root.guess)
        first = _sentence_with_lies() if question.rules.lies else _sentence(tree.size)
        emit(first.format(guess=guess, count=tree.size, total=tree.total, mean=tree.mean, maximum=tree.maximum))
        emit(histogram_line(tree))


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


def _names(objective: Objective) -> tuple[str, ...]:
    total, worst = pgettext("an aim of a search", "total"), pgettext("an aim of a search", "worst")
    return {
        Objective.TOTAL: (total,),
        Objective.WORST: (worst,),
        Objective.WORST_TOTAL: (worst, total),
        Objective.TOTAL_WORST: (total, worst),
        Objective.WORST_FEWEST: (worst, _("codes as bad")),
        Objective.WORST_FEWEST_TOTAL: (worst, _("codes as bad"), total),
    }[objective]
