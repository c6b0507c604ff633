"""The checker in JavaScript, which Node runs."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.needs import path_of


def checked(certificates: Iterable[bytes]) -> list[dict[str, Any]]:
    """Checks certificates, one after the other; gives of each the `claim` and its `proofs`, or the `reason`."""
    command = [path_of("node"), str(Path(__file__).with_name("checked.mjs"))]
    lines = "".join(f"{data.hex()}\n" for data in certificates)
    done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]
