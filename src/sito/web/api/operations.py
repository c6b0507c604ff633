"""REST, derived from the operations: a path for each, and jobs: work that takes long, and that can be ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, make_dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from sito.operations.every import OPERATIONS, Operation
from sito.operations.operation import Value, as_json
from sito.operations.questions import OfRules
from sito.operations.rules import Nothing
from sito.show.i18n import fault_text
from sito.web.api.documented import operation
from sito.web.services import services_of
from sito.web.work.jobs import Job, JobState

QUICK, BUSY = 1.0, 0.1
"""Seconds for an operation that has an answer at any time: when nobody waits, and at least, when many do."""


async def do(request: Request, known: Operation, question: object) -> object:
    """Has a question answered in the pool. Raises the `SitoError` of the operation, and `Busy`."""
    found = services_of(request.app)
    usual, asked = found.settings.quick_seconds, {"asked": question}
    if known.quick:
        return await found.pool.run(known.run, asked, seconds=min(QUICK, usual), least=BUSY)
    return await found.pool.run(known.run, asked, seconds=usual)


router = APIRouter()

RulesInPath = Annotated[
    str, Path(min_length=1, max_length=200, description="A name or a text of rules.", examples=["4x6"])
]


def _told(known: Operation, name: str) -> dict[str, Any]:
    """Gives what the OpenAPI document has of an operation under a name."""
    return {"response_model": known.answer, "description": known.run.__doc__, "tags": [known.group], **operation(name)}


def _endpoint(known: Operation) -> Callable[..., object]:
    """Makes the function that FastAPI calls; it reads the kind of the body off its annotations."""

    async def ask(request: Request, body: object) -> JSONResponse:
        return JSONResponse(as_json(await do(request, known, body)))

    ask.__name__ = known.name
    ask.__annotations__["body"] = known.question
    return ask


for each in OPERATIONS.values():
    if each.posted:
        name = "rules_of_words" if each.name == "rules" else each.name
        router.add_api_route(each.path, _endpoint(each), methods=["POST"], **_told(each, name))


@router.get("/rules", **_told(OPERATIONS["presets"], "presets"))
async def presets(request: Request) -> JSONResponse:
    return JSONResponse(as_json(await do(request, OPERATIONS["presets"], Nothing())))


@router.get("/rules/{text}", **_told(OPERATIONS["rules"], "rules"))
async def rules(request: Request, text: RulesInPath) -> JSONResponse:
    return JSONResponse(as_json(await do(request, OPERATIONS["rules"], OfRules(text))))


jobs = APIRouter(prefix="/jobs", tags=["jobs"])

JobId = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="The id of the job.")]


@dataclass(frozen=True)
class JobReply(Value):
    """A job."""

    id: str
    task: str
    """The operation."""
    state: JobState
    progress: dict[str, object] | None
    """How far it is; null before it has begun."""
    result: dict[str, object] | None
    """What it found; also of a job that was stopped, then the best so far. Null before its end."""
    faults: list[str]
    """Why it failed."""


def _body(known: Operation) -> type:
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


def _job_told(job: Job) -> object:
    faults = [] if job.error is None else [fault_text(fault) for fault in job.error.faults]
    return as_json(JobReply(job.id, job.name, job.state, job.progress, job.result, faults))


@jobs.post("", response_model=JobReply, **operation("begin_job", success=202))
async def begin_job(request: Request, response: Response, body: JobRequest) -> object:
    """Begins a job; `Location` says where it can be asked for. Its `task` says what it does:

    `compare` is a tournament of strategies, whose progress has the standings so far; `solve` the
    exact search for the best strategy of a game, whose progress has both bounds; the
    others do what the operations of these names do, with more time.
    """
    known = OPERATIONS[body.task]
    question = known.question(**{field.name: getattr(body, field.name) for field in fields(known.question)})
    begun = services_of(request.app).jobs.start(known.run, {"asked": question}, _owner(request))
    response.headers["Location"] = str(request.url_for("job", id=begun.id).path)
    return _job_told(begun)


@jobs.get("/{id}", response_model=JobReply, **operation("job", 404))
async def job(request: Request, id: JobId) -> object:
    """Tells how far a job is, or what it found."""
    return _job_told(services_of(request.app).jobs.get(id, _owner(request)))


@jobs.post("/{id}/stop", response_model=JobReply, **operation("stop_job", 404, success=202))
async def stop_job(request: Request, id: JobId) -> object:
    """Asks a job to end with the best that it has found; its result can be asked for a moment later."""
    return _job_told(services_of(request.app).jobs.cancel(id, _owner(request)))


@jobs.delete("/{id}", response_class=Response, **operation("cancel_job", 404, success=204))
async def cancel_job(request: Request, id: JobId) -> None:
    """Ends a job, and forgets it."""
    services_of(request.app).jobs.remove(id, _owner(request))
