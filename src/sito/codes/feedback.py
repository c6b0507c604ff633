"""Feedback: the answer to a guess, the plain way to find it, and the notations people write it in.

An answer has a number, the same here and in the native core: for black and white pegs t(t+1)/2 + black with t = black
+ white; for black only or the total, that count; where each peg is marked, the marks as digits in base 3, leftmost
most significant (0 grey, 1 yellow, 2 green). The greatest number is always the winning answer, and only the secret
earns it: with totals, where another arrangement of the same colors counts as many pegs, the hit is an answer of its
own, written `4!` on four pegs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from operator import index as as_index
from typing import NamedTuple, SupportsIndex, TypeAlias

from sito.codes.code import Array, Code, CodeOrText, CodeSpace, PartialCode
from sito.codes.notations import (
    check_kind,
    count_answers,
    counts_of,
    marks_of,
    nobody_gives,
    number_of_marks,
    number_of_pegs,
    read_answer,
)
from sito.codes.partial import UNKNOWN, PartialFeedback, read_partial
from sito.errors import N_, CodeError, FeedbackError, ImpossibleFeedbackError, InputError, LimitError
from sito.rules.rules import MAX_PEGS, Allowed, AnswerKind, FeedbackKind, OwnAnswers, Rules
from sito.words.local_words import simple
from sito.words.own import OwnGame, written

MAX_CLAUSES = 1 << 20
"""The most pairs of a guess and an answer that a turn with unknown parts may stand for."""


def black_and_white(guess: Code, secret: Code) -> tuple[int, int]:
    """Counts black pegs (right color, right place) and white pegs (right color, other place).

    >>> black_and_white(Code([6, 1, 1, 2]), Code([1, 6, 2, 2]))
    (1, 2)
    """
    black = sum(g == s for g, s in zip(guess, secret, strict=True))
    return black, (Counter(guess) & Counter(secret)).total() - black


def position_marks(guess: Code, secret: Code) -> tuple[int, ...]:
    """Marks each peg of the guess: 2 right place, 1 elsewhere in the secret, 0 not in it.

    A color is marked 1 no more often than the secret has it outside the right places, counted from the left.

    >>> position_marks(Code([0, 0, 1, 1]), Code([1, 0, 0, 2]))
    (1, 2, 1, 0)
    """
    unclaimed = Counter(s for g, s in zip(guess, secret, strict=True) if g != s)
    marks = []
    for g, s in zip(guess, secret, strict=True):
        elsewhere = g != s and unclaimed[g] > 0
        unclaimed[g] -= elsewhere
        marks.append(2 if g == s else int(elsewhere))
    return tuple(marks)


def naive_marks(guess: Code, secret: Code) -> tuple[int, ...]:
    """Marks each peg of the guess by itself: 2 right place, 1 elsewhere in the secret, however often, 0 not in it.

    >>> naive_marks(Code([0, 0, 1, 1]), Code([1, 0, 0, 2])), naive_marks(Code([3, 3, 3, 3]), Code([3, 0, 0, 2]))
    ((1, 2, 1, 1), (2, 1, 1, 1))
    """
    return tuple(2 if g == s else int(g in secret) for g, s in zip(guess, secret, strict=True))


@dataclass(frozen=True, slots=True, order=True)
class Feedback:
    """The answer to one guess, under given rules of feedback and with a given number of pegs.

    `kind` is that of the rules, `number` that of the answer, the same in Python and in Rust. `str` writes it in the
    canonical notation: `xxo` for black and white pegs and `-` for none, a count for black only and for totals, `gy-`
    for positions. Raises `FeedbackError` for numbers that no answer has, and `ImpossibleFeedbackError` for answers that
    no code gives.

    >>> answer = score("4x6", "AABC", "ABCD")
    >>> str(answer), answer.black, answer.white, answer.number
    ('xoo', 1, 2, 7)
    >>> answer
    Feedback(FeedbackKind.BLACK_WHITE, 4, 7)
    """

    kind: AnswerKind
    pegs: int
    number: int

    def __post_init__(self) -> None:
        check_kind(self.kind, self.pegs)
        if not isinstance(self.number, int) or not 0 <= self.number < count_answers(self.kind, self.pegs):
            raise FeedbackError.said(
                "the answers to a code of length {pegs} are numbered from 0 to {most}; {number!r} was given",
                pegs=self.pegs,
                most=count_answers(self.kind, self.pegs) - 1,
                number=self.number,
            )
        if nobody_gives(self.kind, self.pegs, self.number):
            raise ImpossibleFeedbackError.said(
                "number {number} is the answer {answer}, which no code of length {pegs} gives",
                number=self.number,
                answer=str(self),
                pegs=self.pegs,
            )

    @classmethod
    def of(cls, rules: Rules | str, number: int) -> Feedback:
        """Gives the answer with this `number` under these `rules`. Raises `FeedbackError` as the class does.

        >>> Feedback.of("4x6", 13)
        Traceback (most recent call last):
        sito.errors.ImpossibleFeedbackError: number 13 is the answer xxxo, which no code of length 4 gives
        """
        game = Rules.of(rules)
        make = _answer if isinstance(number, int) else cls  # which refuses it
        return make(game.feedback, game.pegs, number)

    @classmethod
    def parse(cls, text: str, rules: Rules | str) -> Feedback:
        """Reads an answer from `text`, under these `rules`, in any of the usual notations.

        Black and white pegs: `xxo` (in any order), nothing at all or `-` for none; `2 1`, `2,1`, `2/1`; `2b1w`,
        `2B1C`, `P2 B1`, `2 bulls 1 cow`. Black only or totals: a count, or as many `x` or `o`; with totals `4!`, `!`
        or `win` for the secret itself. Positions: `gy--g` with `-`, `.`, `_` or `0` for grey, words or colored
        squares; `x` and `b` are refused there, for they mean a right place in other answers.

        Raises `FeedbackError` for an answer that cannot be read and its subclass
        `ImpossibleFeedbackError` for one that no secret could give.

        >>> [str(Feedback.parse(text, "4x6")) for text in ("oxx", "2,1", "2b1w", "P2 B1", "-", "")]
        ['xxo', 'xxo', 'xxo', 'xxo', '-', '-']
        >>> Feedback.parse("3 1", "4x6")
        Traceback (most recent call last):
        sito.errors.ImpossibleFeedbackError: '3 1' is impossible: if all other pegs are in place, the last one \
