"""The exact numbers of a problem of peg solitaire, worked out as a job when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable

from sito.operations.operation import as_json
from sito.operations.pegs import PegsAnswer, PegsQuestion, pegs
from sito.puzzles.pegs.problem import Problem
from sito.show.i18n import _, fault_text, grouped, ngettext
from sito.show.puzzle_sentences.pegs import count_names, moves_text
from sito.web.page.frame import Page
from sito.web.work.jobs import Job, JobState


class Counts:
    """Solutions, games and positions: a button, how far the search is, and a table."""

    def __init__(self, page: Page, problem: Callable[[], Problem]) -> None:
        self._page, self._problem = page, problem
        self._job: Job | None = None
        self._forget: Callable[[], object] = lambda: None
        with page.details(_("Counts")):
            page.text(
                _("How many solutions, games and positions there are, exactly. Large boards may take minutes."), "hint"
            )
            with page.row():
                self._begin = page.button(_("Count"), self._count)
                self._stop = page.button(_("Stop"), self._cancel)
            self._told = page.text("", "count")
            with page.box() as self._place:
                self._table = page.table(
                    _("Counts"), [_("positions and games"), _("number")], [], numeric=[1], hides_caption=True
                )
        self._stop.enable(False)
        self._place.show(False)
        page.on_close(self.clear)

    def clear(self) -> None:
        """Forgets the numbers, and stops the job; for another problem, and when the view is left."""
        self._cancel()
        self._forget()
        self._job = None
        if not self._page.client.is_deleted:
            self._told.set_text("")
            self._place.show(False)
            self._begin.enable()
            self._stop.enable(False)

    def _count(self) -> None:
        if self._job is not None and not self._job.over.is_set():
            return
        problem = self._problem()
        asked = PegsQuestion(problem.board.name, "", problem.start_text, problem.finish_text, count=True)
        self._job = self._page.services.jobs.start(pegs, {"asked": asked}, self._page.person)
        self._forget = self._job.listen(self._page.listener(self._hear))
        self._begin.enable(False)
        self._stop.enable()
        self._told.set_text(_("searching"))
        self._page.announce(_("searching"))

    def _cancel(self) -> None:
        if self._job is not None and not self._job.over.is_set():
            self._page.services.jobs.cancel(self._job.id, self._page.person)

    def _hear(self, job: Job) -> None:
        if job is not self._job:
            return
        if job.state in (JobState.WAITING, JobState.RUNNING):
            if isinstance(job.progress, dict):
                levels = job.progress["levels"]
                done = ngettext("{count} level done", "{count} levels done", levels).format(count=levels)
                text = _("{levels}; positions of the next: {positions}")
                self._told.set_text(text.format(levels=done, positions=grouped(job.progress["positions"])))
            return
        self._begin.enable()
        self._stop.enable(False)
        told = self._show(job.result) if isinstance(job.result, PegsAnswer) else ""
        if not told:
            told = _("Stopped.") if job.fault is None else fault_text(job.fault)
        self._told.set_text(told)
        self._page.announce(told)

    def _show(self, result: PegsAnswer) -> str:
        """Shows the numbers, and says what the search found; empty if it was ended before."""
        if result.counts is not None:
            names = count_names()
            self._table.set_rows([[names[name], grouped(number)] for name, number in as_json(result.counts).items()])
            self._place.show()
        if result.why is not None:
            return _("It cannot be done: {why}.").format(why=result.why)
        if result.proven and result.upper is not None:
            return _("{moves}, the fewest possible.").format(moves=moves_text(result.upper))
        return ""
