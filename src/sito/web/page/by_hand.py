"""What the views of the puzzles share: their frame, the outlook from a position, a solution shown step by step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast
from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from sito.errors import PuzzleError, SitoError
from sito.puzzles.by_hand import AnyHand, Outlook
from sito.show.i18n import _, join_sentences, ngettext, pgettext
from sito.show.puzzle_sentences.by_hand import Sentences, cannot_sentence, hint_sentence
from sito.web.games import tasks
from sito.web.page.elements import Button, Component, Html
from sito.web.page.frame import Page, frame
from sito.web.page.games import busy
from sito.web.work.pool import Lane, Ticket

Hand = TypeVar("Hand", bound=AnyHand)
Step = TypeVar("Step", bound=tuple[object, ...])

PACE = 1.4
"""Seconds that a step of a solution is shown."""
SECONDS = 2.0
"""Seconds that a person may have to wait for what can come of a position."""
SHOWN_STEPS = 200
"""The most steps of a solution that are listed."""


_LONGEST = 6000  # characters of all fields together


def check_length(fields: Mapping[str, str], example: str) -> None:
    """Raises `PuzzleError` for fields that are too long for a problem such as the example."""
    if sum(map(len, fields.values())) > _LONGEST:
        raise PuzzleError.said("this is too long for a problem; an example: {example}", example=example)


class Walk:
    """A solution that is shown: the list of its steps, and the buttons that take them one by one."""

    def __init__(self, page: Page, take: Callable[[Any], Any], text: Callable[[Any], str]) -> None:
        self._page, self._take, self._text = page, take, text
        self._steps: list[object] = []
        self._taken = 0
        with page.box("walk") as self._box:
            with page.row():
                self._play = page.button(pgettext("a solution shown step by step", "Play"), self._toggle)
                self._next = page.button(_("Next step"), self.step)
            self._list = Html("ol", classes="walk-steps", tabindex=0, aria_label=_("Steps"))
        self._timer = ui.timer(PACE, page.act(self.step), active=False, immediate=False)
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether there are steps to take."""
        return self._taken < len(self._steps)

    def open(self, steps: Sequence[object]) -> None:
        """Shows these steps; none is taken yet."""
        self._steps, self._taken = list(steps), 0
        self._list.fill(self._text(step) for step in steps)
        self._mark()
        self._box.show(bool(steps))

    def close(self) -> None:
        """Puts the list away."""
        self._pause()
        self._steps, self._taken = [], 0
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


