"""Water jugs on the page: the scene, what is said of it, and the help that can be asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from sito.errors import N_, Fault, PuzzleError
from sito.operations.jugs import JugsOutlookQuestion, jugs_outlook
from sito.puzzles.by_hand import Outlook
from sito.puzzles.jugs.by_hand import JugsByHand, read_action
from sito.puzzles.jugs.plan import Action, jug_name
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.puzzle_sentences.jugs import (
    action_text,
    amount_sentence,
    amount_sentences,
    ending_sentence,
    fewest_sentence,
    problem_sentence,
    state_text,
    step_sentence,
)
from sito.web.page.by_hand import SHOWN_STEPS, HandView, look
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.jugs.form import ProblemForm
from sito.web.page.jugs.problem import MOST_STEPS, to_fields
from sito.web.page.scenes import JugScene


class JugsView(HandView[JugsByHand, Action]):
    """One problem before one person."""

    def __init__(self, page: Page, hand: JugsByHand) -> None:
        super().__init__(page, hand)
        self._poured = 0
        page.text(_("Choose the tap or a jug, and then where the water goes: a jug, or the drain."), "hint")
        with page.columns():
            with page.box():
                self._scene = JugScene()
                page.on(self._scene, "pour", self._pour)
                self._add_buttons()
            with page.box():
                self._add_help(_("Fewest steps from here"))
                with page.details(_("Steps")):
                    self._steps = Html("ol", classes="steps")
                with page.details(_("Another problem")):
                    ProblemForm(page, lambda jugs: self._begin_with(JugsByHand(jugs)), hand.puzzle)
                page.text(_("Keys: A, B, C for the jugs, 0 for the tap, - for the drain, Escape to put back."), "hint")
        self._show_problem()

    async def _pour(self, ends: list[int | None]) -> None:
        source, target = ends
        await self._go_on(Action(_jug(source), _jug(target)))

    def _take(self, step: Action) -> None:
        if len(self._hand.steps) >= MOST_STEPS:
            raise PuzzleError(Fault(N_("more than {most} steps cannot be kept; take some back"), most=MOST_STEPS))
        super()._take(step)
        self._poured += 1

    async def _look_from(self, hand: JugsByHand) -> Outlook[Action]:
        def read(text: str) -> Action:
            return read_action(text, hand.puzzle)

        return await look(self._page, jugs_outlook, _question(hand), read)

    def _show(self, step: Action | None = None) -> None:
        super()._show(step)
        hand, jugs = self._hand, self._hand.puzzle
        self._steps.clear()
        with self._steps:
            Html("li", join_sentences(_("start"), state_text(jugs, jugs.start)), value=0)
            for action, state in zip(hand.steps, hand.states[1:], strict=True):
                Html("li", f"{action_text(action)} {state_text(jugs, state)}")

    def _drawn(self, step: Action | None) -> dict[str, Any]:
        hand, jugs = self._hand, self._hand.puzzle
        return {
            "jugs": [
                {"name": jug_name(jug), "capacity": capacity, "amount": amount, "label": amount_sentence(hand, jug)}
                for jug, (capacity, amount) in enumerate(zip(jugs.capacities, hand.position, strict=False))
            ],
            "marks": _marks(jugs),
            "tap": _tap(hand),
            "drain": {"label": _("Drain")} if jugs.drain else None,
            "met": hand.solved,
            "last": [*hand.steps[-1], self._poured] if hand.steps else None,
            "texts": _texts(),
            "address": f"?{urlencode(to_fields(hand))}",
        }

    def _problem_text(self) -> str:
        return problem_sentence(self._hand.puzzle)

    def _count_text(self) -> str:
        return _actions_text(len(self._hand.steps))

    def _step_text(self, step: Action) -> str:
        return action_text(step)

    def _taken_text(self, step: Action) -> str:
        return step_sentence(len(self._hand.steps), step)

    def _position_texts(self) -> Iterable[str]:
        return amount_sentences(self._hand)

    def _ending_text(self) -> str:
        return ending_sentence(self._hand, self._start)

    def _fewest_text(self) -> str:
        return fewest_sentence(self._outlook)

    def _way_text(self, outlook: Outlook[Action], steps: tuple[Action, ...]) -> str:
        return _actions_text(outlook.at_most or len(steps))


def _actions_text(count: int) -> str:
    return ngettext("{count} action", "{count} actions", count).format(count=count)


def _question(hand: JugsByHand) -> JugsOutlookQuestion:
    """The problem and its steps."""
    jugs, goal = hand.puzzle, hand.puzzle.goal
    aim: dict[str, Any] = {"end": list(goal.amounts)} if isinstance(goal, EndState) else {"target": goal.target}
    if isinstance(goal, InJug):
        aim["where"] = jug_name(goal.jug)
    elif not isinstance(goal, InAny | EndState):
        aim["where"] = "together"
    return JugsOutlookQuestion(
        jugs=list(jugs.capacities),
        start=list(jugs.initial),
        **aim,
        tap=jugs.tap,
        drain=jugs.drain,
        supply=jugs.supply,
        steps=to_fields(hand).get("steps", "").split(),
        show=SHOWN_STEPS,
    )


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
