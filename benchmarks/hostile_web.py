"""Sends thousands of hostile requests to a served Sito, and proves that it stays up, small and silent.

python -m benchmarks.hostile_web           # ten thousand, some minutes; `make prove` runs it
python -m benchmarks.hostile_web 2000 7    # so many, with this seed
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.web.hostile import MEMORY, attack

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
    print(
        f"{found.honest} honest requests in between, all answered rightly; the slowest hostile one {found.slowest:.1f} s"
    )
    print(
        f"the service took {found.service_bytes / 1e6:.0f} MB at most, its processes {found.process_bytes / 1e6:.0f} MB "
        f"each, {found.processes} at a time; files opened for a request: {len(found.opened)}"
    )
    assert found.wrong == [], "\n".join(found.wrong[:20])
    assert found.opened == []
    assert found.service_bytes < SERVICE_BYTES
    assert found.process_bytes < MEMORY * 1.5


if __name__ == "__main__":
    main()
