"""What the service answers about games: the bodies of its answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

StoppedBy = Literal["time", "work", "memory", "asked", "interrupt"]
Stopped = Annotated[
    StoppedBy | None, Field(description="Which limit ended the work before it was finished; null if none did.")
]


class Reply(BaseModel):
    """A body with these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class FeedbackReply(Reply):
    """The answer to a guess. Numbers are null where answers of the game do not tell them."""

    rules: str = Field(description="The rules in their canonical form.")
    guess: str
    secret: str
    answer: str = Field(description="The answer in its canonical form.")
    black: int | None = Field(description="Pegs of the right color in the right place.")
    white: int | None = Field(description="Pegs of the right color in another place.")
    total: int | None = Field(description="Both together.")
    wins: bool = Field(description="Whether the guess is the code.")


class SieveReply(Reply):
    """The codes that are possible."""

    game: str = Field(description="The game as one line of text.")
    rules: str
    codes: int = Field(description="How many codes the game has.")
    left: int = Field(description="How many are possible after all turns.")
    left_after: list[int] = Field(description="How many are possible after each turn.")
    by_lies: list[int] | None = Field(description="How many go with no lie, with one and so on; null without lies.")
    first: list[str] = Field(description="The codes asked for, in ascending order.")
    won: int | None = Field(description="The number of the turn that hit the code.")


class AdvisedGuess(Reply):
    """A guess with its figures."""

    guess: str
    expected: float | None = Field(description="How many more guesses are expected, this one included.")
    total: int | None = Field(description="The further guesses over all possible codes.")
    most: int | None = Field(description="The most further guesses that a code needs.")
    source: str | None = Field(description="`exact`, or the strategies whose trees were counted.")
    cells: int = Field(description="How many answers there may be.")
    bits: float = Field(description="The information that the answer gives on average.")
    worst: int = Field(description="The most codes that can be left.")
    possible: bool = Field(description="Whether the guess may be the code.")


class AdviceReply(Reply):
    """The best guesses, the best first."""

    game: str
    left: int = Field(description="How many codes are possible.")
    won: int | None = Field(description="The number of the turn that hit the code; then there is no next guess.")
    guess: str | None = Field(description="The best guess.")
    source: str | None = Field(description="How it was found.")
    exact: bool = Field(description="Whether it is proven that no guess is better.")
    fallback: str | None = Field(description="What was done instead if the game is too large to compare all guesses.")
    guesses: list[AdvisedGuess]
    origin: str = Field(description="How the first guess was found, in a sentence.")


class RankedGuess(Reply):
    """A guess with its score; lower is better."""

    guess: str
    score: float
    bits: float
    worst: int
    cells: int
    possible: bool


class RankReply(Reply):
    """Guesses, the best first."""

    game: str
    left: int
    metric: str
    guesses: list[RankedGuess]
    compared: int = Field(description="How many guesses were compared.")
    stopped: Stopped


class BestOther(Reply):
    """The best other guess by the same metric."""

    guess: str
    score: float
    possible: bool


class GuessReply(Reply):
    """What a guess does to the possible codes."""

    game: str
    left: int
    guess: str
    cells: dict[str, int] = Field(description="The answers there may be, and how many codes each leaves.")
    bits: float | None
    worst: int
    mean: float | None = Field(description="How many codes are left on average.")
    possible: bool
    contradicts: list[int] = Field(description="The numbers of the turns with which the guess disagrees.")
    metric: str
    score: float
    best: BestOther | None
    stopped: Stopped
    sentences: list[str] = Field(description="The same in words.")


class Expectation(Reply):
    """How many further guesses are expected of the best play."""

    guesses: float | None
    guesses_fraction: str | None = Field(description="The same exactly.")
    source: str


class ReviewedGuess(Reply):
    """A guess of a game, and what is to be said of it."""

    number: int
    guess: str
    answer: str
    before: int = Field(description="How many codes were possible before the guess.")
    left: int = Field(description="How many are possible after its answer.")
    expected_before: Expectation | None
    expected_chosen: Expectation | None
    expected_after: Expectation | None
    loss: float | None = Field(description="The guesses that the choice cost on average.")
    loss_fraction: str | None
    loss_proven: bool
    luck: float | None = Field(description="The guesses that the answer saved against the average answer.")
    luck_fraction: str | None
    luck_proven: bool
    mark: Literal["best", "excellent", "good", "inaccuracy", "mistake", "blunder"] | None
    better: str | None = Field(description="A better guess, if there is one.")
    possible: bool | None
    contradicts: list[int]
    repeats: int | None


