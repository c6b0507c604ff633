"""The codemaker of `sito play`: made from options or from a saved game, and what it says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any

import typer

from sito.cli.play.saved import SavedFields
from sito.cli.table import thinking
from sito.code import Code, CodeSpace
from sito.consistency import count_lies_told
from sito.errors import N_, Fault, InputError
from sito.feedback import Feedback, score
from sito.game import SecretKeeper, Transcript, check_consistent
from sito.i18n import _, ngettext
from sito.makers import AdversarialMaker, LyingMaker
from sito.rules import MAX_LIES, Rules
from sito.sentences import hard_sentence, rules_sentence

HARD = "hard"
"""What a saved game has in its field `mode` if it is played in hard mode."""


class MakerName(StrEnum):
    """The codemakers by name."""

    FAIR = "fair"
    ADVERSARIAL = "adversarial"
    LYING = "lying"


MakerOption = Annotated[
    MakerName | None,
    typer.Option(
        "--maker",
        help=_(
            "The codemaker: 'fair' has a code; 'adversarial' has none, and answers so that the game lasts as long as "
            "it can; 'lying' has a code and answers wrongly a few times. Without it: fair, or lying if the rules have "
            "lies."
        ),
    ),
]
LiesOption = Annotated[
    int | None,
    typer.Option(
        "--lies",
        min=1,
        max=MAX_LIES,
        metavar="NUMBER",
        help=_("How many answers may be wrong, as in the rules 4x6-lies1. Without it: 1 if the codemaker lies."),
    ),
]
HardOption = Annotated[
    bool, typer.Option("--hard", help=_("Hard mode: every guess must agree with all the answers so far."))
]


@dataclass(frozen=True)
class Maker:
    """A codemaker that a person waits for at a terminal, with what it has to say."""

    name: MakerName
    keeper: SecretKeeper | AdversarialMaker | LyingMaker

    @classmethod
    def new(cls, name: MakerName | None, rules: Rules, lies: int | None, secret: str | None, seed: int) -> Maker:
        """Makes the codemaker that was asked for; its code is `secret`, or drawn. Raises `InputError`."""
        chosen = name or (MakerName.LYING if lies or rules.lies else MakerName.FAIR)
        InputError.check(_faults(chosen, lies, secret))
        if lies or (chosen is MakerName.LYING and not rules.lies):
            rules = replace(rules, lies=lies or 1)
        return cls(chosen, _keeper(chosen, rules, secret, seed))

    @classmethod
    def read(cls, fields: SavedFields, game: Transcript) -> Maker:
        """Reads it from a saved game.

        Raises `InputError`, or `InconsistentError` for answers that it cannot have given.
        """
        name = _read_name(fields)
        secret = None if name is MakerName.ADVERSARIAL else fields.text("secret")
        maker = cls(name, _keeper(name, game.rules, secret, fields.number("seed") if name is MakerName.LYING else 0))
        InputError.check(maker._foreign_answers(game))
        return maker

    def saved(self) -> dict[str, Any]:
        """Gives what a saved game says of it; a fair one is saved as it always was."""
        if isinstance(self.keeper, SecretKeeper):
            return {"secret": self.keeper.text}
        if isinstance(self.keeper, LyingMaker):
            secret = CodeSpace(self.keeper.rules).text(self.keeper.secret)
            return {"maker": self.name.value, "secret": secret, "seed": self.keeper.seed}
        return {"maker": self.name.value}

    def _foreign_answers(self, game: Transcript) -> Iterator[Fault]:
        """Finds answers that this codemaker does not give."""
        if isinstance(self.keeper, AdversarialMaker):
            check_consistent(game)
            return
        if isinstance(self.keeper, LyingMaker):
            if count_lies_told(game.rules, game.turns, self.keeper.secret) is None:
                yield Fault(N_("the code of the game cannot have the answers of the game"))
            return
        for number, (guess, answer) in enumerate(game.turns, 1):
            if answer != score(game.rules, guess, self.keeper.secret):
                yield Fault(N_("answer {number} is not the one that the code of the game gives"), number=number)

    def answer(self, game: Transcript, guess: Code) -> Feedback:
        """Answers a guess; at a terminal a person sees that it thinks."""
        with thinking(_("I am thinking")):
            return self.keeper.answer(game, guess)

    @property
    def rules(self) -> Rules:
        """The rules of the game, with the lies that there may be."""
        return self.keeper.rules

    @property
    def secret(self) -> str | None:
        """The code that it has, if it has one."""
        keeper = self.keeper
        return None if isinstance(keeper, AdversarialMaker) else CodeSpace(keeper.rules).text(keeper.secret)

    def secret_of(self, game: Transcript) -> str | None:
        """The code that a game was about: the one it has, or the one that was hit."""
        return CodeSpace(game.rules).text(game.turns[-1].guess) if game.won else self.secret

    def greeting(self) -> str:
        """Says what is to be guessed."""
        sentence = _("I have a code: {rules}.")
        if self.name is MakerName.ADVERSARIAL:
            sentence = _("Guess {rules}.")
        return sentence.format(rules=rules_sentence(self.rules))

    def about(self, hard: bool) -> Iterator[str]:
        """Says what is special about a game with this codemaker."""
        if self.name is MakerName.ADVERSARIAL:
            yield _("I commit to no code: I answer so that you need as many guesses as I can force.")
        if self.rules.lies:
            sentence = ngettext(
                "Up to {count} answer may be wrong, but I always tell truly whether a guess is the code.",
                "Up to {count} answers may be wrong, but I always tell truly whether a guess is the code.",
                self.rules.lies,
            )
            yield sentence.format(count=self.rules.lies)
        if hard:
            yield hard_sentence()

    def as_json(self, game: Transcript) -> dict[str, Any]:
        """Gives what it has to say at the end of a game: its name, its code or one that agrees, its lies."""
        space = CodeSpace(game.rules, guesses=True)
        told: dict[str, Any] = {"maker": self.name.value, "secret": self.secret}
        if isinstance(self.keeper, AdversarialMaker):
            told["agrees"] = space.text(self.keeper.code(game))
        if isinstance(self.keeper, LyingMaker):
            told["lies"] = [
                {
                    "turn": index + 1,
                    "guess": space.text(game.turns[index].guess),
                    "answer": str(game.turns[index].answer),
                    "truth": str(score(game.rules, game.turns[index].guess, self.keeper.secret)),
                }
                for index in self.keeper.lies_told(game)
            ]
        return told

    def farewell(self, game: Transcript) -> Iterator[str]:
        """Says at the end what the code was, and what it did."""
        if isinstance(self.keeper, AdversarialMaker):
            if not game.won:
                code = CodeSpace(game.rules).text(self.keeper.code(game))
                yield _("{code} agrees with all my answers.").format(code=code)
            yield _("I had committed to no code.")
            return
        if not game.won:
            yield _("The code was {code}.").format(code=self.secret)
        if isinstance(self.keeper, LyingMaker):
            yield from self._confession(self.keeper, game)

    def _confession(self, keeper: LyingMaker, game: Transcript) -> Iterator[str]:
        lies = self.as_json(game)["lies"]
        if not lies:
            yield _("None of my answers was a lie.")
        for lie in lies:
            yield _("Answer {turn} was a lie: {guess} earns {truth}, not {answer}.").format(**lie)


def _faults(name: MakerName, lies: int | None, secret: str | None) -> Iterator[Fault]:
    if name is MakerName.FAIR and lies:
        yield Fault(N_("a fair codemaker tells no lies; leave out --lies, or take --maker lying"))
    if name is MakerName.ADVERSARIAL and secret is not None:
        yield Fault(N_("an adversarial codemaker has no code; leave out --secret, or take --maker fair"))


def _keeper(
    name: MakerName, rules: Rules, secret: str | None, seed: int
) -> SecretKeeper | AdversarialMaker | LyingMaker:
    if name is MakerName.ADVERSARIAL:
        return AdversarialMaker(rules)
    code = CodeSpace(rules).draw(random.Random(seed)) if secret is None else CodeSpace(rules).parse(secret)
    return SecretKeeper(rules, code) if name is MakerName.FAIR else LyingMaker(rules, code, seed=seed)


def _read_name(fields: SavedFields) -> MakerName:
    value = fields.text_or_none("maker")
    if value is None:
        return MakerName.FAIR
    try:
        return MakerName(value)
    except ValueError:
        allowed = ", ".join(MakerName)
        wrong = N_("{name} is {value!r}; it must be one of: {allowed}")
        raise InputError(Fault(wrong, name="maker", value=value, allowed=allowed)) from None


def read_hard(fields: SavedFields) -> bool:
    """Reads from a saved game whether it is played in hard mode. Raises `InputError`."""
    mode = fields.text_or_none("mode")
    if mode not in (None, HARD):
        wrong = N_("{name} is {value!r}; it must be one of: {allowed}")
        raise InputError(Fault(wrong, name="mode", value=mode, allowed=HARD))
    return mode == HARD