cannot be right in another place
        """
        game = Rules.of(rules)
        return cls.of(game, read_answer(text, game))

    @classmethod
    def read(cls, answer: FeedbackOrText, rules: Rules | str) -> Feedback:
        """Takes an `answer` as a value, as text or as numbers, and sees that it is one under these `rules`.

        Numbers are what people would write: the pair of black and white pegs, a count alone, or per position the mark
        of each peg (2 right place, 1 elsewhere, 0 not in the code), in a tuple, a list or an array. Raises
        `FeedbackError`.

        >>> Feedback.read(Feedback.win("4x6"), "4x6") == Feedback.read("4 0", "4x6") == Feedback.read((4, 0), "4x6")
        True
        >>> str(Feedback.read(2, "4x6-black")), str(Feedback.read([2, 1, 0, 0], "4x6-position"))
        ('2', 'gy--')
        >>> Feedback.read((1, 0.5), "4x6")
        Traceback (most recent call last):
        sito.errors.FeedbackError: (1, 0.5), of type tuple, is not an answer; write it as text, as in xxo
        """
        game = Rules.of(rules)
        if not isinstance(answer, Feedback):
            return cls.of(game, read_answer(_as_text(answer, game), game))
        _check_game(answer, game)
        return answer

    @classmethod
    def win(cls, rules: Rules | str) -> Feedback:
        """Gives the answer to the guess that hits the secret, under these `rules`.

        >>> str(Feedback.win("4x6"))
        'xxxx'
        """
        return cls.of(rules, feedback_count(rules) - 1)

    @property
    def total(self) -> int | None:
        """Black and white pegs together, or `None` where the answer does not tell."""
        if self.kind is FeedbackKind.BLACK_WHITE:
            return sum(counts_of(self.number))
        if self.kind is FeedbackKind.POSITION:
            return sum(mark > 0 for mark in self.marks)
        return min(self.number, self.pegs) if self.kind is FeedbackKind.TOTAL else None

    @property
    def black(self) -> int | None:
        """Pegs of the right color in the right place, or `None` where the answer does not tell."""
        match self.kind:
            case FeedbackKind.BLACK_WHITE:
                return counts_of(self.number)[0]
            case FeedbackKind.POSITION | FeedbackKind.NAIVE:
                return self.marks.count(2)
            case FeedbackKind.BLACK:
                return self.number
            case FeedbackKind.TOTAL:
                return self.pegs if self.wins else None
            case OwnAnswers():
                return None

    @property
    def white(self) -> int | None:
        """Pegs of the right color in another place, or `None` where the answer does not tell."""
        black, total = self.black, self.total
        return None if black is None or total is None else total - black

    @property
    def marks(self) -> tuple[int, ...]:
        """For positions: 2 (green), 1 (yellow) or 0 (grey) for each peg of the guess; else empty."""
        if not self.kind.marks_pegs:
            return ()
        return marks_of(self.number, self.pegs)

    @property
    def wins(self) -> bool:
        """Whether this is the answer that the secret earns, and no other code."""
        return self.number == count_answers(self.kind, self.pegs) - 1

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of this answer alone; a partial answer has the numbers of all that it may be."""
        return (self.number,)

    @property
    def tells_nothing(self) -> bool:
        """Whether nothing is known of the answer, which is so for partial answers alone."""
        return False

    def admits(self, number: int) -> bool:
        """Tells whether this is the answer with this number."""
        return number == self.number

    def __repr__(self) -> str:
        if isinstance(self.kind, OwnAnswers):
            return f"<Feedback {self}>"
        return f"Feedback(FeedbackKind.{self.kind.name}, {self.pegs}, {self.number})"

    def __str__(self) -> str:
        match self.kind:
            case FeedbackKind.BLACK_WHITE:
                return "x" * (self.black or 0) + "o" * (self.white or 0) or "-"
            case FeedbackKind.POSITION | FeedbackKind.NAIVE:
                return "".join("-yg"[mark] for mark in self.marks)
            case FeedbackKind.TOTAL if self.wins:
                return f"{self.pegs}!"
            case OwnAnswers(texts):
                return texts[self.number]
            case _:
                return str(self.number)


