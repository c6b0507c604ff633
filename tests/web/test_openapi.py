"""The OpenAPI file: it is the one of the program, its examples are true, and the service does what it says."""

import json
import re
from typing import Any

import httpx
import pytest

from sito.web.api import documented
from tests.web import openapi

EXAMPLES = list(openapi.examples())


def rounded(value: Any) -> Any:
    """Rounds numbers, whose last digits may differ from one processor to another."""
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    return list(map(rounded, value)) if isinstance(value, list) else value


def test_the_file_is_that_of_the_program() -> None:
    written = json.loads(openapi.DOCUMENT.read_text(encoding="utf-8"))
    assert written == openapi.document(), "write it anew with: make openapi"


@pytest.mark.parametrize("asked", EXAMPLES, ids=[f"{asked.operation}-{asked.status}" for asked in EXAMPLES])
def test_every_example_is_true(client: httpx.Client, asked: openapi.Asked) -> None:
    response = openapi.send(client, asked)
    assert response.status_code == asked.status, response.text
    assert rounded(openapi.told(response)) == rounded(asked.example["reply"]), "write them anew with: make openapi"


def test_every_operation_has_an_example_an_id_a_tag_and_a_sentence() -> None:
    exampled = {asked.operation for asked in EXAMPLES} | set(documented.examples("game_examples.json"))
    ids = []
    for item in openapi.document()["paths"].values():
        for told in item.values():
            ids.append(told["operationId"])
            assert told["operationId"] in exampled
            assert told["tags"]
            assert told["description"].endswith(".")
            assert {"422", "429", "413", "503"} <= set(told["responses"])
    assert len(set(ids)) == len(ids)


def test_schemathesis_finds_no_failure(client: httpx.Client) -> None:
    done = openapi.schemathesis(client, examples=3)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr
    generated = re.search(r"(\d+) generated, (\d+) passed", done.stdout)
    assert int(generated[1]) == int(generated[2]) > 1000
