"""Hard mode: which guesses the answers so far allow, and why another guess is not allowed.

`Rules.hard` says which hard mode a game has. `allowed_after` tells whether a guess keeps to it, and `check_allowed`
raises an error that says what it leaves out or contradicts. All turns of a game count. In a game that has kept to
hard mode the latest turn implies the earlier ones for `HardMode.HARD`, and for `HardMode.STRICT` all but the letters
that are not in the code, which no later guess has. In a game that has not kept to it, such as one noted by hand, a
guess must still use what all turns tell; a code that is still possible is always allowed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, runtime_checkable

from sito.codes.code import Code, CodeOrText, CodeSpace, PartialCode
from sito.codes.completions import UNKNOWN_PEG
from sito.codes.consistency import check_game, count_lies_told, turns_against
from sito.codes.feedback import Feedback, Turn, score
from sito.errors import N_, NN_, Fault, HardModeError
from sito.rules.rules import FeedbackKind, HardMode, Rules


def usual_hard_mode(rules: Rules) -> HardMode:
    """Gives the hard mode of a game, or the usual one of such games if it has none."""
    if rules.hard is not None:
        return rules.hard
    hints = rules.feedback.marks_pegs and not rules.lies
    return HardMode.HARD if hints else HardMode.CONSISTENT


def in_hard_mode(rules: Rules) -> Rules:
    """Gives the rules with their usual hard mode; rules that have one stay as they are."""
    return rules if rules.hard else replace(rules, hard=usual_hard_mode(rules))


class Hints(NamedTuple):
    """What marks have shown: the colors of green places, how often the code has a color at least, and absent colors."""

    green: dict[int, int]
    needed: dict[int, int]
    absent: frozenset[int]


def hints(turns: Iterable[Turn]) -> Hints:
    """Gathers what the answers have shown, as far as pegs and marks are known.

    A color is absent that was grey wherever it stood in a guess. Where each peg is marked by itself, several yellow
    ones may stand for a single peg of the code.

    >>> hints([Turn.read("ABBC", "gyg-", CodeSpace("4x6-position"))])
    Hints(green={0: 0, 2: 1}, needed={0: 1, 1: 2}, absent=frozenset({2}))
    >>> hints([Turn.read("ABBC", "gyy-", CodeSpace("4x6-naive"))]).needed
    {0: 1, 1: 1}
    """
    green: dict[int, int] = {}
    needed: dict[int, int] = {}
    absent: set[int] = set()
    for turn in turns:
        by_itself = turn.answer.kind is FeedbackKind.NAIVE
        marks: defaultdict[int, list[int | None]] = defaultdict(list)
        for place, (color, mark) in enumerate(zip(turn.guess, turn.answer.marks, strict=False)):
            marks[color].append(mark)
            if mark == 2 and color != UNKNOWN_PEG:
                green[place] = color
        unknown = marks.pop(UNKNOWN_PEG, [])
        for color, found in marks.items():
            shown = max(found.count(2), int(any(found))) if by_itself else sum(map(bool, found))
            if shown:
                needed[color] = max(needed.get(color, 0), shown)
            if 0 in found if by_itself else {*found, *unknown} == {0}:
                absent.add(color)
    return Hints(green, needed, frozenset(absent))


def allowed_after(rules: Rules, turns: Iterable[Turn], guess: Code) -> bool:
    """Tells whether hard mode allows a guess after some turns; without a hard mode every guess is allowed."""
    match rules.hard:
        case None:
            return True
        case HardMode.CONSISTENT:
            return count_lies_told(rules, turns, guess) is not None
        case HardMode.HARD | HardMode.STRICT:
            green, needed, absent = hints(turns)
            return (
                all(guess[place] == color for place, color in green.items())
                and all(guess.count(color) >= count for color, count in needed.items())
                and (rules.hard is HardMode.HARD or absent.isdisjoint(guess))
            )


def allowed_guesses(rules: Rules, turns: Iterable[Turn]) -> Iterator[Code]:
    """Lists the codes that may be guessed after some turns, in ascending order."""
    made = list(turns)
    return (code for code in CodeSpace(rules, guesses=True) if allowed_after(rules, made, code))


@runtime_checkable
class Played(Protocol):
    """A game so far; a `Transcript` is one."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        ...

    @property
    def turns(self) -> Sequence[Turn]:
        """The guesses and answers so far."""
        ...


@dataclass(frozen=True, slots=True)
class Contradiction:
    """An answer that a guess contradicts: if the guess were the code, the answer would have been `would_be`.

    `index` is the place of the turn, from 0. `would_be` is None if the turn's guess has unknown pegs.
    """

    index: int
    turn: Turn
    would_be: Feedback | None