@lru_cache(maxsize=1 << 16, typed=True)
def _answer(kind: AnswerKind, pegs: int, number: int) -> Feedback:
    """Makes an answer, or gives the one that was made before: contests ask for the same few again and again."""
    return Feedback(kind, pegs, number)


def feedback_count(rules: Rules | str) -> int:
    """Gives one more than the greatest number of an answer."""
    game = Rules.of(rules)
    return count_answers(game.feedback, game.pegs)


Answer = Feedback | PartialFeedback
"""The answer of a turn: all of it, or the part that is known."""

FeedbackOrText: TypeAlias = Feedback | str | int | Sequence[int] | Array
"""What methods take for an exact answer: the answer, its text in any of the usual notations, or its numbers."""

AnswerOrText: TypeAlias = FeedbackOrText | PartialFeedback
"""What methods take for the answer of a turn, of which a part may be unknown."""


def _as_text(answer: object, rules: Rules) -> object:
    """Writes numbers as people would write the answer; anything else stays as it is."""
    if isinstance(answer, str):
        return answer
    given = answer.tolist() if isinstance(answer, Array) else answer
    if isinstance(rules.feedback, OwnAnswers):
        return written(given)
    numbers = given if isinstance(given, tuple | list) else (given,)
    most = 2 if rules.feedback.marks_pegs else MAX_PEGS
    are_counts = all(isinstance(each, SupportsIndex) and not isinstance(each, bool) for each in numbers)
    if not numbers or not are_counts or not all(0 <= as_index(each) <= most for each in numbers):
        return answer
    return " ".join(str(as_index(each)) for each in numbers)


