"""The views of the page: where each is, what it is called, and which module has it."""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple

from sito.errors import N_


class View(NamedTuple):
    """One view; `title` and `purpose` are English sentences for `_()`."""

    path: str
    title: str
    module: str
    purpose: str


HOME = View("/", N_("Start"), "sito.web.page.home", "")
VIEWS = (
    View("/play", N_("Play"), "sito.web.page.play", N_("You guess the computer's code.")),
    View("/keep", N_("Keep"), "sito.web.page.keep", N_("You think of a code, and the computer guesses it.")),
    View("/duel", N_("Duel"), "sito.web.page.duel", N_("Both guess: against the computer, or a friend with a link.")),
    View("/learn", N_("Learn"), "sito.web.page.learn", N_("See how every answer sieves the codes.")),
    View("/analyse", N_("Analyse"), "sito.web.page.analyse", N_("Enter any game: what is possible, what is best.")),
    View("/compare", N_("Compare"), "sito.web.page.compare", N_("Let strategies play every code of a game.")),
    View("/prove", N_("Prove"), "sito.web.page.prove", N_("Find the best strategy there is, and prove it.")),
    View("/jugs", N_("Jugs"), "sito.web.page.jugs", N_("Measure water with jugs.")),
    View("/pegs", N_("Pegs"), "sito.web.page.pegs", N_("Jump pegs until one is left.")),
)


def views() -> tuple[View, ...]:
    """Lists the views whose modules are there.

    >>> all(view.path.startswith("/") for view in views())
    True
    """
    return tuple(view for view in VIEWS if find_spec(view.module) is not None)
