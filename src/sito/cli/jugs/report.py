"""What `sito jugs` says about an answer, in sentences and as JSON."""

from __future__ import annotations

from itertools import islice
from typing import Any

from sito.cli.output import emit
from sito.i18n import _, fault_text, join_sentences, ngettext
from sito.puzzles.jugs.answer import AnyPlan, JugAnswer
from sito.puzzles.jugs.plan import Step
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs, Together, jug_name
from sito.sentences.jugs import problem_sentence


def tell(answer: JugAnswer) -> None:
    """Writes the problem and the answer in sentences."""
    emit(problem_sentence(answer.jugs))
    if not answer.proven:
        emit(_cut(answer))
    elif answer.plan is None:
        why = fault_text(answer.why) if answer.why else ""
        emit(_("It cannot be done: {why}.").format(why=why))
    else:
        emit(_best(answer, answer.plan))


def _best(answer: JugAnswer, plan: AnyPlan) -> str:
    actions = _actions(plan.length)
    if answer.least_water:
        text = _("{water} drawn from the tap, the least possible, in {actions}; {plans}.")
    elif answer.jugs.tap:
        text = _("{actions}, the fewest possible; {plans}; {water} drawn from the tap.")
    else:
        text = _("{actions}, the fewest possible; {plans}.")
    plans = ngettext("{count} such plan", "{count} such plans", answer.count).format(count=answer.count)
    return text.format(actions=actions, plans=plans, water=plan.water)


def _actions(count: int) -> str:
    return ngettext("{count} action", "{count} actions", count).format(count=count)


def _cut(answer: JugAnswer) -> str:
    water, actions = answer.at_least
    if answer.least_water:
        bound = _("No plan draws less than {water}.").format(water=water)
    else:
        bound = _("No plan has fewer than {actions}.").format(actions=_actions(actions))
    if answer.plan is not None:
        known = _("The best plan known has {actions} and draws {water}.").format(
            actions=_actions(answer.plan.length), water=answer.plan.water
        )
    elif answer.possible:
        known = _("There is a plan, but none is known.")
    else:
        known = _("Whether there is a plan is not known.")
    looked = ngettext(
        "The search was cut at {count} state.", "The search was cut at {count} states.", answer.states
    ).format(count=answer.states)
    return join_sentences(looked, bound, known)


def as_json(answer: JugAnswer, show: int) -> dict[str, Any]:
    """Gives the answer as a JSON object; the schema is told in docs/water-jugs.md."""
    jugs, plan = answer.jugs, answer.plan
    water, actions = answer.at_least
    return {
        "jugs": jugs.capacities,
        "start": jugs.initial,
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
        "end": jugs.amounts(plan.end) if plan else None,
        "steps": plan_json(jugs, plan, show) if plan else None,
    }


def plan_json(jugs: Jugs, plan: AnyPlan, show: int) -> list[dict[str, Any]]:
    """Gives the first `show` steps of a plan as JSON objects."""
    return [step_json(jugs, step) for step in islice(plan.steps(), show)]


def step_json(jugs: Jugs, step: Step) -> dict[str, Any]:
    """Gives a step as a JSON object."""
    source, target = step.action
    kind = "fill" if source is None else "empty" if target is None else "pour"
    state: dict[str, Any] = {"state": jugs.amounts(step.state)}
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
            return {"end": amounts}
