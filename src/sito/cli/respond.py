"""`sito respond`: the strategy that does best in duels with a given opponent, proven."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sito.base.limits import Limits
from sito.cli.command import command
from sito.cli.figures import percent
from sito.cli.files import SaveOptions
from sito.cli.limits import SearchLimits, cut_short
from sito.cli.options import UsualRules, read_game_and_strategies
from sito.cli.solve.input import PositionsOption, read_limits
from sito.cli.solve.search import progress_line
from sito.cli.watch import interrupted_once, showing, undisturbed
from sito.codes.code import CodeSpace
from sito.errors import N_
from sito.exact.problem import Progress
from sito.odds import Aim, Response, best_response, distribution_of
from sito.operations.duels import RespondAnswer, RespondQuestion
from sito.operations.operation import as_json
from sito.rules.rules import Rules
from sito.show.i18n import _
from sito.show.in_words.solutions import histogram_line
from sito.strategies.strategy import Strategy, blaming


@dataclass(frozen=True, kw_only=True)
class ResponseOptions(RespondQuestion):
    """Who is to be answered, in which game, and what is wanted."""

    rules: UsualRules = ""
    positions: PositionsOption = None


@command(
    help=N_(
        "Finds the strategy that gains most in duels with an opponent, proves that none gains more, and tells its "
        "odds; --save writes its tree, which plays as tree:FILE. Cut short by a limit or by Ctrl-C it gives the best "
        "so far with both bounds, and exit code 4 or 130."
    ),
    examples=(
        "sito respond entropy",
        "sito respond first-consistent --rules bulls-and-cows --save answer.tree.gz",
        "sito respond tree:best.tree --aim win",
    ),
)
def respond(asked: ResponseOptions, saving: SaveOptions, limits: SearchLimits) -> int:
    saving.check()
    rules, (opponent,) = read_game_and_strategies(asked.rules, asked.opponent)
    found = _search(rules, opponent, asked, read_limits(limits, asked.positions))
    with undisturbed():
        unsaved = saving.write(found.tree)
    saving.show(found.tree, _lines(found), lambda: as_json(RespondAnswer.of(found)))
    saving.tell(found.tree, unsaved)
    # A narrow search that came to its end was not stopped.
    return 0 if found.proven or found.stopped is None else cut_short(found.stopped)


def _search(rules: Rules, opponent: Strategy, asked: ResponseOptions, limits: Limits) -> Response:
    guesses = CodeSpace(rules, guesses=True)
    with blaming(opponent, rules), interrupted_once(), showing(_("preparing the search")) as watch:
        against = distribution_of(rules, opponent)

        def tell_progress(progress: Progress) -> None:
            watch.show(progress_line(progress, guesses, watch.seconds))

        return best_response(
            rules,
            against,
            asked.aim,
            width=asked.width,
            limits=limits,
            on_progress=tell_progress,
            on_interrupt="return",
        )


def _lines(response: Response) -> Iterator[str]:
    """Says what was found; only what is proven is called so."""
    name = {
        Aim.POINTS: _("{share} of the points"),
        Aim.WIN: _("{share} of the duels won"),
        Aim.NOT_LOSE: _("{share} of the duels not lost"),
    }[response.aim]
    upper, odds, tree = name.format(share=percent(response.upper)), response.odds, response.tree
    if response.lower is None or tree is None or odds is None:
        yield _("No strategy was found yet. No strategy gains more than {share}.").format(share=upper)
        return
    found = (
        _("Proven best: {share} ({fraction}).")
        if response.proven
        else _("Best found, not proven: {share} ({fraction}).")
    )
    yield found.format(share=name.format(share=percent(response.lower)), fraction=response.lower)
    if not response.proven:
        yield _("No strategy gains more than {share}.").format(share=upper)
    chances = {"win": percent(odds.win), "tie": percent(odds.tie), "loss": percent(odds.loss)}
    yield _("It wins {win}, ties {tie} and loses {loss}.").format(**chances)
    guess = CodeSpace(response.rules, guesses=True).text(tree.root.guess)
    first = _("first guess {guess}; {total} guesses in all, {mean:.4f} on average, {maximum} at most")
    yield first.format(guess=guess, total=tree.total, mean=tree.mean, maximum=tree.maximum)
    yield histogram_line(tree)
