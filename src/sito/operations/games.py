"""A game as an object of JSON."""

from __future__ import annotations

import json

from sito.playing.game import Transcript


def game_as_json(game: Transcript) -> dict[str, object]:
    """Gives a game without a version of its own, and without the words, which may be thousands."""
    value: dict[str, object] = json.loads(game.to_json())
    return {name: part for name, part in value.items() if name not in ("version", "words")}
