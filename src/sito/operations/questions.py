"""What many questions have: rules, words, turns. They are texts, which an operation reads; no text opens a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Self

from sito.base.limits import Stopped
from sito.codes.code import CodeSpace
from sito.codes.feedback import Turn
from sito.errors import N_, NN_, LimitError, TranscriptError
from sito.native.game import Size, native_rules, size_of
from sito.operations.operation import Ask, Value
from sito.operations.work import Work
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from sito.words.lists import BUILT_IN, built_in
from sito.words.own import MOST_KINDS, listed_of_value
from sito.words.words import WordList

MOST_TURNS = 200
MOST_WORDS = 20_000

RulesText = Annotated[
    str,
    Ask(
        "The rules: a name such as `mastermind`, or a text such as `4x6`, `4x10-distinct`, `5x8-black`, "
        "`4x6-lies1` or `words-position:en`. A word game names a list that comes with Sito, or any name for the "
        "`words` of the request.",
        1,
        200,
        "4x6",
    ),
]
CodeText = Annotated[str, Ask(N_("A code in the notation of the game."), most=400, example="AABB")]
AnswerText = Annotated[
    str,
    Ask(
        "An answer in any usual notation, such as `xxo`, `2 1` or `2b1w`; `-` is none. "
        "Parts may be unknown, as in `2?`, where an answer is noted.",
        most=200,
        example="xo",
    ),
]
StrategyText = Annotated[
    str,
    Ask("A strategy by its text, such as `entropy`, `minimax:consistent` or `first-consistent`.", 1, 200, "entropy"),
]
Seed = Annotated[int, Ask("The seed of a strategy that draws.", 0, 2**63)]
_Word = Annotated[str, Ask(most=40)]
_Number = Annotated[int, Ask("The number of an answer.", 0, MOST_KINDS)]


@dataclass(frozen=True)
class Words(Value):
    """The words of a word game, all of the same length; or the codes and the answers of a game of one's own."""

    secrets: Annotated[list[_Word], Ask("The words that may be the secret.", 1, MOST_WORDS)]
    guesses: Annotated[list[_Word], Ask("Further words that may be guessed.", most=MOST_WORDS)] | None = None
    weights: (
        Annotated[
            list[Annotated[float, Ask(least=0)]],
            Ask("How likely each secret is; none if all are equally likely.", most=MOST_WORDS),
        ]
        | None
    ) = None
    answers: Annotated[list[_Word], Ask("The answers of a game of one's own, that of the hit last.", 1)] | None = None
    table: Annotated[list[list[_Number]], Ask("The numbers of the answers, a row for each guess.")] | None = None

    @classmethod
    def of(cls, words: WordList | None) -> Words | None:
        """Gives the words of a game; None for a game without words, and for a list that comes with Sito."""
        if words is None or (words.name in BUILT_IN and words == built_in(words.name)):
            return None
        return cls(**words.to_value())

    def read(self) -> WordList:
        """Makes the list. Raises `RulesError` for words that cannot be used, `LimitError` for too many.

        >>> Words(["bear", "seal"], ["lion"]).read().guesses
        ('BEAR', 'LION', 'SEAL')
        """
        if (count := len(self.secrets) + len(self.guesses or ())) > MOST_WORDS:
            many = NN_(
                "{count} word was given; a list may have up to {most}",
                "{count} words were given; a list may have up to {most}",
            )
            raise LimitError.said(*many, count=count, most=MOST_WORDS)
        given = {name: value for name, value in vars(self).items() if value is not None}
        return listed_of_value(given)


@dataclass(frozen=True)
class OfRules(Value):
    """A question about a game."""

    rules: RulesText
    words: Annotated[Words | None, Ask("The words of a word game, if none of the lists of Sito is meant.")] = field(
        default=None, kw_only=True
    )

    @classmethod
    def of_rules(cls, rules: Rules, **more: object) -> Self:
        """Asks about rules; a word game carries its words."""
        return cls(rules=str(rules), words=Words.of(rules.words), **more)

    def read_rules(self, work: Work, *, sampled: bool = False) -> Rules:
        """Reads the rules; those of a word game mean the words that came with them, whatever name they give the list.

        Raises `RulesError`, and `LimitError` for a game of more codes than the service examines; with `sampled` not for
        one of so many that the possible ones are sampled, nor for a vast board.
        """
        return read_rules(work, self.rules, self.words, sampled=sampled)


def read_rules(work: Work, text: str, words: Words | None, *, sampled: bool = False) -> Rules:
    """Reads rules, as `OfRules.read_rules` says."""
    rules = Rules.parse(text, built_in if words is None else words.read())
    check_size(work, rules, sampled=sampled)
    return rules


def check_size(work: Work, rules: Rules, *, sampled: bool = False) -> None:
    """Raises `LimitError` as `OfRules.read_rules` does."""
    if not sampled:
        native_rules(rules)  # refuses a vast board
    size = CodeSpace(rules).size
    if size > work.codes and not (sampled and size_of(rules) is not Size.LISTED):
        many = NN_(
            "the game {rules} has {count} code and up to {most} are allowed here; take fewer pegs or colors",
            "the game {rules} has {count} codes and up to {most} are allowed here; take fewer pegs or colors",
        )
        raise LimitError.said(*many, rules=str(rules), count=size, most=work.codes)


@dataclass(frozen=True)
class NotedTurn(Value):
    """A guess and the answer to it. A `?` stands for a peg or a part of the answer that is not known."""

    guess: CodeText
    answer: AnswerText


@dataclass(frozen=True)
class OfGame(OfRules):
    """A question about a moment of a game."""

    turns: Annotated[list[NotedTurn], Ask("The turns so far.", most=MOST_TURNS)] = field(
        default_factory=list, kw_only=True
    )

    # What `of` was given; a ClassVar, so that it is no field, and has no part in the schema and in comparisons.
    _game: ClassVar[Transcript | None] = None

    @classmethod
    def of(cls, game: Transcript, **more: object) -> Self:
        """Asks about a game, which travels with the question; a word game carries its words."""
        text = CodeSpace(game.rules, guesses=True).text
        turns = [NotedTurn(text(turn.guess), str(turn.answer)) for turn in game.turns]
        asked = cls.of_rules(game.rules, turns=turns, **more)
        object.__setattr__(asked, "_game", game)
        return asked

    def read(self, work: Work, *, sampled: bool = False) -> Transcript:
        """Gives the game that the question was asked about, or reads it.

        Raises `InputError` with every fault, and `LimitError` as `read_rules` does.
        """
        check_turns(len(self.turns))
        if self._game is not None:
            check_size(work, self._game.rules, sampled=sampled)
            return self._game
        rules = self.read_rules(work, sampled=sampled)
        space = CodeSpace(rules, guesses=True)
        turns = TranscriptError.gather(lambda turn: Turn.read(turn.guess, turn.answer, space), self.turns)
        return Transcript(rules, turns)


def check_turns(count: int) -> None:
    """Raises `LimitError` for a game of more turns than the service takes."""
    if count > MOST_TURNS:
        many = NN_(
            "the game has {count} turn; this service takes up to {most}",
            "the game has {count} turns; this service takes up to {most}",
        )
        raise LimitError.said(*many, count=count, most=MOST_TURNS)


MOST_STEPS = 1_000


@dataclass(frozen=True, kw_only=True)
class ToldOutlook(Value):
    """What can still come of a position."""

    possible: bool | None
    """Whether the goal can be reached; null if it is not known yet."""
    fewest: int | None
    at_least: int
    at_most: int | None
    why: str | None
    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""
