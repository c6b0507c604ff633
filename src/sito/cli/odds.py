"""`sito odds`: how likely each of two strategies wins a duel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from sito.cli.command import SeedOption, command
from sito.cli.limits import TimeLimit
from sito.cli.options import DEFAULT_RULES, RulesOption, read_each, read_rules, read_strategy
from sito.cli.output import emit, emit_json, note, settings, show_table
from sito.cli.parameters import Argument
from sito.cli.play.duel_odds import odds_as_json, percent
from sito.cli.watch import showing
from sito.errors import N_, Fault, InputError, LimitError
from sito.operations.operation import Ask
from sito.show.i18n import _
from sito.show.render import Column, plain
from sito.strategies.strategy import Strategy, blaming

if TYPE_CHECKING:
    from sito.base.limits import Limits
    from sito.odds import Distribution, Odds
    from sito.rules.rules import Rules


def _side(name: str, help: str) -> Argument:
    return Argument(help, metavar=name)


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
def odds(
    first: Annotated[str, _side("FIRST", N_("The strategy of the side that begins."))],
    second: Annotated[str, _side("SECOND", N_("The strategy of the other side."))],
    limits: TimeLimit,
    rules: RulesOption = None,
    alternating: Annotated[bool, Ask(N_("The first hit wins. Without it both sides guess equally often."))] = False,
    sample: Annotated[
        int | None, Ask(N_("Measure strategies that draw at random, in at least this many games."), 2)
    ] = None,
    seed: SeedOption = None,
) -> None:
    from sito.odds import duel_odds

    faults: list[Fault] = []
    games = read_each(read_rules, [DEFAULT_RULES if rules is None else rules], faults)
    strategies = read_each(read_strategy, [first, second], faults)
    InputError.check(faults)
    game, allowed = games[0], limits.limits()
    drawn = (settings.seed if seed is None else seed) or 0
    sides = [_distribution(strategy, game, sample, drawn + place, allowed) for place, strategy in enumerate(strategies)]
    found = duel_odds(game, sides[0], sides[1], alternating)
    if settings.json:
        emit_json(
            {
                "rules": str(game),
                "first": _side_as_json(sides[0]),
                "second": _side_as_json(sides[1]),
                "order": "alternating" if alternating else "simultaneous",
                **odds_as_json(found),
            }
        )
        return
    _tell(found, sides)


def _distribution(strategy: Strategy, rules: Rules, sample: int | None, seed: int, limits: Limits) -> Distribution:
    """Works the chances of one side out, or measures them."""
    from sito.odds import distribution_of, measured_distribution

    title = _("How many guesses {strategy} needs").format(strategy=strategy)
    with blaming(strategy, rules), showing(title) as watch:

        def check_time(_done: object) -> None:
            if limits.seconds is not None and watch.seconds >= limits.seconds:
                raise LimitError(
                    Fault(
                        N_("the time is over; how many guesses {strategy} needs is not known"), strategy=str(strategy)
                    )
                )

        if strategy.deterministic or sample is None:
            return distribution_of(rules, strategy, on_progress=check_time)
        return measured_distribution(rules, strategy, sample, seed, limits=limits)


def _side_as_json(side: Distribution) -> dict[str, Any]:
    return {
        "strategy": side.strategy,
        "mean": float(side.mean),
        "chances": [str(chance) if side.is_exact else float(chance) for chance in side.chances],
        "games": side.games,
    }


def _tell(odds: Odds, sides: list[Distribution]) -> None:
    for side in sides:
        if side.is_exact:
            note(_("{strategy}: {mean:.4f} guesses on average").format(strategy=side.strategy, mean=float(side.mean)))
        else:
            measured = _("{strategy}: {mean:.4f} guesses on average, measured in {games} games")
            note(measured.format(strategy=side.strategy, mean=float(side.mean), games=side.games))
    columns = [Column(_("result")), Column(_("chance"), right=True), Column(_("exactly"))]
    rows = [
        (_("{strategy} wins").format(strategy=sides[0].strategy), odds.win),
        (_("a tie"), odds.tie),
        (_("{strategy} wins").format(strategy=sides[1].strategy), odds.loss),
    ]
    if odds.margin:
        columns[-1] = Column(_("within"))
    show_table(
        columns,
        [
            [plain(name), plain(percent(chance)), plain(f"± {100 * odds.margin:.2f}" if odds.margin else chance)]
            for name, chance in rows
        ],
    )
    if odds.margin:
        note(_("The chances are measured; the last column is half the width of the 95 percent confidence interval."))
    emit(_("points of the first: {points}").format(points=percent(odds.points)))
