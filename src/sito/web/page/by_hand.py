"""What the views of the puzzles share: the outlook from a position, and a solution that is shown step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nicegui import ui

from sito.errors import Fault, LimitError
from sito.i18n import _, pgettext
from sito.puzzles.by_hand import Outlook
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.work import Busy

PACE = 1.4
"""Seconds that a step of a solution is shown."""
SECONDS = 2.0
"""Seconds that a person may have to wait for what can come of a position."""
SHOWN_STEPS = 200
"""The most steps of a solution that are listed."""


async def look(page: Page, task: Any, arguments: dict[str, Any], read: Callable[[Any], Any]) -> Outlook[Any]:
    """Asks the pool what can come of a position; nothing is known where there is no time for it.

    `read` makes a step of what the task writes for it.
    """
    try:
        told: dict[str, Any] = await page.services.pool.run(task, {**arguments, "show": SHOWN_STEPS}, seconds=SECONDS)
    except (Busy, LimitError):
        return Outlook(None)
    # The reason comes in the person's language already.
    as_it_is = "{why}"
    why = None if told["why"] is None else Fault(as_it_is, why=told["why"])
    steps = [read(step) for step in told["plan"]]
    return Outlook(told["possible"], told["at_least"], told["at_most"], why, plan=lambda: iter(steps))


class Walk:
    """A solution that is shown: the list of its steps, and the buttons that take them one by one."""

    def __init__(self, page: Page, take: Callable[[Any], Any], text: Callable[[Any], str]) -> None:
        self._page, self._take, self._text = page, take, text
        self._steps: list[Any] = []
        self._taken = 0
        with page.box("walk") as self._box:
            with page.row():
                self._play = page.button(pgettext("a solution shown step by step", "Play"), self._toggle)
                self._next = page.button(_("Next step"), self.step)
            self._list = Html("ol", classes="walk-steps", tabindex=0, aria_label=_("Steps"))
        self._timer = ui.timer(PACE, page.act(self._tick), active=False, immediate=False)
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether there are steps to take."""
        return self._taken < len(self._steps)

    def open(self, steps: Sequence[Any]) -> None:
        """Shows these steps; none is taken yet."""
        self._steps, self._taken = list(steps), 0
        self._list.clear()
        with self._list:
            for step in steps:
                Html("li", self._text(step))
        self._mark()
        self._box.show(bool(steps))

    def close(self) -> None:
        """Puts the list away."""
        self._timer.deactivate()
        self._steps, self._taken = [], 0
        self._play.set_text(pgettext("a solution shown step by step", "Play"))
        self._box.show(False)

    async def step(self) -> None:
        """Takes the next step."""
        if not self.is_open:
            return
        step = self._steps[self._taken]
        self._taken += 1
        self._mark()
        await self._take(step)
        if not self.is_open:
            self._pause()

    async def _tick(self) -> None:
        await self.step()

    async def _toggle(self) -> None:
        if self._timer.active:
            self._pause()
        elif self.is_open:
            self._play.set_text(_("Pause"))
            self._timer.activate()
            await self.step()

    def _pause(self) -> None:
        self._timer.deactivate()
        self._play.set_text(pgettext("a solution shown step by step", "Play"))

    def _mark(self) -> None:
        for number, item in enumerate(self._list.default_slot.children):
            item.props["aria-current"] = "step" if number == self._taken else None
            item.classes(add="walk-taken") if number < self._taken else item.classes(remove="walk-taken")