class HandView(ABC, Generic[Hand, Step]):
    """One puzzle before one person: the steps that are taken, and the help that can be asked for.

    The view of a puzzle lays it out with `_add_buttons` and `_add_help`, and says what is shown and told of it;
    `fields` writes it into an address.
    """

    _scene: Component

    def __init__(self, page: Page, hand: Hand, said: Sentences, fields: Callable[[Hand], dict[str, str]]) -> None:
        self._page, self._hand, self._said, self._fields = page, hand, said, fields
        self._undone: list[Step] = []
        self._outlook: Outlook[Step] = Outlook(None)
        self._seen: Hand | None = None  # the position of which the outlook is
        self._start: Outlook[Step] = Outlook(None)
        self._search: Ticket | None = None
        page.on_close(self._stop_search)
        self._about = page.text("", "lead")

    def _add_buttons(self) -> None:
        """Puts the buttons that go back and on beside the scene, and what is told."""
        with self._page.row():
            self._undo = self._page.button(_("Undo"), self._take_back)
            self._redo = self._page.button(_("Redo"), self._put_back)
            self._page.button(_("Start again"), self._start_again)
        self._told = self._page.text("", "told")

    def _add_help(self, fewest: str) -> None:
        """Puts the help beside the scene; `fewest` names the switch of the fewest steps."""
        page = self._page
        with page.card(_("Help")):
            self._counted = page.text("", "count")
            self._shows = page.switch(fewest, False, self._show_fewest)
            self._fewest = page.text("", "count")
            with page.row():
                self._hints = page.button(_("Hint"), self._hint)
                self._solves = page.button(_("Solve"), self._solve)
                self._stop = page.button(_("Stop"), self._stop_search).enable(False)
            self._walk: Walk = Walk(page, self._do, self._said.step)

    async def look(self) -> None:
        """Looks what can come of the problem, and of where it stands now."""
        self._start = await self._look_from(self._begun())
        await self._look()

    def _begun(self) -> Hand:
        """Gives the problem without the steps that were taken."""
        return type(self._hand)(self._hand.puzzle)

    async def _begin_with(self, hand: Hand) -> None:
        """Begins another problem."""
        self._hand, self._undone = hand, []
        self._walk.close()
        self._show_problem()
        await self.look()
        self._page.announce(self._said.problem(self._hand.puzzle), self._status())

    # What a person does

    async def _go_on(self, step: Step) -> None:
        """Takes a step that was asked for; a solution that was shown is put away."""
        self._take(step)
        self._walk.close()
        self._undone.clear()
        await self._arrive(self._said.taken(self._hand, step), step)

    async def _do(self, step: Step) -> None:
        """Takes a step of the solution that is shown."""
        self._take(step)
        self._undone.clear()
        await self._arrive(self._said.taken(self._hand, step), step)

    def _take(self, step: Step) -> None:
        self._hand = self._hand.after(step)

    async def _take_back(self) -> None:
        last = self._hand.steps[-1:]
        self._hand = self._hand.undone()
        self._undone += last
        self._walk.close()
        told = ngettext("{count} step is taken back.", "{count} steps are taken back.", 1).format(count=1)
        await self._arrive(told, last[0])

    async def _put_back(self) -> None:
        if self._undone:
            step = self._undone.pop()
            self._take(step)
            await self._arrive(self._said.taken(self._hand, step), step)

    async def _start_again(self) -> None:
        self._hand, self._undone = self._begun(), []
        self._walk.close()
        await self._arrive(_("It begins again."))

    async def _hint(self) -> None:
        outlook = await self._known(self._hints)
        if self._solved or outlook.possible is False:
            self._tell(self._status())
            return
        self._scene.props["hint"] = None if outlook.hint is None else list(outlook.hint[:2])
        self._tell(hint_sentence(outlook, self._said.step))

    async def _solve(self) -> None:
        outlook = await self._known(self._solves)
        steps = () if self._solved else tuple(outlook.plan())
        self._walk.open(self._walked(steps))
        told = join_sentences(_("A way from here:"), self._said.way(outlook, steps)) if steps else self._status()
        self._tell(told or _("No way from here is known."))

    def _tell(self, told: str) -> None:
        """Says something, beside the scene too."""
        self._told.set_text(told)
        self._page.announce(told)

    def _show_fewest(self) -> None:
        shown = self._shows.value and self._outlook.possible is not False
        self._fewest.set_text(self._said.fewest(self._outlook) if shown else "")

    # What is shown

    async def _arrive(self, done: str, step: Step | None = None) -> None:
        """Shows a new position, and says what was done, once all is known that is to be said of it."""
        self._show(step)
        await self._look()
        self._page.announce(done, *self._said.position(self._hand), self._status())

    async def _known(self, asking: Button) -> Outlook[Step]:
        """Gives the outlook from here; what is not known yet is looked for once more, until it is stopped."""
        if self._seen is not self._hand or (self._outlook.possible is not False and self._outlook.fewest is None):
            self._told.set_text(_("searching"))
            self._page.announce(_("searching"))
            self._stop.enable()
            try:
                with busy(asking):
                    await self._look()
            finally:
                self._stop.enable(False)
        return self._outlook

    def _stop_search(self) -> None:
        """Ends the search with what it has found so far."""
        if self._search is not None:
            self._page.services.pool.stop(self._search)

    def _show_progress(self, progress: Any) -> None:
        """Shows how far a search is that a person waits for."""
        if self._stop.enabled:
            self._told.set_text(self._progress_text(progress))

    def _progress_text(self, progress: Any) -> str:
        """Says how far a search is."""
        return _("searching")

    async def _look(self) -> None:
        hand = self._hand
        outlook = await self._look_from(hand)
        if hand is not self._hand:
            return  # it has gone on meanwhile
        self._outlook, self._seen = outlook, hand
        self._show_fewest()
        self._told.set_text(self._status())
        self._told.classes(
            remove="bad good", add="good" if self._solved else "bad" if outlook.possible is False else ""
        )

    @property
    def _solved(self) -> bool:
        """Whether it is solved."""
        return self._hand.solved

    def _status(self) -> str:
        """Says that it is done, or that it cannot be done; nothing in between."""
        if self._solved:
            return self._said.ending(self._hand, self._start)
        return cannot_sentence(self._outlook) if self._outlook.possible is False else ""

    def _show_problem(self) -> None:
        """Shows another problem."""
        self._show()

    def _show(self, step: Step | None = None) -> None:
        """Shows the position; `step` has just been taken, or taken back."""
        self._about.set_text(self._said.problem(self._hand.puzzle))
        self._page.query = urlencode(self._fields(self._hand))
        self._scene.put(**self._drawn(step), hint=None, address=f"?{self._page.query}")
        self._counted.set_text(self._said.count(self._hand))
        self._undo.enable(bool(self._hand.steps))
        self._redo.enable(bool(self._undone))
        self._told.set_text("")

    async def _look_from(self, hand: Hand) -> Outlook[Step]:
        """Asks the pool what can come of a position; nothing is known where there is no time for it."""
        asked = {"hand": hand, "most": SHOWN_STEPS}
        told = self._page.listener(self._show_progress)
        try:
            search = self._page.services.pool.submit(
                tasks.look, asked, lane=Lane.QUICK, seconds=SECONDS, on_progress=told
            )
            self._search = search
            return cast(Outlook[Step], (await search.result).value)
        except SitoError:  # also of one that was stopped before it began
            return Outlook(None)

    # What each puzzle draws

    @abstractmethod
    def _drawn(self, step: Step | None) -> dict[str, object]:
        """Gives what the scene shows."""

    def _walked(self, steps: Sequence[Step]) -> Sequence[Step]:
        """Gives the steps in which the way is shown."""
        return steps


def show_puzzle(
    request: Request,
    title: str,
    read: Callable[[Mapping[str, str]], Hand],
    view: Callable[[Page, Hand], HandView[Hand, Any]],
) -> None:
    """Shows the problem of an address, or the usual one, and what is wrong with the address."""
    with frame(request, title) as page:
        wrong: PuzzleError | None = None
        try:
            hand = read({name: text for name, text in request.query_params.items() if text})
        except PuzzleError as error:
            hand, wrong = read({}), error
        shown = view(page, hand)

        async def begin() -> None:
            await shown.look()
            if wrong is not None:
                raise wrong  # which shows it

        page.listener(begin)()
