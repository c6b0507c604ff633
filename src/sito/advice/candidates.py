"""Candidates: the few guesses at a moment of a game that are worth a closer look, found with a bounded amount of work.

Where all guesses can be compared, the best by the one-ply metrics are the candidates. In large
games a sample of guesses is compared on a sample of the possible codes instead.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, zip_longest
from math import factorial, prod

from sito import _native
from sito.advice.best_play import STRATEGIES
from sito.base.deadline import Deadline
from sito.codes.code import Code
from sito.codes.completions import UNKNOWN_PEG
from sito.codes.hard_mode import allowed_after
from sito.errors import N_, Fault
from sito.exact.start import first_guesses
from sito.native.errors import native_errors
from sito.native.game import listed_rules
from sito.native.run import NativeRun
from sito.playing.game import Transcript
from sito.rules.rules import Allowed
from sito.sieve.effort import effort
from sito.sieve.knowledge import Knowledge
from sito.sieve.metrics import native_metric

_COMPARISONS = 1 << 29  # to rank all guesses; about a quarter of a second on two cores
_ALL_METRICS = 4  # metrics at most, each as long as one
_SLOW_COMPARISONS = 1 << 21  # where each takes longer
_COMPARING_SHARE = 0.8  # of the time
_WITH_SYMMETRY = 1 << 34  # beyond, not even symmetry makes it little work
_OPENING_CODES = 1 << 22  # up to so many, all first guesses are compared
_WORST = "minimax"
_ALIKE = 16  # times as many guesses are ranked as are wanted, for many are alike
_DRAWN_KINDS = 1 << 7
_SAMPLED_CODES = 1 << 10
_SAMPLED_GUESSES = 1 << 11


@dataclass(frozen=True)
class Candidates:
    """Guesses worth a closer look, the best by the first metric first.

    `fallback` says what was done instead if not all guesses could be compared; None if all were.
    """

    codes: tuple[Code, ...]
    fallback: Fault | None = None


def find_candidates(knowledge: Knowledge, most: int, deadline: Deadline, *, worst: bool = False) -> Candidates:
    """Finds up to so many candidates; of guesses that a symmetry makes equal only one.

    With `worst` the guesses that leave the fewest codes in the worst case are among them. Without a limit of time the
    result is the same on every machine. Raises `InconsistentError` if no code is possible.
    """
    knowledge.check_any_left()
    if len(knowledge) <= 2:
        return Candidates(tuple(knowledge.likely()))  # no other guess is better than these
    if knowledge.looks_at_sample:
        return sample_candidates(knowledge, most, deadline)
    if (
        not knowledge.history
        and _colors_are_alike(knowledge)
        and not knowledge.rules.lies
        and len(knowledge) <= _OPENING_CODES
    ):
        return Candidates(_openings(knowledge)[:most])
    if knowledge.comparisons <= _WITH_SYMMETRY:
        found = _compared(knowledge, most, deadline, worst)
        if found is not None:
            return found
    return sample_candidates(knowledge, most, deadline)


def is_quick_to_compare(knowledge: Knowledge, guesses: int | None = None) -> bool:
    """Tells whether all guesses, or so many, can be compared with all possible codes within a second."""
    if len(knowledge) > _native.LOOK_AHEAD_LIMIT:
        return False
    every = knowledge.guesses.size if guesses is None else guesses
    return len(knowledge) * every * effort(knowledge.rules) <= _COMPARISONS


def _colors_are_alike(knowledge: Knowledge) -> bool:
    """Tells whether colors, and places, can be exchanged at the start of a game."""
    rules = knowledge.rules
    return rules.allowed is not Allowed.WORDS and not rules.feedback.marks_pegs


def _openings(knowledge: Knowledge) -> tuple[Code, ...]:
    """Lists the first guesses: only how many pegs have the same color matters."""
    guesses = knowledge.guesses
    figures = sorted(map(knowledge.assess, first_guesses(guesses.rules)), key=lambda each: (each.score, each.code))
    return tuple(each.code for each in figures)


def _compared(knowledge: Knowledge, most: int, deadline: Deadline, worst: bool) -> Candidates | None:
    """Ranks all guesses, by all the metrics where that is little work; None if it is too much even by one."""
    slow = effort(knowledge.rules)
    work = _COMPARISONS if slow == 1 else max(_SLOW_COMPARISONS, _COMPARISONS // slow)
    if knowledge.comparisons // _symmetries(knowledge) > work * slow:
        return None
    limits = deadline.left(_COMPARING_SHARE, work)
    ranked: list[list[Code]] = []
    metrics = STRATEGIES if knowledge.comparisons * _ALL_METRICS <= _COMPARISONS else STRATEGIES[:1]
    for metric in (_WORST, *metrics) if worst else metrics:
        ranking = knowledge.rank(metric, most * _ALIKE, limits=limits)
        if ranking.stopped is not None:
            break
        ranked.append([guess.code for guess in ranking])
    # The best by each metric, then the second best by each, and so on; of those that are alike the first.
    kinds: dict[Code, Code] = {}
    for code in chain.from_iterable(zip_longest(*ranked)):
        if code is not None:
            kinds.setdefault(_kind(knowledge, code), code)
    if not ranked:
        return None
    if len(kinds) < most and not knowledge.rules.lies and knowledge.rules.hard is None:
        _add_others(knowledge, kinds)
    found = tuple(kinds.values())[:most]
    if knowledge.rules.allowed is Allowed.WORDS and len(knowledge) <= most // 2:
        # Other guesses often tell more, but of those that are worth the same a person wants one that may hit.
        found = tuple(dict.fromkeys((*found[: most - len(knowledge)], *knowledge.likely())))
    return Candidates(found)


def _add_others(knowledge: Knowledge, kinds: dict[Code, Code]) -> None:
    """Adds guesses of other kinds, drawn with a fixed seed, the best of them first: one kind can fill a ranking."""
    rng = random.Random(0)
    others: dict[Code, Code] = {}
    for _ in range(_DRAWN_KINDS):
        code = knowledge.guesses.draw(rng)
        kind = _kind(knowledge, code)
        if kind not in kinds and allowed_after(knowledge.rules, knowledge.history, code):
            others.setdefault(kind, code)
    figures = sorted((knowledge.assess(code) for code in others.values()), key=lambda each: (each.score, each.code))
    for each in figures:
        kinds[_kind(knowledge, each.code)] = each.code


def _symmetries(knowledge: Knowledge) -> int:
    """Counts the symmetries of `_kind`; colors that no possible code has are alike as well, and are not counted."""
    rules = knowledge.rules
    if rules.allowed is Allowed.WORDS:
        return 1
    guesses = [guess for guess, _ in knowledge.history]
    columns = Counter(tuple(guess[peg] for guess in guesses) for peg in range(rules.pegs))
    places = 1 if rules.feedback.marks_pegs else prod(map(factorial, columns.values()))
    return places * factorial(rules.colors - len(set().union(*guesses) - {UNKNOWN_PEG}))


def _kind(knowledge: Knowledge, code: Code) -> Code:
    """Gives all guesses the same code that an obvious symmetry makes equal.

    Colors that no guess has named can be exchanged, and so can places that had the same color in
    every guess. Guesses of the same kind are worth the same; of different kinds they may be, too.

    >>> known = Knowledge("4x6").after("AABB", "x")
    >>> _kind(known, Code([0, 2, 1, 3])) == _kind(known, Code([4, 0, 1, 2])) != _kind(known, Code([4, 0, 4, 2]))
    True
    """
    if knowledge.rules.allowed is Allowed.WORDS:
        return code
    guesses = [guess for guess, _ in knowledge.history]
    named = set().union(*guesses)
    columns = [tuple(guess[peg] for guess in guesses) for peg in range(len(code))]
    exchanged = not knowledge.rules.feedback.marks_pegs
    for _ in range(2):
        if exchanged:
            # Named colors come first in their group, for the numbers of the others mean nothing.
            code = _sorted_in_groups(code, columns, named)
        others = dict.fromkeys(color for color in code if color not in named)
        numbers = dict(
            zip(others, (color for color in range(knowledge.rules.colors) if color not in named), strict=False)
        )
        code = Code(numbers.get(color, color) for color in code)
    return code


def _sorted_in_groups(code: Code, columns: Sequence[tuple[int, ...]], named: AbstractSet[int]) -> Code:
    places: dict[tuple[int, ...], list[int]] = {}
    for place, column in enumerate(columns):
        places.setdefault(column, []).append(place)
    colors = list(code)
    for group in places.values():
        held = sorted(
            (code[place] for place in group), key=lambda color: (color not in named, -code.count(color), color)
        )
        for place, color in zip(group, held, strict=True):
            colors[place] = color
    return Code(colors)


def sample_candidates(
    knowledge: Knowledge, most: int, deadline: Deadline, *, only_possible: bool = False
) -> Candidates:
    """Finds guesses by their answers to a sample of the possible codes.

    A local search finds them (`Knowledge.search`). In games of words and with lies a sample of the guesses is ranked
    as a small game of words: half of them are possible codes, or all of them with `only_possible`, and where the
    codemaker may lie they are compared by their true answers. The samples depend on the history alone. Raises
    `InconsistentError` if no code is possible.
    """
    knowledge.check_any_left()
    rules, count = knowledge.rules, knowledge.left
    if rules.allowed is not Allowed.WORDS and not rules.lies:
        found = knowledge.search(STRATEGIES[0], most, consistent=only_possible, limits=deadline.left())
        searched = N_(
            "comparing all guesses takes too long; the best of {guesses} guesses was searched for, by their answers to "
            "{codes} of the possible codes"
        )
        told = Fault(searched, guesses=found.compared, codes=len(knowledge.sample))
        return Candidates(tuple(guess.code for guess in found), told)
    rng = random.Random(f"candidates/{Transcript(rules, knowledge.history)}")
    if count <= _SAMPLED_CODES:
        secrets = [bytes(code) for code in knowledge]
    else:
        secrets = sorted({bytes(knowledge.draw(rng)) for _ in range(_SAMPLED_CODES)})
    drawn = 0 if only_possible else _SAMPLED_GUESSES - _SAMPLED_CODES
    others = (knowledge.guesses.draw(rng) for _ in range(drawn))
    allowed = {bytes(code) for code in others if allowed_after(rules, knowledge.history, code)}
    guesses = sorted(allowed.union(secrets))
    run: NativeRun[object] = NativeRun(deadline.left())
    with native_errors(rules):
        weights = None if rules.weights is None else [knowledge.weight_of(Code(secret)) for secret in secrets]
        game = listed_rules(rules, secrets, guesses, weights=weights)
        outcome = _native.rank(_native.Knowledge(game), [], native_metric(STRATEGIES[0]), most, watch=run.watch)
    codes = tuple(Code(guess) for guess, *_ in outcome.guesses)
    if count > len(secrets):
        sampled = N_(
            "comparing all guesses takes too long; {guesses} guesses were compared, drawn at random, by their answers "
            "to {codes} of the possible codes"
        )
    else:
        sampled = N_(
            "comparing all {all} guesses takes too long; {guesses} guesses were compared: the possible codes, and "
            "others drawn at random"
        )
    fallback = Fault(sampled, all=knowledge.guesses.size, guesses=len(guesses), codes=len(secrets))
    run.stopped(outcome.stopped)
    return Candidates(codes, fallback)
