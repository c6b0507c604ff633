"""What is to be proven: a game, what to make least, and how long to search."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import join

from sito.errors import N_, Fault, InputError
from sito.exact.problem import Objective
from sito.operations.contests import SolveQuestion
from sito.operations.questions import Words
from sito.show.i18n import _, ngettext
from sito.show.in_words.solutions import aim_names
from sito.web.page.elements import Field
from sito.web.page.frame import Page
from sito.web.page.play.choosing import GameChoice

_SECONDS = (10, 60, 600)


class Form:
    """Asks what is to be proven."""

    def __init__(self, page: Page) -> None:
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

    def choose(self, rules: str, objective: str) -> None:
        """Chooses a game and an objective; what is not known stays as it is."""
        if rules:
            self._game.choose(rules)
        if objective in {known.value for known in Objective}:
            self._objective.set(objective)

    def read(self) -> SolveQuestion:
        """Gives what is asked. Raises `InputError`."""
        rules, words = self._game.chosen()
        InputError.check(_number_faults(self._depth))
        depth = self._depth.value.strip()
        return SolveQuestion(
            rules=rules,
            words=Words.of(words),
            objective=Objective.of(self._objective.value),
            depth=int(depth) if depth else None,
            consistent=bool(self._consistent.value),
            seconds=int(self._seconds.value),
        )


def _number_faults(depth: Field) -> Iterator[Fault]:
    text = depth.value.strip()
    if text and (not text.isdecimal() or not int(text)):
        wrong = N_("{name} is {value!r}; it must be a whole number from 1 on")
        yield Fault(wrong, name="depth", value=text)


def command_of(asked: SolveQuestion) -> str | None:
    """Writes the command that proves the same; None for a word game, which needs a file."""
    if asked.words is not None:
        return None
    words = ["sito", "solve", asked.rules, "--objective", asked.objective.value]
    words += [] if asked.depth is None else ["--depth", str(asked.depth)]
    words += ["--consistent"] if asked.consistent else []
    return join([*words, "--time", f"{asked.seconds:g}s"])
