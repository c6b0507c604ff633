"""A game between a codemaker and a codebreaker, and its record.

`Transcript` is the record, a value with a one-line text: `4x6 CBFF:o EAAB:xxo`.
`play` lets two players meet. Computers are players here; people are players too, made
at the edges of the program from functions that ask them. Nothing here reads or prints.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, Self

from sito.code import Code, CodeSpace
from sito.errors import N_, CodeError, Fault, FeedbackError, InconsistentError, InputError, SitoError, TranscriptError
from sito.feedback import Feedback, parse_feedback, score
from sito.knowledge import Knowledge
from sito.rules import Notation, Rules
from sito.strategy import Strategy, blaming, turn_generator

JSON_VERSION = 1

Turn = tuple[Code, Feedback]


@dataclass(frozen=True, slots=True)
class Transcript:
    """The rules and the turns of a game so far; a value that never changes.

    `Transcript.parse(str(game)) == game` always. Blanks within a code, as numbers
    have them, become commas: `5x8-numbers 1,1,1,1,1:xx`.

    >>> game = Transcript.parse("mastermind CBFF:o EAAB:2b1w")
    >>> str(game)
    '4x6 CBFF:o EAAB:xxo'
    >>> len(game), game.won
    (2, False)
    """

    rules: Rules
    turns: tuple[Turn, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads the one-line text: the rules, then `GUESS:ANSWER` for each turn, blanks between.

        Raises `TranscriptError` with every fault, or `RulesError` for the rules.

        >>> Transcript.parse("4x6 CBFF EAAB:xxxxx")
        Traceback (most recent call last):
        sito.errors.TranscriptError: 'CBFF' has no answer; write GUESS:ANSWER, as in CBFF:xo, and CBFF:- for none
        'xxxxx' is impossible: it counts 5 pegs and the code has 4
        """
        head, *words = text.split() or [""]
        if not head:
            raise TranscriptError(
                Fault(N_("the game is empty; write the rules and the turns, as in 4x6 CBFF:o EAAB:xxo"))
            )
        rules = Rules.parse(head)
        turns: list[Turn] = []
        faults: list[Fault] = []
        for word in words:
            guess, colon, answer = word.rpartition(":")
            if not colon:
                faults.append(
                    Fault(
                        N_("{text!r} has no answer; write GUESS:ANSWER, as in {text}:xo, and {text}:- for none"),
                        text=word,
                    )
                )
                continue
            try:
                turns.append(read_turn(rules, guess, answer))
            except InputError as error:
                faults.extend(error.faults)
        TranscriptError.check(faults)
        return cls(rules, tuple(turns))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Reads the JSON form. Raises `TranscriptError`, or `RulesError` for the rules.

        >>> game = Transcript.parse("4x6 CBFF:o")
        >>> Transcript.from_json(game.to_json()) == game
        True
        """
        try:
            value = json.loads(text)
            version, rules, turns = value["version"], value["rules"], value["turns"]
            pairs = [(str(turn["guess"]), str(turn["answer"])) for turn in turns]
        except (ValueError, TypeError, KeyError) as error:
            raise TranscriptError(
                Fault(
                    N_("this is not a game in JSON ({reason}); it needs version, rules, and turns of guess and answer"),
                    reason=repr(error),
                )
            ) from None
        if version != JSON_VERSION:
            raise TranscriptError(
                Fault(
                    N_("the game has version {version} of the JSON form; this Sito reads version {known}"),
                    version=version,
                    known=JSON_VERSION,
                )
            )
        game = cls(Rules.parse(str(rules)))
        faults: list[Fault] = []
        read: list[Turn] = []
        for guess, answer in pairs:
            try:
                read.append(read_turn(game.rules, guess, answer))
            except InputError as error:
                faults.extend(error.faults)
        TranscriptError.check(faults)
        return cls(game.rules, tuple(read))

    def to_json(self) -> str:
        """Writes the JSON form, one line.

        >>> Transcript.parse("4x6 CBFF:o").to_json()
        '{"version": 1, "rules": "4x6", "turns": [{"guess": "CBFF", "answer": "o"}]}'
        """
        space = CodeSpace(self.rules)
        turns = [{"guess": space.text(guess), "answer": str(answer)} for guess, answer in self.turns]
        value: dict[str, Any] = {"version": JSON_VERSION, "rules": str(self.rules), "turns": turns}
        return json.dumps(value, ensure_ascii=False)

    def __str__(self) -> str:
        space = CodeSpace(self.rules)
        turns = (f"{space.text(guess).replace(' ', ',')}:{answer}" for guess, answer in self.turns)
        return " ".join([str(self.rules), *turns])

    def __repr__(self) -> str:
        return f"Transcript.parse({str(self)!r})"

    def __len__(self) -> int:
        return len(self.turns)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.turns)

    @property
    def winning_turn(self) -> int | None:
        """The number of the first turn that hit the code, counted from 1, or None; turns may follow it.

        >>> Transcript.parse("4x6 CBFF:o AABB:xxxx AAAA:xx").winning_turn
        2
        """
        return next((number for number, (_, answer) in enumerate(self.turns, 1) if answer.wins), None)

    @property
    def won(self) -> bool:
        """Whether the last guess hit the code."""
        return bool(self.turns) and self.turns[-1][1].wins

    def after(self, guess: Code, answer: Feedback) -> Transcript:
        """Gives the game after one more turn."""
        return Transcript(self.rules, (*self.turns, (guess, answer)))

    def corrected(self, index: int, answer: Feedback) -> Transcript:
        """Gives the game with another answer to one guess; `index` counts from 0.

        The later turns stay, for their answers are about the code and not about the
        one answer; but a game ends with the guess that hits the code.

        >>> game = Transcript.parse("4x6 CBFF:o EAAB:xxo")
        >>> str(game.corrected(0, Feedback.of(game.rules, 0)))
        '4x6 CBFF:- EAAB:xxo'
        """
        guess, _ = self.turns[index]
        later = () if answer.wins else self.turns[index + 1 :]
        return Transcript(self.rules, (*self.turns[:index], (guess, answer), *later))

    def shortened(self, turns: int) -> Transcript:
        """Gives the game as it was after its first `turns` turns; negative numbers count from the end.

        >>> str(Transcript.parse("4x6 CBFF:o EAAB:xxo").shortened(-1))
        '4x6 CBFF:o'
        """
        return Transcript(self.rules, self.turns[:turns])


def read_turn(rules: Rules, guess: str, answer: str) -> Turn:
    """Reads a guess and an answer. Raises `InputError` with the faults of both."""
    faults: list[Fault] = []
    code = feedback = None
    try:
        code = CodeSpace(rules, guesses=True).parse(guess)
    except CodeError as error:
        faults.extend(error.faults)
    try:
        feedback = parse_feedback(answer, rules)
    except FeedbackError as error:
        faults.extend(error.faults)
    if code is None or feedback is None:
        raise TranscriptError(*faults)
    return code, feedback


def read_turn_line(rules: Rules, line: str) -> Turn:
    """Reads a turn as people write it on a line of its own: `CBFF:o`, `CBFF o`, `1 2 3 4 5 P2 B1`.

    Raises `TranscriptError` with every fault.

    >>> rules = Rules.parse("logik")
    >>> [str(part) for part in read_turn_line(rules, "2 4 5 2 4  1 2")]
    ['Code([1, 3, 4, 1, 3])', 'xoo']
    """
    guess, colon, answer = line.rpartition(":")
    if colon:
        return read_turn(rules, guess, answer)
    separator = r"[\s,]+" if rules.notation is Notation.NUMBERS else r"\s+"
    first = re.split(separator, line.strip(), maxsplit=1)[0]
    # Symbols that stand apart, as numbers do, are counted; else the guess is the first word.
    words = rules.pegs if first in rules.symbols() else 1
    parts = re.split(separator, line.strip(), maxsplit=words)
    return read_turn(rules, " ".join(parts[:words]), parts[words] if len(parts) > words else "")


MOST_REPEATS = 100
"""A strategy that repeats so many guesses in a row will not make a new one; one that draws may repeat a few."""

_LONG = 100  # turns; each step back below is a call


@lru_cache(maxsize=4)
def known(game: Transcript) -> Knowledge:
    """Gives what is known after a game; the last few answers are kept, for games grow turn by turn.

    >>> len(known(Transcript.parse("4x6 CBFF:o")))
    276
    """
    if not game.turns or len(game) > _LONG:
        return Knowledge.of(game.rules, game.turns)
    return known(game.shortened(-1)).after(*game.turns[-1])


def check_consistent(game: Transcript) -> Knowledge:
    """Gives what is known after a game. Raises `InconsistentError`, which names the answers that may be wrong.

    >>> check_consistent(Transcript.parse("2x3 AA:- AA:xx"))
    Traceback (most recent call last):
    sito.errors.InconsistentError: no code agrees with all the answers; one of them must be wrong
    answer 1, AA:-, may be wrong: instead of - it could be xx
    answer 2, AA:xx, may be wrong: instead of xx it could be -
    """
    knowledge = known(game)
    if len(knowledge):
        return knowledge
    space = knowledge.guesses
    doubts = [
        Fault(
            N_("answer {number}, {guess}:{answer}, may be wrong: instead of {answer} it could be {others}"),
            number=doubt.index + 1,
            guess=space.text(doubt.guess),
            answer=doubt.answer,
            others=", ".join(map(str, doubt.possible)),
        )
        for doubt in knowledge.conflict()
    ]
    more = [] if doubts else [Fault(N_("at least two of the answers are wrong: no single change would do"))]
    raise InconsistentError(Fault(N_("no code agrees with all the answers; one of them must be wrong")), *doubts, *more)


class Codebreaker(Protocol):
    """Whoever guesses."""

    def guess(self, game: Transcript) -> Code:
        """Gives the next guess."""
        ...


class Codemaker(Protocol):
    """Whoever keeps the code."""

    def answer(self, game: Transcript, guess: Code) -> Feedback | Transcript:
        """Answers a guess, or gives the game with its earlier answers corrected, to go on from there."""
        ...


@dataclass(frozen=True)
class SecretKeeper:
    """A codemaker with a secret; it makes no mistakes.

    >>> keeper = SecretKeeper.of(Rules.parse("4x6"), "BFAC")
    >>> str(keeper.answer(Transcript(keeper.rules), Code([1, 0, 2, 5])))
    'xooo'
    """

    rules: Rules
    secret: Code

    @classmethod
    def of(cls, rules: Rules, text: str) -> Self:
        """Takes the secret from its text. Raises `CodeError`."""
        return cls(rules, CodeSpace(rules).parse(text))

    @classmethod
    def draw(cls, rules: Rules, rng: random.Random) -> Self:
        """Draws the secret, each code with the same chance."""
        return cls(rules, CodeSpace(rules).draw(rng))

    @property
    def text(self) -> str:
        """The secret in the notation of the rules."""
        return CodeSpace(self.rules).text(self.secret)

    def answer(self, game: Transcript, guess: Code) -> Feedback:
        """Compares a guess with the secret."""
        return score(self.rules, guess, self.secret)


@dataclass(frozen=True)
class StrategyBreaker:
    """A codebreaker that follows a strategy.

    The random choices of a turn depend on the seed and on the turn's number only, so
    that a game that is taken up again goes on as it would have.
    """

    strategy: Strategy
    seed: int

    def guess(self, game: Transcript) -> Code:
        """Asks the strategy.

        Raises `InconsistentError` if no code is left, `SitoError` for a plug-in's mistake, or
        if it makes nothing but guesses that were made before: their answers are known.
        """
        knowledge = check_consistent(game)
        with blaming(self.strategy, game.rules):
            guess = self.strategy.choose(knowledge, turn_generator(self.seed, len(game)))
        if _repeats(game, guess) > MOST_REPEATS:
            endless = N_("{strategy} does not end: on {rules} it made {count} guesses in a row that were made before")
            raise SitoError(Fault(endless, strategy=str(self.strategy), rules=str(game.rules), count=MOST_REPEATS + 1))
        return guess


def _repeats(game: Transcript, guess: Code) -> int:
    """Counts the guesses at the end of a game, this one included, that were all made before."""
    made: set[Code] = set()
    repeats = 0
    for code in (*(code for code, _ in game.turns), guess):
        repeats = repeats + 1 if code in made else 0
        made.add(code)
    return repeats


def play(
    game: Transcript,
    breaker: Codebreaker,
    maker: Codemaker,
    *,
    rounds: int | None = None,
    on_turn: Callable[[Transcript], None] = lambda game: None,
) -> Transcript:
    """Plays a game on from where it is, until the code is hit or `rounds` turns are played; `None` is no limit.

    `on_turn` is told of the game after each turn and each correction.

    >>> from sito.strategy import parse_strategy
    >>> rules = Rules.parse("bulls-and-cows")
    >>> breaker = StrategyBreaker(parse_strategy("first-consistent"), seed=0)
    >>> print(play(Transcript(rules), breaker, SecretKeeper.of(rules, "6281")))
    4x10-distinct 0123:oo 1045:o 2356:oo 3274:x 3608:oo 6281:xxxx
    """
    while not game.won and (rounds is None or len(game) < rounds):
        guess = breaker.guess(game)
        answer = maker.answer(game, guess)
        game = answer if isinstance(answer, Transcript) else game.after(guess, answer)
        on_turn(game)
    return game
