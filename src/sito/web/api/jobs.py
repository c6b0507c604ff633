"""The operations about jobs: work that takes long, whose progress can be asked for, and that can be ended."""

from __future__ import annotations

from dataclasses import dataclass, fields, make_dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from sito.operations.every import OPERATIONS, Operation
from sito.operations.operation import Value, as_json
from sito.show.i18n import fault_text
from sito.web.api.documented import operation
from sito.web.api.work import services
from sito.web.work.jobs import Job, JobState

router = APIRouter(prefix="/jobs", tags=["jobs"])

JobId = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="The id of the job.")]


@dataclass(frozen=True)
class JobReply(Value):
    """A job."""

    id: str
    task: str
    """The operation."""
    state: JobState
    progress: dict[str, Any] | None
    """How far it is; null before it has begun."""
    result: dict[str, Any] | None
    """What it found; also of a job that was stopped, then the best so far. Null before its end."""
    faults: list[str]
    """Why it failed."""


def _body(known: Operation) -> type[Any]:
    """Makes the body that begins a job: the question, and which operation it is for."""
    question = known.question
    title = question.__name__.replace("Question", "Job")
    task = ("task", Literal[known.name])
    about = {"__doc__": question.__doc__}
    return make_dataclass(title, [task], bases=(question,), namespace=about, frozen=True, kw_only=True)


_BODIES: Any = reduce(or_, (_body(known) for known in OPERATIONS.values() if known.job))
JobRequest = Annotated[_BODIES, Field(discriminator="task")]
"""What a job can do."""


def _owner(request: Request) -> str:
    """Names whom a job belongs to: the address. Who knows the id of a job from there may ask for it."""
    return f"address {request.client.host if request.client else ''}"


def _told(job: Job) -> dict[str, Any]:
    faults = [] if job.error is None else [fault_text(fault) for fault in job.error.faults]
    told: dict[str, Any] = as_json(JobReply(job.id, job.name, job.state, job.progress, job.result, faults))
    return told


@router.post("", response_model=JobReply, **operation("begin_job", success=202))
async def begin_job(request: Request, response: Response, body: JobRequest) -> Any:
    """Begins a job; `Location` says where it can be asked for. Its `task` says what it does:

    `compare` is a tournament of strategies, whose progress has the standings so far; `solve` the
    exact search for the best strategy of a game, whose progress has both bounds; `review`,
    `jugs` and `pegs` do what the operations of these names do, with more time.
    """
    known = OPERATIONS[body.task]
    question = known.question(**{field.name: getattr(body, field.name) for field in fields(known.question)})
    begun = services(request).jobs.start(known.run, {"asked": question}, _owner(request))
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
