"""Water jugs on the page: the scene, what is said of it, and the help that can be asked for."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from sito.errors import N_, Fault, PuzzleError
from sito.i18n import _, join_sentences, ngettext
from sito.puzzle_sentences.by_hand import cannot_sentence, hint_sentence
from sito.puzzle_sentences.jugs import (
    action_text,
    amount_sentence,
    amount_sentences,
    ending_sentence,
    fewest_sentence,
    problem_sentence,
    state_text,
    step_sentence,
)
from sito.puzzles.by_hand import Outlook
from sito.puzzles.jugs.by_hand import JugsByHand, read_action
from sito.puzzles.jugs.problem import Action, EndState, InAny, InJug, Jugs, jug_name
from sito.web.page.by_hand import Walk, look
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.jugs.form import ProblemForm
from sito.web.page.jugs.problem import MOST_STEPS, to_fields
from sito.web.page.scenes import JugScene
from sito.web.tasks.puzzles import jugs_outlook


class JugsView:
    """One problem before one person."""

    def __init__(self, page: Page, hand: JugsByHand) -> None:
        self._page, self._hand = page, hand
        self._undone: list[Action] = []
        self._outlook: Outlook[Action] = Outlook(None)
        self._seen: JugsByHand | None = None  # the position of which the outlook is
        self._start: Outlook[Action] | None = None
        self._poured = 0
        self._about = page.text("", "lead")
        page.text(_("Choose the tap or a jug, and then where the water goes: a jug, or the drain."), "hint")
        with page.columns():
            with page.box():
                self._scene = JugScene()
                page.on(self._scene, "pour", self._pour)
                self._told = page.text("", "told")
                with page.row():
                    self._undo = page.button(_("Undo"), self._take_back)
                    self._redo = page.button(_("Redo"), self._put_back)
                    page.button(_("Start again"), self._start_again)
            with page.box():
                with page.card(_("Help")):
                    self._counted = page.text("", "count")
                    self._shows = page.switch(_("Fewest steps from here"), False, self._show_fewest)
                    self._fewest = page.text("", "count")
                    with page.row():
                        page.button(_("Hint"), self._hint)
                        page.button(_("Solve"), self._solve)
                    self._walk = Walk(page, self._do, action_text)
                with page.details(_("Steps")):
                    self._steps = Html("ol", classes="steps")
                with page.details(_("Another problem")):
                    ProblemForm(page, self._begin_with, hand.puzzle)
                page.text(_("Keys: A, B, C for the jugs, 0 for the tap, - for the drain, Escape to put back."), "hint")
        self._show()

    async def look(self) -> None:
        """Looks what can come of the problem, and of where it stands now."""
        self._start = await self._look_from(JugsByHand(self._hand.puzzle))
        await self._look()

    async def _begin_with(self, jugs: Jugs) -> None:
        """Begins another problem."""
        self._hand, self._undone = JugsByHand(jugs), []
        self._walk.close()
        self._show()
        await self.look()
        self._page.announce(problem_sentence(jugs), self._status())

    # What a person does

    async def _pour(self, ends: list[int | None]) -> None:
        source, target = ends
        await self._go_on(Action(_jug(source), _jug(target)))

    async def _go_on(self, action: Action) -> None:
        """Takes a step that was asked for; a solution that was shown is put away."""
        self._take(action)
        self._undone.clear()
        self._walk.close()
        await self._arrive(step_sentence(len(self._hand.steps), action))

    async def _do(self, action: Action) -> None:
        """Takes a step of the solution that is shown."""
        self._take(action)
        self._undone.clear()
        await self._arrive(step_sentence(len(self._hand.steps), action))

    def _take(self, action: Action) -> None:
        if len(self._hand.steps) >= MOST_STEPS:
            raise PuzzleError(Fault(N_("more than {most} steps cannot be kept; take some back"), most=MOST_STEPS))
        self._hand = self._hand.after(action)
        self._poured += 1

    async def _take_back(self) -> None:
        last = self._hand.steps[-1:]
        self._hand = self._hand.undone()
        self._undone += last
        self._walk.close()
        await self._arrive(ngettext("{count} step is taken back.", "{count} steps are taken back.", 1).format(count=1))

    async def _put_back(self) -> None:
        if self._undone:
            action = self._undone.pop()
            self._take(action)
            await self._arrive(step_sentence(len(self._hand.steps), action))

    async def _start_again(self) -> None:
        self._hand, self._undone = JugsByHand(self._hand.puzzle), []
        self._walk.close()
        await self._arrive(_("It begins again."))

    async def _hint(self) -> None:
        outlook = await self._known()
        if self._hand.solved or outlook.possible is False:
            told = self._status()
        else:
            told = hint_sentence(outlook, action_text)
            self._scene.props["hint"] = None if outlook.hint is None else list(outlook.hint)
        self._told.set_text(told)
        self._page.announce(told)

    async def _solve(self) -> None:
        outlook = await self._known()
        steps = [] if self._hand.solved else list(outlook.plan())
        self._walk.open(steps)
        if steps:
            actions = outlook.at_most or len(steps)
            count = ngettext("{count} action", "{count} actions", actions).format(count=actions)
            told = join_sentences(_("A way from here:"), count)
        else:
            told = self._status() or _("No way from here is known.")
        self._told.set_text(told)
        self._page.announce(told)

    def _show_fewest(self) -> None:
        self._fewest.set_text(self._fewest_text())

    # What is shown

    async def _arrive(self, done: str) -> None:
        """Shows a new position, and says what was done, once all is known that is to be said of it."""
        self._show()
        await self._look()
        self._page.announce(done, *amount_sentences(self._hand), self._status())

    async def _known(self) -> Outlook[Action]:
        """Gives the outlook from here; what is not known yet is looked for once more."""
        if self._seen is not self._hand or (self._outlook.possible is not False and self._outlook.fewest is None):
            await self._look()
        return self._outlook

    async def _look(self) -> None:
        hand = self._hand
        outlook = await self._look_from(hand)
        if hand is not self._hand:
            return  # it has gone on meanwhile
        self._outlook, self._seen = outlook, hand
        self._show_fewest()
        self._told.set_text(self._status())
        self._told.classes(remove="bad good", add="good" if hand.solved else "bad" if outlook.possible is False else "")

    async def _look_from(self, hand: JugsByHand) -> Outlook[Action]:
        def read(text: str) -> Action:
            return read_action(text, hand.puzzle)

        return await look(self._page, jugs_outlook, _arguments(hand), read)

    def _status(self) -> str:
        """Says that it is done, or that it cannot be done; nothing in between."""
        if self._hand.solved:
            return ending_sentence(self._hand, self._start or Outlook(None))
        return cannot_sentence(self._outlook) if self._outlook.possible is False else ""

    def _fewest_text(self) -> str:
        if not self._shows.value or self._outlook.possible is False:
            return ""
        return fewest_sentence(self._outlook)

    def _show(self) -> None:
        hand, jugs = self._hand, self._hand.puzzle
        self._about.set_text(problem_sentence(jugs))
        self._scene.props.update(
            {
                "jugs": [
                    {"name": jug_name(jug), "capacity": capacity, "amount": amount, "label": amount_sentence(hand, jug)}
                    for jug, (capacity, amount) in enumerate(zip(jugs.capacities, hand.position, strict=False))
                ],
                "marks": _marks(jugs),
                "tap": _tap(hand),
                "drain": {"label": _("Drain")} if jugs.drain else None,
                "met": hand.solved,
                "hint": None,
                "last": [*hand.steps[-1], self._poured] if hand.steps else None,
                "texts": _texts(),
                "address": f"?{urlencode(to_fields(hand))}",
            }
        )
        count = len(hand.steps)
        self._counted.set_text(ngettext("{count} action", "{count} actions", count).format(count=count))
        self._undo.enable(bool(hand.steps))
        self._redo.enable(bool(self._undone))
        self._told.set_text("")
        self._steps.clear()
        with self._steps:
            Html("li", join_sentences(_("start"), state_text(jugs, jugs.start)), value=0)
            for action, state in zip(hand.steps, hand.states[1:], strict=True):
                Html("li", f"{action_text(action)} {state_text(jugs, state)}")


def _arguments(hand: JugsByHand) -> dict[str, Any]:
    """The problem and its steps as the task takes them."""
    jugs, goal = hand.puzzle, hand.puzzle.goal
    aim: dict[str, Any] = {"end": list(goal.amounts)} if isinstance(goal, EndState) else {"target": goal.target}
    if isinstance(goal, InJug):
        aim["where"] = jug_name(goal.jug)
    elif not isinstance(goal, InAny | EndState):
        aim["where"] = "together"
    return {
        "jugs": list(jugs.capacities),
        "start": list(jugs.initial),
        **aim,
        "tap": jugs.tap,
        "drain": jugs.drain,
        "supply": jugs.supply,
        "steps": to_fields(hand).get("steps", "").split(),
    }


def _jug(number: object) -> int | None:
    """Checks what a browser sent: the number of a jug, or None for the tap or the drain."""
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _marks(jugs: Jugs) -> list[int | None]:
    """The amounts that are asked for, jug by jug; none that a jug cannot show."""
    goal = jugs.goal
    match goal:
        case EndState(amounts):
            return list(amounts)
        case InJug(jug, target):
            wanted = [target if each == jug else None for each in range(len(jugs.capacities))]
        case InAny(target):
            wanted = [target] * len(jugs.capacities)
        case _:
            wanted = [None] * len(jugs.capacities)
    return [
        None if amount is None or amount > capacity else amount
        for amount, capacity in zip(wanted, jugs.capacities, strict=True)
    ]


def _tap(hand: JugsByHand) -> dict[str, Any] | None:
    if not hand.puzzle.tap:
        return None
    if hand.puzzle.supply is None:
        return {"label": _("Tap")}
    left = hand.position[-1]
    return {"label": _("Tap"), "left": left, "spoken": _("The tap has {amount} left.").format(amount=left)}


def _texts() -> dict[str, str]:
    return {
        "scene": _("Jugs"),
        "taken": _("Jug {jug} is taken. Now choose the jug to pour into, the tap or the drain."),
        "tapTaken": _("The tap is taken. Now choose the jug to fill."),
        "first": _("First choose a jug, then the drain."),
        "back": _("It is put back."),
    }
