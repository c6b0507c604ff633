"""Writes and checks the certificates of what `make prove` proves, and puts the figures into docs/certificates.md.

    python -m benchmarks.certificates             # those that take seconds; they are only shown
    python -m benchmarks.certificates --long      # all of them
    python -m benchmarks.certificates 4x10 5x7    # the totals of these games of the atlas, however long they take
    python -m benchmarks.certificates --threads 2 5x7    # only shown: how long it takes on so many threads

Times are those of the processor on one thread, or of the clock on several, in seconds and in Y: of the search alone, of
the writing after it, and of the native checker. What takes less than a second is done three times, and the least time
counts. Each certificate must prove the known value. A row stays in the table until its game is measured again.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from tests.exact_claims import CLAIMS, Claim

from benchmarks import yardstick
from benchmarks.prove import DOCS, LONG
from sito.atlas import solved_games
from sito.certificate.check import check_certificate
from sito.certificate.plain import check_plainly
from sito.certificate.writing import certify
from sito.exact import Objective, Problem, solve

PAGE = DOCS / "certificates.md"
HEADING = "## Figures\n"
HEAD = """
Written by `python -m benchmarks.certificates --long`, which `make prove` runs. Times are those of the processor on one
thread, first in seconds and then in Y (see [speed](speed.md)): of the search alone, of writing the certificate after
it, and of the native check. The last column is how many times as long as the search the check takes, for searches
of 0.05 s or more.

| game | proven | bytes | proofs | search, s | write, s | check, s | search, Y | write, Y | check, Y | check / search |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""
COLUMNS = HEAD.splitlines()[-1].count("|")
PLAIN = ("3x6", "4x6-distinct", "4x6")
"""The games whose certificates are checked in plain Python as well."""

Result = TypeVar("Result")


def timed(work: Callable[[], Result], threads: int) -> tuple[Result, float]:
    """Does some work, and gives with its result the seconds that it took: of the processor if on one thread."""
    clock = time.process_time if threads == 1 else time.perf_counter
    times: list[float] = []
    while True:
        start = clock()
        result = work()
        times.append(clock() - start)
        if len(times) == 3 or times[0] > 1:
            return result, min(times)


def is_certifiable(claim: Claim) -> bool:
    """Whether there are certificates of it: least totals and worst cases, whatever the first guess."""
    return claim.first is None and claim.objective in (Objective.TOTAL, Objective.WORST)


def row(claim: Claim, file: Path, threads: int) -> str:
    """Proves a claim by its certificate."""
    problem = Problem(claim.rules, claim.objective, **claim.asked)
    solution, search = timed(lambda: solve(problem, threads=threads), threads)
    certified, both = timed(lambda: certify(problem, file, threads=threads), threads)
    checked, check = timed(lambda: check_certificate(file, threads=threads), threads)
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
    times = search, max(0, both - search), check
    figures = (
        f"`{claim.rules}`",
        f"{proven}{asked}",
        f"{file.stat().st_size:,}",
        f"{checked.records:,}",
        *(f"{taken:.2f}" for taken in times),
        *(f"{taken / yardstick.seconds():.2f}" for taken in times),
        f"{check / search:.1f}" if search >= 0.05 else "",
    )
    return f"| {' | '.join(figures)} |\n"


def rows(claims: Iterable[Claim], threads: int) -> Iterator[str]:
    """Proves one claim after the other; the files are not kept."""
    with tempfile.TemporaryDirectory() as folder:
        for claim in claims:
            line = row(claim, Path(folder) / "certificate", threads)
            print(line, end="", flush=True)
            yield line


def named(rules: str) -> Claim:
    """The least total of a game of the atlas."""
    (game,) = solved_games(f"{rules} total", exactly=True, is_open=False)
    assert game.upper is not None
    return Claim(game.rules, game.objective, game.upper)


def put(line: str) -> None:
    """Puts a row into the table of the page, in place of that of the same game."""
    page, _, figures = PAGE.read_text(encoding="utf-8").partition(HEADING)
    old = [each for each in figures.splitlines(keepends=True) if each.startswith("| `") and each.count("|") == COLUMNS]
    table = {each.split("|")[1] + each.split("|")[2]: each for each in (*old, line)}
    PAGE.write_text(page + HEADING + HEAD + "".join(table.values()), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.certificates", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="GAME", help="games of the atlas, such as 4x10")
    parser.add_argument("--long", action="store_true", help="all that make prove proves; the table is written")
    parser.add_argument("--threads", type=int, default=1, help="for search, writing and check; not 1: nothing is kept")
    given = parser.parse_args()
    names, is_long, threads = given.names, given.long, given.threads
    yardstick.main()
    known = (*CLAIMS, *(LONG.values() if is_long else ()))
    claims = [named(name) for name in names] if names else [claim for claim in known if is_certifiable(claim)]
    for line in rows(claims, threads):
        if threads == 1 and (is_long or names):
            put(line)  # at once, for the next ones may take hours


if __name__ == "__main__":
    main()
