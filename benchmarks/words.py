"""Word games of real size: proofs and narrow searches, from an empty table, answers and tree included.

    python -m benchmarks.words                    # first guesses of the original lists, and SALET on two threads
    python -m benchmarks.words --rows salet least # some rows; see ROWS below for their names
    python -m benchmarks.words --list             # the names of all rows, with what they assert

Every total is asserted; those of single first guesses stand in ../shared/reference/words/first_words.json. The
lists are not part of the project, so nothing runs where they are missing. Times are wall clock, in Y; the fastest
of a few runs where they are short.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks import yardstick
from sito.exact.problem import Problem, Solution
from sito.exact.solver import solve
from sito.rules.rules import FeedbackKind, HardMode, Rules
from sito.strategies.tree.verify import verify
from sito.words.words import WordList

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "reference" / "words"
LISTS = {
    "original": ("original_secrets.txt", "original_guesses.txt"),
    "2022-08": ("2022-08_secrets.txt", "2022-08_guesses.txt"),
    "2023-07": ("2023-07_secrets.txt", "2022-08_guesses.txt"),
}
SHORT = 3
"""Runs of a row that takes seconds; the fastest counts."""


@dataclass(frozen=True)
class Row:
    """A question about lists, its least total, and the Y that are allowed on two threads if a limit is set."""

    lists: str
    total: int
    first: str | None = None
    width: int | None = None
    depth: int | None = None
    most: float | None = None
    threads: int = 2
    runs: int = 1
    hard: bool = False


ROWS = {
    "salet": Row("original", 7920, first="salet", most=0.3, runs=SHORT),
    "salet-one": Row("original", 7920, first="salet", threads=1, runs=SHORT),
    "narrow": Row("original", 7920, width=10, most=0.4, runs=SHORT),
    "least": Row("original", 7920, most=40),
    "least-one": Row("original", 7920, threads=1),
    "least-2022": Row("2022-08", 7883),
    "narrow-2023": Row("2023-07", 11222, width=10),
    "tarse-2023": Row("2023-07", 11219, first="tarse"),
    "least-2023": Row("2023-07", 11219, most=300),
    "salet-hard": Row("original", 8122, first="salet", depth=6, hard=True),
    "least-hard": Row("original", 8122, depth=6, hard=True, most=60),
    "least-2022-hard": Row("2022-08", 8097, depth=6, hard=True),
    "least-2023-hard": Row("2023-07", 11627, depth=6, hard=True, most=400),
}
DEFAULT = ["salet", "salet-one", "narrow"]
DEPTH = 6
"""The totals of first_words.json are those of trees in which no secret needs more guesses."""


def rules_of(name: str, hard: bool) -> Rules:
    """The word game of a pair of lists, in Wordle's hard mode if that is asked for."""
    secrets, guesses = ((FOLDER / file).read_text(encoding="ascii").split() for file in LISTS[name])
    words = WordList.of(secrets, guesses, name="words")
    return Rules.of_words(words, FeedbackKind.POSITION, hard=HardMode.HARD if hard else None)


def first_words(lists: str, count: int) -> dict[str, Row]:
    """Some first guesses of the table of known totals, evenly spread over it."""
    known = json.loads((FOLDER / "first_words.json").read_text(encoding="utf-8"))[f"{lists}, normal"]["totals"]
    words = list(known)[:: max(1, len(known) // count)][:count]
    return {f"{lists}:{word}": Row(lists, known[word], first=word, depth=DEPTH) for word in words}


def run(row: Row, rules: Rules) -> tuple[float, Solution]:
    """Solves a few times, checks the total and has the tree verified; the shortest time in seconds."""
    times = []
    for _ in range(row.runs):
        start = time.perf_counter()
        solution = solve(Problem(rules, first_guess=row.first, width=row.width, depth=row.depth), threads=row.threads)
        times.append(time.perf_counter() - start)
        assert solution.upper == (row.total,), solution.upper
        assert row.width is not None or solution.proven
    assert solution.tree is not None
    found = verify(str(solution.tree))
    assert sum(number * count for number, count in enumerate(found, 1)) == row.total, found
    return min(times), solution


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.words")
    parser.add_argument("--rows", nargs="+", choices=[*ROWS], default=DEFAULT, metavar="ROW", help="which rows to run")
    parser.add_argument("--first-words", type=int, default=0, metavar="N", help="also N first words of each list")
    parser.add_argument("--list", action="store_true", help="only name the rows")
    options = parser.parse_args(arguments)
    if options.list:
        for name, row in ROWS.items():
            print(f"{name:14}{row}")
        return
    if not FOLDER.exists():
        print(f"The word lists are not in {FOLDER}, so nothing runs.")
        return
    rows = {name: ROWS[name] for name in options.rows}
    if options.first_words:
        for lists in LISTS:
            rows.update(first_words(lists, options.first_words))
    games: dict[tuple[str, bool], Rules] = {}
    unit = yardstick.seconds()
    print(f"{'row':18}{'total':>7}{'threads':>9}{'positions':>11}{'Y':>9}{'reach':>8}")
    for name, row in rows.items():
        rules = games.setdefault((row.lists, row.hard), rules_of(row.lists, row.hard))
        seconds, solution = run(row, rules)
        reach = "" if row.most is None else row.most
        spent = f"{row.threads:9}{solution.spent.positions:11}"
        print(f"{name:18}{row.total:7}{spent}{seconds / unit:9.2f}{reach:>8}", flush=True)
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
