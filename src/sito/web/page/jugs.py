"""The view Jugs: water jugs to pour by hand, with help where it is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastapi import Request
from nicegui import ui

from sito.errors import N_, NN_, Fault, PuzzleError
from sito.puzzles.jugs.by_hand import JugsByHand, hand_fields
from sito.puzzles.jugs.by_hand import read_fields as read_hand
from sito.puzzles.jugs.plan import Action, jug_name
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs
from sito.show.i18n import _, join_sentences, pgettext
from sito.show.puzzle_sentences.jugs import JUGS, action_text, amount_sentence, problem_sentence, state_text
from sito.web.page.by_hand import HandView, check_length, show_puzzle
from sito.web.page.elements import Control, Html
from sito.web.page.figures import JugScene
from sito.web.page.frame import Page

MOST_JUGS = 12
MOST_STEPS = 500

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
    """Reads a problem and its steps, as `to_fields` writes them; nothing is the usual problem. Raises `PuzzleError`.

    >>> hand = read_fields({"jugs": "8 5", "target": "4", "steps": ">B B>A"})
    >>> hand.position, to_fields(hand)
    ((5, 0), {'jugs': '8,5', 'target': '4', 'steps': '>B B>A'})
    """
    if not fields:
        return JugsByHand(PRESETS[0])
    check_length(fields, "8 5")
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


class JugsView(HandView[JugsByHand, Action]):
    """One problem before one person."""

    def __init__(self, page: Page, hand: JugsByHand) -> None:
        super().__init__(page, hand, JUGS, to_fields)
        self._poured = 0
        page.text(_("Choose the tap or a jug, and then where the water goes: a jug, or the drain."), "hint")
        with page.columns():
            with page.box():
                self._scene = JugScene()
                page.on(self._scene, "pour", self._pour)
                self._next = page.button(_("Next problem"), self._begin_next, primary=True).show(False)
            with page.box():
                self._add_buttons()
                self._add_help(_("Fewest steps from here"))
                with page.details(_("Steps")):
                    self._steps = Html("ol", classes="steps")
                with page.details(_("Another problem")):
                    self._add_problems()
                page.text(_("Keys: A, B, C for the jugs, 0 for the tap, - for the drain, Escape to put back."), "hint")
        self._show_problem()

    def _add_problems(self) -> None:
        """Offers problems, and asks for one of the person's own."""
        page, now = self._page, self._hand.puzzle
        offered = {number: problem_sentence(jugs) for number, jugs in enumerate(PRESETS)}
        with page.row():
            self._preset = page.choice(_("Problem"), offered, PRESETS.index(now) if now in PRESETS else 0)
            page.button(_("Begin"), self._begin_offered)
        with page.details(_("Your own problem")):
            where = {"any": _("in any jug"), "together": _("in all jugs together")}
            self._asked: dict[str, Control[str] | Control[bool]] = {
                "jugs": page.field(_("What each jug holds."), " ".join(map(str, now.capacities)), most=200),
                "target": page.field(_("What to measure."), "4", most=120),
                "end": page.field(_("An amount for each jug instead: 4,4,0."), most=1000),
                "where": page.choice(pgettext("water", "Where"), where, "any"),
                "start": page.field(_("What each jug has at first: 8,0,0. Without it: 0."), most=1000),
                "tap": page.switch(_("Whether jugs can be filled at a tap."), True),
                "drain": page.switch(_("Whether jugs can be emptied."), True),
                "supply": page.field(_("How much water the tap has in all."), most=120),
            }
            page.button(_("Begin"), self._begin_own, primary=True)

    async def _begin_offered(self) -> None:
        await self._begin_with(JugsByHand(PRESETS[self._preset.value]))

    async def _begin_next(self) -> None:
        """Begins the problem after this one; after one of the person's own, the first."""
        now = self._hand.puzzle
        number = PRESETS.index(now) + 1 if now in PRESETS else 0
        await self._begin_with(JugsByHand(PRESETS[number % len(PRESETS)]))

    async def _begin_own(self) -> None:
        """Reads the fields. Raises `PuzzleError` with everything that is wrong with them."""
        asked = {name: control.value for name, control in self._asked.items()}
        fields = {name: str(int(value)) if isinstance(value, bool) else value for name, value in asked.items()}
        fields |= {"target": ""} if fields["end"].strip() else {}
        fields |= {} if asked["tap"] else {"supply": ""}
        await self._begin_with(read_fields(fields))

    async def _pour(self, ends: list[int | None]) -> None:
        await self._go_on(Action(*ends))

    def _take(self, step: Action) -> None:
        if len(self._hand.steps) >= MOST_STEPS:
            raise PuzzleError.said("more than {most} steps cannot be kept; take some back", most=MOST_STEPS)
        super()._take(step)
        self._poured += 1

    def _show(self, step: Action | None = None) -> None:
        super()._show(step)
        hand, jugs = self._hand, self._hand.puzzle
        self._next.show(hand.solved)
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
            "texts": {
                "scene": _("Jugs"),
                "taken": _("Jug {jug} is taken. Now choose the jug to pour into, the tap or the drain."),
                "tapTaken": _("The tap is taken. Now choose the jug to fill."),
                "first": _("First choose a jug, then the drain."),
                "back": _("It is put back."),
            },
        }


def _marks(jugs: Jugs) -> list[int | None]:
    """The amounts that are asked for, jug by jug; none that a jug cannot show."""
    wanted: Sequence[int | None]
    match jugs.goal:
        case EndState(amounts):
            return list(amounts)
        case InJug(jug, target):
            wanted = [target if each == jug else None for each in range(len(jugs.capacities))]
        case InAny(target):
            wanted = [target] * len(jugs.capacities)
        case _:
            return [None] * len(jugs.capacities)
    shown = zip(wanted, jugs.capacities, strict=True)
    return [None if amount is None or amount > capacity else amount for amount, capacity in shown]


def _tap(hand: JugsByHand) -> dict[str, object] | None:
    if not hand.puzzle.tap:
        return None
    if hand.puzzle.supply is None:
        return {"label": _("Tap")}
    left = hand.position[-1]
    return {"label": _("Tap"), "left": left, "spoken": _("The tap has {amount} left.").format(amount=left)}


@ui.page("/jugs")
def view(request: Request) -> None:
    show_puzzle(request, N_("Jugs"), read_fields, JugsView)
