"""What all codemakers of Sito have in common: at the end of a game they show a code."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from sito.codes.code import Code, CodeOrText
from sito.codes.consistency import check_game
from sito.codes.feedback import Feedback
from sito.errors import N_, RulesError
from sito.playing.game import Codemaker, Transcript
from sito.rules.rules import Rules


@runtime_checkable
class RevealingMaker(Codemaker, Protocol):
    """A codemaker that shows a code at the end of a game."""

    def answer(self, game: Transcript, guess: CodeOrText) -> Feedback:
        """Answers a guess, given as a value or as text; of its answers nothing is unknown."""
        ...

    def code(self, game: Transcript) -> Code:
        """Shows a code that agrees with all answers of the game, the secret if there is one."""
        ...


def check_rules(rules: Rules, game: Transcript) -> None:
    """Raises `RulesError` if a game is of other rules than those of its codemaker, and `InputError` for no game."""
    check_game(game)
    if game.rules is not rules and game.rules.key != rules.key:
        other = N_("the codemaker keeps a code of {rules}, and the game is one of {other}")
        raise RulesError.said(other, rules=str(rules), other=str(game.rules))
