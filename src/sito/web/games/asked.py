"""What is asked for when a game is begun, by the page or by REST, with bounds for everything in it."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from sito.games.boards import MOST_BOARDS, BoardsGame
from sito.games.classroom import MOST_CODES, Classroom
from sito.games.duel import DuelGame
from sito.games.keep import MOST_GUESSES as MOST_KEPT
from sito.games.keep import KeepGame
from sito.games.play import MOST_GUESSES, PlayGame
from sito.makers import MakerName
from sito.native.game import MOST_COLORS, MOST_PEGS
from sito.operations.operation import Ask
from sito.operations.questions import OfRules, RulesText
from sito.rules.rules import Rules
from sito.web.games.states import BoardsState, DuelState, GameState, KeepState, PlayState

StateT = TypeVar("StateT", bound=GameState, covariant=True)

_MOST = (
    "The most guesses, 0 for no limit. Without it: 6 or 10, by the rules, and no limit with more than 2^28 codes, "
    f"{MOST_PEGS} pegs or {MOST_COLORS} colors."
)
_MOST_NUMBER = 10**12 - 1
Level = Literal["beginner", "easy", "medium", "hard", "expert", "optimal"]
Codemaker = Literal["fair", "adversarial", "lying"]
Opponent = Literal["computer", "person"]
Order = Literal["simultaneous", "alternating"]
Side = Literal["you", "other"]
HowWell = Annotated[Level | None, Ask("How well the computer guesses. Without it: optimal, or expert in hard mode.")]
Hard = Annotated[bool, Ask("Whether it is played in hard mode: each guess must use all that the answers tell.")]
Daily = Annotated[bool, Ask("Whether it is the puzzle of today.")]
_ZONE = "By how many minutes the player's clock is ahead of UTC: the day changes at midnight there. Without it: here."
Zone = Annotated[int | None, Ask(_ZONE, -840, 840)]
Count = Annotated[bool, Ask("Whether the codes that are left are counted.")]


def today(zone: int | None = None) -> date:
    """Gives the day where a clock is so many minutes ahead of UTC, or here."""
    return date.today() if zone is None else (datetime.now(UTC) + timedelta(minutes=zone)).date()


def _level(level: Level | None, *, hard: bool) -> str:
    """Gives the level that is played; the best one makes guesses that hard mode forbids."""
    return level or ("expert" if hard else "optimal")


@dataclass(frozen=True)
class NewGame(OfRules, ABC, Generic[StateT]):
    """A game that is to be begun."""

    of_kind: ClassVar[str]
    rules: RulesText = "mastermind"

    @abstractmethod
    def game(self, rules: Rules) -> PlayGame | KeepGame | DuelGame | BoardsGame:
        """Begins it, with the rules that it names. Raises `InputError` with every fault."""


@dataclass(frozen=True)
class PlayRequest(NewGame[PlayState]):
    """A game in which you guess."""

    of_kind = "play"
    level: Annotated[Codemaker | None, Ask("The codemaker. Without it: fair, or lying if the rules have lies.")] = None
    hard: Hard = False
    guesses: Annotated[int | None, Ask(_MOST, 0, MOST_GUESSES)] = None
    number: Annotated[
        int | None, Ask("The number of the game: it has the same code for everybody.", 0, _MOST_NUMBER)
    ] = None
    daily: Daily = False
    zone: Zone = None
    count: Count = True
    unused: Annotated[
        bool, Ask("Whether words that were the code of one of your ended games with this list are left out.")
    ] = False

    def game(self, rules: Rules, used: Collection[str] = ()) -> PlayGame:
        return PlayGame.new(
            rules,
            None if self.level is None else MakerName(self.level),
            hard=self.hard,
            limit=self.guesses,
            counted=self.count,
            number=self.number,
            day=today(self.zone) if self.daily else None,
            seed=secrets.randbits(64),
            used=used,
        )


@dataclass(frozen=True)
class KeepRequest(NewGame[KeepState]):
    """A game in which you keep the code and the computer guesses."""

    of_kind = "keep"
    level: HowWell = None
    hard: Hard = False
    guesses: Annotated[int | None, Ask(_MOST, 0, MOST_KEPT)] = None

    def game(self, rules: Rules) -> KeepGame:
        level, seed = _level(self.level, hard=self.hard), secrets.randbits(32)
        return KeepGame.new(rules, level, hard=self.hard, limit=self.guesses, seed=seed)


@dataclass(frozen=True)
class DuelRequest(NewGame[DuelState]):
    """A duel."""

    of_kind = "duel"
    level: HowWell = None
    against: Annotated[Opponent, Ask("Whom it is with. Another person joins it with the `code` of the game.")] = (
        "computer"
    )
    order: Annotated[Order, Ask("How it is decided: at the end of a round, or with the first hit.")] = "simultaneous"
    hard: Hard = False
    begins: Annotated[Side, Ask("Who guesses first.")] = "you"
    count: Count = True

    def game(self, rules: Rules) -> DuelGame:
        return DuelGame.new(
            rules,
            _level(self.level, hard=self.hard) if self.against == "computer" else None,
            order=self.order,
            hard=self.hard,
            counted=self.count,
            first=1 if self.begins == "you" else 2,
            seed=secrets.randbits(64),
        )


@dataclass(frozen=True)
class BoardsRequest(NewGame[BoardsState]):
    """A game in which you guess on several boards at once."""

    of_kind = "boards"
    rules: RulesText = "words"
    boards: Annotated[int, Ask("How many boards.", 1, MOST_BOARDS)] = 2
    guesses: Annotated[int | None, Ask(_MOST, 0, MOST_GUESSES)] = None
    number: Annotated[
        int | None, Ask("The number of the game: it has the same codes for everybody.", 0, _MOST_NUMBER)
    ] = None
    daily: Daily = False
    zone: Zone = None

    def game(self, rules: Rules) -> BoardsGame:
        day, seed = today(self.zone) if self.daily else None, secrets.randbits(64)
        return BoardsGame.new(rules, self.boards, limit=self.guesses, number=self.number, day=day, seed=seed)


@dataclass(frozen=True)
class ClassRequest(OfRules):
    """A class, in which every pupil guesses the same codes."""

    rules: RulesText = "mastermind"
    codes: Annotated[int, Ask("How many codes there are, one after the other.", 1, MOST_CODES)] = 1
    hard: Hard = False
    guesses: Annotated[int | None, Ask(_MOST, 0, MOST_GUESSES)] = None

    def room(self, rules: Rules, address: str) -> Classroom:
        """Opens it, with the rules that it names. Raises `InputError` with every fault."""
        seed = secrets.randbits(64)
        return Classroom.new(rules, codes=self.codes, hard=self.hard, limit=self.guesses, seed=seed, address=address)
