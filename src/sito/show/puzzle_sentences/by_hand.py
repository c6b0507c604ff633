"""What is said of any puzzle that a person solves by hand."""

from __future__ import annotations

from collections.abc import Callable

from sito.puzzles.by_hand import Outlook
from sito.puzzles.search import Move
from sito.show.i18n import _, fault_text


def cannot_sentence(outlook: Outlook[Move]) -> str:
    """Says that it cannot be done, and why."""
    if outlook.why is None:
        return _("From here it cannot be done.")
    return _("From here it cannot be done: {why}.").format(why=fault_text(outlook.why))


def hint_sentence(outlook: Outlook[Move], step_text: Callable[[Move], str]) -> str:
    """Tells a next step of the best way that is known; `step_text` writes it."""
    step = outlook.hint
    if step is None:
        return _("No way from here is known yet, so there is no hint.")
    if outlook.fewest is None:
        sentence = _("{step} is on a way to the goal; whether there is a better one is not known.")
    else:
        sentence = _("A best next step: {step}.")
    return sentence.format(step=step_text(step))
