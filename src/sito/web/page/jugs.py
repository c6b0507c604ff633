"""The view Jugs: water jugs to pour by hand, with help where it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from sito.errors import N_, NN_, Fault, PuzzleError
from sito.operations.jugs import JugsOutlookQuestion, jugs_outlook
from sito.puzzles.by_hand import Outlook
from sito.puzzles.jugs.by_hand import JugsByHand, hand_fields, read_action
from sito.puzzles.jugs.by_hand import read_fields as read_hand
from sito.puzzles.jugs.plan import Action, jug_name
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs
from sito.show.i18n import _, join_sentences
from sito.show.puzzle_sentences.jugs import JUGS, action_text, amount_sentence, problem_sentence, state_text
from sito.web.page.by_hand import SHOWN_STEPS, HandView, look
from sito.web.page.elements import Html
from sito.web.page.figures import JugScene
from sito.web.page.frame import Page, frame

MOST_JUGS = 12
MOST_STEPS = 500
_LONGEST = 6000  # characters of all fields together


PRESETS = (
    Jugs((8, 5), goal=InAny(4)),
    Jugs((5, 3), goal=InAny(4)),
    Jugs((12, 8, 5), goal=InAny(6)),
    Jugs((8, 5, 3), (8, 0, 0), EndState((4, 4, 0)), tap=False, drain=False),
    Jugs((11, 7), goal=InAny(5)),
    Jugs((6, 4), goal=InAny(3)),
)
"""The problems that are offered: the founding one first, and one at the end that cannot be done."""


def read_fields(fields: Mapping[str, str]) -> JugsByHand:
    """Reads a problem and its steps, as `to_fields` writes them. Raises `PuzzleError` with what is wrong.

    >>> hand = read_fields({"jugs": "8 5", "target": "4", "steps": ">B B>A"})
    >>> hand.position, to_fields(hand)
    ((5, 0), {'jugs': '8,5', 'target': '4', 'steps': '>B B>A'})
    """
    if sum(map(len, fields.values())) > _LONGEST:
        raise PuzzleError(Fault(N_("this is too long for a problem; an example: {example}"), example="8 5"))
    if (count := len(fields.get("steps", "").split())) > MOST_STEPS:
        many = NN_(
            "{count} step is too many; this service takes up to {most}",
            "{count} steps are too many; this service takes up to {most}",
        )
        raise PuzzleError(Fault(*many, count=count, most=MOST_STEPS))
    hand = read_hand({"jugs": "", **{name: text.strip() for name, text in fields.items()}})
    if (count := len(hand.puzzle.capacities)) > MOST_JUGS:
        many = NN_(
            "{count} jug was given; 1 to {limit} are allowed, for example 8 5",
            "{count} jugs were given; 1 to {limit} are allowed, for example 8 5",
        )
        raise PuzzleError(Fault(*many, count=count, limit=MOST_JUGS))
    return hand


def to_fields(hand: JugsByHand) -> dict[str, str]:
    """Gives the fields of a problem and its steps, without those that say nothing."""
    fields = hand_fields(hand)
    jugs = hand.puzzle
    usual = {"where": "any", "tap": 1, "drain": 1, "steps": "", "start": ",".join("0" * len(jugs.capacities))}
    return {name: str(value) for name, value in fields.items() if value is not None and value != usual.get(name)}


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


class JugsView(HandView[JugsByHand, Action]):
    """One problem before one person."""

    def __init__(self, page: Page, hand: JugsByHand) -> None:
        super().__init__(page, hand, JUGS)
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

    def _drawn(self, step: Action | None) -> dict[str, object]:
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


def _question(hand: JugsByHand) -> JugsOutlookQuestion:
    """The problem and its steps."""
    jugs, goal = hand.puzzle, hand.puzzle.goal
    aim: dict[str, Any] = (
        {"end": list(goal.amounts)} if isinstance(goal, EndState) else {"target": goal.target, "where": goal.where}
    )
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


def _tap(hand: JugsByHand) -> dict[str, object] | None:
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


@ui.page("/jugs")
def view(request: Request) -> None:
    with frame(request, N_("Jugs")) as page:
        query = {name: text for name, text in request.query_params.items() if text}
        hand = JugsByHand(PRESETS[0])
        wrong: PuzzleError | None = None
        try:
            hand = read_fields(query) if query else hand
        except PuzzleError as error:
            wrong = error
        view = JugsView(page, hand)

        async def begin() -> None:
            await view.look()
            if wrong is not None:
                raise wrong  # which shows it

        page.listener(begin)()
