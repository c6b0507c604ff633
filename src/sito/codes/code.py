"""Codes, how they are written, and their numbers in the order of a game.

The codes of a game stand in ascending order, leftmost peg most significant;
`CodeSpace` finds the code of a number and the number of a code without storing any.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import perm
from operator import index as as_index
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias, overload, runtime_checkable

from sito.codes.completions import UNKNOWN_PEG, completions, count_completions
from sito.codes.faults import CodeFaults
from sito.codes.partial import UNKNOWN
from sito.errors import N_, CodeError, LimitError, not_installed
from sito.rules.rules import Allowed, Notation, Rules
from sito.words.letters import fold, letters_of, word_order
from sito.words.local_words import latin, narrow
from sito.words.own import OwnGame

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

_MOST_LISTED = 1 << 28
_ONE_DIGIT = 9
"""So many colors can be written as numbers of one digit, from 1 on; these need no blanks between them."""


class Code(tuple[int, ...]):
    """The colors of a code from left to right, each from 0 to one less than the colors of the game.

    >>> Code([2, 1, 5, 5])
    Code([2, 1, 5, 5])
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)})"


class PartialCode(Code):
    """A guess as it was noted, of which some pegs are unknown; each of these is `UNKNOWN_PEG`, 255.

    >>> CodeSpace("4x6").read_noted("C?FF")
    PartialCode([2, 255, 5, 5])
    """

    __slots__ = ()


@runtime_checkable
class Array(Protocol):
    """An array, such as one of numpy: its method `tolist` gives its numbers."""

    def tolist(self) -> object:
        """Gives the numbers, as a list or as one."""
        ...


CodeOrText: TypeAlias = Code | str | Sequence[int] | Array
"""What methods take for a code: the code, its text in the notation of the game, or its color numbers.

In a game of one's own they take what the game was made of, too.
"""


