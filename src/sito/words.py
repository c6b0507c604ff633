"""Lists of words that serve as codes, read from text files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import quote, unquote

from sito.errors import N_, NN_, Fault, RulesError

MAX_LETTERS = 16
MAX_ALPHABET = 64
_SHOWN = 5
_UNESCAPED = "/\\:,;=@~()[]!'&$*?"


@dataclass(frozen=True, slots=True)
class WordList:
    """The words that may be secrets and those that may be guessed, each list in ascending order.

    Words are compared in upper case. Every secret is an allowed guess. `name` is what
    stands after `words:` in the text of the rules: a file, or two files joined by `+`.
    Raises `RulesError` with every fault.

    >>> words = WordList.of(["tale", "late"], guesses=["late", "tale", "tall"])
    >>> words.secrets, words.alphabet
    (('LATE', 'TALE'), 'AELT')
    >>> WordList.of(["one", "three"])
    Traceback (most recent call last):
    sito.errors.RulesError: the words differ in length: ONE has 3 letters, THREE 5; all need the same number
    """

    name: str
    secrets: tuple[str, ...] = field(repr=False)
    guesses: tuple[str, ...] = field(repr=False)

    @property
    def pegs(self) -> int:
        """How many letters each word has."""
        return len(self.secrets[0])

    @property
    def alphabet(self) -> str:
        """The letters that occur, in ascending order; color number i is `alphabet[i]`."""
        return "".join(sorted(set().union(*self.guesses)))

    @classmethod
    def of(cls, secrets: Iterable[str], guesses: Iterable[str] | None = None, name: str = "-") -> Self:
        """Checks the words and puts them in order."""
        secret_list = [word.strip().upper() for word in secrets]
        guess_list = secret_list if guesses is None else [word.strip().upper() for word in guesses]
        RulesError.check(_faults(secret_list, guess_list, guesses is not None))
        ordered = tuple(sorted(secret_list))
        return cls(name, ordered, ordered if guesses is None else tuple(sorted(guess_list)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads the files named in a rules text: `SECRETS` or `SECRETS+GUESSES`.

        A file has one word a line or several, separated by spaces; lines that begin
        with `#` are skipped. Plus, percent and blanks in a file name are written `%2B`, `%25`, `%20`.
        """
        names = [unquote(part) for part in text.split("+")]
        faults: list[Fault] = []
        if len(names) > 2 or not all(names):
            faults.append(
                Fault(
                    N_("{text!r} is not one file or two; write SECRETS or SECRETS+GUESSES (a plus in a name as %2B)"),
                    text=text,
                )
            )
            raise RulesError(*faults)
        lists: list[list[str]] = []
        for name in names:
            try:
                lists.append(_read_words(Path(name)))
            except RulesError as error:
                faults.extend(error.faults)
        RulesError.check(faults)
        canonical = "+".join(quote(name, safe=_UNESCAPED) for name in names)
        return cls.of(lists[0], lists[1] if len(lists) == 2 else None, canonical)

    def __str__(self) -> str:
        return self.name


def _read_words(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RulesError(
            Fault(N_("the word list {path} cannot be read: {reason}"), path=str(path), reason=error.strerror or error)
        ) from None
    except ValueError:  # not UTF-8, or a null character in the name
        raise RulesError(
            Fault(N_("the word list {path} is not text; save it as UTF-8, one word a line"), path=str(path))
        ) from None
    if "\0" in text:
        raise RulesError(
            Fault(N_("the word list {path} is not text; save it as UTF-8, one word a line"), path=str(path))
        )
    return [word for line in text.splitlines() if not line.lstrip().startswith("#") for word in line.split()]


def _shown(words: Iterable[str]) -> str:
    found = list(words)
    return ", ".join(found[:_SHOWN]) + (", …" if len(found) > _SHOWN else "")


def _faults(secrets: list[str], guesses: list[str], separate: bool) -> Iterator[Fault]:
    if not secrets:
        yield Fault(N_("the list of words is empty; give at least one word"))
        return
    words = secrets + (guesses if separate else [])
    lengths = {len(word): word for word in reversed(words)}
    if len(lengths) > 1:
        (short, first), (long, second) = min(lengths.items()), max(lengths.items())
        yield Fault(
            *NN_(
                "the words differ in length: {first} has {count} letter, {second} {long}; all need the same number",
                "the words differ in length: {first} has {count} letters, {second} {long}; all need the same number",
            ),
            first=first,
            count=short,
            second=second,
            long=long,
        )
    if max(lengths) > MAX_LETTERS or min(lengths) < 1:
        yield Fault(
            N_("{word} has {length} letters; 1 to {most} are allowed"),
            word=lengths[max(lengths)] or "''",
            length=max(lengths),
            most=MAX_LETTERS,
        )
    letters = set().union(*words)
    if len(letters) > MAX_ALPHABET:
        yield Fault(
            N_("the words use {count} different letters; up to {most} are allowed"),
            count=len(letters),
            most=MAX_ALPHABET,
        )
    for repeated in [_repeated(secrets)] + ([_repeated(guesses)] if separate else []):
        if repeated:
            yield Fault(N_("listed more than once: {words}; list each word once"), words=_shown(repeated))
    missing = sorted(set(secrets) - set(guesses))
    if missing:
        yield Fault(
            N_("the list of guesses lacks these secrets: {words}; every secret must be an allowed guess"),
            words=_shown(missing),
        )


def _repeated(words: list[str]) -> list[str]:
    return sorted(word for word, times in Counter(words).items() if times > 1)
