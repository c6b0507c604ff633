"""Adds to the atlas: solves a game, verifies the tree with plain Python, measures Y, and writes record and tree.

python -m benchmarks.atlas add 4x8 [5x5 ...] [--objective worst] [--threads 2]
python -m benchmarks.atlas cheap          # all games of cheap.py that the atlas does not have
python -m benchmarks.atlas take 6x5 6x5.tree --lower 74000 --y 600 --commit cf50156 [--date 2026-11-22] [--log 6x5.log]
"""

from __future__ import annotations

import gzip
import hashlib
import re
import subprocess
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from benchmarks import yardstick
from benchmarks.atlas.places import LARGEST_TREE, ROOT, load, save, tree_file
from sito.atlas.record import Bounds, Run, SolvedGame, TreeFile, count_codes
from sito.base.files import write_atomically
from sito.base.limits import Limits
from sito.codes.code import CodeSpace
from sito.exact.problem import Objective, Problem, Progress, Solution
from sito.exact.solver import solve
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.verify import verify

_FRESH_SECONDS = 60.0
"""How long a measurement of the yardstick holds: the load of the machine changes."""
_LONG, _POINTS = 3.0, 12
"""From how many Y on it is kept how the bounds came together, and in how many points at most."""


class Yardstick:
    """The seconds of one Y, measured again every minute."""

    def __init__(self) -> None:
        self._measured = -_FRESH_SECONDS
        self._seconds = 0.0

    def seconds(self) -> float:
        if time.monotonic() - self._measured >= _FRESH_SECONDS:
            yardstick.seconds.cache_clear()
            self._seconds = yardstick.seconds()
            self._measured = time.monotonic()
        return self._seconds


YARDSTICK = Yardstick()


def machine() -> str:
    """Names the processor, and whether the search has wide vectors on it."""
    lines = Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines()
    facts = dict(reversed([line.split("\t", 1) for line in lines if "\t" in line]))
    model = next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    flags = next(value for name, value in facts.items() if name.startswith("flags"))
    wide = ", AVX-512" if "avx512bw" in flags else ", AVX2" if "avx2" in flags else ""
    return " ".join(model.replace("(R)", "").replace("Processor", "").split()) + wide


def search_commit() -> str:
    """Names the last commit that changed the search."""
    command = ["git", "log", "-1", "--format=%h", "--abbrev=9", "--", "crates/core", "crates/bindings"]
    return subprocess.run(
        command, cwd=Path(__file__).parent.parent.parent, check=True, capture_output=True, text=True
    ).stdout.strip()


def digest(text: str) -> str:
    """Takes the digest of a tree's text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class Watch:
    """Notes the bounds of a least total, each time that they have come closer."""

    def __init__(self) -> None:
        self.unit = YARDSTICK.seconds()
        self.start = time.process_time()
        self.bounds: list[Bounds] = []

    @property
    def y(self) -> float:
        """The processor's time so far, in Y."""
        return (time.process_time() - self.start) / self.unit

    def __call__(self, progress: Progress) -> None:
        last = self.bounds[-1] if self.bounds else None
        is_new = last is None or (last.lower, last.upper) != (progress.lower, progress.upper)
        if is_new and progress.stage == "total" and progress.upper is not None:
            self.bounds.append(Bounds(shortened(self.y), progress.lower, progress.upper))


