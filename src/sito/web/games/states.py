"""What the page and the REST interface show of a game: frozen values that are safe to send.

The secret of a game is in none of their fields before its end; texts of rules, codes and answers are canonical. The
`game` of a state is no field, and is not sent: it is the value itself, for the page, which is drawn in this process.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from sito.games.boards import BoardsGame
from sito.games.classroom import Classroom
from sito.games.duel import DuelGame
from sito.games.keep import KeepGame
from sito.games.play import PlayGame, Round
from sito.operations.answers import ToldChange
from sito.playing.game import Transcript


class View:
    """What all states have in common: the texts about their fields are those of the interface."""

    __pydantic_config__: ClassVar = {"use_attribute_docstrings": True}


@dataclass(frozen=True)
class RulesView(View):
    """The rules of a game, for whoever draws its board; a word game does not send its words."""

    text: str
    pegs: int
    colors: int
    allowed: str
    feedback: str
    notation: str
    lies: int
    symbols: tuple[str, ...]
    """How each color is written, in ascending order."""
    codes: int
    """How many codes may be the secret."""
    hard: str = ""
    """The hard mode of the rules: hard, strict or consistent; nothing if they have none."""


@dataclass(frozen=True)
class TurnView(View):
    """A guess and its answer. `colors` are the colors of the guess, from 0; `marks` are of answers per position."""

    number: int
    """Its place in the game, from 1."""
    guess: str
    colors: tuple[int, ...]
    answer: str
    black: int | None
    white: int | None
    total: int | None
    marks: tuple[int | None, ...]
    wins: bool
    left: int | None
    """How many codes were possible after it; None where codes are not counted."""


@dataclass(frozen=True)
class HintView(View):
    """A good guess at this moment of a game."""

    guess: str
    colors: tuple[int, ...]
    possible: bool
    """Whether it may be the code."""
    expected: float | None
    """How many guesses are needed from here on average, this one included; None where that is not known."""
    cells: int
    """How many answers to it are possible."""
    worst: int
    """How many codes are possible at worst after it."""
    exact: bool
    """Whether it is proven that no guess is better."""
    sentences: tuple[str, ...]
    """The same in the reader's language."""


@dataclass(frozen=True)
class LieView(View):
    """An answer of a lying codemaker that was not true, told at the end."""

    turn: int
    answer: str
    truth: str


@dataclass(frozen=True)
class PlayState(View):
    """A game in which the person guesses and the computer keeps the code."""

    game: ClassVar[PlayGame]
    id: str
    version: int
    rules: RulesView
    level: str
    """The codemaker: fair, adversarial or lying."""
    hard: bool
    """Whether it is played in hard mode."""
    guesses: int | None
    """The most guesses of a round; None for no limit."""
    counted: bool
    """Whether the codes that are left are counted."""
    number: int | None
    """The number of a game by number."""
    day: str | None
    """The day whose puzzle it is, as in 2026-11-22."""
    turns: tuple[TurnView, ...]
    left: int | None
    """How many codes are possible now."""
    codes: tuple[str, ...]
    """The possible codes, if they are few."""
    hint: HintView | None
    """The hint for this guess, if one was asked for."""
    hints: int
    """How many hints there were in this round."""
    taken_back: int
    """How many guesses were taken back in this round."""
    over: bool
    won: bool
    given_up: bool
    secret: str | None
    """The code, at the end; of an adversarial codemaker a code that agrees with all its answers."""
    lies: tuple[LieView, ...]
    """What the codemaker lied about, at the end."""
    share: str | None
    """At the end: the game as signs that give nothing away."""
    share_words: str | None
    """The same in sentences of the reader's language."""
    round: int
    """Which round is played, from 1."""
    rounds: tuple[Round, ...]
    """The rounds that have ended, the present one too if it is over."""
    more: bool
    """Whether a next round can be begun now."""
    kind: Literal["play"] = "play"


@dataclass(frozen=True)
class RepairView(View):
    """Answers that could be mended together; `index` chooses it."""

    index: int
    changes: tuple[ToldChange, ...]
    codes: int
    """How many codes are possible after it."""
    sentence: str


@dataclass(frozen=True)
class ConflictView(View):
    """What is wrong where no code agrees with all the answers."""

    sentences: tuple[str, ...]
    """That it is so, and which answers cannot stand together."""
    clash: tuple[int, ...]
    """The turns that cannot stand together, from 1."""
    repairs: tuple[RepairView, ...]
    """The likeliest first."""
    total: int
    """How many repairs there are, those that are not listed too."""


@dataclass(frozen=True)
class KeepState(View):
    """A game in which the person keeps the code and answers, and the computer guesses."""

    game: ClassVar[KeepGame]
    id: str
    version: int
    rules: RulesView
    level: str
    """The level of the computer, from beginner to optimal."""
    hard: bool
    guesses: int | None
    """The most guesses; None for no limit."""
    turns: tuple[TurnView, ...]
    guess: str | None
    """The guess that waits for an answer; None while answers contradict each other, and at the end."""
    colors: tuple[int, ...]
    """The colors of that guess."""
    left: int | None
    codes: tuple[str, ...]
    """The codes that are still possible, if they are few."""
    conflict: ConflictView | None
    over: bool
    won: bool
    """Whether the computer has found the code."""
    given_up: bool
    secret: str | None
    """The code, at the end: the one that was found, or that the person told."""
    wrong: tuple[ToldChange, ...]
    """The answers that were wrong as they were first given, once the code is known."""
    verdicts: tuple[str, ...]
    """The same as sentences in the reader's language."""
    kind: Literal["keep"] = "keep"


