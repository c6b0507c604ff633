"""`sito odds` and `sito respond`: the chances of two strategies in a duel, and what does best against one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sito.base.limits import Limits
from sito.cli.command import Seed, command
from sito.cli.figures import percent
from sito.cli.files import SaveOptions
from sito.cli.limits import SearchLimits, TimeLimit, cut_short
from sito.cli.options import UsualRules, read_game_and_strategies
from sito.cli.output import emit, emit_json, note, settings, show_table
from sito.cli.solve.input import PositionsOption, read_limits
from sito.cli.solve.progress import progress_line
from sito.cli.watch import interrupted_once, showing, undisturbed
from sito.codes.code import CodeSpace
from sito.errors import N_
from sito.exact.problem import Progress
from sito.odds import Aim, Distribution, Response, best_response, distribution_of
from sito.operations.duels import OddsAnswer, OddsQuestion, RespondAnswer, RespondQuestion, odds_answer, side_of
from sito.operations.operation import as_json
from sito.rules.rules import Rules
from sito.show.i18n import _, pgettext
from sito.show.in_words.solutions import histogram_line
from sito.show.render import Column
from sito.strategies.strategy import Strategy, blaming


@dataclass(frozen=True, kw_only=True)
class OddsOptions(OddsQuestion):
    """Two strategies, as a command line names them."""

    rules: UsualRules = ""
    seed: Seed = 0


@command(
    help=N_(
        "Works out how likely the first of two strategies wins, ties and loses a duel with the second. "
        "The chances are exact fractions. Where a strategy draws at random in a larger game, --sample measures them."
    ),
    examples=(
        "sito odds entropy first-consistent",
        "sito odds tree:best.tree minimax --rules bulls-and-cows --alternating",
        "sito odds random-consistent entropy --sample 20000 --seed 1",
    ),
)
def odds(asked: OddsOptions, limits: TimeLimit) -> None:
    game, strategies = read_game_and_strategies(asked.rules, asked.first, asked.second)
    allowed, seed = limits.limits(), asked.seed
    sides = []
    for place, strategy in enumerate(strategies):
        with showing(_("How many guesses {strategy} needs").format(strategy=strategy)):
            sides.append(side_of(strategy, game, asked.sample, seed + place, allowed))
    answer = odds_answer(game, sides, alternating=asked.alternating)
    if settings.json:
        emit_json(as_json(answer))
    else:
        _tell(answer, sides)


def _tell(odds: OddsAnswer, sides: list[Distribution]) -> None:
    for side in sides:
        told = _("{strategy}: {mean:.4f} guesses on average")
        if not side.is_exact:
            told = _("{strategy}: {mean:.4f} guesses on average, measured in {games} games")
        note(told.format(strategy=side.strategy, mean=float(side.mean), games=side.games))
    wins = _("{strategy} wins")
    rows = [(wins.format(strategy=sides[0].strategy), odds.win), (_("a tie"), odds.tie)]
    rows.append((wins.format(strategy=sides[1].strategy), odds.loss))
    within = f"± {100 * odds.margin:.2f}" if odds.margin else None
    title = pgettext("a chance", "exactly") if within is None else pgettext("a chance", "within")
    columns = [Column(_("result")), Column(_("chance"), right=True), Column(title)]
    show_table(columns, [(name, percent(Fraction(each)), within or each) for name, each in rows])
    if odds.margin:
        note(_("The chances are measured; the last column is half the width of the 95 percent confidence interval."))
    emit(_("points of the first: {points}").format(points=percent(Fraction(odds.points))))


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
    guess = CodeSpace(response.rules, guesses=True).text(tree.first_guess)
    first = _("first guess {guess}; {total} guesses in all, {mean:.4f} on average, {maximum} at most")
    yield first.format(guess=guess, total=tree.total, mean=tree.mean, maximum=tree.maximum)
    yield histogram_line(tree)
