"""How an operation has its work done: in the pool, while the client waits."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from sito.operations.operation import Operation
from sito.web.services import Services, services_of

QUICK, BUSY = 1.0, 0.1
"""Seconds for an operation that has an answer at any time: when nobody waits, and at least, when many do."""


def services(request: Request) -> Services:
    """Gives the services of the application that serves a request."""
    return services_of(request.app)


async def do(request: Request, known: Operation, question: object) -> Any:
    """Has a question answered in the pool. Raises the `SitoError` of the operation, and `Busy`."""
    found = services(request)
    usual, asked = found.settings.quick_seconds, {"asked": question}
    if known.quick:
        return await found.pool.run(known.run, asked, seconds=min(QUICK, usual), least=BUSY)
    return await found.pool.run(known.run, asked, seconds=usual)