def thinned(bounds: Sequence[Bounds], last: Bounds) -> tuple[Bounds, ...]:
    """Gives a dozen of them at most, and the last."""
    step = -(-len(bounds) // _POINTS) or 1
    kept = [each for each in bounds[::step] if each.y < last.y]
    return (*kept, last) if kept else ()


_REPORT = re.compile(r"^total (\d+)\.\.(\d+) .* (\d+) s$", re.MULTILINE)


def progress_of(log: str, last: Bounds) -> tuple[Bounds, ...]:
    """Reads how the bounds came together from what `sito solve` reported; its time is taken to have run evenly."""
    reports = [(int(seconds), int(lower), int(upper)) for lower, upper, seconds in _REPORT.findall(log)]
    found: list[Bounds] = []
    for seconds, lower, upper in reports:
        if not found or (found[-1].lower, found[-1].upper) != (lower, upper):
            found.append(Bounds(shortened(last.y * seconds / reports[-1][0]), lower, upper))
    return thinned(found, last)


def solve_timed(problem: Problem, threads: int, limits: Limits) -> tuple[Solution, Run, tuple[Bounds, ...]]:
    """Solves a game from an empty table; tells the processor's time in Y, and how the bounds came together."""
    watch = Watch()
    solution = solve(problem, limits=limits, threads=threads, on_progress=watch)
    spent = watch.y
    run = Run(
        threads=threads,
        machine=machine(),
        date=date.today().isoformat(),
        commit=search_commit(),
        y=shortened(spent),
        positions=solution.spent.positions,
        width=problem.width,
    )
    progress: tuple[Bounds, ...] = ()
    if problem.objective is Objective.TOTAL and spent >= _LONG and solution.lower and solution.upper:
        progress = thinned(watch.bounds, Bounds(shortened(spent), solution.lower[0], solution.upper[0]))
    return solution, run, progress


def shortened(number: float) -> float:
    """Keeps three digits, and no more than four decimals.

    >>> shortened(12.3456), shortened(0.00123456)
    (12.3, 0.0012)
    """
    return round(float(f"{number:.3g}"), 4)


def game_of(solution: Solution, run: Run, progress: tuple[Bounds, ...] = ()) -> SolvedGame:
    """Makes the record of what a search found. Raises `TreeError` if its tree is wrong."""
    problem = solution.problem
    assert solution.lower is not None
    assert solution.upper is not None
    assert solution.tree is not None
    game = SolvedGame(
        str(problem.rules),
        problem.objective,
        solution.lower,
        solution.upper,
        CodeSpace(problem.rules).size,
        depth=problem.depth,
        consistent=problem.consistent,
        first=first_text(problem),
        run=run,
        lower_by="search" if problem.width is None else "two guesses",
        upper_by="search" if problem.width is None else "narrow search",
        progress=progress,
    )
    assert game.proven == solution.proven
    return with_tree(game, str(solution.tree))


def first_text(problem: Problem) -> str | None:
    """Writes the first guess that was asked for, if one was."""
    if problem.first_guess is None:
        return None
    return CodeSpace(problem.rules, guesses=True).text(problem.first_guess)


def with_tree(game: SolvedGame, text: str) -> SolvedGame:
    """Gives a record its tree, which plain Python verifies. Raises `TreeError` or `AssertionError` if it is wrong."""
    histogram = verify(text, game.rules if not game.is_of_words else None)
    assert game.objective.values(histogram) == game.upper, f"{game.name}: the tree is worth {histogram}"
    assert game.depth is None or len(histogram) <= game.depth
    tree = StrategyTree.parse(text)
    guess = CodeSpace(tree.rules, guesses=True).text(tree.first_guess)
    assert game.first in (None, guess)
    return replace(game, guess=guess, histogram=tuple(histogram), tree=TreeFile(digest(text)))


def put(game: SolvedGame, text: str | None) -> bool:
    """Writes a record and, if it is small, its tree; tells whether the atlas had nothing better.

    A proof gives way only to a quicker one. Of an open game the better tree and the greater bound are kept, whatever
    runs they are from. Raises `AssertionError` if the new record contradicts the old one.
    """
    games = load()
    old = games.get(game.name)
    if old is not None:
        assert old.lower <= game.upper, f"{game.name}: {game.upper} is below what was proven, {old.lower}"
        assert game.lower <= old.upper, f"{game.name}: a tree has {old.upper}, so {game.lower} cannot be proven"
        joined = _joined(game, old)
        if joined == old:
            return False
        if joined.tree != game.tree:
            text = None  # the tree that was there is better
        game = joined
    if text is not None:
        game = _with_file(game, old, text)
    games[game.name] = game
    save(games)
    return True


def _joined(game: SolvedGame, old: SolvedGame) -> SolvedGame:
    """Joins what two runs have found of a game; a tree that is there stays, unless the new one is better."""
    best = game if game.upper < old.upper or old.tree is None else old
    firm = game if game.lower > old.lower else old
    if game.proven and old.proven:
        firm = game if _spent(game) < _spent(old) else old
    certified = (each.certificate for each in (game, old) if each.certificate and each.lower == firm.lower)
    return replace(
        best,
        lower=firm.lower,
        lower_by=firm.lower_by,
        run=firm.run if firm.lower == best.upper else best.run,
        progress=firm.progress or best.progress,
        published=game.published or old.published,
        certificate=next(certified, None),
    )


def _spent(game: SolvedGame) -> float:
    return float("inf") if game.run is None or game.run.y is None else game.run.y


def _with_file(game: SolvedGame, old: SolvedGame | None, text: str) -> SolvedGame:
    """Writes the tree into the repository if it is small enough; the same text gives the same file."""
    assert game.tree is not None
    packed = gzip.compress(text.encode("utf-8"), mtime=0)
    if len(packed) > LARGEST_TREE:
        return game
    named = None if old is None or old.tree is None else old.tree.file
    file = ROOT / named if named else tree_file(game)
    write_atomically(file, packed)
    return replace(game, tree=replace(game.tree, file=str(file.relative_to(ROOT))))


def add(problem: Problem, threads: int, limits: Limits, *, proven_only: bool = False) -> bool:
    """Solves a game and adds it, or says that it was not proven; tells whether it was."""
    solution, run, progress = solve_timed(problem, threads, limits)
    if solution.tree is None or (proven_only and not solution.proven):
        print(f"{problem.rules} {problem.objective.value}: not proven within {run.y} Y", flush=True)
        return False
    game = game_of(solution, run, progress)
    written = put(game, str(solution.tree))
    state = "proven" if game.proven else f"not proven, at least {game.lower}"
    kept = "" if written else "; the atlas has a better one"
    print(f"{game.name}: {game.upper} {state}, {run.positions} positions, {run.y} Y{kept}", flush=True)
    return game.proven


def take(
    problem: Problem, file: Path, lower: tuple[int, ...], run: Run, *, lower_by: str = "search", log: str = ""
) -> SolvedGame:
    """Adds a tree that another run has found, with the bound that the run has proven, and what it reported."""
    raw = file.read_bytes()
    text = (gzip.decompress(raw) if file.suffix == ".gz" else raw).decode("utf-8")
    rules = str(problem.rules)
    upper = problem.objective.values(verify(text, rules))
    game = SolvedGame(
        rules,
        problem.objective,
        lower,
        upper,
        count_codes(rules),
        depth=problem.depth,
        consistent=problem.consistent,
        run=run,
        lower_by=lower_by,
        upper_by="search" if run.width is None else "narrow search",
    )
    assert lower <= upper
    if log and run.y is not None:
        game = replace(game, progress=progress_of(log, Bounds(run.y, lower[0], upper[0])))
    game = with_tree(game, text)
    put(game, text)
    return game
