"""How an operation has its work done: in the pool, while the client waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import Request

from sito.web.services import Services, services_of

QUICK = 1.0
"""Seconds for what a client asks for again and again."""


def services(request: Request) -> Services:
    """Gives the services of the application that serves a request."""
    return services_of(request.app)


async def do(
    request: Request, task: Callable[..., Any], arguments: Mapping[str, Any], seconds: float | None = None
) -> Any:
    """Has a task done in the pool and gives its result. Raises the `SitoError` that it raised, and `Busy`."""
    found = services(request)
    usual = found.settings.quick_seconds
    return await found.pool.run(task, arguments, seconds=usual if seconds is None else min(seconds, usual))
