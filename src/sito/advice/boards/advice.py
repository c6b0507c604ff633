"""One guess for several boards: how many more guesses each would need, played on alone, added up over the boards.

A word that is known costs the same guess now or later, and now its answers on the other boards
come free: so the sum takes a solved board into account as one that needs no more guesses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import NamedTuple

from sito.advice.advice import ONLY_RANKED, work_of
from sito.advice.boards.known import Boards
from sito.advice.candidates import find_candidates
from sito.advice.prospects import Valuation
from sito.base.deadline import Deadline
from sito.base.limits import Limits, check_from_one, limits_of
from sito.base.rows import Column, Rows
from sito.codes.code import Code
from sito.errors import N_, Fault, InputError
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.ranking import RankedGuess

_MOST_PAIRS = 1 << 28  # of a guess and a possible code; beyond, only some guesses are compared
_CANDIDATES = 24
_COMPARING_SHARE = 0.7  # of the time that is left
_FEW_WORDS = 2  # of a board; each of them is a candidate
_LEAST_VALUED = 8  # candidates on each board, or the board is only estimated
_BIT = 0.13
"""How many guesses a bit costs that is still unknown after a guess, beside the guess that tells the code.

With SALET and what is best after it, the 2315 words of the original list (11.2 bits) need 3.42 guesses on
average, and 25 words (4.6 bits) about 2.4; a few codes need two guesses, less the chance that the first one hits.
"""


@dataclass(frozen=True, slots=True)
class BoardsGuess:
    """A guess for all boards with its figures on each; None for boards that are solved.

    `score` is about how many guesses are needed, this one and those that each board then needs if it is
    played on alone; an estimate where `expected` is None, and else what playing on gives, as in
    `sito.advice.prospects`. Guesses that serve several boards save some of them.
    """

    code: Code
    text: str
    figures: tuple[RankedGuess | None, ...]
    score: float
    expected: Fraction | None

    @property
    def bits(self) -> float:
        """The information that the answers give on average, of all boards together."""
        return sum(board.bits for board in self.figures if board is not None)

    @property
    def worst(self) -> int:
        """The most codes that can remain possible, of all boards together."""
        return sum(board.worst for board in self.figures if board is not None)

    @property
    def may_hit(self) -> tuple[int, ...]:
        """The places, from 0, of the boards whose code the guess may be."""
        return tuple(place for place, board in enumerate(self.figures) if board is not None and board.possible)


@dataclass(frozen=True)
class BoardsAdvice(Rows[BoardsGuess]):
    """The best guesses for all boards, the best first; displayed as a table in text and in a notebook.

    `rules` are those of the game, `codes` is the number of possible codes on each board, 0 for one that is solved.
    `fallback` says what was done instead if not all guesses were compared; None if they were.

    >>> advice = advise_boards(Boards("4x6", 2).after("AABB", ["xx", "o"]).after("AACD", ["xx", "-"]))
    >>> advice.codes, advice[0].text, advice[0].may_hit
    ((21, 16), 'BEEF', (1,))
    """

    rules: Rules
    codes: tuple[int, ...]
    guesses: tuple[BoardsGuess, ...]
    fallback: Fault | None = None

    @property
    def origin(self) -> Fault:
        """How the guesses were ordered, in a sentence."""
        if self.fallback is not None:
            return Fault("Looking ahead was cut short: {reason}.", reason=self.fallback)
        if self.guesses[0].expected is None:
            return ONLY_RANKED
        return Fault(
            "The mean counts this guess and those that each board then needs, played on alone; guesses that serve "
            "several boards save some of them."
        )

    def _columns(self) -> tuple[Column[BoardsGuess], ...]:
        return (
            Column("guess", lambda guess: guess.text),
            Column("expected", lambda guess: guess.expected, ".3f"),
            Column("bits", lambda guess: guess.bits, ".3f"),
            Column("worst", lambda guess: guess.worst, "d"),
            Column("boards", lambda guess: [place + 1 for place in guess.may_hit]),
        )

    def _rows(self) -> tuple[BoardsGuess, ...]:
        return self.guesses

    @property
    def note(self) -> str:
        """How the guesses were ordered."""
        return str(self.origin)


def advise_boards(
    boards: Boards, top: int = 5, *, limits: Limits = Limits(), seconds: float | None = None
) -> BoardsAdvice:
    """Finds the best `top` guesses for all `boards` that are not solved.

    First all guesses are compared by the answers to them on each board, then the best are valued by playing each
    board on alone. The work is counted, as that of `advise`. The `limits`, and `seconds` as one more of them, end the
    work early; `limits.work` counts units of about 0.1 milliseconds, 20,000 if nothing is limited.

    Raises `InconsistentError` if a board has no possible code, and `InputError` for a `top` below 1 and
    for boards that are all solved.

    >>> boards = Boards("4x6", 2).after("ABCD", ["xxxx", "oo"])
    >>> [guess.text for guess in advise_boards(boards, top=2)]
    ['BCEF', 'BCFE']
    """
    if not isinstance(boards, Boards):
        wrong = N_("{value!r}, of type {type}, is not a moment of a game; give one as in {example}")
        raise InputError.said(wrong, value=boards, type=type(boards).__name__, example="Boards('4x6', 2)")
    check_from_one("top", top)
    limits = limits_of(limits, seconds)
    if boards.won:
        raise InputError.said("all boards are solved; there is nothing left to guess")
    for known in boards.knowledges:
        known.check_any_left()
    deadline = Deadline(limits)
    work = work_of(limits, 2)
    alike = Counter(boards.knowledges[place] for place in boards.open)
    codes, fallback = _candidates(alike, max(top, _CANDIDATES), deadline)
    values = _values(alike, codes, work, deadline)
    # Those that were valued come first: an estimate cannot be compared with them.
    codes = sorted(codes, key=lambda code: code not in values)[: max(top, len(values))]
    guesses = [_with_figures(boards, code, values.get(code)) for code in codes]
    guesses.sort(key=lambda guess: (guess.code not in values, *_order(guess)))
    # Of the others none is told whose answers are all known beforehand, and that cannot be a code.
    guesses[1:] = [
        guess for guess in guesses[1:] if any(board and (board.cells > 1 or board.possible) for board in guess.figures)
    ]
    sizes = tuple(0 if solved else len(known) for known, solved in zip(boards.knowledges, boards.solved, strict=True))
    return BoardsAdvice(boards.rules, sizes, tuple(guesses[:top]), fallback)


class _Value(NamedTuple):
    score: float
    expected: Fraction | None


def _with_figures(boards: Boards, code: Code, value: _Value | None) -> BoardsGuess:
    figures = [
        None if solved else known.assess(code) for known, solved in zip(boards.knowledges, boards.solved, strict=True)
    ]
    if value is None:
        left = (_left(len(known), each) for known, each in zip(boards.knowledges, figures, strict=True) if each)
        value = _Value(1 + sum(left), None)
    text = boards.knowledges[0].guesses.text(code)
    return BoardsGuess(code, text, tuple(figures), value.score, value.expected)


def _order(guess: BoardsGuess) -> tuple[float, int, Code]:
    return round(guess.score, 9), -len(guess.may_hit), guess.code


def _left(codes: int, figures: RankedGuess) -> float:
    """Estimates how many more guesses a board needs after a guess with these figures, played on alone.

    A cell of so many codes needs two guesses, less the chance that the first one hits, and more for
    each bit by which it exceeds three codes; the code that the guess hits needs none.
    """
    unknown = max(0.0, log2(codes) - figures.bits)
    return 2 - figures.cells / codes - figures.possible / codes + _BIT * unknown


def _candidates(alike: Counter[Knowledge], most: int, deadline: Deadline) -> tuple[list[Code], Fault | None]:
    """Finds guesses worth a closer look, the best first by what is left after them, added up over the boards."""
    some = next(iter(alike))
    named = [code for known in alike if len(known) <= _FEW_WORDS for code in known]
    if sum(map(len, alike)) * some.guesses.size <= _MOST_PAIRS:
        sums: dict[Code, float] = {}
        for known, times in alike.items():
            ranking = known.rank("entropy", some.guesses.size, limits=deadline.left(_COMPARING_SHARE))
            if ranking.stopped is not None:
                break
            codes = len(known)
            for guess in ranking:
                sums[guess.code] = sums.get(guess.code, 0) + times * _left(codes, guess)
        else:
            best = sorted(sums, key=lambda code: (round(sums[code], 9), code))[:most]
            return list(dict.fromkeys([*best, *named])), None
    found = [find_candidates(known, most, deadline) for known in alike]
    fallback = next((each.fallback for each in found if each.fallback is not None), None)
    estimates: dict[Code, float] = {}
    # On a busy machine the time may be over before a single guess was compared.
    for code in dict.fromkeys([*named, *(code for each in found for code in each.codes)]) or [some.first()]:
        if estimates and deadline.is_over:
            break
        estimates[code] = sum(times * _estimate(known, code) for known, times in alike.items())
    return sorted(estimates, key=lambda code: (round(estimates[code], 9), code))[:most], fallback


def _estimate(known: Knowledge, code: Code) -> float:
    return _left(len(known), known.assess(code))


def _values(alike: Counter[Knowledge], codes: Sequence[Code], work: int, deadline: Deadline) -> dict[Code, _Value]:
    """Values guesses on each board, as many as the work allows; boards with many codes are only estimated."""
    if not codes:
        return {}
    values = Valuation()
    least = {known: values.work_after(known, codes[0]) for known in alike}
    share = work // (_LEAST_VALUED * len(alike))
    small = {known: cost for known, cost in least.items() if cost is not None and cost <= share}
    if not small:
        return {}
    count = min(len(codes), work // max(1, sum(small.values())))
    budget = work // max(1, count * len(small))
    found: dict[Code, _Value] = {}
    for code in codes[:count]:
        total = Fraction(0)
        estimated = 0.0
        for known, times in alike.items():
            if known not in small:
                estimated += times * _estimate(known, code)
                continue
            value = None if deadline.is_over else values.after(known, code, deadline.left(1.0, budget))
            if value is None:
                return found
            total += times * (value.expected - 1)
        total += 1
        found[code] = _Value(float(total) + estimated, total if len(small) == len(alike) else None)
    return found
