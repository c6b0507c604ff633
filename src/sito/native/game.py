"""A game as the native core takes it: its rules, the guesses that show its symmetries, and what hard mode allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache

from sito import _native
from sito.codes.code import Code, CodeSpace
from sito.codes.completions import UNKNOWN_PEG
from sito.codes.feedback import Feedback, Turn
from sito.codes.hard_mode import hints
from sito.errors import LimitError
from sito.native.errors import native_errors
from sito.rules.rules import Allowed, FeedbackKind, HardMode, Rules
from sito.words.letters import letters_of
from sito.words.own import OwnGame
from sito.words.words import WordList


def native_history(turns: Iterable[Turn], guesses: CodeSpace) -> list[tuple[bytes, int]]:
    """Gives the guesses of a game as the native functions take them that look for symmetries, each with an answer.

    These functions take the possible codes from the native knowledge, and from the guesses only which colors and
    places are still interchangeable; so any answer serves. A guess with unknown pegs is given as two of the codes
    that it may be, which differ at each unknown peg and agree in all known ones. What leaves both of these codes as
    they are, be it an exchange of places or a renaming of colors, takes each unknown peg to an unknown one and each
    known peg to a known one of its color: so it leaves the noted guess as it is, and with it the set of codes that
    the guess may be. Where two such codes do not exist there is one code only, which then is the guess, or the game
    is one of words, where nothing is interchangeable. The exact search takes more for the same than these functions
    do, and gets more such codes from `sito.exact.start`.

    >>> space = CodeSpace("4x6")
    >>> turns = Turn.read_all([("C?FF", "?"), ("AABB", "xo")], space)
    >>> [list(guess) for guess, _ in native_history(turns, space)]
    [[2, 0, 5, 5], [2, 1, 5, 5], [0, 0, 1, 1]]
    """
    return [
        (bytes(code), answer.number if isinstance(answer, Feedback) else 0)
        for guess, answer in turns
        for code in _like(guess, guesses)
    ]


def _like(guess: Code, guesses: CodeSpace) -> Iterator[Code]:
    """Yields the first code that a noted guess may be, and the first that differs from it at each unknown peg."""
    made = guesses.completions(guess)
    first = next(made)
    yield first
    places = [place for place, color in enumerate(guess) if color == UNKNOWN_PEG]
    if places and guesses.rules.words is None:
        colors = [
            color
            for color in range(guesses.rules.colors)
            if color not in guess or guesses.rules.allowed is not Allowed.DISTINCT
        ]
        other = dict(zip(colors, (*colors[1:], colors[0]), strict=True))
        yield Code(other[color] if place in places else color for place, color in enumerate(first))


MOST_PEGS, MOST_COLORS = _native.BOARD_LIMIT


class Size(Enum):
    """How large a game is: its codes can be listed, can be sampled, or its board is too large for the native core."""

    LISTED = "listed"
    SAMPLED = "sampled"
    VAST = "vast"


def size_of(rules: Rules) -> Size:
    """Tells how large a game is; what can be neither listed nor sampled counts as listed, and is refused.

    >>> [size_of(Rules.parse(text)).value for text in ("4x6", "20x64", "3x65")]
    ['listed', 'sampled', 'vast']
    """
    if rules.pegs > MOST_PEGS or rules.colors > MOST_COLORS:
        return Size.VAST
    small = CodeSpace(rules).size <= _native.SIEVE_LIMIT
    return Size.LISTED if small or rules.lies or rules.feedback.marks_pegs else Size.SAMPLED


def native_sieve(rules: Rules) -> _native.Knowledge:
    """Makes the native sieve of a game. Raises `LimitError` for one of which the codes cannot be listed."""
    with native_errors(rules):
        return _native.Knowledge(native_rules(rules))


@lru_cache(maxsize=16)
def native_rules(rules: Rules) -> _native.Rules:
    """Converts rules to native ones; the last few are cached, because word lists are long.

    Raises `LimitError` for a board that is vast.
    """
    if size_of(rules) is Size.VAST:
        raise LimitError.said(
            "{rules} is too large a board for this, which takes up to {pegs} pegs and {colors} colors; larger ones "
            "are played, advised on and compared with the strategy {strategy}",
            rules=str(rules),
            pegs=MOST_PEGS,
            colors=MOST_COLORS,
            strategy="halving",
        )
    secrets = guesses = None
    if rules.words is not None:
        secrets = _colors_of(rules.words.secrets, rules.words)
        if rules.words.guesses != rules.words.secrets:
            guesses = _colors_of(rules.words.guesses, rules.words)
    return _native.Rules(
        rules.pegs,
        rules.colors,
        rules.allowed.value,
        _feedback(rules),
        secrets,
        guesses,
        rules.lies,
        rules.hard.value if rules.hard else None,
        None if rules.weights is None else list(rules.weights),
    )


def _feedback(rules: Rules) -> _native.Feedback:
    """Gives the kind of answers as the native functions take it."""
    if isinstance(rules.feedback, FeedbackKind):
        return rules.feedback.value
    assert isinstance(rules.words, OwnGame)  # as rules were checked
    return _own_answers(rules.words)


@lru_cache(maxsize=16)
def _own_answers(game: OwnGame) -> _native.OwnAnswers:
    return _native.OwnAnswers(len(game.guesses), list(range(len(game.secrets))), game.table)


def listed_rules(
    rules: Rules,
    secrets: list[bytes],
    guesses: list[bytes] | None = None,
    *,
    lies: int = 0,
    weights: list[int] | None = None,
) -> _native.Rules:
    """Makes the native rules of a game like another one in which these codes are the secrets, as words of a list."""
    return _native.Rules(
        rules.pegs,
        rules.colors,
        Allowed.WORDS.value,
        _feedback(rules),
        secrets,
        guesses,
        lies,
        weights=weights,
    )


def guess_colors(rules: Rules) -> list[bytes]:
    """Encodes the words that may be guessed in a game of words.

    >>> guess_colors(Rules.of_words(["tale", "late"]))
    [b'\\x02\\x00\\x03\\x01', b'\\x03\\x00\\x02\\x01']
    """
    return [] if rules.words is None else _colors_of(rules.words.guesses, rules.words)


def _colors_of(words: Sequence[str], of: WordList) -> list[bytes]:
    """Encodes words as colors, one byte each; all at once, because there may be many thousands."""
    if isinstance(of, OwnGame):
        return [bytes(of.colors_of(place)) for place in range(len(words))]  # the secrets come first
    if any(len(letter) > 1 for letter in of.letters):
        positions = {letter: color for color, letter in enumerate(of.letters)}
        return [bytes(map(positions.__getitem__, letters_of(word))) for word in words]
    numbers = {ord(letter): color for color, letter in enumerate(of.letters)}
    colors = "".join(words).translate(numbers).encode("latin-1")
    return [colors[start : start + of.pegs] for start in range(0, len(colors), of.pegs)]


_FEW_TURNS = 50


def native_moves(rules: Rules, turns: Iterable[Turn]) -> _native.Moves | None:
    """Gives what hard mode allows after some turns; None where every guess is allowed, or every possible code.

    The native functions know themselves where only possible codes may be guessed.

    >>> space = CodeSpace("4x6-position-hard")
    >>> native_moves(space.rules, Turn.read_all([("ABBC", "gyg-")], space))
    ([(0, 0), (2, 1)], [(0, 1), (1, 2)], [])
    """
    match rules.hard:
        case None:
            return None
        case HardMode.HARD | HardMode.STRICT:
            green, needed, absent = hints(turns)
            return list(green.items()), list(needed.items()), sorted(absent) if rules.hard is HardMode.STRICT else []
        case HardMode.CONSISTENT:
            if rules.words is None or rules.words.guesses == rules.words.secrets:
                return None
            made = tuple(turns)
            for end in range(_FEW_TURNS, len(made), _FEW_TURNS):
                _agreeing(rules, made[:end])  # is remembered, so that no call goes deeper than so many turns
            return _agreeing(rules, made)


@lru_cache(maxsize=64)
def _agreeing(rules: Rules, turns: tuple[Turn, ...]) -> _native.Knowledge:
    """Gives what would be known after some turns if every word that may be guessed might be the secret.

    The last few are kept, because moments of one game have their first turns in common.
    """
    if not turns:
        return _native.Knowledge(_guesses_as_secrets(rules))
    known, turn = _agreeing(rules, turns[:-1]), turns[-1]
    if turn.answer.tells_nothing:
        return known
    if isinstance(turn.answer, Feedback) and turn.is_exact:
        return known.after(bytes(turn.guess), turn.answer.number)
    return known.after_any(turn.clauses(CodeSpace(rules, guesses=True)))


@lru_cache(maxsize=4)
def _guesses_as_secrets(rules: Rules) -> _native.Rules:
    """The rules of the game in which every word that may be guessed may be the secret, too."""
    return listed_rules(rules, guess_colors(rules), lies=rules.lies)
