"""A game between a codemaker and a codebreaker, and its record.

`Transcript` is the record, a value with a one-line text: `4x6 CBFF:o EAAB:xxo`.
`play` lets two players meet. Computers are players here; people are players too, made
at the edges of the program from functions that ask them. Nothing here reads or prints.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Protocol, Self, runtime_checkable

from sito.code import Code, CodeOrText, CodeSpace
from sito.errors import (
    N_,
    Fault,
    InconsistentError,
    InputError,
    SitoError,
    StrategyError,
    TranscriptError,
)
from sito.feedback import Feedback, FeedbackOrText, Turn, example_answer, score
from sito.knowledge import Knowledge
from sito.rules import FeedbackKind, Notation, Rules, names_words
from sito.strategy import Strategy, blaming, parse_strategy, turn_generator
from sito.words import WordList, Words

JSON_VERSION = 1
_LONGEST_REASON = 200  # characters
_MOST_OTHERS = 10  # answers that another could be, in a message


@dataclass(frozen=True, init=False)
class Transcript:
    """The rules and the turns of a game so far; a value that never changes.

    Rules, guesses and answers are given as values or as text, and checked. Raises
    `RulesError`, `CodeError` or `FeedbackError` for what does not fit.

    `Transcript.parse(str(game)) == game` for all games but word games, whose words must be
    passed as well. Blanks within a code, as numbers have them, become commas:
    `5x8-numbers 1,1,1,1,1:xx`.

    >>> game = Transcript("mastermind").after("CBFF", "o").after("EAAB", "2b1w")
    >>> str(game)
    '4x6 CBFF:o EAAB:xxo'
    >>> len(game), game.won, len(game.knowledge)
    (2, False, 15)
    """

    rules: Rules
    turns: tuple[Turn, ...]

    def __init__(self, rules: Rules | str, turns: Iterable[tuple[CodeOrText, FeedbackOrText]] = ()) -> None:
        game = Rules.of(rules)
        space = CodeSpace(game, guesses=True)
        self._set(game, tuple(Turn.read(guess, answer, space) for guess, answer in turns))

    def _set(self, rules: Rules, turns: tuple[Turn, ...], before: Knowledge | None = None) -> None:
        """Fills a new value; `before` is what is known after the first turns, or after all."""
        self.__dict__.update(rules=rules, turns=turns, _before=before)

    @classmethod
    def _of(cls, rules: Rules, turns: tuple[Turn, ...], before: Knowledge | None = None) -> Transcript:
        """Makes a game of turns that are checked already."""
        game = Transcript.__new__(Transcript)
        game._set(rules, turns, before)
        return game

    @cached_property
    def knowledge(self) -> Knowledge:
        """What is known after the game; its history is the turns of the game. Raises `LimitError` for large games."""
        start: Knowledge | None = self.__dict__["_before"]
        known = Knowledge(self.rules) if start is None else start
        for turn in self.turns[len(known.history) :]:
            known = known.after_turn(turn)
        self.__dict__["_before"] = None
        return known.with_history(self.turns)

    @classmethod
    def parse(cls, text: str, words: Words | None = None) -> Transcript:
        """Reads the one-line text: the rules, then `GUESS:ANSWER` for each turn, blanks between.

        `words` finds the list of a word game, as for `Rules.parse`. Raises `TranscriptError`
        with every fault, or `RulesError` for the rules.

        >>> Transcript.parse("4x6 CBFF EAAB:xxxxx")
        Traceback (most recent call last):
        sito.errors.TranscriptError: 'CBFF' has no answer; write GUESS:ANSWER, as in CBFF:xo, and CBFF:- for none
        'xxxxx' is impossible: it counts 5 pegs and the code has 4
        """
        if not isinstance(text, str):
            wrong = N_("a game is written as a text such as {example}; a value of type {type} was given")
            raise TranscriptError(Fault(wrong, example="4x6 CBFF:o EAAB:xxo", type=type(text).__name__))
        head, *pairs = text.split() or [""]
        if not head:
            raise TranscriptError(
                Fault(N_("the game is empty; write the rules and the turns, as in 4x6 CBFF:o EAAB:xxo"))
            )
        if ":" in head and not names_words(head):
            nameless = N_("the game begins with the turn {turn!r}; write its rules first, as in 4x6 CBFF:o EAAB:xxo")
            raise TranscriptError(Fault(nameless, turn=head))
        rules = Rules.parse(head, words)
        space = CodeSpace(rules, guesses=True)
        turns: list[Turn] = []
        faults: list[Fault] = []
        for pair in pairs:
            guess, colon, answer = pair.rpartition(":")
            if not colon:
                faults.append(_no_answer(pair, rules))
                continue
            try:
                turns.append(Turn.read(guess, answer, space))
            except InputError as error:
                faults.extend(error.faults)
        TranscriptError.check(faults)
        return cls._of(rules, tuple(turns))

    @classmethod
    def from_json(cls, text: str, words: Words | None = None) -> Transcript:
        """Reads the JSON form. Raises `TranscriptError`, or `RulesError` for the rules.

        A word game carries its words; `words` is asked only where it does not.

        >>> game = Transcript("4x6").after("CBFF", "o")
        >>> Transcript.from_json(game.to_json()) == game
        True
        """
        try:
            value = json.loads(text)
            version, rules, turns = value["version"], value["rules"], value["turns"]
            pairs = [(str(turn["guess"]), str(turn["answer"])) for turn in turns]
            carried = value.get("words")
            lists = None if carried is None else (carried["secrets"], carried.get("guesses"))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise TranscriptError(
                Fault(
                    N_("this is not a game in JSON ({reason}); it needs version, rules, and turns of guess and answer"),
                    reason=repr(error)[:_LONGEST_REASON],
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
        found = Rules.parse(str(rules), words if lists is None else WordList.of(*lists))
        space = CodeSpace(found, guesses=True)
        faults: list[Fault] = []
        read: list[Turn] = []
        for guess, answer in pairs:
            try:
                read.append(Turn.read(guess, answer, space))
            except InputError as error:
                faults.extend(error.faults)
        TranscriptError.check(faults)
        return cls._of(found, tuple(read))

    def to_json(self) -> str:
        """Writes the JSON form, one line; that of a word game has its words in it.

        >>> Transcript("4x6").after("CBFF", "o").to_json()
        '{"version": 1, "rules": "4x6", "turns": [{"guess": "CBFF", "answer": "o"}]}'
        """
        space = CodeSpace(self.rules, guesses=True)
        turns = [{"guess": space.text(guess), "answer": str(answer)} for guess, answer in self.turns]
        value: dict[str, Any] = {"version": JSON_VERSION, "rules": str(self.rules), "turns": turns}
        words = self.rules.words
        if words is not None:
            value["words"] = {"secrets": words.secrets}
            if words.guesses != words.secrets:
                value["words"]["guesses"] = words.guesses
        return json.dumps(value, ensure_ascii=False)

    def __str__(self) -> str:
        space = CodeSpace(self.rules, guesses=True)
        turns = (f"{space.text(guess).replace(' ', ',')}:{answer}" for guess, answer in self.turns)
        return " ".join([str(self.rules), *turns])

    def __repr__(self) -> str:
        words = self.rules.words
        if words is None:
            return f"Transcript.parse({str(self)!r})"
        return f"Transcript.parse({str(self)!r}, words={words if words.is_short else ...!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Transcript, (self.rules, self.turns))

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

    def after(self, guess: CodeOrText, answer: FeedbackOrText) -> Transcript:
        """Gives the game after one more turn.

        Raises `CodeError` for a guess that is not allowed, `FeedbackError` for an answer that
        cannot be read or is of another game.

        >>> Transcript("4x6").after((0, 0, 0, 0), (1, 0))
        Traceback (most recent call last):
        sito.errors.FeedbackError: (1, 0), of type tuple, is not an answer; write it as text, as in xxo
        """
        turn = Turn.read(guess, answer, CodeSpace(self.rules, guesses=True))
        known: Knowledge | None = self.__dict__.get("knowledge", self.__dict__["_before"])
        return self._of(self.rules, (*self.turns, turn), known)

    def corrected(self, index: int, answer: FeedbackOrText) -> Transcript:
        """Gives the game with another answer to one guess; `index` counts from 0.

        The later turns stay, for their answers are about the code and not about the
        one answer; but a game ends with the guess that hits the code. Raises `IndexError`
        if there is no such turn, and `FeedbackError` for an answer that does not fit.

        >>> game = Transcript.parse("4x6 CBFF:o EAAB:xxo")
        >>> str(game.corrected(0, "-"))
        '4x6 CBFF:- EAAB:xxo'
        """
        turn = Turn(self.turns[index].guess, Feedback.read(answer, self.rules))
        place = range(len(self.turns))[index]
        later = () if turn.answer.wins else self.turns[place + 1 :]
        return self._of(self.rules, (*self.turns[:place], turn, *later))

    def shortened(self, turns: int) -> Transcript:
        """Gives the game as it was after its first `turns` turns; negative numbers count from the end.

        >>> str(Transcript.parse("4x6 CBFF:o EAAB:xxo").shortened(-1))
        '4x6 CBFF:o'
        """
        return self._of(self.rules, self.turns[:turns])


def _no_answer(guess: str, rules: Rules) -> Fault:
    """Says of a guess that no answer stands beside it."""
    return Fault(
        N_("{text!r} has no answer; write GUESS:ANSWER, as in {text}:{answer}, and {text}:{none} for none"),
        text=guess,
        answer="xo" if rules.feedback is FeedbackKind.BLACK_WHITE else example_answer(rules),
        none=Feedback.of(rules, 0),
    )


def read_turn_line(rules: Rules, line: str) -> Turn:
    """Reads a turn as people write it on a line of its own: `CBFF:o`, `CBFF o`, `1 2 3 4 5 P2 B1`.

    A line with a guess alone is no turn: an answer of nothing is written `-`.
    Raises `InputError` with every fault.

    >>> rules = Rules.parse("logik")
    >>> [str(part) for part in read_turn_line(rules, "2 4 5 2 4  1 2")]
    ['Code([1, 3, 4, 1, 3])', 'xoo']
    >>> read_turn_line(Rules.parse("4x6"), "AABB")
    Traceback (most recent call last):
    sito.errors.TranscriptError: the line 'AABB' has a guess and no answer; write both, as in AABB xxo, \
