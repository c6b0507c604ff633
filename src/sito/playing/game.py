"""A game between a codemaker and a codebreaker, and its record.

`Transcript` is the record, a value with a one-line text: `4x6 CBFF:o EAAB:xxo`.
`play` lets two players meet. Computers are players here; people are players too, made
at the edges of the program from functions that ask them. Nothing here reads or prints.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, Self, runtime_checkable

from sito.base.limits import Limits, check_callback
from sito.base.rows import Column, Rows
from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.codes.consistency import check_game
from sito.codes.feedback import Answer, AnswerOrText, Feedback, Turn, read_noted, score
from sito.codes.hard_mode import check_hard
from sito.codes.turn_text import pair_text
from sito.errors import N_, InconsistentError, InputError, LimitError, RulesError, SitoError, StrategyError
from sito.playing.functions import AnswerFunction, FunctionMaker, FunctionStrategy, GuessFunction
from sito.playing.inconsistent import REPAIRS_TOLD, inconsistent, no_code
from sito.playing.repairs import Repair, diagnose
from sito.playing.text import read_json, read_line, write_json
from sito.rules.rules import Rules
from sito.sieve.knowledge import Knowledge
from sito.strategies.from_tree import strategy_of
from sito.strategies.strategy import Strategy, blaming, choose_within, hard_strategy, turn_generator
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.words.words import Words

_FOR_A_MESSAGE = Limits(work=1 << 34)  # some seconds; only games of many millions of codes need as much


@dataclass(frozen=True, init=False)
class Transcript(Rows[Turn]):
    """The rules and the turns of a game so far; a value that never changes.

    Rules, guesses and answers are given as values or as text, and checked. Raises
    `RulesError`, `CodeError` or `FeedbackError` for what does not fit.

    `Transcript.parse(str(game)) == game` for all games but word games, whose words must be passed as well. Blanks
    within a code, as numbers have them, become commas: `5x8-numbers 1,1,1,1,1:xx`.

    >>> game = Transcript("mastermind").after("CBFF", "o").after("EAAB", "2b1w")
    >>> str(game)
    '4x6 CBFF:o EAAB:xxo'
    >>> len(game), game.won, len(game.knowledge)
    (2, False, 15)
    """

    rules: Rules
    turns: tuple[Turn, ...]

    def __init__(self, rules: Rules | str, turns: Iterable[tuple[CodeOrText, AnswerOrText]] = ()) -> None:
        game = Rules.of(rules)
        read = Turn.read_all(turns, CodeSpace(game, guesses=True))
        self.__dict__.update(rules=game, turns=tuple(read), _before=None)

    @classmethod
    def _of(cls, rules: Rules, turns: tuple[Turn, ...], before: Knowledge | None = None) -> Transcript:
        """Makes a game of turns that are checked already; `before` is what is known after the first of them, or all."""
        game = Transcript.__new__(Transcript)
        game.__dict__.update(rules=rules, turns=turns, _before=before)
        return game

    @cached_property
    def knowledge(self) -> Knowledge:
        """What is known after the game; its history is the turns of the game. Raises `LimitError` for large games."""
        start: Knowledge | None = self.__dict__["_before"]
        known = Knowledge(self.rules) if start is None else start
        known = known.after_turns(self.turns[len(known.history) :]).with_history(self.turns)
        self.__dict__["_before"] = None
        return known

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
        return cls._of(*read_line(text, words))

    @classmethod
    def of(cls, game: Transcript | str) -> Transcript:
        """Takes a game as a value, or as text as `parse` does."""
        return game if isinstance(game, Transcript) else cls.parse(game)

    @classmethod
    def from_json(cls, text: str, words: Words | None = None) -> Transcript:
        """Reads the JSON form from `text`. Raises `TranscriptError`, or `RulesError` for the rules.

        A word game carries its words; `words` is asked only where it does not.

        >>> game = Transcript("4x6").after("CBFF", "o")
        >>> Transcript.from_json(game.to_json()) == game
        True
        """
        return cls._of(*read_json(text, words))

    def to_json(self) -> str:
        """Writes the JSON form, one line; that of a word game has its words in it.

        >>> Transcript("4x6").after("CBFF", "o").to_json()
        '{"version": 1, "rules": "4x6", "turns": [{"guess": "CBFF", "answer": "o"}]}'
        """
        return write_json(self.rules, self.turns)

    def __str__(self) -> str:
        space = CodeSpace(self.rules, guesses=True)
        turns = (pair_text(guess, answer, space) for guess, answer in self.turns)
        return " ".join([str(self.rules), *turns])

    def __repr__(self) -> str:
        words = self.rules.words
        if words is None:
            return f"Transcript.parse({str(self)!r})"
        return f"Transcript.parse({str(self)!r}, words={words if words.is_short else ...!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Transcript, (self.rules, self.turns))

    def _columns(self) -> tuple[Column[Turn], ...]:
        guesses = CodeSpace(self.rules, guesses=True)
        return (
            Column("guess", lambda turn: guesses.text(turn.guess)),
            Column("answer", lambda turn: turn.answer),
        )

    def _rows(self) -> tuple[Turn, ...]:
        return self.turns

    @property
    def note(self) -> str:
        """The rules of the game."""
        return str(self.rules)

    @property
    def winning_turn(self) -> int | None:
        """The number of the first turn that hit the code, counted from 1, or None; turns may follow it."""
        return next((number for number, (_, answer) in enumerate(self.turns, 1) if answer.wins), None)

    @property
    def won(self) -> bool:
        """Whether the last guess hit the code."""
        return bool(self.turns) and self.turns[-1][1].wins

    def after(self, guess: CodeOrText, answer: AnswerOrText) -> Transcript:
        """Gives the game after one more turn.

        Raises `CodeError` for a guess that is not allowed, `FeedbackError` for an answer that
        cannot be read or is of another game.

        >>> str(Transcript("4x6").after((0, 0, 0, 0), (1, 0)))
        '4x6 AAAA:x'
        """
        turn = Turn.read(guess, answer, CodeSpace(self.rules, guesses=True))
        known: Knowledge | None = self.__dict__.get("knowledge", self.__dict__["_before"])
        return self._of(self.rules, (*self.turns, turn), known)

    def corrected(self, index: int, answer: AnswerOrText) -> Transcript:
        """Gives the game with another answer to one guess; `index` counts from 0.

        The later turns stay, for their answers are about the code and not about the
        one answer; but a game ends with the guess that hits the code. Raises `IndexError`
        if there is no such turn, and `FeedbackError` for an answer that does not fit.

        >>> game = Transcript.parse("4x6 CBFF:o EAAB:xxo")
        >>> str(game.corrected(0, "-"))
        '4x6 CBFF:- EAAB:xxo'
        """
        turn = Turn(self.turns[index].guess, read_noted(answer, self.rules))
        place = range(len(self.turns))[index]
        later = () if turn.answer.wins else self.turns[place + 1 :]
        return self._of(self.rules, (*self.turns[:place], turn, *later))

    def repaired(self, repair: Repair) -> Transcript:
        """Gives the game with the answers that a repair changes; it ends with the guess that hits the code.

        >>> game = Transcript.parse("2x3 AA:- AB:o AA:xx")
        >>> str(game.repaired(diagnose(game).repairs[0]))
        '2x3 AA:- AB:o AA:-'
        """
        answers = {change.index: change.answer for change in repair.changes}
        game = Transcript(self.rules)
        for index, turn in enumerate(self.turns):
            if not game.won:
                game = game._of(self.rules, (*game.turns, Turn(turn.guess, answers.get(index, turn.answer))))
        return game

    def shortened(self, turns: int) -> Transcript:
        """Gives the game as it was after its first `turns` turns; negative numbers count from the end."""
        return self._of(self.rules, self.turns[:turns])


MOST_REPEATS = 100
"""A strategy that repeats so many guesses in a row will not make a new one; one that draws may repeat a few."""


def check_consistent(game: Transcript) -> Knowledge:
    """Gives what is known after a game.

    Raises `InconsistentError` if no code is possible; it says which answers cannot stand
    together, and the likeliest repairs. Where codes are sampled, it is raised if none was
    found, which is no proof.

    >>> check_consistent(Transcript.parse("2x3 AA:- AA:xx"))
    Traceback (most recent call last):
    sito.errors.InconsistentError: no code agrees with all the answers; one of them must be wrong
    answers 1 (AA:-) and 2 (AA:xx) cannot stand together
    1. answer 2, AA:xx, could be -
    2. answer 1, AA:-, could be xx
    3. answer 1, AA:-, could be x: a peg was overlooked; and answer 2, AA:xx, could be x: one peg too many was counted
    """
    knowledge = game.knowledge
    if len(knowledge):
        return knowledge
    try:
        diagnosis = diagnose(game, top=REPAIRS_TOLD, limits=_FOR_A_MESSAGE)
    except LimitError as error:  # of a game that is too long
        raise InconsistentError(no_code(game), *error.faults) from None
    raise inconsistent(diagnosis)


@runtime_checkable
class Codebreaker(Protocol):
    """Whoever guesses."""

    def guess(self, game: Transcript) -> Code:
        """Gives the next guess."""
        ...


@runtime_checkable
class Codemaker(Protocol):
    """Whoever keeps the code."""

    def answer(self, game: Transcript, guess: Code) -> Answer | Transcript:
        """Answers a guess, or gives the game with its earlier answers corrected, to go on from there.

        A part of the answer may be unknown, as people note it; such an answer ends no game.
        """
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

    def code(self, game: Transcript) -> Code:
        """Shows the code at the end of a game: the secret."""
        return self.secret


@dataclass(frozen=True)
class StrategyBreaker:
    """A codebreaker that follows a strategy.

    The random choices of a turn depend on the seed and on the turn's number only, so
    that a game that is taken up again goes on as it would have.
    """

    strategy: Strategy
    seed: int
    limits: Limits | None = None
    """How long a guess may take, for strategies that keep limits."""

    def guess(self, game: Transcript) -> Code:
        """Asks the strategy.

        Raises `InconsistentError` if no code is left, `SitoError` for a plug-in's mistake, or
        if it makes nothing but guesses that were made before: their answers are known.
        """
        knowledge = check_consistent(game)
        with blaming(self.strategy, game.rules):
            rng = turn_generator(self.seed, len(game))
            chosen = choose_within(self.strategy, knowledge, rng, self.limits)
            guess = knowledge.guesses.read(chosen)
        if _repeats(game, guess) > MOST_REPEATS:
            endless = N_("{strategy} does not end: on {rules} it made {count} guesses in a row that were made before")
            raise SitoError.said(endless, strategy=str(self.strategy), rules=str(game.rules), count=MOST_REPEATS + 1)
        return guess


def check_rules(rules: Rules, game: Transcript) -> None:
    """Raises `RulesError` if a game is of other rules than those of its codemaker, and `InputError` for no game."""
    check_game(game)
    if game.rules is not rules and game.rules.key != rules.key:
        other = N_("the codemaker keeps a code of {rules}, and the game is one of {other}")
        raise RulesError.said(other, rules=str(rules), other=str(game.rules))


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
    breaker: Codebreaker | Strategy | StrategyTree | GuessFunction | str,
    maker: Codemaker | AnswerFunction | CodeOrText,
    *,
    rounds: int | None = None,
    seed: int = 0,
    hard: bool = False,
    on_turn: Callable[[Transcript], object] | None = None,
) -> Transcript:
    """Plays a game until the code is hit or `rounds` turns are played; `None` is no limit.

    `game` is a game to play on, or the rules of a new one. `breaker` guesses: a strategy, its text or its tree, any
    `Codebreaker`, or a function that gives a guess from a `Knowledge`; a strategy that draws does so with `seed`.
    `maker` answers: a `Codemaker`, the secret itself, or a function that gives an answer to the text of a guess.
    With `hard` the game is played by the usual hard mode of its kind, whatever its rules say. In hard mode a strategy
    plays as `hard_strategy` makes it, and each guess is checked. `on_turn` is told of the game after each turn and
    each correction. Returns the game as it ended. Raises `InputError` for what cannot be read, `HardModeError` for a
    guess that hard mode forbids, `InconsistentError` if a codemaker's answers leave no code, and what the players
    raise.

    >>> print(play("4x6", "first-consistent", "ABCD"))
    4x6 AAAA:x ABBB:xx ABCC:xxx ABCD:xxxx
    >>> print(play("bulls-and-cows", "first-consistent", "6281", rounds=2))
    4x10-distinct 0123:oo 1045:o
    >>> print(play("4x6", "entropy", "FADC", hard=True))
    4x6 ABCD:ooo BCDE:xo CADF:xxoo CFDA:xooo FADC:xxxx
    >>> print(play("3x4", lambda known: known[-1], lambda guess: score("3x4", guess, "CBD")))
    3x4 DDD:x DCC:oo CDB:xoo CBD:xxx
    """
    if rounds is not None and (not isinstance(rounds, int) or isinstance(rounds, bool)):
        wrong = N_("rounds is {value!r}; it must be a whole number, as in rounds=10, or None for no limit")
        raise InputError.said(wrong, value=rounds)
    check_callback("on_turn", on_turn)
    if not isinstance(game, Transcript):
        game = Transcript.parse(game) if isinstance(game, str) else Transcript(game)
    # Where the rules have a hard mode strategies know it, and may make guesses that are no possible codes.
    guesser, keeper = _codebreaker(breaker, seed, hard and not game.rules.hard), _codemaker(maker, game.rules)
    hard = hard or game.rules.hard is not None
    while not game.won and (rounds is None or len(game) < rounds):
        guess = guesser.guess(game)
        if hard:
            check_hard(game, guess)
        answer = keeper.answer(game, guess)
        game = answer if isinstance(answer, Transcript) else game.after(guess, answer)
        if on_turn is not None:
            on_turn(game)
    return game


def _codemaker(maker: Codemaker | AnswerFunction | CodeOrText, rules: Rules) -> Codemaker:
    if isinstance(maker, Codemaker):
        return maker
    return FunctionMaker(rules, maker) if callable(maker) else SecretKeeper(rules, maker)


def _codebreaker(
    breaker: Codebreaker | Strategy | StrategyTree | GuessFunction | str, seed: int, hard: bool
) -> Codebreaker:
    strategy = strategy_of(breaker)
    if isinstance(strategy, Strategy):
        return StrategyBreaker(hard_strategy(strategy) if hard else strategy, seed)
    if isinstance(strategy, Codebreaker):
        return strategy
    if callable(strategy):
        return StrategyBreaker(FunctionStrategy(strategy), seed)
    wrong = N_(
        "a value of type {type} cannot break codes; give a strategy or its name, such as {example}, or a function that "
        "gives a guess from what is known"
    )
    raise StrategyError.said(wrong, type=type(strategy).__name__, example="first-consistent")
