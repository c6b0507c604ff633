"""Word lists: the codes of a word game, as a value that comes from memory or from a loader.

Nothing here reads a file. `sito.words.files.read_word_list` does, for programs that let their users name one.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote, unquote

from sito.errors import N_, Fault, RulesError, no_whole_number, whole_number_faults
from sito.words.faults import read_words, word_faults
from sito.words.letters import fold as fold
from sito.words.letters import letters_of, word_order
from sito.words.weights import Weight, read_weights, whole_numbers

if TYPE_CHECKING:
    from fractions import Fraction

DIGEST_LENGTH = 12
"""How many hexadecimal digits of the digest stand in a text."""
LISTED_WEIGHT = 20
"""How many times as likely a listed secret is as any other word, where every word may be the secret."""

_LONGEST_REPR = 12  # words
_UNESCAPED = "/\\:,;=~()[]!'&$*?"
_DIGEST = re.compile(rf"(.*)@([0-9a-f]{{{DIGEST_LENGTH}}})", re.DOTALL)
_ANY_WORD = re.compile(r"(.+)\+any([0-9]{0,9})", re.DOTALL)


@dataclass(frozen=True, eq=False)
class WordList:
    """The words that may be secrets and those that may be guessed, each in ascending order.

    Make one with `of`. `guesses` are all words that may be guessed. `name` is what the list is called in the text of
    the rules, with blanks and other special characters percent-encoded. `repeated` holds the words that were given more
    than once; each counts once. `weights` says how likely each secret is, in the order of `secrets`, in whole numbers
    without a common divisor; None if all are equally likely. Two lists are equal if their names, words and weights are.
    The text of a list is its name and the beginning of its digest.

    >>> animals = WordList.of(["seal", "bear", "seal"], guesses=["lion"], name="animals")
    >>> animals.secrets, animals.guesses, animals.repeated
    (('BEAR', 'SEAL'), ('BEAR', 'LION', 'SEAL'), ('SEAL',))
    >>> str(animals)
    'animals@88a7e90dc090'
    """

    name: str
    secrets: tuple[str, ...]
    guesses: tuple[str, ...]
    repeated: tuple[str, ...] = field(default=())
    weights: tuple[int, ...] | None = None

    @classmethod
    def of(
        cls,
        secrets: Iterable[str],
        guesses: Iterable[str] | None = None,
        name: str = "words",
        weights: Iterable[Weight] | None = None,
    ) -> Self:
        """Checks words and puts them in order; every secret may be guessed, whether `guesses` lists it or not.

        `name` is that of the list. Words are compared in capital letters and in the composed form of Unicode (NFC).
        `weights` says how likely each of the `secrets` is, in numbers from 0 on, in the same order; a word with 0 may
        be guessed and is no secret. Raises `RulesError` with every fault.

        >>> WordList.of(["tale", "late"]).alphabet
        'AELT'
        >>> likely = WordList.of(["tale", "late", "teal"], weights=[1.5, 1, 0])
        >>> likely.secrets, likely.weights, likely.guesses
        (('LATE', 'TALE'), (2, 3), ('LATE', 'TALE', 'TEAL'))
        >>> WordList.of(["one", "three"])
        Traceback (most recent call last):
        sito.errors.RulesError: all words need the same number of letters: the first one has 3 letters, THREE has 5
        """
        secret_words = read_words(secrets)
        guess_words = [] if guesses is None else read_words(guesses)
        RulesError.check(word_faults(secret_words, guess_words))
        repeated = tuple(sorted({*_repeated(secret_words), *_repeated(guess_words)}))
        ordered, weighed = _in_order(secret_words), None
        if weights is not None:
            guess_words += ordered  # those of the weight 0 among them
            ordered, weighed = _weigh(secret_words, weights)
        allowed = _in_order([*ordered, *guess_words]) if guess_words else ordered
        return cls(canonical_name(name), ordered, allowed, repeated, weighed)

    def any_word(self, listed: int = LISTED_WEIGHT) -> Self:
        """Gives the same list where every word that may be guessed may be the secret, for a list that is not known.

        On average a secret of this list is `listed` times as likely as a word that was no secret. The name of the
        list then ends in `+any`, or `+any7`, and `find_words` finds it by that name where it finds the other. Where
        every word is a secret already, the list stays as it is. Raises `RulesError` for a number below 1.

        >>> animals = WordList.of(["bear", "seal"], guesses=["lion"], name="animals").any_word(7)
        >>> animals.name, animals.secrets, animals.weights
        ('animals+any7', ('BEAR', 'LION', 'SEAL'), (7, 1, 7))
        """
        RulesError.check(whole_number_faults("listed", listed, 5, 1))
        if self.secrets == self.guesses:
            return self
        weights = self.weights or (1,) * len(self.secrets)
        known = {word: listed * len(weights) * weight for word, weight in zip(self.secrets, weights, strict=True)}
        weighed = whole_numbers([known.get(word, sum(weights)) for word in self.guesses])
        return type(self)(self.name + _any_word(listed), self.guesses, self.guesses, self.repeated, weighed)

    def without(self, used: Iterable[str]) -> Self:
        """Gives the same list where the `used` words are no secrets any more; they may still be guessed.

        Raises `RulesError` if no secret is left.

        >>> animals = WordList.of(["bear", "lion", "seal"], name="animals").without(["LION"])
        >>> animals.secrets, animals.guesses
        (('BEAR', 'SEAL'), ('BEAR', 'LION', 'SEAL'))
        """
        gone = frozenset(used)
        left = [place for place, word in enumerate(self.secrets) if word not in gone]
        if not left:
            none = N_("every word of the list {name} was the code of a game before; take another list, or all words")
            raise RulesError.said(none, name=readable_name(self.name))
        weights = None if self.weights is None else whole_numbers([self.weights[place] for place in left])
        return replace(self, secrets=tuple(self.secrets[place] for place in left), weights=weights)

    def named(self, name: str) -> Self:
        """Gives the same words under another name.

        >>> WordList.of(["tale", "late"]).named("my words").name
        'my%20words'
        """
        canonical = canonical_name(name)
        return self if canonical == self.name else replace(self, name=canonical)

    def to_value(self) -> dict[str, Any]:
        """Gives the words for JSON, without their name: `secrets`, and where they say more, `guesses` and `weights`.

        >>> WordList.of(["bear", "seal"], ["lion"], weights=[2, 1]).to_value()
        {'secrets': ['BEAR', 'SEAL'], 'guesses': ['BEAR', 'LION', 'SEAL'], 'weights': [2, 1]}
        """
        value: dict[str, object] = {"secrets": list(self.secrets)}
        if self.guesses != self.secrets:
            value["guesses"] = list(self.guesses)
        if self.weights is not None:
            value["weights"] = list(self.weights)
        return value

    @classmethod
    def of_value(cls, value: Mapping[str, Any], name: str = "words") -> Self:
        """Makes the list of the `value` that `to_value` gave, with this `name`. Raises `RulesError` with every fault.

        >>> animals = WordList.of(["bear", "seal"], weights=[2, 1])
        >>> WordList.of_value(animals.to_value()) == animals
        True
        """
        return cls.of(value.get("secrets", ()), value.get("guesses"), name, value.get("weights"))

    @property
    def pegs(self) -> int:
        """How many letters each word has."""
        return len(letters_of(self.secrets[0]))

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters that occur, in ascending order; color number i is `letters[i]`."""
        return tuple(sorted(set().union(*map(letters_of, self.guesses))))

    @property
    def alphabet(self) -> str:
        """The letters that occur, in ascending order, as one text."""
        return "".join(self.letters)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 digest of the words and weights, 64 hexadecimal digits; it does not depend on the name.

        >>> WordList.of(["tale"]).digest == WordList.of(["TALE"], name="other").digest
        True
        """
        secrets: Iterable[str] = self.secrets
        if self.weights is not None:
            secrets = (f"{word} {weight}" for word, weight in zip(secrets, self.weights, strict=True))
        words = "\n".join((*secrets, "", *self.guesses))
        return hashlib.sha256(words.encode()).hexdigest()

    def __str__(self) -> str:
        return f"{self.name}@{self.digest[:DIGEST_LENGTH]}"

    @property
    def is_short(self) -> bool:
        """Whether there are so few words that they can be shown."""
        return len(self.guesses) <= _LONGEST_REPR

    def __repr__(self) -> str:
        if not self.is_short:
            return f"<WordList {self}: {len(self.secrets)} secrets, {len(self.guesses)} guesses>"
        guesses = "" if self.guesses == self.secrets else f", {list(self.guesses)!r}"
        weights = "" if self.weights is None else f", weights={list(self.weights)!r}"
        return f"WordList.of({list(self.secrets)!r}{guesses}, name={self.name!r}{weights})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WordList):
            return NotImplemented
        return self is other or (self.name, self.digest) == (other.name, other.digest)

    def __hash__(self) -> int:
        return hash((self.name, self.digest))


Words = WordList | Mapping[str, WordList | Iterable[str]] | Callable[[str], WordList | Iterable[str]]
"""Where the reader of a text finds the word list that it names: one list, lists by their names, or a function
that is given the name as it stands in the text and gives the list."""


def find_words(text: str, words: Words | None) -> WordList:
    """Finds the list that a text names as `NAME` or `NAME@DIGEST`.

    Where the name ends in `+any` or `+any20`, every word that may be guessed may be the secret, as
    `WordList.any_word` says. Raises `RulesError` if there is no such list, or if its words are not
    those that the digest tells of.
    """
    parts = _DIGEST.fullmatch(text)
    name, digest = (parts[1], parts[2]) if parts else (text, None)
    if words is None:
        absent = N_(
            "the word list {name!r} is not at hand; pass words=, which finds lists by their names, as in {example}"
        )
        raise RulesError.said(absent, name=name, example="words={'animals': ['BEAR', 'SEAL']}")
    made = _made(name, words)
    if digest is not None and not made.digest.startswith(digest):
        changed = N_("the word list {name} has other words than the text tells of: its digest is {found}, not {told}")
        raise RulesError.said(changed, name=made.name, found=made.digest[:DIGEST_LENGTH], told=digest)
    return made


def no_list(name: str, names: Iterable[str]) -> Fault:
    """Says that there is no list of a name, and which there are."""
    return Fault("there is no word list {name!r}; there are {names}", name=name, names=", ".join(names) or "-")


def listed_name(text: str) -> str:
    """Gives the name of the list in a text that may add a digest, or that every word may be the secret."""
    name = parts[1] if (parts := _DIGEST.fullmatch(text)) else text
    return parts[1] if (parts := _ANY_WORD.fullmatch(name)) else name


def _made(name: str, words: Words) -> WordList:
    parts = _ANY_WORD.fullmatch(name)
    if parts is None or (isinstance(words, Mapping) and name in words):
        found = _look_up(name, words)
        return (found if isinstance(found, WordList) else WordList.of(found)).named(name)
    listed = int(parts[2]) if parts[2] else LISTED_WEIGHT
    if not listed:
        raise RulesError(no_whole_number("any", listed, "any5", 1))
    return _made(parts[1], words).any_word(listed).named(parts[1] + _any_word(listed))


def _any_word(listed: int) -> str:
    """Gives the end of the name of a list where every word may be the secret."""
    return f"+any{'' if listed == LISTED_WEIGHT else listed}"


def _look_up(name: str, words: Words) -> WordList | Iterable[str]:
    if isinstance(words, WordList):
        return words
    if isinstance(words, Mapping):
        for key in (name, unquote(name)):
            if key in words:
                return words[key]
        raise RulesError(no_list(name, sorted(map(str, words))[:10]))
    if callable(words):
        return words(name)
    wrong = N_("words cannot be of type {type}; pass lists by their names, as in {example}")
    raise RulesError.said(wrong, type=type(words).__name__, example="words={'animals': ['BEAR', 'SEAL']}")


def canonical_name(name: object) -> str:
    """Percent-encodes what cannot stand in the text of rules; a plus stays, for it joins two names."""
    if not isinstance(name, str) or not name:
        wrong = N_("a word list cannot be called {name!r}; give it a name such as {example}")
        raise RulesError.said(wrong, name=name, example="animals")
    return "+".join(quote(_utf8(unquote(part, errors="surrogateescape")), safe=_UNESCAPED) for part in name.split("+"))


_ESCAPED_LETTERS = re.compile("(?:%[89A-F][0-9A-F])+")


def readable_name(text: str) -> str:
    """Writes a name of a list, or rules with one, for people: letters beyond ASCII as they are."""

    def letters(match: re.Match[str]) -> str:
        try:
            written = unquote(match[0], errors="strict")
        except UnicodeDecodeError:
            return match[0]
        return written if written.isprintable() else match[0]

    return _ESCAPED_LETTERS.sub(letters, text)


def _utf8(text: str) -> bytes:
    """Writes a text as bytes that read back: halves of characters are mostly bytes of a file name that is no text."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")


def _in_order(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(words), key=word_order))


def _weigh(words: list[str], given: Iterable[Weight]) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
    """Sorts out the words that may be secrets, with their weights. Raises `RulesError` with every fault."""
    found: dict[str, Fraction] = {}
    faults: list[Fault] = []
    for word, weight in zip(words, read_weights(given, words), strict=True):
        if found.setdefault(word, weight) != weight:
            two = N_("the word {word} has the weights {first} and {second}; give it one")
            faults.append(Fault(two, word=word, first=_decimal(found[word]), second=_decimal(weight)))
    if not any(found.values()):
        faults.append(Fault("no word may be the secret, for all have the weight 0; give one of them a greater weight"))
    RulesError.check(faults)
    secrets = _in_order(word for word, weight in found.items() if weight)
    return secrets, whole_numbers([found[word] for word in secrets])


def _decimal(weight: Fraction) -> str:
    return str(weight) if weight.denominator == 1 else str(float(weight))


def _repeated(words: list[str]) -> list[str]:
    if len(set(words)) == len(words):
        return []
    return [word for word, times in Counter(words).items() if times > 1]
