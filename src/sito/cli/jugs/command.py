"""`sito jugs`: measure an amount with jugs, a tap and a drain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sito.base.deadline import Deadline
from sito.base.files import check_writable
from sito.base.limits import Limits
from sito.cli.by_hand.options import PlayOptions
from sito.cli.command import command
from sito.cli.jugs.views import EffortOptions, JugOptions, Shown, View, ViewOptions, draw_svg, in_time, show_plans
from sito.cli.limits import SearchLimits, cut_short
from sito.cli.output import emit, emit_json, settings
from sito.cli.watch import showing
from sito.errors import N_
from sito.operations.jugs import JugsAnswer, JugStep
from sito.operations.operation import as_json
from sito.puzzles.jugs.plan import JugPlan
from sito.puzzles.jugs.problem import Jugs
from sito.puzzles.jugs.solver import JugAnswer, JugProgress, solve_jugs
from sito.show.i18n import _, fault_text, join_sentences, ngettext
from sito.show.puzzle_sentences.jugs import actions_text, problem_sentence

if TYPE_CHECKING:
    from sito.cli.by_hand.loop import AnyStand


@command(
    help=N_(
        "Measures an amount with jugs, a tap and a drain: the fewest actions, how many such plans there are, and one "
        "of them or all; or why it cannot be done. The jugs are called A, B, C and so on. Exit code 4 if the search "
        "was cut short by --time, --memory or --max-states; then what is known is told. With --play you pour "
        "yourself; exit code 1 if you leave before the goal is reached."
    ),
    examples=(
        "sito jugs 8 5 --target 4",
        "sito jugs 12 8 5 --target 6 --least-water --view table",
        "sito jugs 8 5 3 --start 8,0,0 --end 4,4,0 --decant --animate",
        "sito jugs 1000000007 998244353 --target 123456789 --show 20",
        "sito jugs 8 5 --target 4 --play",
    ),
    context_settings={"ignore_unknown_options": True},  # so that -5 is read as a capacity, and refused as one
)
def jugs(
    asked: JugOptions, effort: EffortOptions, limits: SearchLimits, view: ViewOptions, playing: PlayOptions
) -> int:
    if playing.by_hand:
        return playing.run("jugs", lambda: _by_hand(asked), limits.limits(), asked, (effort, view))
    if view.svg:
        check_writable(view.svg)
    problem = asked.read()
    allowed = limits.limits(work=effort.max_states)
    deadline = Deadline(allowed)
    answer = _solve(problem, effort, allowed)
    if view.svg is not None and answer.plan is not None:
        draw_svg(problem, answer.plan, view)
    best = [] if answer.plan is None else [answer.plan]
    every = in_time(answer.plans(), deadline) if view.every and answer.proven else best
    plans = (Shown(plan, view.show, deadline) for plan in every)
    if settings.json:
        _emit_json(answer, [Shown(plan, view.show, deadline) for plan in best], plans if view.every else ())
    else:
        if view.view is not View.LINE or answer.plan is None:
            tell(answer)
        show_plans(problem, plans, view, answer.count)
    return 0 if answer.proven else cut_short(answer.stopped)


def _by_hand(asked: JugOptions) -> AnyStand:
    from sito.cli.jugs.by_hand import JugStand
    from sito.puzzles.jugs.by_hand import JugsByHand

    return JugStand(hand=JugsByHand(asked.read()))


def _solve(problem: Jugs, effort: EffortOptions, limits: Limits) -> JugAnswer:
    with showing(_("searching")) as watch:

        def tell_progress(progress: JugProgress) -> None:
            deep = ngettext("{count} action deep", "{count} actions deep", progress.actions)
            states = _("{deep}; states: {states}")
            watch.show(states.format(deep=deep.format(count=progress.actions), states=progress.states))

        return solve_jugs(
            problem, least_water=effort.least_water, limits=limits, on_progress=tell_progress, on_interrupt="return"
        )


def _emit_json(answer: JugAnswer, best: list[Shown], every: Iterable[Shown]) -> None:
    facts = as_json(JugsAnswer.of(answer, show=0))
    for shown in best:
        facts["steps"] = as_json(JugStep.of(answer.jugs, shown.steps()))
    emit_json(facts)
    for shown in every:  # each plan in a line of its own: there may be millions
        emit_json({"steps": as_json(JugStep.of(answer.jugs, shown.steps()))})


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


def _best(answer: JugAnswer, plan: JugPlan) -> str:
    actions = actions_text(plan.length)
    if answer.least_water:
        text = _("{water} drawn from the tap, the least possible, in {actions}; {plans}.")
    elif answer.jugs.tap:
        text = _("{actions}, the fewest possible; {plans}; {water} drawn from the tap.")
    else:
        text = _("{actions}, the fewest possible; {plans}.")
    plans = ngettext("{count} such plan", "{count} such plans", answer.count).format(count=answer.count)
    return text.format(actions=actions, plans=plans, water=plan.water)


def _cut(answer: JugAnswer) -> str:
    water, actions = answer.at_least
    if answer.least_water:
        bound = _("No plan draws less than {water}.").format(water=water)
    else:
        bound = _("No plan has fewer than {actions}.").format(actions=actions_text(actions))
    if answer.plan is not None:
        known = _("The best plan known has {actions} and draws {water}.").format(
            actions=actions_text(answer.plan.length), water=answer.plan.water
        )
    elif answer.possible:
        known = _("There is a plan, but none is known.")
    else:
        known = _("Whether there is a plan is not known.")
    looked = ngettext(
        "The search was cut at {count} state.", "The search was cut at {count} states.", answer.states
    ).format(count=answer.states)
    return join_sentences(looked, bound, known)
