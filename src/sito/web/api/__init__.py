"""The REST interface; everything of it lies below /api/v1."""

from __future__ import annotations

from fastapi import APIRouter

from sito.web.api import classes, games, operations

router = APIRouter()
for part in (operations.router, games.router, classes.router, operations.jobs):
    router.include_router(part)
