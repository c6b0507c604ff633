"""The strategy of founding system 4: settle the colors one by one, then arrange them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sito.codes.code import Code
from sito.codes.feedback import Answer
from sito.errors import StrategyError
from sito.rules.rules import Allowed, FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import KnownByText, check_no_hard_mode, check_no_lies

_FEW = 512
_MIXTURES = 128
_BLANK_SHARE = 0.3


@dataclass(frozen=True)
class WorkingArray:
    """The working array of the color phase: `settled` colors at its front, the next color in all other places.

    `own` says whether every guess so far was an arrangement of the array of its round.

    >>> from sito.codes.feedback import score
    >>> from sito.rules.rules import Rules
    >>> rules, secret = Rules.parse("5x8-numbers"), Code([2, 4, 0, 2, 1])
    >>> array = WorkingArray((0,) * 5)
    >>> while array.settled < 5:
    ...     guess = Code(array.colors)
    ...     print(*(color + 1 for color in guess))
    ...     array = array.after(guess, score(rules, guess, secret))
    1 1 1 1 1
    1 2 2 2 2
    1 2 3 3 3
    1 2 3 3 4
    1 2 3 3 5
    """

    colors: tuple[int, ...]
    settled: int = 0
    own: bool = True

    @classmethod
    def of(cls, knowledge: Knowledge) -> WorkingArray:
        """Works out the array from the history; guesses that are not an arrangement of it leave it as it is."""
        array = cls((0,) * knowledge.rules.pegs)
        for guess, answer in knowledge.history:
            array = array.after(guess, answer)
        return array

    def after(self, guess: Code, answer: Answer) -> WorkingArray:
        """Keeps as many colors at the front as the answer has pegs and raises the others to the next color.

        After an answer that does not tell how many these are, the round is played once more.
        """
        if tuple(sorted(guess)) != self.colors or answer.total is None:
            return WorkingArray(self.colors, self.settled, own=False)
        settled = answer.total
        others = len(self.colors) - settled
        return WorkingArray(self.colors[:settled] + (self.colors[-1] + 1,) * others, settled, self.own)


def _check_plays(name: str, rules: Rules) -> None:
    if rules.allowed is not Allowed.ANY or rules.feedback in (FeedbackKind.BLACK, FeedbackKind.NAIVE):
        raise StrategyError.said(
            "{name} does not play {rules}: it needs a game where colors may repeat and where the answer "
            "tells how many colors are right, as in 4x6, 4x6-total or 4x6-position",
            name=name,
            rules=str(rules),
        )
    check_no_lies(name, rules)
    check_no_hard_mode(name, rules)


class ColorByColor(KnownByText):
    """Settles the colors one by one, regardless of their places, and then arranges them.

    Starts from all pegs of the first color. After each answer, black and white pegs together tell how many pegs have
    settled colors: those stay, the others become the next color, and a random arrangement of them all is the next
    guess. When all are settled, guesses the first arrangement that agrees with all answers.

    Plays rules where colors may repeat and the answer gives the number of black and white pegs together (not of black
    pegs alone); raises `StrategyError` for others. In a game that others began, their guesses only restrict the
    arrangements, and a single possible code is guessed at once. After an answer that does not tell how many colors
    are right, the round is played once more. Where the codemaker may lie, no color is settled by an answer: there it
    raises `StrategyError`.

    Source: founding system 4 (Logik). Cost per guess: that of the sieve. Known results:
    docs/founding-strategies.md; it does not keep its promise of ten guesses on 5x8.

    >>> from sito.rules.rules import Rules
    >>> from sito.codes.feedback import Feedback
    >>> rules = Rules.parse("logik")
    >>> known = Knowledge(rules)
    >>> for guess, answer in [("1 1 1 1 1", "P0 B0"), ("2 2 2 2 2", "P2 B0")]:
    ...     known = known.after(known.guesses.parse(guess), Feedback.parse(answer, rules))
    >>> known.guesses.text(ColorByColor().choose(known, random.Random(1)))
    '2 2 3 3 3'
    """

    name = "color-by-color"
    deterministic = False
    consistent = False

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Returns a random arrangement of the array, or the first possible code once all colors are settled."""
        _check_plays(str(self), knowledge.rules)
        knowledge.check_any_left()
        array = WorkingArray.of(knowledge)
        # All codes possible now are arrangements of the settled colors that agree in place with every guess.
        if array.settled == len(array.colors) or (not array.own and len(knowledge) == 1):
            return knowledge.first()
        return Code(rng.sample(array.colors, len(array.colors)))


class ColorByColorNarrowing(KnownByText):
    """Plays `color-by-color` while many codes are possible, then makes the guess that narrows them down the most.

    While more than 512 codes are possible this is `color-by-color`. Then it guesses, of the possible codes and of 128
    random mixtures of them, the one whose answer leaves the fewest codes at worst. A mixture takes the color of each
    peg from some possible code; where a color is known to be absent, it replaces three pegs in ten, so that the
    answer reveals more about the places of the others.

    Plays the rules that `color-by-color` plays; raises `StrategyError` for others.

    Source: a repair of founding system 4 (Logik); the criterion is Knuth's (1977). Cost per
    guess: that of the sieve, then up to 640 partitions of at most 512 codes. Known results:
    at most ten guesses on 4x6, 5x6 and 5x8; docs/founding-strategies.md.

    >>> from sito.rules.rules import Rules
    >>> known = Knowledge(Rules.parse("4x6"))
    >>> ColorByColorNarrowing().choose(known, random.Random(1))
    Code([0, 0, 0, 0])
    """

    name = "color-by-color-narrowing"
    deterministic = False
    consistent = False

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Returns an arrangement, or the narrowing guess. Raises `InconsistentError` if no code is left."""
        _check_plays(str(self), knowledge.rules)
        if len(knowledge) > _FEW:
            return ColorByColor().choose(knowledge, rng)
        possible = list(knowledge)
        if len(possible) <= 2:
            return knowledge.first()
        candidates = list(dict.fromkeys([*possible, *_mixtures(knowledge.rules, possible, rng)]))
        rng.shuffle(candidates)
        known = set(possible)
        return min(candidates, key=lambda code: (max(knowledge.cells(code).values()), code not in known))


def _mixtures(rules: Rules, possible: Sequence[Code], rng: random.Random) -> Iterator[Code]:
    absent = sorted(set(range(rules.colors)).difference(*possible))[:1]
    for _ in range(_MIXTURES):
        parents = rng.choices(possible, k=rules.pegs)
        yield Code(
            absent[0] if absent and rng.random() < _BLANK_SHARE else parent[peg] for peg, parent in enumerate(parents)
        )
