"""The view Compare: `/compare`, and `/compare?job=…` for a comparison that was begun."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import join
from typing import Any

from fastapi import Request
from nicegui import ui

from sito.base.limits import why_stopped
from sito.errors import N_, Fault, InputError
from sito.operations.tournaments import CompareAnswer, CompareQuestion, compare
from sito.show.i18n import _, fault_text, grouped
from sito.show.sentences import strategy_line
from sito.tournament.contestants import default_contestants
from sito.web.page.choosing import GameChoice, number_fault
from sito.web.page.elements import Html
from sito.web.page.figures import Histograms, SortedTable, histogram
from sito.web.page.frame import Page, frame
from sito.web.page.studied import JobView, add_styles
from sito.web.work.jobs import Job

_BEFORE = ("entropy", "minimax", "first-consistent")
"""The strategies that are chosen before a person chooses."""
_ALL, _SAMPLE = "all", "sample"


Contest = dict[str, Any]
"""The standing of a strategy, as `Table.to_value` tells it."""


def _mean(contest: Contest) -> str:
    margin = contest["margin"]
    return f"{contest['mean']:.3f}" + (f" ± {margin:.3f}" if margin else "")


def _histogram(contest: Contest) -> dict[str, object]:
    name = contest["strategy"]
    row = histogram(name, name, contest["histogram"], contest["mean"], _mean(contest))
    return {**row, "told": _("{strategy}, games by guesses: {counts}").format(strategy=name, counts=row["told"])}


def _row(contest: Contest) -> dict[str, object]:
    cells: list[dict[str, object]]
    if contest.get("refused"):
        cells = [{"text": _("does not play this game"), "sort": 1e9}, *[{"text": "-", "sort": 0}] * 3]
    elif not contest["games"]:
        cells = [{"text": "-", "sort": 1e9}] * 4
    else:
        games = grouped(contest["games"])
        if missing := contest.get("missing", 0):
            games = _("{done} of {count}").format(done=games, count=grouped(contest["games"] + missing))
        cells = [
            {"text": _mean(contest), "sort": contest["mean"]},
            {"text": str(contest["maximum"]), "sort": contest["maximum"]},
            {"text": games, "sort": contest["games"]},
            {"text": grouped(contest["total"]), "sort": contest["total"]},
        ]
    return {"key": contest["strategy"], "cells": [{"text": contest["strategy"]}, *cells]}


class Compare(JobView[CompareQuestion, CompareAnswer]):
    """One person's comparison."""

    BEGUN = N_("The comparison has begun.")

    def __init__(self, page: Page) -> None:
        page.text(_("Strategies break every code of a game; see how many guesses they need."), "lead")
        super().__init__(page, compare, _("Compare"), _("Nothing has been compared yet."))

    def _add_form(self) -> None:
        page = self._page
        self._game = GameChoice(page)
        which = {_ALL: _("every code"), _SAMPLE: _("a sample of the codes")}
        self._which = page.choice(_("Codes to break"), which, _ALL, self._choose, buttons=True)
        with page.row("numbers") as self._numbers:
            self._sample = page.field(_("How many"), "200", mode="numeric", most=9)
            self._seed = page.field(_("Seed"), "0", mode="numeric", most=9)
        others = [name for name in (*default_contestants(), "best") if name not in _BEFORE]
        with page.box("switches"):
            self._switches = {name: page.switch(name, True, hint=strategy_line(name)) for name in _BEFORE}
        with page.details(_("More strategies")), page.box("switches"):
            self._switches |= {name: page.switch(name, hint=strategy_line(name)) for name in others}
        self._choose(_ALL)

    def _choose(self, which: str) -> None:
        self._numbers.show(which == _SAMPLE)

    def _asked(self) -> CompareQuestion:
        chosen = [name for name, switch in self._switches.items() if switch.value]
        sampled = self._which.value == _SAMPLE
        InputError.check(self._faults(chosen, sampled=sampled))
        rules, words = self._game.chosen()
        sample, seed = (int(self._sample.value), int(self._seed.value)) if sampled else (None, 0)
        return CompareQuestion([rules], chosen, sample, seed=seed, words=words)

    def _faults(self, chosen: list[str], *, sampled: bool) -> Iterator[Fault]:
        if not chosen:
            yield Fault(N_("No strategy is chosen; choose one or several."))
        for text, name, least in ((self._sample.value, "sample", 1), (self._seed.value, "seed", 0)):
            if sampled and (fault := number_fault(text, name, least)) is not None:
                yield fault

    def _command_of(self, asked: CompareQuestion) -> str | None:
        if asked.words is not None:
            return None
        words = ["sito", "compare", "--rules", ",".join(asked.rules), "--strategies", ",".join(asked.strategies)]
        words += [] if asked.sample is None else ["--sample", str(asked.sample)]
        words += ["--seed", str(asked.seed)] if asked.seed else []
        return join(words)

    def _add_results(self) -> None:
        self._progress = Html("progress", value=0, max=1, aria_label=_("Games played")).show(False)
        columns: list[dict[str, object]] = [
            {"text": _("strategy")},
            {"text": _("mean"), "number": True, "title": _("guesses on average")},
            {"text": _("most"), "number": True, "title": _("the most guesses that a code took")},
            {"text": _("games"), "number": True},
            {"text": _("total"), "number": True, "title": _("all guesses together")},
        ]
        with self._page.box("results").show(False) as self._results:
            self._histograms = Histograms()
            self._table = SortedTable(caption=_("Results"), columns=columns)

    def _show_contests(self, contests: list[Contest]) -> None:
        self._histograms.put(rows=[_histogram(contest) for contest in contests if contest.get("games")])
        self._table.show([_row(contest) for contest in contests])
        self._results.show()

    def _show_progress(self, job: Job) -> tuple[str, str]:
        told = job.progress
        self._progress.show(told is not None and not job.over.is_set())
        if told is None:
            return _("Playing"), ""
        self._show_contests(told["contests"])
        self._progress.attribute("max", max(1, told["all"])).attribute("value", told["games"])
        done = _("{done} of {count} games").format(done=grouped(told["games"]), count=grouped(told["all"]))
        return done, done

    def _show_end(self, told: CompareAnswer | None) -> str:
        if told is None:
            return _("It was stopped before anything was played.")
        self._show_contests(told.contests)
        if told.stopped is None:
            return _("All games are played.")
        why = fault_text(why_stopped(told.stopped))
        return _("Stopped early, {why}: this is a part of the games, and no fair sample.").format(why=why)


@ui.page("/compare")
def view(request: Request) -> None:
    add_styles()
    with frame(request, N_("Compare")) as page:
        Compare(page).take_up(request.query_params.get("job", ""))
