"""A codebreaker that a person waits for."""

from __future__ import annotations

from sito.cli.table import thinking
from sito.codes.code import Code
from sito.playing.game import Codebreaker, Transcript
from sito.show.i18n import _

__all__ = ["ThinkingBreaker", "thinking"]


class ThinkingBreaker:
    """A codebreaker that a person waits for; it remembers its last guess, and makes it again at once."""

    def __init__(self, breaker: Codebreaker) -> None:
        self._breaker = breaker
        self._last: tuple[Transcript, Code] | None = None

    def guess(self, game: Transcript) -> Code:
        """Gives the guess of the other codebreaker."""
        if self._last is None or self._last[0] != game:
            with thinking(_("I am thinking")):
                self._last = game, self._breaker.guess(game)
        return self._last[1]
