"""`sito respond`: the strategy that does best in duels with a given opponent, proven."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from sito.base.files import check_writable
from sito.base.limits import Limits, Stopped
from sito.cli.command import command
from sito.cli.limits import SearchLimits
from sito.cli.options import DEFAULT_RULES, RulesOption, read_each, read_rules, read_strategy
from sito.cli.output import emit, emit_json, message, note, settings
from sito.cli.play.duel_odds import odds_as_json, percent
from sito.cli.solve.input import STANDARD_OUTPUT, PositionsOption, SaveOption, WidthOption, read_limits
from sito.cli.solve.search import progress_line
from sito.cli.watch import interrupted_once, showing, undisturbed
from sito.codes.code import CodeSpace
from sito.errors import N_, Fault, FileError, InputError
from sito.odds import Aim
from sito.operations.operation import Ask
from sito.rules.rules import Rules
from sito.show.i18n import _
from sito.strategies.strategy import Strategy, blaming

if TYPE_CHECKING:
    from sito.exact.problem import Progress
    from sito.odds import Response


_LIMIT_HIT, _INTERRUPTED = 4, 130


@dataclass(frozen=True, kw_only=True)
class ResponseOptions:
    """Who is to be answered, in which game, and what is wanted."""

    opponent: Annotated[str, Ask(N_("The opponent's strategy."))]
    rules: RulesOption = None
    aim: Annotated[
        Aim,
        Ask(
            N_(
                "What to gain: points, where a tie counts one half; win, where only wins count; not-lose, where a tie "
                "is as good as a win."
            )
        ),
    ] = Aim.POINTS
    width: WidthOption = None
    positions: PositionsOption = None
    save: SaveOption = None

    def read(self) -> tuple[Rules, Strategy]:
        """Reads the game and the opponent, and sees that the tree can be written. Raises `InputError`."""
        if self.save is not None and self.save != STANDARD_OUTPUT:
            check_writable(self.save)
        if settings.json and self.save == STANDARD_OUTPUT:
            raise InputError(Fault(N_("--json and --save - both write to standard output; name a file for the tree")))
        faults: list[Fault] = []
        games = read_each(read_rules, [DEFAULT_RULES if self.rules is None else self.rules], faults)
        strategies = read_each(read_strategy, [self.opponent], faults)
        InputError.check(faults)
        return games[0], strategies[0]


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
def respond(asked: ResponseOptions, limits: SearchLimits) -> int:
    rules, opponent = asked.read()
    response = _search(rules, opponent, asked, read_limits(limits, asked.positions))
    with undisturbed():
        unsaved = _save(response, asked.save)
    _tell(response, asked)
    if unsaved is not None:
        raise unsaved
    if response.proven:
        return 0
    if response.stopped is None:
        return 0  # a narrow search that came to its end
    message(_("sito: the search was cut short, so this is not proven"))
    return _INTERRUPTED if response.stopped is Stopped.INTERRUPT else _LIMIT_HIT


def _search(rules: Rules, opponent: Strategy, asked: ResponseOptions, limits: Limits) -> Response:
    from sito.odds import best_response, distribution_of

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


def _save(response: Response, file: Path | None) -> FileError | None:
    """Writes the tree; returns what is wrong, so that what was found is told before."""
    if file is None or file == STANDARD_OUTPUT or response.tree is None:
        return None
    try:
        response.tree.save(file)
    except FileError as error:
        return error
    return None


def _tell(response: Response, asked: ResponseOptions) -> None:
    tree_on_output = asked.save == STANDARD_OUTPUT
    if settings.json:
        emit_json(_as_json(response))
    else:
        for line in _lines(response):
            (note if tree_on_output else emit)(line)
    if response.tree is None:
        if asked.save is not None:
            message(_("sito: there is no tree to write"))
    elif tree_on_output:
        emit(str(response.tree).rstrip("\n"))
    elif asked.save is not None:
        note(_("The tree is in {file}.").format(file=asked.save))


def _lines(response: Response) -> list[str]:
    """Says what was found; only what is proven is called so."""
    names = {
        Aim.POINTS: _("{share} of the points"),
        Aim.WIN: _("{share} of the duels won"),
        Aim.NOT_LOSE: _("{share} of the duels not lost"),
    }
    upper = names[response.aim].format(share=percent(response.upper))
    if response.lower is None or response.tree is None or response.odds is None:
        return [_("No strategy was found yet. No strategy gains more than {share}.").format(share=upper)]
    lower = names[response.aim].format(share=percent(response.lower))
    lines = []
    if response.proven:
        lines.append(_("Proven best: {share} ({fraction}).").format(share=lower, fraction=response.lower))
    else:
        lines.append(_("Best found, not proven: {share} ({fraction}).").format(share=lower, fraction=response.lower))
        lines.append(_("No strategy gains more than {share}.").format(share=upper))
    odds = response.odds
    lines.append(
        _("It wins {win}, ties {tie} and loses {loss}.").format(
            win=percent(odds.win), tie=percent(odds.tie), loss=percent(odds.loss)
        )
    )
    tree = response.tree
    guess = CodeSpace(response.rules, guesses=True).text(tree.root.guess)
    lines.append(
        _("first guess {guess}; {total} guesses in all, {mean:.4f} on average, {maximum} at most").format(
            guess=guess, total=tree.total, mean=tree.mean, maximum=tree.maximum
        )
    )
    histogram = " ".join(map(str, tree.histogram))
    lines.append(_("codes found with 1, 2, 3 ... guesses: {histogram}").format(histogram=histogram))
    return lines


def _as_json(response: Response) -> dict[str, Any]:
    tree, odds = response.tree, response.odds
    return {
        "rules": str(response.rules),
        "opponent": response.opponent.strategy,
        "aim": response.aim.value,
        "lower": None if response.lower is None else str(response.lower),
        "upper": str(response.upper),
        "proven": response.proven,
        "stopped": response.stopped,
        "odds": None if odds is None else odds_as_json(odds),
        "guess": None if tree is None else CodeSpace(response.rules, guesses=True).text(tree.root.guess),
        "total": None if tree is None else tree.total,
        "histogram": None if tree is None else list(tree.histogram),
        "positions": response.spent.positions,
        "memory": response.spent.memory,
    }
