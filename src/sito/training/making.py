"""Exercises that need no games: drawn by a seed, each with the solution that it claims, and as hard as its level says.

What a level means is a number of the position, its measure: see `BANDS`. Positions are drawn until the measure is
within the band; where a game has none such, the nearest of those that were drawn is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import islice
from random import Random

from sito.base.deadline import Deadline
from sito.base.limits import Limits
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Turn, score
from sito.codes.weighing import check_alike
from sito.errors import N_, LimitError
from sito.playing.game import Transcript
from sito.playing.repairs import Slip, diagnose
from sito.playing.repairs.repair import likeliest_slip
from sito.reviews.reviewer import Values
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.training.exercise import MOST_GUESSES, Exercise, ExerciseKind, best_guesses, check_truthful


class ExerciseLevel(StrEnum):
    """How hard an exercise is."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


BANDS = {
    ExerciseKind.ONE_LEFT: ((2, 6), (7, 15), (16, MOST_GUESSES)),
    ExerciseKind.AT_MOST: ((8, 20), (21, 60), (61, 200)),
    ExerciseKind.WRONG_ANSWER: ((3, 3), (4, 4), (5, MOST_GUESSES)),
    ExerciseKind.BEST_GUESS: ((3, 6), (7, 15), (16, 40)),
}
"""The measures of easy, medium and hard exercises of each kind, from the least to the greatest of each level.

`one-left`: how many codes are possible after the two turns that tell most, which stand first. `at-most` and
`best-guess`: how many codes are possible. `wrong-answer`: how many turns it takes to see which one is wrong.
"""
_SLACK = {ExerciseLevel.EASY: 4, ExerciseLevel.MEDIUM: 3, ExerciseLevel.HARD: 2}
"""Of how many halves of the least number that any guess leaves at most, the number of `at-most` is made."""
_TRIES = 40
"""So many positions are drawn for one exercise."""
_REPEATS = 20
"""After so many exercises that were given before there are no others."""
_MOST_TURNS = 10
_WORK = 20_000
"""The work of one search for the best guess; a position that takes more is passed over."""


def exercises(
    kind: ExerciseKind,
    rules: Rules | str,
    level: ExerciseLevel = ExerciseLevel.EASY,
    seed: int = 0,
    *,
    limits: Limits = Limits(),
) -> Iterator[Exercise]:
    """Yields exercises, none twice, the same ones for the same seed.

    Raises `InputError` for rules with lies and words with weights, and `LimitError` for games that are too large, where
    there is no exercise any more, and where the time of the `limits` is over.

    >>> print(next(exercises(ExerciseKind.ONE_LEFT, "4x6", seed=7)))
    one-left 4x6 ABFB:xxoo EBBF:xoo EFBC:oo DDCB:x
    """
    game = Rules.of(rules)
    check_truthful(game)
    check_alike(game)
    size = CodeSpace(game, guesses=True).size
    if size > MOST_GUESSES:
        wrong = N_("exercises are made for games of up to {most} codes, and {rules} has {size}")
        raise LimitError.said(wrong, most=MOST_GUESSES, rules=str(game), size=size)
    rng = Random(f"sito exercises 1 {kind} {game.key} {level} {seed}")
    band = BANDS[kind][list(ExerciseLevel).index(level)]
    given: set[Exercise] = set()
    repeats, deadline = 0, Deadline(limits)
    while True:
        found = _nearest(islice(_drawn(kind, game, level, band, rng, deadline), _TRIES), band)
        repeats += _REPEATS // 4 if found is None else 1
        if found is not None and found not in given:
            given.add(found)
            repeats = 0
            yield found
        if repeats > _REPEATS:
            none = N_("there is no further exercise of the kind {kind} at the level {level} in {rules}")
            raise LimitError.said(none, kind=str(kind), level=str(level), rules=str(game))


Band = tuple[int, int]
Measured = tuple[int, Exercise] | None


def _nearest(drawn: Iterable[Measured], band: Band) -> Exercise | None:
    """Takes the first within the band, or else the nearest to it."""
    best: Measured = None
    for measure, exercise in filter(None, drawn):
        away = max(band[0] - measure, measure - band[1], 0)
        if best is None or away < best[0]:
            best = away, exercise
        if not away:
            break
    return None if best is None else best[1]


def _drawn(
    kind: ExerciseKind, rules: Rules, level: ExerciseLevel, band: Band, rng: Random, deadline: Deadline
) -> Iterator[Measured]:
    """Draws positions while there is time; None where one has no exercise, or not the one that was meant."""
    draw: dict[ExerciseKind, Callable[[], Measured]] = {
        ExerciseKind.ONE_LEFT: lambda: _one_left(rules, rng),
        ExerciseKind.AT_MOST: lambda: _at_most(_position(rules, band, rng), level),
        ExerciseKind.WRONG_ANSWER: lambda: _wrong_answer(rules, rng),
        ExerciseKind.BEST_GUESS: lambda: _best_guess(_position(rules, band, rng)),
    }
    while not deadline.is_over:
        yield draw[kind]()
    raise LimitError.said("no exercise was found within the limits")


