"""The operations about rules."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from sito.web import tasks
from sito.web.api import replies, requests
from sito.web.api.documented import operation
from sito.web.api.work import do

router = APIRouter(tags=["rules"])

RulesInPath = Annotated[
    str,
    Path(min_length=1, max_length=200, description="A name or a text of rules.", examples=["4x6"]),
]


@router.get("/rules", response_model=replies.PresetsReply, **operation("presets"))
async def presets(request: Request) -> Any:
    """Lists the games, strategies, metrics, levels and lists of words that have names."""
    return await do(request, tasks.presets, {})


@router.get("/rules/{text}", response_model=replies.RulesReply, **operation("rules"))
async def rules(request: Request, text: RulesInPath) -> Any:
    """Tells what a text of rules means: its codes, its answers, and an example."""
    return await do(request, tasks.rules, {"text": text})


@router.post("/rules", response_model=replies.RulesReply, **operation("rules_of_words"))
async def rules_of_words(request: Request, body: requests.RulesRequest) -> Any:
    """Does the same for rules that come with their own words."""
    return await do(request, tasks.rules, body.arguments())
