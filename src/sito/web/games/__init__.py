"""Games of people with the computer and with each other, kept in a file: what the page and the REST interface use."""

from __future__ import annotations

from sito.web.games.errors import KeyUsed, NotYours, OutOfTurn, Stale, TooMany
from sito.web.games.limits import GameLimits
from sito.web.games.service import Games
from sito.web.games.states import (
    BoardsState,
    ChangeView,
    ConflictView,
    DuelState,
    GameState,
    HintView,
    KeepState,
    LieView,
    PlayState,
    RepairView,
    RoundView,
    RulesView,
    TurnView,
    WhyView,
)

__all__ = [
    "BoardsState",
    "ChangeView",
    "ConflictView",
    "DuelState",
    "GameLimits",
    "GameState",
    "Games",
    "HintView",
    "KeepState",
    "KeyUsed",
    "LieView",
    "NotYours",
    "OutOfTurn",
    "PlayState",
    "RepairView",
    "RoundView",
    "RulesView",
    "Stale",
    "TooMany",
    "TurnView",
    "WhyView",
]
