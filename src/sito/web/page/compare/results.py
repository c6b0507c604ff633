"""The standings of strategies: a histogram for each, and a table that sorts."""

from __future__ import annotations

from typing import Any

from sito.show.i18n import _, grouped
from sito.web.page.figures import Histograms, SortedTable
from sito.web.page.frame import Page

_NONE = {"text": "-", "sort": 1e9}
"""A cell without a number; it sorts behind all others."""


class Results:
    """Shows standings as they come."""

    def __init__(self, page: Page) -> None:
        with page.box("results") as self._place:
            self._histograms = Histograms()
            self._table = SortedTable(_("Results"))
            self._table.columns(
                [
                    {"text": _("strategy")},
                    {"text": _("mean"), "number": True, "title": _("guesses on average")},
                    {"text": _("most"), "number": True, "title": _("the most guesses that a code took")},
                    {"text": _("games"), "number": True},
                    {"text": _("total"), "number": True, "title": _("all guesses together")},
                ]
            )
        self._place.show(False)

    def show(self, contests: list[dict[str, Any]]) -> None:
        """Shows these standings."""
        self._histograms.show([_histogram(contest) for contest in contests if contest.get("games")])
        self._table.show([_row(contest) for contest in contests])
        self._place.show()


def _mean(contest: dict[str, Any]) -> str:
    margin = contest["margin"]
    return f"{contest['mean']:.3f}" + (f" ± {margin:.3f}" if margin else "")


def _histogram(contest: dict[str, Any]) -> dict[str, Any]:
    counts = contest["histogram"]
    told = ", ".join(f"{guesses}: {count}" for guesses, count in enumerate(counts, 1) if count)
    return {
        "key": contest["strategy"],
        "name": contest["strategy"],
        "counts": counts,
        "games": contest["games"],
        "mean": contest["mean"],
        "text": _mean(contest),
        "told": _("{strategy}, games by guesses: {counts}").format(strategy=contest["strategy"], counts=told),
    }


def _row(contest: dict[str, Any]) -> dict[str, Any]:
    name = {"text": contest["strategy"]}
    if contest.get("refused"):
        refused = {"text": _("does not play this game"), "sort": 1e9}
        return {
            "key": contest["strategy"],
            "cells": [name, refused, *({"text": "-", "sort": 0} for _other in range(3))],
        }
    if not contest["games"]:
        return {"key": contest["strategy"], "cells": [name, *({"text": "-", "sort": 1e9} for _other in range(4))]}
    missing = contest.get("missing", 0)
    games = grouped(contest["games"])
    if missing:
        games = _("{done} of {count}").format(done=games, count=grouped(contest["games"] + missing))
    return {
        "key": contest["strategy"],
        "cells": [
            name,
            {"text": _mean(contest), "sort": contest["mean"]},
            {"text": str(contest["maximum"]), "sort": contest["maximum"]},
            {"text": games, "sort": contest["games"]},
            {"text": grouped(contest["total"]), "sort": contest["total"]},
        ],
    }
