"""The games that are kept in a folder of data, looked at and tampered with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sito.games.store import GameStore
from tests.conftest import Sito


def states(data: Path) -> dict[str, dict[str, Any]]:
    """Gives how each game stands that is not over, by their names; the one played last comes last."""
    if not (data / GameStore.file_name).exists():
        return {}
    with GameStore.in_directory(data) as store:
        return {row.name: json.loads(row.text) for row in store.unfinished()}


def ended(data: Path) -> dict[str, dict[str, Any]]:
    """Gives the records of the games that have ended, by their names; the last one comes last."""
    if not (data / GameStore.file_name).exists():
        return {}
    with GameStore.in_directory(data) as store:
        return {kept.name: json.loads(kept.text) for kept in store.ended()}


def damaged(data: Path) -> dict[str, str]:
    """Gives what has been set aside, by its name."""
    with GameStore.in_directory(data) as store:
        return dict(store.rows("SELECT name, value FROM damaged"))


def write(data: Path, name: str, value: dict[str, Any] | str, table: str = "game") -> None:
    """Writes another value for a game, JSON or any text."""
    text = value if isinstance(value, str) else json.dumps(value)
    kind, _hyphen, number = name.partition("-")
    with GameStore.in_directory(data) as store:
        store.change(f"UPDATE {table} SET value = ? WHERE kind = ? AND number = ?", (text, kind, int(number)))


def check_refused(sito: Sito, data: Path, kind: str, value: dict[str, Any] | str) -> str:
    """Sees that a value is refused and set aside, and puts the game into the store again; gives what was said."""
    with GameStore.in_directory(data) as store:
        (row,) = store.unfinished()
    write(data, row.name, value)
    done = sito(kind, "--resume", code=2)
    assert row.name in done.err
    assert "mistake in Sito" not in done.err
    assert "Traceback" not in done.err
    assert len(done.err) < 2000
    with GameStore.in_directory(data) as store:
        if store.find(row.id) is None:
            store.add(row)
    return done.err
