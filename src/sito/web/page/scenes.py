"""The scenes of the puzzles and of the sieve, as elements of the page."""

from __future__ import annotations

from pathlib import Path

from nicegui.element import Element

_DRAWING: list[str | Path] = ["components/sito_drawing.js"]


class JugScene(Element, component="components/sito_jugs.js", dependencies=_DRAWING):
    """Jugs with water, a tap and a drain; the event `pour` brings the source and the target, None for tap or drain."""


class PegScene(Element, component="components/sito_pegs.js", dependencies=_DRAWING):
    """A board with pegs; the events are `jump`, with the holes from and to, and `vacancy`, with a hole."""


class SieveScene(Element, component="components/sito_sieve.js", dependencies=_DRAWING):
    """All codes of a small game; the event `choose` brings the number of a code, and `cell` that of a cell."""


class Flags(Element, component="components/sito_flags.js"):
    """Ten thousand codes as dots; `flags` has 1 for each that is possible."""
