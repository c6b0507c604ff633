"""What is wrong with a code, in words: the faults that `sito.codes.code` reports together."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import eq

from sito.codes.completions import UNKNOWN_PEG
from sito.codes.partial import UNKNOWN
from sito.errors import N_, NN_, Fault, nearest
from sito.rules.rules import Allowed, Notation, Rules
from sito.words.letters import word_order
from sito.words.own import written

_WRONG_LENGTH = NN_(
    "{text!r} has {count} peg; it needs {pegs}, as in {example}",
    "{text!r} has {count} pegs; it needs {pegs}, as in {example}",
)
_WRONG_WORD_LENGTH = NN_(
    "{text!r} has {count} letter; it needs {pegs}, as in {example}",
    "{text!r} has {count} letters; it needs {pegs}, as in {example}",
)

_NEAR = 5  # words that may have been meant


def _spelled_alike(words: Sequence[str], wrong: str) -> list[str]:
    """Finds words that differ in one letter or only in their order, those with the most letters in place first."""
    letters = sorted(wrong)
    found = [(sum(map(eq, word, wrong)), word) for word in words]
    alike = [each for each in found if each[0] == len(wrong) - 1 or sorted(each[1]) == letters]
    return [word for _, word in sorted(alike, key=lambda each: -each[0])[:_NEAR]]


class CodeFaults:
    """Finds what is wrong with codes of a game; `words` are the list of a word game, `example` is a code as text."""

    def __init__(self, rules: Rules, symbols: Sequence[str], words: Sequence[str] | None, example: str) -> None:
        self._rules = rules
        self._symbols = symbols
        self._words = words
        self._example = example
        self._between = " " if rules.notation is Notation.NUMBERS else ""

    def no_code(self, value: object) -> Fault:
        """Says of a value that it is neither text nor color numbers."""
        wrong = N_("{value!r}, of type {type}, is not a code; give a text such as {example}, or as many color numbers")
        return Fault(wrong, value=value, type=type(value).__name__, example=self._example)

    def not_listed(self, code: object) -> Fault:
        """Says of what was given in a game of one's own that it is none of its codes."""
        codes, text = self._words or (), written(code)
        if meant := nearest(text, codes):
            return Fault(
                "{text!r} is no code of {rules}; do you mean {meant}?", text=text, rules=self._rules, meant=meant
            )
        several = NN_(
            "{text!r} is no code of {rules}, which has {count}: {codes}",
            "{text!r} is no code of {rules}, which has {count}: {codes}",
        )
        shown = ", ".join(codes[:_NEAR]) + (", …" if len(codes) > _NEAR else "")
        return Fault(*several, text=text, rules=self._rules, count=len(codes), codes=shown)

    def in_value(self, code: object) -> Iterator[Fault]:
        """Says what is wrong with color numbers below 0 or far too high."""
        if isinstance(code, tuple | list) and all(isinstance(color, int) for color in code):
            yield from self.in_colors(code, all_known=True)

    def in_colors(self, code: Sequence[int], *, all_known: bool = False) -> Iterator[Fault]:
        """Says what is wrong with color numbers; without `all_known`, pegs may be unknown."""
        rules = self._rules
        if len(code) != rules.pegs:
            yield self._wrong_length(str(tuple(code)), len(code))
        outside = [color for color in code if not (isinstance(color, int) and 0 <= color < rules.colors)]
        unknown = [color for color in outside if color == UNKNOWN_PEG]
        for color in dict.fromkeys(outside):
            if color != UNKNOWN_PEG:
                yield Fault(
                    "there is no color number {color}; the numbers run from 0 to {most}",
                    color=color,
                    most=rules.colors - 1,
                )
        if len(outside) > len(unknown):
            return
        text = self._written(code)
        if unknown and all_known:
            yield Fault(
                "a peg of {text!r} is unknown; here all must be known, as in {example}",
                text=text,
                example=self._example,
            )
        yield from self._repeats(text, [color for color in code if color != UNKNOWN_PEG])
        if self._words is not None and not unknown and len(code) == rules.pegs:
            yield from self._no_word(text, text)

    def in_text(self, text: str, symbols: Sequence[str], colors: Sequence[int | None]) -> Iterator[Fault]:
        """Says in one sentence what is wrong with a text; `colors` are those of its symbols, `None` for no color.

        Pegs of a noted guess may be unknown.
        """
        if self._words is None:
            yield from self._in_symbols(text, symbols, colors)
        elif len(symbols) != self._rules.pegs:
            yield self._no_word_of_this_length(text, symbols)
        elif UNKNOWN_PEG not in colors:
            yield from self._no_word(text, "".join(symbols))
        elif None in colors:
            yield self.like_no_word(text)

    def _in_symbols(self, text: str, symbols: Sequence[str], colors: Sequence[int | None]) -> Iterator[Fault]:
        repeats = list(self._repeats(text, [color for color in colors if color is not None and color != UNKNOWN_PEG]))
        has_length = len(symbols) == self._rules.pegs
        is_another_thing = bool(symbols) and set(colors) == {None}
        if is_another_thing or (not has_length) + (None in colors) + bool(repeats) > 1:
            yield self._no_code_at_all(text)
        elif not has_length:
            yield self._wrong_length(text, len(symbols))
        elif repeats:
            yield from repeats
        else:
            yield from self._no_colors(text, symbols, colors)

    def _no_code_at_all(self, text: str) -> Fault:
        """Says what a code is to someone who wrote something else."""
        message = NN_(
            "{text!r} is not a code; a code has {count} peg of the colors {colors}, as in {example}",
            "{text!r} is not a code; a code has {count} pegs of the colors {colors}, as in {example}",
        )
        if self._rules.allowed is Allowed.DISTINCT:
            message = NN_(
                "{text!r} is not a code; a code has {count} peg of a color among {colors}, as in {example}",
                "{text!r} is not a code; a code has {count} pegs of different colors among {colors}, as in {example}",
            )
        names = {"colors": self._color_names(), "example": self._example}
        return Fault(*message, text=text, count=self._rules.pegs, **names)

    def _no_word_of_this_length(self, text: str, symbols: Sequence[str]) -> Fault:
        if not symbols or all(symbol[0].isalpha() or symbol == UNKNOWN for symbol in symbols):
            return self._wrong_length(text, len(symbols))
        message = NN_(
            "{text!r} is not a word; write a word of the list, which has {count} letter, as in {example}",
            "{text!r} is not a word; write a word of the list, which has {count} letters, as in {example}",
        )
        return Fault(*message, text=text, count=self._rules.pegs, example=self._example)

    def like_no_word(self, text: str) -> Fault:
        """Says that no word of the list has the known letters in their places."""
        return Fault("no word of the list is like {text!r}, where ? is any letter", text=text)

    def _written(self, code: Sequence[int]) -> str:
        return self._between.join(UNKNOWN if color == UNKNOWN_PEG else self._symbols[color] for color in code)

    def _wrong_length(self, text: str, count: int) -> Fault:
        message = _WRONG_LENGTH if self._words is None else _WRONG_WORD_LENGTH
        return Fault(*message, text=text, count=count, pegs=self._rules.pegs, example=self._example)

    def _no_colors(self, text: str, symbols: Sequence[str], colors: Sequence[int | None]) -> Iterator[Fault]:
        unknown = list(dict.fromkeys(symbol for symbol, color in zip(symbols, colors, strict=True) if color is None))
        if unknown:
            yield Fault(
                "{symbols!r} in {text!r} is not a color; the colors are {colors}",
                "{symbols!r} in {text!r} are not colors; the colors are {colors}",
                count=len(unknown),
                symbols=self._between.join(unknown),
                text=text,
                colors=self._color_names(),
            )

    def _color_names(self) -> str:
        if self._rules.notation is Notation.NUMBERS:
            return f"{self._symbols[0]} ... {self._symbols[-1]}"
        return "".join(self._symbols)

    def _repeats(self, text: str, colors: Sequence[int]) -> Iterator[Fault]:
        if self._rules.allowed is not Allowed.DISTINCT:
            return
        repeated = sorted({color for color in colors if colors.count(color) > 1})
        if repeated:
            message = NN_(
                "the color {colors} repeats in {text!r}; all must differ, as in {example}",
                "the colors {colors} repeat in {text!r}; all must differ, as in {example}",
            )
            names = ", ".join(self._symbols[color] for color in repeated)
            yield Fault(*message, count=len(repeated), colors=names, text=text, example=self._example)

    def _no_word(self, text: str, word: str) -> Iterator[Fault]:
        words = self._words or ()
        place = bisect_left(words, word_order(word), key=word_order)
        if words[place : place + 1] != (word,):
            alike = _spelled_alike(words, word) or islice(words, max(0, place - 1), place + 2)
            nearest = ", ".join(alike)
            yield Fault("{text!r} is not in the list of words; near it are {nearest}", text=text, nearest=nearest)
