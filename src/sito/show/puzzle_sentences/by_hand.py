"""What is said of any puzzle that a person solves by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sito.puzzles.by_hand import AnyHand, AnyOutlook, Outlook
from sito.puzzles.search import Move
from sito.show.i18n import _, fault_text


@dataclass(frozen=True)
class Sentences:
    """What is said of a kind of puzzle; nouns differ from kind to kind, so each has sentences of its own."""

    problem: Callable[[Any], str]
    """What is to be done."""
    step: Callable[[Any], str]
    """A step, as it is written in plans."""
    taken: Callable[[AnyHand, Any], str]
    """That a step was taken, which led here."""
    count: Callable[[Any], str]
    """How many steps were taken."""
    position: Callable[[Any], Iterable[str]]
    """How it stands."""
    fewest: Callable[[AnyOutlook], str]
    """How many steps it takes from here, or what is known of that; not for a position without a way."""
    ending: Callable[[Any, AnyOutlook], str]
    """That it is solved, and how well; the outlook is that from the start."""
    way: Callable[[AnyOutlook, tuple[Any, ...]], str]
    """What a way that is shown takes."""


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
