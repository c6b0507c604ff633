"""REST, derived from the operations: for each a path that takes its question and gives its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from sito.operations.every import OPERATIONS, Operation
from sito.operations.operation import as_json
from sito.operations.questions import OfRules
from sito.operations.rules import Nothing
from sito.web.api.documented import operation
from sito.web.api.work import do

router = APIRouter()

RulesInPath = Annotated[
    str,
    Path(min_length=1, max_length=200, description="A name or a text of rules.", examples=["4x6"]),
]


def _told(known: Operation, name: str) -> dict[str, Any]:
    """Gives what the OpenAPI document has of an operation under a name."""
    return {"response_model": known.answer, "description": known.run.__doc__, "tags": [known.group], **operation(name)}


def _endpoint(known: Operation) -> Callable[..., Any]:
    """Makes the function that FastAPI calls; it reads the kind of the body off its annotations."""

    async def ask(request: Request, body: Any) -> JSONResponse:
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
