"""The turns of a word game as people write and paste them, whichever comes first: guesses, answers, or both.

`RAISE --y-g`, or `raise` and then `🟩⬛🟨⬛⬛` on the next line; several guesses on a line and then the
squares that a game lets its players share; on several boards an answer for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sito.advice.boards import wrong_number
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, read_noted
from sito.errors import Fault, FeedbackError, InputError, TranscriptError, gathered
from sito.rules.rules import Rules
from sito.words.local_words import POSITION_MARKS

_SHARED_HEAD = re.compile(r".*\s[0-9X]{1,3}/[0-9]{1,3}\*?")
"""The line above shared squares, such as `Wordle 1,234 4/6`."""


class WrittenTurn(NamedTuple):
    """A guess, and its answer on each board that was asked for."""

    guess: Code
    answers: tuple[Answer, ...]


class WrittenTurns:
    """Takes lines and gives turns as soon as a guess has its answers; what is without the other waits."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.space = CodeSpace(rules, guesses=True)
        self.guesses: list[Code] = []
        """The guesses that wait for answers."""
        self.answers: list[Answer] = []
        """The answers that wait for more of them, or for their guess."""

    def read(self, line: str, boards: int = 1) -> None:
        """Takes a line in; a guess has an answer on each of so many boards.

        Raises `InputError` for what is neither a guess nor an answer, and takes nothing in then.
        """
        text = line.strip()
        words = text.split()
        if not words:
            return
        if all(":" in word.strip(":") for word in words):
            pairs = self._colon_pairs(words, boards)
        elif ":" in text:
            pairs = self._colon_pairs([text], boards)
        else:
            self._read_words(text, words, boards)
            return
        self._put_first(pairs)

    def take(self, boards: int = 1) -> WrittenTurn | None:
        """Gives the first turn that has a guess and all its answers; `None` if there is none yet."""
        if not self.guesses or len(self.answers) < boards:
            return None
        turn = WrittenTurn(self.guesses.pop(0), tuple(self.answers[:boards]))
        del self.answers[:boards]
        return turn

    def forget(self) -> bool:
        """Drops what waits, and tells whether there was anything."""
        waited = bool(self.guesses or self.answers)
        self.guesses.clear()
        self.answers.clear()
        return waited

    def _put_first(self, pairs: Sequence[WrittenTurn]) -> None:
        """Guesses that come with answers go before what waits."""
        self.guesses[:0] = [pair.guess for pair in pairs]
        self.answers[:0] = [answer for pair in pairs for answer in pair.answers]

    def _colon_pairs(self, texts: Iterable[str], boards: int) -> list[WrittenTurn]:
        """Reads turns, each GUESS:ANSWER, and says of all what is wrong with them."""
        return TranscriptError.gather(lambda text: self._pair(*text.partition(":")[::2], boards), texts)

    def _pair(self, guess: str, answers: str, boards: int) -> WrittenTurn:
        """Reads a guess and its answers, and says of both what is wrong with them."""
        faults: list[Fault] = []
        code: Code | None = None
        read: list[Answer] = []
        with gathered(faults):
            code = self.space.read_noted(guess)
        with gathered(faults):
            read = self._answers(answers, boards)
        TranscriptError.check(faults)
        assert code is not None
        return WrittenTurn(code, tuple(read))

    def _read_words(self, text: str, words: Sequence[str], boards: int) -> None:
        unread: InputError | None = None
        if self.guesses:
            try:
                self.answers += self._answers(text, len(self.guesses) * boards - len(self.answers))
                return
            except InputError as error:
                unread = error
        letters = "".join(words[: self.rules.pegs])
        if 1 < self.rules.pegs == len(letters) and len(words) > len(letters) and letters.isalpha():  # they stand apart
            self._put_first([self._pair(letters, " ".join(words[self.rules.pegs :]), boards)])
            return
        count = next((place for place, word in enumerate(words) if word not in self.space), len(words))
        if count == len(words):
            self.guesses += map(self.space.parse, words)
        elif count:
            first, *others = (self.space.parse(word) for word in words[:count])
            self._check_no_word(words[count])
            answers = self._answers(" ".join(words[count:]), count * boards)
            self._put_first([WrittenTurn(first, tuple(answers)), *(WrittenTurn(guess, ()) for guess in others)])
        elif len(words) > 1 and words[-1] in self.space:
            self._put_first([self._pair(words[-1], " ".join(words[:-1]), boards)])
        elif unread is not None and not _is_like_a_word(words[0]):
            raise unread
        elif not _SHARED_HEAD.fullmatch(text):
            self._check_no_word(words[0])
            self.answers += self._answers(text, boards)

    def _check_no_word(self, word: str) -> None:
        """Says what is wrong with a guess that is misspelled, where an answer could stand."""
        if _is_like_a_word(word):
            self.space.parse(word)

    def _answers(self, text: str, most: int) -> list[Answer]:
        """Reads up to so many answers, with blanks, commas or slashes between them."""
        try:
            return [read_noted(text, self.rules)]
        except FeedbackError:
            parts = re.split(r"[\s,/]+", text.strip())
            if most == 1 or len(parts) == 1:
                raise
        read = [read_noted(part, self.rules) for part in parts]
        if len(read) > most:
            raise FeedbackError(wrong_number(len(read), most))
        return read


def _is_like_a_word(word: str) -> bool:
    """Tells whether letters are more likely a guess that is misspelled than marks of an answer."""
    return word.isalpha() and not set(word.casefold()) <= {*POSITION_MARKS, "x", "b", "o"}
