"""What is compared: a game, strategies, and how many codes and games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from shlex import join

from sito.errors import N_, Fault, InputError
from sito.operations.contests import CompareQuestion
from sito.operations.questions import Words
from sito.show.i18n import _
from sito.show.sentences import strategy_line
from sito.tournament.contestants import default_contestants
from sito.web.page.elements import Switch
from sito.web.page.frame import Page
from sito.web.page.play.choosing import GameChoice

_BEFORE = ("entropy", "minimax", "first-consistent")
"""The strategies that are chosen before a person chooses."""
_ALL, _SAMPLE = "all", "sample"


def command_of(asked: CompareQuestion) -> str | None:
    """Writes the command that gives the same numbers; None for a word game, which needs a file."""
    if asked.words is not None:
        return None
    words = ["sito", "compare", "--rules", ",".join(asked.rules), "--strategies", ",".join(asked.strategies)]
    words += [] if asked.sample is None else ["--sample", str(asked.sample)]
    words += ["--seed", str(asked.seed)] if asked.seed else []
    return join(words)


class Form:
    """Asks what is to be compared."""

    def __init__(self, page: Page) -> None:
        self._game = GameChoice(page)
        which = {_ALL: _("every code"), _SAMPLE: _("a sample of the codes")}
        self._which = page.choice(_("Codes to break"), which, _ALL, self._choose, buttons=True)
        with page.row("numbers") as self._numbers:
            self._sample = page.field(_("How many"), "200", mode="numeric", most=9)
            self._seed = page.field(_("Seed"), "0", mode="numeric", most=9)
        self._switches: dict[str, Switch] = {}
        with page.box("switches"):
            self._offer(page, _BEFORE, chosen=True)
        with page.details(_("More strategies")), page.box("switches"):
            self._offer(page, [name for name in (*default_contestants(), "best") if name not in _BEFORE], chosen=False)
        self._choose(_ALL)

    def _offer(self, page: Page, names: Iterable[str], *, chosen: bool) -> None:
        for name in names:
            self._switches[name] = page.switch(name, chosen, hint=strategy_line(name))

    def _choose(self, which: str) -> None:
        self._numbers.show(which == _SAMPLE)

    def read(self) -> CompareQuestion:
        """Reads it. Raises `InputError` with every fault."""
        chosen = tuple(name for name, switch in self._switches.items() if switch.value)
        InputError.check(self._faults(chosen))
        rules, words = self._game.chosen()
        sampled = self._which.value == _SAMPLE
        sample = int(self._sample.value) if sampled else None
        seed = int(self._seed.value) if sampled else 0
        return CompareQuestion([rules], list(chosen), sample, seed=seed, words=Words.of(words))

    def _faults(self, chosen: tuple[str, ...]) -> Iterator[Fault]:
        if not chosen:
            yield Fault(N_("No strategy is chosen; choose one or several."))
        if self._which.value == _SAMPLE:
            for text, name, least in ((self._sample.value, "sample", 1), (self._seed.value, "seed", 0)):
                if not text.strip().isdecimal() or int(text) < least:
                    wrong = N_("{name} is {value!r}; it must be a whole number, as in {name}=5")
                    yield Fault(wrong, name=name, value=text)
