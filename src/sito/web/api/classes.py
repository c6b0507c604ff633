"""Classes in REST: a teacher opens one and leads it by its id; pupils join it, and play as in any other game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from sito.games.classroom import Result
from sito.web.api.games import AllGames, Body, GameId, Person, Seat, Token, not_stored, owner, told
from sito.web.games.asked import ClassRequest
from sito.web.games.states import ClassState, ShownView

router = APIRouter(prefix="/classes", tags=["classes"], dependencies=[Depends(not_stored)])
ClassId = Annotated[str, Path(pattern="^[0-9A-Za-z_-]{1,40}$", description="The id of the class, which leads it.")]


class JoinClassRequest(Body):
    """The code of a class, and a name."""

    code: str = Field(min_length=1, max_length=40, description="What the teacher has given.")
    name: str = Field(min_length=1, max_length=200, description="A name of the pupil's choice.")


class ShownRequest(Body):
    """The position that everybody in a class is to see."""

    board: str | None = Field(None, max_length=40, description="The id of the board; null to show nothing any more.")
    turns: int | None = Field(None, ge=0, le=1000, description="After how many guesses; null for the position of now.")
    named: bool = Field(False, description="Whether the name of the pupil is told.")


@router.post("", response_model=ClassState, **told("open_class", success=201))
async def open_class(
    request: Request, response: Response, games: AllGames, person: Person, body: ClassRequest
) -> ClassState:
    """Opens a class, in which every pupil guesses the same codes. It ends by itself after a day."""
    address = request.client.host if request.client else ""
    opened = await games.open_class(person, body, address)
    response.headers["Location"] = f"classes/{opened.id}"
    return opened


@router.post("/join", response_model=Seat, **told("join_class", 404, 409))
async def join_class(games: AllGames, token: Token, body: JoinClassRequest) -> Seat:
    """Gives a pupil a board in a class: a game like any other, whose code is told to those alone who have found it."""
    return Seat(token, await games.join_class(body.code, owner(token), body.name))


@router.get("/shown/{game}", response_model=ShownView | None, **told("shown_in_class", 404))
async def shown_in_class(games: AllGames, person: Person, game: GameId) -> ShownView | None:
    """Gives the position that the teacher shows to everybody; null if there is none. The game is that of a pupil."""
    return await games.shown_in_class(game, person)


@router.get("/{id}", response_model=ClassState, **told("get_class", 404))
async def get_class(games: AllGames, id: ClassId) -> ClassState:
    """Gives a class with the boards of all pupils, as its teacher sees it."""
    return await games.class_state(id)


@router.post("/{id}/shown", response_model=ClassState, **told("show_to_class", 404))
async def show_to_class(games: AllGames, id: ClassId, body: ShownRequest) -> ClassState:
    """Shows everybody the position of a board, and what it leaves possible; the guess that found the code never."""
    await games.show_to_class(id, body.board, body.turns, named=body.named)
    return await games.class_state(id)


@router.delete("/{id}/pupils/{game}", status_code=204, **told("remove_pupil", 404))
async def remove_pupil(games: AllGames, id: ClassId, game: GameId) -> None:
    """Removes a pupil with the board."""
    await games.remove_pupil(id, game)


@router.post("/{id}/end", response_model=list[Result], **told("end_class", 404))
async def end_class(games: AllGames, id: ClassId) -> list[Result]:
    """Ends a class, of which nothing is kept; its results can be asked for again for a quarter of an hour."""
    return list(await games.end_class(id))


@router.get("/{id}/results", response_model=list[Result], **told("class_results", 404))
async def class_results(games: AllGames, id: ClassId) -> list[Result]:
    """Gives the results as they stand, or those of a class that has just ended."""
    return list(await games.class_results(id))


@router.get("/{id}/results.csv", response_class=Response, **told("class_results_csv", 404, media="text/csv"))
async def class_results_csv(games: AllGames, id: ClassId) -> Response:
    """Gives the same as a table for a spreadsheet, as CSV in UTF-8."""
    results = await games.class_results(id)
    headers = {"Content-Disposition": "attachment; filename=sito-class.csv"}
    return Response(results.to_csv().encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers)
