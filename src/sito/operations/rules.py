"""Operations about rules: what a text of rules means, and the games that have names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from sito.advice.levels import LEVELS
from sito.codes.code import CodeSpace
from sito.codes.example_turn import example_turn
from sito.codes.feedback import Feedback, feedback_count, score
from sito.codes.notations import nobody_gives
from sito.operations.operation import Value, operation
from sito.operations.questions import OfRules
from sito.operations.work import Work
from sito.rules.kinds import Allowed, FeedbackKind, Notation
from sito.rules.rules import Rules
from sito.rules.text import PRESETS, WORD_PRESETS
from sito.show.i18n import current_language
from sito.show.sentences import answer_sentence, lies_sentence, rules_sentence, unknown_sentence
from sito.sieve.metrics import METRICS
from sito.strategies.strategy import strategy_names
from sito.words.lists import BUILT_IN
from sito.words.local_words import LOCAL_PRESETS, local_name

MOST_ANSWERS = 250
"""Answers of a game are listed if they are no more than that."""


@dataclass(frozen=True, kw_only=True)
class RulesFacts(Value):
    """The facts of a game."""

    rules: str
    pegs: int
    colors: int
    symbols: list[str]
    allowed: Allowed
    feedback: FeedbackKind
    lies: int
    codes: int
    guesses: int
    weight: int | None = None
    """The sum of the weights of the words, if they have some."""

    @classmethod
    def of(cls, game: Rules, **more: object) -> Self:
        """Gives the facts of a game, and more."""
        space = CodeSpace(game)
        return cls.told(
            game,
            rules=str(game),
            symbols=list(game.symbols()),
            codes=space.size,
            guesses=CodeSpace(game, guesses=True).size,
            weight=None if game.weights is None else space.weight,
            **more,
        )


@dataclass(frozen=True)
class ExampleTurn(Value):
    """A turn as an example."""

    secret: str
    guess: str
    answer: str


@dataclass(frozen=True, kw_only=True)
class RulesAnswer(RulesFacts):
    """What a text of rules means."""

    notation: Notation | None
    answers: list[str] | None
    """All answers that codes give; null if they are very many."""
    win: str
    """The answer to the code itself."""
    example: ExampleTurn
    sentences: list[str]


@operation("rules")
def rules(asked: OfRules, work: Work) -> RulesAnswer:
    """Tells what a text of rules means: its codes, its answers, and an example."""
    game = asked.read_rules(work, sampled=True)
    text = CodeSpace(game, guesses=True).text
    secret, guess = example_turn(game)
    about = (rules_sentence, answer_sentence, unknown_sentence, *([lies_sentence] if game.lies else []))
    return RulesAnswer.of(
        game,
        notation=game.notation,
        answers=_answers(game),
        win=str(Feedback.win(game)),
        example=ExampleTurn(text(secret), text(guess), str(score(game, guess, secret))),
        sentences=[sentence(game) for sentence in about],
    )


def _answers(game: Rules) -> list[str] | None:
    """Lists the answers that codes give, in ascending order; None if they are too many to be of use."""
    count = feedback_count(game)
    if count > MOST_ANSWERS:
        return None
    return [
        str(Feedback.of(game, number)) for number in range(count) if not nobody_gives(game.feedback, game.pegs, number)
    ]


@dataclass(frozen=True)
class Nothing(Value):
    """A question that needs no words."""


@dataclass(frozen=True, kw_only=True)
class Preset(RulesFacts):
    """A game that has a name."""

    local_name: str | None
    """What it is called in the language of the request."""


@dataclass(frozen=True)
class PresetsAnswer(Value):
    """The games, strategies, metrics and levels that have names."""

    games: dict[str, Preset]
    word_games: dict[str, str]
    word_lists: list[str]
    """The lists of words that come with Sito."""
    other_names: dict[str, dict[str, object]]
    strategies: list[str]
    metrics: list[str]
    levels: list[str]


@operation("rules", path="/rules", posted=False)
def presets(asked: Nothing, work: Work) -> PresetsAnswer:
    """Lists the games, strategies, metrics, levels and lists of words that have names."""
    tongue = current_language()
    return PresetsAnswer(
        games={
            name: Preset.of(Rules.parse(text), local_name=local_name(name, tongue)) for name, text in PRESETS.items()
        },
        word_games=dict(WORD_PRESETS),
        word_lists=list(BUILT_IN),
        other_names={preset: dict(names) for preset, names in LOCAL_PRESETS.items()},
        strategies=list(strategy_names()),
        metrics=list(METRICS),
        levels=[level.name for level in LEVELS],
    )
