"""The strategy for boards of any size: how often a color is on all pegs, on half of them, and so on down to one peg."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from sito.codes.code import Code, CodeSpace
from sito.codes.consistency import clash_at_sight
from sito.codes.feedback import Turn
from sito.errors import InconsistentError, StrategyError
from sito.native.game import Size, size_of
from sito.rules.rules import Allowed, FeedbackKind, Rules
from sito.sieve.knowledge import Knowledge
from sito.sieve.possible import NONE_LEFT
from sito.strategies.strategy import KnownByText, check_no_hard_mode, check_no_lies


class Halving(KnownByText):
    """Counts each color on all pegs, then on half of them, on half of those, and so on down to one peg.

    Only black pegs count. The first guesses have one color each, so it is known how often the code has it. Then each
    part of the board, at first all of it, is cut into halves: a question tells how many pegs of a color are in one
    half (`_Part`). Parts do not touch, so a guess asks in many of them, and 2, 4, 8 guesses settle 3, 8, 20 questions
    (`_signs`). Where colors must differ, diagonals take the place of colors: peg i of diagonal j has the color i + j.
    There a guess asks one question, and where all colors are in the code, one peg is found first.

    Answers that clash at sight (`sito.codes.consistency.clash_at_sight`) are refused at once. Turns that it would not
    have asked for are not used before the code is known; then a code that contradicts them is refused. In a game of up
    to 2^28 codes a single possible code is guessed at once. Plays all rules without words whose answers tell the black
    pegs, without lies and hard mode; raises `StrategyError` for others.

    Source: Goodrich (2009) for repeated colors, El Ouali and Sauerland (2013) for different ones, Cantor and Mills
    (1966) for questions that are asked together. Cost per guess: the turns are gone through, a few hundredths of a
    second on 100x100. It never needs more guesses than `most_guesses` tells. Known results: docs/playing.md.

    >>> known = Knowledge("4x6").after("AAAA", "x").after("BBBB", "-").after("CCCC", "xx")
    >>> known.guesses.text(Halving().choose(known, random.Random(1)))
    'DDDD'
    """

    name = "halving"
    deterministic = True
    consistent = False

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Code:
        """Returns its next guess that is not answered yet. Raises `InconsistentError` for answers that contradict."""
        rules = knowledge.rules
        check_plays(rules)
        if size_of(rules) is Size.LISTED:
            knowledge.check_any_left()
            if len(knowledge) == 1:
                return knowledge.first()
        exact = [turn for turn in knowledge.history if turn.is_exact]
        if clash_at_sight(rules, exact):
            raise InconsistentError(NONE_LEFT)
        answers: dict[tuple[int, ...], int] = {turn.guess: turn.answer.black or 0 for turn in exact}
        hit = next((turn.guess for turn in exact if turn.answer.wins), None)
        asking = _search(rules, exact)
        guess = next(asking) if hit is None else _agreeing(rules, hit, exact)
        while guess in answers and guess != hit:
            guess = asking.send(answers[guess])
        return Code(guess)


def only_strategy(rules: Rules) -> Halving | None:
    """Gives the one strategy that plays boards that are too large for the native core; None for other games.

    >>> print(only_strategy(Rules.parse("24x30")), only_strategy(Rules.parse("4x6")))
    halving None
    """
    return Halving() if size_of(rules) is Size.VAST else None


def most_guesses(rules: Rules | str) -> int:
    """Tells how many guesses `halving` needs at most in a game of these `rules`.

    Counting takes a guess for each color but one; cutting a part of m pegs takes one less than it has colors, which
    are m at most; and the code itself is one more. With n pegs and k colors that is no more than Goodrich's bound,
    n * ceil(log2 k) + ceil((2 - 1/k) * n) + k. With n different colors of n one peg is found in about 3n/2 + log2 n
    guesses, and n - 1 pegs are left.

    Raises `StrategyError` for rules that the strategy does not play.

    >>> most_guesses("4x6"), most_guesses("100x100"), most_guesses("64x64-distinct")
    (11, 673, 479)
    """
    rules = Rules.of(rules)
    check_plays(rules)
    pegs, colors = rules.pegs, rules.colors
    if rules.allowed is not Allowed.DISTINCT or pegs < colors or pegs < 3:
        return colors + _most_questions(pegs, colors)
    to_one_peg = (pegs - 1) // 2 + pegs - 1 + (pegs // 2 - 1).bit_length() + 1
    return colors + to_one_peg + _most_questions(pegs - 1, colors)


@lru_cache(maxsize=1024)
def _most_questions(pegs: int, colors: int) -> int:
    """Counts the questions that cut a part of so many pegs into single ones, if it has as many colors as it can."""
    if pegs == 1:
        return 0
    half = pegs // 2
    return min(pegs, colors) - 1 + _most_questions(half, colors) + _most_questions(pegs - half, colors)


def check_plays(rules: Rules) -> None:
    """Raises `StrategyError` for rules that `halving` does not play."""
    if rules.allowed is Allowed.WORDS or rules.feedback is FeedbackKind.TOTAL:
        raise StrategyError.said(
            "{name} does not play {rules}: it needs codes without words, and answers that tell the black pegs, "
            "as in 4x6 or 100x100-black",
            name=Halving.name,
            rules=str(rules),
        )
    check_no_lies(Halving.name, rules)
    check_no_hard_mode(Halving.name, rules)


_Half = tuple[int, int, dict[int, int]]
"""Where a half starts, its size, and how many pegs of each color it has."""

Asking = Generator[tuple[int, ...], int, None]
"""Yields guesses, and is sent the black pegs of each."""


class _Group:
    """Colors of a part whose numbers in its left half are a common base plus known offsets."""

    def __init__(self, color: int, low: int, high: int) -> None:
        self.offsets, self.low, self.high = {color: 0}, low, high

    @property
    def spread(self) -> int:
        return self.high - self.low

    def numbers(self, base: int) -> dict[int, int]:
        """Gives the number of each color with this base."""
        return {color: base + offset for color, offset in self.offsets.items()}


class _Part:
    """A part of the board with the number of pegs of each color in it, while it is cut into halves.

    A question has two colors, and asks how many pegs are right if the left half has the one and the right half the
    other. If both are open, their groups become one; if one is known or absent, the group of the other becomes known.
    The last group follows from the size of the half. So there are fewer questions than colors.
    """

    def __init__(self, start: int, size: int, counts: dict[int, int]) -> None:
        self.start, self.middle, self.stop = start, start + size // 2, start + size
        self.counts, self.known = counts, dict[int, int]()
        left, right = self.middle - start, self.stop - self.middle
        self.groups = [_Group(color, max(0, n - right), min(n, left)) for color, n in counts.items()]
        self._tighten()

    def count(self, color: int) -> int:
        """Counts the pegs of a color in this part."""
        return self.counts.get(color, 0)

    def group_of(self, color: int) -> _Group | None:
        """Gives the open group of a color."""
        return next((group for group in self.groups if color in group.offsets), None)

    def tie(self, left: int, right: int, black: int) -> None:
        """Takes the answer to a question: so many pegs are right with these colors in the halves."""
        more = black - self.count(right)  # so many more pegs of the one color than of the other are on the left
        group, other = self.group_of(left), self.group_of(right)
        assert group is not None
        if other is None:
            base = more + self.known.get(right, 0) - group.offsets[left]
            group.low, group.high = max(group.low, base), min(group.high, base)
        else:
            shift = more + other.offsets[right] - group.offsets[left]
            other.offsets |= group.numbers(shift)
            other.low, other.high = max(other.low, group.low - shift), min(other.high, group.high - shift)
            self.groups.remove(group)
        self._tighten()

    def _tighten(self) -> None:
        """Narrows the open groups by what the left half has in all, and takes out those that are known."""
        sizes = [len(group.offsets) for group in self.groups]
        fixed = sum(self.known.values()) + sum(sum(group.offsets.values()) for group in self.groups)
        rest = self.middle - self.start - fixed
        before: int | None = None
        while before != (now := sum(group.spread for group in self.groups)):
            before = now
            low = sum(size * group.low for size, group in zip(sizes, self.groups, strict=True))
            high = sum(size * group.high for size, group in zip(sizes, self.groups, strict=True))
            if not low <= rest <= high or any(group.spread < 0 for group in self.groups):
                raise InconsistentError(NONE_LEFT)
            for size, group in zip(sizes, self.groups, strict=True):
                group.low, group.high = (
                    max(group.low, group.high - (high - rest) // size),
                    min(group.high, group.low + (rest - low) // size),
                )
        for group in self.groups:
            if not group.spread:
                self.known |= group.numbers(group.low)
        self.groups = [group for group in self.groups if group.spread]

    def difference(self) -> _Question:
        """Asks for two colors of which little is known."""
        group, other = sorted(self.groups, key=lambda group: -group.spread)[:2]
        return _Question(self, next(iter(group.offsets)), next(iter(other.offsets)), 0)

    def yes_or_no(self, colors: int) -> _Question | None:
        """Asks for a color of which one of two numbers is left, beside one that is absent or known; None without."""
        group = next((group for group in self.groups if group.spread == 1), None)
        absent = next((color for color in range(colors) if color not in self.counts), None)
        right = next(iter(self.known), None) if absent is None else absent
        if group is None or right is None:
            return None
        left, offset = next(iter(group.offsets.items()))
        return _Question(self, left, right, group.low + offset + self.count(right) - self.known.get(right, 0))

    def halves(self) -> Iterator[_Half]:
        """Gives the two halves once all is known."""
        left = {color: number for color, number in self.known.items() if number}
        right = {color: n - self.known[color] for color, n in self.counts.items() if n > self.known[color]}
        yield self.start, self.middle - self.start, left
        yield self.middle, self.stop - self.middle, right


def _search(rules: Rules, turns: Iterable[Turn]) -> Asking:
    """Plays a whole game; raises `InconsistentError` if its last guess, the code, contradicts one of the turns."""
    pegs, colors, distinct = rules.pegs, rules.colors, rules.allowed is Allowed.DISTINCT
    lines = [tuple((peg + line) % colors if distinct else line for peg in range(pegs)) for line in range(colors)]
    counts = yield from _count(lines)
    code: list[int | None] = [None] * pegs
    order = list(range(pegs))
    if distinct and pegs == colors and len(counts) > 1:
        peg, color = yield from _find_one_peg(lines, counts)
        code[peg] = color
        order = [*range(peg + 1, pegs), *range(peg)]
        line = (color - peg) % colors
        counts = {**counts, line: counts.get(line, 0) - 1}
    parts = _cut(lines, order, code, [(0, len(order), {line: count for line, count in counts.items() if count})])
    while parts:
        yield from _ask_one(lines, order, code, parts) if distinct else _ask_many(code, parts, colors)
        halves = [half for part in parts if not part.groups for half in part.halves()]
        parts = [part for part in parts if part.groups] + _cut(lines, order, code, halves)
    yield _agreeing(rules, Code(color for color in code if color is not None), turns)
    raise InconsistentError(NONE_LEFT)


def _agreeing(rules: Rules, code: Code, turns: Iterable[Turn]) -> Code:
    """Gives a code that was found. Raises `InconsistentError` if it is none, or contradicts one of the turns."""
    if not CodeSpace(rules).has(bytes(code)) or not all(turn.agrees(rules, code) for turn in turns):
        raise InconsistentError(NONE_LEFT)
    return code


def _count(lines: Sequence[tuple[int, ...]]) -> Generator[tuple[int, ...], int, dict[int, int]]:
    """Counts the pegs of each line, a color or a diagonal; those of the last one follow."""
    counts: dict[int, int] = {}
    left = len(lines[0])
    for line, guess in enumerate(lines[:-1]):
        if left > 0 and (black := (yield guess)):
            counts[line] = black
            left -= black
    if left < 0:
        raise InconsistentError(NONE_LEFT)
    return {**counts, len(lines) - 1: left} if left else counts


def _cut(
    lines: Sequence[tuple[int, ...]], order: Sequence[int], code: list[int | None], found: list[_Half]
) -> list[_Part]:
    """Notes the pegs of what has a single line, and gives the parts that are to be cut by questions."""
    parts = []
    while found:
        start, size, counts = found.pop(0)
        if len(counts) == 1:
            (line,) = counts
            for peg in order[start : start + size]:
                code[peg] = lines[line][peg]
        else:
            part = _Part(start, size, counts)
            if part.groups:
                parts.append(part)
            else:
                found += part.halves()
    return parts


def _ask_one(
    lines: Sequence[tuple[int, ...]], order: Sequence[int], code: Sequence[int | None], parts: Sequence[_Part]
) -> Asking:
    """Asks a question of one part, with neighboring diagonals: all pegs before its middle get the one, others the next.

    These colors differ, for there are more of them than pegs in `order`. A peg that was found first gets the last one.
    """
    part = parts[0]
    pairs = [(line, (line + 1) % len(lines)) for group in part.groups for line in group.offsets]
    apart = [pair for pair in pairs if part.group_of(pair[0]) is not part.group_of(pair[1])]
    left, right = max(apart, key=lambda pair: part.group_of(pair[1]) is not None)
    guess = list(lines[left])
    for peg in order[part.middle :]:
        guess[peg] = lines[right][peg]
    for peg in set(range(len(code))) - set(order):
        (guess[peg],) = set(range(len(lines))) - {guess[other] for other in order}
    black = yield tuple(guess)
    black -= sum(one == other for one, other in zip(guess, code, strict=True))
    black -= sum(other.count(left if other.start < part.start else right) for other in parts[1:])
    part.tie(left, right, black)


class _Question(NamedTuple):
    """Two colors for the halves of a part, and the least number of pegs that may be right."""

    part: _Part
    left: int
    right: int
    least: int


def _ask_many(code: Sequence[int | None], parts: Sequence[_Part], colors: int) -> Asking:
    """Asks a question of many parts at once, in as many guesses as `_signs` has rows."""
    level, questions = _choose(parts, colors)
    asked = {id(question.part) for question in questions if question}
    basis = [0 if color is None else color for color in code]
    known = sum(color is not None for color in code)
    for part in parts:
        if id(part) not in asked:
            color = next(iter(part.counts))
            basis[part.start : part.stop] = [color] * (part.stop - part.start)
            known += part.count(color)
    sums = []
    for signs in _signs(level):
        guess, others = list(basis), known
        for sign, question in zip(signs, questions, strict=True):
            if question:
                part, left, right, least = question
                first, last = ((right, right), (left, right), (right, left))[sign]
                guess[part.start : part.middle] = [first] * (part.middle - part.start)
                guess[part.middle : part.stop] = [last] * (part.stop - part.middle)
                others += (part.count(right), least, part.count(left) + part.count(right) - least)[sign]
        sums.append((yield tuple(guess)) - others)
    for question, more in zip(questions, _solved(sums), strict=True):
        if question:
            question.part.tie(question.left, question.right, question.least + more)
        elif more:
            raise InconsistentError(NONE_LEFT)


def _choose(parts: Sequence[_Part], colors: int) -> tuple[int, list[_Question | None]]:
    """Chooses the level of `_signs` that tells the most in a guess, and a question for each of its columns."""
    narrow = [question for part in parts if (question := part.yes_or_no(colors))]
    are_narrow = {id(question.part) for question in narrow}
    others = [part for part in parts if id(part) not in are_narrow]
    best = (0.0, 0, 0)
    for level in range(len(parts).bit_length()):
        guesses = 1 << level
        taken = min(len(narrow), len(_signs(level)[0]) - guesses)
        wide = min(len(parts) - taken, guesses)
        best = max(best, ((_WIDE * wide + taken) / guesses, -level, taken))
    _, minus, taken = best
    wide_parts = [*others, *(question.part for question in narrow[taken:])]
    wide_questions = (part.difference() for part in wide_parts)
    narrow_questions = iter(narrow[:taken])
    return -minus, [next(wide_questions if wide else narrow_questions, None) for wide in _are_wide(-minus)]


_WIDE = 1.5  # bits in the answer to a question for two colors, of which each has one peg


@lru_cache
def _signs(level: int) -> tuple[tuple[int, ...], ...]:
    """Lays down which questions 2^level guesses ask, a row for each: 1 as it is, -1 with its colors exchanged, 0 not.

    From rows D it makes twice as many: D D 0, and below them D -D 1. The sum of two such rows has the parity of the
    question behind the 1, which so must have one of two answers; then their sum and their difference give rows of D,
    one for the first questions and one for the second.

    >>> _signs(1)
    ((1, 1, 0), (1, -1, 1))
    """
    if not level:
        return ((1,),)
    above = _signs(level - 1)
    count = len(above)
    upper = [row + row + (0,) * count for row in above]
    lower = [
        row + tuple(-sign for sign in row) + tuple(int(column == place) for column in range(count))
        for place, row in enumerate(above)
    ]
    return (*upper, *lower)


def _are_wide(level: int) -> list[bool]:
    """Tells for each column of `_signs` whether its question may have any answer, and not only one of two."""
    return 2 * _are_wide(level - 1) + [False] * (1 << level - 1) if level else [True]


def _solved(sums: Sequence[int]) -> list[int]:
    """Gives the answers to the questions from the sums of the rows of `_signs`.

    >>> _solved([5 + 2, 5 - 2 + 1])
    [5, 2, 1]
    """
    if len(sums) == 1:
        return list(sums)
    half = len(sums) // 2
    pairs = list(zip(sums[:half], sums[half:], strict=True))
    odd = [(upper + lower) % 2 for upper, lower in pairs]
    first = [(upper + lower - bit) // 2 for (upper, lower), bit in zip(pairs, odd, strict=True)]
    second = [(upper - lower + bit) // 2 for (upper, lower), bit in zip(pairs, odd, strict=True)]
    return [*_solved(first), *_solved(second), *odd]


def _find_one_peg(
    lines: Sequence[tuple[int, ...]], counts: dict[int, int]
) -> Generator[tuple[int, ...], int, tuple[int, int]]:
    """Finds a peg and its color where all colors are in the code, each once, and not all pegs on one diagonal.

    First a guess with no peg right: an absent diagonal, or if all have one right peg, the first one after an exchange
    of that peg with its neighbor. Then pairs of pegs are exchanged, all pairs with the same sum at once, until some
    peg is right, and ever fewer of them until one pair is left. If one peg of it is right, a third peg moves along
    with them: then a peg is right only if it was the first of the pair.
    """
    pegs = len(lines)
    wrong = list(next((guess for line, guess in enumerate(lines) if line not in counts), lines[0]))
    if len(counts) == pegs:
        for peg in range(0, pegs - 1, 2):
            tried = _exchanged(wrong, [(peg, peg + 1)])
            if peg + 2 == pegs or not (yield tuple(tried)):
                wrong = tried
                break
        else:
            return pegs - 1, wrong[-1]
    for total in range(pegs):
        pairs = [(peg, other) for peg in range(pegs) if peg < (other := (total - peg) % pegs)]
        if total == pegs - 1 or (yield tuple(_exchanged(wrong, pairs))):
            break
    while len(pairs) > 1:
        half = pairs[: len(pairs) // 2]
        pairs = half if (yield tuple(_exchanged(wrong, half))) else pairs[len(half) :]
    ((peg, other),) = pairs
    third = next(each for each in range(pegs) if each not in pairs[0])
    moved = _exchanged(_exchanged(wrong, pairs), [(other, third)])
    return (peg, wrong[other]) if (yield tuple(moved)) else (other, wrong[peg])


def _exchanged(guess: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Exchanges the colors of pairs of pegs."""
    made = list(guess)
    for peg, other in pairs:
        made[peg], made[other] = guess[other], guess[peg]
    return made