def _turn(known: Knowledge, secret: Code, rng: Random) -> Turn:
    """Makes a turn: half of the guesses, and all in hard mode, are codes that are possible."""
    fits = known.rules.hard is not None or rng.random() < 0.5
    guess = known.draw(rng) if fits else known.guesses.draw(rng)
    return Turn(guess, score(known.rules, guess, secret))


def _left(rules: Rules, turns: Iterable[Turn]) -> int:
    return len(Knowledge.of(rules, turns))


def _one_left(rules: Rules, rng: Random) -> Measured:
    """Draws turns until one code is left, leaves out those that are not needed, and puts the most telling first."""
    known = Knowledge(rules)
    secret = known.draw(rng)
    while len(known) > 1 and len(known.history) < _MOST_TURNS:
        after = known.after_turn(_turn(known, secret, rng))
        if len(after) < len(known) and not after.history[-1].answer.wins:
            known = after
    if len(known) > 1:
        return None
    turns = _needed(known.history, lambda turns: _left(rules, turns) == 1)
    if len(turns) < 2:
        return None
    ordered: list[Turn] = []
    while turns:
        ordered.append(min(turns, key=lambda turn: _left(rules, (*ordered, turn))))
        turns.remove(ordered[-1])
    first = ordered[: min(2, len(ordered) - 1)]
    return _left(rules, first), Exercise(ExerciseKind.ONE_LEFT, Transcript(rules, ordered))


def _needed(turns: Iterable[Turn], holds: Callable[[list[Turn]], bool]) -> list[Turn]:
    """Leaves out turns, the first ones first, without which something holds as well."""
    needed = list(turns)
    for turn in tuple(needed):
        if holds(others := [each for each in needed if each is not turn]):
            needed = others
    return needed


def _position(rules: Rules, band: Band, rng: Random) -> Knowledge:
    """Draws a position of a game of which no more codes are possible than the band says."""
    known = Knowledge(rules)
    secret = known.draw(rng)
    while len(known) > band[1]:
        known = known.after_turn(_turn(known, secret, rng))
    return known


def _at_most(known: Knowledge, level: ExerciseLevel) -> Measured:
    """Asks for what the level's slack allows, less than half of the codes if it can be, if most guesses leave more."""
    if len(known) < 3:
        return None
    ranked = known.rank("minimax", top=known.guesses.size)
    least = ranked[0].worst
    most = max(least, min(least * _SLACK[level], len(known) - 1) // 2)
    if 2 * sum(guess.worst <= most for guess in ranked) > known.guesses.size:
        return None
    return len(known), Exercise(ExerciseKind.AT_MOST, Transcript(known.rules, known.history), most)


def _best_guess(known: Knowledge) -> Measured:
    """Asks for a best guess, if that is proven and few guesses are, among them less than half of the possible codes."""
    if len(known) < 3:
        return None
    best = Values(Limits(work=_WORK)).of(known)
    if best is None or not best.exact:
        return None
    few = best_guesses(known, best)
    if not few or 2 * sum(guess in known for guess in few) > len(known):
        return None
    return len(known), Exercise(ExerciseKind.BEST_GUESS, Transcript(known.rules, known.history))


def _wrong_answer(rules: Rules, rng: Random) -> Measured:
    """Changes an answer by a slip, adds turns until this one alone can be wrong, and leaves out what is not needed."""
    known = Knowledge(rules)
    secret = known.draw(rng)
    while len(known) > 1 and len(known.history) < _MOST_TURNS:
        after = known.after_turn(_turn(known, secret, rng))
        known = known if after.history[-1].answer.wins else after
    turns = list(known.history)
    if not turns:
        return None
    place = rng.randrange(len(turns))
    wrong = turns[place] = _slipped(rules, turns[place], rng)
    if not _only_wrong(rules, turns, wrong):
        return None
    game = Transcript(rules, _needed(turns, lambda turns: _only_wrong(rules, turns, wrong)))
    return len(game), Exercise(ExerciseKind.WRONG_ANSWER, game)


def _slipped(rules: Rules, turn: Turn, rng: Random) -> Turn:
    """Gives a turn with an answer that somebody might write for the right one, or with any other if there is none.

    Where the guess can get no other answer than that of the code itself, the turn stays.
    """
    others = [each for each in Knowledge(rules).cells(turn.guess) if each != turn.answer and not each.wins]
    slips = [each for each in others if likeliest_slip(each, turn.answer) is not Slip.OTHER]
    return Turn(turn.guess, rng.choice(slips or others or [turn.answer]))


def _only_wrong(rules: Rules, turns: list[Turn], wrong: Turn) -> bool:
    """Tells whether the answers contradict each other and no other one alone can be the wrong one."""
    if _left(rules, turns):
        return False
    repairs = diagnose(Transcript(rules, turns), at_most=1).repairs
    return {turns[repair.changes[0].index] is wrong for repair in repairs} == {True}
