"""The possible codes of a game, by its size: listed, sampled, or not known where a board is vast."""

from __future__ import annotations

import random
from decimal import Decimal
from functools import cached_property, lru_cache

from sito import _native
from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import clash_at_sight
from sito.codes.feedback import Turn
from sito.codes.turn_text import pair_text
from sito.errors import N_, Fault, LimitError
from sito.native.errors import native_errors
from sito.native.game import Size, native_rules, native_sieve, size_of
from sito.rules.rules import Rules

NONE_LEFT = Fault("no code agrees with all the answers; one of them must be wrong")
NONE_FOUND = Fault("no code was found that agrees with all the answers; one of them may be wrong")
SAMPLED = 1 << 12
_MANY = 1 << 22  # codes, of which turns are sieved in a good order
_DRAWN = 256  # codes that tell the order
_MOST_TURNS = 64  # that a sample follows
_MOST_PAIRS = 2**34  # of a possible code and what a turn may have been; half a minute's work
_SCORED_ALONE = 4  # how much longer a pair takes where answers are not counted for many codes at once


def estimate(codes: float) -> int:
    """Rounds a number of codes that is estimated to two digits, for it is known to no more.

    >>> estimate(7078509067), estimate(7.94), estimate(4393974999999999773769728.0)
    (7100000000, 8, 4400000000000000000000000)
    """
    return round(Decimal(f"{codes:.1e}"))


class Possible:
    """The possible codes of a vast board: only the turns are known. What needs the codes raises `LimitError`."""

    is_sampled = False

    def __init__(self, rules: Rules, turns: tuple[Turn, ...] = ()) -> None:
        self.rules, self.turns = rules, turns

    def after(self, turns: tuple[Turn, ...]) -> Possible:
        """Gives what is known after more turns, which tell something."""
        return Possible(self.rules, (*self.turns, *turns))

    @property
    def is_all_sampled(self) -> bool:
        """Whether `sample` has all possible codes, or seems to have them all."""
        return False

    @property
    def nothing_left(self) -> Fault:
        """What to say if no code is left."""
        return NONE_LEFT

    @property
    def native(self) -> _native.Knowledge:
        """The listed codes; the core refuses to list so many."""
        return native_sieve(self.rules)

    @property
    def left(self) -> int:
        """How many they are; where they are sampled, an estimate."""
        return CodeSpace(self.rules).size

    def codes(self, start: int, stop: int) -> list[bytes]:
        """Gives the codes from one place up to another, in ascending order."""
        return self.native.codes(start, stop)

    def known(self, most: int) -> list[bytes]:
        """Gives up to so many of the codes that are known, the lowest first."""
        return []

    def sample(self) -> list[bytes]:
        """Gives up to `SAMPLED` codes, which depend on the turns alone."""
        return self.codes(0, SAMPLED)

    def has(self, code: Code) -> bool:
        """Tells whether a secret agrees with the turns."""
        return all(turn.agrees(self.rules, code) for turn in self.turns)


class Sampled(Possible):
    """The possible codes as far as a sample tells of them; further turns than 64 only choose among its codes."""

    is_sampled = True

    def after(self, turns: tuple[Turn, ...]) -> Possible:
        if not all(turn.is_exact for turn in turns):
            native_sieve(self.rules)  # which refuses it: only listed codes are sieved by parts of an answer
        return sampled(self.rules, (*self.turns, *turns))

    @cached_property
    def _sampler(self) -> _native.Sampler:
        with native_errors(self.rules):
            if not self.turns:
                return _native.Sampler(native_rules(self.rules))
            if len(self.turns) > _MOST_TURNS:
                return sampled(self.rules, self.turns[:_MOST_TURNS])._sampler
            *before, turn = self.turns
            return sampled(self.rules, tuple(before))._sampler.after(bytes(turn.guess), *turn.answer.numbers)

    @cached_property
    def _clashes(self) -> bool:
        return bool(clash_at_sight(self.rules, self.turns))

    @cached_property
    def _found(self) -> list[bytes]:
        if self._clashes:
            return []
        further = self.turns[_MOST_TURNS:]
        return [code for code in self._sampler.codes if all(turn.agrees(self.rules, Code(code)) for turn in further)]

    @property
    def is_all_sampled(self) -> bool:
        return self._clashes or self._sampler.is_complete

    @property
    def nothing_left(self) -> Fault:
        return NONE_LEFT if self._clashes or self._sampler.is_proven else NONE_FOUND

    @property
    def left(self) -> int:
        if not self.turns:
            return super().left
        if self.is_all_sampled or not self._found:
            return len(self._found)
        return estimate(2**self._sampler.bits * len(self._found) / len(self._sampler.codes))

    def codes(self, start: int, stop: int) -> list[bytes]:
        return self._found[start:stop] if self.is_all_sampled else super().codes(start, stop)

    def known(self, most: int) -> list[bytes]:
        return self._found[:most]

    def sample(self) -> list[bytes]:
        return self._found


