"""Operations about the answers of a game: what a guess earns and why, which codes are left, which answers are wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sito.base.limits import Stopped
from sito.codes.code import CodeSpace
from sito.codes.feedback import Feedback, score_number
from sito.errors import N_, CodeError
from sito.explanation import Explanation, Verdict
from sito.explanation import explain as explain_answer
from sito.native.game import native_rules
from sito.operations.operation import Ask, Value, operation
from sito.operations.questions import AnswerText, OfGame, OfRules
from sito.operations.work import Work
from sito.playing.game import Transcript
from sito.playing.repairs import Change, Diagnosis, diagnose
from sito.rules.rules import Rules
from sito.show.i18n import fault_text

REPAIRS_SHOWN = 100
"""The most repairs of a game that JSON lists; there may be thousands."""


Guess = Annotated[str, Ask(N_("The code that was guessed."), most=200, example="AABB")]
Secret = Annotated[str, Ask(N_("The code that was to be found."), most=200, example="ABBA")]


@dataclass(frozen=True)
class FeedbackQuestion(OfRules):
    """A guess and the secret."""

    guess: Guess
    secret: Secret


@dataclass(frozen=True)
class FeedbackAnswer(Value):
    """The answer to a guess. Numbers are null where answers of the game do not tell them."""

    rules: str
    """The rules in their canonical form."""
    guess: str
    secret: str
    answer: str
    """The answer in its canonical form."""
    black: int | None
    """Pegs of the right color in the right place."""
    white: int | None
    """Pegs of the right color in another place."""
    total: int | None
    """Both together."""
    wins: bool
    """Whether the guess is the code."""


@operation()
def feedback(asked: FeedbackQuestion, work: Work) -> FeedbackAnswer:
    """Gives the answer to a guess, if the secret is this one."""
    rules = asked.read_rules(work, sampled=True)
    space = CodeSpace(rules, guesses=True)
    guess, secret = CodeError.gather(space.parse, (asked.guess, asked.secret))
    answer = Feedback.of(rules, score_number(rules, guess, secret))
    texts = str(rules), space.text(guess), space.text(secret), str(answer)
    return FeedbackAnswer(*texts, answer.black, answer.white, answer.total, answer.wins)


@dataclass(frozen=True)
class SieveQuestion(OfGame):
    """A game whose possible codes are asked for."""

    first: Annotated[int, Ask(N_("How many of the codes to list."), 0, 10_000)] = 20
    skip: Annotated[int, Ask(N_("How many of the codes to leave out before those listed."), 0, 2**31)] = 0


@dataclass(frozen=True)
class SieveAnswer(Value):
    """The codes that are possible."""

    game: str
    """The game as one line of text."""
    rules: str
    codes: int
    """How many codes the game has."""
    left: int
    """How many are possible after all turns."""
    listed: int
    """How many of them can be listed: some of a sample, where the game has too many and `left` is an estimate."""
    left_after: list[int]
    """How many are possible after each turn."""
    by_lies: list[int] | None
    """How many go with no lie, with one and so on; null without lies."""
    first: list[str]
    """The codes asked for, in ascending order."""
    won: int | None
    """The number of the turn that hit the code."""


@operation()
def sieve(asked: SieveQuestion, work: Work) -> SieveAnswer:
    """Counts the codes that are possible after a game, and lists some of them."""
    game = asked.read(work, sampled=True)
    known = Transcript(game.rules).knowledge
    left: list[int] = []
    for turn in game.turns:
        known = known.after_turn(turn)
        left.append(known.left if all(left) else 0)
    listed = (known.sample if known.is_sampled else known) if all(left) else ()
    return SieveAnswer(
        game=str(game),
        rules=str(game.rules),
        codes=CodeSpace(game.rules).size,
        left=left[-1] if left else known.left,
        listed=len(listed),
        left_after=left,
        by_lies=list(known.by_lies) if game.rules.lies else None,
        first=[known.secrets.text(code) for code in listed[asked.skip : asked.skip + asked.first]],
        won=game.winning_turn,
    )


@dataclass(frozen=True)
class ExplainQuestion(FeedbackQuestion):
    """A guess, the secret, and perhaps an answer that somebody gave."""

    answer: AnswerText | None = None
    """The answer that somebody gave, to be judged."""


@dataclass(frozen=True)
class ExplainedPeg(Value):
    """What a peg of the guess earned."""

    place: int
    color: str
    mark: str
    claims: int | None
    """The place of the peg of the secret that it claims."""
    claimed_before_by: list[int]
    """The pegs that had claimed all pegs of this color before."""


@dataclass(frozen=True)
class Judged(Value):
    """An answer that somebody gave."""

    answer: str
    right: bool
    why: list[str]


@dataclass(frozen=True)
class ExplainAnswer(Value):
    """Why a guess earns its answer."""

    rules: str
    guess: str
    secret: str
    answer: str
    pegs: list[ExplainedPeg]
    ways: int
    """In how many ways the pegs can be paired."""
    steps: list[str]
    """The explanation, a sentence each."""
    given: Judged | None = None

    @classmethod
    def of(cls, explained: Explanation, verdict: Verdict | None) -> ExplainAnswer:
        """Tells an explanation, and whether an answer that somebody gave is right, in the reader's language."""
        guess, code = explained.texts
        symbols = explained.rules.symbols()
        pegs = [
            ExplainedPeg(
                place=peg.place + 1,
                color=symbols[peg.color],
                mark=mark,
                claims=None if peg.claimed is None else peg.claimed + 1,
                claimed_before_by=[place + 1 for place in peg.rivals],
            )
            for peg, mark in zip(explained.pegs, explained.marks, strict=True)
        ]
        steps = [fault_text(step.sentence) for step in explained.steps]
        given = None
        if verdict is not None:
            given = Judged(str(verdict.given), verdict.right, [fault_text(each) for each in verdict.sentences])
        return cls(str(explained.rules), guess, code, str(explained.answer), pegs, explained.ways, steps, given)


