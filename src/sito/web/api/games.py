"""What a client may ask of a game that the service keeps, with bounds for everything in it."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, make_dataclass
from functools import reduce
from hashlib import sha256
from operator import or_
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from sito.errors import InputError
from sito.operations.guesses import ExplainGuessAnswer
from sito.operations.operation import as_json
from sito.operations.questions import AnswerText, CodeText
from sito.web.api.documented import operation
from sito.web.games.asked import BoardsRequest, DuelRequest, KeepRequest, PlayRequest
from sito.web.games.service import Games
from sito.web.games.states import BoardsState, DuelState, GameState, KeepState, PlayState, View
from sito.web.services import services_of

Version = Annotated[
    int | None,
    Field(ge=1, le=2**31, description="The version of the game for which this is meant: if it has gone on, a 409."),
]


class Body(BaseModel):
    """A body: fields of exactly these kinds, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _body(asked: type[Any]) -> type:
    """Makes the body that begins a game: what is asked for, and of which kind it is."""
    return make_dataclass(asked.__name__, [("kind", Literal[asked.of_kind])], bases=(asked,), frozen=True, kw_only=True)


_BODIES: Any = reduce(or_, map(_body, (PlayRequest, KeepRequest, DuelRequest, BoardsRequest)))
NewGame = Annotated[_BODIES, Field(discriminator="kind")]


class JoinRequest(Body):
    """The code of a duel."""

    code: str = Field(min_length=1, max_length=40, description="What the first side was given.")


class GuessRequest(Body):
    """A guess."""

    guess: CodeText
    version: Version = None


class AnswerRequest(Body):
    """The answer to the guess that waits; parts may be unknown."""

    answer: AnswerText
    version: Version = None


class CorrectionRequest(Body):
    """The right answer to an earlier guess, or one of the repairs that the game offers."""

    turn: int | None = Field(None, ge=1, le=1000, description="The number of the turn, from 1.")
    answer: AnswerText | None = None
    repair: int | None = Field(None, ge=0, lt=1000, description="The index of the repair, instead of turn and answer.")


class SecretRequest(Body):
    """Your code."""

    code: CodeText | None = Field(None, description="In a duel the service draws one if none is given.")


LONGEST_WAIT = 25.0
"""Seconds that a client may wait for a change; many proxies end connections that are silent for a minute."""


def not_stored(response: Response) -> None:
    """Keeps games out of the caches of browsers and proxies."""
    response.headers["Cache-Control"] = "no-store"


router = APIRouter(prefix="/games", tags=["kept games"], dependencies=[Depends(not_stored)])


def told(name: str, *statuses: int, success: int = 200, media: str = "application/json") -> dict[str, Any]:
    """Says of an operation that it needs no token: a browser has the cookie, and whoever begins a game gets one."""
    told = operation(name, *statuses, success=success, file="game_examples.json", media=media)
    told.setdefault("openapi_extra", {})["security"] = [{}]  # beside the token
    return told


_SENT = re.compile(r"(?i:bearer) +([0-9A-Za-z_-]{32})")
AnyState = Annotated[PlayState | KeepState | DuelState | BoardsState, Field(discriminator="kind")]
_bearer = HTTPBearer(auto_error=False, description="The token that was given with the game.")
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


@dataclass(frozen=True)
class Seat(View):
    """A game that was begun or joined."""

    token: str
    """What later requests are sent with."""
    game: AnyState


def _token(request: Request) -> str:
    """Gives the token that was sent, so that one may serve for several games; else a new one.

    Anything but a token of ours is passed over: nobody shall have one that can be guessed.
    """
    sent = _SENT.fullmatch(request.headers.get("Authorization", ""))
    return sent[1] if sent else secrets.token_urlsafe(24)


def owner(token: str) -> str:
    """Names the person who has a token; the name tells nothing of it."""
    return f"token {sha256(token.encode(errors='replace')).hexdigest()}"


def _person(request: Request, sent: Credentials) -> str:
    """Names whoever asks: by the token, else by the cookie of the page."""
    if sent is not None and sent.credentials:
        return owner(sent.credentials)
    person: str = request.state.person
    return person


def _games(request: Request) -> Games:
    return services_of(request.app).games


Token = Annotated[str, Depends(_token)]
Person = Annotated[str, Depends(_person)]
AllGames = Annotated[Games, Depends(_games)]
GameId = Annotated[str, Path(pattern="^[0-9A-Za-z_-]{1,40}$", description="The id of the game.")]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        description="A text of your own for this move: the same move sent twice with it counts once.",
    ),
]


