"""The atlas for other programs: each game as one flat object, of JSON or a row of CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from sito.atlas.record import SolvedGame
from sito.codes.weighing import total_of


def flat(game: SolvedGame) -> dict[str, object]:
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
        "positions": getattr(run, "positions", None),
        "positions_at_least": run is not None and run.at_least,
        "y": getattr(run, "y", None),
        "y_elapsed": run is not None and run.elapsed,
        **{name: getattr(run, name, None) for name in ("threads", "width", "machine", "date", "commit")},
        **{f"tree_{name}": getattr(tree, name, None) for name in ("sha256", "file")},
        "certificate_sha256": getattr(certificate, "sha256", None),
        "certificate_bytes": getattr(certificate, "size", None),
        "certificate_file": getattr(certificate, "file", None),
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


def _cell(name: str, value: Any) -> object:
    if name == "published":
        return "; ".join(f"{' '.join(map(str, each['value']))} ({each['source']})" for each in value)
    if name in ("verify_commands", "progress"):
        return "; ".join(part if isinstance(part, str) else " ".join(map(str, part)) for part in value)
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value
