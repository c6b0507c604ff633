"""Operations about water jugs: solved, or from where a person stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Annotated, Literal

from sito.base.limits import Stopped
from sito.errors import N_
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import MOST_STEPS, ToldOutlook
from sito.operations.work import Work
from sito.puzzles.jugs.by_hand import JugsByHand, action_word
from sito.puzzles.jugs.plan import Step, jug_name
from sito.puzzles.jugs.problem import EndState, Jugs
from sito.puzzles.jugs.solver import JugAnswer, solve_jugs

Tap = Annotated[bool, Ask(N_("Whether jugs can be filled at a tap."))]
Drain = Annotated[bool, Ask(N_("Whether jugs can be emptied."))]
LeastWater = Annotated[bool, Ask(N_("The least water first, then the fewest actions."))]
Amount = Annotated[int, Ask(least=0)]


@dataclass(frozen=True)
class OfJugs(Value):
    """A water-jug problem. Give a `target`, or the `end`."""

    jugs: Annotated[
        list[Annotated[int, Ask(least=1)]],
        Ask("The capacities of the jugs, whole numbers of up to 100 digits.", 1, 100),
    ]
    target: Annotated[int, Ask("The amount to measure.", 0)] | None = None
    where: Annotated[
        str,
        Ask(
            "Where to have it: `any` jug, all `together`, or the letter or the capacity of a jug.",
            most=110,
        ),
    ] = "any"
    end: Annotated[list[Amount], Ask("The amounts that all jugs are to have.", most=100)] | None = None
    start: Annotated[list[Amount], Ask("The amounts at first; none without it.", most=100)] = field(
        default_factory=list
    )
    tap: Tap = True
    drain: Drain = True
    supply: Annotated[int, Ask("How much the tap gives in all.", 1)] | None = None

    def read(self) -> Jugs:
        """Makes the problem. Raises `PuzzleError` with every fault."""
        given = {field.name: getattr(self, field.name) for field in fields(OfJugs)}
        return Jugs.parse(given.pop("jugs"), **given)


@dataclass(frozen=True)
class JugsQuestion(OfJugs):
    """A water-jug problem to be solved."""

    least_water: LeastWater = False
    show: Annotated[int, Ask("How many steps of the plan to tell.", 0, MOST_STEPS)] = 100


@dataclass(frozen=True)
class JugStep(Value):
    """An action, and the amounts after it."""

    action: Literal["fill", "empty", "pour"]
    from_: str | None
    to: str | None
    state: list[int]
    left: int | None = None
    """What the tap has left, where its supply is limited."""

    @classmethod
    def of(cls, jugs: Jugs, steps: Iterable[Step]) -> list[JugStep]:
        """Tells steps of a plan."""
        told = []
        for step in steps:
            source, target = step.action
            told.append(
                cls(
                    "fill" if source is None else "empty" if target is None else "pour",
                    None if source is None else jug_name(source),
                    None if target is None else jug_name(target),
                    list(jugs.amounts(step.state)),
                    None if jugs.supply is None else step.state[-1],
                )
            )
        return told


@dataclass(frozen=True)
class AtLeast(Value):
    """No plan draws less water or has fewer actions."""

    water: int
    actions: int


@dataclass(frozen=True)
class JugGoal(Value):
    """What is to be measured."""

    in_: str | None = None
    target: int | None = None
    end: list[int] | None = None

    @classmethod
    def of(cls, jugs: Jugs) -> JugGoal:
        """Tells the goal of a problem."""
        goal = jugs.goal
        return cls(end=list(goal.amounts)) if isinstance(goal, EndState) else cls(goal.where, goal.target)


@dataclass(frozen=True)
class JugsAnswer(Value):
    """A best plan, or why there is none."""

    jugs: list[int]
    start: list[int]
    goal: JugGoal
    tap: bool
    drain: bool
    supply: int | None
    objective: Literal["actions", "water"]
    possible: bool | None
    """Null only if the search was stopped before it was known."""
    proven: bool
    method: Literal["reason", "closed form", "search"]
    states: int
    at_least: AtLeast | None
    actions: int | None
    water: int | None
    plans: int | None
    """How many best plans there are."""
    why: str | None
    end: list[int] | None
    steps: list[JugStep] | None
    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""

    @classmethod
    def of(cls, answer: JugAnswer, show: int) -> JugsAnswer:
        """Tells an answer, with so many steps of its plan at most."""
        jugs, plan = answer.jugs, answer.plan
        return cls.told(
            answer,
            jugs,
            jugs=list(jugs.capacities),
            start=list(jugs.initial),
            goal=JugGoal.of(jugs),
            objective="water" if answer.least_water else "actions",
            at_least=AtLeast(*answer.at_least) if answer.possible is not False else None,
            plans=answer.count if answer.proven else None,
            end=None if plan is None else list(jugs.amounts(plan.end)),
            steps=None if plan is None else JugStep.of(jugs, islice(plan.steps(), show)),
        )


@operation("puzzles", job=True)
def jugs(asked: JugsQuestion, work: Work) -> JugsAnswer:
    """Finds the plans with the fewest actions, or with the least water, or says why there is none."""
    answer = solve_jugs(asked.read(), least_water=asked.least_water, limits=work.of_search, on_progress=work.tell)
    return JugsAnswer.of(answer, asked.show)


@dataclass(frozen=True)
class JugsOutlookQuestion(OfJugs):
    """A water-jug problem that a person solves, and the steps so far."""

    steps: Annotated[
        list[Annotated[str, Ask(most=100)]],
        Ask("The steps so far: `>A` fills jug A, `A>` empties it, `A>B` pours from A into B.", most=MOST_STEPS),
    ] = field(default_factory=list)
    show: Annotated[int, Ask("How many steps of the best way known to tell.", 0, MOST_STEPS)] = 0


@dataclass(frozen=True, kw_only=True)
class JugsOutlookAnswer(ToldOutlook):
    """How jugs stand after the steps of a person."""

    jugs: list[int]
    goal: JugGoal
    amounts: list[int]
    left: int | None
    steps: list[JugStep]
    solved: bool
    can: list[str]
    """The steps that can be taken now."""
    hint: str | None
    plan: list[str] | None = None
    """The first steps of the best way known, if they are asked for."""


@operation("puzzles", path="/jugs/outlook")
def jugs_outlook(asked: JugsOutlookQuestion, work: Work) -> JugsOutlookAnswer:
    """Tells how jugs stand after some steps, and how far the goal is from there."""
    problem = asked.read()
    hand = JugsByHand(problem)
    for step in asked.steps:
        hand = hand.after(step)
    outlook = hand.outlook(work.of_search)
    told = zip(hand.steps, hand.states[1:], strict=True)
    return JugsOutlookAnswer.told(
        outlook,
        jugs=list(problem.capacities),
        goal=JugGoal.of(problem),
        amounts=list(problem.amounts(hand.position)),
        left=None if problem.supply is None else hand.position[-1],
        steps=JugStep.of(problem, (Step(action, state) for action, state in told)),
        solved=hand.solved,
        can=[action_word(action) for action in hand.legal_steps()],
        hint=None if outlook.hint is None else action_word(outlook.hint),
        plan=[action_word(action) for action in islice(outlook.plan(), asked.show)] if asked.show else None,
    )
