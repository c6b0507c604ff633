"""The lying codemaker: it has a secret, and answers wrongly a few times."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.codes.feedback import Feedback, score
from sito.errors import N_, NN_, Fault, InputError, whole_number_faults
from sito.playing.game import Transcript, check_rules
from sito.rules.rules import MAX_LIES, Rules

_TURNS_TO_A_LIE = 3
_MOST_DRAWS = 200


@dataclass(frozen=True, init=False)
class LyingMaker:
    """A codemaker with a secret that answers wrongly at most `lies` times in a game.

    The rules say how many lies a game may have (`4x6-lies1`); without `lies` the codemaker may tell as many. While
    some are left, it lies with one guess of three on average, and answers as another code would, drawn at random. It
    never says that a guess hits the code if it does not, nor the other way round. When it lies, and how, depends on
    the seed and on the turn's number only.

    Raises `RulesError` or `CodeError` for what cannot be read, and `InputError` if the
    rules do not allow so many lies.

    >>> maker = LyingMaker("4x6-lies1", "BFAC", seed=3)
    >>> game = Transcript("4x6-lies1")
    >>> for guess in ("AABB", "CDEF", "BACF", "BFAC"):
    ...     game = game.after(guess, maker.answer(game, guess))
    >>> print(game, maker.lies_told(game))
    4x6-lies1 AABB:oo CDEF:oo BACF:xoo BFAC:xxxx (2,)
    """

    rules: Rules
    secret: Code
    lies: int
    seed: int

    def __init__(self, rules: Rules | str, secret: CodeOrText, lies: int | None = None, seed: int = 0) -> None:
        game = Rules.of(rules)
        InputError.check(_lies_faults(game, lies))
        most = game.lies if lies is None else lies
        self.__dict__.update(rules=game, secret=CodeSpace(game).read(secret), lies=most, seed=seed)

    @classmethod
    def draw(cls, rules: Rules, rng: random.Random, lies: int | None = None, seed: int = 0) -> LyingMaker:
        """Makes the codemaker of a game of `rules` with a secret drawn with `rng`, each code with the same chance.

        `lies` is how many it may tell, `seed` what it draws them with, as for the class.
        """
        return cls(rules, CodeSpace(rules).draw(rng), lies, seed)

    def answer(self, game: Transcript, guess: CodeOrText) -> Feedback:
        """Answers a guess.

        Raises `CodeError` for a guess that is not allowed, `RulesError` for a game of other rules.
        """
        check_rules(self.rules, game)
        code = CodeSpace(self.rules, guesses=True).read(guess)
        truth = score(self.rules, code, self.secret)
        if truth.wins or len(self.lies_told(game)) >= self.lies:
            return truth
        rng = random.Random(f"lies/{self.seed}/{len(game)}")  # not what a codebreaker with the same seed draws
        if rng.randrange(_TURNS_TO_A_LIE):
            return truth
        return self._lie(code, truth, rng)

    def _lie(self, guess: Code, truth: Feedback, rng: random.Random) -> Feedback:
        """Gives the answer of some other code; the truth if hardly any code has another."""
        secrets = CodeSpace(self.rules)
        for _ in range(_MOST_DRAWS):
            answer = score(self.rules, guess, secrets.draw(rng))
            if answer != truth and not answer.wins:
                return answer
        return truth

    def lies_told(self, game: Transcript) -> tuple[int, ...]:
        """Lists the places, from 0, of the answers of a game that are not true. Raises `RulesError`, `InputError`."""
        check_rules(self.rules, game)
        return tuple(index for index, turn in enumerate(game.turns) if not turn.agrees(self.rules, self.secret))

    def code(self, game: Transcript) -> Code:
        """Shows the secret of the `game`."""
        return self.secret


def _lies_faults(rules: Rules, lies: int | None) -> Iterator[Fault]:
    if lies is None:
        if not rules.lies:
            none = N_("the rules {rules} allow no lies; write how many there may be, as in 4x6-lies1")
            yield Fault(none, rules=str(rules))
        return
    wrong = list(whole_number_faults("lies", lies, 1, 0, MAX_LIES))
    yield from wrong
    if not wrong and lies > rules.lies:
        more = NN_(
            "the rules {rules} allow {count} lie, and the codemaker shall tell up to {lies}; write {example}",
            "the rules {rules} allow {count} lies, and the codemaker shall tell up to {lies}; write {example}",
        )
        example = str(replace(rules, lies=lies))
        yield Fault(*more, rules=str(rules), count=rules.lies, lies=lies, example=example)
