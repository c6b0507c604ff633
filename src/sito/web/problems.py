"""What the service says when something cannot be done: problems as RFC 9457 has them, each kind with a type of its own.

The types are stable: programs may go by them. The sentences are in the language of the request.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from sito import errors
from sito.errors import N_, Fault, SitoError, printable
from sito.games.errors import OutOfTurn
from sito.show.i18n import fault_text
from sito.web.games import errors as game_errors
from sito.web.work import faults

log = logging.getLogger("sito.web")

MEDIA_TYPE = "application/problem+json"
_TYPE = "urn:sito:problem:"
_MOST_FAULTS = 50

_TITLES = {413: "Content Too Large", 422: "Unprocessable Content"}
"""Titles that Python has in other words from one version to the next."""

_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

KINDS: dict[type[SitoError], tuple[int, str]] = {
    faults.Busy: (429, "busy"),
    faults.NoSuchJob: (404, "no-such-job"),
    faults.Stopping: (503, "stopping"),
    game_errors.NotYours: (404, "no-such-game"),
    game_errors.Stale: (409, "stale"),
    OutOfTurn: (409, "out-of-turn"),
    game_errors.KeyUsed: (422, "key-used"),
    game_errors.TooMany: (429, "busy"),
    errors.RulesError: (422, "rules"),
    errors.CodeError: (422, "code"),
    errors.ImpossibleFeedbackError: (422, "impossible-answer"),
    errors.FeedbackError: (422, "answer"),
    errors.StrategyError: (422, "strategy"),
    errors.TreeError: (422, "tree"),
    errors.TranscriptError: (422, "game"),
    errors.HardModeError: (422, "hard-mode"),
    errors.PuzzleError: (422, "puzzle"),
    errors.InputError: (422, "input"),
    errors.InconsistentError: (422, "inconsistent"),
    errors.LimitError: (422, "limit"),
    errors.SitoError: (422, "refused"),
}
"""The status and the type of each kind of error."""


def kind_of(error: SitoError) -> tuple[int, str]:
    """Gives the status and the type of an error: those of the nearest kind that is known.

    >>> kind_of(errors.ImpossibleFeedbackError()), kind_of(errors.FileError())
    ((422, 'impossible-answer'), (422, 'refused'))
    """
    return next(KINDS[kind] for kind in type(error).__mro__ if kind in KINDS)


def problem(
    status: int, kind: str, sentences: Sequence[str], headers: Mapping[str, str] | None = None, **more: object
) -> JSONResponse:
    """Makes the answer; `kind` is a type of Sito, or empty where the status says everything."""
    body = {
        "type": f"{_TYPE}{kind}" if kind else "about:blank",
        "title": _TITLES.get(status) or HTTPStatus(status).phrase,
        "status": status,
        "detail": "\n".join(sentences),
        **more,
    }
    return JSONResponse(body, status, dict(headers or {}), MEDIA_TYPE)


def problem_of(error: SitoError) -> JSONResponse:
    """Makes the answer to what raised this error; each fault is named."""
    if isinstance(error, errors.StoreError | errors.FileError):  # their sentences name files of this machine
        return problem_of_mistake("the store", error)
    status, kind = kind_of(error)
    sentences = [fault_text(fault) for fault in error.faults[:_MOST_FAULTS]]
    headers = {"Retry-After": str(getattr(error, "retry_after", 2))} if status in (429, 503) else None
    return problem(status, kind, sentences, headers, faults=sentences)


def _allowed(app: FastAPI, path: str) -> list[str]:
    """Lists the methods that the OpenAPI document has for a path."""
    for template, operations in app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(template)), path):
            return sorted(method.upper() for method in operations)
    return []


def add_nothing_else(app: FastAPI, prefix: str) -> None:
    """Lets every other path below the interface say that there is nothing, rather than show the page that says so."""

    @app.api_route(f"{prefix}/{{rest:path}}", methods=_METHODS, include_in_schema=False)
    async def nothing(request: Request) -> None:
        allowed = _allowed(app, request.url.path)
        raise HTTPException(405 if allowed else 404)


def add_problems(app: FastAPI) -> None:
    """Lets an application answer errors with problems."""

    @app.exception_handler(SitoError)
    async def refused(request: Request, error: SitoError) -> JSONResponse:
        return problem_of(error)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        sentence = fault_text(Fault(N_("the request is not of the form that the interface asks for; see fields")))
        fields = [
            {"field": printable(".".join(map(str, each["loc"]))[:200]), "message": printable(str(each["msg"])[:500])}
            for each in error.errors()[:_MOST_FAULTS]
        ]
        return problem(422, "malformed", [sentence], faults=[sentence], fields=fields)

    @app.exception_handler(HTTPException)
    async def refused_by_the_protocol(request: Request, error: HTTPException) -> JSONResponse:
        headers = dict(error.headers or {})
        if error.status_code == 405 and (allowed := _allowed(app, request.url.path)):
            headers["Allow"] = ", ".join(allowed)  # the router tells those of the first route alone
        return problem(error.status_code, "", [printable(str(error.detail))], headers)


def problem_of_mistake(what: str, error: Exception) -> JSONResponse:
    """Makes the answer to what failed by a mistake of Sito: a number, under which the log tells everything."""
    number = secrets.token_hex(4)
    log.error("%s failed by a mistake, number %s", what, number, exc_info=error)
    sentence = fault_text(faults.mistake(number).faults[0])
    return problem(500, "mistake", [sentence], faults=[sentence])
