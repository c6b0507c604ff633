"""The operations about water jugs and peg solitaire."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from sito.web import tasks
from sito.web.api import puzzle_replies, requests
from sito.web.api.documented import operation
from sito.web.api.work import do

router = APIRouter(tags=["puzzles"])


@router.post("/jugs", response_model=puzzle_replies.JugsReply, **operation("jugs"))
async def jugs(request: Request, body: requests.JugsSolveRequest) -> Any:
    """Finds the plans with the fewest actions, or with the least water, or says why there is none."""
    return await do(request, tasks.jugs, body.arguments())


@router.post("/jugs/outlook", response_model=puzzle_replies.JugsOutlookReply, **operation("jugs_outlook"))
async def jugs_outlook(request: Request, body: requests.JugsOutlookRequest) -> Any:
    """Tells how jugs stand after some steps, and how far the goal is from there."""
    return await do(request, tasks.jugs_outlook, body.arguments())


@router.post("/pegs", response_model=puzzle_replies.PegsReply, **operation("pegs"))
async def pegs(request: Request, body: requests.PegsSolveRequest) -> Any:
    """Finds the fewest moves of peg solitaire, or says why there is no solution. A job has more time for it."""
    return await do(request, tasks.pegs, body.arguments())


@router.post("/pegs/outlook", response_model=puzzle_replies.PegsOutlookReply, **operation("pegs_outlook"))
async def pegs_outlook(request: Request, body: requests.PegsOutlookRequest) -> Any:
    """Tells how pegs stand after some jumps, and whether the finish can still be reached."""
    return await do(request, tasks.pegs_outlook, body.arguments())
