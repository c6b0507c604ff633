"""An open tree as JSON, so that a coordinator that was killed goes on where it was."""

from __future__ import annotations

from typing import Any

from sito.exact.cluster.jobs import Keys, Path
from sito.exact.cluster.open_tree import Branch, Spot


def saved(spot: Spot) -> list[Any]:
    """Gives a position and all that is open below it as JSON."""
    branches = None if spot.branches is None else [_saved_branch(branch) for branch in spot.branches]
    return [spot.lower, spot.cost, spot.guess, spot.upper, spot.others, spot.led, spot.count, branches]


def _saved_branch(branch: Branch) -> list[Any]:
    cells = None
    if branch.cells is not None:
        cells = [[cell.path[-1][1], cell.size, _text(cell.keys), saved(cell)] for cell in branch.cells]
    return [branch.guess, branch.lower, branch.cost, branch.fixed, branch.count, cells]


def restored(path: Path, size: int, keys: Keys | None, about: list[Any]) -> Spot:
    """Makes a position of what `saved` gave. Raises one of Python's errors for values for anything else."""
    lower, cost, guess, upper, others, led, count, branches = about
    spot = Spot(path, size, int(lower), keys)
    spot.cost, spot.guess, spot.upper, spot.others, spot.led = cost, guess, int(upper), int(others), bool(led)
    spot.count = int(count)
    spot.branches = None if branches is None else [_restored_branch(path, branch) for branch in branches]
    return spot


def _restored_branch(path: Path, about: list[Any]) -> Branch:
    guess, lower, cost, fixed, count, cells = about
    branch = Branch(int(guess), int(lower))
    branch.cost, branch.fixed, branch.count = cost, int(fixed), int(count)
    if cells is not None:
        branch.cells = [
            restored((*path, (branch.guess, int(answer))), int(size), _keys(keys), cell)
            for answer, size, keys, cell in cells
        ]
    return branch


def _text(keys: Keys | None) -> list[str | None] | None:
    return None if keys is None else [None if key is None else key.hex() for key in keys]


def _keys(text: list[str | None] | None) -> Keys | None:
    if text is None:
        return None
    own, form = text
    return bytes.fromhex(own or ""), None if form is None else bytes.fromhex(form)
