"""Writes and checks the certificates of what `make prove` proves, and puts the figures into docs/certificates.md.

    python -m benchmarks.certificates          # those that take seconds
    python -m benchmarks.certificates --long   # all of them

Times are those of the processor in Y, on one thread: of the search alone, of the search that also writes, and of the
native checker. Each certificate must prove the known value.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from tests.exact_claims import CLAIMS, Claim

from benchmarks import yardstick
from benchmarks.prove import DOCS, LONG
from sito.certificate.check import check_certificate
from sito.certificate.plain import check_plainly
from sito.certificate.writing import certify
from sito.exact import Objective, Problem, solve

PAGE = DOCS / "certificates.md"
HEADING = "## Figures\n"
HEAD = """
Written by `python -m benchmarks.certificates --long`, which `make prove` runs. Y is the time of one processor
(see [speed](speed.md)): of the search alone, of writing the certificate after it, and of the native check.

| game | proven | bytes | proofs | search | write | check |
|---|---|---:|---:|---:|---:|---:|
"""
PLAIN = ("3x6", "4x6-distinct", "4x6")
"""The games whose certificates are checked in plain Python as well."""

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Does some work, and gives with its result the time that it took, in Y."""
    start = time.process_time()
    result = work()
    return result, (time.process_time() - start) / yardstick.seconds()


def is_certifiable(claim: Claim) -> bool:
    """Whether there are certificates of it: least totals and worst cases, whatever the first guess."""
    return claim.first is None and claim.objective in (Objective.TOTAL, Objective.WORST)


def row(claim: Claim, file: Path) -> str:
    """Proves a claim by its certificate."""
    problem = Problem(claim.rules, claim.objective, **claim.asked)
    solution, search = timed(lambda: solve(problem))
    certified, both = timed(lambda: certify(problem, file))
    checked, check = timed(lambda: check_certificate(file, threads=1))
    written = certified.certificate
    assert solution.upper == certified.solution.upper == claim.value
    assert written is not None
    assert (checked.claim, checked.records, checked.digest) == (written.claim, written.records, written.digest)
    total, worst = problem.objective is Objective.TOTAL, claim.value[0] - 1
    assert (checked.claim.lower, checked.claim.depth) == (
        (claim.value[0], problem.depth) if total or not worst else (None, worst)
    )
    if claim.rules in PLAIN and total:
        assert check_plainly(file.read_bytes()).records == checked.records
    proven = f"total {claim.value[0]}" if total else f"worst {claim.value[0]}"
    asked = "".join(f", {name} {value}" if value is not True else f", {name}" for name, value in claim.asked.items())
    size, records = file.stat().st_size, checked.records
    return (
        f"| `{claim.rules}` | {proven}{asked} | {size:,} | {records:,} | {search:.2f} | {max(0, both - search):.2f} "
        f"| {check:.2f} |"
    )


def rows(claims: list[Claim]) -> Iterator[str]:
    """Proves one claim after the other; the files are not kept."""
    with tempfile.TemporaryDirectory() as folder:
        for claim in claims:
            line = row(claim, Path(folder) / "certificate")
            print(line, flush=True)
            yield line + "\n"


def main() -> None:
    yardstick.main()
    is_long = "--long" in sys.argv[1:]
    claims = [claim for claim in (*CLAIMS, *(LONG.values() if is_long else ())) if is_certifiable(claim)]
    table = "".join(rows(claims))
    if is_long:
        page, _, _ = PAGE.read_text(encoding="utf-8").partition(HEADING)
        PAGE.write_text(page + HEADING + HEAD + table, encoding="utf-8")


if __name__ == "__main__":
    main()
