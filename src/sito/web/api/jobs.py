"""The operations about jobs: work that takes long, whose progress can be asked for, and that can be ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from sito.show.i18n import fault_text
from sito.web import tasks
from sito.web.api import requests
from sito.web.api.documented import operation
from sito.web.api.replies import Reply
from sito.web.api.work import services
from sito.web.work.jobs import Job

router = APIRouter(prefix="/jobs", tags=["jobs"])

JobId = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="The id of the job.")]


class JobReply(Reply):
    """A job."""

    id: str
    task: Literal["compare", "solve", "review", "jugs", "pegs"]
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    progress: dict[str, Any] | None = Field(description="How far it is; null before it has begun.")
    result: dict[str, Any] | None = Field(
        description="What it found; also of a job that was stopped, then the best so far. Null before its end."
    )
    faults: list[str] = Field(description="Why it failed.")


_TASKS: dict[str, Callable[..., Any]] = {
    "compare": tasks.compare,
    "solve": tasks.solve,
    "review": tasks.review,
    "jugs": tasks.jugs,
    "pegs": tasks.pegs,
}


def _owner(request: Request) -> str:
    """Names whom a job belongs to: the address. Who knows the id of a job from there may ask for it."""
    return f"address {request.client.host if request.client else ''}"


def _told(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "task": job.name,
        "state": job.state.value,
        "progress": job.progress,
        "result": job.result,
        "faults": [] if job.error is None else [fault_text(fault) for fault in job.error.faults],
    }


@router.post("", response_model=JobReply, **operation("begin_job", success=202))
async def begin_job(request: Request, response: Response, body: requests.JobRequest) -> Any:
    """Begins a job; `Location` says where it can be asked for. Its `task` says what it does:

    `compare` is a tournament of strategies, whose progress has the standings so far; `solve` the
    exact search for the best strategy of a game, whose progress has both bounds; `review`,
    `jugs` and `pegs` do what the operations of these names do, with more time.
    """
    begun = services(request).jobs.start(_TASKS[body.task], body.arguments(), _owner(request))
    response.headers["Location"] = str(request.url_for("job", id=begun.id).path)
    return _told(begun)


@router.get("/{id}", response_model=JobReply, **operation("job", 404))
async def job(request: Request, id: JobId) -> Any:
    """Tells how far a job is, or what it found."""
    return _told(services(request).jobs.get(id, _owner(request)))


@router.post("/{id}/stop", response_model=JobReply, **operation("stop_job", 404, success=202))
async def stop_job(request: Request, id: JobId) -> Any:
    """Asks a job to end with the best that it has found; its result can be asked for a moment later."""
    return _told(services(request).jobs.cancel(id, _owner(request)))


@router.delete("/{id}", response_class=Response, **operation("cancel_job", 404, success=204))
async def cancel_job(request: Request, id: JobId) -> None:
    """Ends a job, and forgets it."""
    services(request).jobs.remove(id, _owner(request))
