"""What the owner of the service sees of it: a line for each request, numbers for Prometheus, and whether it is well.

Nothing here tells what anybody plays: a line names the route, not the path, and of a person
only a few characters of a hash that is another after each start.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b

from fastapi import FastAPI, Request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sito._native import VERSION
from sito.show.i18n import language
from sito.web.problems import problem_of_mistake
from sito.web.settings import Settings, listed
from sito.web.speech import language_of
from sito.web.work.jobs import Jobs, JobState
from sito.web.work.pool import Lane, Pool

log = logging.getLogger("sito.web.access")

_SALT = secrets.token_bytes(16)
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_FILES = "files"
_API = "/api/v1"


class Metrics:
    """The numbers of one service."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        about = "Requests by method, route and status."
        self._requests = Counter("sito_requests", about, ["method", "route", "status"], registry=registry)
        about = "Seconds until the end of the answer."
        self._durations = Histogram("sito_request_seconds", about, ["route"], buckets=_SECONDS, registry=registry)
        self._work = Counter("sito_work", "Pieces of work by lane and end.", ["lane", "end"], registry=registry)
        self.games = Gauge("sito_games", "Games that are kept.", registry=registry)
        """How many games there were when they were last counted."""

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts a request."""
        self._requests.labels(method, route, str(status)).inc()
        self._durations.labels(route).observe(seconds)

    def work(self, end: str, lane: Lane) -> None:
        """Counts a piece of work that has ended."""
        self._work.labels(lane.value, end).inc()

    def watch(self, pool: Pool, jobs: Jobs, sockets: Callable[[], int]) -> None:
        """Tells from now on what there is of everything when it is asked."""
        pool.watch = self.work
        for name, about, tell in (
            ("sito_pool_waiting", "Pieces of work that wait, by lane.", pool.waiting),
            ("sito_pool_running", "Pieces of work that are being done, by lane.", pool.running),
        ):
            gauge = Gauge(name, about, ["lane"], registry=self.registry)
            for lane in Lane:
                gauge.labels(lane.value).set_function(partial(tell, lane))
        gauge = Gauge("sito_jobs", "Jobs by state.", ["state"], registry=self.registry)
        for state in JobState:
            gauge.labels(state.value).set_function(partial(jobs.count, state))
        processes = Gauge("sito_pool_processes", "Processes of the pool.", registry=self.registry)
        processes.set_function(lambda: len(pool.pids))
        Gauge("sito_websockets", "Open pages.", registry=self.registry).set_function(sockets)


class Observer:
    """Notes every request, and turns what nobody expected into an answer with a number."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request or websocket."""
        if scope["type"] == "websocket":
            try:
                await self._app(scope, receive, send)
            except Exception as error:
                log.error("a websocket failed by a mistake", exc_info=error)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        except Exception as error:
            what = f"{scope['method']} {route_of(scope)}"
            with language(language_of(scope)):
                answer = problem_of_mistake(what, error)
            if not status:
                await answer(scope, receive, send_noted)
        finally:
            self._note(scope, status, time.perf_counter() - begun)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "OTHER"
        route = route_of(scope)
        self._metrics.request(method, route, status, seconds)
        if route not in (_FILES, "/healthz", "/metrics"):
            facts = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            person = person_mark(scope.get("state", {}).get("person", ""))
            log.info("request", extra={"facts": {**facts, "person": person}})


_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


_NO_ROUTE = "none"


def route_of(scope: Scope) -> str:
    """Names what was asked for, without what a client has put into the path."""
    path = str(scope["path"]).removeprefix(scope.get("root_path", ""))
    if path.startswith(("/_nicegui_ws", "/_nicegui/", "/static/", "/favicon")):
        return "websocket" if path.startswith("/_nicegui_ws") else _FILES
    page = scope.get("nicegui_page_path")
    if page:
        return str(page)
    route = str(getattr(scope.get("route"), "path", _NO_ROUTE))
    return _API + route if path.startswith(_API) and not route.startswith(("/api", _NO_ROUTE)) else route


def person_mark(person: str) -> str:
    """Gives a few characters by which lines of the same person can be told, and nothing else.

    >>> len(person_mark("ada")), person_mark("")
    (8, '')
    """
    return blake2b(person.encode(), key=_SALT, digest_size=4).hexdigest() if person else ""


class JsonLines(logging.Formatter):
    """Writes each record of the log as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Gives the line."""
        facts: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        facts.update(getattr(record, "facts", {}))
        if record.exc_info:
            facts["traceback"] = self.formatException(record.exc_info)
        return json.dumps(facts, ensure_ascii=False, default=str)


def write_log(settings: Settings) -> None:
    """Lets the log go to standard error: lines of JSON, or for a person at a terminal only what is wrong."""
    chosen = settings.log
    if chosen == "auto":
        chosen = "none" if sys.stderr.isatty() else "json"
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if chosen == "json" else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sito").setLevel(logging.INFO if chosen == "json" else logging.WARNING)
    for name in ("nicegui", "uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True


def register(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    """Adds /healthz and /metrics."""
    allowed = listed(settings.metrics)

    @app.get("/healthz", include_in_schema=False)
    async def health(request: Request) -> Response:
        well = request.app.state.services.is_well()
        return JSONResponse(
            {"status": "ok" if well else "failing", "version": VERSION},
            200 if well else 503,
            {"Cache-Control": "no-store"},
        )

    @app.get("/metrics", include_in_schema=False)
    async def numbers(request: Request) -> Response:
        client = request.client.host if request.client else ""
        if "*" not in allowed and client not in allowed:
            raise HTTPException(404)
        metrics.games.set(await request.app.state.services.games.count())
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)