def read_noted(answer: AnswerOrText, rules: Rules | str) -> Answer:
    """Takes the answer of a turn, as a value or as text; parts of it may be unknown.

    `?` is a whole answer that is not known. With black and white pegs `2?` has two black pegs
    and an unknown number of white ones, `?2` the other way round; per position a single mark
    may be unknown, as in `gy?-`. A part that leaves one answer alone is that answer. Raises
    `FeedbackError`, and its subclass `ImpossibleFeedbackError` for what no answer agrees with.

    >>> [str(read_noted(text, "4x6")) for text in ("xxo", "?", "2?", "2b ?w", "?2", "4?")]
    ['xxo', '?', '2?', '2?', '?2', 'xxxx']
    """
    game = Rules.of(rules)
    if isinstance(answer, PartialFeedback):
        _check_game(answer, game)
        return answer
    if isinstance(answer, str) and UNKNOWN in simple(answer):
        read = read_partial(answer, game)
        return read if isinstance(read, PartialFeedback) else Feedback.of(game, read)
    return Feedback.read(answer, game)


def _check_game(answer: Answer, game: Rules) -> None:
    if answer.kind != game.feedback or answer.pegs != game.pegs:
        other = N_("the answer {answer!r} is of another game than {rules}")
        raise FeedbackError.said(other, answer=answer, rules=str(game))