class NotedTurn(Reply):
    """A turn of a game."""

    guess: str
    answer: str


class ReviewReply(Reply):
    """The review of a game."""

    game: str
    rules: str
    won: int | None
    secret: str | None
    proven: bool
    start: Expectation | None
    end: Expectation | None
    loss: float | None
    loss_fraction: str | None
    luck: float | None
    luck_fraction: str | None
    accuracy: float | None = Field(description="The share of the guesses that were not lost, from 0 to 100.")
    accuracy_fraction: str | None
    marks: dict[str, int]
    guesses_after_win: int
    guesses: list[ReviewedGuess]
    sentences: list[str] = Field(description="What the numbers do not say, and how they add up.")
    svg: str | None = Field(None, description="The curve of the game as a picture, if it is asked for.")


class Change(Reply):
    """An answer that may be wrong, and what it should be."""

    turn: int
    guess: str
    answer: str
    right: str
    slip: str = Field(description="The likeliest slip that turned one into the other.")


class Repair(Reply):
    """Changes after which some codes are possible."""

    changes: list[Change]
    codes: int
    likelihood: float
    sentence: str
    game: str = Field(description="The repaired game.")


class ConflictReply(Reply):
    """Which answers cannot stand together, and the likeliest repairs."""

    game: str
    left: int = Field(description="How many codes are possible; if there are any, nothing is wrong.")
    clash: list[int] = Field(description="The numbers of a smallest set of turns that no code satisfies together.")
    repairs: list[Repair]
    repairs_by_changes: list[int] = Field(description="How many repairs there are with one change, two and so on.")
    stopped: Stopped
    sentences: list[str]


class ExplainedPeg(Reply):
    """What a peg of the guess earned."""

    place: int
    color: str
    mark: str
    claims: int | None = Field(description="The place of the peg of the secret that it claims.")
    claimed_before_by: list[int] = Field(description="The pegs that had claimed all pegs of this color before.")


class Judged(Reply):
    """An answer that somebody gave."""

    answer: str
    right: bool
    why: list[str]


class ExplainReply(Reply):
    """Why a guess earns its answer."""

    rules: str
    guess: str
    secret: str
    answer: str
    pegs: list[ExplainedPeg]
    ways: int = Field(description="In how many ways the pegs can be paired.")
    steps: list[str] = Field(description="The explanation, a sentence each.")
    given: Judged | None = None


class Branch(Reply):
    """An answer that is possible at a node of a tree."""

    answer: str
    codes: int
    guess: str | None = Field(description="The guess that follows; null if there was no time for it.")
    wins: bool


class TreeReply(Reply):
    """A node of the tree of a strategy."""

    rules: str
    strategy: str
    path: list[NotedTurn] = Field(description="The turns from the root of the tree to the node.")
    codes: int
    guess: str
    possible: bool
    branches: list[Branch]
    histogram: list[int] | None = Field(description="How many codes are found with 1, 2, 3 ... guesses from here.")
    total: int | None
    most: int | None
    weight: int | None = Field(None, description="What the codes count in the total, if words have weights.")


class ExampleTurn(Reply):
    """A turn as an example."""

    secret: str
    guess: str
    answer: str


class RulesFacts(Reply):
    """The facts of a game."""

    rules: str
    pegs: int
    colors: int
    symbols: list[str]
    allowed: Literal["any", "distinct", "words"]
    feedback: Literal["black-white", "black", "total", "position"]
    lies: int
    codes: int
    guesses: int
    weight: int | None = Field(None, description="The sum of the weights of the words, if they have some.")


class RulesReply(RulesFacts):
    """What a text of rules means."""

    notation: Literal["letters", "digits", "numbers", "word"]
    answers: list[str] | None = Field(description="All answers that codes give; null if they are very many.")
    win: str = Field(description="The answer to the code itself.")
    example: ExampleTurn
    sentences: list[str]


class Preset(RulesFacts):
    """A game that has a name."""

    local_name: str | None = Field(description="What it is called in the language of the request.")


class PresetsReply(Reply):
    """The games, strategies, metrics and levels that have names."""

    games: dict[str, Preset]
    word_games: dict[str, str]
    word_lists: list[str] = Field(description="The lists of words that come with Sito.")
    other_names: dict[str, dict[str, Any]]
    strategies: list[str]
    metrics: list[str]
    levels: list[str]
