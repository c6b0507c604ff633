"""Operations about the next guess: the best ones, rankings, what a guess does; and the advice for several boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Self

from sito.advice.advice import Advice
from sito.advice.advice import advise as advise_on
from sito.advice.boards import Boards, BoardsAdvice
from sito.base.limits import Stopped
from sito.errors import N_
from sito.explanation import GuessFacts, explain_choice
from sito.explanation import explain_guess as explain_a_guess
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import CodeText, OfGame, StrategyText
from sito.operations.work import Work
from sito.playing.game import Transcript, check_consistent
from sito.show.i18n import fault_text
from sito.show.sentences import strategy_text, why_sentences
from sito.sieve.knowledge import Knowledge
from sito.sieve.ranking import Ranking
from sito.strategies.strategy import Strategy, parse_strategy


class Metric(StrEnum):
    """What guesses are compared by; see `sito.sieve.metrics`."""

    ENTROPY = "entropy"
    EXPECTED_SIZE = "expected-size"
    MINIMAX = "minimax"
    MOST_PARTS = "most-parts"


@dataclass(frozen=True)
class AdviseQuestion(OfGame):
    """A game in which the next guess is asked for."""

    top: Annotated[int, Ask(N_("How many guesses to tell."), 1, 100)] = 5


@dataclass(frozen=True)
class AdvisedGuess(Value):
    """A guess with its figures."""

    guess: str
    expected: float | None
    """How many more guesses are expected, this one included."""
    total: int | None
    """The further guesses over all possible codes."""
    most: int | None
    """The most further guesses that a code needs."""
    source: str | None
    """`exact`, or the strategies whose trees were counted."""
    cells: int
    """How many answers there may be."""
    bits: float
    """The information that the answer gives on average."""
    worst: int
    """The most codes that can be left."""
    possible: bool
    """Whether the guess may be the code."""


@dataclass(frozen=True)
class AdviseAnswer(Value):
    """The best guesses, the best first."""

    game: str
    left: int
    """How many codes are possible."""
    won: int | None
    """The number of the turn that hit the code; then there is no next guess."""
    guess: str | None
    """The best guess."""
    source: str | None
    """How it was found."""
    exact: bool
    """Whether it is proven that no guess is better."""
    fallback: str | None
    """What was done instead if the game is too large to compare all guesses."""
    guesses: list[AdvisedGuess]
    origin: str
    """How the first guess was found, in a sentence."""

    @classmethod
    def of(cls, game: Transcript, advice: Advice | None) -> AdviseAnswer:
        """Tells an advice in the reader's language; None for a game that is won.

        `expected` is None where it could not be found in the time.
        """
        about = str(game), game.knowledge.left, game.winning_turn
        if advice is None:
            return cls(*about, None, None, True, None, [], "")
        guesses = [
            AdvisedGuess.told(
                guess.figures,
                guess.prospect,
                guess=guess.figures.text,
                expected=None if guess.expected is None else float(guess.expected),
                most=None if guess.prospect is None else guess.prospect.worst,
            )
            for guess in advice
        ]
        fallback = None if advice.fallback is None else fault_text(advice.fallback)
        best = guesses[0].guess
        return cls(*about, best, advice.source, advice.exact, fallback, guesses, fault_text(advice.origin))


@operation(quick=True)
def advise(asked: AdviseQuestion, work: Work) -> AdviseAnswer:
    """Finds the best guesses, with how many more guesses are expected after each."""
    game = asked.read(work, sampled=True)
    knowledge = check_consistent(game)
    won = game.winning_turn is not None
    return AdviseAnswer.of(game, None if won else advise_on(knowledge, asked.top, limits=work.limits))


@dataclass(frozen=True)
class RankQuestion(OfGame):
    """A game whose guesses are to be ranked."""

    metric: Annotated[Metric, Ask(N_("What guesses are compared by."))] = Metric.ENTROPY
    top: Annotated[int, Ask(N_("How many guesses to tell."), 1, 1000)] = 10
    consistent: Annotated[bool, Ask(N_("Whether only guesses are ranked that may be the code."))] = False
    apart: Annotated[bool, Ask(N_("Whether the cell of the guess itself is left out of its score."))] = False


@dataclass(frozen=True)
class ToldRank(Value):
    """A guess with its score; lower is better."""

    guess: str
    score: float
    bits: float
    worst: int
    cells: int
    possible: bool


@dataclass(frozen=True)
class RankAnswer(Value):
    """Guesses, the best first."""

    game: str
    left: int
    metric: str
    guesses: list[ToldRank]
    compared: int
    """How many guesses were compared."""
    sample: int | None
    """Of how many of the possible codes the figures are, of which `worst` is scaled to all; null for all of them."""
    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""

    @classmethod
    def of(cls, game: Transcript, ranking: Ranking) -> RankAnswer:
        """Tells a ranking."""
        known = game.knowledge
        sample = len(known.sample) if known.looks_at_sample and not known.is_all_sampled else None
        guesses = [ToldRank.told(guess, guess=guess.text) for guess in ranking]
        return cls.told(ranking, game=str(game), left=known.left, guesses=guesses, sample=sample)


@operation(quick=True)
def rank(asked: RankQuestion, work: Work) -> RankAnswer:
    """Ranks the guesses by what one answer tells."""
    game = asked.read(work, sampled=True)
    ranking = check_consistent(game).rank(
        asked.metric, asked.top, consistent=asked.consistent, apart=asked.apart, limits=work.limits
    )
    return RankAnswer.of(game, ranking)


@dataclass(frozen=True)
class ExplainGuessQuestion(OfGame):
    """A game, and a guess that is to be explained."""

    guess: CodeText
    metric: Annotated[Metric, Ask("What it is compared by; bits, unless something else fits better.")] | None = None
    strategy: StrategyText | None = None
    """The strategy that chose the guess, if one did."""


@dataclass(frozen=True)
class BestOther(Value):
    """The best other guess by the same metric."""

    guess: str
    score: float
    possible: bool


@dataclass(frozen=True)
class ToldFacts(Value):
    """What there is to say of a guess."""

    cells: dict[str, int]
    """The answers there may be, and how many codes each leaves."""
    bits: float | None
    worst: int
    mean: float | None
    """How many codes are left on average."""
    possible: bool
    contradicts: list[int]
    """The numbers of the turns with which the guess disagrees."""
    metric: str
    score: float
    best: BestOther | None
    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""
    sentences: list[str]
    """The same in words."""

    @classmethod
    def of(cls, facts: GuessFacts, chooser: Strategy | None, **more: object) -> Self:
        """Tells what a guess does, and why the strategy that chose it did so."""
        best = facts.best
        return cls.told(
            facts,
            cells={str(answer): size for answer, size in facts.cells.items()},
            contradicts=[index + 1 for index in facts.contradicts],
            best=None if best is None else BestOther.told(best, guess=best.text),
            sentences=list(why_sentences(facts, chooser)),
            **more,
        )


@dataclass(frozen=True, kw_only=True)
class ExplainGuessAnswer(ToldFacts):
    """What a guess does to the possible codes."""

    game: str
    left: int
    guess: str


@operation(quick=True)
def explain_guess(asked: ExplainGuessQuestion, work: Work) -> ExplainGuessAnswer:
    """Tells what a guess does to the possible codes, beside the best other guess."""
    game = asked.read(work, sampled=True)
    knowledge = check_consistent(game)
    chooser = None if asked.strategy is None else parse_strategy(asked.strategy)
    if asked.metric is None:
        facts = explain_choice(knowledge, asked.guess, strategy_text(chooser), limits=work.limits)
    else:
        facts = explain_a_guess(knowledge, asked.guess, asked.metric, limits=work.limits)
    return ExplainGuessAnswer.of(facts, chooser, game=str(game), left=knowledge.left, guess=facts.text)


@dataclass(frozen=True)
class ToldBoard(Value):
    """How one board stands."""

    solved: bool
    left: int
    codes: list[str]


@dataclass(frozen=True)
class BoardsGuess(Value):
    """A guess for all boards, with its figures."""

    guess: str
    expected: float | None
    bits: float
    worst: int
    boards: list[int]
    """The boards whose code it may be."""


@dataclass(frozen=True)
class BoardsAnswer(Value):
    """Boards, with codes that are possible on each, and the best guesses."""

    game: str
    boards: list[ToldBoard]
    guess: str | None
    fallback: str | None
    guesses: list[BoardsGuess]
    won: bool

    @classmethod
    def of(cls, boards: Boards, advice: BoardsAdvice | None, shown: Callable[[Knowledge], list[str]]) -> BoardsAnswer:
        """Tells boards, with the codes of each that `shown` names; `advice` is None if all are solved."""
        each = [
            ToldBoard(True, 0, []) if solved else ToldBoard(False, len(known), shown(known))
            for known, solved in zip(boards.knowledges, boards.solved, strict=True)
        ]
        guesses = [
            BoardsGuess.told(guess, guess=guess.text, boards=[place + 1 for place in guess.may_hit])
            for guess in advice or ()
        ]
        best = guesses[0].guess if guesses else None
        return cls.told(advice, game=str(boards), boards=each, guess=best, guesses=guesses, won=boards.won)
