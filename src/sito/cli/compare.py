"""`sito compare`: strategies against each other over every secret of a game, or a sample."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

from sito.base.limits import Limits
from sito.cli.command import Seed, command
from sito.cli.figures import bar_places, bars
from sito.cli.files import check_csv
from sito.cli.limits import TimeLimit
from sito.cli.options import DEFAULT_RULES, read_each, read_rules, read_strategy
from sito.cli.output import emit_json, message, note, screen, settings, show_table
from sito.cli.watch import showing
from sito.errors import N_, Fault, InputError, LimitError
from sito.operations.operation import Ask
from sito.operations.tournaments import CompareQuestion
from sito.show.i18n import _, ended, fault_text, ngettext, pgettext
from sito.show.render import Column
from sito.show.sentences import truthful_sentence
from sito.strategies.strategy import strategy_names

if TYPE_CHECKING:
    from sito.base.workers import Workers
    from sito.cli.cache import Keeper
    from sito.tournament.plan import Plan
    from sito.tournament.table import Standing, Table


_MICROSECOND, _MILLISECOND = 1e-6, 1e-3


def separate(texts: Sequence[str]) -> list[str]:
    """Takes strategies apart that stand in one word with commas; the options of a strategy stay with it.

    >>> separate(["entropy,minimax", "first-consistent:founding,entropy"])
    ['entropy', 'minimax', 'first-consistent:founding', 'entropy']
    """
    known = strategy_names()
    apart: list[str] = []
    for text in texts:
        for number, part in enumerate(text.split(",")):
            if number and ":" in apart[-1] and part.strip().partition(":")[0] not in known:
                apart[-1] += f",{part}"
            else:
                apart.append(part.strip())
    return apart


@dataclass(frozen=True, kw_only=True)
class ContestOptions(CompareQuestion):
    """Who plays what, and how often."""

    rules: Annotated[
        list[str], Ask(N_("One game or several. Without it: mastermind, 4x6."), short="-r", metavar="RULES...")
    ] = field(default_factory=list)
    strategies: Annotated[
        list[str],
        Ask(
            N_("One strategy or several, as in a b or a,b. Without it: all that need no file."),
            short="-s",
            metavar="STRATEGY...",
        ),
    ] = field(default_factory=list)
    seed: Seed = 0

    def plan(self, faults: list[Fault]) -> Plan:
        """Plans the contests. Raises `InputError` with every fault, those that are known already among them."""
        from sito.tournament.contestants import default_contestants
        from sito.tournament.plan import plan

        games = read_each(read_rules, self.rules or [DEFAULT_RULES], faults)
        breakers = read_each(read_strategy, separate(self.strategies or default_contestants()), faults)
        InputError.check(faults)
        return plan(games, breakers, sample=self.sample, seeds=self.seeds, seed=self.seed)


@dataclass(frozen=True, kw_only=True)
class ResultOptions:
    """What becomes of the results."""

    csv: Annotated[bool, Ask(N_("Give the result as CSV."))] = False
    times: Annotated[bool, Ask(N_("Tell in JSON and CSV, too, how long the games took."))] = False
    plot: Annotated[Path | None, Ask(N_("Draw the histograms: FILE.svg, FILE.png or FILE.pdf."))] = None
    fresh: Annotated[bool, Ask(N_("Play everything again, whatever is kept."))] = False

    def check(self) -> None:
        """Sees before the work that everything can be written. Raises `InputError`."""
        check_csv(self.csv)
        if self.plot is not None:
            from sito.show.plot import check_file

            check_file(self.plot)


@command(
    help=N_(
        "Lets strategies break every code of a game, or a sample of them, and shows how many guesses they took. "
        "Results are kept: what was interrupted or cut short goes on where it stopped, and what was played is shown "
        "at once. Exit code 4 if --time was over before all was played."
    ),
    examples=(
        "sito compare",
        "sito compare --rules 4x6 5x5 --strategies first-consistent,random-consistent",
        "sito compare --rules 5x8 --sample 500 --executor processes:4 --plot comparison.svg",
    ),
)
def compare(
    asked: ContestOptions,
    executor: Annotated[
        str, Ask(N_("Where to play: serial, processes, processes:NUMBER or dask://HOST:PORT."), metavar="WORKERS")
    ] = "serial",
    *,
    limits: TimeLimit,
    result: ResultOptions,
) -> int:
    from sito.base.workers import parse_workers

    result.check()
    faults: list[Fault] = []
    workers = read_each(parse_workers, [executor], faults)
    planned = asked.plan(faults)
    allowed = limits.limits()
    table = _play(planned, workers[0], allowed, fresh=result.fresh)
    _show(table, result)
    if result.plot is not None:
        from sito.show.plot import plot_table

        plot_table(table, result.plot)
        note(_("The histograms are in {file}.").format(file=result.plot))
    refused = [standing for standing in table.standings if standing.refusal]
    for standing in refused:
        for fault in standing.refusal:
            message(fault_text(fault))
    if table.stopped is not None:
        return LimitError.exit_code
    return InputError.exit_code if len(refused) == len(table.standings) else 0


def _play(planned: Plan, workers: Workers, limits: Limits, *, fresh: bool) -> Table:
    """Plays what is not in the store yet, and keeps each result as it comes, until the time is over."""
    from sito.cli.cache import Keeper, cache
    from sito.tournament.comparison import reduce
    from sito.tournament.plan import Job
    from sito.tournament.run import Played, keep_result, kept_results, run_jobs

    jobs = planned.jobs()
    for rules in dict.fromkeys(contest.entry.rules for contest in planned.contests if contest.entry.rules.lies):
        note(truthful_sentence(rules))
    with cache() as store:
        results: dict[Job, Played] = {}
        keeper = Keeper()
        if not fresh:
            keeper.keep(lambda: results.update(kept_results(store, jobs)))
        left = [job for job in jobs if job not in results]
        known = len(results)
        if known and left:
            before = ngettext(
                "{count} of {all} jobs was played before.", "{count} of {all} jobs were played before.", known
            )
            note(before.format(count=known, all=len(jobs)))
        try:
            with showing(_("Playing"), total=len(jobs)) as watch:

                def take(job: Job, played: Played) -> None:
                    results[job] = played
                    keeper.keep(lambda: keep_result(store, job, played))
                    done = _("{done} of {all} jobs are played")
                    watch.show(done.format(done=len(results), all=len(jobs)), len(results))

                watch.show("", known)
                stopped = run_jobs(left, workers, take, perf_counter, limits=limits)
        except KeyboardInterrupt:
            _tell_cut(_("Interrupted"), len(results), keeper)
            raise
    if stopped is not None:
        _tell_cut(_("The time is over"), len(results), keeper)
    return reduce(planned, results.items(), stopped)


def _tell_cut(why: str, count: int, keeper: Keeper) -> None:
    if not keeper.works:
        message(ended(why))
        return
    done = ngettext(
        "{why}; {count} result is kept. The same command goes on from there.",
        "{why}; {count} results are kept. The same command goes on from there.",
        count,
    )
    message(done.format(why=why, count=count))


def _show(table: Table, result: ResultOptions) -> None:
    if settings.json:
        emit_json(json.loads(table.to_json(times=result.times)))
    elif result.csv:
        sys.stdout.write(table.to_csv(times=result.times))
    else:
        _show_table(table)


def _show_table(table: Table) -> None:
    """Writes the table; at a terminal with bars, and with the numbers of the bars where there is room for them."""
    draws = screen().draws(bars([1]))
    most = max((len(standing.histogram) for standing in table.standings), default=0)
    columns = [
        Column(_("rules")),
        Column(_("strategy")),
        Column(_("games"), right=True, spare=2),
        Column(_("total"), right=True, spare=4),
        Column(_("mean"), right=True),
        Column(_("most"), right=True, spare=1),
        Column(_("time"), right=True, spare=3),
        Column(pgettext("guesses", "examined"), right=True, spare=5),
        *([Column(_("guesses") + f"\n{bar_places(most)}")] if draws else []),
        Column(_("games by guesses, from 1"), spare=6 if draws else 0),
    ]
    show_table(columns, [_row(standing, draws=draws) for standing in table.standings])


def _row(standing: Standing, *, draws: bool) -> list[object]:
    cells: list[object] = [standing.rules, standing.strategy]
    if standing.mean is None:
        cells += ["-"] * (8 if draws else 7)
    else:
        margin = f" ± {standing.margin:.4f}" if standing.margin else ""
        cells += [
            standing.games,
            standing.total,
            f"{standing.mean:.4f}{margin}",
            standing.maximum,
            "-" if standing.seconds is None else duration(standing.seconds / standing.games),
            "-" if standing.examined is None else f"{standing.examined / standing.games:.0f}",
            *([bars(standing.histogram)] if draws else []),
            " ".join(map(str, standing.histogram)),
        ]
    return cells


def duration(seconds: float) -> str:
    """Writes a time in the unit that fits.

    >>> [duration(seconds) for seconds in (0.0000042, 0.0312, 2.5)]
    ['4.2 µs', '31.2 ms', '2.5 s']
    """
    if seconds < _MILLISECOND:
        return f"{seconds / _MICROSECOND:.1f} µs"
    return f"{seconds / _MILLISECOND:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
