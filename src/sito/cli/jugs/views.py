"""How plans for water jugs look in a terminal: lists, tables, jugs drawn with blocks, and those in motion."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from sito.cli.jugs.input import View, ViewOptions
from sito.cli.output import emit, note, screen
from sito.cli.watch import shown
from sito.files import write_atomically
from sito.fitting import cell_width
from sito.i18n import _, ngettext
from sito.puzzle_sentences.jugs import action_text, state_text
from sito.puzzles.jugs.answer import AnyPlan
from sito.puzzles.jugs.plan import Step
from sito.puzzles.jugs.problem import Action, Amounts, Jugs, jug_name

# An SVG file of more pictures would be of no use.
MAX_PICTURES = 500

ROWS = 10
WIDEST, NARROWEST = 9, 3
FRAMES_A_STEP = 12
MOTION = 0.5  # the part of a step's time in which the water moves
BLOCKS = " ▁▂▃▄▅▆▇█"
WATER_STYLE = "#56b4e9"


def show_line(jugs: Jugs, plan: AnyPlan, show: int) -> None:
    """Writes the states of a plan in one line."""
    states = [state_text(jugs, state) for state in islice(plan.states(), show + 1)]
    if plan.length > show:
        states += ["...", state_text(jugs, plan.end)]
    emit(" ".join(states))


def show_steps(jugs: Jugs, plan: AnyPlan, show: int) -> None:
    """Writes a plan as a list: number, action, state."""
    steps = list(islice(plan.steps(), show))
    number_width = len(str(len(steps)))
    texts = [_("start"), *(action_text(step.action) for step in steps)]
    width = max(map(cell_width, texts))
    states = [jugs.start, *(step.state for step in steps)]
    for number, (text, state) in enumerate(zip(texts, states, strict=True)):
        blanks = " " * (width - cell_width(text))
        emit(f"{number or '':>{number_width}}  {text}{blanks}  {state_text(jugs, state)}")
    if plan.length > show:
        after = ngettext("... and after {count} action: {state}", "... and after {count} actions: {state}", plan.length)
        emit(after.format(count=plan.length, state=state_text(jugs, plan.end)))


def show_table(jugs: Jugs, plan: AnyPlan, show: int) -> None:
    """Writes a plan as a table: a column for each jug, and the water drawn so far."""
    from sito.render import Column, plain

    columns = [Column("", right=True), Column(_("action"))]
    columns += [
        Column(_("{jug} of {capacity}").format(jug=jug_name(jug), capacity=capacity), right=True)
        for jug, capacity in enumerate(jugs.capacities)
    ]
    columns += [Column(_("left"), right=True)] if jugs.supply is not None else []
    columns.append(Column(_("drawn"), right=True))
    rows = [["", _("start"), *jugs.start, 0]]
    before, drawn = jugs.start, 0
    for number, (action, state) in enumerate(islice(plan.steps(), show), 1):
        drawn += jugs.water(before, action)
        before = state
        rows.append([number, action_text(action), *state, drawn])
    if plan.length > show:
        rows.append(["...", "", *("..." for _amount in jugs.start), "..."])
        rows.append([plan.length, "", *plan.end, plan.water])
    screen().table(columns, [[plain(cell) for cell in row] for row in rows])


def draw(
    capacities: Amounts, amounts: Sequence[float], action: Action | None, width: int, rows: int = ROWS
) -> list[str]:
    """Draws jugs as lines of text, each `width` characters wide inside; arrows show where water goes.

    The largest jug is so many `rows` high; under each stand its name and how much is in it.

    >>> print("\\n".join(line.rstrip() for line in draw((4, 2), (2, 1), None, 3)[-5:]))
    │███│  │▄▄▄│
    │███│  │███│
    │███│  │███│
    └───┘  └───┘
     A 2    B 1
    """
    largest = max(capacities)
    heights = [max(2, round(rows * capacity / largest)) for capacity in capacities]
    columns = []
    for jug, (capacity, height, amount) in enumerate(zip(capacities, heights, amounts, strict=True)):
        eighths = round(8 * height * amount / capacity)
        lines = [" " * (width + 2)] * (rows - height)
        lines.append(_arrow(jug, action).center(width + 2))
        for row in reversed(range(height)):
            lines.append("│" + BLOCKS[min(8, max(0, eighths - 8 * row))] * width + "│")
        lines.append("└" + "─" * width + "┘")
        lines.append(f"{jug_name(jug)} {round(amount)}".center(width + 2))
        columns.append(lines)
    return ["  ".join(cells) for cells in zip(*columns, strict=True)]


def _arrow(jug: int, action: Action | None) -> str:
    if action is None:
        return ""
    return "↑" if action.source == jug else "↓" if action.target == jug else ""


def _width(jugs: Jugs, columns: int) -> int | None:
    """How wide a jug can be drawn so that all stand side by side; None if they cannot."""
    label = max(len(f"{jug_name(jug)} {capacity}") for jug, capacity in enumerate(jugs.capacities)) - 2
    width = min(max(WIDEST, label), (columns + 2) // len(jugs.capacities) - 4)
    return width if width >= max(NARROWEST, label) else None


def animate(jugs: Jugs, plan: AnyPlan, show: int, pace: float) -> None:
    """Shows the jugs in motion, `pace` seconds a step; picture after picture where the output is no terminal.

    Jugs that are too many or too large to be drawn side by side are listed instead.
    """
    import shutil

    width = _width(jugs, shutil.get_terminal_size().columns)
    if width is None:
        emit(_("The jugs are too many or too large to be drawn here; this is the plan as a list."))
        show_steps(jugs, plan, show)
        return
    if screen().terminal and pace > 0:
        _move(jugs, plan, show, pace, width)
    else:
        for caption, step, before in _captions(jugs, plan, show):
            state = jugs.amounts(step.state) if step else jugs.amounts(before)
            emit(caption)
            emit("\n".join(line.rstrip() for line in draw(jugs.capacities, state, step and step.action, width)))
            emit("")


def _captions(jugs: Jugs, plan: AnyPlan, show: int) -> Iterator[tuple[str, Step | None, Amounts]]:
    """Yields what is over each picture, the step that it shows (None for the start) and the state before it."""
    yield _("start") + "  " + state_text(jugs, jugs.start), None, jugs.start
    before = jugs.start
    for number, step in enumerate(islice(plan.steps(), show), 1):
        caption = f"{number}/{plan.length}  {action_text(step.action)}  {state_text(jugs, step.state)}"
        yield caption, step, before
        before = step.state


def _move(jugs: Jugs, plan: AnyPlan, show: int, pace: float, width: int) -> None:
    from rich.live import Live
    from rich.text import Text

    def picture(caption: str, amounts: Sequence[float], action: Action | None) -> Text:
        text = Text("\n".join([caption, *draw(jugs.capacities, amounts, action, width)]), no_wrap=True)
        text.highlight_regex(f"[{BLOCKS.strip()}]+", WATER_STYLE)
        return text

    live = Live(console=screen().console(), auto_refresh=False)
    with shown(live):
        for caption, step, before in _captions(jugs, plan, show):
            start = jugs.amounts(before)
            end = jugs.amounts(step.state) if step else start
            action = step.action if step else None
            for amounts in _between(start, end) if step else [start]:
                live.update(picture(caption, amounts, action), refresh=True)
                time.sleep(pace * MOTION / FRAMES_A_STEP)
            time.sleep(pace * (1 - MOTION))


def _between(start: Amounts, end: Amounts) -> Iterator[list[float]]:
    for frame in range(1, FRAMES_A_STEP + 1):
        part = frame / FRAMES_A_STEP
        yield [before + (after - before) * part for before, after in zip(start, end, strict=True)]


_VIEWS: dict[View, Callable[[Jugs, AnyPlan, int], None]] = {
    View.STEPS: show_steps,
    View.TABLE: show_table,
    View.LINE: show_line,
}


def show_plans(jugs: Jugs, plans: Iterable[AnyPlan], options: ViewOptions, count: int) -> None:
    """Writes plans to standard output; `count` is how many there are in all."""
    for number, plan in enumerate(plans, 1):
        if options.view is not View.LINE:
            title = _("Plan {number} of {count}:").format(number=number, count=count)
            emit(f"\n{title}" if options.every else "")
        if options.animated and options.svg is None:
            animate(jugs, plan, options.show, options.pace)
        else:
            _VIEWS[options.view](jugs, plan, options.show)


def draw_svg(jugs: Jugs, plan: AnyPlan, options: ViewOptions) -> None:
    """Draws a plan into the SVG file that was asked for. Raises `FileError`."""
    from sito.puzzles.jugs.pictures import moving_svg, strip_svg

    if options.svg is None:
        return
    count = min(options.show, MAX_PICTURES)
    draw_picture = moving_svg if options.animated else strip_svg
    picture = draw_picture(jugs, islice(plan.steps(), count), action_text, _("start"))
    write_atomically(options.svg, picture)
    note(_("The plan is drawn in {file}.").format(file=options.svg))
    if plan.length > count:
        only = ngettext("Only its first {count} action is.", "Only its first {count} actions are.", count)
        note(only.format(count=count))
