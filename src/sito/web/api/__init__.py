"""The REST interface; everything of it lies below /api/v1."""

from __future__ import annotations

from fastapi import APIRouter

from sito.web.api import codes, games, jobs, puzzles, rules

router = APIRouter()
for part in (codes, rules, puzzles, games, jobs):
    router.include_router(part.router)
