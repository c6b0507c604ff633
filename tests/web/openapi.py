"""The OpenAPI file and its examples, as the tests compare them; `make openapi` writes both.

python -m tests.web.openapi
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from sito.web.api import documented
from sito.web.app import create_app
from sito.web.settings import Settings
from tests.web import game_examples
from tests.web.serving import serving

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "openapi.json"
EXAMPLES = Path(documented.__file__).with_name("examples.json")
ANY_ID = "0123456789abcdef0123456789abcdef"


class Asked(NamedTuple):
    """An example: which operation, how it is asked, and what is written down of its answer."""

    operation: str
    method: str
    path: str
    example: dict[str, Any]

    @property
    def status(self) -> int:
        return int(self.example.get("status", 200))


def document() -> dict[str, Any]:
    """Makes the OpenAPI document of the interface."""
    made: dict[str, Any] = create_app(Settings(), page=False).openapi()
    made["info"]["version"] = "1"  # of the interface, which stays the same from one Sito to the next
    return made


def examples() -> Iterator[Asked]:
    """Finds where each example is to be sent."""
    every = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    for path, item in document()["paths"].items():
        for method, told in item.items():
            for example in every.get(told["operationId"], []):
                yield Asked(told["operationId"], method, path, example)


def send(client: httpx.Client, asked: Asked) -> httpx.Response:
    """Sends an example."""
    path = asked.path.removeprefix("/api/v1").format(**asked.example.get("path", {}))
    headers = {"Accept-Language": "en", **asked.example.get("headers", {})}
    body = {"json": asked.example["request"]} if "request" in asked.example else {}
    return client.request(asked.method.upper(), path, headers=headers, **body)


def told(response: httpx.Response) -> Any:
    """Gives an answer as it is written down: without the id of a job, which is never the same."""
    value = response.json() if response.content else None
    if isinstance(value, dict) and set(value) >= {"id", "state", "task"}:
        value["id"] = ANY_ID
    return value


def schemathesis(client: httpx.Client, examples: int) -> subprocess.CompletedProcess[str]:
    """Lets schemathesis send what it makes of the document, good and bad, the same each time."""
    folder = tempfile.mkdtemp()  # it leaves a folder where it runs
    config = Path(folder) / "schemathesis.toml"
    # What is too long is refused before anybody looks whether it has too many items, too.
    statuses = "[400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, '5xx']"
    config.write_text(f"[checks]\nnegative_data_rejection.expected-statuses = {statuses}\n", encoding="utf-8")
    return subprocess.run(
        [
            str(Path(sys.executable).with_name("st")),
            f"--config-file={config}",
            "run",
            f"{client.base_url}openapi.json",
            "--no-color",
            "--generation-deterministic",
            "--no-shrink",
            # A text may well be of the right form and name no rules of a game: that is refused, with 422.
            "--exclude-checks=positive_data_acceptance",
            f"--max-examples={examples}",
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
    )


def record() -> None:
    """Writes down what is answered to each example."""
    every = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), jobs_share=100) as client:
        for asked in examples():
            response = send(client, asked)
            if response.status_code != asked.status:
                sys.exit(f"{asked.operation} answered {response.status_code}: {response.text}")
            noted = next(each for each in every[asked.operation] if each == asked.example)
            noted["reply"] = told(response)
    EXAMPLES.write_text(json.dumps(every, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write() -> None:
    """Writes the document."""
    DOCUMENT.write_text(json.dumps(document(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["document"]:
        write()
    else:
        record()
        game_examples.record()
        # The operations read their examples when they are defined: what was written now is for a new process.
        subprocess.run([sys.executable, "-m", "tests.web.openapi", "document"], check=True)
