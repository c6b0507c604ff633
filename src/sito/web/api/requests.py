"""What a client may ask: the bodies of requests, with bounds for everything in them and an example of each.

Texts are read by the tasks; here only their kinds and sizes are checked.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_TURNS = 200
MOST_WORDS = 20_000
MOST_STEPS = 1_000

RulesText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description="The rules: a name such as `mastermind`, or a text such as `4x6`, `4x10-distinct`, `5x8-black`, "
        "`4x6-lies1` or `words-position:en`. A word game names a list that comes with Sito, or any name for the "
        "`words` of the request.",
        examples=["4x6"],
    ),
]
CodeText = Annotated[str, Field(max_length=200, description="A code in the notation of the game.", examples=["AABB"])]
AnswerText = Annotated[
    str,
    Field(
        max_length=200,
        description="An answer in any usual notation, such as `xxo`, `2 1` or `2b1w`; `-` is none. "
        "Parts may be unknown, as in `2?`, where an answer is noted.",
        examples=["xo"],
    ),
]
StrategyText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description="A strategy by its text, such as `entropy`, `minimax:consistent` or `first-consistent`.",
        examples=["entropy"],
    ),
]
Objective = Literal["total", "worst", "worst-total", "total-worst", "worst-fewest", "worst-fewest-total"]
Metric = Literal["entropy", "expected-size", "minimax", "most-parts"]


class Body(BaseModel):
    """A body: fields of exactly these kinds, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Turn(Body):
    """A guess and the answer to it. A `?` stands for a peg or a part of the answer that is not known."""

    guess: CodeText
    answer: AnswerText


class Words(Body):
    """The words of a word game, all of the same length."""

    secrets: list[Annotated[str, Field(max_length=40)]] = Field(
        min_length=1, max_length=MOST_WORDS, description="The words that may be the secret."
    )
    guesses: list[Annotated[str, Field(max_length=40)]] | None = Field(
        None, max_length=MOST_WORDS, description="Further words that may be guessed."
    )
    weights: list[Annotated[float, Field(ge=0, allow_inf_nan=False)]] | None = Field(
        None, max_length=MOST_WORDS, description="How likely each secret is; none if all are equally likely."
    )


class OfRules(Body):
    """A request about a game."""

    rules: RulesText
    words: Words | None = Field(None, description="The words of a word game, if none of the lists of Sito is meant.")

    def arguments(self) -> dict[str, Any]:
        """Gives the arguments of the task."""
        return self.model_dump(exclude={"task"})


class OfGame(OfRules):
    """A request about a moment of a game."""

    turns: list[Turn] = Field(default_factory=list, max_length=MOST_TURNS, description="The turns so far.")

    def arguments(self) -> dict[str, Any]:
        """Gives the arguments of the task; turns are pairs."""
        return {**self.model_dump(exclude={"task"}), "turns": [[turn.guess, turn.answer] for turn in self.turns]}


class FeedbackRequest(OfRules):
    """A guess and the secret."""

    guess: CodeText
    secret: CodeText


class SieveRequest(OfGame):
    """A game whose possible codes are asked for."""

    first: int = Field(20, ge=0, le=10_000, description="How many of the codes to list.")
    skip: int = Field(0, ge=0, le=2**31, description="How many of the codes to leave out before those listed.")


class AdviseRequest(OfGame):
    """A game in which the next guess is asked for."""

    top: int = Field(5, ge=1, le=100, description="How many guesses to tell.")


class RankRequest(OfGame):
    """A game whose guesses are to be ranked."""

    metric: Metric = Field("entropy", description="What guesses are compared by.")
    top: int = Field(10, ge=1, le=1000, description="How many guesses to tell.")
    consistent: bool = Field(False, description="Whether only guesses are ranked that may be the code.")
    apart: bool = Field(False, description="Whether the cell of the guess itself is left out of its score.")


class ExplainGuessRequest(OfGame):
    """A game, and a guess that is to be explained."""

    guess: CodeText
    metric: Metric | None = Field(None, description="What it is compared by; bits, unless something else fits better.")
    strategy: StrategyText | None = Field(None, description="The strategy that chose the guess, if one did.")


class ReviewRequest(OfGame):
    """A game that is to be reviewed."""

    secret: CodeText | None = Field(None, description="The code, if it is known and no guess hit it.")
    picture: bool = Field(False, description="Whether the curve of the game is asked for, too, as SVG.")


class ConflictRequest(OfGame):
    """A game whose answers cannot all be right."""

    at_most: int = Field(3, ge=1, le=3, description="The most answers that a repair changes.")
    top: int = Field(10, ge=1, le=100, description="How many repairs to tell.")


class ExplainRequest(FeedbackRequest):
    """A guess, the secret, and perhaps an answer that somebody gave."""

    answer: AnswerText | None = Field(None, description="The answer that somebody gave, to be judged.")


class TreeRequest(OfGame):
    """A place in the tree of a strategy."""

    strategy: StrategyText = "entropy"
    path: list[AnswerText] = Field(
        default_factory=list, max_length=MOST_TURNS, description="The answers from the root of the tree to the node."
    )
    seed: int = Field(0, ge=0, le=2**63, description="The seed of a strategy that draws.")


class RulesRequest(OfRules):
    """Rules that are to be explained."""

    def arguments(self) -> dict[str, Any]:
        """Gives the arguments of the task."""
        return {"text": self.rules, "words": None if self.words is None else self.words.model_dump()}