and AABB - for none
    """
    space = CodeSpace(rules, guesses=True)
    guess, colon, answer = line.rpartition(":")
    if colon:
        return Turn.read(guess, answer, space)
    separator = r"[\s,]+" if rules.notation is Notation.NUMBERS else r"\s+"
    first = re.split(separator, line.strip(), maxsplit=1)[0]
    # Symbols that stand apart, as numbers do, are counted; else the guess is the first word.
    count = rules.pegs if first in rules.symbols() else 1
    parts = re.split(separator, line.strip(), maxsplit=count)
    guess = " ".join(parts[:count])
    if len(parts) <= count:
        code = space.parse(guess)  # what is wrong with the guess comes first
        alone = N_(
            "the line {line!r} has a guess and no answer; write both, as in {guess} {answer}, "
            "and {guess} {none} for none"
        )
        raise TranscriptError(
            Fault(
                alone,
                line=line.strip(),
                guess=space.text(code),
                answer=example_answer(rules),
                none=Feedback.of(rules, 0),
            )
        )
    return Turn.read(guess, parts[count], space)


MOST_REPEATS = 100
"""A strategy that repeats so many guesses in a row will not make a new one; one that draws may repeat a few."""


def check_consistent(game: Transcript) -> Knowledge:
    """Gives what is known after a game. Raises `InconsistentError`, which names the answers that may be wrong.

    >>> check_consistent(Transcript.parse("2x3 AA:- AA:xx"))
    Traceback (most recent call last):
    sito.errors.InconsistentError: no code agrees with all the answers; one of them must be wrong
    answer 1, AA:-, may be wrong: instead of - it could be xx
    answer 2, AA:xx, may be wrong: instead of xx it could be -
    """
    knowledge = game.knowledge
    if len(knowledge):
        return knowledge
    space = knowledge.guesses
    doubts = [
        Fault(
            N_("answer {number}, {guess}:{answer}, may be wrong: instead of {answer} it could be {others}"),
            number=doubt.index + 1,
            guess=space.text(doubt.guess),
            answer=doubt.answer,
            others=_first_few(doubt.possible),
        )
        for doubt in knowledge.conflict()
    ]
    more = [] if doubts else [Fault(N_("at least two of the answers are wrong: no single change would do"))]
    raise InconsistentError(Fault(N_("no code agrees with all the answers; one of them must be wrong")), *doubts, *more)


def _first_few(answers: Collection[Feedback]) -> str:
    shown = ", ".join(map(str, islice(answers, _MOST_OTHERS)))
    return shown if len(answers) <= _MOST_OTHERS else f"{shown} ..."


@runtime_checkable
class Codebreaker(Protocol):
    """Whoever guesses."""

    def guess(self, game: Transcript) -> Code:
        """Gives the next guess."""
        ...


@runtime_checkable
class Codemaker(Protocol):
    """Whoever keeps the code."""

    def answer(self, game: Transcript, guess: Code) -> Feedback | Transcript:
        """Answers a guess, or gives the game with its earlier answers corrected, to go on from there."""
        ...


@dataclass(frozen=True)
class SecretKeeper:
    """A codemaker with a secret; it makes no mistakes.

    Rules and secret are given as values or as text. Raises `RulesError` or `CodeError`.

    >>> keeper = SecretKeeper("4x6", "BFAC")
    >>> str(keeper.answer(Transcript("4x6"), "BACF"))
    'xooo'
    """

    rules: Rules
    secret: Code

    def __init__(self, rules: Rules | str, secret: CodeOrText) -> None:
        game = Rules.of(rules)
        self.__dict__.update(rules=game, secret=CodeSpace(game).read(secret))

    @classmethod
    def draw(cls, rules: Rules, rng: random.Random) -> Self:
        """Draws the secret, each code with the same chance."""
        return cls(rules, CodeSpace(rules).draw(rng))

    @property
    def text(self) -> str:
        """The secret in the notation of the rules."""
        return CodeSpace(self.rules).text(self.secret)

    def answer(self, game: Transcript, guess: CodeOrText) -> Feedback:
        """Compares a guess with the secret. Raises `CodeError` for a guess that is not allowed."""
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
    game: Transcript | Rules | str,
    breaker: Codebreaker | Strategy | str,
    maker: Codemaker | CodeOrText,
    *,
    rounds: int | None = None,
    seed: int = 0,
    on_turn: Callable[[Transcript], object] = lambda game: None,
) -> Transcript:
    """Plays a game until the code is hit or `rounds` turns are played; `None` is no limit.

    `game` is a game to play on, or the rules of a new one. `breaker` guesses: a strategy, its
    text, or any `Codebreaker`; a strategy that draws does so with `seed`. `maker` answers: a
    `Codemaker`, or the secret itself. `on_turn` is told of the game after each turn and each
    correction. Returns the game as it ended. Raises `InputError` for what cannot be read,
    `InconsistentError` if a codemaker's answers leave no code, and what the players raise.

    >>> print(play("4x6", "first-consistent", "ABCD"))
    4x6 AAAA:x ABBB:xx ABCC:xxx ABCD:xxxx
    >>> print(play("bulls-and-cows", "first-consistent", "6281", rounds=2))
    4x10-distinct 0123:oo 1045:o
    """
    if not isinstance(game, Transcript):
        game = Transcript.parse(game) if isinstance(game, str) else Transcript(game)
    guesser, keeper = _codebreaker(breaker, seed), _codemaker(maker, game.rules)
    while not game.won and (rounds is None or len(game) < rounds):
        guess = guesser.guess(game)
        answer = keeper.answer(game, guess)
        game = answer if isinstance(answer, Transcript) else game.after(guess, answer)
        on_turn(game)
    return game


def _codebreaker(breaker: Codebreaker | Strategy | str, seed: int) -> Codebreaker:
    strategy = parse_strategy(breaker) if isinstance(breaker, str) else breaker
    if isinstance(strategy, Strategy):
        return StrategyBreaker(strategy, seed)
    if isinstance(strategy, Codebreaker):
        return strategy
    wrong = N_("a value of type {type} cannot break codes; give a strategy or its name, such as {example}")
    raise StrategyError(Fault(wrong, type=type(strategy).__name__, example="first-consistent"))


def _codemaker(maker: Codemaker | CodeOrText, rules: Rules) -> Codemaker:
    return maker if isinstance(maker, Codemaker) else SecretKeeper(rules, maker)