def contradictions(game: Played, guess: CodeOrText) -> tuple[Contradiction, ...]:
    """Lists the answers because of which a guess cannot be the code; none if it may be the code.

    Answers of which a part is unknown contradict what fits none of the answers that they may
    be. Where the codemaker may lie, as many answers as it may lie with contradict nothing.
    Raises `CodeError` for a guess that is not allowed.

    >>> from sito.playing.game import Transcript
    >>> game = Transcript.parse("4x6 CBFF:o EAAB:xxo")
    >>> [(found.index, str(found.would_be)) for found in contradictions(game, "ABCD")]
    [(0, 'xo'), (1, 'oo')]
    >>> contradictions(Transcript.parse("4x6-lies2 CBFF:o EAAB:xxo"), "ABCD")
    ()
    """
    check_game(game)
    code = CodeSpace(game.rules, guesses=True).read(guess)
    if count_lies_told(game.rules, game.turns, code) is not None:
        return ()
    found = []
    for index in turns_against(game.rules, game.turns, code).places:
        turn = game.turns[index]
        would_be = None if isinstance(turn.guess, PartialCode) else score(game.rules, turn.guess, code)
        found.append(Contradiction(index, turn, would_be))
    return tuple(found)


def check_hard(game: Played, guess: CodeOrText) -> None:
    """Sees that a guess keeps to the hard mode of the game, or to the usual one if its rules have none.

    Raises `HardModeError`, which names all that the guess leaves out or contradicts, and `CodeError` for a guess that
    is no code of the game.

    >>> from sito.playing.game import Transcript
    >>> check_hard(Transcript.parse("4x6-lies1 CBFF:o EAAB:xxo"), "ABCD")
    Traceback (most recent call last):
    sito.errors.HardModeError: ABCD cannot be the code, because more than 1 answer would be a lie
    guess 1, CBFF, would have been answered xo, not o
    guess 2, EAAB, would have been answered oo, not xxo
    """
    check_game(game)
    space = CodeSpace(game.rules, guesses=True)
    code = space.read(guess)
    if usual_hard_mode(game.rules).by_marks:
        HardModeError.check(_hint_faults(space, game.turns, code))
    else:
        HardModeError.check(_faults(space, code, contradictions(game, code)))


def check_allowed(game: Played, guess: CodeOrText) -> None:
    """Sees that the rules of a game allow a guess. Raises what `check_hard` raises."""
    check_game(game)
    if game.rules.hard:
        check_hard(game, guess)


def check_kept(game: Played) -> None:
    """Sees that every guess of a game was allowed. Raises `HardModeError` for the first that was not."""
    for number, turn in enumerate(game.turns):
        if not isinstance(turn.guess, PartialCode):
            check_allowed(GameSoFar(game.rules, game.turns[:number]), turn.guess)


class GameSoFar(NamedTuple):
    """The rules and turns of a game, where there is no transcript."""

    rules: Rules
    turns: Sequence[Turn]


def _hint_faults(space: CodeSpace, turns: Iterable[Turn], guess: Code) -> Iterator[Fault]:
    shown = hints(turns)
    symbols = space.rules.symbols()
    text = space.text(guess)
    missed: Counter[int] = Counter()  # what the green places would add, which is not said twice
    for place, color in shown.green.items():
        if guess[place] != color:
            missed[color] += 1
            green = N_("hard mode does not allow {guess}: place {place} must be {symbol}")
            yield Fault(green, guess=text, place=place + 1, symbol=symbols[color])
    for color, count in shown.needed.items():
        if list(guess).count(color) + missed[color] < count:
            needed = NN_(
                "hard mode does not allow {guess}: it needs {symbol} {count} time",
                "hard mode does not allow {guess}: it needs {symbol} {count} times",
            )
            yield Fault(*needed, guess=text, symbol=symbols[color], count=count)
    if space.rules.hard is HardMode.STRICT:
        absent = N_("hard mode does not allow {guess}: no {symbol} is in the code")
        yield from (Fault(absent, guess=text, symbol=symbols[color]) for color in sorted(shown.absent & set(guess)))


def _faults(space: CodeSpace, guess: Code, found: Sequence[Contradiction]) -> Iterator[Fault]:
    text, lies = space.text(guess), space.rules.lies
    reasons = [_reason(space, contradiction) for contradiction in found]
    if len(reasons) > lies > 0:
        lying = NN_(
            "{guess} cannot be the code, because more than {count} answer would be a lie",
            "{guess} cannot be the code, because more than {count} answers would be lies",
        )
        yield Fault(*lying, guess=text, count=lies)
    elif reasons:
        yield Fault("{guess} cannot be the code: {reason}", guess=text, reason=reasons.pop(0))
    yield from reasons


def _reason(space: CodeSpace, contradiction: Contradiction) -> Fault:
    would_have = N_("guess {number}, {earlier}, would have been answered {would_be}, not {answer}")
    could_not = N_("guess {number}, {earlier}, could not have been answered {answer}")
    return Fault(
        could_not if contradiction.would_be is None else would_have,
        number=contradiction.index + 1,
        earlier=space.text(contradiction.turn.guess),
        would_be=contradiction.would_be,
        answer=contradiction.turn.answer,
    )
