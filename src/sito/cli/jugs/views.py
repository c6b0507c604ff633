"""How plans for water jugs look in a terminal: lists, tables, jugs drawn with blocks, and those in motion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated, TypeVar

from sito.base.deadline import Deadline
from sito.base.files import write_atomically
from sito.cli.output import emit, note, screen
from sito.cli.parameters import Argument
from sito.cli.watch import MOST_PACE, animated
from sito.errors import N_, Fault, LimitError, PuzzleError
from sito.operations.jugs import Drain, LeastWater, Tap
from sito.operations.operation import Ask
from sito.puzzles.jugs.plan import Action, Amounts, JugPlan, Step, jug_name
from sito.puzzles.jugs.problem import NO_ONE_GOAL, Jugs
from sito.puzzles.jugs.solver import MAX_STATES
from sito.show.fitting import cell_width
from sito.show.i18n import _, ngettext, pgettext
from sito.show.puzzle_sentences.jugs import action_text, state_text


@dataclass(frozen=True, kw_only=True)
class JugOptions:
    """The jugs, and what is to be measured."""

    HEADING = N_("Puzzle")

    capacities: Annotated[list[str] | None, Argument(N_("What each jug holds."), metavar="CAPACITY")] = None
    target: Annotated[str | None, Ask(N_("What to measure."), short="-t", metavar="AMOUNT")] = None
    where: Annotated[
        str,
        Ask(N_("Where to have it: any (one jug), together (all jugs), or a jug by letter or capacity."), name="--in"),
    ] = "any"
    end: Annotated[str | None, Ask(N_("An amount for each jug instead: 4,4,0."), metavar="AMOUNTS")] = None
    start: Annotated[str | None, Ask(N_("What each jug has at first: 8,0,0. Without it: 0."), metavar="AMOUNTS")] = None
    tap: Tap = True
    drain: Drain = True
    decant: Annotated[bool, Ask(N_("No tap and no drain: pour from jug to jug only."))] = False
    supply: Annotated[str | None, Ask(N_("How much water the tap has in all."), metavar="AMOUNT")] = None

    def read(self) -> Jugs:
        """Makes the problem. Raises `PuzzleError` with every fault."""
        if not self.capacities:
            missing = N_("{name} is missing; write it as in: {example}")
            raise PuzzleError(Fault(missing, name="CAPACITY", example="sito jugs 8 5 --target 4"))
        faults = [
            Fault(N_("there is no option {option}; 'sito jugs --help' lists those there are"), option=text[:40])
            for text in self.capacities
            if text.startswith("--")
        ]
        PuzzleError.check(faults)
        try:
            return Jugs.parse(
                self.capacities,
                self.target,
                where=self.where,
                end=self.end,
                start=self.start,
                tap=self.tap and not self.decant,
                drain=self.drain and not self.decant,
                supply=self.supply,
            )
        except PuzzleError as error:
            goal = Fault(N_("give either --target, as in --target 4, or --end, as in --end 4,4,0"))
            raise PuzzleError(*(goal if fault == NO_ONE_GOAL else fault for fault in error.faults)) from None


@dataclass(frozen=True, kw_only=True)
class EffortOptions:
    """What is to be made least, and how much may be searched for it."""

    HEADING = N_("Search")

    least_water: LeastWater = False
    max_states: Annotated[int, Ask(N_("How many states to keep at most."), 1)] = MAX_STATES


class View(StrEnum):
    """How a plan is written."""

    STEPS = "steps"
    TABLE = "table"
    LINE = "line"


@dataclass(frozen=True, kw_only=True)
class ViewOptions:
    """Which plans are shown, and how."""

    HEADING = N_("Output")

    every: Annotated[bool, Ask(N_("All the best plans, not one."), name="--all", short="-a")] = False
    show: Annotated[int, Ask(N_("How many actions to show."), 0)] = 100
    view: Annotated[View, Ask(N_("How to write a plan."))] = View.STEPS
    animated: Annotated[
        bool, Ask(N_("Show the jugs in motion; with --svg, draw a moving picture."), name="--animate")
    ] = False
    pace: Annotated[float, Ask(N_("How long a step of the animation takes."), 0, MOST_PACE, metavar="SECONDS")] = 1.0
    svg: Annotated[Path | None, Ask(N_("Draw the plan into an SVG file."))] = None


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

    plan: JugPlan
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
    from sito.show.render import Column

    columns = [Column("", right=True), Column(_("action"))]
    columns += [
        Column(_("{jug} of {capacity}").format(jug=jug_name(jug), capacity=capacity), right=True)
        for jug, capacity in enumerate(jugs.capacities)
    ]
    columns += [Column(pgettext("water in the tap", "left"), right=True)] if jugs.supply is not None else []
    columns.append(Column(pgettext("water", "drawn"), right=True))
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
    screen().table(columns, rows)


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
        animated(_frames(jugs, shown, pace, width), {f"[{BLOCKS.strip()}]+": WATER_STYLE})
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


def _frames(jugs: Jugs, shown: Shown, pace: float, width: int) -> Iterator[tuple[str, float]]:
    """Draws the pictures of the jugs in motion, each with the seconds that it is to be seen."""
    for caption, step, before in _captions(jugs, shown):
        start, action = jugs.amounts(before), step and step.action
        end, frames = (jugs.amounts(step.state), FRAMES_A_STEP) if step else (start, 1)
        for frame in range(1, frames + 1):
            part = frame / frames
            amounts = [old + (new - old) * part for old, new in zip(start, end, strict=True)]
            picture = "\n".join([caption, *draw(jugs.capacities, amounts, action, width)])
            yield picture, pace * (MOTION / FRAMES_A_STEP + (1 - MOTION if frame == frames else 0))


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


def draw_svg(jugs: Jugs, plan: JugPlan, options: ViewOptions) -> None:
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
