"""`sito jugs`: measure an amount with jugs, a tap and a drain."""

from __future__ import annotations

from collections.abc import Iterable

from sito.base.deadline import Deadline
from sito.base.limits import Limits, Stopped
from sito.cli.by_hand.options import PlayOptions
from sito.cli.command import command
from sito.cli.jugs.input import EffortOptions, JugOptions, View, ViewOptions
from sito.cli.jugs.report import tell
from sito.cli.jugs.views import Shown, draw_svg, in_time, show_plans
from sito.cli.limits import SearchLimits
from sito.cli.output import emit_json, message, settings
from sito.cli.watch import showing
from sito.errors import N_
from sito.operations.jugs import JugsAnswer, JugStep
from sito.operations.operation import as_json
from sito.puzzles.jugs.answer import JugAnswer, JugProgress
from sito.puzzles.jugs.problem import Jugs
from sito.puzzles.jugs.solver import solve_jugs
from sito.show.i18n import _, ngettext

_LIMIT_HIT, _INTERRUPTED = 4, 130


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
        from sito.cli.jugs.by_hand import begin, go_on

        playing.check(problem=asked, others=(effort, view))
        return go_on(limits=limits.limits()) if playing.resume else begin(asked.read(), limits.limits())
    view.check()
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
    if answer.proven:
        return 0
    message(_("sito: the search was cut short, so this is not proven"))
    return _INTERRUPTED if answer.stopped is Stopped.INTERRUPT else _LIMIT_HIT


def _solve(problem: Jugs, effort: EffortOptions, limits: Limits) -> JugAnswer:
    with showing(_("searching")) as watch:

        def tell_progress(progress: JugProgress) -> None:
            deep = ngettext("{count} action deep", "{count} actions deep", progress.actions)
            states = _("{deep}; states: {states}")
            watch.show(states.format(deep=deep.format(count=progress.actions), states=progress.states))

        return solve_jugs(
            problem,
            least_water=effort.least_water,
            limits=limits,
            on_progress=tell_progress,
            on_interrupt="return",
        )


def _emit_json(answer: JugAnswer, best: list[Shown], every: Iterable[Shown]) -> None:
    facts = as_json(JugsAnswer.of(answer, show=0))
    for shown in best:
        facts["steps"] = as_json(JugStep.of(answer.jugs, shown.steps()))
    emit_json(facts)
    for shown in every:  # each plan in a line of its own: there may be millions
        emit_json({"steps": as_json(JugStep.of(answer.jugs, shown.steps()))})