@router.post("", response_model=Seat, **told("begin_game", success=201))
async def begin_game(response: Response, games: AllGames, token: Token, body: NewGame, key: Key = None) -> Seat:
    """Begins a game. Its code is not told before the end. With a token sent it belongs to the same player."""
    game: GameState = await games.begin(owner(token), body, key)
    response.headers["Location"] = f"games/{game.id}"
    return Seat(token, game)


@router.post("/join", response_model=Seat, **told("join_duel", 404, 409))
async def join_duel(games: AllGames, token: Token, body: JoinRequest) -> Seat:
    """Takes the second seat of a duel. With a token sent it belongs to the same player."""
    return Seat(token, await games.join(body.code, owner(token)))


@router.get("/{game}", response_model=AnyState, **told("get_game", 404))
async def get_game(
    games: AllGames,
    person: Person,
    game: GameId,
    after: Annotated[int, Query(ge=0, le=2**31, description="The version that is known already.")] = 0,
    wait: Annotated[
        float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for a later version, if there is none yet.")
    ] = 0,
) -> GameState:
    """Gives a game as it stands; with `after` and `wait`, as soon as somebody has moved."""
    return await (games.wait(game, person, after, wait) if wait else games.state(game, person))


@router.delete("/{game}", status_code=204, **told("forget_game", 404))
async def forget_game(games: AllGames, person: Person, game: GameId) -> None:
    """Removes a game, for both sides if it is a duel; who joined a duel cannot."""
    await games.forget(game, person)


@router.post("/{game}/guesses", response_model=AnyState, **told("guess", 404, 409))
async def guess(games: AllGames, person: Person, game: GameId, body: GuessRequest, key: Key = None) -> GameState:
    """Makes a guess, in a game in which you guess or in a duel. A guess that cannot be made costs nothing."""
    return await games.move(game, person, "guess", body.guess, key=key, version=body.version)


@router.post("/{game}/answers", response_model=AnyState, **told("answer", 404, 409))
async def answer(games: AllGames, person: Person, game: GameId, body: AnswerRequest, key: Key = None) -> GameState:
    """Answers the computer's guess. If the answers contradict each other, the game says so and offers repairs."""
    return await games.move(game, person, "answer", body.answer, key=key, version=body.version)


@router.post("/{game}/corrections", response_model=AnyState, **told("correct", 404, 409))
async def correct(games: AllGames, person: Person, game: GameId, body: CorrectionRequest, key: Key = None) -> GameState:
    """Corrects an answer, or makes a repair that the game offers."""
    if body.repair is not None and body.turn is None and body.answer is None:
        return await games.move(game, person, "repair", body.repair, key=key)
    if body.repair is None and body.turn is not None and body.answer is not None:
        return await games.move(game, person, "correct", body.turn, body.answer, key=key)
    raise InputError.said("a correction has a turn and its answer, or else the index of a repair")


@router.delete("/{game}/turns/last", response_model=AnyState, **told("take_back", 404, 409))
async def take_back(games: AllGames, person: Person, game: GameId, key: Key = None) -> GameState:
    """Takes your last guess or answer back; not in a duel."""
    return await games.move(game, person, "take back", key=key)


@router.post("/{game}/hints", response_model=AnyState, **told("hint", 404, 409))
async def hint(games: AllGames, person: Person, game: GameId, key: Key = None) -> GameState:
    """Finds a good guess, in a game in which you guess."""
    return await games.move(game, person, "hint", key=key)


@router.post("/{game}/secrets", response_model=AnyState, **told("tell_secret", 404, 409))
async def tell_secret(games: AllGames, person: Person, game: GameId, body: SecretRequest, key: Key = None) -> GameState:
    """Hides your code in a duel; at the end of a game in which you kept the code, tells what it was."""
    return await games.move(game, person, "secret", body.code, key=key)


@router.post("/{game}/rounds", response_model=AnyState, **told("next_round", 404, 409))
async def next_round(games: AllGames, person: Person, game: GameId, key: Key = None) -> GameState:
    """Begins the next round when one is over; in a duel it begins when both sides have asked for it."""
    return await games.move(game, person, "next round", key=key)


@router.post("/{game}/end", response_model=AnyState, **told("give_up", 404, 409))
async def give_up(games: AllGames, person: Person, game: GameId, key: Key = None) -> GameState:
    """Gives up; then the code is told."""
    return await games.move(game, person, "give up", key=key)


@router.get("/{game}/turns/{turn}/why", response_model=ExplainGuessAnswer, **told("why", 404))
async def why(games: AllGames, person: Person, game: GameId, turn: Annotated[int, Path(ge=1, le=1000)]) -> JSONResponse:
    """Tells why the computer made a guess: what it does to the possible codes, beside the best other guess."""
    return JSONResponse(as_json(await games.why(game, person, turn)))
