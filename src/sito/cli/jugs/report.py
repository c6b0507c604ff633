"""What `sito jugs` says about an answer, in sentences and as JSON."""

from __future__ import annotations

from sito.cli.output import emit
from sito.puzzles.jugs.answer import AnyPlan, JugAnswer
from sito.show.i18n import _, fault_text, join_sentences, ngettext
from sito.show.puzzle_sentences.jugs import problem_sentence


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
