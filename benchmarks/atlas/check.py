"""Checks the atlas: each tree in the repository is what its record says, and cheap games are proven again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from benchmarks.atlas.add import digest
from benchmarks.atlas.places import LARGEST_TREE, ROOT
from sito.atlas.record import SolvedGame
from sito.codes.code import CodeSpace
from sito.exact.solver import solve
from sito.strategies.tree.text import read_file, read_text
from sito.strategies.tree.verify import verify


def tree_path(game: SolvedGame) -> Path | None:
    """Finds the tree of a game, if it is in the repository."""
    return None if game.tree is None or game.tree.file is None else ROOT / game.tree.file


def check_digest(game: SolvedGame) -> str:
    """Reads the tree of a game and holds it against its digest; gives its text."""
    file = tree_path(game)
    assert file is not None
    assert file.stat().st_size <= LARGEST_TREE, f"{game.name}: {file.name} is too large for the repository"
    text = read_file(file)
    assert game.tree is not None
    assert digest(text) == game.tree.sha256, f"{game.name}: {file.name} is another tree than the record says"
    return text


def check_tree(game: SolvedGame) -> None:
    """Verifies the tree of a game in plain Python, and holds what it is worth against the record."""
    text = check_digest(game)
    histogram = verify(text, game.rules)
    assert tuple(histogram) == game.histogram, f"{game.name}: the tree finds {histogram}"
    assert game.objective.values(histogram) == game.upper, f"{game.name}: the tree is worth {histogram}"
    assert game.depth is None or len(histogram) <= game.depth
    first = read_text(text).entries[0].guess
    assert CodeSpace(game.problem.rules, guesses=True).text(first) == game.guess
    assert game.first in (None, game.guess)


def prove_again(game: SolvedGame) -> None:
    """Solves a game again; the search must prove the same value."""
    solution = solve(game.problem)
    assert solution.proven, game.name
    assert solution.lower == solution.upper == game.upper == game.lower, f"{game.name}: {solution.upper}"


def is_cheap(game: SolvedGame, most: float) -> bool:
    """Tells whether a proof took at most so many Y, and can be repeated with what the package has."""
    took = game.run is not None and game.run.y is not None and game.run.y <= most
    return took and game.proven and not game.is_of_words


def check_all(games: Mapping[str, SolvedGame], most: float) -> None:
    """Verifies every tree, and solves again what took at most so many Y."""
    trees = [game for game in games.values() if tree_path(game) is not None]
    for game in trees:
        check_tree(game)
    print(f"{len(trees)} trees are what the atlas says.", flush=True)
    cheap = [game for game in games.values() if is_cheap(game, most)]
    for game in cheap:
        prove_again(game)
    print(f"{len(cheap)} games are proven again.", flush=True)
