"""Plans for water jugs as SVG: a strip of pictures to print, or one animated picture.

The pictures need only a browser and its fonts. The height of a jug shows its capacity, but
no jug is so low that its water could not be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from sito.base import svg
from sito.puzzles.jugs.plan import Action, Amounts, Step, jug_name

if TYPE_CHECKING:
    from sito.puzzles.jugs.problem import Jugs

WIDTH, HEIGHT, GAP = 44, 120, 16
LOWEST = 18
# Above a jug for the tap, below it for its name and amount.
ABOVE, BELOW = 34, 40
MARGIN, TITLE = 20, 26
LEAST_WIDTH = 150
ACROSS = 1000
SECONDS_A_STEP = 1.6

_RULES = {
    ".water": "fill:$water",
    ".glass": "fill:none;stroke:$glass;stroke-width:3;stroke-linejoin:round",
    ".arrow": "fill:none;stroke:$ink;stroke-width:1.8;marker-end:url(#sito-jugs-tip)",
    ".tip": "fill:$ink",
    ".goal": "fill:none;stroke:$goal;stroke-width:3",
    "text": "font:14px sans-serif;fill:$ink;text-anchor:middle",
    ".title": "font-weight:bold",
    ".name": "font-weight:bold",
}
_TIP = (
    '<marker id="sito-jugs-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
    '<path class="tip" d="M0 0L8 4L0 8z"/></marker>'
)


class _Scene:
    """The layout of a picture: where each jug stands."""

    def __init__(self, capacities: Amounts) -> None:
        self.capacities = capacities
        largest = max(capacities)
        self.heights = [max(LOWEST, round(HEIGHT * capacity / largest)) for capacity in capacities]
        longest = max(len(str(capacity)) for capacity in capacities)
        self.step = max(WIDTH, 8 * (2 * longest + 1)) + GAP
        self.width = max(LEAST_WIDTH, self.step * len(capacities))
        self.inset = (self.width - self.step * len(capacities)) / 2
        self.height = TITLE + ABOVE + HEIGHT + BELOW
        self.floor = TITLE + ABOVE + HEIGHT

    def left(self, jug: int) -> float:
        return self.middle(jug) - WIDTH / 2

    def middle(self, jug: int) -> float:
        return self.inset + self.step * jug + self.step / 2

    def level(self, jug: int, amount: int) -> float:
        return round(self.heights[jug] * amount / self.capacities[jug], 2)

    def glass(self, jug: int) -> str:
        left, top = self.left(jug), self.floor - self.heights[jug]
        return f'<path class="glass" d="M{left:g} {top:g}V{self.floor:g}H{left + WIDTH:g}V{top:g}"/>' + svg.text(
            self.middle(jug), self.floor + 34, jug_name(jug), "name"
        )

    def water(self, jug: int, amount: int) -> str:
        left, level = self.left(jug), self.level(jug, amount)
        return f'<rect class="water" x="{left:g}" y="{self.floor - level:g}" width="{WIDTH}" height="{level:g}"/>'

    def amount(self, jug: int, amount: int) -> str:
        return svg.text(self.middle(jug), self.floor + 17, f"{amount}/{self.capacities[jug]}", "amount")

    def title(self, text: str) -> str:
        return svg.text(self.width / 2, 16, text, "title")

    def frame(self) -> str:
        """A frame around the picture."""
        return f'<rect class="goal" x="-6" y="-6" width="{self.width + 12:g}" height="{self.height + 8:g}" rx="8"/>'

    def arrow(self, action: Action) -> str:
        """An arrow from the source to the target, or from the tap, or to the drain."""
        if action.source is not None and action.target is not None:
            start, end = self.middle(action.source), self.middle(action.target)
            y = TITLE + ABOVE - 10
            return f'<path class="arrow" d="M{start:g} {y}C{start:g} {y - 26} {end:g} {y - 26} {end:g} {y}"/>'
        jug = action.target if action.source is None else action.source
        middle, top = self.middle(jug or 0), self.floor - self.heights[jug or 0]
        down, up = top - 6, max(top - 28, TITLE)
        if action.source is None:
            return f'<path class="arrow" d="M{middle:g} {up:g}V{down:g}"/>'
        return f'<path class="arrow" d="M{middle:g} {down:g}V{up:g}"/>'


def strip_svg(jugs: Jugs, steps: Iterable[Step], label: Callable[[Action], str] = str, begin: str = "start") -> str:
    """Draws the start and the state after each step, picture by picture, in rows.

    `label` and `begin` are the words over the pictures. A state that meets the goal is framed.
    """
    scene = _Scene(jugs.capacities)
    pictures = [_picture(scene, jugs, jugs.start, scene.title(begin))]
    for number, (action, state) in enumerate(steps, 1):
        pictures.append(_picture(scene, jugs, state, scene.title(f"{number}: {label(action)}") + scene.arrow(action)))
    width, height, content = svg.grid(
        pictures, scene.width + MARGIN, scene.height + MARGIN, int(ACROSS // (scene.width + MARGIN))
    )
    return _document(jugs, width + MARGIN, height + MARGIN, svg.group(MARGIN, MARGIN, content))


def _picture(scene: _Scene, jugs: Jugs, state: Amounts, extra: str) -> str:
    frame = scene.frame() if jugs.solved(state) else ""
    return (
        frame
        + extra
        + "".join(
            scene.water(jug, amount) + scene.glass(jug) + scene.amount(jug, amount)
            for jug, amount in enumerate(jugs.amounts(state))
        )
    )


def moving_svg(jugs: Jugs, steps: Iterable[Step], label: Callable[[Action], str] = str, begin: str = "start") -> str:
    """Draws one picture that goes through the plan, over and over, in any browser (SMIL animation)."""
    scene = _Scene(jugs.capacities)
    listed = list(steps)
    states = [jugs.start, *(step.state for step in listed)]
    # The start and the end are shown for a step's time each; between, a step's water moves in its first half.
    moments = len(states) + 1
    clock = f'dur="{moments * SECONDS_A_STEP:g}s" repeatCount="indefinite"'
    body = []
    for jug in range(len(jugs.capacities)):
        levels = [scene.level(jug, state[jug]) for state in states]
        body.append(scene.water(jug, jugs.start[jug]).replace("/>", f">{_moving(levels, scene.floor, clock)}</rect>"))
        body.append(scene.glass(jug))
        body.extend(
            _shown(scene.amount(jug, amount), times, moments, clock)
            for amount, times in _times([state[jug] for state in states]).items()
        )
    texts = [scene.title(begin)] + [
        scene.title(f"{number}: {label(action)}") + scene.arrow(action) for number, (action, _) in enumerate(listed, 1)
    ]
    ends = [place for place, state in enumerate(states) if jugs.solved(state)]
    if ends:
        body.append(_shown(f"<g>{scene.frame()}</g>", ends, moments, clock))
    body += [_shown(f"<g>{text}</g>", [place], moments, clock) for place, text in enumerate(texts)]
    content = svg.group(MARGIN, MARGIN, "\n".join(body))
    return _document(jugs, scene.width + 2 * MARGIN, scene.height + 2 * MARGIN, content)


def _times(amounts: Sequence[int]) -> dict[int, list[int]]:
    """In which states a jug has each of its amounts."""
    times: dict[int, list[int]] = {}
    for place, amount in enumerate(amounts):
        times.setdefault(amount, []).append(place)
    return times


def _moving(levels: Sequence[float], floor: float, clock: str) -> str:
    """The water's level over time: at rest, then moving in the first half of each step."""
    moments = len(levels) + 1
    keys, values = ["0"], [levels[0]]
    for place, (before, after) in enumerate(pairwise(levels), 1):
        keys += [f"{place / moments:.5f}", f"{(place + 0.5) / moments:.5f}"]
        values += [before, after]
    keys.append("1")
    values.append(levels[-1])
    times = f'keyTimes="{";".join(keys)}" {clock}'
    tops = ";".join(f"{floor - value:g}" for value in values)
    heights = ";".join(f"{value:g}" for value in values)
    return (
        f'<animate attributeName="y" values="{tops}" {times}/>'
        f'<animate attributeName="height" values="{heights}" {times}/>'
    )


def _shown(element: str, places: Sequence[int], moments: int, clock: str) -> str:
    """An element that is visible only during the steps at `places`; the last of them lasts to the end."""
    keys, values = ["0"], ["visible" if 0 in places else "hidden"]
    for moment in range(1, moments - 1):
        seen = "visible" if moment in places else "hidden"
        if seen != values[-1]:
            keys.append(f"{moment / moments:.5f}")
            values.append(seen)
    if len(values) == 1:
        return element
    tag = element[1 : element.index(" " if element.startswith("<text") else ">")]
    animation = (
        f'<animate attributeName="visibility" calcMode="discrete" values="{";".join(values)}" '
        f'keyTimes="{";".join(keys)}" {clock}/>'
    )
    opened = element.replace(f"<{tag}", f'<{tag} visibility="{values[0]}"', 1)
    return opened[: opened.rindex("</")] + animation + opened[opened.rindex("</") :]


def _document(jugs: Jugs, width: float, height: float, content: str) -> str:
    return svg.document(
        "jugs",
        width,
        height,
        content,
        title=str(jugs),
        description="Jugs drawn by their capacity, with the water in each. A frame marks where the goal is met.",
        rules=_RULES,
        definitions=_TIP,
    )
