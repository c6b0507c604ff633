"""A search while it goes on: its bounds over time, and its numbers."""

from __future__ import annotations

from sito.operations.contests import SolveAnswer
from sito.show.i18n import _, grouped, pgettext
from sito.web.page.elements import Html
from sito.web.page.figures import Bounds
from sito.web.page.frame import Page
from sito.web.page.watched import Course

_LEAST_POINTS = 2


class Search:
    """Draws the bounds of a search."""

    def __init__(self, page: Page) -> None:
        self.stage = self.sentence = ""
        """What it does now, and where its bounds are, in words."""
        with page.box("search") as self._place:
            self._bounds = Bounds()
            with Html("dl", classes="numbers"):
                self._lower = _number(_("no strategy beats"))
                self._upper = _number(_("best found"))
                self._gap = _number(_("gap"))
                self._positions = _number(_("positions"))
                self._guess = _number(_("first guess"))
                self._time = _number(_("time"))
        self._place.show(False)

    def show(self, course: Course, result: SolveAnswer | None) -> None:
        """Shows how far a search is; `result` is what it found, once it is over."""
        points = [(seconds, told) for seconds, told in course.points if told["stage"] in _stages()]
        if not points:
            self.stage = self.sentence = _("preparing the search")
            self._place.show(False)
            return
        _seconds, now = points[-1]
        stage = now["stage"]
        self.stage = _("Searching: {stage}").format(stage=_stages()[stage])
        drawn = [(seconds, told["lower"], told["upper"]) for seconds, told in points if told["stage"] == stage]
        lower, upper = now["lower"], now["upper"]
        if result is not None and result.lower and result.upper and len(result.lower) == len(result.upper) == 1:
            lower, upper = result.lower[0], result.upper[0]
            drawn.append((course.seconds, lower, upper))
        least = _("at least {lower}").format(lower=grouped(lower))
        both = _("between {lower} and {upper}")
        self.sentence = least if upper is None else both.format(lower=grouped(lower), upper=grouped(upper))
        texts = {
            "lower": _("no strategy beats"),
            "upper": _("best found"),
            "seconds": _("{seconds} s"),
            "told": f"{_stages()[stage]}: {self.sentence}",
        }
        self._bounds.show(drawn if len(drawn) >= _LEAST_POINTS else [], texts)
        self._lower.set_text(grouped(lower))
        self._upper.set_text("-" if upper is None else grouped(upper))
        self._gap.set_text("-" if upper is None else grouped(upper - lower))
        self._positions.set_text(grouped(now["positions"] if result is None else result.positions))
        self._guess.set_text((now["guess"] if result is None else result.guess) or "-")
        self._time.set_text(_("{seconds} s").format(seconds=round(course.seconds, 1)))
        self._place.show()


def _stages() -> dict[str, str]:
    """Names what a search makes least; it makes nothing least yet while it prepares."""
    return {
        "total": pgettext("an aim of a search", "total"),
        "worst": pgettext("an aim of a search", "worst"),
        "fewest": _("fewest"),
        "prices": _("cost"),
    }


def _number(name: str) -> Html:
    with Html("div"):
        Html("dt", name)
        return Html("dd", "-")
