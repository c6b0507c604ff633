"""Weights: how likely each secret of a word list is, as whole numbers that add up to no more than 2^27."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import gcd, inf, lcm
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sito.errors import N_, NN_, Fault, RulesError

if TYPE_CHECKING:
    from fractions import Fraction

Weight: TypeAlias = "int | float | Fraction"
"""How likely a secret is, compared with the others: a number from 0 on. A word with 0 is no secret."""

MOST = 2**27
"""The most that the weights of a list add up to."""

_NUMBER = re.compile(r"(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,3})?")
_LIKE_A_NUMBER = re.compile(r"[-+]?[.,]*[0-9][0-9.,]*(?:[eE][-+]?[0-9]+)?")
_MOST_FAULTS = 20
_MOST_SHOWN = 40  # characters of a line in a message


class Column(NamedTuple):
    """The words of a text, and how likely each is if the text says so."""

    words: list[str]
    weights: list[Fraction] | None


def read_column(text: str, name: str) -> Column:
    """Reads the words of a text and, where a line is a word and a number, a number for each of them.

    Lines that begin with `#` are skipped. `name` says where the text is from. Raises `RulesError` with every line
    that is not a word and a number, if another one is.

    >>> read_column("crane 12.5\\n# often\\nslate 3", "often.txt")
    Column(words=['crane', 'slate'], weights=[Fraction(25, 2), Fraction(3, 1)])
    >>> read_column("crane slate\\nstare", "words.txt")
    Column(words=['crane', 'slate', 'stare'], weights=None)
    """
    numbered = [
        (number, entries)
        for number, line in enumerate(text.splitlines(), 1)
        if (entries := line.split()) and not entries[0].startswith("#")
    ]
    if not any(_is_weighed(entries) for _, entries in numbered):
        return Column([word for _, entries in numbered for word in entries], None)
    wrong = [
        (number, " ".join(entries)[:_MOST_SHOWN])
        for number, entries in numbered
        if len(entries) != 2 or not _NUMBER.fullmatch(entries[1])
    ]
    sentence = N_("line {number} of {file} is {line!r}; write a word and a number from 0 on, as in {example}")
    faults = [
        Fault(sentence, number=number, file=name, line=line, example="crane 12.5")
        for number, line in wrong[:_MOST_FAULTS]
    ]
    if len(wrong) > _MOST_FAULTS:
        faults.append(Fault("and {count} more", count=len(wrong) - _MOST_FAULTS))
    RulesError.check(faults)
    from fractions import Fraction  # only now: every start would pay for it

    return Column([entries[0] for _, entries in numbered], [Fraction(entries[1]) for _, entries in numbered])


def _is_weighed(entries: Sequence[str]) -> bool:
    """Tells whether a line is a word and a number; of two numbers both may be words."""
    return len(entries) == 2 and bool(_LIKE_A_NUMBER.fullmatch(entries[1]) and not _LIKE_A_NUMBER.fullmatch(entries[0]))


def read_weights(weights: Iterable[Weight], words: Sequence[str]) -> list[Fraction]:
    """Reads one number for each word, exactly: 0.1 is a tenth. Raises `RulesError` with every fault."""
    if isinstance(weights, str | bytes) or not isinstance(weights, Iterable):
        wrong = N_("a value of type {type} is not a list of weights; give a number for each word, as in {example}")
        raise RulesError.said(wrong, type=type(weights).__name__, example="[3, 0.5]")
    given = list(weights)
    faults = list(_faults(given))
    if len(given) != len(words):
        several = NN_(
            "{count} weight was given for a list of {words}; give one for each word",
            "{count} weights were given for a list of {words}; give one for each word",
        )
        faults.insert(0, Fault(*several, count=len(given), words=len(words)))
    RulesError.check(faults)
    return [_exact(weight) for weight in given]


def _faults(weights: Iterable[object]) -> Iterator[Fault]:
    for weight in weights:
        if not _is_weight(weight):
            yield Fault("{value!r} is no weight of a word; give a number from 0 on, such as 3 or 0.5", value=weight)


def _is_weight(weight: object) -> bool:
    from fractions import Fraction  # only now: every start would pay for it

    return isinstance(weight, int | float | Fraction) and not isinstance(weight, bool) and 0 <= weight < inf


def _exact(weight: Weight) -> Fraction:
    """Takes a float for the decimal number that it is written as."""
    from fractions import Fraction

    return Fraction(str(weight)) if isinstance(weight, float) else Fraction(weight)


def whole_numbers(weights: Sequence[int | Fraction]) -> tuple[int, ...] | None:
    """Writes weights above 0 as whole numbers without a common divisor; None if all are equal.

    Where these add up to more than 2^27, the nearest below in proportion are taken, at least 1.
    """
    if len(set(weights)) <= 1:
        return None
    shared = lcm(*(weight.denominator for weight in weights))
    numbers = [weight.numerator * (shared // weight.denominator) for weight in weights]
    whole = sum(numbers)
    divisor = gcd(*numbers)
    if whole // divisor > MOST:
        spare = MOST - len(numbers)
        numbers = [max(1, number * spare // whole) for number in numbers]
        divisor = gcd(*numbers)
    found = tuple(number // divisor for number in numbers)
    return None if len(set(found)) == 1 else found
