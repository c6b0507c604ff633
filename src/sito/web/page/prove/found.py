"""What a search found, in plain words: a proof is called one, and a bound is not."""

from __future__ import annotations

from typing import Any

from sito.base.limits import Stopped, why_stopped
from sito.operations.contests import SolveAnswer
from sito.show.i18n import _, fault_text
from sito.web.page.elements import Html
from sito.web.page.figures import Histograms
from sito.web.page.frame import Page


class Found:
    """Shows the best strategy that was found, and whether it is proven."""

    def __init__(self, page: Page) -> None:
        with page.box("found") as self._place:
            self._verdict = page.text(classes="verdict")
            self._sentences = Html("ul", classes="sentences")
            self._histogram = Histograms()
        self.hide()

    def hide(self) -> None:
        """Hides what was found before."""
        self._place.show(False)

    def show(self, told: SolveAnswer) -> str:
        """Shows the result of a search, and gives what there is to say about it first."""
        proven = told.proven
        self._verdict.classes(add="verdict-right" if proven else "", remove="" if proven else "verdict-right")
        if proven:
            verdict = _("This is proven: every other strategy was ruled out.")
        else:
            verdict = _("This is not proven: the bounds have not met.")
        self._verdict.set_text(verdict)
        sentences = told.sentences
        self._sentences.clear()
        with self._sentences:
            for sentence in sentences:
                Html("li", sentence)
        self._histogram.show(_histogram(told))
        self._place.show()
        if told.stopped is None or proven:
            return sentences[0]
        why = fault_text(why_stopped(Stopped(told.stopped)))
        return _("Stopped early, {why}. {found}").format(why=why, found=sentences[0])


def _histogram(told: SolveAnswer) -> list[dict[str, Any]]:
    counts = told.histogram
    if not counts or told.total is None:
        return []
    games = sum(counts)
    mean = told.total / (told.weight or games)
    row = {"key": "found", "name": _("guesses"), "counts": counts, "games": games, "mean": mean}
    listed = ", ".join(f"{guesses}: {count}" for guesses, count in enumerate(counts, 1) if count)
    return [{**row, "text": f"{mean:.3f}", "told": listed}]
