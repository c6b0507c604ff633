"""`sito jugs`: measure an amount with jugs, a tap and a drain."""

from __future__ import annotations

from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from sito.cli.jugs.input import read_jugs
from sito.cli.jugs.report import as_json, plan_json, tell
from sito.cli.jugs.views import VIEWS, action_text, animate
from sito.cli.output import command, emit, emit_json, examples, message, new_app, note, settings
from sito.cli.watch import watching
from sito.files import check_writable
from sito.i18n import _, ngettext
from sito.limits import Limits
from sito.puzzles.jugs.answer import AnyPlan, JugProgress
from sito.puzzles.jugs.problem import Jugs
from sito.puzzles.jugs.solver import MAX_STATES, solve_jugs

# An SVG file of more pictures would be of no use.
MAX_PICTURES = 500

app = new_app()


class View(StrEnum):
    """How a plan is written."""

    STEPS = "steps"
    TABLE = "table"
    LINE = "line"


@command(
    app,
    help=_(
        "Measures an amount with jugs, a tap and a drain: the fewest actions, how many such plans there are, and one "
        "of them or all; or why it cannot be done. The jugs are called A, B, C and so on. Exit code 4 if the search "
        "was cut short by --budget or --max-states; then what is known is told."
    ),
    epilog=examples(
        "sito jugs 8 5 --target 4",
        "sito jugs 12 8 5 --target 6 --least-water --view table",
        "sito jugs 8 5 3 --start 8,0,0 --end 4,4,0 --decant --animate",
        "sito jugs 1000000007 998244353 --target 123456789 --show 20",
    ),
    context_settings={"ignore_unknown_options": True},  # so that -5 is read as a capacity, and refused as one
)
def jugs(
    capacities: Annotated[list[str], typer.Argument(metavar="CAPACITY", help=_("What each jug holds."))],
    target: Annotated[str | None, typer.Option("--target", "-t", metavar="AMOUNT", help=_("What to measure."))] = None,
    where: Annotated[
        str,
        typer.Option(
            "--in",
            metavar="WHERE",
            help=_("Where to have it: any (one jug), together (all jugs), or a jug by letter or capacity."),
        ),
    ] = "any",
    end: Annotated[
        str | None, typer.Option("--end", metavar="AMOUNTS", help=_("An amount for each jug instead: 4,4,0."))
    ] = None,
    start: Annotated[
        str | None, typer.Option("--start", metavar="AMOUNTS", help=_("An amount for each jug: 8,0,0. Without it: 0."))
    ] = None,
    tap: Annotated[bool, typer.Option("--tap/--no-tap", help=_("Whether jugs can be filled at a tap."))] = True,
    drain: Annotated[bool, typer.Option("--drain/--no-drain", help=_("Whether jugs can be emptied."))] = True,
    decant: Annotated[
        bool, typer.Option("--decant", help=_("No tap and no drain: pour from jug to jug only."))
    ] = False,
    supply: Annotated[
        str | None, typer.Option("--supply", metavar="AMOUNT", help=_("How much water the tap has in all."))
    ] = None,
    least_water: Annotated[
        bool, typer.Option("--least-water", help=_("The least water first, then the fewest actions."))
    ] = False,
    every: Annotated[bool, typer.Option("--all", "-a", help=_("All the best plans, not one."))] = False,
    show: Annotated[int, typer.Option("--show", min=0, metavar="NUMBER", help=_("How many actions to show."))] = 100,
    view: Annotated[View, typer.Option("--view", help=_("How to write a plan."))] = View.STEPS,
    animated: Annotated[
        bool, typer.Option("--animate", help=_("Show the jugs in motion; with --svg, draw a moving picture."))
    ] = False,
    pace: Annotated[
        float, typer.Option("--pace", min=0, metavar="SECONDS", help=_("How long a step of the animation takes."))
    ] = 1.0,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help=_("Draw the plan into an SVG file."))
    ] = None,
    budget: Annotated[
        float | None, typer.Option("--budget", min=0, metavar="SECONDS", help=_("How long to search at most."))
    ] = None,
    max_states: Annotated[
        int, typer.Option("--max-states", min=1, metavar="NUMBER", help=_("How many states to keep at most."))
    ] = MAX_STATES,
) -> int:
    if svg is not None:
        check_writable(svg)
    problem = read_jugs(
        capacities,
        target=target,
        where=where,
        end=end,
        start=start,
        tap=tap and not decant,
        drain=drain and not decant,
        supply=supply,
    )
    with watching(budget) as watch:

        def stop(progress: JugProgress) -> bool:
            watch.describe = lambda: ngettext(
                "{count} action deep; states:", "{count} actions deep; states:", progress.actions
            ).format(count=progress.actions)
            return watch.stop(progress.states)

        limits = Limits(work=max_states)
        answer = solve_jugs(problem, least_water=least_water, limits=limits, on_progress=stop)
    plans = answer.plans() if every and answer.proven else iter([answer.plan] if answer.plan else [])
    if svg is not None and answer.plan is not None:
        _draw_svg(problem, answer.plan, svg, show, animated)
    if settings.json:
        emit_json(as_json(answer, show))
        if every:  # each plan in a line of its own: there may be millions
            for plan in plans:
                emit_json({"steps": plan_json(problem, plan, show)})
    else:
        if view is not View.LINE or answer.plan is None:
            tell(answer)
        for number, plan in enumerate(plans, 1):
            if view is not View.LINE:
                emit(_("\nPlan {number} of {count}:").format(number=number, count=answer.count) if every else "")
            if animated and svg is None:
                animate(problem, plan, show, pace)
            else:
                VIEWS[view](problem, plan, show)
    if answer.proven:
        return 0
    message(_("sito: the search was cut short, so this is not proven"))
    return 130 if watch.interrupted else 4


def _draw_svg(problem: Jugs, plan: AnyPlan, file: Path, show: int, moving: bool) -> None:
    from sito.puzzles.jugs.pictures import moving_svg, strip_svg

    draw = moving_svg if moving else strip_svg
    steps = islice(plan.steps(), min(show, MAX_PICTURES))
    file.write_text(draw(problem, steps, action_text, _("start")), encoding="utf-8")
    note(_("The plan is drawn in {file}.").format(file=file))
    count = min(show, MAX_PICTURES)
    if plan.length > count:
        only = ngettext("Only its first {count} action is.", "Only its first {count} actions are.", count)
        note(only.format(count=count))
