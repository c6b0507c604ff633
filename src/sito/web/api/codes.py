"""The operations about codes and guesses; each of them is a task of `sito.web.tasks`."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from sito.web import tasks
from sito.web.api import replies, requests
from sito.web.api.documented import operation
from sito.web.api.work import QUICK, do

router = APIRouter(tags=["games"])


@router.post("/feedback", response_model=replies.FeedbackReply, **operation("feedback"))
async def feedback(request: Request, body: requests.FeedbackRequest) -> Any:
    """Gives the answer to a guess, if the secret is this one."""
    return await do(request, tasks.feedback, body.arguments())


@router.post("/sieve", response_model=replies.SieveReply, **operation("sieve"))
async def sieve(request: Request, body: requests.SieveRequest) -> Any:
    """Counts the codes that are possible after a game, and lists some of them."""
    return await do(request, tasks.sieve, body.arguments())


@router.post("/advise", response_model=replies.AdviceReply, **operation("advise"))
async def advise(request: Request, body: requests.AdviseRequest) -> Any:
    """Finds the best guesses, with how many more guesses are expected after each."""
    return await do(request, tasks.advise, body.arguments(), QUICK)


@router.post("/rank", response_model=replies.RankReply, **operation("rank"))
async def rank(request: Request, body: requests.RankRequest) -> Any:
    """Ranks the guesses by what one answer tells."""
    return await do(request, tasks.rank, body.arguments(), QUICK)


@router.post("/explain-guess", response_model=replies.GuessReply, **operation("explain_guess"))
async def explain_guess(request: Request, body: requests.ExplainGuessRequest) -> Any:
    """Tells what a guess does to the possible codes, beside the best other guess."""
    return await do(request, tasks.explain_guess, body.arguments(), QUICK)


@router.post("/tree", response_model=replies.TreeReply, **operation("tree"))
async def tree(request: Request, body: requests.TreeRequest) -> Any:
    """Gives one node of the tree of a strategy."""
    return await do(request, tasks.tree, body.arguments())


@router.post("/review", response_model=replies.ReviewReply, **operation("review"))
async def review(request: Request, body: requests.ReviewRequest) -> Any:
    """Reviews a game: what each guess cost, and what luck each answer was. A job has more time for it."""
    return await do(request, tasks.review, body.arguments())


@router.post("/conflict", response_model=replies.ConflictReply, **operation("conflict"))
async def conflict(request: Request, body: requests.ConflictRequest) -> Any:
    """Finds which answers of a game cannot stand together, and how they may be repaired."""
    return await do(request, tasks.conflict, body.arguments())


@router.post("/explain", response_model=replies.ExplainReply, **operation("explain"))
async def explain(request: Request, body: requests.ExplainRequest) -> Any:
    """Explains the answer to a guess peg by peg, and judges an answer that somebody gave."""
    return await do(request, tasks.explain, body.arguments())
