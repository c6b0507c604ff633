"""Sends thousands of hostile requests to a served Sito, and proves that it stays up, small and silent.

Then schemathesis sends what it makes of the OpenAPI document, more of it than in the tests.

python -m benchmarks.hostile_web           # ten thousand, some minutes; `make prove` runs it
python -m benchmarks.hostile_web 2000 7    # so many, with this seed
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.web.hostile import MEMORY, attack
from tests.web.openapi import schemathesis
from tests.web.serving import serving

REQUESTS = 10_000
SERVICE_BYTES = 600_000_000


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        found = attack(count, Path(folder), seed)
    seconds = time.perf_counter() - begun
    statuses = ", ".join(f"{status}: {times}" for status, times in sorted(found.statuses.items()))
    print(f"{found.sent} hostile requests (seed {seed}) in {seconds:.0f} s; answers {statuses}")
    print(f"{found.honest} honest requests in between; the slowest hostile one took {found.slowest:.1f} s")
    service, process = found.service_bytes / 1e6, found.process_bytes / 1e6
    print(f"the service took {service:.0f} MB at most, each of up to {found.processes} processes {process:.0f} MB")
    assert found.wrong == [], "\n".join(found.wrong[:20])
    assert found.opened == []
    assert found.service_bytes < SERVICE_BYTES
    assert found.process_bytes < MEMORY * 1.5
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), jobs_share=10_000, jobs=20_000) as client:
        done = schemathesis(client, max(3, count // 200))
    print("\n".join(line for line in done.stdout.splitlines() if "generated" in line))
    assert done.returncode == 0, done.stdout


if __name__ == "__main__":
    main()
