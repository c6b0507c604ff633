"""The guesses that hard mode allows, as the native functions take them that look one answer ahead."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sito import _native
from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, Turn
from sito.codes.hard_mode import hints
from sito.native.game import guess_colors
from sito.rules.rules import HardMode, Rules

_FEW_TURNS = 50


def native_moves(rules: Rules, turns: Iterable[Turn]) -> _native.Moves | None:
    """Gives what hard mode allows after some turns; None where every guess is allowed, or every possible code.

    The native functions know themselves where only possible codes may be guessed.

    >>> space = CodeSpace("4x6-position-hard")
    >>> native_moves(space.rules, Turn.read_all([("ABBC", "gyg-")], space))
    ([(0, 0), (2, 1)], [(0, 1), (1, 2)])
    """
    match rules.hard:
        case None:
            return None
        case HardMode.HARD:
            shown = hints(turns)
            return list(shown.green.items()), list(shown.needed.items())
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
    return _native.Rules(
        rules.pegs,
        rules.colors,
        rules.allowed.value,
        rules.feedback.value,
        guess_colors(rules),
        None,
        rules.lies,
    )
