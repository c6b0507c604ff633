"""Water jugs by hand: actions as a person writes them, and what can still be measured.

>>> hand = JugsByHand(Jugs.parse("8 5", 4))
>>> hand.after("fill B").after("B>A").position
(5, 0)
>>> hand.after("b").outlook().fewest, hand.outlook().hint
(9, Action(source=None, target=1))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Self

from sito.base.limits import Limits
from sito.errors import N_, Fault, PuzzleError
from sito.puzzles.by_hand import ByHand, Outlook, no_step, short
from sito.puzzles.jugs.plan import Action, Amounts, jug_name
from sito.puzzles.jugs.problem import EndState, Jugs
from sito.puzzles.jugs.solver import JugAnswer, solve_jugs

_ARROW = r"\s*(?:→|->|>)\s*"
_NAME = r"([A-Z]{1,2})"
_FORMS = (
    # the text, and which of its names are the source and the target
    (re.compile(rf"FILL\s+{_NAME}|>\s*{_NAME}|{_NAME}"), (None, 0)),
    (re.compile(rf"EMPTY\s+{_NAME}|{_NAME}\s*(?:→|->|>)"), (0, None)),
    (re.compile(rf"(?:POUR\s+)?{_NAME}(?:{_ARROW}|\s+TO\s+|\s+INTO\s+|\s+){_NAME}|([A-Z])([A-Z])"), (0, 1)),
)


class JugsByHand(ByHand[Amounts, Action]):
    """A water-jug problem and the actions so far."""

    puzzle: Jugs

    def after(self, step: Action | str) -> Self:
        """Takes an action, or one written as `read_action` reads it. Raises `PuzzleError` if it cannot be taken."""
        return super().after(read_action(step, self.puzzle) if isinstance(step, str) else step)

    def _next(self, state: Amounts, step: Action) -> Amounts:
        if not isinstance(step, Action):
            raise PuzzleError(no_step(step))
        if (fault := why_not(self.puzzle, state, step)) is not None:
            raise PuzzleError(fault)
        return self.puzzle.apply(state, step)

    @property
    def from_here(self) -> Jugs:
        """The problem of going on from here."""
        jugs, state = self.puzzle, self.position
        if jugs.supply is None or not state[-1]:  # a supply that is used up is no tap any more
            return replace(jugs, initial=jugs.amounts(state), tap=jugs.tap and jugs.supply is None, supply=None)
        return replace(jugs, initial=jugs.amounts(state), supply=state[-1])

    def answer(self, limits: Limits = Limits()) -> JugAnswer:
        """Solves the problem from here; see `solve_jugs`."""
        return solve_jugs(self.from_here, limits=limits)

    def outlook(self, limits: Limits = Limits()) -> Outlook[Action]:
        """Says whether the goal can be reached from here, and with how many actions at least; within the limits."""
        answer = self.answer(limits)
        plan = answer.plan

        def actions() -> Iterator[Action]:
            return iter(()) if plan is None else (step.action for step in plan.steps())

        least = answer.at_least[1]
        return Outlook(answer.possible, least, answer.actions, answer.why, answer.stopped, actions)


def read_action(text: str, jugs: Jugs) -> Action:
    """Reads an action: `fill A` or `a`, `empty A` or `a>`, `pour A→B`, `A>B`, `a b` or `ab`. Raises `PuzzleError`.

    >>> jugs = Jugs.parse("8 5", 4)
    >>> [str(read_action(text, jugs)) for text in ("a", "empty b", "ba", "pour A→B")]
    ['fill A', 'empty B', 'pour B→A', 'pour A→B']
    """
    names = {jug_name(jug): jug for jug in range(len(jugs.capacities))}
    upper = " ".join(text.upper().split())
    for form, (source, target) in _FORMS:
        match = form.fullmatch(upper)
        found = [name for name in match.groups() if name] if match else []
        if found and all(name in names for name in found):
            place = [names[name] for name in found]
            return Action(None if source is None else place[source], None if target is None else place[target])
    if len(names) == 1:
        wrong = N_("'{text}' is no action with the jug A: write a to fill it, or empty a")
    else:
        wrong = N_(
            "'{text}' is no action with the jugs A to {last}: write a to fill jug A, ab to pour from A into B, or "
            "empty a"
        )
    raise PuzzleError.said(wrong, text=short(text), last=jug_name(len(names) - 1))


def why_not(jugs: Jugs, state: Amounts, action: Action) -> Fault | None:
    """Says why an action cannot be taken, or would change nothing; None if it can."""
    source, target = action
    if source == target:
        return Fault("water is poured from one jug into another one")
    if any(jug is not None and not 0 <= jug < len(jugs.capacities) for jug in action):
        last = jug_name(len(jugs.capacities) - 1)
        return Fault("there is no such jug; there are A to {last}", last=last)
    if source is None and not jugs.tap:
        return Fault("there is no tap here; water is only poured from jug to jug")
    if target is None and not jugs.drain:
        return Fault("there is no drain here; a jug is emptied only into others")
    if source is None and jugs.supply is not None and not state[-1]:
        return Fault("the tap has no water left")
    if source is not None and not state[source]:
        return Fault("jug {jug} is empty", jug=jug_name(source))
    if target is not None and state[target] == jugs.capacities[target]:
        return Fault("jug {jug} is full", jug=jug_name(target))
    return None


def hand_fields(hand: JugsByHand) -> dict[str, str | int | None]:
    """Gives what is needed to go on; numbers that may be long are texts."""
    jugs, goal = hand.puzzle, hand.puzzle.goal
    return {
        "jugs": _listed(jugs.capacities),
        "start": _listed(jugs.initial),
        "where": "any" if isinstance(goal, EndState) else goal.where,
        "target": None if isinstance(goal, EndState) else str(goal.target),
        "end": _listed(goal.amounts) if isinstance(goal, EndState) else None,
        "tap": int(jugs.tap),
        "drain": int(jugs.drain),
        "supply": None if jugs.supply is None else str(jugs.supply),
        "steps": " ".join(map(action_word, hand.steps)),
    }


def read_fields(fields: Mapping[str, str | None]) -> JugsByHand:
    """Reads what `hand_fields` gives, of which some may be missing. Raises `PuzzleError` with what is wrong."""
    hand = JugsByHand(
        Jugs.parse(
            fields["jugs"] or "",
            fields.get("target") or None,
            where=fields.get("where") or None,
            end=fields.get("end") or None,
            start=fields.get("start") or None,
            tap=str(fields.get("tap")) != "0",
            drain=str(fields.get("drain")) != "0",
            supply=fields.get("supply") or None,
        )
    )
    for step in (fields.get("steps") or "").split():
        hand = hand.after(step)
    return hand


def _listed(amounts: tuple[int, ...]) -> str:
    return ",".join(map(str, amounts))


def action_word(action: Action) -> str:
    """Writes an action in a word: `>A` fills, `A>` empties, `A>B` pours."""
    source, target = ("" if jug is None else jug_name(jug) for jug in action)
    return f"{source}>{target}"
