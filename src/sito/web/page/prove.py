"""The view Prove: `/prove`, `/prove?rules=4x6&objective=worst`, and `/prove?job=…` for a search that was begun."""

from __future__ import annotations

from shlex import join

from fastapi import Request
from nicegui import ui

from sito.base.limits import Stopped, why_stopped
from sito.errors import N_
from sito.exact.problem import Objective
from sito.operations.searches import SolveAnswer, SolveQuestion, solve
from sito.show.i18n import _, fault_text, grouped, ngettext, pgettext
from sito.show.in_words.solutions import aim_names, stage_names
from sito.web.page.choosing import GameChoice, whole_number
from sito.web.page.elements import Html
from sito.web.page.figures import Bounds, Histograms, histogram
from sito.web.page.frame import Page, frame
from sito.web.page.studied import Course, JobView, add_styles
from sito.web.work.jobs import Job

_SECONDS = (10, 60, 600)


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
                self._gap = _number(pgettext("between two bounds", "gap"))
                self._positions = _number(_("positions"))
                self._guess = _number(_("first guess"))
                self._time = _number(_("time"))
        self._place.show(False)

    def show(self, course: Course, result: SolveAnswer | None) -> None:
        """Shows how far a search is; `result` is what it found, once it is over."""
        points = [(seconds, told) for seconds, told in course.points if told["stage"] in stage_names()]
        if not points:
            self.stage = self.sentence = _("preparing the search")
            self._place.show(False)
            return
        _seconds, now = points[-1]
        stage = now["stage"]
        self.stage = _("Searching: {stage}").format(stage=stage_names()[stage])
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
            "told": f"{stage_names()[stage]}: {self.sentence}",
        }
        self._bounds.put(points=drawn if len(drawn) >= _LEAST_POINTS else [], texts=texts)
        self._lower.set_text(grouped(lower))
        self._upper.set_text("-" if upper is None else grouped(upper))
        self._gap.set_text("-" if upper is None else grouped(upper - lower))
        self._positions.set_text(grouped(now["positions"] if result is None else result.positions))
        self._guess.set_text((now["guess"] if result is None else result.guess) or "-")
        self._time.set_text(_("{seconds} s").format(seconds=round(course.seconds, 1)))
        self._place.show()


def _number(name: str) -> Html:
    with Html("div"):
        Html("dt", name)
        return Html("dd", "-")


_EXAMPLES = ("4x6", "4x10-distinct", "5x5", "4x8")
"""Games whose least total is proven soon."""


class Prove(JobView[SolveQuestion, SolveAnswer]):
    """One person's search."""

    BEGUN = N_("The search has begun.")
    _tree: str | None = None

    def __init__(self, page: Page) -> None:
        page.text(_("The search finds a best strategy, and proves that no other beats it."), "lead")
        super().__init__(page, solve, _("Prove"), _("Nothing has been searched yet."))

    def _add_form(self) -> None:
        page = self._page
        self._game = GameChoice(page)
        aims = {objective.value: ", ".join(aim_names(objective)) for objective in Objective}
        hint = _("What to make least; the first of several decides.")
        self._objective = page.choice(_("Objective"), aims, Objective.TOTAL.value, hint=hint)
        times = {
            seconds: ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
            for seconds in _SECONDS
        }
        self._seconds = page.choice(_("Search for at most"), times, _SECONDS[1], buttons=True)
        with page.details(_("More choices")):
            hint = _("The most guesses that any code may need from here on.")
            self._depth = page.field(_("Depth"), hint=hint, mode="numeric", most=3)
            self._consistent = page.switch(_("Guess only codes that agree with all answers so far."))
        with page.row("examples"):
            page.text(_("For example:"), "hint")
            for game in _EXAMPLES:
                page.link(game, f"/prove?rules={game}&objective=total", "button quiet")

    def choose(self, rules: str, objective: str) -> None:
        """Chooses a game and an objective; what is not known stays as it is."""
        if rules:
            self._game.choose(rules)
        if self._objective.can_be(objective):
            self._objective.set(objective)

    def _asked(self) -> SolveQuestion:
        rules, words = self._game.chosen()
        depth = whole_number(self._depth.value, "depth", least=1)
        self._found.show(False)
        return SolveQuestion(
            rules=rules,
            words=words,
            objective=Objective.of(self._objective.value),
            depth=depth,
            consistent=self._consistent.value,
            seconds=self._seconds.value,
        )

    def _command_of(self, asked: SolveQuestion) -> str | None:
        if asked.words is not None:
            return None
        words = ["sito", "solve", asked.rules, "--objective", asked.objective.value]
        words += [] if asked.depth is None else ["--depth", str(asked.depth)]
        words += ["--consistent"] if asked.consistent else []
        return join([*words, "--time", f"{asked.seconds:g}s"])

    def _add_results(self) -> None:
        page = self._page
        self._search = Search(page)
        with page.box("found").show(False) as self._found:
            self._verdict = page.text(classes="verdict")
            self._sentences = Html("ul", classes="sentences")
            self._histogram = Histograms()
            self._save = page.button(_("Save the tree"), self._save_tree)

    def _save_tree(self) -> None:
        """Gives the strategy as a file, which `sito tree verify` checks."""
        if self._tree is not None:
            ui.download.content(self._tree, "strategy.tree", "text/plain")

    def _show_progress(self, job: Job) -> tuple[str, str]:
        self._search.show(self._watched.course, job.result if job.over.is_set() else None)
        return self._search.stage, self._search.sentence

    def _show_end(self, told: SolveAnswer | None) -> str:
        """Shows the best strategy that was found, and whether it is proven."""
        if told is None:
            return _("It was stopped before anything was found.")
        proven = _("This is proven: every other strategy was ruled out.")
        open_ = _("This is not proven: the bounds have not met.")
        self._verdict.set_text(proven if told.proven else open_).set_class("verdict-right", told.proven)
        self._sentences.fill(told.sentences[1:])  # the first stands above
        self._tree = told.tree
        self._save.show(told.tree is not None)
        rows = []
        if told.histogram and told.total is not None:
            mean = told.total / (told.weight or sum(told.histogram))
            rows.append(histogram("found", _("guesses"), told.histogram, mean, f"{mean:.3f}"))
        self._histogram.put(rows=rows)
        self._found.show()
        if told.stopped is None or told.proven:
            return told.sentences[0]
        why = fault_text(why_stopped(Stopped(told.stopped)))
        return _("Stopped early, {why}. {found}").format(why=why, found=told.sentences[0])


@ui.page("/prove")
def view(request: Request) -> None:
    add_styles()
    asked = request.query_params
    with frame(request, N_("Prove")) as page:
        view = Prove(page)
        view.choose(asked.get("rules", ""), asked.get("objective", ""))
        view.take_up(asked.get("job", ""))
