"""Water jugs as objects of JSON; the schema is told in docs/water-jugs.md."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from sito.puzzles.jugs.answer import JugAnswer
from sito.puzzles.jugs.plan import Step
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs, Together, jug_name
from sito.show.i18n import fault_text


def jugs_as_json(answer: JugAnswer, show: int) -> dict[str, Any]:
    """Gives the answer as a JSON object; the schema is told in docs/water-jugs.md."""
    jugs, plan = answer.jugs, answer.plan
    water, actions = answer.at_least
    return {
        "jugs": list(jugs.capacities),
        "start": list(jugs.initial),
        "goal": goal_json(jugs),
        "tap": jugs.tap,
        "drain": jugs.drain,
        "supply": jugs.supply,
        "objective": "water" if answer.least_water else "actions",
        "possible": answer.possible,
        "proven": answer.proven,
        "method": answer.method,
        "states": answer.states,
        "at_least": {"water": water, "actions": actions} if answer.possible is not False else None,
        "actions": plan.length if plan else None,
        "water": plan.water if plan else None,
        "plans": answer.count if answer.proven else None,
        "why": fault_text(answer.why) if answer.why else None,
        "end": list(jugs.amounts(plan.end)) if plan else None,
        "steps": steps_json(jugs, islice(plan.steps(), show)) if plan else None,
    }


def steps_json(jugs: Jugs, steps: Iterable[Step]) -> list[dict[str, Any]]:
    """Gives steps of a plan as JSON objects."""
    return [step_json(jugs, step) for step in steps]


def step_json(jugs: Jugs, step: Step) -> dict[str, Any]:
    """Gives a step as a JSON object."""
    source, target = step.action
    kind = "fill" if source is None else "empty" if target is None else "pour"
    state: dict[str, Any] = {"state": list(jugs.amounts(step.state))}
    if jugs.supply is not None:
        state["left"] = step.state[-1]
    return {
        "action": kind,
        "from": None if source is None else jug_name(source),
        "to": None if target is None else jug_name(target),
        **state,
    }


def goal_json(jugs: Jugs) -> dict[str, Any]:
    """Gives the goal as a JSON object."""
    match jugs.goal:
        case InAny(target):
            return {"in": "any", "target": target}
        case InJug(jug, target):
            return {"in": jug_name(jug), "target": target}
        case Together(target):
            return {"in": "together", "target": target}
        case EndState(amounts):
            return {"end": list(amounts)}
