"""Proves every known value, and more, and writes what came of it into docs/proofs.md.

    python -m benchmarks.prove   # some minutes

Each tree is proven in plain Python, those in docs/tables too. Times are those of the processor in Y, of the
search and of the proof of its tree.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from tests.exact_claims import CLAIMS, CLAIMS_WITH_LIES, LONG_CLAIMS_WITH_LIES, Claim

from benchmarks import yardstick
from sito.atlas import solved_games
from sito.exact.problem import Objective
from sito.strategies.tree.text import read_file
from sito.strategies.tree.verify import verify

DOCS = Path(__file__).parent.parent / "docs"
LONG = {
    "4x9.tree.gz": Claim("4x9", Objective.TOTAL, (34666,)),
    "5x6.tree.gz": Claim("5x6", Objective.TOTAL, (36721,)),
    "4x10-distinct-fewest.tree.gz": Claim("4x10-distinct", Objective.WORST_FEWEST_TOTAL, (7, 50, 26450)),
}
"""What takes up to minutes, by the files of the trees."""
HEAD = """# What is proven

Written by `python -m benchmarks.prove`, which `make prove` runs. Each value is the least there is, and of
several values each is the least with those before it: the search proves that no strategy beats them, and its tree,
which reaches them, is proven in plain Python. For games with lies the totals count all games that the codemaker can
play (see [lies](lies.md)). Times are of one processor in Y (see [speed](speed.md)), the proof of
the tree included; they vary with the load of the machine. [The atlas](atlas/README.md) has all games that are solved.

| command | value | positions | Y |
|---|---:|---:|---:|
"""
TREES = """
Trees in `docs/tables`, proven again by the same run; `python -m benchmarks.atlas verify` proves those of the atlas:

| tree | codes | total | most guesses |
|---|---:|---:|---:|
"""


def shown_value(value: tuple[int, ...]) -> str:
    return ", ".join(map(str, value))


def rows(claims: tuple[Claim, ...]) -> Iterator[str]:
    for claim in claims:
        start = time.process_time()
        solution = claim.prove()
        spent = (time.process_time() - start) / yardstick.seconds()
        yield f"| `{claim}` | {shown_value(claim.value)} | {solution.spent.positions} | {spent:.2f} |"


def trees() -> Iterator[str]:
    known = {game.tree.file for game in solved_games() if game.tree is not None} - {
        f"docs/tables/{name}" for name in LONG
    }
    for file in sorted((DOCS / "tables").glob("*.tree.gz")):
        if str(file.relative_to(DOCS.parent)) in known:
            continue
        histogram = verify(read_file(file))
        total = sum(guesses * count for guesses, count in enumerate(histogram, 1))
        if claim := LONG.get(file.name):
            assert claim.objective.values(histogram) == claim.value
        yield f"| `{file.name}` | {sum(histogram)} | {total} | {len(histogram)} |"


def shown(lines: Iterator[str]) -> str:
    """Prints the rows as they come, and puts them together."""
    table = []
    for line in lines:
        print(line, flush=True)
        table.append(line + "\n")
    return "".join(table)


def main() -> None:
    yardstick.main()
    proven = shown(rows((*CLAIMS, *CLAIMS_WITH_LIES, *LONG_CLAIMS_WITH_LIES, *LONG.values())))
    found = shown(trees())
    (DOCS / "proofs.md").write_text(HEAD + proven + (found and TREES + found), encoding="utf-8")


if __name__ == "__main__":
    main()
