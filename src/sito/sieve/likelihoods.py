"""How likely the codes are that are still possible: the part of `Knowledge` that reads the weights of a word list."""

from __future__ import annotations

import random
from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate

from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.codes.feedback import Feedback
from sito.codes.weighing import code_weights
from sito.native.game import native_rules
from sito.rules.rules import Rules


class Likelihoods:
    """The possible codes as a sequence in ascending order, each with its weight; 1 if all are equally likely."""

    rules: Rules

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Code]: ...

    @abstractmethod
    def __getitem__(self, index: int) -> Code: ...

    @property
    @abstractmethod
    def guesses(self) -> CodeSpace:
        """All codes that may be guessed."""

    @abstractmethod
    def cells(self, guess: CodeOrText) -> dict[Feedback, int]:
        """Counts the possible codes that give each answer."""

    @abstractmethod
    def check_any_left(self) -> None:
        """Raises `InconsistentError` if no code is left."""

    @cached_property
    def weighed(self) -> tuple[tuple[Code, int], ...]:
        """The possible codes in ascending order, each with its weight."""
        weights = code_weights(self.rules) or {}
        return tuple((code, weights.get(code, 1)) for code in self)

    @property
    def weight(self) -> int:
        """The sum of the weights of all possible codes: their number if all are equally likely."""
        if self.rules.weights is None:
            return len(self)
        return self._ends[-1] if self._ends else 0

    @property
    def most_weight(self) -> int:
        """The weight of the likeliest possible code; 0 if none is possible."""
        if self.rules.weights is None:
            return min(1, len(self))
        return max((weight for _, weight in self.weighed), default=0)

    def weight_of(self, code: CodeOrText) -> int:
        """Gives the weight of a code: its chance to be the secret is this part of `weight`; 0 if it cannot be.

        Raises `CodeError` for a code that is not one of the game.
        """
        read = self.guesses.read(code)
        if read not in self:
            return 0
        return (code_weights(self.rules) or {}).get(read, 1)

    def likely(self, most: int | None = None) -> list[Code]:
        """Lists the possible codes, the most likely first and of equal ones the lowest; up to so many."""
        count = len(self) if most is None else max(0, most)
        if self.rules.weights is None:
            return [self[place] for place in range(min(count, len(self)))]
        return [code for code, _ in sorted(self.weighed, key=lambda each: -each[1])[:count]]

    def cell_weights(self, guess: CodeOrText) -> dict[Feedback, int]:
        """Adds up the weights of the possible codes that give each answer; `cells` counts them.

        Raises `CodeError` for a guess that is not allowed.

        >>> from sito.sieve.knowledge import Knowledge
        >>> from sito.words.words import WordList
        >>> known = Knowledge(Rules.of_words(WordList.of(["tale", "late", "teal"], weights=[6, 3, 1])))
        >>> {str(answer): weight for answer, weight in known.cell_weights("teal").items()}
        {'oooo': 3, 'xooo': 6, 'xxxx': 1}
        """
        if self.rules.weights is None:
            return self.cells(guess)
        colors, score = bytes(self.guesses.read(guess)), native_rules(self.rules).score
        found: dict[int, int] = {}
        for code, weight in self.weighed:
            answer = score(colors, bytes(code))
            found[answer] = found.get(answer, 0) + weight
        return {Feedback.of(self.rules, number): found[number] for number in sorted(found)}

    def draw(self, rng: random.Random) -> Code:
        """Draws a possible code, each as likely as its weight says. Raises `InconsistentError` if none is left."""
        self.check_any_left()
        if self.rules.weights is None:
            return self[rng.randrange(len(self))]
        return self.weighed[bisect_right(self._ends, rng.randrange(self._ends[-1]))][0]

    @cached_property
    def _ends(self) -> list[int]:
        """The sums of the weights of each possible code and those before it."""
        return list(accumulate(weight for _, weight in self.weighed))