class Turn(NamedTuple):
    """A guess and the answer to it, as they were noted: pegs of the guess and parts of the answer may be unknown.

    >>> turn = Turn(Code([0, 0, 1, 1]), Feedback.parse("xo", "4x6"))
    >>> turn.guess, str(turn.answer), turn.is_exact
    (Code([0, 0, 1, 1]), 'xo', True)
    """

    guess: Code
    answer: Answer

    @classmethod
    def read(cls, guess: CodeOrText, answer: AnswerOrText, guesses: CodeSpace) -> Turn:
        """Takes a guess and an answer as values or as text; `guesses` are the codes that may be guessed.

        Raises `CodeError`, `FeedbackError`, or `InputError` with the faults of both.

        >>> Turn.read("CBFF", "o", CodeSpace("4x6"))
        Turn(guess=Code([2, 1, 5, 5]), answer=Feedback(FeedbackKind.BLACK_WHITE, 4, 1))
        >>> Turn.read("C?FF", "2?", CodeSpace("4x6")).is_exact
        False
        """
        try:
            code = guesses.read_noted(guess)
        except CodeError as wrong_code:
            try:
                read_noted(answer, guesses.rules)
            except FeedbackError as wrong_answer:
                raise InputError(*wrong_code.faults, *wrong_answer.faults) from None
            raise
        return cls(code, read_noted(answer, guesses.rules))

    @classmethod
    def read_all(cls, turns: Iterable[tuple[CodeOrText, AnswerOrText]], guesses: CodeSpace) -> Iterator[Turn]:
        """Takes turns as `read` does, one after the other. Raises what it raises, and `InputError` for no turns."""
        if not isinstance(turns, Iterable) or isinstance(turns, str | bytes | Mapping):
            none = N_("{value!r}, of type {type}, is no list of turns; write turns as in {example}")
            raise InputError.said(none, value=turns, type=type(turns).__name__, example="[('AABB', 'xo')]")
        for turn in turns:
            if not isinstance(turn, tuple | list) or len(turn) != 2:
                wrong = N_("{turn!r} is no turn; a turn is a guess and its answer, as in {example}")
                raise InputError.said(wrong, turn=turn, example="('AABB', 'xo')")
            yield cls.read(*turn, guesses)

    @property
    def is_exact(self) -> bool:
        """Whether all of the guess and all of the answer is known."""
        return isinstance(self.answer, Feedback) and not isinstance(self.guess, PartialCode)

    def agrees(self, rules: Rules, secret: Code) -> bool:
        """Tells whether a secret fits what was noted, in plain Python; the native sieve is tested with it.

        It fits if one of the guesses that this may have been earns it one of the answers
        that this may have been; so an answer of which nothing is known fits every secret.

        >>> turn = Turn.read("C?FF", "o", CodeSpace("4x6"))
        >>> [turn.agrees(Rules(4, 6), CodeSpace("4x6").parse(text)) for text in ("AAAC", "AAAB", "DDDD")]
        [True, True, False]
        """
        if self.answer.tells_nothing:
            return True
        made = _guesses_of(rules).completions(self.guess)
        return any(self.answer.admits(score_number(rules, guess, secret)) for guess in made)

    def is_impossible(self, rules: Rules) -> bool:
        """Tells of some turns that no code gives this answer, as far as the number of pegs of each color tells.

        It takes no time on boards of any size. Without words only; turns of which a part is unknown are not judged.

        >>> [Turn.read("AAAA", answer, CodeSpace("4x6")).is_impossible(Rules(4, 6)) for answer in ("o", "x")]
        [True, False]
        """
        if not self.is_exact or rules.allowed is Allowed.WORDS:
            return False
        counts = Counter(self.guess)
        black, total, missing = self.answer.black, self.answer.total, rules.colors - len(counts)
        if rules.allowed is Allowed.DISTINCT:
            least, most = max(0, rules.pegs - missing), len(counts)
        else:
            least, most = 0 if missing else min(counts.values()), rules.pegs
        if black is None or total is None:
            return black is not None and black > most
        # A white peg is of another color than most of the guess is, or it has its place where most of it is not.
        return not least <= total <= most or total - black > 2 * (rules.pegs - max(counts.values()))

    def hits_only(self, rules: Rules, secret: Code) -> bool:
        """Tells whether the guess that was noted can have been no other code than this one."""
        return all(guess == secret for guess in _guesses_of(rules).completions(self.guess))

    def clauses(self, guesses: CodeSpace) -> list[tuple[bytes, int]]:
        """Lists the guesses and answers that this turn may have been: a secret that fits one of them fits the turn.

        Each is the colors of a guess, a byte each, and the number of an answer. Raises
        `LimitError` if they are more than about a million.

        >>> space = CodeSpace("2x3")
        >>> [(space.text(list(guess)), number) for guess, number in Turn.read("A?", "o", space).clauses(space)]
        [('AA', 1), ('AB', 1), ('AC', 1)]
        """
        # Where nothing is known of the answer, the cells of any one guess are all codes together.
        count = 1 if self.answer.tells_nothing else guesses.completion_count(self.guess)
        if count * 3 ** self.answer.marks.count(None) > MAX_CLAUSES:
            many = N_(
                "{guess}:{answer} stands for more than {most} pairs of a guess and an answer, which is too many; "
                "leave the turn out, or note more of it"
            )
            values = {"guess": guesses.text(self.guess), "answer": self.answer}
            raise LimitError.said(many, **values, most=MAX_CLAUSES)
        answers = self.answer.numbers
        made = islice(guesses.completions(self.guess), count)
        return [(bytes(guess), number) for guess in made for number in answers]


@lru_cache(maxsize=16)
def _guesses_of(rules: Rules) -> CodeSpace:
    return CodeSpace(rules, guesses=True)


def score(rules: Rules | str, guess: CodeOrText, secret: CodeOrText) -> Feedback:
    """Gives the answer to a guess, in plain Python. Raises `CodeError` for codes that are not of the game.

    >>> str(score("4x6-black", "AABC", "ABCD"))
    '1'
    """
    space = CodeSpace(rules, guesses=True)
    return Feedback.of(space.rules, score_number(space.rules, space.read(guess), space.read(secret)))


def score_number(rules: Rules, guess: Code, secret: Code) -> int:
    """Gives the number of the answer to a guess, without a check of the codes; the native core is tested with it."""
    if rules.feedback is FeedbackKind.POSITION:
        return number_of_marks(position_marks(guess, secret))
    if rules.feedback is FeedbackKind.NAIVE:
        return number_of_marks(naive_marks(guess, secret))
    if isinstance(rules.words, OwnGame):
        return rules.words.answer(guess, secret)
    black, white = black_and_white(guess, secret)
    return number_of_pegs(rules.feedback, rules.pegs, black, white)