@dataclass(frozen=True)
class DuelState(View):
    """A duel as one of its two sides sees it. The other's code is in it at the end only."""

    game: ClassVar[DuelGame]
    id: str
    version: int
    rules: RulesView
    against: Literal["computer", "person"]
    level: str | None
    """The level of the computer."""
    hard: bool
    order: Literal["simultaneous", "alternating"]
    """How it is decided: at the end of a round, or with the first hit."""
    seat: Literal[1, 2]
    """Which seat you have; 1 made the duel."""
    begins: bool
    """Whether you guess first."""
    code: str | None
    """What the other person joins with; None against the computer, and for seat 2."""
    joined: bool
    """Whether the other seat is taken."""
    ready: bool
    """Whether you have a code."""
    other_ready: bool
    stage: Literal["waiting", "secrets", "you", "other", "over"]
    """What happens next: the other joins, codes are chosen, you guess, the other guesses, nothing."""
    yours: tuple[TurnView, ...]
    """Your guesses."""
    theirs: tuple[TurnView, ...]
    """The guesses of the other."""
    left: int | None
    """How many codes are possible for you, where they are counted."""
    other_left: int | None
    over: bool
    outcome: Literal["open", "won", "lost", "tie"]
    given_up: Literal["you", "other"] | None
    secret: str | None
    """Your code."""
    other_secret: str | None
    """The code of the other, at the end."""
    present: bool
    """Whether the other was here in the last seconds; the computer always is."""
    seen: float | None
    """Seconds since the other was here last; None if never."""
    round: int
    won: int
    """Duels that you have won here, this one included."""
    lost: int
    tied: int
    rematch: bool
    """Whether you have asked for another duel."""
    other_rematch: bool
    kind: Literal["duel"] = "duel"


@dataclass(frozen=True)
class BoardView(View):
    """One of several boards."""

    number: int
    """Its place, from 1."""
    turns: tuple[TurnView, ...]
    """The guesses up to the one that solved it."""
    solved: bool
    left: int | None
    """How many codes are possible; None if it is solved, or the game is too large to count them at once."""
    secret: str | None
    """The code, once it is found or the game is over."""


@dataclass(frozen=True)
class BoardsState(View):
    """A game in which the person guesses on several boards at once."""

    game: ClassVar[BoardsGame]
    id: str
    version: int
    rules: RulesView
    boards: tuple[BoardView, ...]
    made: int
    """How many guesses were made."""
    guesses: int | None
    """The most guesses; None for no limit."""
    number: int | None
    """The number of a game by number."""
    day: str | None
    """The day whose puzzle it is, as in 2026-11-22."""
    over: bool
    won: bool
    """Whether all boards are solved."""
    given_up: bool
    share: str | None
    """At the end: the game as signs that give nothing away."""
    share_words: str | None
    """The same in sentences of the reader's language."""
    kind: Literal["boards"] = "boards"


GameState = PlayState | KeepState | DuelState | BoardsState


@dataclass(frozen=True)
class ShownView(View):
    """A position that the teacher of a class shows to everybody, and what it leaves possible."""

    game: ClassVar[Transcript]
    name: str
    """Whose it is; empty if the teacher does not tell."""
    turns: tuple[TurnView, ...]
    left: int | None
    """How many codes are possible; None in a game that is too large to count them at once."""
    codes: tuple[str, ...]
    """The possible codes, if they are few, but not a single one."""
    sieve: str
    """For each code of the game 1 if it is possible, else 0; empty for more than 10,000 codes."""


@dataclass(frozen=True)
class PupilView(View):
    """A pupil of a class, as the teacher sees the board."""

    game: ClassVar[PlayGame]
    id: str
    """The id of the board."""
    name: str
    round: int
    """Which of the codes it is, from 1."""
    turns: tuple[TurnView, ...]
    left: int | None
    """How many codes are possible now."""
    over: bool
    won: bool
    hints: int
    taken_back: int
    rounds: tuple[Round, ...]
    """The rounds that have ended; a code that was not found is not told before the end of the class."""
    idle: int
    """Seconds since the last move."""
    stuck: bool
    """Whether the board is not over, and nothing has happened on it for two minutes."""


@dataclass(frozen=True)
class ClassState(View):
    """A class as its teacher sees it."""

    game: ClassVar[Classroom]
    id: str
    """The key of the teacher: whoever knows it leads the class."""
    code: str
    """What pupils join with."""
    rules: RulesView
    codes: int
    """How many codes there are, one after the other, the same for everybody."""
    hard: bool
    guesses: int | None
    """The most guesses for a code, 0 for no limit; None for the usual number."""
    pupils: tuple[PupilView, ...]
    spread: tuple[int, ...]
    """How many codes were found with 1, 2, 3 ... guesses."""
    shown: ShownView | None
    """The position that everybody sees."""
