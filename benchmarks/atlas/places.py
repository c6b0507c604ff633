"""Where the atlas keeps things: its data in the package, its pages and trees in docs."""

from __future__ import annotations

from pathlib import Path

from sito.atlas.data import FILE, read_games, write_games
from sito.atlas.record import SolvedGame
from sito.base.files import write_atomically
from sito.exact.problem import Objective

ROOT = Path(__file__).parent.parent.parent
PAGES = ROOT / "docs" / "atlas"
TREES = ROOT / "docs" / "tables"
SMALL_TREES = PAGES / "trees"
"""Trees that take less than a Y to find; there are hundreds."""
LARGEST_TREE = 300_000
"""The bytes of the largest compressed tree that goes into the repository."""
CERTIFICATES = PAGES / "certificates"
LARGEST_CERTIFICATE = 150_000
"""The bytes of the largest certificate that goes into the repository by itself; `certify` takes larger ones."""


def load() -> dict[str, SolvedGame]:
    """Reads the games of the atlas by their names."""
    return {game.name: game for game in read_games(FILE.read_text(encoding="utf-8"))}


def save(games: dict[str, SolvedGame]) -> None:
    """Writes the data of the atlas."""
    write_atomically(FILE, write_games(games.values()))


def tree_file(game: SolvedGame) -> Path:
    """Names the file of a tree."""
    is_quick = game.run is not None and game.run.y is not None and game.run.y < 1
    return (SMALL_TREES if is_quick else TREES) / f"{_file_name(game)}.tree.gz"


def certificate_file(game: SolvedGame) -> Path:
    """Names the file of a certificate."""
    return CERTIFICATES / f"{_file_name(game)}.cert"


def _file_name(game: SolvedGame) -> str:
    """Names the files of a game; those of a least total have the name of the game alone."""
    parts = [game.rules]
    parts += [game.objective.value] if game.objective is not Objective.TOTAL else []
    parts += [f"depth{game.depth}"] if game.depth is not None else []
    parts += ["consistent"] if game.consistent else []
    parts += [f"first-{game.first}"] if game.first is not None else []
    return "-".join(parts)
