"""The form for another problem: one of those that are offered, or a person's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sito.puzzles.jugs.problem import Jugs
from sito.show.i18n import _
from sito.show.puzzle_sentences.jugs import problem_sentence
from sito.web.page.frame import Page
from sito.web.page.jugs.problem import PRESETS, read_fields


class ProblemForm:
    """Offers problems, and reads one that a person writes; `begin` is called with the problem."""

    def __init__(self, page: Page, begin: Callable[[Jugs], Any], now: Jugs) -> None:
        self._page, self._begin = page, begin
        offered = {number: problem_sentence(jugs) for number, jugs in enumerate(PRESETS)}
        chosen = PRESETS.index(now) if now in PRESETS else 0
        with page.row():
            self._preset = page.choice(_("Problem"), offered, chosen)
            page.button(_("Begin"), self._offered)
        with page.details(_("Your own problem")):
            self._jugs = page.field(_("What each jug holds."), " ".join(map(str, now.capacities)), most=200)
            self._target = page.field(_("What to measure."), "4", most=120)
            self._end = page.field(_("An amount for each jug instead: 4,4,0."), most=1000)
            where = {"any": _("in any jug"), "together": _("in all jugs together")}
            self._where = page.choice(_("Where"), where, "any")
            self._start = page.field(_("An amount for each jug: 8,0,0. Without it: 0."), most=1000)
            self._tap = page.switch(_("Whether jugs can be filled at a tap."), True)
            self._drain = page.switch(_("Whether jugs can be emptied."), True)
            self._supply = page.field(_("How much water the tap has in all."), most=120)
            page.button(_("Begin"), self._own, primary=True)

    async def _offered(self) -> None:
        await self._begin(PRESETS[int(self._preset.value)])

    async def _own(self) -> None:
        """Reads the fields. Raises `PuzzleError` with everything that is wrong with them."""
        end = self._end.value.strip()
        fields = {
            "jugs": self._jugs.value,
            "target": "" if end else self._target.value,
            "end": end,
            "where": str(self._where.value),
            "start": self._start.value,
            "tap": "1" if self._tap.value else "0",
            "drain": "1" if self._drain.value else "0",
            "supply": self._supply.value if self._tap.value else "",
        }
        await self._begin(read_fields(fields).puzzle)