@lru_cache(maxsize=128)  # for a service reads all turns of a game again with each answer
def sampled(rules: Rules, turns: tuple[Turn, ...] = ()) -> Sampled:
    """Gives what is possible after the turns of a game whose codes are sampled."""
    return Sampled(rules, turns)


class Listed(Possible):
    """The possible codes in the native sieve, which does not store them."""

    def __init__(self, rules: Rules, turns: tuple[Turn, ...], native: _native.Knowledge) -> None:
        super().__init__(rules, turns)
        self._native = native

    def after(self, turns: tuple[Turn, ...]) -> Possible:
        known = self._native
        for turn in self._in_order(turns) if len(turns) > 1 else turns:
            known = self._sieved(known, turn)
        return Listed(self.rules, (*self.turns, *turns), known)

    def _in_order(self, turns: tuple[Turn, ...]) -> list[Turn]:
        """Puts those first that seem to leave the fewest codes, for the others to sieve; last what is not exact."""
        rng = random.Random(0)
        codes = CodeSpace(self.rules)
        drawn = [codes.draw(rng) for _ in range(_DRAWN if self.left > _MANY else 0)]
        return sorted(turns, key=lambda turn: (not turn.is_exact, sum(turn.agrees(self.rules, code) for code in drawn)))

    def _sieved(self, known: _native.Knowledge, turn: Turn) -> _native.Knowledge:
        if turn.is_exact:
            with native_errors(self.rules):
                return known.after(bytes(turn.guess), *turn.answer.numbers)
        guesses = CodeSpace(self.rules, guesses=True)
        clauses = turn.clauses(guesses)
        slow = _SCORED_ALONE if self.rules.feedback.marks_pegs else 1
        if len(known) * len(clauses) * slow > _MOST_PAIRS:
            many = N_(
                "{guess}:{answer} may be {count} pairs of a guess and an answer, too many for {codes} possible codes; "
                "leave the turn out, or note more of it"
            )
            values = {"guess": guesses.text(turn.guess), "answer": turn.answer}
            raise LimitError.said(many, **values, count=len(clauses), codes=len(known))
        return known.after_any(clauses)

    @property
    def native(self) -> _native.Knowledge:
        return self._native

    @property
    def left(self) -> int:
        return len(self._native)

    @property
    def is_all_sampled(self) -> bool:
        return self.left <= SAMPLED

    def known(self, most: int) -> list[bytes]:
        return self.codes(0, min(most, self.left))

    def sample(self) -> list[bytes]:
        if self.is_all_sampled:
            return self.codes(0, self.left)
        guesses = CodeSpace(self.rules, guesses=True)
        turns = " ".join(pair_text(guess, answer, guesses) for guess, answer in self.turns)
        rng = random.Random(f"sample/{self.rules}/{turns}")
        return [self._native.code(place) for place in sorted(rng.sample(range(self.left), SAMPLED))]

    def has(self, code: Code) -> bool:
        return bytes(code) in self._native


def possible_codes(rules: Rules) -> Possible:
    """Gives what is possible before the first turn. Raises `LimitError` for too many codes that cannot be sampled."""
    match size_of(rules):
        case Size.LISTED:
            return Listed(rules, (), native_sieve(rules))
        case Size.SAMPLED:
            return sampled(rules)
        case Size.VAST:
            return Possible(rules)
