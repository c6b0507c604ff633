"""The atlas for other programs: each game as one flat object, of JSON or a row of CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from sito.atlas.record import SolvedGame
from sito.codes.weighing import total_of


def flat(game: SolvedGame) -> dict[str, Any]:
    """Gives all that is known of a game as one object of JSON, what follows from the rest included."""
    run, tree, certificate = game.run, game.tree, game.certificate
    return {
        "name": game.name,
        "rules": game.rules,
        "objective": game.objective.value,
        "depth": game.depth,
        "consistent": game.consistent,
        "asked_first": game.first,
        "proven": game.proven,
        "lower": list(game.lower),
        "upper": list(game.upper),
        "lower_by": game.lower_by,
        "upper_by": game.upper_by,
        "codes": game.codes,
        "first_guess": game.guess,
        "total": total_of(game.histogram) if game.histogram else None,
        "mean": None if game.mean is None else round(float(game.mean), 6),
        "most_guesses": len(game.histogram) or None,
        "histogram": list(game.histogram),
        "positions": None if run is None else run.positions,
        "positions_at_least": run is not None and run.at_least,
        "y": None if run is None else run.y,
        "y_elapsed": run is not None and run.elapsed,
        "threads": None if run is None else run.threads,
        "width": None if run is None else run.width,
        "machine": None if run is None else run.machine,
        "date": None if run is None else run.date,
        "commit": None if run is None else run.commit,
        "tree_sha256": None if tree is None else tree.sha256,
        "tree_file": None if tree is None else tree.file,
        "certificate_sha256": None if certificate is None else certificate.sha256,
        "certificate_bytes": None if certificate is None else certificate.size,
        "certificate_file": None if certificate is None else certificate.file,
        "published": [
            {"value": list(each.value), "exact": each.exact, "source": each.source} for each in game.published
        ],
        "progress": [[each.y, each.lower, each.upper] for each in game.progress],
        "solve_command": game.solve_command,
        "verify_commands": list(game.verify_commands),
    }


def csv_text(games: Iterable[SolvedGame]) -> str:
    """Writes games as CSV, one a line; numbers of one field are separated by blanks."""
    rows = [{name: _cell(name, value) for name, value in flat(game).items()} for game in games]
    output = io.StringIO()
    if rows:
        writer = csv.DictWriter(output, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return output.getvalue()


def _cell(name: str, value: Any) -> Any:
    if name == "published":
        return "; ".join(f"{' '.join(map(str, each['value']))} ({each['source']})" for each in value)
    if name in ("verify_commands", "progress"):
        return "; ".join(part if isinstance(part, str) else " ".join(map(str, part)) for part in value)
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value
