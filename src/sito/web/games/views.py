"""Turns of a game and codes that are left, as the states of games show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer
from sito.playing.game import Transcript
from sito.rules.rules import FeedbackKind, Rules
from sito.web.games.states import RulesView, TurnView


@dataclass(frozen=True)
class Beholder:
    """For whom the state of a game is made, and what the game itself does not know."""

    id: str
    version: int
    seat: int
    code: str | None = None
    """What a duel is joined with."""
    present: bool = True
    """Whether the other side of a duel is here."""
    seen: float | None = None
    """Seconds since the other side was here last."""


@lru_cache(maxsize=64)
def rules_view(rules: Rules) -> RulesView:
    """Makes the view of rules; the last ones are kept, for word lists are long."""
    return RulesView.of(rules, CodeSpace(rules).size)


def turn_views(game: Transcript, lefts: Sequence[int | None]) -> tuple[TurnView, ...]:
    """Makes the views of the turns of a game; `lefts` are how many codes were possible after each, if known."""
    space = CodeSpace(game.rules, guesses=True)
    return tuple(
        _turn_view(number, space, guess, answer, left)
        for number, ((guess, answer), left) in enumerate(zip_longest(game.turns, lefts), 1)
    )


def _turn_view(number: int, space: CodeSpace, guess: Code, answer: Answer, left: int | None) -> TurnView:
    marks: tuple[int | None, ...] = answer.marks if answer.kind is FeedbackKind.POSITION else ()
    return TurnView(
        number=number,
        guess=space.text(guess),
        colors=tuple(guess),
        answer=str(answer),
        black=answer.black,
        white=answer.white,
        total=answer.total,
        marks=marks,
        wins=answer.wins,
        left=left,
    )
