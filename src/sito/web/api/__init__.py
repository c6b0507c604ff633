"""The REST interface; everything of it lies below /api/v1."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