@operation()
def explain(asked: ExplainQuestion, work: Work) -> ExplainAnswer:
    """Explains the answer to a guess peg by peg, and judges an answer that somebody gave."""
    explained = explain_answer(asked.read_rules(work, sampled=True), asked.guess, asked.secret)
    return ExplainAnswer.of(explained, None if asked.answer is None else explained.judge(asked.answer))


@dataclass(frozen=True)
class ConflictQuestion(OfGame):
    """A game whose answers cannot all be right."""

    at_most: Annotated[int, Ask(N_("The most answers that a repair changes."), 1, 3)] = 3
    top: Annotated[int, Ask(N_("How many repairs to tell."), 1, 100)] = 10


@dataclass(frozen=True)
class ToldChange(Value):
    """An answer that may be wrong, and what it should be."""

    turn: int
    guess: str
    answer: str
    right: str
    slip: str
    """The likeliest slip that turned one into the other."""

    @classmethod
    def of(cls, rules: Rules, change: Change) -> ToldChange:
        """Tells a change; turns are counted from 1."""
        guess = CodeSpace(rules, guesses=True).text(change.turn.guess)
        return cls(change.index + 1, guess, str(change.turn.answer), str(change.answer), str(change.slip))


@dataclass(frozen=True)
class ToldRepair(Value):
    """Changes after which some codes are possible."""

    changes: list[ToldChange]
    codes: int
    likelihood: float
    sentence: str
    game: str
    """The repaired game."""


@dataclass(frozen=True)
class ConflictAnswer(Value):
    """Which answers cannot stand together, and the likeliest repairs."""

    game: str
    left: int
    """How many codes are possible; if there are any, nothing is wrong."""
    clash: list[int]
    """The numbers of a smallest set of turns that no code satisfies together."""
    repairs: list[ToldRepair]
    repairs_by_changes: list[int]
    """How many repairs there are with one change, two and so on."""
    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""
    sentences: list[str]

    @classmethod
    def of(cls, game: Transcript, found: Diagnosis) -> ConflictAnswer:
        """Tells what may be wrong with a game."""
        repairs = [
            ToldRepair.told(
                repair,
                changes=[ToldChange.of(game.rules, change) for change in repair.changes],
                sentence=fault_text(repair.fault(game.rules)),
                game=str(game.repaired(repair)),
            )
            for repair in found.repairs
        ]
        return cls.told(
            found,
            game=str(game),
            left=game.knowledge.left,
            clash=[index + 1 for index in found.clash],
            repairs=repairs,
            repairs_by_changes=list(found.counts),
            sentences=[fault_text(fault) for fault in found.faults(0)] if found.clash else [],
        )


@operation()
def conflict(asked: ConflictQuestion, work: Work) -> ConflictAnswer:
    """Finds which answers of a game cannot stand together, and how they may be repaired."""
    game = asked.read(work, sampled=True)
    native_rules(game.rules)  # refuses a vast board
    return ConflictAnswer.of(game, diagnose(game, at_most=asked.at_most, top=asked.top, limits=work.limits))
