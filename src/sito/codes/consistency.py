"""Which codes agree with what was noted, in plain Python: the reference that the native sieve is tested with.

A codemaker may lie as often as the rules allow. The guess that hits the secret ends the
game, so two things are never lies: the winning answer, and any other answer to the secret itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import eq
from typing import NamedTuple

from sito.codes.code import Code, CodeOrText, CodeSpace, PartialCode
from sito.codes.feedback import AnswerOrText, Turn
from sito.errors import N_, InputError
from sito.rules.rules import Allowed, Rules


def check_game(game: object) -> None:
    """Raises `InputError` for what is given as a game and has no rules and turns, such as a text."""
    if not isinstance(getattr(game, "rules", None), Rules) or not hasattr(game, "turns"):
        wrong = N_("{value!r}, of type {type}, is not a game; give one as in {example}")
        example = "Transcript.parse('4x6 CBFF:o')"
        raise InputError.said(wrong, value=game, type=type(game).__name__, example=example)


def clash_at_sight(rules: Rules, turns: Sequence[Turn]) -> tuple[int, ...]:
    """Gives the places, from 0, of one or two turns to which no code gives their answers, as far as is seen at once.

    Such are an answer that no code gives (`Turn.is_impossible`), two answers to one guess, and two that tell more black
    pegs than a code has. It takes no time on boards of any size; turns of which a part is unknown are not judged.

    >>> space = CodeSpace("4x6")
    >>> turns = list(Turn.read_all([("AABB", "x"), ("AACD", "xxx"), ("BBEA", "xxo")], space))
    >>> clash_at_sight(space.rules, turns)
    (1, 2)
    >>> impossible = Turn.read("AAAA", "o", space)
    >>> [clash_at_sight(Rules.parse(text), [impossible]) for text in ("4x6", "4x6-lies1")]
    [(0,), ()]
    """
    if rules.lies or rules.allowed is Allowed.WORDS:
        return ()
    told = [(place, turn) for place, turn in enumerate(turns) if turn.is_exact]
    for place, turn in told:
        if turn.is_impossible(rules):
            return (place,)
    answered: dict[Code | PartialCode, tuple[int, Turn]] = {}
    for place, turn in told:
        before, same = answered.setdefault(turn.guess, (place, turn))
        if same.answer != turn.answer:
            return before, place
    blacks = ((turn.answer.black, place, turn.guess) for place, turn in answered.values())
    # A code has few black pegs with most guesses, so hardly any pair is compared.
    most = sorted(((black, place, guess) for black, place, guess in blacks if black is not None), reverse=True)
    for index, (black, place, guess) in enumerate(most):
        for other_black, other_place, other in most[index + 1 :]:
            if black + other_black <= rules.pegs:
                break
            if black + other_black > rules.pegs + sum(map(eq, guess, other)):
                return min(place, other_place), max(place, other_place)
    return ()


def sieve(rules: Rules | str, codes: Iterable[Code], guess: CodeOrText, answer: AnswerOrText) -> list[Code]:
    """Gives the codes that would have given this answer to this guess, as far as both are known.

    It asks what the codes agree with, whether or not the codemaker may lie.

    >>> space = CodeSpace("2x3")
    >>> [space.text(code) for code in sieve("2x3", space, "AB", "o")]
    ['BC', 'CA']
    >>> [space.text(code) for code in sieve("2x3", space, "A?", "1?")]
    ['AA', 'AB', 'AC', 'BA', 'BB', 'BC', 'CA', 'CB', 'CC']
    """
    game = Rules.of(rules)
    turn = Turn.read(guess, answer, CodeSpace(game, guesses=True))
    return [code for code in codes if turn.agrees(game, code)]


def disagreements(rules: Rules, turns: Iterable[Turn], secret: Code) -> Iterator[tuple[int, bool]]:
    """Yields the places, from 0, of the turns that disagree with a secret, and whether each of them is never a lie.

    Where the rules allow no lies, none ever is.

    >>> space = CodeSpace("4x6-lies1")
    >>> turns = list(Turn.read_all([("AABB", "-"), ("CCDD", "x")], space))
    >>> [list(disagreements(space.rules, turns, space.parse(text))) for text in ("CEFA", "AABB")]
    [[(0, False)], [(0, True), (1, False)]]
    """
    for place, turn in enumerate(turns):
        if not turn.agrees(rules, secret):
            yield place, not rules.lies or turn.answer.wins or turn.hits_only(rules, secret)


class Against(NamedTuple):
    """The places, from 0, of the turns that speak against a code, and whether they are never lies."""

    places: tuple[int, ...]
    never_lies: bool


def turns_against(rules: Rules, turns: Iterable[Turn], code: Code) -> Against:
    """Names the turns that speak against a code: those that are never lies, or else all that disagree."""
    found = list(disagreements(rules, turns, code))
    sure = tuple(place for place, never_lies in found if never_lies)
    return Against(sure or tuple(place for place, _ in found), bool(sure))


def count_lies_told(rules: Rules, turns: Iterable[Turn], secret: Code) -> int | None:
    """Counts the lies that the codemaker has told if this is the secret, or gives None if it cannot be.

    >>> rules = Rules.parse("4x6-lies1")
    >>> turns = list(Turn.read_all([("AABB", "-"), ("CCDD", "x")], CodeSpace(rules)))
    >>> [count_lies_told(rules, turns, CodeSpace(rules).parse(text)) for text in ("CEFE", "CEFA", "EEFA", "AABB")]
    [0, 1, None, None]
    """
    lies = 0
    for _place, never_lies in disagreements(rules, turns, secret):
        if never_lies:
            return None
        lies += 1
    return lies if lies <= rules.lies else None


def possible_codes(rules: Rules | str, turns: Iterable[Turn]) -> list[Code]:
    """Lists the secrets that are possible after some turns, in ascending order."""
    game, noted = Rules.of(rules), list(turns)
    return [code for code in CodeSpace(game) if count_lies_told(game, noted, code) is not None]
