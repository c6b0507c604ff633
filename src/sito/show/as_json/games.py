"""Games, wrong answers and repairs as objects of JSON."""

from __future__ import annotations

import json
from typing import Any

from sito.codes.code import CodeSpace
from sito.playing.game import Transcript
from sito.playing.repairs import Change, Diagnosis
from sito.rules.rules import Rules

REPAIRS_SHOWN = 100
"""The most repairs of a game that JSON lists; there may be thousands."""


def game_as_json(game: Transcript) -> dict[str, Any]:
    """Gives a game for a JSON object, without a version of its own, and without the words, which may be thousands."""
    value: dict[str, Any] = json.loads(game.to_json())
    return {name: part for name, part in value.items() if name not in ("version", "words")}


def change_as_json(rules: Rules, change: Change) -> dict[str, Any]:
    """Gives a wrong answer and the right one for a JSON object; turns are counted from 1."""
    return {
        "turn": change.index + 1,
        "guess": CodeSpace(rules, guesses=True).text(change.turn.guess),
        "answer": str(change.turn.answer),
        "right": str(change.answer),
        "slip": str(change.slip),
    }


def diagnosis_as_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Gives what may be wrong with a game for a JSON object; turns are counted from 1."""
    repairs = [
        {
            "changes": [change_as_json(diagnosis.rules, change) for change in repair.changes],
            "codes": repair.codes,
            "likelihood": repair.likelihood,
        }
        for repair in diagnosis.repairs
    ]
    return {
        "clash": [index + 1 for index in diagnosis.clash],
        "repairs": repairs,
        "repairs_by_changes": list(diagnosis.counts),
        "stopped": diagnosis.stopped,
    }
