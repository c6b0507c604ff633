"""The explanation of an answer as an object of JSON."""

from __future__ import annotations

from typing import Any

from sito.explanation import Explanation, Verdict
from sito.show.i18n import fault_text


def explanation_as_json(explained: Explanation, verdict: Verdict | None) -> dict[str, Any]:
    """Gives an explanation, and whether an answer that somebody gave is right; sentences in the reader's language."""
    guess, code = explained.texts
    symbols = explained.rules.symbols()
    result: dict[str, Any] = {
        "rules": str(explained.rules),
        "guess": guess,
        "secret": code,
        "answer": str(explained.answer),
        "pegs": [
            {
                "place": peg.place + 1,
                "color": symbols[peg.color],
                "mark": mark,
                "claims": None if peg.claimed is None else peg.claimed + 1,
                "claimed_before_by": [place + 1 for place in peg.rivals],
            }
            for peg, mark in zip(explained.pegs, explained.marks, strict=True)
        ],
        "ways": explained.ways,
        "steps": [fault_text(step.sentence) for step in explained.steps],
    }
    if verdict is not None:
        sentences = [fault_text(sentence) for sentence in verdict.sentences]
        result["given"] = {"answer": str(verdict.given), "right": verdict.right, "why": sentences}
    return result
