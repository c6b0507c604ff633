"""What the OpenAPI file says of an operation besides its fields: examples that are true, and what can go wrong."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

PROBLEM = "application/problem+json"
_WHAT = {
    400: "The request is not HTTP as it should be.",
    404: "There is no such thing.",
    409: "It cannot be done now.",
    413: "The body is too large.",
    422: "What was sent cannot be used; every fault is named.",
    429: "The service has too much to do, or this client has asked for too much; `Retry-After` says when to try again.",
    503: "The service is being stopped.",
}
ALWAYS = (400, 413, 422, 429, 503)


class Problem(BaseModel):
    """What went wrong, as RFC 9457 has it."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="What kind of problem it is: always the same text for the same kind.")
    title: str = Field(description="The kind in words, in the language of the request.")
    status: int
    detail: str = Field(description="What went wrong: every fault on a line.")


@cache
def examples(file: str = "examples.json") -> dict[str, list[dict[str, Any]]]:
    """Reads the examples: for each operation what is asked and what is answered. The tests send each of them."""
    text = files(__package__).joinpath(file).read_text(encoding="utf-8")
    found: dict[str, list[dict[str, Any]]] = json.loads(text)
    return found


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Says which problems an operation can have."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": _WHAT[status], "model": Problem, "content": {PROBLEM: {"schema": schema}}}
        for status in sorted(statuses)
    }


def operation(
    name: str, *statuses: int, success: int = 200, file: str = "examples.json", media: str = "application/json"
) -> dict[str, Any]:
    """Gives what a route is told of an operation: its id, its examples and its problems."""
    responses = problems(*ALWAYS, *statuses)
    asked: dict[str, Any] = {}
    for number, example in enumerate(examples(file).get(name, []), 1):
        key = f"example{number}"
        summary = {"summary": example["summary"]}
        if "request" in example:
            asked[key] = {**summary, "value": example["request"]}
        status, reply = example.get("status", success), example["reply"]
        kind = media if status < 400 else PROBLEM
        content = responses.setdefault(status, {}).setdefault("content", {}).setdefault(kind, {})
        content.setdefault("examples", {})[key] = {**summary, "value": reply}
    told: dict[str, Any] = {"operation_id": name, "responses": responses, "response_model_exclude_unset": True}
    if success != 200:
        told["status_code"] = success
    if asked:
        told["openapi_extra"] = {"requestBody": {"content": {"application/json": {"examples": asked}}}}
    return told
