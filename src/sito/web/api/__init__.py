"""The REST interface; everything of it lies below /api/v1."""

from __future__ import annotations

from fastapi import APIRouter

from sito.web.api import codes, jobs, puzzles, rules

router = APIRouter()
for part in (codes, rules, puzzles, jobs):
    router.include_router(part.router)
