"""The codemaker of `sito play`: made from options or from a saved game, and what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sito.cli.table import thinking
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback
from sito.errors import N_, Fault, InputError
from sito.makers import AdversarialMaker, LyingMaker
from sito.makers.named import MakerName, NamedMaker
from sito.playing.game import Codebreaker, Transcript
from sito.rules.rules import Rules
from sito.show.game_sentences import farewell, maker_sentences, maker_task
from sito.show.i18n import _
from sito.show.sentences import hard_sentence, rules_sentence


@dataclass(frozen=True)
class Maker(NamedMaker):
    """A codemaker that a person waits for at a terminal, with what it has to say."""

    @classmethod
    def new(cls, name: MakerName | None, rules: Rules, lies: int | None, secret: str | None, seed: int) -> Maker:
        """Makes the codemaker that was asked for; its code is `secret`, or drawn. Raises `InputError`."""
        named = name or (MakerName.LYING if lies or rules.lies else MakerName.FAIR)
        InputError.check(_faults(named, lies, secret))
        return cls.chosen(name, rules, secret, seed, lies)

    @classmethod
    def of(cls, maker: NamedMaker) -> Maker:
        """Takes one of a game that is kept."""
        return cls(maker.name, maker.keeper)

    def answer(self, game: Transcript, guess: Code) -> Feedback:
        """Answers a guess; at a terminal a person sees that it thinks."""
        with thinking(_("I am thinking")):
            return self.keeper.answer(game, guess)

    def greeting(self) -> str:
        """Says what is to be guessed."""
        return maker_task(rules_sentence(self.rules), adversarial=self.name is MakerName.ADVERSARIAL)

    def about(self, hard: bool) -> Iterator[str]:
        """Says what is special about a game with this codemaker."""
        yield from maker_sentences(self.rules.lies, adversarial=self.name is MakerName.ADVERSARIAL)
        if hard or self.rules.hard:
            yield hard_sentence(self.rules)

    def as_json(self, game: Transcript) -> dict[str, Any]:
        """Gives what it has to say at the end of a game: its name, its code or one that agrees, its lies."""
        space = CodeSpace(game.rules, guesses=True)
        told: dict[str, Any] = {"maker": self.name.value, "secret": self.secret}
        if isinstance(self.keeper, AdversarialMaker):
            told["agrees"] = self.shown(game)
        if isinstance(self.keeper, LyingMaker):
            told["lies"] = [
                {
                    "turn": lie.index + 1,
                    "guess": space.text(game.turns[lie.index].guess),
                    "answer": str(lie.answer),
                    "truth": str(lie.truth),
                }
                for lie in self.lies_told(game)
            ]
        return told

    def farewell(self, game: Transcript) -> Iterator[str]:
        """Says at the end what the code was, and what it did."""
        adversarial, lies = isinstance(self.keeper, AdversarialMaker), self.as_json(game).get("lies")
        return farewell(self.shown(game), lies, won=game.won, adversarial=adversarial)


def _faults(name: MakerName, lies: int | None, secret: str | None) -> Iterator[Fault]:
    if name is MakerName.FAIR and lies:
        yield Fault(N_("a fair codemaker tells no lies; leave out --lies, or take --maker lying"))
    if name is MakerName.ADVERSARIAL and secret is not None:
        yield Fault(N_("an adversarial codemaker has no code; leave out --secret, or take --maker fair"))


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