class CodeSpace:
    """The codes that one side of a game may use, in ascending order; none of them is stored.

    These are the secrets of `rules`, or with `guesses=True` the codes that may be guessed: other
    than the secrets only in word games with a second list.

    >>> space = CodeSpace(Rules.parse("4x6"))
    >>> len(space), space[0], space.text(space[1295])
    (1296, Code([0, 0, 0, 0]), 'FFFF')
    >>> space.number(space.parse("cbff"))
    503
    """

    def __init__(self, rules: Rules | str, *, guesses: bool = False) -> None:
        self.rules = rules = Rules.of(rules)
        self._symbols = rules.symbols()
        self._words: tuple[str, ...] | None = None
        self._own = rules.words if isinstance(rules.words, OwnGame) else None
        if rules.words:
            self._words = rules.words.guesses if guesses else rules.words.secrets
            self._size = len(self._words)
        elif rules.allowed is Allowed.DISTINCT:
            self._size = perm(rules.colors, rules.pegs)
        else:
            self._size = rules.colors**rules.pegs

    @property
    def size(self) -> int:
        """How many codes there are; `len` gives the same where it fits a machine word."""
        return self._size

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, number: int) -> Code: ...
    @overload
    def __getitem__(self, number: slice) -> list[Code]: ...
    def __getitem__(self, number: int | slice) -> Code | list[Code]:
        """Gives the code with this number; negative numbers count from the end. Raises `IndexError`.

        >>> CodeSpace(Rules.parse("3x10-distinct"))[-1]
        Code([9, 8, 7])
        """
        if isinstance(number, slice):
            return [self._code(index) for index in range(*number.indices(self._size))]
        number = as_index(number)
        index = number + self._size if number < 0 else number
        if not 0 <= index < self._size:
            raise IndexError(f"code number {number} of {self._size}")
        return self._code(index)

    def _code(self, number: int) -> Code:
        pegs, colors = self.rules.pegs, self.rules.colors
        if self._own is not None:
            return Code(self._own.colors_of(number))
        if self._words is not None:
            return Code(map(self._positions.__getitem__, letters_of(self._words[number])))
        if self.rules.allowed is Allowed.DISTINCT:
            unused = list(range(colors))
            code = []
            for place in range(pegs):
                choice, number = divmod(number, perm(colors - place - 1, pegs - place - 1))
                code.append(unused.pop(choice))
            return Code(code)
        return Code(number // colors**place % colors for place in reversed(range(pegs)))

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {symbol: color for color, symbol in enumerate(self._symbols)}

    def read(self, code: CodeOrText) -> Code:
        """Takes a code as a value, as text or as color numbers, and sees that it is in this space.

        Raises `CodeError` with every fault.

        >>> space = CodeSpace("4x6")
        >>> space.read("CBFF") == space.read([2, 1, 5, 5]) == space.read(Code([2, 1, 5, 5]))
        True
        >>> space.read(2155)
        Traceback (most recent call last):
        sito.errors.CodeError: 2155, of type int, is not a code; give a text such as ABCD, or as many color numbers
        """
        if not isinstance(code, str | tuple | list | type) and isinstance(code, Array):
            listed = code.tolist()  # of an array without dimensions this is one number
            if isinstance(listed, list):
                return self.read(listed if self._own is None else Code(listed))
        if isinstance(code, str) or (self._own is not None and not isinstance(code, Code)):
            return self.parse(code)
        try:
            colors = bytes(code) if isinstance(code, tuple | list) else None
        except (TypeError, ValueError):
            colors = None
        if colors is None:
            CodeError.check(self._faults.in_value(code))
            raise CodeError(self._faults.no_code(code))
        if not self.has(colors):
            if self._own is not None:
                raise CodeError(self._faults.not_listed(repr(Code(colors))))
            CodeError.check(self._faults.in_colors(colors, all_known=True))
        return code if type(code) is Code else Code(colors)

    def read_noted(self, code: CodeOrText) -> Code:
        """Takes a guess as it was noted: as `read` does, but pegs may be unknown, `?` in a text and 255 as a number.

        Raises `CodeError` with every fault, and if no code of this space has the known pegs.

        >>> space = CodeSpace("4x6-distinct")
        >>> space.read_noted("C?AF"), space.read_noted("CBAF")
        (PartialCode([2, 255, 0, 5]), Code([2, 1, 0, 5]))
        >>> space.read_noted("C?CF")
        Traceback (most recent call last):
        sito.errors.CodeError: the color C repeats in 'C?CF'; all must differ, as in ABCD
        """
        if self._own is not None or UNKNOWN in self._positions or not isinstance(code, str | tuple | list):
            return self.read(code)  # where ? is a letter, it stands for nothing else
        if isinstance(code, str):
            symbols = _split(code, self.rules)
            if UNKNOWN not in symbols:
                return self.parse(code)
            known = [UNKNOWN_PEG if symbol == UNKNOWN else self._positions.get(symbol) for symbol in symbols]
            CodeError.check(self._faults.in_text(code.strip(), symbols, known))
            colors = [color for color in known if color is not None]
        else:
            if UNKNOWN_PEG not in code:
                return self.read(code)
            CodeError.check(self._faults.in_colors(code))
            colors = list(code)
        pattern = PartialCode(colors)
        if next(self.completions(pattern), None) is None:
            CodeError.check([self._faults.like_no_word(self._written(pattern))])
        return pattern

    def completions(self, code: Code) -> Iterator[Code]:
        """Yields the codes of this space that a noted guess, `code`, may be, in ascending order.

        That is itself if all pegs are known.

        >>> space = CodeSpace("3x3-distinct")
        >>> [space.text(code) for code in space.completions(space.read_noted("??A"))]
        ['BCA', 'CBA']
        """
        if isinstance(code, PartialCode):
            return map(Code, completions(code, self.rules, self._words))
        return iter((code,))

    def completion_count(self, code: Code) -> int:
        """Counts the codes that a noted guess, `code`, may be."""
        return count_completions(code, self.rules, self._words) if isinstance(code, PartialCode) else 1

    def has(self, colors: bytes) -> bool:
        """Tells whether there is a code with these colors, a byte each.

        >>> CodeSpace("4x6").has(bytes([2, 1, 5, 5])), CodeSpace("4x6").has(bytes([2, 1, 5, 6]))
        (True, False)
        """
        rules = self.rules
        if len(colors) != rules.pegs or max(colors) >= rules.colors:
            return False
        if self._own is not None:
            return self._own.place_of(colors) < self._size
        if self._words is not None:
            word = "".join(map(self._symbols.__getitem__, colors))
            place = bisect_left(self._words, word_order(word), key=word_order)
            return place < self._size and self._words[place] == word
        return rules.allowed is not Allowed.DISTINCT or len(set(colors)) == len(colors)

    def to_numpy(self) -> NDArray[uint8]:
        """Gives an array of all codes that cannot be written to: a row of color numbers for each.

        Raises `LimitError` for more than 2^28 codes, and `SitoError` if numpy is not installed.

        >>> CodeSpace("2x2").to_numpy().tolist()
        [[0, 0], [0, 1], [1, 0], [1, 1]]
        """
        if self._size > _MOST_LISTED:
            many = N_("{rules} has {count} codes, too many for an array; at most {most} are listed")
            raise LimitError.said(many, rules=str(self.rules), count=self._size, most=_MOST_LISTED)
        return color_array(map(bytes, self), self.rules.pegs)

    def number(self, code: CodeOrText) -> int:
        """Gives the number of a code. Raises `CodeError` if the code is not in this space.

        >>> CodeSpace(Rules.parse("3x10-distinct")).number(Code([9, 8, 7]))
        719
        """
        code = self.read(code)
        if self._own is not None:
            return self._own.place_of(code)
        if self._words is not None:
            return bisect_left(self._words, word_order(self.text(code)), key=word_order)
        if self.rules.allowed is Allowed.DISTINCT:
            number = 0
            for place, color in enumerate(code):
                smaller = sum(1 for other in range(color) if other not in code[:place])
                number += smaller * perm(self.rules.colors - place - 1, self.rules.pegs - place - 1)
            return number
        number = 0
        for color in code:
            number = number * self.rules.colors + color
        return number

    def founding_number(self, code: CodeOrText) -> int:
        """Gives the number of a code in the order of the first founding system: leftmost peg least significant.

        >>> space = CodeSpace(Rules.parse("4x6"))
        >>> space.founding_number("FADC")
        545
        """
        return self.number(Code(reversed(self.read(code))))

    def founding_code(self, number: int) -> Code:
        """Gives the code with this number in the order of the first founding system.

        >>> space = CodeSpace(Rules.parse("4x6"))
        >>> space.text(space.founding_code(545))
        'FADC'
        """
        return Code(reversed(self[number]))

    def __contains__(self, code: object) -> bool:
        """Tells whether this is a code of the space, as a value, as text or as color numbers.

        >>> "CBFF" in CodeSpace("4x6"), "CBFG" in CodeSpace("4x6")
        (True, False)
        """
        if not isinstance(code, type) and isinstance(code, Array) and isinstance(listed := code.tolist(), list):
            return (listed if self._own is None else Code(listed)) in self
        if self._own is not None and not isinstance(code, Code):
            place = self._own.find(code)
            return place is not None and place < self._size
        if not isinstance(code, str | tuple | list):
            return False
        try:
            return self.has(bytes(self.parse(code) if isinstance(code, str) else code))
        except (TypeError, ValueError):  # among them CodeError, for a text
            return False

    def __iter__(self) -> Iterator[Code]:
        return (self._code(number) for number in range(self._size))

    def draw(self, rng: random.Random) -> Code:
        """Draws a code with `rng`, each with the same chance, but secrets of a word list as often as their weights say.

        >>> CodeSpace(Rules.parse("4x6")).draw(random.Random(1))
        Code([1, 1, 3, 5])
        """
        return self.at_weight(rng.randrange(self.weight))

    @property
    def weight(self) -> int:
        """How many codes there are or, if they are the secrets of a word list with weights, the sum of these."""
        return self._ends[-1] if self._ends else self._size

    def at_weight(self, number: int) -> Code:
        """Gives the code at a place in a line where each code is as long as its weight: its number without weights.

        >>> from sito.words.words import WordList
        >>> space = CodeSpace(Rules.of_words(WordList.of(["tale", "late"], weights=[2, 1])))
        >>> [space.text(space.at_weight(number)) for number in range(space.weight)]
        ['LATE', 'TALE', 'TALE']
        """
        return self._code(bisect_right(self._ends, number) if self._ends else number)

    @cached_property
    def _ends(self) -> list[int]:
        """Where each secret ends in such a line; none if all codes are equally likely."""
        words = self.rules.words
        if words is None or words.weights is None or self._words is not words.secrets:
            return []
        return list(accumulate(words.weights))

    def text(self, code: CodeOrText) -> str:
        """Writes a code in the notation of the rules, and `?` for pegs that are unknown.

        Raises `CodeError` for other colors, or too few or too many.

        >>> CodeSpace(Rules.parse("logik")).text(Code([1, 3, 4, 1, 3]))
        '2 4 5 2 4'
        """
        if isinstance(code, str) or (self._own is not None and not isinstance(code, Code)):
            code = self.read_noted(code)
        try:
            colors = bytes(code) if isinstance(code, tuple | list) else None
        except (TypeError, ValueError):
            colors = None
        if colors is None or len(colors) != self.rules.pegs or max(colors) >= self.rules.colors:
            return self._written(self.read_noted(code))  # which says what is wrong
        return self._written(colors)

    def _written(self, colors: Iterable[int]) -> str:
        if self._own is not None:
            place = self._own.place_of(colors)
            return self._own.guesses[place] if place < len(self._own.guesses) else UNKNOWN
        between = " " if self.rules.notation is Notation.NUMBERS else ""
        return between.join(UNKNOWN if color == UNKNOWN_PEG else self._symbols[color] for color in colors)

    @cached_property
    def _faults(self) -> CodeFaults:
        return CodeFaults(self.rules, self._symbols, self._words, self.example)

    def parse(self, text: CodeOrText) -> Code:
        """Reads a code from its `text` in the notation of the rules; neither the case of letters nor blanks matter.

        Up to nine numbers may stand side by side, `12345` for `1 2 3 4 5`. Raises `CodeError`, in one sentence:
        unknown symbols, too few or too many pegs, repeated colors where they must differ, a word that is not listed.

        >>> space = CodeSpace(Rules.parse("4x10-distinct"))
        >>> space.parse("6 2 8 1")
        Code([6, 2, 8, 1])
        >>> space.parse("66X")
        Traceback (most recent call last):
        sito.errors.CodeError: '66X' is not a code; a code has 4 pegs of different colors among 0123456789, as in 0123
        """
        if self._own is not None:
            place = self._own.find(text)
            if place is None or place >= self._size:
                raise CodeError(self._faults.not_listed(text))
            return self._code(place)
        if not isinstance(text, str):
            raise CodeError(self._faults.no_code(text))
        symbols = _split(text, self.rules)
        colors = [self._positions.get(symbol) for symbol in symbols]
        CodeError.check(self._faults.in_text(text.strip(), symbols, colors))
        return Code(color for color in colors if color is not None)

    @property
    def example(self) -> str:
        """A code of this space, as text."""
        if self.rules.allowed is Allowed.ANY:
            return self._written(peg % self.rules.colors for peg in range(self.rules.pegs))
        return self._written(self._code(0))

    def __repr__(self) -> str:
        guesses = ", guesses=True" if self.rules.words and self._words is self.rules.words.guesses else ""
        return f"CodeSpace({self.rules!r}{guesses})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CodeSpace):
            return NotImplemented
        return self.rules == other.rules and self._words == other._words

    def __hash__(self) -> int:
        return hash((self.rules, self._size))

    @classmethod
    def both(cls, rules: Rules | str) -> tuple[Self, Self]:
        """Gives the secrets and the allowed guesses of the game with these `rules`."""
        return cls(rules), cls(rules, guesses=True)


def color_array(codes: Iterable[bytes], pegs: int) -> NDArray[uint8]:
    """Gives an array of numpy with a row for each code. Raises `SitoError` if numpy is not installed."""
    try:
        from numpy import frombuffer, uint8
    except ImportError:
        raise not_installed("numpy") from None
    return frombuffer(b"".join(codes), uint8).reshape(-1, pegs)


def _split(text: str, rules: Rules) -> list[str]:
    """Cuts a text into the symbols of pegs: one a letter, but for numbers of two digits, which stand apart.

    >>> _split("12 345", Rules.parse("5x8-numbers")), _split("12 3,4", Rules.parse("3x12-numbers"))
    (['1', '2', '3', '4', '5'], ['12', '3', '4'])
    """
    if rules.notation is not Notation.WORD:
        text = latin(narrow(text))
    if rules.notation is Notation.NUMBERS:
        numbers = text.replace(",", " ").split()
        return numbers if rules.colors > _ONE_DIGIT else list("".join(numbers))
    return list(letters_of("".join(fold(text).split())))
