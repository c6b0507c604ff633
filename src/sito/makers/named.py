"""The codemakers by name, as games that are kept name them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import count_lies_told
from sito.codes.feedback import Feedback, score
from sito.errors import Fault
from sito.makers.adversarial import AdversarialMaker
from sito.makers.lying import LyingMaker
from sito.playing.game import SecretKeeper, Transcript, check_consistent
from sito.rules.rules import Rules


class MakerName(StrEnum):
    """The codemakers by name."""

    FAIR = "fair"
    ADVERSARIAL = "adversarial"
    LYING = "lying"


@dataclass(frozen=True, slots=True)
class Lie:
    """An answer of a lying codemaker that was not true; `index` counts turns from 0."""

    index: int
    answer: Feedback
    truth: Feedback


@dataclass(frozen=True)
class NamedMaker:
    """A codemaker with its name; what it needs to be made again is its name, its rules, its secret and its seed.

    >>> maker = NamedMaker.make(MakerName.FAIR, Rules.parse("4x6"), "BFAC")
    >>> maker.secret, str(maker.answer(Transcript("4x6"), CodeSpace("4x6").parse("BACF")))
    ('BFAC', 'xooo')
    """

    name: MakerName
    keeper: SecretKeeper | AdversarialMaker | LyingMaker

    @classmethod
    def chosen(
        cls, name: MakerName | None, rules: Rules, secret: str | None, seed: int, lies: int | None = None
    ) -> Self:
        """Makes the codemaker of a new game; without a name a fair one, or a lying one where there are lies.

        Its code is `secret`, or drawn with `seed`; a lying codemaker tells one lie if nothing says how many.
        Raises `RulesError` or `CodeError`.

        >>> NamedMaker.chosen(MakerName.LYING, Rules.parse("4x6"), None, seed=1).rules
        Rules.parse('4x6-lies1')
        """
        chosen = name or (MakerName.LYING if lies or rules.lies else MakerName.FAIR)
        if lies or (chosen is MakerName.LYING and not rules.lies):
            rules = replace(rules, lies=lies or 1)
        return cls.make(chosen, rules, secret, seed)

    @classmethod
    def make(cls, name: MakerName, rules: Rules, secret: str | None = None, seed: int = 0) -> Self:
        """Makes the codemaker of this name again. Raises `CodeError` for a secret that does not fit."""
        if name is MakerName.ADVERSARIAL:
            return cls(name, AdversarialMaker(rules))
        code = CodeSpace(rules).draw(random.Random(seed)) if secret is None else CodeSpace(rules).parse(secret)
        return cls(name, SecretKeeper(rules, code) if name is MakerName.FAIR else LyingMaker(rules, code, seed=seed))

    @property
    def rules(self) -> Rules:
        """The rules of the game, with the lies that there may be."""
        return self.keeper.rules

    @property
    def seed(self) -> int | None:
        """What a lying codemaker draws its lies with; None for the others, which draw nothing."""
        return self.keeper.seed if isinstance(self.keeper, LyingMaker) else None

    @property
    def secret(self) -> str | None:
        """The code that it has, if it has one."""
        keeper = self.keeper
        return None if isinstance(keeper, AdversarialMaker) else CodeSpace(keeper.rules).text(keeper.secret)

    def secret_of(self, game: Transcript) -> str | None:
        """The code that a game was about: the one that was hit, or the one that it has."""
        return CodeSpace(game.rules).text(game.turns[-1].guess) if game.won else self.secret

    def shown(self, game: Transcript) -> str:
        """The code that it shows at the end of a game; an adversarial one shows one that agrees with its answers."""
        return CodeSpace(game.rules, guesses=True).text(self.keeper.code(game))

    def answer(self, game: Transcript, guess: Code) -> Feedback:
        """Answers a guess."""
        return self.keeper.answer(game, guess)

    def lies_told(self, game: Transcript) -> Iterator[Lie]:
        """Yields the answers of a game that were not true; only a lying codemaker gives such."""
        if isinstance(self.keeper, LyingMaker):
            for index in self.keeper.lies_told(game):
                guess, answer = game.turns[index]
                if isinstance(answer, Feedback):
                    yield Lie(index, answer, score(game.rules, guess, self.keeper.secret))

    def foreign_answers(self, game: Transcript) -> Iterator[Fault]:
        """Finds answers that this codemaker does not give.

        Raises `InconsistentError` if answers of an adversarial one leave no code.
        """
        if isinstance(self.keeper, AdversarialMaker):
            check_consistent(game)
        elif isinstance(self.keeper, LyingMaker):
            if count_lies_told(game.rules, game.turns, self.keeper.secret) is None:
                yield Fault("the code of the game cannot have the answers of the game")
        else:
            for number, (guess, answer) in enumerate(game.turns, 1):
                if answer != score(game.rules, guess, self.keeper.secret):
                    yield Fault("answer {number} is not the one that the code of the game gives", number=number)
