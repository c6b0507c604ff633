"""How plans for water jugs look in a terminal: lists, tables, jugs drawn with blocks, and those in motion."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from sito.base.deadline import Deadline
from sito.base.files import write_atomically
from sito.cli.jugs.input import View, ViewOptions
from sito.cli.output import emit, note, screen
from sito.cli.watch import shown as shown_live
from sito.errors import N_, Fault, LimitError
from sito.puzzles.jugs.answer import AnyPlan
from sito.puzzles.jugs.plan import Action, Amounts, Step, jug_name
from sito.puzzles.jugs.problem import Jugs
from sito.show.fitting import cell_width
from sito.show.i18n import _, ngettext
from sito.show.puzzle_sentences.jugs import action_text, state_text

# An SVG file of more pictures would be of no use.
MAX_PICTURES = 500

LOOK_EVERY = 1000  # steps or plans that are shown without a look at the clock
Thing = TypeVar("Thing")

ROWS = 10
WIDEST, NARROWEST = 9, 3
FRAMES_A_STEP = 12
MOTION = 0.5  # the part of a step's time in which the water moves
BLOCKS = " ▁▂▃▄▅▆▇█"
WATER_STYLE = "#56b4e9"


def in_time(things: Iterable[Thing], deadline: Deadline) -> Iterator[Thing]:
    """Yields things to be shown. Raises `LimitError` when the time is over, but not among the first thousand."""
    for number, thing in enumerate(things):
        if number and number % LOOK_EVERY == 0 and deadline.is_over:
            late = N_("the time was over before all was written; give more time, or a smaller number to --show")
            raise LimitError(Fault(late))
        yield thing


@dataclass(frozen=True)
class Shown:
    """What is shown of a plan: so many of its first steps, while there is time."""

    plan: AnyPlan
    most: int
    deadline: Deadline

    @property
    def is_cut(self) -> bool:
        """Whether the plan has more steps."""
        return self.plan.length > self.most

    def steps(self) -> Iterator[Step]:
        """Yields the steps. Raises `LimitError` as `in_time` does."""
        return in_time(islice(self.plan.steps(), self.most), self.deadline)


def show_line(jugs: Jugs, shown: Shown) -> None:
    """Writes the states of a plan in one line."""
    states = [state_text(jugs, state) for state in (jugs.start, *(step.state for step in shown.steps()))]
    if shown.is_cut:
        states += ["...", state_text(jugs, shown.plan.end)]
    emit(" ".join(states))


def show_steps(jugs: Jugs, shown: Shown) -> None:
    """Writes a plan as a list: number, action, state."""
    length = shown.plan.length
    number_width = len(str(min(length, shown.most)))
    first = {step.action for step in islice(shown.steps(), LOOK_EVERY)}  # hardly ever are there others later
    width = max(map(cell_width, [_("start"), *map(action_text, first)]))

    def line(number: int | str, text: str, state: Amounts) -> None:
        blanks = " " * (width - cell_width(text))
        emit(f"{number:>{number_width}}  {text}{blanks}  {state_text(jugs, state)}")

    line("", _("start"), jugs.start)
    for number, (action, state) in enumerate(shown.steps(), 1):
        line(number, action_text(action), state)
    if shown.is_cut:
        after = ngettext("... and after {count} action: {state}", "... and after {count} actions: {state}", length)
        emit(after.format(count=length, state=state_text(jugs, shown.plan.end)))


def show_table(jugs: Jugs, shown: Shown) -> None:
    """Writes a plan as a table: a column for each jug, and the water drawn so far."""
    from sito.show.render import Column, plain

    columns = [Column("", right=True), Column(_("action"))]
    columns += [
        Column(_("{jug} of {capacity}").format(jug=jug_name(jug), capacity=capacity), right=True)
        for jug, capacity in enumerate(jugs.capacities)
    ]
    columns += [Column(_("left"), right=True)] if jugs.supply is not None else []
    columns.append(Column(_("drawn"), right=True))
    rows = [["", _("start"), *jugs.start, 0]]
    before, drawn = jugs.start, 0
    for number, (action, state) in enumerate(shown.steps(), 1):
        drawn += jugs.water(before, action)
        before = state
        rows.append([number, action_text(action), *state, drawn])
    if shown.is_cut:
        plan = shown.plan
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


def animate(jugs: Jugs, shown: Shown, pace: float) -> None:
    """Shows the jugs in motion, `pace` seconds a step; picture after picture where the output is no terminal.

    Jugs that are too many or too large to be drawn side by side are listed instead.
    """
    import shutil

    width = _width(jugs, shutil.get_terminal_size().columns)
    if width is None:
        emit(_("The jugs are too many or too large to be drawn here; this is the plan as a list."))
        show_steps(jugs, shown)
        return
    if screen().terminal and pace > 0:
        _move(jugs, shown, pace, width)
    else:
        for caption, step, before in _captions(jugs, shown):
            state = jugs.amounts(step.state) if step else jugs.amounts(before)
            emit(caption)
            emit("\n".join(line.rstrip() for line in draw(jugs.capacities, state, step and step.action, width)))
            emit("")


def _captions(jugs: Jugs, shown: Shown) -> Iterator[tuple[str, Step | None, Amounts]]:
    """Yields what is over each picture, the step that it shows (None for the start) and the state before it."""
    yield _("start") + "  " + state_text(jugs, jugs.start), None, jugs.start
    before = jugs.start
    for number, step in enumerate(shown.steps(), 1):
        caption = f"{number}/{shown.plan.length}  {action_text(step.action)}  {state_text(jugs, step.state)}"
        yield caption, step, before
        before = step.state


def _move(jugs: Jugs, shown: Shown, pace: float, width: int) -> None:
    from rich.live import Live
    from rich.text import Text

    def picture(caption: str, amounts: Sequence[float], action: Action | None) -> Text:
        text = Text("\n".join([caption, *draw(jugs.capacities, amounts, action, width)]), no_wrap=True)
        text.highlight_regex(f"[{BLOCKS.strip()}]+", WATER_STYLE)
        return text

    live = Live(console=screen().console(), auto_refresh=False)
    with shown_live(live):
        for caption, step, before in _captions(jugs, shown):
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


_VIEWS: dict[View, Callable[[Jugs, Shown], None]] = {
    View.STEPS: show_steps,
    View.TABLE: show_table,
    View.LINE: show_line,
}


def show_plans(jugs: Jugs, plans: Iterable[Shown], options: ViewOptions, count: int) -> None:
    """Writes plans to standard output; `count` is how many there are in all."""
    for number, shown in enumerate(plans, 1):
        if options.view is not View.LINE:
            title = _("Plan {number} of {count}:").format(number=number, count=count)
            emit(f"\n{title}" if options.every else "")
        if options.animated and options.svg is None:
            animate(jugs, shown, options.pace)
        else:
            _VIEWS[options.view](jugs, shown)


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
