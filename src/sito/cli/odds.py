"""`sito odds`: how likely each of two strategies wins a duel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sito.cli.command import Seed, command
from sito.cli.figures import percent
from sito.cli.limits import TimeLimit
from sito.cli.options import UsualRules, read_game_and_strategies
from sito.cli.output import emit, emit_json, note, settings, show_table
from sito.cli.watch import showing
from sito.errors import N_
from sito.odds import Distribution
from sito.operations.duels import OddsAnswer, OddsQuestion, odds_answer, side_of
from sito.operations.operation import as_json
from sito.show.i18n import _
from sito.show.render import Column


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
    title = _("exactly") if within is None else _("within")
    columns = [Column(_("result")), Column(_("chance"), right=True), Column(title)]
    show_table(columns, [(name, percent(Fraction(each)), within or each) for name, each in rows])
    if odds.margin:
        note(_("The chances are measured; the last column is half the width of the 95 percent confidence interval."))
    emit(_("points of the first: {points}").format(points=percent(Fraction(odds.points))))
