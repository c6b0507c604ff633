"""How an operation has its work done: in the pool, while the client waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import Request

from sito.web.services import Services, services_of

QUICK, BUSY = 1.0, 0.1
"""Seconds for a search that has an answer at any time: when nobody waits, and at least, when many do."""


def services(request: Request) -> Services:
    """Gives the services of the application that serves a request."""
    return services_of(request.app)


async def do(
    request: Request, task: Callable[..., Any], arguments: Mapping[str, Any], seconds: float | None = None
) -> Any:
    """Has a task done in the pool and gives its result. Raises the `SitoError` that it raised, and `Busy`."""
    found = services(request)
    usual = found.settings.quick_seconds
    if seconds is None:
        return await found.pool.run(task, arguments, seconds=usual)
    return await found.pool.run(task, arguments, seconds=min(seconds, usual), least=BUSY)
