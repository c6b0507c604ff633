"""Long tasks about strategies: tournaments, the exact search, and the odds of duels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any

from sito.base.limits import Stopped
from sito.base.workers import Serial
from sito.codes.code import CodeSpace
from sito.errors import NN_, Fault, InputError, LimitError
from sito.exact.problem import Problem
from sito.exact.problem import Progress as SearchProgress
from sito.exact.solver import solve as search
from sito.rules.rules import Rules
from sito.show.as_json.solutions import solution_json
from sito.show.i18n import error_text, fault_text
from sito.show.in_words.solutions import solution_sentences
from sito.tournament.plan import Job, Plan, plan
from sito.tournament.reduce import reduce
from sito.tournament.run import Played, run_jobs
from sito.tournament.watch import Progress
from sito.web.tasks.reading import Turns, WordTexts, read_game, read_rules
from sito.web.work import Work

MOST_GAMES = 2_000_000
MOST_CONTESTANTS = 20
MOST_TREE = 300_000
"""The text of a tree is told if it has no more characters than that."""


def compare(
    work: Work,
    rules: str | Sequence[str],
    strategies: Sequence[str],
    sample: int | None = None,
    seeds: int = 10,
    seed: int = 0,
    words: WordTexts | None = None,
) -> dict[str, Any]:
    """Lets strategies break the codes of games, and counts their guesses; tells the standings so far.

    All strategies go on at the same pace, so that their standings can be compared at any time.
    """
    planned = _plan(work, [rules] if isinstance(rules, str) else rules, strategies, sample, seeds, seed, words)
    results: dict[Job, Played] = {}

    def tell(progress: Progress) -> None:
        standings = reduce(planned, results.items(), Stopped.ASKED).to_value()["contests"]
        work.progress({"games": progress.games, "all": progress.all, "contests": standings})

    jobs = [contest.jobs() for contest in planned.contests]
    stopped = run_jobs(
        filter(None, chain.from_iterable(zip_longest(*jobs))),
        Serial(),
        results.__setitem__,
        limits=work.limits,
        on_progress=tell,
    )
    table = reduce(planned, results.items(), stopped)
    value = {"stopped": None, **table.to_value()}
    for shown, standing in zip(value["contests"], table.standings, strict=True):
        if standing.refusal:
            shown["refused"] = "\n".join(map(fault_text, standing.refusal))
    return value


def _plan(
    work: Work,
    rules: Sequence[str],
    strategies: Sequence[str],
    sample: int | None,
    seeds: int,
    seed: int,
    words: WordTexts | None,
) -> Plan:
    """Plans a tournament. Raises `LimitError` for one of too many games."""
    if len(rules) * len(strategies) > MOST_CONTESTANTS:
        many = NN_(
            "{count} contest is too many; this service takes up to {most}, a game for each strategy",
            "{count} contests are too many; this service takes up to {most}, a game for each strategy",
        )
        raise LimitError(Fault(*many, count=len(rules) * len(strategies), most=MOST_CONTESTANTS))
    faults: list[Fault] = []
    games: list[Rules] = []
    for text in rules:
        try:
            games.append(read_rules(work, text, words))
        except (InputError, LimitError) as error:
            faults.extend(error.faults)
    InputError.check(faults)
    planned = plan(games, strategies, sample=sample, seeds=seeds, seed=seed)
    count = sum(contest.games for contest in planned.contests)
    if count > MOST_GAMES:
        many = NN_(
            "{count} game is too many; this service plays up to {most}; draw a sample of the codes",
            "{count} games are too many; this service plays up to {most}; draw a sample of the codes",
        )
        raise LimitError(Fault(*many, count=count, most=MOST_GAMES))
    return planned


def solve(
    work: Work,
    rules: str,
    objective: str = "total",
    turns: Turns = (),
    depth: int | None = None,
    first: str | None = None,
    consistent: bool = False,
    width: int | None = None,
    seconds: float | None = None,
    words: WordTexts | None = None,
) -> dict[str, Any]:
    """Searches for a strategy that no other beats; tells its bounds. A stop gives the best that was found so far.

    It ends after so many `seconds`, or earlier where the service allows less.
    """
    game = read_game(work, rules, turns, words)
    problem = Problem(
        game.rules,
        objective,
        depth=depth,
        history=[(turn.guess, turn.answer) for turn in game.turns],
        first_guess=first,
        consistent=consistent,
        width=width,
    )
    text = CodeSpace(game.rules, guesses=True).text

    def tell(progress: SearchProgress) -> None:
        work.progress(
            {
                "stage": progress.stage,
                "lower": progress.lower,
                "upper": progress.upper,
                "guess": None if progress.guess is None else text(progress.guess),
                "positions": progress.positions,
                "memory": progress.memory,
            }
        )

    found = search(problem, limits=replace(work.limits, memory=work.memory), seconds=seconds, on_progress=tell)
    written = "" if found.tree is None else str(found.tree)
    return {
        **solution_json(problem, found, found.stopped),
        "sentences": list(solution_sentences(problem, found)),
        "tree": written if 0 < len(written) <= MOST_TREE else None,
    }


__all__ = ["compare", "error_text", "solve"]