Amount = Annotated[int, Field(ge=0)]


class JugsRequest(Body):
    """A water-jug problem. Give a `target`, or the `end`."""

    jugs: list[Annotated[int, Field(ge=1)]] = Field(
        min_length=1, max_length=100, description="The capacities of the jugs, whole numbers of up to 100 digits."
    )
    target: Amount | None = Field(None, description="The amount to measure.")
    where: str = Field(
        "any",
        max_length=110,
        description="Where to have it: `any` jug, all `together`, or the letter or the capacity of a jug.",
    )
    end: list[Amount] | None = Field(None, max_length=100, description="The amounts that all jugs are to have.")
    start: list[Amount] = Field(
        default_factory=list, max_length=100, description="The amounts at first; none without it."
    )
    tap: bool = Field(True, description="Whether there is a tap.")
    drain: bool = Field(True, description="Whether there is a drain.")
    supply: Annotated[int, Field(ge=1)] | None = Field(None, description="How much the tap gives in all.")

    def arguments(self) -> dict[str, Any]:
        """Gives the arguments of the task."""
        return self.model_dump(exclude={"task"})


class JugsSolveRequest(JugsRequest):
    """A water-jug problem to be solved."""

    least_water: bool = Field(False, description="Whether to draw the least water rather than take the fewest actions.")
    show: int = Field(100, ge=0, le=1000, description="How many steps of the plan to tell.")


class JugsOutlookRequest(JugsRequest):
    """A water-jug problem that a person solves, and the steps so far."""

    steps: list[Annotated[str, Field(max_length=100)]] = Field(
        default_factory=list,
        max_length=MOST_STEPS,
        description="The steps so far: `>A` fills jug A, `A>` empties it, `A>B` pours from A into B.",
    )
    show: int = Field(0, ge=0, le=1000, description="How many steps of the best way known to tell.")


class PegsRequest(Body):
    """A problem of peg solitaire."""

    board: str = Field(
        min_length=1,
        max_length=1000,
        description="A board by name, such as `english`, `triangle-5` or `hoppers`; drawn, with rows ended by `/`; or "
        "a number of holes with a list of jumps.",
    )
    jumps: str = Field(
        "", max_length=5000, description="For a drawn board `orthogonal`, `diagonal`, `triangular`; or the jumps."
    )
    start: str = Field("", max_length=200, description="The hole that is empty at first, or a drawn position.")
    finish: str = Field("", max_length=200, description="A hole, a drawn position, `same`, `any` or `fewest`.")

    def arguments(self) -> dict[str, Any]:
        """Gives the arguments of the task."""
        return self.model_dump(exclude={"task"})


class PegsSolveRequest(PegsRequest):
    """A problem of peg solitaire to be solved."""

    first: str | None = Field(None, max_length=20, description="The first jump, such as `0,6`.")
    count: bool = Field(False, description="Whether to count solutions, games and positions.")
    show: int = Field(1, ge=0, le=100, description="How many of the solutions with the fewest moves to tell.")


class PegsOutlookRequest(PegsRequest):
    """A problem of peg solitaire that a person solves, and the jumps so far."""

    steps: list[Annotated[str, Field(max_length=400)]] = Field(
        default_factory=list, max_length=MOST_STEPS, description="The jumps so far, such as `0,6` or `2,0,6`."
    )
    show: int = Field(0, ge=0, le=1000, description="How many moves of the best way known to tell.")


class CompareRequest(Body):
    """A tournament: each strategy breaks the codes of each game."""

    rules: list[RulesText] = Field(min_length=1, max_length=10, description="The games.")
    strategies: list[StrategyText] = Field(min_length=1, max_length=20, description="The strategies.")
    sample: int | None = Field(None, ge=1, le=10**9, description="Draw so many secrets rather than take them all.")
    seeds: int = Field(10, ge=1, le=1000, description="How often strategies that draw play each secret.")
    seed: int = Field(0, ge=0, le=2**63, description="The first of the seeds.")
    words: Words | None = Field(None, description="The words of a word game, if none of the lists of Sito is meant.")

    def arguments(self) -> dict[str, Any]:
        """Gives the arguments of the task."""
        return self.model_dump(exclude={"task"})


class SolveRequest(OfGame):
    """A game whose best strategy is to be found and proven."""

    objective: Objective = Field("total", description="What is to be as small as can be.")
    depth: int | None = Field(None, ge=1, le=255, description="The most guesses that any secret may need.")
    first: CodeText | None = Field(None, description="The first guess, if it is given.")
    consistent: bool = Field(False, description="Whether only codes are guessed that may be the secret.")
    width: int | None = Field(
        None, ge=1, le=10**6, description="Try only so many guesses at each larger position; nothing is proven then."
    )


class CompareJob(CompareRequest):
    """A tournament as a job."""

    task: Literal["compare"]


class SolveJob(SolveRequest):
    """An exact search as a job."""

    task: Literal["solve"]


class ReviewJob(ReviewRequest):
    """A review as a job."""

    task: Literal["review"]


class JugsJob(JugsSolveRequest):
    """A water-jug problem as a job."""

    task: Literal["jugs"]


class PegsJob(PegsSolveRequest):
    """A problem of peg solitaire as a job."""

    task: Literal["pegs"]


JobRequest = Annotated[CompareJob | SolveJob | ReviewJob | JugsJob | PegsJob, Field(discriminator="task")]
"""What a job can do."""
